package grade

import "gradoku/board"

// Graders are the graders of one worker, one for each size that comes up. The zero
// value is ready.
type Graders struct{ sizes map[*board.Geometry]*Grader }

// Of returns the grader of a size, made when first needed, with the budget and the
// stop that it was left with.
func (g *Graders) Of(geo *board.Geometry) *Grader {
	if g.sizes[geo] == nil {
		if g.sizes == nil {
			g.sizes = map[*board.Geometry]*Grader{}
		}
		g.sizes[geo] = NewGrader(geo)
	}
	return g.sizes[geo]
}
