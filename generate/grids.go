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

// GridsUsed returns how the full grids are actually picked; any if none are.
func (o Shape) GridsUsed() Grids {
	switch {
	case o.Sampling == BottomUp:
		return AnyGrids
	case o.Grids != AnyGrids:
		return o.Grids
	}
	if _, err := NewUniform(o.Geometry); err != nil {
		return FastGrids
	}
	return UniformGrids
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
