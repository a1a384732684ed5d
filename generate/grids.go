package generate

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"gradoku/board"
)

// Grids says how the full grid under a puzzle is picked.
type Grids uint8

const (
	// AnyGrids: uniform if there is an exact method, else fast.
	AnyGrids Grids = iota
	// UniformGrids: every grid equally likely, see [Uniform].
	UniformGrids
	// FastGrids: random backtracking, see [Filler]. On 9x9 it is neither faster
	// nor unbiased; it is the only way on 12x12 and 16x16, and for variants.
	FastGrids
)

// gridNames are the names of Grids on the command line and in the database.
var gridNames = [...]string{"any", "uniform", "fast"}

// String returns the name.
func (g Grids) String() string { return gridNames[g] }

// UnmarshalText reads a name, "" for AnyGrids; the error lists the names.
func (g *Grids) UnmarshalText(name []byte) error {
	i := slices.Index(gridNames[:], cmp.Or(string(name), gridNames[0]))
	if i < 0 {
		return fmt.Errorf("there is no kind of grids %q: use %s", name, strings.Join(gridNames[:], ", "))
	}
	*g = Grids(i)
	return nil
}

// MarshalText is String as bytes.
func (g Grids) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// Choices returns the names.
func (g Grids) Choices() []string { return gridNames[:] }

// On returns how grids of a size are actually picked: any becomes one of the
// others.
func (g Grids) On(geo *board.Geometry) Grids {
	if g != AnyGrids {
		return g
	}
	if _, err := NewUniform(geo); err != nil {
		return FastGrids
	}
	return UniformGrids
}

// GridsUsed returns how the full grids are actually picked; any if none are.
func (o Shape) GridsUsed() Grids {
	if o.Sampling == BottomUp {
		return AnyGrids
	}
	return o.Grids.On(o.Geometry)
}

// filling returns the function that makes full grids as the options ask.
func filling(opt Shape) (func(*rand.Rand) board.Grid, error) {
	if opt.GridsUsed() == FastGrids {
		if !opt.Geometry.Classical() {
			return variantFill(opt.Geometry), nil
		}
		return NewFiller(opt.Geometry).Fill, nil
	}
	u, err := NewUniform(opt.Geometry)
	if err != nil {
		return nil, err
	}
	return u.Fill, nil
}

// GridSource makes the full grids of a seed, without puzzles. It is a workspace: use
// one per goroutine.
type GridSource struct {
	rng  *stream
	fill func(*rand.Rand) board.Grid
}

// NewGridSource returns a source of grids of one size, picked in the given way. It
// returns an error if the size does not support it.
func NewGridSource(geo *board.Geometry, grids Grids) (*GridSource, error) {
	fill, err := filling(Shape{Geometry: geo, Grids: grids})
	if err != nil {
		return nil, err
	}
	return &GridSource{newStream(), fill}, nil
}

// Grid returns the index-th grid of a seed: the one under the index-th try of a
// top-down run with the same seed and Grids.
func (s *GridSource) Grid(seed, index uint64) board.Grid {
	s.rng.rekey(seed, index)
	return s.fill(s.rng.Rand)
}
