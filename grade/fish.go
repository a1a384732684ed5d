package grade

import (
	"math/bits"

	"gradoku/board"
)

// fish finds n parallel lines (the base) in which a digit has its places in only
// n lines across (the cover): each base line takes one of them, so the cover has
// the digit there and nowhere else. X-Wing, Swordfish and Jellyfish are n = 2, 3
// and 4. Bases are columns first, then rows; of two fish the one with the lower
// set of base lines comes first, then the one with the smaller digit.
func fish(n int) finder {
	return func(s *state, f *finding) bool {
		s.changedFor(0)
		changed := &s.unchanged.fish[n-2]
		if f.each != nil { // all fish are wanted
			*changed = s.geo.All
		}
		if *changed &= s.geo.All; *changed == 0 {
			return false
		}
		if s.fishOn(board.Column, board.Row, n, *changed, f) || s.fishOn(board.Row, board.Column, n, *changed, f) {
			return true
		}
		*changed = 0
		return false
	}
}

func (s *state) fishOn(base, cover board.HouseKind, n int, among board.Digits, f *finding) bool {
	size := s.geo.Size
	b, c := board.House(int(base)*size), board.House(int(cover)*size)
	var lines [board.MaxSize + 1]uint16 // per digit, the base lines that can take part
	for i := range size {
		for m := s.few(b+board.House(i), n) & among; m != 0; m &= m - 1 {
			lines[m.First()] |= 1 << i
		}
	}
	if f.each != nil {
		return s.allFish(b, c, n, &lines, f)
	}
	var bases, covers uint16
	var digit board.Digit
	for ; among != 0; among &= among - 1 {
		d := among.First()
		if bits.OnesCount16(lines[d]) < n || int(s.placed[d]) > size-2*n {
			continue
		}
		if x, y := s.firstFish(b, c, d, n, lines[d], bases); x != 0 {
			bases, covers, digit = x, y, d
		}
	}
	if digit == 0 {
		return false
	}
	s.reel(b, c, digit, bases, covers, f)
	return true
}

// firstFish returns the lines of the first fish of digit d that eliminates
// something, or zero; also zero if best is not zero and no fish beats it.
func (s *state) firstFish(b, c board.House, d board.Digit, n int, lines, best uint16) (bases, covers uint16) {
	var t tuples
	t.start(n, n, 0)
	for m := lines; m != 0; m &= m - 1 {
		i := bits.TrailingZeros16(m)
		t.add(i, s.pos[b+board.House(i)][d])
	}
	for t.next() {
		bases, covers = t.members(), t.all()
		if best != 0 && bases >= best {
			return 0, 0
		}
		for m := covers; m != 0; m &= m - 1 {
			if s.pos[c+board.House(bits.TrailingZeros16(m))][d]&^bases != 0 {
				return bases, covers
			}
		}
	}
	return 0, 0
}

// allFish passes on every fish.
func (s *state) allFish(b, c board.House, n int, lines *[board.MaxSize + 1]uint16, f *finding) bool {
	for d := board.Digit(1); int(d) <= s.geo.Size; d++ {
		var t tuples
		t.start(n, n, 0)
		for m := lines[d]; m != 0; m &= m - 1 {
			i := bits.TrailingZeros16(m)
			t.add(i, s.pos[b+board.House(i)][d])
		}
		for t.next() {
			s.reel(b, c, d, t.members(), t.all(), f)
			if len(f.lost) > 0 && f.done() {
				return true
			}
			f.reset()
		}
	}
	return false
}

// reel records a fish: base lines, then cover lines.
func (s *state) reel(b, c board.House, d board.Digit, bases, covers uint16, f *finding) {
	for m := bases; m != 0; m &= m - 1 {
		h := b + board.House(bits.TrailingZeros16(m))
		f.because(d.Mask(), h)
		f.at(s, h, s.pos[h][d])
	}
	for m := covers; m != 0; m &= m - 1 {
		h := c + board.House(bits.TrailingZeros16(m))
		f.because(d.Mask(), h)
		f.dropAt(s, h, s.pos[h][d]&^bases, d.Mask())
	}
}
