package literature

import (
	"fmt"
	"testing"

	"gradoku/board"
	"gradoku/solve"
)

var solveOptions = solve.Options{Limit: 2}

// The five equal parts are the printed ranges, but for the number printed in two.
func TestWholeRangeLevel(t *testing.T) {
	table := TableOf("freedom_levels_full")
	for i := range table.Rows {
		from, to := table.Int(i, "from"), table.Int(i, "to")
		for f := from; f <= to; f++ {
			if got := wholeRangeLevel(f); got != i+1 {
				t.Fatalf("level %d of %d, want %d", got, f, i+1)
			}
		}
	}
}

// Three equations in two unknowns, one the sum of the others.
func TestMatrixRank(t *testing.T) {
	m := &Programme{Variables: 4, Equations: []Equation{
		{Variables: []int{1, 2}}, {Variables: []int{3, 4}}, {Variables: []int{1, 2, 3, 4}}, {Variables: []int{2, 3}},
	}}
	if got := matrixRank(m); got != 3 {
		t.Errorf("rank %d, want 3", got)
	}
}

// sizeLeft agrees with the candidates of the board: each takes part in four
// equations, and each blank cell is one of them. What follows is hidden and naked
// singles, until there are none.
func TestSizeLeft(t *testing.T) {
	for _, p := range Puzzles() {
		size := func(b *board.Board) string {
			candidates := 0
			for i := range b.Geometry().Cells {
				candidates += b.Candidates(board.Cell(i)).Len()
			}
			return fmt.Sprint(4*b.Grid.Blanks(), candidates, 4*candidates)
		}
		m, b := NewProgramme(&p.Puzzle), board.NewBoard(&p.Puzzle)
		if got, want := sizeLeft(m, false), size(&b); got != want {
			t.Errorf("%s: %s, want %s", p.Key, got, want)
		}
		geo := b.Geometry()
		for again := true; again; {
			again = false
			for i := range geo.Cells {
				if cands := b.Candidates(board.Cell(i)); cands.Single() {
					b.Place(board.Cell(i), cands.First())
					again = true
				}
			}
			for h := range 3 * geo.Size {
				for d := range geo.All.All() {
					if c, only := onlyPlace(&b, board.House(h), d); only {
						b.Place(c, d)
						again = true
					}
				}
			}
		}
		if got, want := sizeLeft(m, true), size(&b); got != want {
			t.Errorf("%s, what follows: %s, want %s", p.Key, got, want)
		}
	}
}

func TestStarTable(t *testing.T) {
	one := newStarTable("table1")
	stars, blanks := one.puzzles()
	if len(stars) != 100 || len(blanks) != 100 || stars[0] != 1 || blanks[99] != 58 {
		t.Errorf("%d puzzles, first with %v stars, last with %v blanks", len(stars), stars[0], blanks[99])
	}
	if got := one.count(2, 56); got != 35 {
		t.Errorf("%d puzzles of three stars with 56 blanks, want 35", got)
	}
	if got := one.count(0, 58); got != 0 {
		t.Errorf("%d in a blank cell", got)
	}
}
