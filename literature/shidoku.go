package literature

import (
	"context"

	"gradoku/board"
	"gradoku/solve"
)

// firstShidoku yields the puzzles of four clues that can be the one in figure 3 of
// Cleve Moler, "Solving Sudoku with MATLAB". The figure is lost. According to the text
// its second row has a 3 and its first column a 1, 2 and 4 are the candidates of (2,1),
// and singletons alone solve it. The caller checks how many cells are singletons at
// first.
func firstShidoku(yield func(p *board.Grid) bool) {
	geo, err := board.ForSize(4)
	if err != nil {
		panic(err) // a size of the table
	}
	p := board.NewGrid(geo)
	cell := geo.CellAt(1, 0)
	row, column := geo.HouseCells(geo.RowHouse(1)), geo.HouseCells(geo.ColHouse(0))
	has := func(cells []board.Cell, d board.Digit) bool {
		for _, c := range cells {
			if p.At(c) == d {
				return true
			}
		}
		return false
	}
	// clues adds the given number of clues, from a cell on.
	var clues func(left int, from board.Cell) bool
	clues = func(left int, from board.Cell) bool {
		if left > 0 {
			for c := from; int(c)+left <= geo.Cells; c++ {
				for d := range geo.All.All() {
					p.Set(c, d)
					if !clues(left-1, c+1) {
						return false
					}
				}
				p.Set(c, 0)
			}
			return true
		}
		if p.At(cell) != 0 || !has(row, 3) || !has(column, 1) || p.Check() != nil {
			return true
		}
		b := board.NewBoard(&p)
		if b.Candidates(cell) != board.Digit(2).Mask()|board.Digit(4).Mask() || !easy(&p) {
			return true
		}
		found := p
		return yield(&found)
	}
	clues(4, 0)
}

// easy is Moler's definition: filling in singletons is enough. The solver comparison
// fills nothing else.
func easy(p *board.Grid) bool {
	return solveComparison(context.Background(), p, solve.Options{}).Solutions == 1
}

// likelyShidoku returns the first of these puzzles that also fits the text on figures 4
// and 5: it has four singletons, and the first of them down the columns is a 3.
func likelyShidoku() board.Grid {
	for p := range firstShidoku {
		m := molerSearch{order: cellsOf(p.Geometry(), solve.ByColumn, solve.ByColumn)}
		b, single, _ := m.candidates(p)
		if nakedSingles(&b) == 4 && b.Candidates(m.order[single]).First() == 3 {
			return *p
		}
	}
	panic("literature: no puzzle fits the text on figure 4")
}
