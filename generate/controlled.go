package generate

import (
	"slices"

	"gradoku/board"
)

// controlledBias picks a grid and an order of its cells, and finds out whether
// emptying the cells in that order passes through a minimal puzzle. If so it
// leaves the puzzle in g.grid and returns the solution.
//
// Let S(k) be the grid without the first k cells of the order. As k grows, its
// solution stops being unique at one point, and its last needless clue is removed at
// another. There is a minimal puzzle if the two points meet. They hardly ever do,
// and this can nearly always be seen without a search:
//
//   - if all cells of an unavoidable set are empty, there is a second solution. Two
//     lines of a band or stack split into such sets, see emptied, which directly give a
//     k such that S(k+1) has several solutions;
//   - so the puzzle, if there is one, contains S(k). If a clue of S(k) follows from the
//     others as a single, it follows in the puzzle too, which is then not minimal.
//
// Only if there is no such clue is S(k) tested for being proper. If it is not, the
// same is done with k-1, one clue more. Bisecting the order for the point where the
// second solution appears takes six or seven searches a grid; this takes one in
// some ten grids (BenchmarkControlledBias).
func (g *Generator) controlledBias() (solution board.Grid, ok bool) {
	geo := g.opt.Geometry
	solution = g.fill(g.rng.Rand)
	var order [board.MaxCells]board.Cell
	for i := range geo.Cells {
		order[i] = board.Cell(i)
	}
	g.rng.Shuffle(geo.Cells, func(i, j int) { order[i], order[j] = order[j], order[i] })

	k := emptied(&solution, order[:geo.Cells])
	g.load(board.NewGrid(geo))
	for _, c := range order[k:geo.Cells] {
		g.put(c, solution.At(c))
	}
	for {
		clues := order[k:geo.Cells]
		if slices.ContainsFunc(clues, g.forced) {
			return solution, false
		}
		if g.search.Count(&g.grid, 2) == 1 {
			return solution, !slices.ContainsFunc(clues, func(c board.Cell) bool { return !g.needed(c) })
		}
		k--
		g.put(order[k], solution.At(order[k]))
	}
}

// emptied returns how many cells are emptied, in the given order, before the one that
// completes the first of these sets: for two lines of one band or stack, each
// smallest set of columns (or rows) in which both lines hold the same digits.
// Exchanging the lines there gives a second solution, and the boxes keep their
// digits.
func emptied(solution *board.Grid, order []board.Cell) int {
	geo := solution.Geometry()
	var rank [board.MaxCells]uint8
	for i, c := range order {
		rank[c] = uint8(i)
	}
	first := uint8(len(order) - 1)
	for i := range geo.Size {
		for j := i + 1; j%geo.BoxRows != 0; j++ {
			first = min(first, exchangeable(solution, &rank, geo.RowHouse(i), geo.RowHouse(j), first))
		}
		for j := i + 1; j%geo.BoxCols != 0; j++ {
			first = min(first, exchangeable(solution, &rank, geo.ColHouse(i), geo.ColHouse(j), first))
		}
	}
	return int(first)
}

// exchangeable returns the least of the last ranks of the sets of two lines, if it is
// below most.
func exchangeable(solution *board.Grid, rank *[board.MaxCells]uint8, a, b board.House, most uint8) uint8 {
	geo := solution.Geometry()
	as, bs := geo.HouseCells(a), geo.HouseCells(b)
	var place [board.MaxSize + 1]uint8 // of each digit in line a
	for i, c := range as {
		place[solution.At(c)] = uint8(i)
	}
	var seen uint16
	for start := range as {
		last := uint8(0)
		for i := start; seen>>i&1 == 0; i = int(place[solution.At(bs[i])]) {
			seen |= 1 << i
			last = max(last, rank[as[i]], rank[bs[i]])
			if last >= most {
				break // not closed: it is entered again elsewhere
			}
			if int(place[solution.At(bs[i])]) == start {
				most = last
			}
		}
	}
	return most
}
