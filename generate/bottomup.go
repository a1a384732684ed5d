package generate

import (
	"slices"

	"gradoku/board"
)

// bottomUp leaves a minimal puzzle in g.grid and returns its solution. It adds clues
// to an empty grid: a cell and a digit are picked, each pair with the same
// probability; a pair that leaves no solution is dropped and another one picked;
// when one solution is left, clues that are not needed are removed in random order.
// That is the plain form of the classical bottom-up generators, which specify only
// "random" (Berthier 2009). It has the same mean number of clues as they have.
//
// A pair that leaves no solution leaves none with more clues either, so each pair
// costs at most one search. A pair that agrees with two different known solutions
// costs none.
func (g *Generator) bottomUp() (solution board.Grid, ok bool) {
	geo := g.opt.Geometry
	g.load(board.NewGrid(geo))
	var dead [board.MaxCells]board.Digits
	var known [2]board.Grid
	found := 0 // known solutions of the puzzle so far
	for {
		pair := g.rng.IntN(geo.Cells * geo.Size)
		c, d := board.Cell(pair/geo.Size), board.Digit(pair%geo.Size+1)
		if g.grid.At(c) != 0 || dead[c].Has(d) {
			continue
		}
		g.put(c, d)
		agree := agreeing(&known, found, c, d)
		if agree < 2 {
			first, n := g.search.Solve(&g.grid)
			if n == 0 {
				g.take(c)
				dead[c] |= d.Mask()
				continue
			}
			if n == 1 {
				g.dropNeedless()
				return first, true
			}
			if agree == 0 || known[0] != first {
				known[agree] = first
				agree++
			}
		}
		found = agree
		for _, p := range geo.Peers(c) {
			dead[p] |= d.Mask()
		}
	}
}

// agreeing moves those of the first n solutions that have d in c to the front and
// returns their number.
func agreeing(known *[2]board.Grid, n int, c board.Cell, d board.Digit) int {
	agree := 0
	for i := range n {
		if known[i].At(c) == d {
			if i != agree {
				known[agree] = known[i]
			}
			agree++
		}
	}
	return agree
}

// dropNeedless removes clues in random order, as long as the solution stays unique.
func (g *Generator) dropNeedless() {
	clues := slices.Collect(g.grid.ClueSet().All())
	g.rng.Shuffle(len(clues), func(i, j int) { clues[i], clues[j] = clues[j], clues[i] })
	for _, c := range clues {
		if !g.needed(c) {
			g.take(c)
		}
	}
}
