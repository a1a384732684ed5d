package solve_test

import (
	"context"
	"errors"
	"testing"

	"gradoku/board"
	"gradoku/solve"
)

// TestUntrusted: what is no puzzle has no solution, and nothing panics.
func TestUntrusted(t *testing.T) {
	tooLarge := board.NewGrid(board.Sizes()[0])
	tooLarge.Set(3, 9)
	beyond := board.NewGrid(board.Nine())
	beyond.Set(80, 200)
	for name, p := range map[string]*board.Grid{"the zero Grid": {}, "a 9 on 4x4": &tooLarge, "200": &beyond} {
		if r := solve.Count(p, 2); r.Solutions != 0 || r.Status != solve.Exhausted {
			t.Errorf("%s: %+v", name, r)
		}
		if _, err := solve.Solution(p); !errors.Is(err, solve.ErrNone) {
			t.Errorf("%s: %v", name, err)
		}
		for _, s := range solve.Solvers() {
			if r, err := solve.Run(context.Background(), s, p, solve.Options{Limit: 2}); err == nil && r.Solutions > 0 {
				t.Errorf("%s: %s finds a solution", name, s.Name)
			}
		}
		if p.String() == "" && p.Geometry() != nil || p.Check() == nil {
			t.Errorf("%s: %q passes", name, p)
		}
	}
}
