package generate

import (
	"maps"
	"math"
	"math/bits"
	"slices"
	"sync"
	"testing"

	"gradoku/board"
)

// On 4x4 the law of each sampling, that is how probable each minimal puzzle is,
// follows exactly from its rule. The puzzles are counted up to isomorphism: the
// rules treat isomorphic puzzles alike.

// four is a 4x4 puzzle: the digit of cell i in bits 4i to 4i+3, 0 for a blank.
type four uint64

func (p four) at(c int) int       { return int(p >> (4 * c) & 15) }
func (p four) with(c, d int) four { return p&^(15<<(4*c)) | four(d)<<(4*c) }
func (p four) without(c int) four { return p.with(c, 0) }
func fourOf(g *board.Grid) (p four) { // of a puzzle or of a full grid
	for i, d := range g.Digits() {
		p = p.with(i, int(d))
	}
	return p
}

func (p four) clues() int {
	n := 0
	for c := range 16 {
		if p.at(c) != 0 {
			n++
		}
	}
	return n
}

// fourLaws knows the 288 grids and the 128 permutations of cells that keep
// boxes, rows and columns.
type fourLaws struct {
	// holds[c][d] has a bit for each grid with digit d in cell c.
	holds [16][5][5]uint64
	grids []board.Grid
	moves [][16]int
	known map[four]four // the answers so far, to give each only once
}

func newFourLaws() *fourLaws {
	l := &fourLaws{known: map[four]four{}}
	geo := board.Sizes()[0]
	for g := range indexGrids(geo, 0) {
		l.grids = append(l.grids, g)
	}
	slices.SortFunc(l.grids, func(a, b board.Grid) int { return slices.Compare(a.Digits(), b.Digits()) })
	for i, g := range l.grids {
		for c, d := range g.Digits() {
			l.holds[c][d][i/64] |= 1 << (i % 64)
		}
	}
	var lines [][4]int // exchanges inside bands, and of bands
	for m := range 8 {
		line := [4]int{0, 1, 2, 3}
		if m&1 != 0 {
			line[0], line[1] = line[1], line[0]
		}
		if m&2 != 0 {
			line[2], line[3] = line[3], line[2]
		}
		if m&4 != 0 {
			line = [4]int{line[2], line[3], line[0], line[1]}
		}
		lines = append(lines, line)
	}
	for _, rows := range lines {
		for _, cols := range lines {
			var direct, turned [16]int
			for i := range 16 {
				direct[i] = 4*rows[i/4] + cols[i%4]
				turned[i] = 4*rows[i%4] + cols[i/4]
			}
			l.moves = append(l.moves, direct, turned)
		}
	}
	return l
}

// solutions counts the grids that contain p.
func (l *fourLaws) solutions(p four) int {
	all := [5]uint64{math.MaxUint64, math.MaxUint64, math.MaxUint64, math.MaxUint64, 1<<(288-256) - 1}
	for c := range 16 {
		if d := p.at(c); d != 0 {
			for w := range all {
				all[w] &= l.holds[c][d][w]
			}
		}
	}
	n := 0
	for _, w := range all {
		n += bits.OnesCount64(w)
	}
	return n
}

// class returns the least of the puzzles isomorphic to p, and how many they are.
func (l *fourLaws) class(p four) (least four, size int) {
	least = math.MaxUint64
	fixed := 0 // moves that lead to the least one
	for _, move := range l.moves {
		var label [5]int
		next := 1
		image := four(0)
		for i, from := range move {
			if d := p.at(from); d != 0 {
				if label[d] == 0 {
					label[d] = next
					next++
				}
				image = image.with(i, label[d])
			}
		}
		if image < least {
			least, fixed = image, 0
		}
		if image == least {
			fixed++
		}
	}
	labels := map[int]int{1: 4, 2: 12, 3: 24, 4: 24}[l.digits(p)]
	return least, labels * len(l.moves) / fixed
}

func (l *fourLaws) digits(p four) int {
	seen := map[int]bool{}
	for c := range 16 {
		seen[p.at(c)] = true
	}
	delete(seen, 0)
	return len(seen)
}

// law is a probability for each class.
type law map[four]float64

// next spreads probability evenly over the classes of some puzzles.
func (l *fourLaws) next(to law, share float64, puzzles []four) {
	for _, q := range puzzles {
		c, known := l.known[q]
		if !known {
			c, _ = l.class(q)
			l.known[q] = c
		}
		to[c] += share / float64(len(puzzles))
	}
}

// proper returns p without each of its clues, as far as the solution stays the
// only one.
func (l *fourLaws) proper(p four) (list []four) {
	for c := range 16 {
		if q := p.without(c); q != p && l.solutions(q) == 1 {
			list = append(list, q)
		}
	}
	return list
}

// sorted makes sums independent of the order of a map.
func (m law) sorted() []four { return slices.Sorted(maps.Keys(m)) }

// reduce takes needless clues out in random order: each removal that is possible
// is as likely as the others, since a clue that was once needed stays so.
func (l *fourLaws) reduce(from [17]law) law {
	minimal := law{}
	for n := 16; n > 0; n-- {
		for _, p := range from[n].sorted() {
			if smaller := l.proper(p); smaller == nil {
				minimal[p] += from[n][p]
			} else {
				l.next(from[n-1], from[n][p], smaller)
			}
		}
	}
	return minimal
}

func levels() (m [17]law) {
	for i := range m {
		m[i] = law{}
	}
	return m
}

// sharedLaws has the laws in the order of Samplings.
var sharedLaws = sync.OnceValues(func() (*fourLaws, []law) {
	l := newFourLaws()
	return l, []law{l.topDown(), l.bottomUp(), l.controlledBias()}
})

// full is the law of a uniform grid.
func (l *fourLaws) full() [17]law {
	m := levels()
	for i := range l.grids {
		c, _ := l.class(fourOf(&l.grids[i]))
		m[16][c] += 1. / 288
	}
	return m
}

func (l *fourLaws) topDown() law { return l.reduce(l.full()) }

// controlledBias leaves out the tries that miss: it does not sum to 1.
func (l *fourLaws) controlledBias() law {
	from, minimal := l.full(), law{}
	for n := 16; n > 0; n-- {
		for _, p := range from[n].sorted() {
			smaller := l.proper(p)
			if smaller == nil {
				minimal[p] += from[n][p]
			} else {
				l.next(from[n-1], from[n][p]*float64(len(smaller))/float64(n), smaller)
			}
		}
	}
	return minimal
}

func (l *fourLaws) bottomUp() law {
	several, one := levels(), levels()
	several[0][0] = 1
	for n, states := range several[:16] {
		for _, p := range states.sorted() {
			var more, unique []four
			for c := range 16 {
				for d := 1; d <= 4 && p.at(c) == 0; d++ {
					q := p.with(c, d)
					switch l.solutions(q) {
					case 0:
					case 1:
						unique = append(unique, q)
					default:
						more = append(more, q)
					}
				}
			}
			both := float64(len(more) + len(unique))
			l.next(several[n+1], states[p]*float64(len(more))/both, more)
			l.next(one[n+1], states[p]*float64(len(unique))/both, unique)
		}
	}
	return l.reduce(one)
}

// minimal counts the minimal puzzles by clues, with a law that covers them all.
func (l *fourLaws) minimal(m law) map[int]int {
	count := map[int]int{}
	for p := range m {
		_, size := l.class(p)
		count[p.clues()] += size
	}
	return count
}

// TestFourLaws checks the laws themselves: they cover all minimal puzzles, the
// published number of them, and the controlled bias is what Correction says.
func TestFourLaws(t *testing.T) {
	t.Parallel()
	l, laws := sharedLaws()
	if len(l.grids) != 288 || len(l.moves) != 128 {
		t.Fatalf("%d grids, %d moves", len(l.grids), len(l.moves))
	}
	for i, m := range laws {
		if got := l.minimal(m); !maps.Equal(got, map[int]int{4: 25_728, 5: 58_368, 6: 1_536}) {
			t.Errorf("%v: minimal puzzles by clues %v", Samplings()[i], got)
		}
		sum, mean := 0.0, 0.0
		for p, share := range m {
			sum += share
			mean += share * float64(p.clues())
		}
		t.Logf("%v: %d classes, probability %.6f, mean clues %.4f", Samplings()[i], len(m), sum, mean/sum)
		if i < 2 && math.Abs(sum-1) > 1e-9 {
			t.Errorf("%v: the probabilities sum to %v", Samplings()[i], sum)
		}
	}
	geo := board.Sizes()[0]
	for p, share := range laws[ControlledBias] {
		_, size := l.class(p)
		each := share / float64(size) * 288 // for one puzzle, given its grid
		want := 1.0
		for i := range p.clues() {
			want *= float64(i+1) / float64(16-i) // 1 / C(16, clues)
		}
		if math.Abs(each/want-1) > 1e-9 || math.Abs(each*Correction(geo, p.clues())/Correction(geo, 0)-1) > 1e-9 {
			t.Errorf("puzzle %x with %d clues: probability %v, want %v", uint64(p), p.clues(), each, want)
		}
	}
}

// TestSamplingLaws samples 4x4 puzzles and compares how often each class comes up
// with the law, and how often each full grid does. A law must not fit the sample
// of another sampling, or this would show nothing.
func TestSamplingLaws(t *testing.T) {
	t.Parallel()
	l, laws := sharedLaws()
	n := uint64(2_000)
	if *long {
		n = 1_000_000
	}
	for i, s := range Samplings() {
		t.Run(s.String(), func(t *testing.T) {
			t.Parallel()
			g := sampler(t, 4, s)
			classes, grids := law{}, map[board.Grid]int{}
			n := n
			if s == ControlledBias {
				n *= 10 // nine tries in ten miss
			}
			for index := range n {
				p, err := g.Try(1, index)
				if err != nil {
					classes[0]++ // the blank grid stands for a miss
					continue
				}
				c, _ := l.class(fourOf(&p.Grid))
				classes[c]++
				grids[p.Solution]++
			}
			for j, m := range laws {
				p := fit(classes, m)
				t.Logf("against the law of %v: p = %.4g", Samplings()[j], p)
				if (p > 1e-4) != (i == j) {
					t.Errorf("against the law of %v: p = %v", Samplings()[j], p)
				}
			}
			var counts []int
			var shares []float64
			byGrid := l.byGrid(laws[i])
			for _, g := range l.grids {
				counts = append(counts, grids[g])
				shares = append(shares, byGrid[g])
			}
			fits(t, "288 solutions", chiSquare(counts, shares))
		})
	}
}

// fit is the chance of a sample farther off, misses counted as a class.
func fit(sample, m law) float64 {
	var counts []int
	var shares []float64
	rest := 1.0
	for _, c := range m.sorted() {
		counts = append(counts, int(sample[c]))
		shares = append(shares, m[c])
		rest -= m[c]
	}
	if rest > 1e-9 {
		counts, shares = append(counts, int(sample[0])), append(shares, rest)
	} else if sample[0] > 0 {
		return 0
	}
	return chiSquare(counts, shares)
}

// byGrid is the law of the solution, given that there is a puzzle: the classes of
// grids are two, and all grids of one are equally likely.
func (l *fourLaws) byGrid(m law) map[board.Grid]float64 {
	type kind struct {
		share float64
		grids int
	}
	kinds := map[four]*kind{}
	of := map[board.Grid]*kind{}
	for _, g := range l.grids {
		c, _ := l.class(fourOf(&g))
		if kinds[c] == nil {
			kinds[c] = &kind{}
		}
		of[g] = kinds[c]
		of[g].grids++
	}
	sum := 0.0
	for p, share := range m {
		sum += share
		for _, g := range l.grids {
			if h := fourOf(&g); l.inside(p, h) {
				of[g].share += share
			}
		}
	}
	shares := map[board.Grid]float64{}
	for g, k := range of {
		shares[g] = k.share / sum / float64(k.grids)
	}
	return shares
}

// inside reports whether the puzzle p agrees with the full grid h.
func (l *fourLaws) inside(p, h four) bool {
	for c := range 16 {
		if d := p.at(c); d != 0 && d != h.at(c) {
			return false
		}
	}
	return true
}
