package solve

// triads looks at the grid through its 54 triads: the 27 minirows and the 27
// minicolumns, three cells each, where a box crosses a line. A triad holds
// exactly three digits, and a digit is either in a triad or not: triads behave
// like cells that take three digits. A word has a bit for each triad:
//
//	bit of a word   0 .. 26   minirow     9*row of the band + 3*stack + band
//	               32 .. 58   minicolumn  32 + 9*band + column
//
// The idea of reasoning about triads is Tom Dillon's: tdoku (2019), whose
// documentation derives it from a short encoding of the rules in propositional logic.
type triads struct {
	cand   [9]uint64 // the triads that can hold digit d+1
	forced [9]uint64 // those that must hold it: the only one left in their line
	sum    [4]uint64 // how many digits each triad can hold; bit i of the number in word i
}

const allTriads = allLo // 27 bits in each half

func (t *triads) loadDigit(d int, p plane) {
	lo := (p.lo | p.lo>>1 | p.lo>>2) & startsLo
	hi := (p.hi | p.hi>>1 | p.hi>>2) & startsHi
	y1, y2, y3 := p.columnSets()
	w := lo&allHi | lo>>32<<1 | hi<<2 | y1<<32 | y2<<41 | y3<<50
	t.cand[d] = w
	t.forced[d] = w &^ lineMates(w)
}

// lineMates returns the triads that share a line (minirows a row, minicolumns
// a column) with a triad of w other than themselves.
func lineMates(w uint64) uint64 {
	const box1, box2, box3 = 0o007007007, 0o070070070, 0o700700700
	h, v := w&allHi, w>>32
	rows := h<<3&(box2|box3) | h>>6&box1 | h<<6&box3 | h>>3&(box1|box2)
	cols := (v<<9 | v>>18 | v<<18 | v>>9) & allHi
	return rows | cols<<32
}

// triadCells returns the cells of the triads of w.
func triadCells(w uint64) plane {
	minirows := plane{(w&startsHi | w>>1&startsHi<<32) * 7, w >> 2 & startsHi * 7}
	minicols := plane{(w>>32&511 | w>>41&511<<32) * everyRow, w >> 50 & 511 * everyRow}
	return minirows.or(minicols)
}

// apply uses the fact that a triad holds three digits. If three candidate digits
// are left, they are locked in: none can be elsewhere in the line (nor in the box,
// which propagate handles). If three digits are forced into it, no other fits. It returns
// dead if the state has no solution, open if candidates were struck, and else solved.
func (t *triads) apply(s *state) outcome {
	t.sum = add9(&t.cand)
	must := add9(&t.forced)
	atLeast3 := t.sum[3] | t.sum[2] | t.sum[1]&t.sum[0]
	if atLeast3 != allTriads || must[3]|must[2] != 0 {
		return dead
	}
	three := atLeast3 &^ (t.sum[3] | t.sum[2])
	full := must[1] & must[0]
	locked, hidden := three&^full, full&^three
	if locked|hidden == 0 {
		return solved
	}
	for d := range t.cand {
		loose := t.cand[d] &^ t.forced[d]
		if out := lineMates(loose&locked) | loose&hidden; out != 0 {
			s.strike(d, triadCells(out))
		}
	}
	return open
}

// add9 counts for each bit position the words that have it set, 64 counts at
// once: bit i of a count is in word i of the result.
func add9(w *[9]uint64) [4]uint64 {
	a, a2 := addBits(w[0], w[1], w[2])
	b, b2 := addBits(w[3], w[4], w[5])
	c, c2 := addBits(w[6], w[7], w[8])
	ones, d2 := addBits(a, b, c)
	x, x4 := addBits(a2, b2, c2)
	y4 := x & d2
	return [4]uint64{ones, x ^ d2, x4 ^ y4, x4 & y4}
}

// addBits adds three bits at each position.
func addBits(a, b, c uint64) (sum, carry uint64) {
	x := a ^ b
	return x ^ c, a&b | x&c
}
