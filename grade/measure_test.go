package grade

import (
	"math"
	"testing"

	"gradoku/board"
)

// TestMeasures: what must hold for every puzzle, and that the figures depend on the
// puzzle and the seed alone, not on what was measured before.
func TestMeasures(t *testing.T) {
	for _, geo := range []*board.Geometry{board.Sizes()[0], board.Nine()} {
		gr, other := NewGrader(geo), NewGrader(geo)
		gr.Budget = 1
		puzzles, _ := sample(geo, 40, 12)
		singles, stuck := 0, 0
		for i := range puzzles {
			p := &puzzles[len(puzzles)-1-i]
			h := gr.Measure(p, 4, 7)
			blanks, _ := Metrics(p)
			if h.DependencyHidden > h.Dependency || h.Dependency > float64(blanks) || h.Dependency == 0 {
				t.Errorf("%v: dependency %v, hidden %v of %d blanks", p, h.Dependency, h.DependencyHidden, blanks)
			}
			// One cell at a time takes as long as waves, within a factor of two.
			if s := float64(gr.Grade(p).Scan) / 10; h.Scan < s/2 || h.Scan > 2*s {
				t.Errorf("%v: S %.1f, one cell at a time %.1f", p, s, h.Scan)
			}
			if (h.Left == 0) != (h.Refutation == 0) || h.Left > blanks {
				t.Errorf("%v: singles leave %d cells, refutations %v", p, h.Left, h.Refutation)
			}
			if _, easy := scanSlowly(p); easy != (h.Left == 0) {
				t.Errorf("%v: singles leave %d cells, the definition says solved %v", p, h.Left, easy)
			}
			if h.Left == 0 {
				singles++
			} else {
				stuck++
			}
			other.Grade(p)
			if again := other.Measure(p, 4, 7); again != h {
				t.Errorf("%v: first %+v, then %+v", p, h, again)
			}
		}
		if singles == 0 || geo == board.Nine() && stuck == 0 {
			t.Errorf("%dx%d: %d solved by singles, %d not", geo.Size, geo.Size, singles, stuck)
		}
	}
}

// TestMeasuresByHand: with two blanks in different houses both can be filled, then
// one: a mean of 1.5 in one round.
func TestMeasuresByHand(t *testing.T) {
	p := parse(t, ".234341221434.21")
	got := NewGrader(p.Geometry()).Measure(&p, 3, 1)
	if want := (Measures{Dependency: 1.5, DependencyHidden: 1.5, Scan: 2/2.5 + 1/1.5, Rounds: 1}); math.Abs(got.Scan-want.Scan) > 1e-12 || got != (Measures{1.5, 1.5, 0, got.Scan, 1, 0}) {
		t.Errorf("%+v, want %+v", got, want)
	}
	improper := parse(t, "11..............")
	if got := NewGrader(p.Geometry()).Measure(&improper, 3, 1); got != (Measures{}) {
		t.Errorf("clues that contradict each other: %+v", got)
	}
	open := parse(t, "................") // many solutions: any figures, and an end
	NewGrader(p.Geometry()).Measure(&open, 3, 1)
}

// TestMeasureStops soon after it is told to; one that is not told to gives what it
// gives when nobody is asked.
func TestMeasureStops(t *testing.T) {
	p := parse(t, "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	gr := NewGrader(p.Geometry())
	want, asked := gr.Measure(&p, 3, 1), 0
	gr.Stop = func() bool { asked++; return false }
	if got := gr.Measure(&p, 3, 1); got != want || asked < 100 {
		t.Errorf("%+v after %d questions, want %+v", got, asked, want)
	}
	for _, after := range []int{1, 2, 7, 50} {
		asked = 0
		gr.Stop = func() bool { asked++; return asked >= after }
		if gr.Measure(&p, 3, 1); asked > after+4 {
			t.Errorf("told to stop at question %d, it asked %d", after, asked)
		}
	}
}
