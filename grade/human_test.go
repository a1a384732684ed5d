package grade

import (
	"fmt"
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
			t.Errorf("%s is on the ladder for people %d times, want %d: see humanOrder and After", row.ID, on[row.ID], want)
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

// follow replays a path on a plain board and reports the first thing that is wrong.
func follow(p, solution *board.Grid, path *HumanPath) error {
	b := board.NewBoard(p)
	score := 0
	for i, s := range path.Steps {
		text := fmt.Sprintf("step %d, %s", i+1, Sentence(p.Geometry(), &s))
		if strings.ContainsAny(text, "{}") || !strings.HasSuffix(text, ".") {
			return fmt.Errorf("%s: a gap", text)
		}
		var err error
		if s.Rating == 0 {
			err = checkLine(&b, &s)
		} else {
			err = checkChains(&b, &s)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
		for _, e := range s.Eliminate {
			if !b.Candidates(e.Cell).Has(e.Digit) || solution.At(e.Cell) == e.Digit {
				return fmt.Errorf("%s eliminates what is not there, or the solution", text)
			}
			b.Eliminate(e.Cell, e.Digit.Mask())
		}
		if d := s.Place.Digit; d != 0 {
			if !b.Candidates(s.Place.Cell).Has(d) || solution.At(s.Place.Cell) != d {
				return fmt.Errorf("%s places a wrong digit", text)
			}
			b.Place(s.Place.Cell, d)
		} else if len(s.Eliminate) == 0 {
			return fmt.Errorf("%s does nothing", text)
		}
		score += s.Score
	}
	if score != path.Score {
		return fmt.Errorf("the steps score %d, the path %d", score, path.Score)
	}
	if path.Solved != b.Full() {
		return fmt.Errorf("solved: %v, but the board is full: %v", path.Solved, b.Full())
	}
	return nil
}

// checkLine follows the chain of a named pattern, link by link, on the board: a
// true candidate makes false what it excludes, a false one makes true what is
// alone beside it. One of the ends is true, and everything that is eliminated sees
// both.
func checkLine(b *board.Board, s *Step) error {
	if len(s.Chains) == 0 {
		return nil
	}
	c, geo := s.Chains[0], b.Geometry()
	for i, l := range c {
		switch {
		case !b.Candidates(l.Cell).Has(l.Digit):
			return fmt.Errorf("link %d is no candidate", i)
		case i == 0 && l.On || i == len(c)-1 && !l.On:
			return fmt.Errorf("link %d is %v", i, l.On)
		case i > 0 && l.On == c[i-1].On:
			return fmt.Errorf("links %d and %d are both %v", i-1, i, l.On)
		case i > 0 && l.On && !onlyTwo(b, c[i-1].Candidate, l.Candidate):
			return fmt.Errorf("link %d does not follow: others are left", i)
		case i > 0 && !l.On && !excludes(geo, c[i-1].Candidate, l.Candidate):
			return fmt.Errorf("link %d does not follow: it is not excluded", i)
		}
	}
	return nil
}

// onlyTwo reports whether two candidates are the last in their cell, or for their
// digit in a house.
func onlyTwo(b *board.Board, x, y Candidate) bool {
	if x.Cell == y.Cell {
		return x.Digit != y.Digit && b.Candidates(x.Cell).Len() == 2
	}
	if x.Digit != y.Digit {
		return false
	}
	for _, h := range b.Geometry().HousesOf(x.Cell) {
		n, both := 0, false
		for _, c := range b.Geometry().HouseCells(h) {
			both = both || c == y.Cell
			if b.Candidates(c).Has(x.Digit) {
				n++
			}
		}
		if both && n == 2 {
			return true
		}
	}
	return false
}

func excludes(geo *board.Geometry, x, y Candidate) bool {
	if x.Cell == y.Cell {
		return x.Digit != y.Digit
	}
	peers := geo.PeerSet(x.Cell)
	return x.Digit == y.Digit && peers.Has(y.Cell)
}

// TestHumanSound: on random minimal puzzles no step of the ladder for people
// removes a candidate of the solution or places a wrong digit.
func TestHumanSound(t *testing.T) {
	n := 60
	if *long {
		n = 50_000
	}
	gr := NewGrader(board.Nine())
	puzzles, solved := sample(board.Nine(), n, 31)
	uses := map[string]int{}
	for i := range puzzles {
		path := gr.Human(&puzzles[i])
		if err := follow(&puzzles[i], &solved[i], &path); err != nil {
			t.Errorf("%v: %v", puzzles[i], err)
		}
		for _, s := range path.Steps {
			uses[s.Technique]++
		}
		if !path.Solved {
			t.Errorf("%v: unsolved", puzzles[i])
		}
	}
	t.Logf("%d puzzles; uses %v", n, uses)
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

// TestHumanSizes does the same on the other sizes.
func TestHumanSizes(t *testing.T) {
	counts := map[int]int{4: 50, 6: 50, 12: 2, 16: 1}
	for _, geo := range board.Sizes() {
		gr := NewGrader(geo)
		puzzles, solved := sample(geo, counts[geo.Size], 32)
		for i := range puzzles {
			path := gr.Human(&puzzles[i])
			if err := follow(&puzzles[i], &solved[i], &path); err != nil || !path.Solved {
				t.Errorf("%v: solved %v, %v", puzzles[i], path.Solved, err)
			}
		}
	}
}

// TestHumanAgainstHoDoKu compares the level with that of HoDoKu itself. Scores
// depend on which of several steps is taken first, levels hardly.
func TestHumanAgainstHoDoKu(t *testing.T) {
	gr := NewGrader(board.Nine())
	levels := map[string]HumanLevel{}
	for l := LevelEasy; l <= LevelExtreme; l++ {
		levels[l.String()] = l
	}
	var same, all [LevelExtreme + 1]int
	i := 0
	for row := range table(t, "ratings/se-dev.tsv") {
		if i++; !*long && i%25 != 0 || row["hodoku_level"] == "" {
			continue
		}
		p := parse(t, row["puzzle"])
		theirs, ours := levels[row["hodoku_level"]], gr.Human(&p).Level
		all[theirs]++
		if ours == theirs {
			same[theirs]++
		}
	}
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
