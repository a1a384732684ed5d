package generate

import "gradoku/board"

const (
	partitions = 280 // ways to cut nine digits into three triples
	alignments = 56  // ways to put a second box below, or beside, a first one
	crossings  = 36  // partitions that cross a given one
)

// partition cuts the nine digits into three triples: the column sets of a box,
// or its minirows. In the list of all partitions the triples stand in the order
// of their least digits; elsewhere the order says which column or row is meant.
type partition [3]board.Digits

// standard is the first partition of the list: 123 456 789.
var standard = partition{0o007, 0o070, 0o700}

// allPartitions lists the 280 partitions, the standard one first.
func allPartitions() []partition {
	var list []partition
	all := board.Nine().All
	for _, a := range triplesWithLeast(all) {
		for _, b := range triplesWithLeast(all &^ a) {
			list = append(list, partition{a, b, all &^ a &^ b})
		}
	}
	return list
}

// triplesWithLeast lists the triples from a set that contain its least digit.
func triplesWithLeast(s board.Digits) []board.Digits {
	var list []board.Digits
	least := s.First().Mask()
	for x := range (s &^ least).All() {
		for y := range (s &^ least).All() {
			if x < y {
				list = append(list, least|x.Mask()|y.Mask())
			}
		}
	}
	return list
}

// number is a number below numbers for the triples in the order of their least digits: from the
// digits that stand with 1, and the second triple.
func (p partition) number() int {
	for _, s := range [...][2]int{{0, 1}, {1, 2}, {0, 1}} {
		if least0, least1 := p[s[0]]&-p[s[0]], p[s[1]]&-p[s[1]]; least0 > least1 {
			p[s[0]], p[s[1]] = p[s[1]], p[s[0]]
		}
	}
	return int(p[0])>>1<<9 | int(p[1])
}

const numbers = 1 << 17

// crosses reports whether every triple of p shares exactly one digit with every
// triple of q: whether a box can have the minirows p and the column sets q. If
// so, there is one such box.
func (p partition) crosses(q partition) bool {
	for _, a := range p {
		for _, b := range q {
			if !(a & b).Single() {
				return false
			}
		}
	}
	return true
}

// relabelling sends digit d to f[d-1].
type relabelling [9]board.Digit

// set is called 250,000 times for the tables: an iterator over the digits would take two thirds
// of the time of all that in WebAssembly.
func (f *relabelling) set(s board.Digits) board.Digits {
	var t board.Digits
	for i, d := range f {
		t |= s >> i & 1 << (d - 1)
	}
	return t
}

func (f *relabelling) partition(p partition) partition {
	return partition{f.set(p[0]), f.set(p[1]), f.set(p[2])}
}

func (f *relabelling) inverse() relabelling {
	var inv relabelling
	for i, d := range f {
		inv[d-1] = board.Digit(i + 1)
	}
	return inv
}

// frame returns the relabelling that makes p the standard partition, triple by triple
// and in ascending order inside each. Things with the same position relative to p
// look the same in the frame of p, for any p.
func (p partition) frame() relabelling {
	var f relabelling
	next := board.Digit(1)
	for _, triple := range p {
		for d := range triple.All() {
			f[d-1] = next
			next++
		}
	}
	return f
}

// line is three partitions in step: those of the three boxes of a band or
// stack, where no place meets a digit twice. It stores for each digit in which
// place of each box it stands, two bits each: for digit d in box b, at
// 2·(9b + d-1).
type line uint64

func newLine(boxes [3]partition) line {
	var l line
	for b, p := range boxes {
		for place, triple := range p {
			for i := range 9 {
				l |= line(triple>>i&1) * line(place) << (2 * (9*b + i))
			}
		}
	}
	return l
}

// place returns the row or column, 0 to 2, of a digit in a box.
func (l line) place(box int, d board.Digit) int { return int(l>>(2*(9*uint(box)+uint(d)-1))) & 3 }

// alignedToStandard lists the 56 pairs of partitions that can follow the standard one
// in a line. The second and third box play the same part, so with every pair its
// exchange is in the list.
func alignedToStandard(all []partition) [][2]partition {
	var list [][2]partition
	for _, p := range all {
		for _, o := range orders {
			q := partition{p[o[0]], p[o[1]], p[o[2]]}
			if q[0]&standard[0]|q[1]&standard[1]|q[2]&standard[2] != 0 {
				continue // a digit would be twice in a place
			}
			var rest partition
			for i := range rest {
				rest[i] = board.Nine().All &^ standard[i] &^ q[i]
			}
			list = append(list, [2]partition{q, rest})
		}
	}
	return list
}

// orders lists the permutations of three things.
var orders = [6][3]uint8{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
