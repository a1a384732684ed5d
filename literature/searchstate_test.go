package literature

import (
	"context"
	"errors"
	"strings"
	"testing"

	"gradoku/board"
	"gradoku/draw"
	"gradoku/solve"
)

// momentOf returns a step of a search on a puzzle of the literature.
func momentOf(t *testing.T, solver, puzzle string, step int64) (*draw.Search, error) {
	t.Helper()
	s, err := solve.ByName(allSolvers(), solver)
	if err != nil {
		t.Fatal(err)
	}
	p, _ := literary(t, puzzle)
	return SearchStateAt(t.Context(), s, &p, solve.DefaultScan, step)
}

// Figures 11 and 12 of Moler's article, as an independent program of his listing has
// them.
func TestMomentOfMoler(t *testing.T) {
	m, err := momentOf(t, "moler", "royle", 22)
	if err != nil {
		t.Fatal(err)
	}
	geo := board.Nine()
	var column strings.Builder
	for _, c := range geo.HouseCells(geo.ColHouse(0)) {
		column.WriteString(m.Grid.At(c).String())
	}
	want := board.SetOf(geo.CellAt(0, 0), geo.CellAt(2, 0), geo.CellAt(3, 0), geo.CellAt(5, 0), geo.CellAt(6, 0))
	if column.String() != "163782549" || m.Tried != want || m.Caption != "Step 22 of moler (r9c1 must be 9). Shaded digits are on trial." || m.Grid.Clues() != 29 {
		t.Errorf("step 22: column %s, %d digits, %d on trial, %s", column.String(), m.Grid.Clues(), m.Tried.Len(), m.Caption)
	}
	m, err = momentOf(t, "moler", "royle", 14781)
	const stuck = "728531940695472013314689570541826000879314256263795481187253694452967008936148725"
	if err != nil || strings.ReplaceAll(m.Grid.String(), ".", "0") != stuck || m.Title != "step 14781 of moler" || !strings.Contains(m.Caption, "(dead end: r1c9 has no candidate)") {
		t.Errorf("step 14781: %+v, %v", m, err)
	}
}

// Whatever the solver: the clues stand, a trial is no clue, the digits are those that a
// replay of the trace has.
func TestMoments(t *testing.T) {
	for _, s := range Solvers() {
		p, _ := literary(t, "T6_3")
		var grids []board.Grid
		var depths []int
		solve.Run(t.Context(), s, &p, solve.Options{Limit: 1, Trace: func(e solve.Event) {
			for int64(len(grids)) <= e.Step {
				grids, depths = append(grids, p), append(depths, 0)
				if n := len(grids); n > 1 {
					grids[n-1], depths[n-1] = grids[n-2], depths[n-2]
				}
			}
			grids[e.Step], depths[e.Step] = *e.Grid, e.Depth
		}})
		for _, step := range []int64{1, 7, int64(len(grids)) / 2, int64(len(grids)) - 1} {
			if step < 1 || step >= int64(len(grids)) {
				continue
			}
			m, err := SearchStateAt(t.Context(), s, &p, solve.DefaultScan, step)
			if err != nil || m.Grid != grids[step] || m.Tried.Len() > depths[step] {
				t.Errorf("%s, step %d: %v with %d on trial, want %v with %d; %v", s.Name, step, m.Grid, m.Tried.Len(), grids[step], depths[step], err)
			}
			if trial := m.Tried.Intersect(p.ClueSet()); !trial.Empty() {
				t.Errorf("%s: %d clues stand on trial", s.Name, trial.Len())
			}
		}
	}
}

func TestNoSuchMoment(t *testing.T) {
	var none *NoStepError
	if _, err := momentOf(t, "moler", "royle", 19423); !errors.As(err, &none) || none.Ends != 19422 || none.Mute {
		t.Errorf("after the end: %v", err)
	}
	if _, err := momentOf(t, "bitboard", "royle", 1); !errors.As(err, &none) || !none.Mute {
		t.Errorf("a solver without a trace: %v", err)
	}
	s, _ := solve.ByName(Solvers(), "moler")
	wrong, err := board.Parse("11..............")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := SearchStateAt(t.Context(), s, &wrong, solve.DefaultScan, 1); err == nil || errors.As(err, &none) {
		t.Errorf("a contradiction: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p, _ := literary(t, "royle")
	if _, err := SearchStateAt(ctx, s, &p, solve.DefaultScan, 5); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}
