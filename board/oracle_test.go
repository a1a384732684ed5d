package board

import "slices"

// The slow ways to a canonical form, against which the fast one is tested.

// everyTransform lists all Transforms of 4x4, composed of single moves until
// nothing new turns up.
func everyTransform(g *Geometry) []Transform {
	id := []uint8{0, 1, 2, 3}
	ds := []Digit{1, 2, 3, 4}
	var moves []Transform
	for _, p := range [][]uint8{{1, 0, 2, 3}, {2, 3, 0, 1}} {
		moves = append(moves, transformOf(g, false, p, id, ds), transformOf(g, true, p, id, ds))
	}
	for _, p := range [][]Digit{{2, 1, 3, 4}, {2, 3, 4, 1}} {
		moves = append(moves, transformOf(g, false, id, id, p))
	}
	list := []Transform{Identity(g)}
	seen := map[Transform]bool{list[0]: true}
	for i := 0; i < len(list); i++ {
		for _, m := range moves {
			if u := m.Compose(list[i]); !seen[u] {
				seen[u] = true
				list = append(list, u)
			}
		}
	}
	return list
}

// tryEvery is the definition of the canonical form, word by word.
func tryEvery(group []Transform, puzzle, solution *Grid) Grid {
	var grid, form Grid
	for _, u := range group {
		image, clues := u.Apply(solution), u.Apply(puzzle)
		c := slices.Compare(image.Digits(), digitsOf(&grid))
		if grid.geo == nil || c < 0 || c == 0 && clues.String() < form.String() {
			grid, form = image, clues
		}
	}
	return form
}

func digitsOf(g *Grid) []Digit {
	if g.geo == nil {
		return nil
	}
	return g.Digits()
}

// everyOrder tries all orders of rows and columns and all transpositions, and
// returns the canonical form and the number of automorphisms of the solution.
func everyOrder(puzzle, solution *Grid) (Grid, int) {
	geo := solution.geo
	var o oracle
	for _, s := range shapes(puzzle, solution) {
		eachOrder(geo.Size, geo.BoxCols, func(cols []int) {
			eachOrder(geo.Size, geo.BoxRows, func(rows []int) { o.try(&s, rows, cols) })
		})
	}
	return o.form(geo), o.ties
}

// everyColumnOrder tries all first rows and all orders of columns; the other
// rows it sorts.
func everyColumnOrder(puzzle, solution *Grid) (Grid, int) {
	geo := solution.geo
	var o oracle
	for _, s := range shapes(puzzle, solution) {
		eachOrder(geo.Size, geo.BoxCols, func(cols []int) {
			for first := range geo.Size {
				o.try(&s, sortedRows(geo, &s, first, cols), cols)
			}
		})
	}
	return o.form(geo), o.ties
}

// shape is a puzzle and its solution as rows of cells.
type shape struct {
	digit [MaxSize][MaxSize]Digit
	clue  [MaxSize][MaxSize]bool
}

func shapes(puzzle, solution *Grid) []shape {
	geo := solution.geo
	var s [2]shape
	for i, d := range solution.Digits() {
		r, k := i/geo.Size, i%geo.Size
		s[0].digit[r][k], s[1].digit[k][r] = d, d
		s[0].clue[r][k], s[1].clue[k][r] = puzzle.cells[i] != 0, puzzle.cells[i] != 0
	}
	if geo.BoxRows != geo.BoxCols {
		return s[:1]
	}
	return s[:]
}

// sortedRows returns the order of rows that makes the least image with the
// given first row and order of columns.
func sortedRows(geo *Geometry, s *shape, first int, cols []int) []int {
	var label [MaxSize + 1]int
	for i, k := range cols {
		label[s.digit[first][k]] = i
	}
	at := func(r int) int { return label[s.digit[r][cols[0]]] }
	rows := make([]int, geo.Size)
	var least [MaxSize]int // of each band
	for b := range geo.Bands() {
		least[b] = geo.Size
		for r := b * geo.BoxRows; r < (b+1)*geo.BoxRows; r++ {
			rows[r] = r
			least[b] = min(least[b], at(r))
		}
	}
	slices.SortFunc(rows, func(a, b int) int {
		if d := least[a/geo.BoxRows] - least[b/geo.BoxRows]; d != 0 {
			return d
		}
		return at(a) - at(b)
	})
	return rows
}

// eachOrder calls f with every order of lines that keeps blocks together.
func eachOrder(size, width int, f func([]int)) {
	order := make([]int, size)
	var used [MaxSize]bool
	var place func(p int)
	place = func(p int) {
		if p == size {
			f(order)
			return
		}
		for line := range size {
			if used[line] || p%width != 0 && line/width != order[p-1]/width {
				continue
			}
			order[p], used[line] = line, true
			place(p + 1)
			used[line] = false
		}
	}
	place(0)
}

// oracle keeps the least image it is shown.
type oracle struct {
	grid [MaxCells + 1]Digit // 0 where nothing is known
	clue [MaxCells]bool
	ties int
}

// try compares the image with the given orders, which it relabels in order of
// appearance.
func (o *oracle) try(s *shape, rows, cols []int) {
	var label [MaxSize + 1]Digit
	for i, k := range cols {
		label[s.digit[rows[0]][k]] = Digit(i + 1)
	}
	less, i := false, 0
	for _, r := range rows {
		for _, k := range cols {
			d := label[s.digit[r][k]]
			if !less && o.grid[i] != 0 && d > o.grid[i] {
				return
			}
			less = less || o.grid[i] == 0 || d < o.grid[i]
			if less {
				o.grid[i] = d
			}
			i++
		}
	}
	o.ties++
	if less {
		o.ties = 1
	}
	o.tryClues(s, rows, cols, less)
}

func (o *oracle) tryClues(s *shape, rows, cols []int, less bool) {
	i := 0
	for _, r := range rows {
		for _, k := range cols {
			c := s.clue[r][k]
			if !less && c != o.clue[i] {
				if c {
					return
				}
				less = true
			}
			o.clue[i] = c
			i++
		}
	}
}

func (o *oracle) form(geo *Geometry) Grid {
	g := NewGrid(geo)
	for i := range geo.Cells {
		if o.clue[i] {
			g.Set(Cell(i), o.grid[i])
		}
	}
	return g
}
