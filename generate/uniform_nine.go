package generate

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"gradoku/board"
)

// nineMoves is 9!·6⁷: relabellings of the digits, and orders of the rows of each
// band, of the columns of each stack and of the stacks.
const nineMoves = 362_880 * 279_936

// draft is a 9x9 grid up to these moves.
type draft struct {
	// sets[b][s] is the partition into column sets of the box in band b, stack
	// s; on[s] which of the 56 ways stack s goes on from its top box.
	sets [3][3]uint16
	on   [3]int
	// fill has for each band one of the rows, in the frame of its left box.
	fill [3]int
}

// draw writes a random grid into g.
func (t *bandTables) draw(rng *rand.Rand, g *board.Grid) {
	d := t.draft(rng.Uint64N(t.total()))
	t.write(&d, ordinal(rng.Uint64N(nineMoves)), g)
}

// draft splits a number below t.total(). Each class of top bands has as many numbers
// as members, times ways to fill the top band, times ways to complete it.
func (t *bandTables) draft(u uint64) draft {
	i, _ := slices.BinarySearch(t.upTo, u+1)
	class := &t.classes[i]
	if i > 0 {
		u -= t.upTo[i-1]
	}
	u /= class.size // which member does not matter: the moves lead to all of them
	rest := uint32(u % class.completions())
	fills := [3]uint32{uint32(u / class.completions())}

	pair, _ := slices.BinarySearch(class.upTo[:], rest+1)
	if pair > 0 {
		rest -= class.upTo[pair-1]
	}
	d := draft{on: [3]int{pair / alignments, pair % alignments}}
	d.sets[0] = class.boxes
	for s := range 2 {
		t.goOn(&d, s)
	}
	fills[1], fills[2] = t.lastStack(&d, rest)
	for b, n := range fills {
		d.fill[b] = t.nth(&d.sets[b], n)
	}
	return d
}

// goOn sets the column sets of stack s below the top box.
func (t *bandTables) goOn(d *draft, s int) {
	n := &t.next[d.sets[0][s]][d.on[s]]
	d.sets[1][s], d.sets[2][s] = n[0], n[1]
}

// lastStack chooses how the third stack goes on and returns the result. Each way has
// as many numbers as the bands below it have fillings. The number u is below their
// sum, which ends the loop.
func (t *bandTables) lastStack(d *draft, u uint32) (middle, bottom uint32) {
	m, b := &d.sets[1], &d.sets[2]
	seenM, seenB := &t.seen[m[0]], &t.seen[b[0]]
	fillM, fillB := &t.fillings[seenM[m[1]]], &t.fillings[seenB[b[1]]]
	next := &t.next[d.sets[0][2]]
	for k := 0; ; k++ {
		below := uint32(fillB[seenB[next[k][1]]])
		both := uint32(fillM[seenM[next[k][0]]]) * below
		if u < both {
			d.on[2] = k
			t.goOn(d, 2)
			return u / below, u % below
		}
		u -= both
	}
}

// nth returns the n-th of the rows that a band with these column sets can have,
// from 0; there must be as many.
func (t *bandTables) nth(sets *[3]uint16, n uint32) int {
	seen := &t.seen[sets[0]]
	second, third := &t.second[seen[sets[1]]], &t.third[seen[sets[2]]]
	for w := 0; ; w++ {
		both := second[w] & third[w]
		if here := uint32(bits.OnesCount64(both)); n >= here {
			n -= here
			continue
		}
		for ; n > 0; n-- {
			both &= both - 1
		}
		return 64*w + bits.TrailingZeros64(both)
	}
}

// write sets the 81 digits of the draft, moved about by u, below nineMoves.
func (t *bandTables) write(d *draft, u ordinal, g *board.Grid) {
	digits := g.Digits()
	label := [9]uint8{1, 2, 3, 4, 5, 6, 7, 8, 9}
	u.permute(label[:])
	stacks := orders[u.choice(6)]
	var cols, rows [3][3]uint8
	for i := range 3 {
		cols[i], rows[i] = orders[u.choice(6)], orders[u.choice(6)]
	}
	for b := range 3 {
		lines, rowFrame := t.rows[d.fill[b]], &t.frame[d.sets[b][0]]
		for s := range 3 {
			way, colFrame := t.columns[d.on[s]], &t.frame[d.sets[0][s]]
			box := 27*b + 3*int(stacks[s])
			for i, l := range label {
				row := rows[b][lines.place(s, rowFrame[i])]
				col := cols[s][way.place(b, colFrame[i])]
				digits[box+9*int(row)+int(col)] = board.Digit(l)
			}
		}
	}
}
