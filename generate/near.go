package generate

// nearChanges limits the way back to one solution after a step on a pattern.
const nearChanges = 60

// Near returns a puzzle that differs little from p: a step of a walk towards a
// target that random puzzles seldom meet. Some clues are put back and others
// removed, by orbits; or, on a pattern, some clues change their digits. The result
// is proper and meets the options. It reports false if the step led nowhere; the
// next one may.
//
// Near continues the random stream of the last Try. So a walk that begins with
// a Try depends only on its seed and index, if nothing it does in between
// depends on anything else.
func (g *Generator) Near(p *ProperPuzzle) (ProperPuzzle, bool) {
	if len(g.cells) > 0 {
		q, ok := g.nearOnPattern(p)
		return q, ok && (q.Minimal || !g.opt.Minimal)
	}
	g.load(p.Grid)
	g.know(&p.Solution)
	for i := range g.order {
		g.order[i] = i
	}
	g.rng.Shuffle(len(g.order), func(i, j int) { g.order[i], g.order[j] = g.order[j], g.order[i] })
	// The blanks come to the front, so that the clues put back are tried last:
	// tried first, they would usually be removed again and nothing would have
	// changed.
	blanks := 0
	for i, o := range g.order {
		if g.grid.At(g.orbits[o][0]) == 0 {
			g.order[i], g.order[blanks] = g.order[blanks], o
			blanks++
		}
	}
	back := min(1+g.rng.IntN(3), blanks)
	for _, o := range g.order[:back] {
		for _, c := range g.orbits[o] {
			g.put(c, p.Solution.At(c))
		}
	}
	for _, o := range g.order[blanks:] {
		g.thin(o)
	}
	for _, o := range g.order[:back] {
		g.thin(o)
	}
	if g.grid == p.Grid {
		return ProperPuzzle{}, false
	}
	q, err := g.finish(p.Solution)
	return q, err == nil
}

// nearOnPattern gives one to three clues other digits and finds the way back to
// one solution.
func (g *Generator) nearOnPattern(p *ProperPuzzle) (ProperPuzzle, bool) {
	g.load(p.Grid)
	for range 1 + g.rng.IntN(3) {
		g.change()
	}
	if !g.descend(nearChanges) || g.grid == p.Grid {
		return ProperPuzzle{}, false
	}
	return g.patternPuzzle(), true
}

// thin removes an orbit if that is allowed and possible.
func (g *Generator) thin(o int) {
	if orbit := g.orbits[o]; g.clues-len(orbit) >= g.floor {
		g.removeOrbit(orbit)
	}
}
