package generate

import "gradoku/board"

// removeOrbits removes every orbit it can in random order, down to the number of
// clues asked for.
func (g *Generator) removeOrbits() {
	// Start from the identity each time: shuffling the last try's order would
	// make this try depend on earlier ones.
	for i := range g.order {
		g.order[i] = i
	}
	g.rng.Shuffle(len(g.order), func(i, j int) { g.order[i], g.order[j] = g.order[j], g.order[i] })
	for _, i := range g.order {
		if g.clues == g.floor {
			return
		}
		g.thin(i)
	}
}

// removeOrbit removes the cells of an orbit one by one, each with its proof,
// and puts them all back if one is needed.
func (g *Generator) removeOrbit(orbit []board.Cell) {
	var digits [board.MaxSize]board.Digit
	for i, c := range orbit {
		digits[i] = g.grid.At(c)
		if g.needed(c) {
			for k := range i {
				g.put(orbit[k], digits[k])
			}
			return
		}
		g.take(c)
	}
}

// needed reports whether the puzzle would lose uniqueness without the clue in
// c, or the proof that it would not ran out of budget.
func (g *Generator) needed(c board.Cell) bool {
	if g.forced(c) {
		return false
	}
	if g.over() || g.solved && g.swaps.Needed(c) {
		return true
	}
	other := g.search.Other(&g.grid, c)
	if g.search.Spent {
		g.unproved = true
		return true
	}
	return other
}

// forced reports whether the digit in c would be a naked or hidden single if it were
// removed. While there are many clues nearly every removal is of this kind, and
// detecting it here saves the search.
func (g *Generator) forced(c board.Cell) bool {
	// The digit in c still counts, so if nothing is free, only that digit is possible.
	if g.free(c) == 0 {
		return true
	}
	geo := g.opt.Geometry
	alone := geo.HouseBits(c) // the houses of c that have no other place for the digit
	taken := g.houses[g.grid.At(c)] &^ alone
	for _, p := range geo.Peers(c) { // without branches, which would often be mispredicted
		found := geo.HouseBits(p)
		if found&taken != 0 {
			found = 0
		}
		if g.grid.At(p) != 0 {
			found = 0
		}
		alone &^= found
	}
	return alone != 0
}

// free returns the digits that no house of c has. It has no unpredictable branch.
func (g *Generator) free(c board.Cell) (digits board.Digits) {
	own := g.opt.Geometry.HouseBits(c)
	for d := g.opt.Geometry.Size; d > 0; d-- {
		digits <<= 1
		if g.houses[d]&own == 0 {
			digits |= 1
		}
	}
	return digits
}

// know prepares for removing clues from a puzzle whose solution is known.
func (g *Generator) know(solution *board.Grid) {
	if g.solved = g.opt.Geometry.Size == 9; g.solved {
		g.swaps.Load(&g.grid, solution)
	}
}

func (g *Generator) take(c board.Cell) { g.flip(c, g.grid.At(c), 0, -1) }

func (g *Generator) put(c board.Cell, d board.Digit) { g.flip(c, d, d, 1) }

// flip removes digit d from c or puts it back.
func (g *Generator) flip(c board.Cell, d, now board.Digit, change int) {
	g.grid.Set(c, now)
	g.clues += change
	if g.solved {
		g.swaps.Flip(c)
	}
	g.houses[d] ^= g.opt.Geometry.HouseBits(c)
}

// minimal reports whether every clue is needed and known to be.
func (g *Generator) minimal() bool {
	if g.unproved {
		return false
	}
	if g.floor == 0 && len(g.orbits) == g.opt.Geometry.Cells {
		return true // each clue was tried alone, when there were at least as many clues
	}
	for i, d := range g.grid.Digits() {
		if d != 0 && !g.needed(board.Cell(i)) {
			return false
		}
	}
	return !g.unproved
}
