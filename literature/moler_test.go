package literature

import (
	"testing"

	"github.com/google/go-cmp/cmp"

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
