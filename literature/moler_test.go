package literature

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"gradoku/board"
	"gradoku/internal/boardtest"
	"gradoku/solve"
)

// molerStuck is the article's figure 12, after 14,781 steps.
const molerStuck = "72853194.695472.1331468957.541826...879314256263795481187253694452967..8936148725"

// TestMolerCandidates: the article's example, and that its puzzle begins
// without a singleton.
func TestMolerCandidates(t *testing.T) {
	p, _ := literary(t, "royle")
	m := molerSearch{order: cellsOf(p.Geometry(), solve.ByColumn, solve.ByColumn)}
	c, single, dead := m.candidates(&p)
	if got := c.Candidates(0).String(); got != "1579" || single >= 0 || dead >= 0 {
		t.Errorf("candidates of r1c1 are %s, first singleton %d, first dead cell %d", got, single, dead)
	}
	stuck := boardtest.Parse(t, molerStuck)
	_, single, dead = m.candidates(&stuck)
	if single != 6*9+1 || dead != 8*9 {
		t.Errorf("figure 12: first singleton %d, first dead cell %d, want those of r2c7 and r1c9", single, dead)
	}
}

// TestMolerFirstCell: three of the four candidates of the first cell leave no
// solution, though they break no rule; the article's example for existence.
func TestMolerFirstCell(t *testing.T) {
	puzzle, solution := literary(t, "royle")
	for d, solutions := range map[board.Digit]int{1: 0, 5: 0, 7: 0, 9: 1} {
		p := puzzle
		p.Set(0, d)
		if err := p.Check(); err != nil {
			t.Errorf("%v in r1c1: %v", d, err)
		}
		r := solveMoler(t.Context(), &p, solve.Options{})
		if r.Solutions != solutions || solutions == 0 && r.Status != solve.Exhausted || solutions == 1 && r.First != solution {
			t.Errorf("%v in r1c1: %d solutions, %v, want %d", d, r.Solutions, r.Status, solutions)
		}
		if n := solve.Count(&p, 2).Solutions; n != solutions {
			t.Errorf("%v in r1c1: %d solutions by the default solver, want %d", d, n, solutions)
		}
	}
}

// TestMolerShidoku is the article's example of a puzzle with two solutions, one
// the transpose of the other: diag(1:4).
func TestMolerShidoku(t *testing.T) {
	p := boardtest.Parse(t, "1....2....3....4")
	geo := p.Geometry()
	var told []string
	trace := func(e solve.Event) { told = append(told, e.Sentence(geo)) }
	down := solveMoler(t.Context(), &p, solve.Options{Trace: trace})
	if got := down.First.String(); got != "1423324141322314" || down.Status != solve.LimitReached {
		t.Errorf("solution %s, %v", got, down.Status)
	}
	if len(told) < 2 || told[0] != "try 3 in r2c1" || told[1] != "r4c1 must be 2" || told[len(told)-1] != "solved" {
		t.Errorf("it begins and ends %q", told)
	}
	if r := down.Stats; r.Counter("guesses") != 1 || r.Counter("singles") != 11 || r.Counter("reverts") != 0 {
		t.Errorf("%+v, want one guess and then singles only", r)
	}
	along := solveMoler(t.Context(), &p, solve.Options{Scan: solve.ByRow})
	if along.First != transposed(&down.First) || along.First == down.First {
		t.Errorf("along the rows %v, down the columns %v, want the transpose", along.First, down.First)
	}
	if n := solve.Count(&p, 0).Solutions; n != 2 {
		t.Errorf("%d solutions, want 2", n)
	}
}

// TestMolerTransposed: going along the rows is the same program on the
// transposed puzzle.
func TestMolerTransposed(t *testing.T) {
	for _, l := range Puzzles() {
		p, _ := literary(t, l.Key)
		q := transposed(&p)
		a, b := solveMoler(t.Context(), &p, solve.Options{Scan: solve.ByRow}), solveMoler(t.Context(), &q, solve.Options{})
		if diff := cmp.Diff(a.Stats, b.Stats); diff != "" || a.First != transposed(&b.First) {
			t.Errorf("%s by row (-) and transposed (+):\n%s", l.Key, diff)
		}
	}
}

// TestMolerSizes solves a puzzle of each size, to the end.
func TestMolerSizes(t *testing.T) {
	for _, geo := range board.Sizes() {
		p, solution := boardtest.Proper(t, geo)
		if r := solveMoler(t.Context(), &p, solve.Options{}); r.First != solution {
			t.Errorf("size %d: %v, want %v", geo.Size, r.First, solution)
		}
	}
}
