package board

import "math/bits"

// search finds a Transform that takes a puzzle to its canonical form.
//
// Three choices determine an image of the solution: whether to transpose, which
// rows become the first and second, and the order of the columns. All else
// follows: row 1 reads 1 to N and so fixes the labels; the labels in the first
// column fix the order of the other rows within each band, and of the bands. On
// 9x9 that still leaves 2*9*2*1296 images.
//
// Row 2 rules out nearly all of them. Its value at position p is the position at
// which row 1 holds the same digit. The search reads row 2 from left to right and
// orders columns only when it must: it chooses a column for p unless p has one
// already. The partner of that column, where row 1 holds its digit, goes to the first
// possible place, since a later one would make the value larger. Only the choices for
// p with the smallest value are kept, and only while row 2 is no larger than the best
// one known. Each image that survives to the end and equals the best differs from it
// by an automorphism of the solution.
//
// Letting row 1 fix the labels and row 2 cut down the choices, and then sorting the
// rest, is the classic way to find the smallest image of a 9x9 grid, as in Glenn
// Fowler's sudoku and Mladen Dobrichev's gridchecker. Those enumerate column orders,
// of which 12x12 and 16x16 have too many (82,944 and 7,962,624).
type search struct {
	geo           *Geometry
	bands, stacks blocks
	sides         [2]side // the solution as it stands, and transposed

	starts  [2 * MaxSize * (maxBlocks - 1)]start
	partner [MaxSize]uint8 // of the current start, by column
	orders  [MaxSize]order // by position: the order after the choice made there

	best   [MaxCells + 1]uint8 // the least image so far, row-major, digits from 0
	better bool                // the current image is less than all before it
	won    winner
}

// side is a puzzle in the layout of the search. Digits count from 0 like rows and
// columns, because a label is a position.
type side struct {
	digit [MaxSize][MaxSize]uint8    // by row and column
	where [MaxSize][MaxSize]uint8    // the column, by row and digit
	mini  [MaxSize][maxBlocks]uint16 // the digits as bits, by row and stack
	clues [MaxSize]uint16            // the columns with a clue as bits, by row
}

// start is a choice of rows 1 and 2.
type start struct {
	side, row1, row2 uint8
	first            uint16 // the digits that may come first in row 2, as bits
}

// winner says how to get the smallest image so far: which row and column of
// which side comes first, second and so on.
type winner struct {
	side       uint8
	rows, cols [MaxSize]uint8
}

// run searches and returns the Transform it found. The puzzle's canonical form is its
// image under that Transform, so two puzzles with the same form are isomorphic.
func (z *search) run(puzzle, solution *Grid) Transform {
	g := solution.geo
	if z.geo != g {
		z.geo, z.bands, z.stacks = g, newBlocks(g.Size, g.BoxRows), newBlocks(g.Size, g.BoxCols)
	}
	sides := 1
	z.sides[0].load(puzzle, solution, false)
	if g.Square() {
		sides = 2
		z.sides[1].load(puzzle, solution, true)
	}
	z.best[g.Size] = none
	for _, st := range z.pickStarts(sides) {
		z.begin(&st)
	}
	return z.transform()
}

// load copies the grids into the layout of the search.
func (s *side) load(puzzle, solution *Grid, transpose bool) {
	g := solution.geo
	for r := range g.Size {
		s.mini[r] = [maxBlocks]uint16{}
		s.clues[r] = 0
		for k := range g.Size {
			c := g.CellAt(r, k)
			if transpose {
				c = g.CellAt(k, r)
			}
			d := solution.cells[c] - 1
			s.digit[r][k], s.where[r][d] = uint8(d), uint8(k)
			s.mini[r][k/g.BoxCols] |= 1 << d
			if puzzle.cells[c] != 0 {
				s.clues[r] |= 1 << k
			}
		}
	}
}

// pickStarts returns the choices of rows 1 and 2 worth trying: those with the
// highest promise.
func (z *search) pickStarts(sides int) []start {
	list, most, height := z.starts[:0], 0, z.geo.BoxRows
	for i := range sides {
		for r1 := range z.geo.Size {
			band := r1 / height * height
			for r2 := band; r2 < band+height; r2++ {
				if r1 == r2 {
					continue
				}
				n, first := z.promise(&z.sides[i], r1, r2, most)
				if n > most {
					list, most = list[:0], n
				}
				if first != 0 {
					list = append(list, start{uint8(i), uint8(r1), uint8(r2), first})
				}
			}
		}
	}
	return list
}

// promise rates how small a row 2 can begin, from bits alone, and returns the
// digits that can come first in it, or none if its rating is below least. Row 2
// begins with as many successive values as one of its minirows shares digits with
// one of row 1: 456, or else 45 on 9x9. If that leaves at most one other digit, the
// values of the first minirow are certain, and the next value is 1 when its column
// and the first one hold the same two digits, exchanged. On 9x9 this second rule
// drops three of four first columns and saves 40% of the time.
func (z *search) promise(s *side, r1, r2, least int) (most int, first uint16) {
	most = least
	stacks, width := z.geo.Stacks(), z.geo.BoxCols
	for _, below := range s.mini[r2][:stacks] {
		for _, above := range s.mini[r1][:stacks] {
			shared := below & above
			n := 2 * bits.OnesCount16(shared)
			if n+1 < most {
				continue
			}
			if swapped := s.swapped(r1, r2, shared); swapped != 0 && n >= 2*(width-1) {
				shared, n = swapped, n+1
			}
			if n > most {
				most, first = n, 0
			}
			if n == most {
				first |= shared
			}
		}
	}
	return most, first
}

// swapped returns the given digits whose columns in rows r1 and r2 hold the
// same two digits, exchanged.
func (s *side) swapped(r1, r2 int, digits uint16) uint16 {
	found := uint16(0)
	for ; digits != 0; digits &= digits - 1 {
		d := bits.TrailingZeros16(digits)
		if s.digit[r2][s.where[r1][d]] == s.digit[r1][s.where[r2][d]] {
			found |= 1 << d
		}
	}
	return found
}

// begin searches the images with the given rows 1 and 2.
func (z *search) begin(st *start) {
	s := &z.sides[st.side]
	first := uint16(0)
	for k, d := range s.digit[st.row2][:z.geo.Size] {
		z.partner[k] = s.where[st.row1][d]
		first |= st.first >> d & 1 << k
	}
	cols := z.stacks.none
	z.choose(st, &cols, 0, first)
}

// read reads row 2 from position p to its end, and then the rest of the image.
func (z *search) read(st *start, cols *order, p int) {
	n := z.geo.Size
	for ; p < n; p++ {
		c := cols.at[p]
		if c == none {
			z.choose(st, cols, p, cols.choices(p, &z.stacks))
			return
		}
		if !z.keep(n+p, cols.put(z.partner[c], &z.stacks)) {
			return
		}
	}
	z.finish(st, cols)
}

// choose tries the given columns at position p of row 2.
func (z *search) choose(st *start, cols *order, p int, choices uint16) {
	least, ties := uint8(none), uint16(0)
	for left := choices; left != 0; left &= left - 1 {
		c := bits.TrailingZeros16(left)
		switch v := cols.placeAfter(p, z.partner[c], &z.stacks); {
		case v < least:
			least, ties = v, 1<<c
		case v == least:
			ties |= 1 << c
		}
	}
	if !z.keep(z.geo.Size+p, least) {
		return
	}
	for ; ties != 0; ties &= ties - 1 {
		c, next := uint8(bits.TrailingZeros16(ties)), cols
		if ties&(ties-1) != 0 { // cols itself serves the last choice
			next = &z.orders[p]
			*next = *cols
		}
		next.put(c, &z.stacks)
		next.put(z.partner[c], &z.stacks)
		z.read(st, next, p+1)
	}
}

// keep compares the i-th digit of the current image, whose earlier digits equal
// those of the best, and reports whether the image can still be the smallest. A
// smaller digit makes it the best: everything after it is then unknown.
func (z *search) keep(i int, v uint8) bool {
	if v < z.best[i] {
		z.best[i], z.best[i+1] = v, none
		z.better = true
	}
	return v == z.best[i]
}

// finish compares the rows below row 2, once the columns are in order.
func (z *search) finish(st *start, cols *order) {
	n := z.geo.Size
	s := &z.sides[st.side]
	var label, byLabel [MaxSize]uint8 // each digit's label; the row with that label in column 1
	for k, c := range cols.at[:n] {
		label[s.digit[st.row1][c]] = uint8(k)
	}
	for r := range n {
		byLabel[label[s.digit[r][cols.at[0]]]] = uint8(r)
	}
	rows := z.bands.none
	rows.put(st.row1, &z.bands)
	rows.put(st.row2, &z.bands)
	for _, r := range byLabel[:n] {
		rows.put(r, &z.bands)
	}
	i := 2 * n
	for _, r := range rows.at[2:n] {
		digits := &s.digit[r]
		for _, c := range cols.at[:n] {
			if !z.keep(i, label[digits[c]]) {
				return
			}
			i++
		}
	}
	z.settle(st, &rows, cols)
}

// settle makes an image the winner if it is less than the best one, or equal to it
// with lesser clues.
func (z *search) settle(st *start, rows, cols *order) {
	w := winner{st.side, rows.at, cols.at}
	for i := 0; !z.better && i < z.geo.Size; i++ {
		before, after := z.clues(&z.won, i), z.clues(&w, i)
		if before < after {
			return
		}
		z.better = after < before
	}
	if z.better {
		z.better, z.won = false, w
	}
}

// clues returns where row i of an image has clues, the leftmost in the highest bit.
func (z *search) clues(w *winner, i int) (image uint16) {
	from := z.sides[w.side].clues[w.rows[i]]
	for _, c := range w.cols[:z.geo.Size] {
		image = image<<1 | from>>c&1
	}
	return image
}

// transform returns the Transform that takes the puzzle to the winner's image.
func (z *search) transform() Transform {
	w := &z.won
	t := Transform{geo: z.geo, image: z.geo, transpose: w.side == 1}
	for i := range z.geo.Size {
		t.row[w.rows[i]], t.col[w.cols[i]] = uint8(i), uint8(i)
		t.digit[z.sides[w.side].digit[w.rows[0]][w.cols[i]]+1] = Digit(i + 1)
	}
	return t
}
