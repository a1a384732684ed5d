package solve

import (
	"context"
	"strings"
	"testing"

	"gradoku/board"
	"gradoku/internal/boardtest"
)

func TestDefaults(t *testing.T) {
	for _, geo := range board.Sizes() {
		if s := Default(geo); !s.Takes(geo) || !s.Caps.Has(Finds|Counts|Proves) {
			t.Errorf("the default for size %d, %s, is not fit for it", geo.Size, s.Name)
		}
	}
	if got := Default(board.Nine()).Name; got != "bitboard" {
		t.Errorf("the default for 9x9 is %s", got)
	}
}

func TestByNameUnknown(t *testing.T) {
	_, err := ByName(Solvers(), "quantum")
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{`"quantum"`, "bitboard", "mrv"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the error %q does not name %s", err, want)
		}
	}
}

func TestUnique(t *testing.T) {
	for _, tt := range []struct {
		result Result
		want   bool
	}{
		{Result{Solutions: 1, Status: Exhausted}, true},
		{Result{Solutions: 0, Status: Exhausted}, false},
		{Result{Solutions: 2, Status: Exhausted}, false},
		{Result{Solutions: 1, Status: LimitReached}, false},
		{Result{Solutions: 1, Status: BudgetSpent}, false},
		{Result{Solutions: 1, Status: Canceled}, false},
	} {
		if got := tt.result.Unique(); got != tt.want {
			t.Errorf("%d solutions, %v: Unique = %v", tt.result.Solutions, tt.result.Status, got)
		}
	}
}

// TestRunRefuses: Run does not pass on what a solver may not or did not do.
func TestRunRefuses(t *testing.T) {
	p, solution := boardtest.Proper(t, board.Nine())
	four := board.NewGrid(boardtest.Geometry(t, 4))
	liar := Solver{Name: "liar", Sizes: []int{9}, Solve: func(context.Context, *board.Grid, Options) Result {
		wrong := solution
		wrong.Set(0, solution.At(1))
		return Result{Solutions: 1, First: wrong}
	}}
	bitboard, _ := ByName(Solvers(), "bitboard")
	for _, tt := range []struct {
		name   string
		solver Solver
		puzzle board.Grid
		want   string
	}{
		{"wrong solution", liar, p, "which is not a solution"},
		{"wrong size", bitboard, four, "it takes sizes [9], not 4"},
		{"zero grid", bitboard, board.Grid{}, "there is no grid"},
	} {
		r, err := Run(t.Context(), tt.solver, &tt.puzzle, Options{})
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), tt.solver.Name) {
			t.Errorf("%s: error %v, want one with %q and the solver's name", tt.name, err, tt.want)
		}
		if r.Solutions != 0 {
			t.Errorf("%s: a result in spite of the error: %+v", tt.name, r)
		}
	}
}

// TestRunConflict: clues that contradict each other are answered without
// asking the solver.
func TestRunConflict(t *testing.T) {
	p := board.NewGrid(board.Nine())
	p.Set(0, 5)
	p.Set(8, 5)
	asked := Solver{Name: "asked", Sizes: []int{9}, Solve: func(context.Context, *board.Grid, Options) Result {
		t.Error("the solver was asked")
		return Result{}
	}}
	r, err := Run(t.Context(), asked, &p, Options{})
	if err != nil || r.Solutions != 0 || r.Status != Exhausted {
		t.Errorf("got %d solutions, %v, %v", r.Solutions, r.Status, err)
	}
}
