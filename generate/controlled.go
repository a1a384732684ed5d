package generate

import "gradoku/board"

// controlledBias draws a grid and an order of its cells, and finds out whether
// emptying the cells in that order passes through a minimal puzzle. If so it
// leaves the puzzle in g.grid and returns the solution.
//
// Let S(k) be the grid without the first k cells of the order. As k grows, at one
// point its solution stops being unique, and at another its last needless clue goes.
// A minimal puzzle is passed when the two points meet. They hardly ever do, and this
// can nearly always be seen without a search:
//
//   - when all cells of an unavoidable set are empty there is a second solution.
//     Two lines of a band or stack split into such sets, see emptied, which
//     give at once a k such that S(k+1) has several solutions;
//   - so the puzzle, if there is one, contains S(k). If S(k) has a clue that
//     follows from its others as a single, it follows in the puzzle too, which is
//     not minimal then.
//
// Only when there is no such clue is S(k) tested for being proper. If not, the same
// goes for k-1, one clue more. Bisecting the order for the point where the second
// solution appears takes six or seven searches a grid; this takes one in some ten
// grids (BenchmarkControlledBias).
func (g *Generator) controlledBias() (solution board.Grid, ok bool) {
	geo := g.opt.Geometry
	solution = g.fill(g.rng.Rand)
	var order [board.MaxCells]board.Cell
	for i := range geo.Cells {
		order[i] = board.Cell(i)
	}
	g.rng.Shuffle(geo.Cells, func(i, j int) { order[i], order[j] = order[j], order[i] })

	k := emptied(&solution, order[:geo.Cells])
	g.empty()
	for _, c := range order[k:geo.Cells] {
		g.put(c, solution.At(c))
	}
	for {
		if g.anyForced(order[k:geo.Cells]) {
			return solution, false
		}
		if g.search.Count(&g.grid, 2) == 1 {
			return solution, g.allNeeded(order[k:geo.Cells])
		}
		k--
		g.put(order[k], solution.At(order[k]))
	}
}

// anyForced reports whether one of the clues would be a single without its digit.
func (g *Generator) anyForced(clues []board.Cell) bool {
	for _, c := range clues {
		if g.forced(c) {
			return true
		}
	}
	return false
}

// allNeeded reports whether the puzzle loses uniqueness with any of its clues.
func (g *Generator) allNeeded(clues []board.Cell) bool {
	for _, c := range clues {
		if !g.needed(c) {
			return false
		}
	}
	return true
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
				break // entered again elsewhere, the set is not closed from there
			}
			if int(place[solution.At(bs[i])]) == start {
				most = last
			}
		}
	}
	return most
}
