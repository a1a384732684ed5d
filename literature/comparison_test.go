package literature

import (
	"testing"

	"gradoku/board"
	"gradoku/internal/boardtest"
	"gradoku/solve"
)

// The order decides how many passes it takes, not how far they get.
func TestComparisonByColumn(t *testing.T) {
	for _, l := range Puzzles() {
		rows := solveComparison(t.Context(), &l.Puzzle, solve.Options{})
		columns := solveComparison(t.Context(), &l.Puzzle, solve.Options{Scan: solve.ByColumn})
		if rows.First != columns.First || rows.Partial != columns.Partial {
			t.Errorf("%s: %v along the rows, %v down the columns", l.Key, rows.Partial, columns.Partial)
		}
	}
}

// A blank without a digit proves that there is no solution.
func TestComparisonDead(t *testing.T) {
	geo := board.Nine()
	p := board.NewGrid(geo)
	for i := 1; i < 9; i++ {
		p.Set(geo.CellAt(0, i), board.Digit(i))
	}
	p.Set(geo.CellAt(8, 0), 9)
	if r := solveComparison(t.Context(), &p, solve.Options{}); r.Status != solve.Exhausted || r.Solutions != 0 {
		t.Errorf("%d solutions, %v", r.Solutions, r.Status)
	}
}

// What fullhouse fills, comparison fills too.
func TestComparisonHasFullHouses(t *testing.T) {
	for _, geo := range board.Sizes() {
		p := boardtest.Pattern(geo)
		for i := range geo.Size {
			p.Set(geo.CellAt(i, (i*geo.BoxCols+i/geo.BoxRows)%geo.Size), 0)
		}
		if full := solveFullHouse(t.Context(), &p, solve.Options{}); full.Solutions != 1 {
			t.Fatalf("%v: full houses do not solve it", p)
		}
		if r := solveComparison(t.Context(), &p, solve.Options{}); r.Solutions != 1 {
			t.Errorf("%v: %v", p, r.Status)
		}
	}
}
