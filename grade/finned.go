package grade

import (
	"math/bits"
	"slices"

	"gradoku/board"
)

// Finned fish. n parallel lines (the bases) have a digit in n lines across (the
// covers) and in a few other cells, the fins, which all lie in one box. Either a fin
// has the digit, or the pattern is a plain fish. So a cell that the fish eliminates
// and that sees all fins, because it is in their box, loses the digit either way.
//
// In a sashimi fish a base has only one place left in the covers. Without its fins
// there would not even be a fish, but the argument still holds.
//
// Once the bases and the box are chosen, everything outside the box must be
// covered, and only the covers through the box are free, so few combinations are
// tried.

// finnedFish finds a finned fish of n lines, or a sashimi one.
func finnedFish(n int, sashimi bool) finder {
	return func(s *state, f *finding) bool {
		return s.finned(board.Row, board.Column, n, sashimi, f) || s.finned(board.Column, board.Row, n, sashimi, f)
	}
}

func (s *state) finned(base, across board.HouseKind, n int, sashimi bool, f *finding) bool {
	size := s.geo.Size
	first := board.House(int(base) * size)
	for d := board.Digit(1); int(d) <= size; d++ {
		var lines [board.MaxSize]int
		k := 0
		for i := range size {
			if bits.OnesCount16(s.pos[int(first)+i][d]) >= 2 {
				lines[k] = i
				k++
			}
		}
		q := finSearch{state: s, f: f, base: base, across: across, d: d, sashimi: sashimi}
		if k >= n && q.choose(lines[:k], n) {
			return true
		}
	}
	return false
}

// finSearch is the search for one digit.
type finSearch struct {
	*state
	f       *finding
	base    board.HouseKind // of the bases
	across  board.HouseKind // of the covers
	d       board.Digit
	sashimi bool
	bases   [4]int // the chosen lines, numbered in their kind
	n       int
}

// choose adds n more lines to the bases and looks for a fish.
func (q *finSearch) choose(lines []int, n int) bool {
	if n == 0 {
		for b := range q.geo.Size {
			if q.inBox(board.House(b)) {
				return true
			}
		}
		return false
	}
	for i := 0; i+n <= len(lines); i++ {
		q.bases[q.n] = lines[i]
		q.n++
		if q.choose(lines[i+1:], n-1) {
			return true
		}
		q.n--
	}
	return false
}

// line returns the house of a line of the kind of the bases.
func (q *finSearch) line(i int) board.House { return board.House(int(q.base)*q.geo.Size + i) }

// inBox assumes that the fins are in one box. The box must cross a base, and the
// places of the bases outside it must leave room for a cover through it.
func (q *finSearch) inBox(box board.House) bool {
	var must, may uint16 // positions that covers must have; that are in the box
	for _, i := range q.bases[:q.n] {
		h := q.line(i)
		for p := q.pos[h][q.d]; p != 0; p &= p - 1 {
			k := bits.TrailingZeros16(p)
			if q.houses[q.cells[h][k]][board.Box] == box {
				may |= 1 << k
			} else {
				must |= 1 << k
			}
		}
	}
	spare := q.n - bits.OnesCount16(must)
	if may == 0 || spare < 0 {
		return false
	}
	var through uint16 // the positions at which lines across run through the box
	for _, c := range q.geo.HouseCells(box) {
		through |= 1 << q.geo.Index(q.houses[c][q.across])
	}
	free := through &^ must
	for more := free; ; more = (more - 1) & free { // all subsets, the largest first
		if bits.OnesCount16(more) == spare && (must|more)&through != 0 && q.fish(box, must|more) {
			return true
		}
		if more == 0 {
			return false
		}
	}
}

// fish tests bases and covers.
func (q *finSearch) fish(box board.House, covers uint16) bool {
	var body, fins board.CellSet
	least := board.MaxSize
	for _, i := range q.bases[:q.n] {
		h := q.line(i)
		for p := q.pos[h][q.d]; p != 0; p &= p - 1 {
			k := bits.TrailingZeros16(p)
			if covers>>k&1 != 0 {
				body.Add(q.cells[h][k])
			} else {
				fins.Add(q.cells[h][k])
			}
		}
		least = min(least, bits.OnesCount16(q.pos[h][q.d]&covers))
	}
	if fins.Empty() || least == 0 || (least == 1) != q.sashimi {
		return false
	}
	lost := q.at[q.d].Intersect(q.geo.HouseSet(box)).Minus(body).Minus(fins)
	for c := range lost.All() {
		covered := covers>>q.index3[c][q.base]&1 != 0
		if !covered || slices.Contains(q.bases[:q.n], q.geo.Index(q.houses[c][q.base])) {
			lost.Remove(c)
		}
	}
	if lost.Empty() {
		return false
	}
	for _, i := range q.bases[:q.n] {
		q.f.because(q.d.Mask(), q.line(i))
	}
	for m := covers; m != 0; m &= m - 1 {
		q.f.because(q.d.Mask(), board.House(int(q.across)*q.geo.Size+bits.TrailingZeros16(m)))
	}
	q.f.part(body)
	q.f.part(fins)
	q.f.dropAll(q.state, lost, q.d.Mask())
	return q.f.done()
}
