package generate

import (
	"math/rand/v2"

	"gradoku/board"
)

// GridSource draws the full grids of a seed, without puzzles. It is a workspace: use
// one per goroutine.
type GridSource struct {
	rng  *stream
	fill func(*rand.Rand) board.Grid
}

// NewGridSource returns a source of grids of one size, drawn in the given way. The
// error says that the size has no such way.
func NewGridSource(geo *board.Geometry, grids Grids) (*GridSource, error) {
	fill, err := filling(Options{Geometry: geo, Grids: grids})
	if err != nil {
		return nil, err
	}
	return &GridSource{newStream(), fill}, nil
}

// Grid returns the index-th grid of a seed: the one under the index-th try of a
// top-down run with the same seed and way to draw grids.
func (s *GridSource) Grid(seed, index uint64) board.Grid {
	s.rng.rekey(seed, index)
	return s.fill(s.rng.Rand)
}
