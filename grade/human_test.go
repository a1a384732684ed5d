package grade

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"gradoku/board"
)

// TestPatternTable holds the named patterns and the ladder to their rules.
func TestPatternTable(t *testing.T) {
	seen := map[string]bool{}
	for _, row := range techniques {
		seen[row.ID] = true
		if direct := strings.HasPrefix(row.ID, "direct-"); (row.Score == 0) != direct || (row.Level == NoLevel) != direct {
			t.Errorf("%s: score %d, level %v", row.ID, row.Score, row.Level)
		}
	}
	for i, row := range Patterns() {
		if row.ID == "" || row.Name == "" || len(row.Doc) < 60 || seen[row.ID] {
			t.Errorf("pattern %d, %q: incomplete or twice", i, row.ID)
		}
		if row.Rating != 0 || row.Level == NoLevel || row.Score == 0 || row.Own {
			t.Errorf("%s: rating %d, %v %d", row.ID, row.Rating, row.Level, row.Score)
		}
		seen[row.ID] = true
		if got, err := TechniqueByID(row.ID); err != nil || got.Name != row.Name {
			t.Errorf("TechniqueByID(%q) = %q, %v", row.ID, got.Name, err)
		}
	}
	Patterns()[0].ID = "changed"
	if patterns[0].ID != "locked-pair" {
		t.Error("Patterns gives the table away")
	}
}

// TestLadders: both have every technique that has its own place in them once.
func TestLadders(t *testing.T) {
	se, human := Ladders()[0], Ladders()[1]
	if se.Name != "se" || human.Name != "human" {
		t.Fatalf("ladders %q, %q", se.Name, human.Name)
	}
	if got := len(se.Techniques()); got != len(techniques) {
		t.Errorf("se has %d techniques, want %d", got, len(techniques))
	}
	on := map[string]int{}
	for _, row := range human.Techniques() {
		on[row.ID]++
	}
	for i := range len(techniques) + len(patterns) {
		row := technique(i)
		want := 1
		if row.Score == 0 {
			want = 0
		}
		if on[row.ID] != want {
			t.Errorf("%s is on the technique order for people %d times, want %d: see humanOrder and After", row.ID, on[row.ID], want)
		}
	}
	named := false // nothing with a name of its own comes after the first chain
	for _, row := range human.Techniques() {
		named = named || row.ID == "x-cycle"
		if named && row.Rating == 0 {
			t.Errorf("%s comes after chains", row.ID)
		}
	}
}

// follow is replay for a path for people.
func follow(p, solution *board.Grid, path *HumanPath) error {
	b, err := carryOut(p, solution, path.Steps)
	score := 0
	for _, s := range path.Steps {
		score += s.Score
	}
	switch {
	case err != nil:
		return err
	case score != path.Score:
		return fmt.Errorf("the steps score %d, the path %d", score, path.Score)
	case path.Solved != b.Full():
		return fmt.Errorf("solved: %v, but the board is full: %v", path.Solved, b.Full())
	}
	return nil
}

// checkLine follows the chain of a named pattern, link by link, on the board. It begins
// with an end that is false and ends with the other, which is then true.
func checkLine(b *board.Board, s *Step) error {
	for _, c := range s.Chains {
		for i, l := range c {
			switch err := checkLink(b, c, i); {
			case !b.Candidates(l.Cell).Has(l.Digit):
				return fmt.Errorf("link %d is no candidate", i)
			case i == 0 && l.On || i == len(c)-1 && !l.On:
				return fmt.Errorf("link %d is %v", i, l.On)
			case err != nil:
				return fmt.Errorf("link %d: %w", i, err)
			}
		}
	}
	return nil
}

// TestHumanSound: on random minimal puzzles of every size no step of the technique order for people
// removes a candidate of the solution or places a wrong digit.
func TestHumanSound(t *testing.T) {
	counts := map[int]int{4: 50, 6: 50, 9: 40, 12: 2, 16: 1}
	if *long {
		counts[9] = 50_000
	}
	for _, geo := range board.Sizes() {
		gr := NewGrader(geo)
		puzzles, solved := sample(geo, counts[geo.Size], 31)
		uses := map[string]int{}
		for i := range puzzles {
			path := gr.Human(&puzzles[i])
			if err := follow(&puzzles[i], &solved[i], &path); err != nil || !path.Solved {
				t.Errorf("%v: solved %v, %v", puzzles[i], path.Solved, err)
			}
			for _, s := range path.Steps {
				uses[s.Technique]++
			}
		}
		t.Logf("%d puzzles; uses %v", len(puzzles), uses)
	}
}

// TestPatternsOccur: each named pattern is a step of the path of some puzzle.
func TestPatternsOccur(t *testing.T) {
	gr := NewGrader(board.Nine())
	uses := map[string]int{}
	for _, text := range patternPuzzles {
		p := parse(t, text)
		path := gr.Human(&p)
		solution := solutions(&p, 1, nil)[0]
		if err := follow(&p, &solution, &path); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		for _, s := range path.Steps {
			uses[s.Technique]++
		}
	}
	for _, row := range patterns {
		if uses[row.ID] == 0 && row.ID != "simple-colouring-wrap" {
			t.Errorf("%s never occurred", row.ID)
		}
	}
}

// TestHumanAgainstHoDoKu compares the level and the score with those of HoDoKu itself. Scores
// depend on which of several steps is taken first, levels hardly.
func TestHumanAgainstHoDoKu(t *testing.T) {
	gr := NewGrader(board.Nine())
	levels := map[string]HumanLevel{}
	for l := LevelEasy; l <= LevelExtreme; l++ {
		levels[l.String()] = l
	}
	var same, all [LevelExtreme + 1]int
	i, near := 0, 0
	for row := range table(t, "ratings/se-dev.tsv") {
		if i++; !*long && i%25 != 0 || row["hodoku_level"] == "" {
			continue
		}
		p := parse(t, row["puzzle"])
		theirs, path := levels[row["hodoku_level"]], gr.Human(&p)
		all[theirs]++
		if path.Level == theirs {
			same[theirs]++
		}
		score, err := strconv.Atoi(row["hodoku_score"])
		if err != nil {
			t.Fatal(err)
		}
		ratio := float64(path.Score) / float64(score)
		if 0.9 <= ratio && ratio <= 1.1 {
			near++
		}
		if ratio < 0.25 || ratio > 4 {
			t.Errorf("%s: the score is %d, HoDoKu's %d", row["puzzle"], path.Score, score)
		}
	}
	t.Logf("scores within 10%%: %d of %d", near, all[LevelEasy]+all[LevelMedium]+all[LevelHard]+all[LevelUnfair]+all[LevelExtreme])
	for l := LevelEasy; l <= LevelExtreme; l++ {
		t.Logf("%v: %d of %d", l, same[l], all[l])
		least := 90 // percent
		if l > LevelHard {
			least = 50
		}
		if 100*(same[l]+1) < least*all[l] { // one more, for small samples
			t.Errorf("only %d of %d that HoDoKu finds %v are so here", same[l], all[l], l)
		}
	}
}

// TestHumanOfOddInput: full, conflicting and improper grids, and another size.
func TestHumanOfOddInput(t *testing.T) {
	gr := NewGrader(board.Sizes()[0])
	for _, c := range []struct {
		puzzle string
		steps  int
		solved bool
		level  HumanLevel
	}{
		{"1234341221434321", 0, true, NoLevel},
		{".234341221434321", 1, true, LevelEasy},
		{"11..............", 1, false, LevelExtreme},
		{"..343412..434321", 1, false, LevelExtreme},
	} {
		p := parse(t, c.puzzle)
		path := gr.Human(&p)
		if len(path.Steps) != c.steps || path.Solved != c.solved || path.Level != c.level {
			t.Errorf("%s: %+v", c.puzzle, path)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a 9x9 puzzle was solved by a 4x4 grader")
		}
	}()
	nine := board.NewGrid(board.Nine())
	gr.Human(&nine)
}

// TestHumanBudget: where the budget ends, the path does.
func TestHumanBudget(t *testing.T) {
	gr := NewGrader(board.Nine())
	gr.Budget = 100
	p := parse(t, escargot)
	if path := gr.Human(&p); !path.AtLeast || path.Solved {
		t.Errorf("solved within the budget: %+v", path)
	}
}

// TestHumanLeavesTheRating: a grader grades the same after a walk up the other
// ladder.
func TestHumanLeavesTheRating(t *testing.T) {
	gr := NewGrader(board.Nine())
	for _, text := range append([]string{dynamic}, table6...) {
		p := parse(t, text)
		before := gr.Grade(&p)
		gr.Human(&p)
		if after := gr.Grade(&p); after != before {
			t.Errorf("%s: %+v, then %+v", text, before, after)
		}
	}
}

func TestHumanLevelOf(t *testing.T) {
	for _, c := range []struct {
		hardest HumanLevel
		score   int
		want    HumanLevel
	}{
		{NoLevel, 0, NoLevel},
		{LevelEasy, 800, LevelEasy},
		{LevelEasy, 801, LevelMedium},
		{LevelEasy, 1001, LevelHard},
		{LevelMedium, 300, LevelMedium},
		{LevelHard, 1600, LevelHard},
		{LevelHard, 1601, LevelUnfair},
		{LevelEasy, 1801, LevelExtreme},
		{LevelExtreme, 10, LevelExtreme},
	} {
		if got := HumanLevelOf(c.hardest, c.score); got != c.want {
			t.Errorf("HumanLevelOf(%v, %d) = %v, want %v", c.hardest, c.score, got, c.want)
		}
	}
}
