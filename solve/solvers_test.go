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

// TestSolversIsACopy: nobody can change the table.
func TestSolversIsACopy(t *testing.T) {
	Solvers()[0].Name = "changed"
	if got := Solvers()[0].Name; got != "bitboard" {
		t.Errorf("the table's first row is now called %q", got)
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

func TestCaps(t *testing.T) {
	for _, tt := range []struct {
		caps Caps
		want string
	}{
		{0, ""},
		{Finds, "finds"},
		{Finds | Proves, "finds, proves"},
		{Finds | Counts | Proves, "finds, counts, proves"},
		{Proves | Scans | Traces, "proves, scans, traces"},
	} {
		if got := tt.caps.String(); got != tt.want {
			t.Errorf("Caps(%d) = %q, want %q", tt.caps, got, tt.want)
		}
	}
	if !(Finds | Counts).Has(Finds) || Finds.Has(Finds|Counts) {
		t.Error("Has does not ask for all flags")
	}
}

func TestStatusString(t *testing.T) {
	for s, want := range []string{"exhausted", "limit reached", "budget spent", "canceled"} {
		if got := Status(s).String(); got != want {
			t.Errorf("Status(%d) = %q, want %q", s, got, want)
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

func TestShorthands(t *testing.T) {
	for _, geo := range board.Sizes() {
		p, solution := boardtest.Proper(t, geo)
		if !Unique(&p) {
			t.Errorf("size %d: not unique", geo.Size)
		}
		if got, ok := First(&p); !ok || got != solution {
			t.Errorf("size %d: First = %v, %v", geo.Size, got, ok)
		}
		empty := board.NewGrid(geo)
		if Unique(&empty) {
			t.Errorf("size %d: the empty grid is unique", geo.Size)
		}
		if r := Count(&empty, 7); r.Solutions != 7 || r.Status != LimitReached {
			t.Errorf("size %d, empty: %d solutions, %v", geo.Size, r.Solutions, r.Status)
		}
		wrong := boardtest.Pattern(geo)
		wrong.Set(0, wrong.At(1))
		if _, ok := First(&wrong); ok || Unique(&wrong) {
			t.Errorf("size %d: a wrong grid has a solution", geo.Size)
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
