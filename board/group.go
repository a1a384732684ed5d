package board

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"
)

// symmetryGroup is what makes puzzles of a variant isomorphic: the rearrangements of rows,
// of columns and of both that take every house to a house, boxes to boxes and the
// variant's own houses to each other. Those of a classical puzzle form too large a group
// to list, and [search] does not need the list. A variant keeps few of them.
//
// Few rearrangements keep the layout of a jigsaw. But a rotation or reflection of a jigsaw
// is a jigsaw again, often with another layout, and it is the same puzzle to anyone who
// turns the paper. There are up to eight such layouts. The canonical form of a puzzle has
// the least of them, and the group leads to that layout.
type symmetryGroup struct {
	once sync.Once
	to   *Geometry       // the geometry of canonical forms; the variant's own unless it is a jigsaw
	maps []rearrangement // all that take a grid to that geometry
}

// rearrangement says where the rows and columns of a grid go, after a transposition or
// without one.
type rearrangement struct {
	transpose bool
	row, col  [MaxSize]uint8
}

// symmetries returns the group of a variant.
func (g *Geometry) symmetries() *symmetryGroup {
	g.group.once.Do(func() {
		g.group.to = g.leastLayout()
		g.group.maps = rearrangements(g, g.group.to)
	})
	return &g.group
}

// leastLayout returns the geometry of the least layout that rotations and reflections make
// of a jigsaw, and g if it is not a jigsaw.
func (g *Geometry) leastLayout() *Geometry {
	least := g.Variant
	for m := 0; m < squareMaps && g.Variant.Jigsaw(); m++ {
		if image := g.turned(m); image.layout < least.layout {
			least = image
		}
	}
	if least == g.Variant {
		return g
	}
	to, _ := least.On(g.Size) // no error: rotations and reflections keep the other houses
	return to
}

// turned returns a jigsaw after a rotation or reflection.
func (g *Geometry) turned(m int) Variant {
	v := g.Variant
	image := make([]byte, g.Cells)
	for c := range image {
		image[mapped(g, m, Cell(c))] = v.layout[c]
	}
	v.layout, _ = parseLayout(string(image)) // it is a layout, since g has one
	return v
}

// rearrangements finds all rearrangements that take the houses of a geometry to those of
// another.
func rearrangements(from, to *Geometry) []rearrangement {
	s := lineSearch{from: from, to: to}
	n := from.Size
	boxes := uint64(1)<<n - 1
	others := (uint64(1)<<to.Houses - 1) &^ (uint64(1)<<(3*n) - 1)
	var images images
	for h := range from.Houses {
		switch {
		case h < n:
			images[h] = boxes
		case h >= 3*n:
			images[h] = others
		}
	}
	rows, cols := from.profiles(from.RowHouse), from.profiles(from.ColHouse)
	for _, s.now.transpose = range [2]bool{false, true} {
		s.alike = [2][MaxSize]uint16{alike(&rows, to.profiles(to.RowHouse), n), alike(&cols, to.profiles(to.ColHouse), n)}
		s.place(0, &images)
		rows, cols = cols, rows
	}
	return s.found
}

// alike returns, for each line, the places with the same profile, as bits.
func alike(lines *[MaxSize]string, places [MaxSize]string, n int) (same [MaxSize]uint16) {
	for i, profile := range lines[:n] {
		for k, other := range places[:n] {
			if other == profile {
				same[i] |= 1 << k
			}
		}
	}
	return same
}

func (g *Geometry) profiles(line func(int) House) (list [MaxSize]string) {
	for i := range g.Size {
		list[i] = g.profile(line(i))
	}
	return list
}

// profile lists how many cells of a line are in each of the other houses, in order of size.
// A line can go only to a line with the same profile, which leaves few choices in most
// jigsaws.
func (g *Geometry) profile(line House) string {
	var counts []byte
	for h := range House(g.Houses) {
		if g.kind[h] != Row && g.kind[h] != Column {
			common := g.houseSets[line].Intersect(g.houseSets[h])
			counts = append(counts, byte(common.Len()))
		}
	}
	slices.Sort(counts)
	return string(counts)
}

// lineSearch gives the first row a place, then the first column, the second row and so on.
type lineSearch struct {
	from, to   *Geometry
	now        rearrangement
	rows, cols uint16             // the places that are taken
	alike      [2][MaxSize]uint16 // for each row, and for each column: the places with its profile
	found      []rearrangement
}

// images says which houses the image of each house can be, as far as is known.
type images [MaxHouses]uint64

func (s *lineSearch) place(step int, known *images) {
	n, i := s.from.Size, step/2
	if i == n {
		s.found = append(s.found, s.now)
		return
	}
	line, taken := &s.now.row[i], &s.rows
	if step%2 == 1 {
		line, taken = &s.now.col[i], &s.cols
	}
	for free := s.alike[step%2][i] &^ *taken; free != 0; free &= free - 1 {
		k := uint8(bits.TrailingZeros16(free))
		*line = k
		next := *known
		possible := true
		for j := 0; possible && j < i+step%2; j++ { // the lines of the other kind that have a place
			r, c := i, j
			if step%2 == 1 {
				r, c = j, i
			}
			possible = s.narrow(&next, r, c)
		}
		if possible {
			*taken |= 1 << k
			s.place(step+1, &next)
			*taken &^= 1 << k
		}
	}
}

// narrow uses the image of the cell in a row and a column: houses that contain the cell go
// to houses that contain the image, and other houses to other houses.
func (s *lineSearch) narrow(known *images, row, col int) bool {
	n := s.from.Size
	in := s.from.houseBits[s.from.CellAt(row, col)]
	if s.now.transpose {
		in = s.from.houseBits[s.from.CellAt(col, row)]
	}
	image := s.to.houseBits[s.to.CellAt(int(s.now.row[row]), int(s.now.col[col]))]
	for h := range s.from.Houses {
		if n <= h && h < 3*n {
			continue
		}
		if in>>h&1 != 0 {
			known[h] &= image
		} else {
			known[h] &^= image
		}
		if known[h] == 0 {
			return false
		}
	}
	return true
}

// randomVariant is RandomTransform for a variant.
func randomVariant(g *Geometry, rng *rand.Rand) Transform {
	group := g.symmetries()
	t := Identity(g)
	t.lay(group.to, &group.maps[rng.IntN(len(group.maps))])
	if !g.Variant.Jigsaw() {
		return t
	}
	turn := Identity(group.to)
	m := rng.IntN(squareMaps)
	turn.image, _ = group.to.turned(m).On(g.Size)
	turn.transpose = m&exchange != 0
	for i := range g.Size {
		if m&topDown != 0 {
			turn.row[i] = uint8(g.Size - 1 - i)
		}
		if m&leftRight != 0 {
			turn.col[i] = uint8(g.Size - 1 - i)
		}
	}
	return turn.Compose(t)
}

// lay makes t move the cells as a rearrangement does.
func (t *Transform) lay(image *Geometry, m *rearrangement) {
	t.image, t.transpose, t.row, t.col = image, m.transpose, m.row, m.col
}

// leastImage returns the Transform to the canonical form of a variant's puzzle. It tries
// the whole group; most images are greater than the best one within a row or two.
func leastImage(puzzle, solution *Grid) Transform {
	g := solution.geo
	group := g.symmetries()
	best := Identity(g)
	best.lay(group.to, &group.maps[0])
	best.relabel(solution)
	least, clues := best.Apply(solution), best.Apply(puzzle)
	t := best
	for k := range group.maps[1:] {
		t.lay(group.to, &group.maps[1+k])
		t.relabel(solution)
		undo := t.Inverse()
		order := 0 // compares the image with the best one: first the solutions, then the clues
		for c := 0; order == 0 && c < g.Cells; c++ {
			order = int(t.digit[solution.cells[undo.Cell(Cell(c))]]) - int(least.cells[c])
		}
		for c := 0; order == 0 && c < g.Cells; c++ {
			order = int(t.digit[puzzle.cells[undo.Cell(Cell(c))]]) - int(clues.cells[c])
		}
		if order < 0 {
			best, least, clues = t, t.Apply(solution), t.Apply(puzzle)
		}
	}
	return best
}

// relabel makes the first row of a full grid's image read 1 to N.
func (t *Transform) relabel(full *Grid) {
	undo := t.Inverse()
	for i := range t.geo.Size {
		t.digit[full.cells[undo.Cell(Cell(i))]] = Digit(i + 1)
	}
}
