package board

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// Symmetry names one way in which the clues of a puzzle can form a pattern. It
// concerns the places of clues, not their digits, so every symmetry exists on every
// size, square boxes or not.
type Symmetry struct {
	Name string // as on the command line and in the database
	Doc  string // one line for a help text

	maps uint8 // bit m is set when the pattern looks the same after map m
}

// A map of the square onto itself is a number from 0 to 7 made of these parts,
// applied in this order.
const (
	exchange  = 1 << iota // rows become columns: the mirror at the main diagonal
	topDown               // rows are reversed
	leftRight             // columns are reversed

	squareMaps = 8
)

// symmetries holds all ten subgroups of the eight maps of a square, from none
// to full. The maps that leave a pattern unchanged always form such a subgroup,
// so every pattern belongs to exactly one row here.
var symmetries = [...]Symmetry{
	{Name: "none", Doc: "no symmetry", maps: 1},
	{Name: "rotate180", Doc: "unchanged by half a turn", maps: 1 | 1<<(topDown|leftRight)},
	{
		Name: "rotate90", Doc: "unchanged by a quarter turn",
		maps: 1 | 1<<(topDown|leftRight) | 1<<(exchange|topDown) | 1<<(exchange|leftRight),
	},
	{Name: "mirror-horizontal", Doc: "left half mirrors right half", maps: 1 | 1<<leftRight},
	{Name: "mirror-vertical", Doc: "top half mirrors bottom half", maps: 1 | 1<<topDown},
	{
		Name: "mirror-both", Doc: "both halves mirror each other, left-right and top-bottom",
		maps: 1 | 1<<leftRight | 1<<topDown | 1<<(leftRight|topDown),
	},
	{Name: "diagonal", Doc: "mirrored at the diagonal from top left", maps: 1 | 1<<exchange},
	{Name: "antidiagonal", Doc: "mirrored at the diagonal from top right", maps: 1 | 1<<(exchange|topDown|leftRight)},
	{
		Name: "both-diagonals", Doc: "mirrored at both diagonals",
		maps: 1 | 1<<exchange | 1<<(exchange|topDown|leftRight) | 1<<(topDown|leftRight),
	},
	{Name: "full", Doc: "unchanged by every turn and mirror", maps: 1<<squareMaps - 1},
}

// Symmetries returns every symmetry, from "none" to "full".
func Symmetries() []Symmetry { return slices.Clone(symmetries[:]) }

// SymmetryByName returns the symmetry with that name, or an error that lists the
// names.
func SymmetryByName(name string) (Symmetry, error) {
	for _, s := range symmetries {
		if s.Name == name {
			return s, nil
		}
	}
	return Symmetry{}, fmt.Errorf("there is no symmetry %q: use %s", name, strings.Join(Symmetry{}.Choices(), ", "))
}

// UnmarshalText reads the name of a symmetry; an empty text is the zero Symmetry,
// which asks for none.
func (s *Symmetry) UnmarshalText(name []byte) (err error) {
	*s = Symmetry{}
	if len(name) > 0 {
		*s, err = SymmetryByName(string(name))
	}
	return err
}

// String returns the name.
func (s Symmetry) String() string { return s.Name }

// MarshalText is String as bytes.
func (s Symmetry) MarshalText() ([]byte, error) { return []byte(s.Name), nil }

// Choices returns the names of all symmetries.
func (s Symmetry) Choices() (names []string) {
	for _, s := range symmetries {
		names = append(names, s.Name)
	}
	return names
}

// SymmetryOf returns the largest symmetry that a set of cells has on a geometry. It
// implies every other symmetry of the set, as rotate90 implies rotate180.
func SymmetryOf(cells CellSet, g *Geometry) Symmetry {
	return symmetryThat(func(m int) bool { return keeps(g, m, cells) })
}

// symmetryThat returns the symmetry of the maps that keep something.
func symmetryThat(keeps func(m int) bool) Symmetry {
	var has uint8
	for m := range squareMaps {
		if keeps(m) {
			has |= 1 << m
		}
	}
	return symmetries[slices.IndexFunc(symmetries[:], func(s Symmetry) bool { return s.maps == has })]
}

// keeps reports whether a map takes a set of cells onto itself.
func keeps(g *Geometry, m int, cells CellSet) bool {
	for c := range cells.All() {
		if to := mapped(g, m, c); !cells.Has(to) {
			return false
		}
	}
	return true
}

// Orbits divides the cells into the smallest sets that a pattern with this
// symmetry contains either entirely or not at all, in row-major order of their
// first cells.
func (s Symmetry) Orbits(g *Geometry) []CellSet {
	var orbits []CellSet
	var done CellSet
	for i := range g.Cells {
		c := Cell(i)
		if done.Has(c) {
			continue
		}
		orbit := SetOf(s.Images(g, c)...)
		orbits = append(orbits, orbit)
		done = done.Union(orbit)
	}
	return orbits
}

// Images returns where each map of the symmetry takes a cell. The maps have the same order for
// every cell; the first leaves cells where they are.
func (s Symmetry) Images(g *Geometry, c Cell) (images []Cell) {
	for left := s.maps; left != 0; left &= left - 1 {
		images = append(images, mapped(g, bits.TrailingZeros8(left), c))
	}
	return images
}

// mapped returns where map m takes a cell.
func mapped(g *Geometry, m int, c Cell) Cell {
	r, k := g.Row(c), g.Col(c)
	if m&exchange != 0 {
		r, k = k, r
	}
	if m&topDown != 0 {
		r = g.Size - 1 - r
	}
	if m&leftRight != 0 {
		k = g.Size - 1 - k
	}
	return g.CellAt(r, k)
}

// Has reports whether every pattern with symmetry s also has symmetry t:
// rotate90 has rotate180, and every symmetry has itself and none.
func (s Symmetry) Has(t Symmetry) bool { return t.maps&^s.maps == 0 }
