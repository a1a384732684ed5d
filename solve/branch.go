package solve

import "math/bits"

// bandTriads are the triads of the three bands and of the three stacks.
var bandTriads = [6]uint64{
	0o111111111, 0o111111111 << 1, 0o111111111 << 2,
	0o007007007 << 32, 0o070070070 << 32, 0o700700700 << 32,
}

// guess splits the top node in two, with the band and digit that narrow
// chooses, and returns the band.
func (b *bitSearch) guess(t *triads) int {
	band, d := b.narrow(t)
	b.split(t, band, d)
	return band
}

// speculativeDepth is how many guesses must have been right before two are made at
// once.
const speculativeDepth = 2

// guessBeside adds to a guess in one of three bands, or stacks, a guess in another
// if the third is settled, so a node is split in three.
//
// If a puzzle has many solutions, nearly every guess is right, and the cost of a
// solution is the nodes on the way: this saves 16% of them on the set multi. Proper
// puzzles seldom get here: two right guesses usually solve them, and those that need
// many soon make a wrong one (at most 0.7% more nodes). Doing this with the third
// band open would gain more where many clues are missing, and lose as much on hard
// puzzles. A second guess in the other direction (a stack after a band) fails twice
// as often.
//
// If any solution will do, the third band may be open: most searches that show that a clue
// is needed meet no dead end. The second guess saves 17% of their nodes.
func (b *bitSearch) guessBeside(t *triads, band int) {
	three := t.sum[0] & t.sum[1] &^ (t.sum[2] | t.sum[3])
	for i := range 2 {
		next, third := band/3*3+(band+1+i)%3, band/3*3+(band+2-i)%3
		settled := three&bandTriads[third] == bandTriads[third] || b.existence
		if settled && three&bandTriads[next] != bandTriads[next] {
			b.split(t, next, t.narrowDigit(bandTriads[next]))
			return
		}
	}
}

// narrow chooses the band and the digit of a guess, as triads.narrow does.
func (b *bitSearch) narrow(t *triads) (band, d int) {
	if vectors && !b.plain {
		band, d := narrowCount(t)
		return int(band % 6), int(d % 9)
	}
	return t.narrow()
}

// split makes one guess. The vector kernel knows only the candidates of a state;
// half of a copy is saved.
func (b *bitSearch) split(t *triads, band, d int) {
	b.stats.Guesses++
	s, child := &b.stack[b.depth-1], &b.stack[b.depth]
	if vectors && !b.plain {
		child.cand, child.struck = s.cand, s.struck
	} else {
		*child = *s
	}
	t.split(s, child, bandTriads[band], d)
	b.depth++
}

// narrow chooses the band, or stack, and the digit of the next guess. apply must
// have been called and have found nothing.
//
// A band, or stack, has few ways to place each digit (the permutations of
// [bandTables], at most six), and they exclude each other. So the search goes
// where the fewest are left, and prefers a digit with two ways: either answer
// then settles the digit in that band. Choosing the band first, and then the
// digit, is documented for tdoku (Tom Dillon, 2019). The best tried rule for
// guessing a cell with two candidates needed 60% more guesses on puzzles rated
// above 11.
func (t *triads) narrow() (band, d int) {
	band = t.narrowBand()
	return band, t.narrowDigit(bandTriads[band])
}

// split divides s in two: child, a copy of it, gets the guess that the digit is
// in a certain triad of the band; s keeps the rest.
func (t *triads) split(s, child *state, band uint64, d int) {
	u := t.cand[d] &^ t.forced[d] & band
	u &= -u
	child.strike(d, triadCells(lineMates(u)))
	s.strike(d, triadCells(u))
}

// narrowBand returns the unsettled band or stack with the fewest candidates in
// its triads; a settled one has 27, three in each triad.
func (t *triads) narrowBand() int {
	best := ^uint32(0)
	for i, m := range bandTriads {
		n := bits.OnesCount64(t.sum[0]&m) + 2*bits.OnesCount64(t.sum[1]&m) +
			4*bits.OnesCount64(t.sum[2]&m) + 8*bits.OnesCount64(t.sum[3]&m)
		best = min(best, uint32(n-28)<<3|uint32(i)) // 27 wraps round to the end
	}
	return int(best & 7 % 6)
}

// narrowDigit returns the digit with the fewest ways, but more than one, through an
// unsettled band. The number of the digit's triads gives the ways: 3 one, 5 or 6 two,
// 7 three, 8 four, 9 six. Among equals the digit with the most triads in the whole
// grid wins: settling it decides the most (3 to 7% fewer guesses on hard puzzles than
// taking the first).
func (t *triads) narrowDigit(band uint64) int {
	best := ^uint32(0)
	for d, w := range &t.cand {
		n := uint32(bits.OnesCount64(w & band))
		settled := (n - 4) >> 31 << 31
		best = min(best, settled|max(n, 6)<<16|uint32(64-bits.OnesCount64(w))<<8|uint32(d))
	}
	return int(best & 15 % 9)
}
