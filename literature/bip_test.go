package literature

import (
	"sync"
	"testing"

	"gradoku/board"
	"gradoku/internal/boardtest"
	"gradoku/solve"
)

func TestBIPLiterature(t *testing.T) {
	for _, l := range Puzzles() {
		p, solution := literary(t, l.Key)
		r := solveBIP(t.Context(), &p, solve.Options{Limit: 2})
		if !r.Unique() || r.First != solution || r.Stats.Nodes != 2 {
			t.Errorf("%s: %d solutions, %v, %d calls", l.Key, r.Solutions, r.Status, r.Stats.Nodes)
		}
		for name, want := range map[string]int64{"variables": 729, "equations": 324, "nonzeros": 2916, "objective": 29565} {
			if got := r.Stats.Counter(name); got != want {
				t.Errorf("%s: %d %s, want %d", l.Key, got, name, want)
			}
		}
	}
}

// TestBIPCounts compares with the default solver on puzzles with no, one and
// many solutions, all of which must be different.
func TestBIPCounts(t *testing.T) {
	for _, geo := range board.Sizes()[:3] {
		rng := boardtest.Rand(5)
		pattern := boardtest.Pattern(geo)
		for range boardtest.Rounds(10) {
			full := board.RandomTransform(geo, rng).Apply(&pattern)
			p := boardtest.SomeClues(full, geo.Cells*3/8+rng.IntN(4), rng)
			if rng.IntN(3) == 0 {
				c := p.ClueSet()
				p.Set(c.First(), p.At(c.First())%board.Digit(geo.Size)+1)
			}
			seen := map[board.Grid]bool{}
			r := solveBIP(t.Context(), &p, solve.Options{Limit: 30, Each: func(g *board.Grid) bool {
				seen[*g] = g.Solves(&p)
				return true
			}})
			want := 0
			if p.Check() == nil {
				want = solve.Count(&p, 30).Solutions
			}
			if r.Solutions != want || len(seen) != want {
				t.Errorf("%v: %d solutions, %d different, want %d", p, r.Solutions, len(seen), want)
			}
			for g, ok := range seen {
				if !ok {
					t.Errorf("%v does not solve %v", g, p)
				}
			}
		}
	}
}

// TestBIPAtOnce runs the solver from several goroutines, which its library would
// not stand.
func TestBIPAtOnce(t *testing.T) {
	p, solution := literary(t, "inkala")
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 5 {
				if r := solveBIP(t.Context(), &p, solve.Options{Limit: 2}); !r.Unique() || r.First != solution {
					t.Errorf("%d solutions, %v, %v", r.Solutions, r.Status, r.First)
				}
			}
		})
	}
	all.Wait()
}
