package generate

import (
	"gradoku/board"
)

// A puzzle on a given pattern is found by descent. The clues that a random full grid
// puts on the pattern are consistent but leave many solutions, typically some
// hundreds to thousands with 24 clues. One clue after another is changed to another
// digit, at random, and the change is kept if the puzzle has no more solutions than
// before, until one is left. It seldom takes more than a hundred changes. Trying
// random grids until one happens to be unique, the obvious way, takes hundreds of
// thousands; backtracking over the clues cannot tell where it went wrong.
const (
	// manySolutions is where counting stops. Above it every change that leaves
	// a solution is as good as any other.
	manySolutions = 2000
	// descentChanges limits one descent; 20 clues take some hundreds.
	descentChanges = 1200
	// stuckAfter is how many changes in a row may yield nothing before a descent
	// gives up.
	stuckAfter = 200
)

var (
	missPattern = &Miss{"no puzzle with one solution was found on the pattern"}
	missRedund  = &Miss{"no puzzle on the pattern was found that needs all its clues"}
)

// onPattern makes the puzzle of a try when there is a pattern.
func (g *Generator) onPattern(solution *board.Grid) (ProperPuzzle, error) {
	g.load(solution.Keep(g.opt.Pattern))
	if !g.descend(descentChanges) {
		return ProperPuzzle{}, missPattern
	}
	p := g.patternPuzzle()
	if !g.opt.Minimal || p.Minimal {
		return p, nil
	}
	return g.tighten(p)
}

// patternPuzzle is the puzzle in g.grid, which has one solution.
func (g *Generator) patternPuzzle() ProperPuzzle {
	solution, _ := g.search.Solve(&g.grid)
	return ProperPuzzle{Grid: g.grid, Solution: solution, Minimal: g.redundant() == 0 && !g.unproved}
}

// load starts on a grid, with any clues.
func (g *Generator) load(p board.Grid) {
	g.grid, g.clues, g.unproved, g.solved = p, 0, false, false
	clear(g.houses[:])
	for i, d := range p.Digits() {
		if d != 0 {
			g.clues++
			g.houses[d] |= g.opt.Geometry.HouseBits(board.Cell(i))
		}
	}
}

// descend changes clues until the puzzle in g.grid has one solution, or reports
// that it gave up.
func (g *Generator) descend(changes int) bool {
	n, stuck := g.solutions(manySolutions), 0
	for ; n != 1; changes-- {
		if changes == 0 || stuck == stuckAfter {
			return false
		}
		c, old := g.change()
		stuck++
		if old == 0 {
			continue
		}
		now := g.solutions(min(n+1, manySolutions))
		if now == 0 || now > n {
			g.take(c)
			g.put(c, old)
			continue
		}
		if now < n {
			stuck = 0
		}
		n = now
	}
	return true
}

// change gives a random clue another digit that its peers allow, and returns the
// cell and the digit it had; 0 when there is no other.
func (g *Generator) change() (board.Cell, board.Digit) {
	c := g.cells[g.rng.IntN(len(g.cells))]
	free := g.free(c)
	if free == 0 {
		return c, 0
	}
	old := g.grid.At(c)
	g.take(c)
	g.put(c, pick(free, g.rng.Rand))
	return c, old
}

// solutions counts the solutions of g.grid up to a limit. A count that takes too
// long, which happens only above 9x9, is taken as many.
func (g *Generator) solutions(limit int) int {
	if g.over() {
		return limit
	}
	n := g.search.Count(&g.grid, limit)
	if g.search.Spent {
		return limit
	}
	return n
}

// redundant counts the clues that can be dropped one at a time.
func (g *Generator) redundant() int {
	n := 0
	for _, c := range g.cells {
		if !g.needed(c) {
			n++
		}
	}
	return n
}

// tightenSteps limits the search for a puzzle without redundant clues.
const tightenSteps = 150

// tighten walks from a puzzle on the pattern to neighbours with no more redundant
// clues, until there are none.
func (g *Generator) tighten(p ProperPuzzle) (ProperPuzzle, error) {
	g.load(p.Grid)
	fewest := g.redundant()
	for range tightenSteps {
		q, ok := g.nearOnPattern(&p)
		if !ok {
			continue
		}
		if n := g.redundant(); n <= fewest {
			p, fewest = q, n
		}
		if fewest == 0 {
			p.Minimal = !g.unproved
			return p, nil
		}
	}
	return ProperPuzzle{}, missRedund
}
