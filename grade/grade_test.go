package grade

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gradoku/board"
)

// TestGradeOf shows whole grades of well-known puzzles.
func TestGradeOf(t *testing.T) {
	for _, c := range []struct {
		puzzle                 string
		rating, pearl, diamond int
		hardest, level         string
		solved                 bool
	}{
		{table6[0], 12, 12, 12, "hidden-single-box", "gentle", true},
		{dynamic, 90, 12, 12, "dynamic-region", "extreme", true},
		{randomSolution(board.Nine(), newRand(5)).String(), 0, 0, 0, "", "", true},
		{"..343412..434321", 200, 0, 0, "last-resort", "extreme", false},
		{"11..............", 200, 0, 0, "last-resort", "extreme", false},
		{"1234341221434321", 0, 0, 0, "", "", true},
		{".234341221434321", 10, 10, 10, "full-house", "gentle", true},
	} {
		p := parse(t, c.puzzle)
		g := NewGrader(p.Geometry()).Grade(&p)
		if g.Rating != c.rating || g.Pearl != c.pearl || g.Diamond != c.diamond || g.Hardest != c.hardest ||
			g.Level != c.level || g.SolvedByLogic != c.solved {
			t.Errorf("%s: %+v, want %+v", c.puzzle, g, c)
		}
	}
}

// TestImproperInputIsSurvived: random clues, conflicting, contradictory or with
// many solutions, get some grade and the same one each time.
func TestImproperInputIsSurvived(t *testing.T) {
	graders := map[*board.Geometry]*Grader{}
	for _, geo := range board.Sizes() {
		graders[geo] = NewGrader(geo)
		graders[geo].Budget = 2000
	}
	rapid.Check(t, func(t *rapid.T) {
		geo := rapid.SampledFrom(board.Sizes()).Draw(t, "size")
		p := randomSolution(geo, newRand(rapid.Uint64().Draw(t, "seed")))
		for i := range geo.Cells {
			if rapid.IntRange(0, 9).Draw(t, "blank") < 6 {
				p.Set(board.Cell(i), 0)
			}
		}
		for range rapid.IntRange(0, 2).Draw(t, "wrong clues") {
			p.Set(board.Cell(rapid.IntRange(0, geo.Cells-1).Draw(t, "cell")), board.Digit(rapid.IntRange(1, geo.Size).Draw(t, "digit")))
		}
		g, steps := graders[geo].Path(&p)
		if again := graders[geo].Grade(&p); again != g {
			t.Fatalf("%v: first %+v, then %+v", p, g, again)
		}
		n := 0
		for _, k := range g.Uses {
			n += int(k)
		}
		if n != len(steps) {
			t.Fatalf("%v: %d steps, %d counted", p, len(steps), n)
		}
	})
}

// TestPathIsRepeatable also checks that steps own their memory: a later puzzle
// does not change them.
func TestPathIsRepeatable(t *testing.T) {
	gr := NewGrader(board.Nine())
	first, other := parse(t, table6[4]), parse(t, table6[3])
	_, steps := gr.Path(&first)
	var text []string
	for _, s := range steps {
		text = append(text, Sentence(board.Nine(), &s))
	}
	gr.Grade(&other)
	for i, s := range steps {
		if Sentence(board.Nine(), &s) != text[i] {
			t.Fatalf("step %d became %q, was %q", i, Sentence(board.Nine(), &s), text[i])
		}
		if strings.ContainsAny(text[i], "{}") || !strings.HasSuffix(text[i], ".") {
			t.Errorf("sentence with a gap: %q", text[i])
		}
	}
	if len(steps) < 57 {
		t.Errorf("%d steps for 57 blanks", len(steps))
	}
}

func TestGradeDoesNotAllocate(t *testing.T) {
	gr := NewGrader(board.Nine())
	gr.Budget = 100_000
	texts := append([]string{dynamic}, table6...)
	if *long {
		texts = append(texts, escargot)
	}
	for _, text := range texts {
		p := parse(t, text)
		if n := allocations(1, func() { gr.Grade(&p) }); n != 0 {
			t.Errorf("%s: %v allocations", text, n)
		}
	}
	sixteen, _ := sample(board.Sizes()[4], 1, 7)
	gr = NewGrader(board.Sizes()[4])
	if n := allocations(5, func() { gr.Grade(&sixteen[0]) }); n != 0 {
		t.Errorf("16x16: %v allocations", n)
	}
}

// allocations is testing.AllocsPerRun, the least of a few: what the runtime
// allocates for itself meanwhile is counted there, too.
func allocations(runs int, f func()) float64 {
	n := testing.AllocsPerRun(runs, f)
	for tries := 0; n > 0 && tries < 3; tries++ {
		n = min(n, testing.AllocsPerRun(runs, f))
	}
	return n
}

func TestGraders(t *testing.T) {
	var all Graders
	nine := all.Of(board.Nine())
	if nine.Budget != DefaultBudget {
		t.Errorf("a new grader has the budget %d", nine.Budget)
	}
	nine.Budget = 1
	small := parse(t, "12.43...2143..21")
	want := NewGrader(small.Geometry()).Grade(&small)
	if got := all.Of(small.Geometry()).Grade(&small); got != want || got.Rating == 0 {
		t.Errorf("4x4: %+v, want %+v", got, want)
	}
	if all.Of(board.Nine()) != nine || nine.Budget != 1 {
		t.Error("the grader of 9x9 is another, or its budget is")
	}
}
