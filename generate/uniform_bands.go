package generate

import "math/bits"

// fillWords holds one bit for each of the 36·56 = 2,016 pairs of a first box's
// minirows and the way they go on.
const fillWords = (crossings*alignments + 63) / 64

// bandTables holds all look-up tables for picking a 9x9 grid. Partitions are
// numbered by their place in the list of allPartitions; the standard one is 0.
type bandTables struct {
	frame [partitions]relabelling
	// seen[p][q] is q in the frame of p.
	seen [partitions][partitions]uint16
	// columns[k] is the k-th way for a stack to go on from the standard
	// partition; next[p][k] has the partitions of its middle and bottom box when
	// it goes on from p.
	columns [alignments]line
	next    [partitions][alignments][2]uint16
	// rows has the minirows of the fillings of a band whose first box has the
	// standard column sets, 36 ways for this box times 56 ways to go on; up to the
	// order of the rows, these are all there are. second[q] marks those that leave
	// the second box the column sets q, third[q] the same for the third.
	rows          [crossings * alignments]line
	second, third [partitions][fillWords]uint64
	// fillings[p][q] is how many rows leave the second box the column sets p and
	// the third q. Times 6, the orders of the rows, it is the number of fillings.
	fillings [partitions][partitions]uint16

	classes []bandClass
	// upTo[i] counts the numbers that belong to classes[:i+1] when a grid is
	// picked.
	upTo []uint64
}

// bandClass is one class of top bands up to digits, order of columns and order of
// stacks, distinguished by the column sets of the three boxes.
type bandClass struct {
	boxes [3]uint16 // a representative; its first box is standard
	size  uint64    // how many pairs of second and third box belong to it
	// upTo[56*i+j] sums the fillings of bands two and three up to the order of
	// their rows, over all choices up to i and j for the first two stacks.
	upTo [alignments * alignments]uint32
}

// completions is the number of ways to complete a band of the class, up to the
// order of the rows in each of the other two bands.
func (c *bandClass) completions() uint64 { return uint64(c.upTo[len(c.upTo)-1]) }

// newBandTables computes all tables, in about 20 ms.
func newBandTables() *bandTables {
	t := &bandTables{}
	all := allPartitions()
	index := make([]uint16, numbers)
	for i, p := range all {
		index[p.number()] = uint16(i)
		t.frame[i] = p.frame()
	}
	for i := range all {
		for j, q := range all {
			t.seen[i][j] = index[t.frame[i].partition(q).number()]
		}
	}
	aligned := alignedToStandard(all)
	for k, a := range aligned {
		t.columns[k] = newLine([3]partition{standard, a[0], a[1]})
		for p := range partitions {
			back := t.frame[p].inverse()
			for i := range a {
				t.next[p][k][i] = index[back.partition(a[i]).number()]
			}
		}
	}
	t.fillRows(all, index, aligned)
	t.classify(all, index)
	total := uint64(0)
	for i := range t.classes {
		c := &t.classes[i]
		t.complete(c)
		total += c.size * t.topFillings(c) * c.completions()
		t.upTo = append(t.upTo, total)
	}
	return t
}

// total is how many numbers the first draw of a grid chooses from.
func (t *bandTables) total() uint64 { return t.upTo[len(t.upTo)-1] }

// topFillings is the number of fillings of the top band, up to the order of its
// rows.
func (t *bandTables) topFillings(c *bandClass) uint64 {
	return uint64(t.fillings[c.boxes[1]][c.boxes[2]])
}

// fillRows lists the rows and marks which column sets each of them fits. Minirows
// and column sets together determine a box, so one bit describes a box completely.
func (t *bandTables) fillRows(all []partition, index []uint16, aligned [][2]partition) {
	var crossing [partitions][]uint16
	for i, p := range all {
		for q, other := range all {
			if p.crosses(other) {
				crossing[i] = append(crossing[i], uint16(q))
			}
		}
	}
	n := 0
	for _, i := range crossing[0] { // crossing the standard one
		first, frame := all[i], t.frame[i]
		back := frame.inverse()
		for _, a := range aligned {
			second, third := back.partition(a[0]), back.partition(a[1])
			t.rows[n] = newLine([3]partition{first, second, third})
			for _, q := range crossing[index[second.number()]] {
				t.second[q][n/64] |= 1 << (n % 64)
			}
			for _, q := range crossing[index[third.number()]] {
				t.third[q][n/64] |= 1 << (n % 64)
			}
			n++
		}
	}
}

// classify finds the classes by flood fill: from every pair of second and third
// box not yet reached, it reaches all images under symmetries. The fillings of all of
// them are as many.
func (t *bandTables) classify(all []partition, index []uint16) {
	// The effect of four relabellings on every partition. Together they generate all
	// 1,296 that leave the standard partition as it is.
	var moves [4][partitions]uint16
	for m, f := range [4]relabelling{
		{2, 1, 3, 4, 5, 6, 7, 8, 9},
		{1, 3, 2, 4, 5, 6, 7, 8, 9},
		{4, 5, 6, 1, 2, 3, 7, 8, 9},
		{1, 2, 3, 7, 8, 9, 4, 5, 6},
	} {
		for i, p := range all {
			moves[m][i] = index[f.partition(p).number()]
		}
	}
	var reached [partitions][partitions]bool
	var flood [][2]uint16
	reach := func(p, q uint16) {
		if !reached[p][q] {
			reached[p][q] = true
			flood = append(flood, [2]uint16{p, q})
		}
	}
	for i := range partitions * partitions {
		flood = flood[:0]
		reach(uint16(i/partitions), uint16(i%partitions))
		for n := 0; n < len(flood); n++ {
			p, q := flood[n][0], flood[n][1]
			for m := range moves {
				reach(moves[m][p], moves[m][q])
			}
			reach(q, p)                       // exchanges second and third box,
			reach(t.seen[p][0], t.seen[p][q]) // and first and second
		}
		if len(flood) > 0 {
			boxes := [3]uint16{0, flood[0][0], flood[0][1]}
			t.classes = append(t.classes, bandClass{boxes: boxes, size: uint64(len(flood))})
			n := 0
			for w, s := range &t.second[boxes[1]] {
				n += bits.OnesCount64(s & t.third[boxes[2]][w])
			}
			for _, pair := range flood {
				t.fillings[pair[0]][pair[1]] = uint16(n)
			}
		}
	}
}

// complete sums up the ways to complete a band of the class.
func (t *bandTables) complete(c *bandClass) {
	sum := uint32(0)
	for i := range alignments {
		b, d := t.next[c.boxes[0]][i][0], t.next[c.boxes[0]][i][1]
		var thirdB, thirdD [alignments]uint16
		for k, n := range &t.next[c.boxes[2]] {
			thirdB[k], thirdD[k] = t.seen[b][n[0]], t.seen[d][n[1]]
		}
		for j, n := range &t.next[c.boxes[1]] {
			fillB, fillD := &t.fillings[t.seen[b][n[0]]], &t.fillings[t.seen[d][n[1]]]
			for k := range alignments {
				sum += uint32(fillB[thirdB[k]]) * uint32(fillD[thirdD[k]])
			}
			c.upTo[alignments*i+j] = sum
		}
	}
}
