package generate

import (
	"fmt"
	"math/rand/v2"

	"gradoku/board"
)

// mostClues is the largest number of clues asked for.
func (o *Options) mostClues() int {
	switch {
	case o.CluesTo != 0:
		return o.CluesTo
	case o.Clues != 0:
		return o.Clues
	}
	return o.Geometry.Cells
}

// ClueWords says which numbers of clues are asked for, "" when any.
func (o *Options) ClueWords() string {
	from, to := o.Clues, o.mostClues()
	switch {
	case from == 0 && o.CluesTo == 0:
		return ""
	case from == 0:
		return fmt.Sprintf("at most %d clues", to)
	case from == to:
		return fmt.Sprintf("%d clues", to)
	case to == o.Geometry.Cells:
		return fmt.Sprintf("at least %d clues", from)
	}
	return fmt.Sprintf("%d to %d clues", from, to)
}

// drawFloor decides at how many clues the removal stops.
func (g *Generator) drawFloor(rng *rand.Rand) {
	g.floor = g.opt.Clues
	if to := g.opt.CluesTo; !g.opt.Minimal && g.floor > 0 && g.floor < to && to < g.opt.Geometry.Cells {
		g.floor += rng.IntN(to - g.floor + 1)
	}
}

// checkClues says which number of clues no puzzle can have.
func checkClues(opt Options) error {
	geo := opt.Geometry
	for _, n := range []int{opt.Clues, opt.CluesTo} {
		if least := fewestClues(geo); n != 0 && n < least {
			return fmt.Errorf("no proper %dx%d puzzle has fewer than %d clues, %d asked for", geo.Size, geo.Size, least, n)
		}
		if n > geo.Cells {
			return fmt.Errorf("a %dx%d grid has %d cells, %d clues asked for", geo.Size, geo.Size, geo.Cells, n)
		}
	}
	if opt.CluesTo != 0 && opt.CluesTo < opt.Clues {
		return fmt.Errorf("from %d to %d clues is no range", opt.Clues, opt.CluesTo)
	}
	return nil
}

// checkReachable returns an error if no pattern of the symmetry has a number of clues
// in the range.
func checkReachable(opt Options, orbits [][]board.Cell) error {
	if opt.Clues == 0 || !opt.Pattern.Empty() {
		return nil
	}
	for n := opt.Clues; n <= opt.mostClues(); n++ {
		if reachable(orbits, n) {
			return nil
		}
	}
	return fmt.Errorf("no pattern with symmetry %s has exactly %d clues on %dx%d",
		opt.Symmetry.Name, opt.Clues, opt.Geometry.Size, opt.Geometry.Size)
}
