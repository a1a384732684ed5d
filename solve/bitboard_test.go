package solve

import (
	"math/bits"
	"testing"

	"gradoku/board"
	"gradoku/internal/boardtest"
)

func planeOf(cells ...board.Cell) plane {
	var p plane
	for _, c := range cells {
		p = p.or(cellPlane(c))
	}
	return p
}

func (p plane) cells() board.CellSet {
	var s board.CellSet
	for c := range board.Cell(81) {
		if !(plane{p.lo & cellPlane(c).lo, p.hi & cellPlane(c).hi}).empty() {
			s.Add(c)
		}
	}
	return s
}

// randomPlane sets each cell with chance 1/2, 1/4 or 1/8.
func randomPlane(rng interface{ Uint64() uint64 }) plane {
	p := plane{rng.Uint64(), rng.Uint64()}
	for range rng.Uint64() % 3 {
		p.lo &= rng.Uint64()
		p.hi &= rng.Uint64()
	}
	return plane{p.lo & allLo, p.hi & allHi}
}

// TestPlaneLayout checks the drawing in plane.go: every cell has a bit of its
// own, all of them make up the masks, and rows follow each other.
func TestPlaneLayout(t *testing.T) {
	var all plane
	for c := range board.Cell(81) {
		p := cellPlane(c)
		if bits.OnesCount64(p.lo)+bits.OnesCount64(p.hi) != 1 || !(plane{all.lo & p.lo, all.hi & p.hi}).empty() {
			t.Fatalf("cell %d: %x", c, p)
		}
		all = all.or(p)
	}
	if all != (plane{allLo, allHi}) {
		t.Errorf("all cells: %x", all)
	}
	for _, tt := range []struct {
		cell board.Cell
		want plane
	}{
		{0, plane{lo: 1}},
		{26, plane{lo: 1 << 26}},
		{27, plane{lo: 1 << 32}},
		{53, plane{lo: 1 << 58}},
		{54, plane{hi: 1}},
		{80, plane{hi: 1 << 26}},
	} {
		if got := cellPlane(tt.cell); got != tt.want {
			t.Errorf("cell %d: %x, want %x", tt.cell, got, tt.want)
		}
	}
}

// TestBandTables derives the tables again, from the placements of a digit in a
// full band.
func TestBandTables(t *testing.T) {
	cellsOf := func(set int) (cells uint32) { // bit 3*box+row
		for i := range 9 {
			if set>>i&1 != 0 {
				box, row := i/3, i%3
				cells |= 7 << (9*row + 3*box)
			}
		}
		return cells
	}
	for set := range 512 {
		keep := 0
		for _, p := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
			if w := 1<<p[0] | 8<<p[1] | 64<<p[2]; set&w == w { // the row in each box
				keep |= w
			}
		}
		forced := 0
		for row := range 3 {
			if in := keep & (0o111 << row); in&(in-1) == 0 {
				forced |= in
			}
		}
		if bands.allowed[set] != cellsOf(keep) || bands.forced[set] != cellsOf(forced) {
			t.Errorf("set %09b: allowed %o, forced %o", set, bands.allowed[set], bands.forced[set])
		}
		if n := bits.OnesCount(uint(keep)); n != 0 && n != 3 && n != 5 && n != 6 && n != 7 && n != 8 && n != 9 {
			t.Errorf("set %09b keeps %d minirows", set, n)
		}
	}
}

// TestPropagateSound: propagation and the triad rules never strike a digit of
// the solution, and what they leave is free of contradiction.
func TestPropagateSound(t *testing.T) {
	rng := boardtest.Rand(3)
	s := NewSearcher(board.Nine())
	outcomes := map[outcome]int{}
	for range 500 {
		full := boardtest.RandomGrid(s.geo, s, rng)
		p := boardtest.Minimal(s, full, rng)
		var b bitSearch
		st := b.start()
		st.load(p.Digits())
		o := b.refine(st)
		outcomes[o]++
		for i, d := range full.Digits() {
			has := st.cand[d-1].cells()
			if !has.Has(board.Cell(i)) {
				t.Fatalf("%v: digit %v of the solution was struck from cell %d", p, d, i)
			}
		}
	}
	if outcomes[dead] != 0 || outcomes[solved] == 0 || outcomes[open] == 0 {
		t.Errorf("outcomes of proper puzzles: %v", outcomes)
	}
}

// TestGuess: the parts of a guess, or of two at a time, have no solution in
// common, and together those of the whole.
func TestGuess(t *testing.T) {
	rng := boardtest.Rand(4)
	s := NewSearcher(board.Nine())
	met := map[int]int{}
	for i := range 400 {
		full := boardtest.RandomGrid(s.geo, s, rng)
		p := boardtest.SomeClues(full, 26, rng)
		if i%2 == 0 { // with only four boxes open, and few of their cells known
			p = boardtest.SomeClues(full, 9, rng)
			for c := range board.Cell(81) {
				if c >= 54 || c%9 >= 6 {
					p.Set(c, full.At(c))
				}
			}
		}
		want := solutionsFrom(t, &p, 200)
		var b bitSearch
		b.load(&p)
		if b.refine(&b.stack[0]) < open {
			continue
		}
		if band := b.guess(&b.stack[0].triads); i%2 == 0 {
			b.guessBeside(&b.stack[0].triads, band)
		}
		met[b.depth]++
		got := map[board.Grid]bool{}
		for _, part := range append([]state(nil), b.stack[:b.depth]...) {
			b.start()
			b.stack[0] = part
			for len(got) < 200 && b.next(1<<40) {
				g := board.NewGrid(board.Nine())
				b.stack[b.depth].write(&g)
				if got[g] {
					t.Fatalf("%v: the solution %v is in two parts", p, g)
				}
				got[g] = true
			}
		}
		if len(got) != want {
			t.Fatalf("%v: parts have %d solutions, the whole %d", p, len(got), want)
		}
	}
	if met[2] < 100 || met[3] < 100 {
		t.Errorf("nodes after guesses: %v", met)
	}
}

// solutionsFrom counts one by one, with a search that takes no short cuts.
func solutionsFrom(t *testing.T, p *board.Grid, limit int) (n int) {
	t.Helper()
	var b bitSearch
	b.load(p)
	for n < limit && b.next(1<<40) {
		n++
	}
	return n
}

// TestTriadRules plays both rules and the contradiction on the first minirow.
func TestTriadRules(t *testing.T) {
	empty := state{}
	for d := range empty.cand {
		empty.cand[d] = plane{allLo, allHi}
	}
	first := planeOf(0, 1, 2)
	restOfRow := planeOf(3, 4, 5, 6, 7, 8)
	apply := func(s *state) outcome {
		for d, p := range &s.cand {
			s.triads.loadDigit(d, p)
		}
		return s.triads.apply(s)
	}

	if s := empty; apply(&s) != solved || s.cand != empty.cand {
		t.Error("the empty grid gives something")
	}
	s := empty // digits 4 to 9 are not in the minirow, so that 1 to 3 are
	for d := 3; d < 9; d++ {
		s.cand[d] = s.cand[d].andNot(first)
	}
	if apply(&s) != open {
		t.Error("three candidates are not locked in")
	}
	for d := range 3 {
		if want := empty.cand[d].andNot(restOfRow); s.cand[d] != want {
			t.Errorf("locked in: digit %d is in %x, want %x", d+1, s.cand[d], want)
		}
	}
	s = empty // digits 1 to 3 have no other place in the row
	for d := range 3 {
		s.cand[d] = s.cand[d].andNot(restOfRow)
	}
	if apply(&s) != open {
		t.Error("three forced digits shut nobody out")
	}
	for d := 3; d < 9; d++ {
		if want := empty.cand[d].andNot(first); s.cand[d] != want {
			t.Errorf("shut out: digit %d is in %x, want %x", d+1, s.cand[d], want)
		}
	}
	s = empty // four digits have no other place in the row
	for d := range 4 {
		s.cand[d] = s.cand[d].andNot(restOfRow)
	}
	if apply(&s) != dead {
		t.Error("four forced digits in three cells pass")
	}
	s = empty // two digits left for three cells
	for d := 2; d < 9; d++ {
		s.cand[d] = s.cand[d].andNot(first)
	}
	if apply(&s) != dead {
		t.Error("two digits for three cells pass")
	}
}

// TestDepth: the deepest search stays within the stack, also where nothing is
// given and each level leaves as much open as it can.
func TestDepth(t *testing.T) {
	var b bitSearch
	p := board.NewGrid(board.Nine())
	b.load(&p)
	deepest := 0
	for range 20_000 {
		b.next(b.stats.Nodes + 1)
		deepest = max(deepest, b.depth)
	}
	if deepest < 20 || deepest > maxGuesses {
		t.Errorf("the search went %d levels deep, the bound is %d", deepest, maxGuesses)
	}
}
