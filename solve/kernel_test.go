package solve

import (
	"reflect"
	"slices"
	"testing"

	"gradoku/board"
	"gradoku/internal/boardtest"
)

// The tests of this package run on the vector kernel where the machine has one.
// Those here hold it against plain Go; go test -tags purego runs all the others
// on plain Go.

func needKernel(t testing.TB) {
	t.Helper()
	if !vectors {
		t.Skip("needs a processor with AVX2, and a build without the tag purego")
	}
}

// bothSettle runs both kernels on one state and fails unless they leave the
// same. A dead state may be left in any condition.
func bothSettle(t *testing.T, s state) outcome {
	t.Helper()
	plain, vector := s, s
	want, got := settlePlain(&plain), settleVectors(&vector)
	switch {
	case got != want:
		t.Fatalf("%x: outcome %d, in plain Go %d", s.cand, got, want)
	case got == dead:
	case vector.cand != plain.cand:
		t.Fatalf("%x: leaves %x, in plain Go %x", s.cand, vector.cand, plain.cand)
	case got >= open && vector.triads != plain.triads:
		t.Fatalf("%x: triads %x, in plain Go %x", s.cand, vector.triads, plain.triads)
	case got >= open && plain.triads.apply(&plain) == solved:
		sameBranch(t, &plain.triads)
	}
	return got
}

func sameBranch(t *testing.T, tr *triads) {
	t.Helper()
	want, wantDigit := tr.narrow()
	if band, d := narrowCount(tr); int(band) != want || int(d) != wantDigit {
		t.Fatalf("%x: chooses band %d, digit %d; in plain Go %d, %d", tr, band, d+1, want, wantDigit+1)
	}
}

// TestKernelStates compares the kernels on single states: puzzles, and what is
// left of full grids when candidates are added at random, with some struck.
func TestKernelStates(t *testing.T) {
	needKernel(t)
	rng := boardtest.Rand(41)
	s := NewSearcher(board.Nine())
	met := map[outcome]int{}
	for i := range boardtest.Rounds(6000) {
		full := boardtest.RandomGrid(s.geo, s, rng)
		var st state
		if i%2 == 0 {
			p := boardtest.SomeClues(full, 17+rng.IntN(20), rng)
			st.load(p.Digits())
			if i%4 == 0 { // any digit anywhere, mostly wrong
				st.cand[rng.IntN(9)] = randomPlane(rng)
			}
		} else {
			st.load(full.Digits())
			for d := range st.cand {
				st.cand[d] = st.cand[d].or(randomPlane(rng))
			}
			if i%8 == 1 {
				st.cand[8] = st.cand[8].andNot(randomPlane(rng).andNot(randomPlane(rng)))
			}
		}
		met[bothSettle(t, st)]++
	}
	if met[dead] < 100 || met[solved] < 100 || met[open] < 100 || met[pair] == 0 {
		t.Errorf("the states are too much alike: %v", met)
	}
}

// TestKernelLoad: clues are read alike, whatever the search before has left.
func TestKernelLoad(t *testing.T) {
	needKernel(t)
	rng := boardtest.Rand(43)
	s := NewSearcher(board.Nine())
	b := new(bitSearch)
	for i := range 300 {
		p := boardtest.SomeClues(boardtest.RandomGrid(s.geo, s, rng), i%82, rng)
		var want state
		want.load(p.Digits())
		b.load(&p)
		if got := b.stack[0]; got.cand != want.cand || b.depth != 1 {
			t.Fatalf("%v: %x at depth %d, in plain Go %x", p, got.cand, b.depth, want.cand)
		}
		b.search(2, 100)
	}
}

// TestKernelSearch: both kernels walk the same tree and find the same solutions
// in the same order, so that what a seed gives is the same on every machine.
func TestKernelSearch(t *testing.T) {
	needKernel(t)
	rng := boardtest.Rand(42)
	s := NewSearcher(board.Nine())
	for i := range boardtest.Rounds(400) {
		p := boardtest.Minimal(s, boardtest.RandomGrid(s.geo, s, rng), rng)
		if i%2 == 0 {
			p = boardtest.SomeClues(p, p.Clues()-1-rng.IntN(6), rng)
		}
		sameSearch(t, p)
	}
}

func sameSearch(t *testing.T, p board.Grid) {
	t.Helper()
	vector, plain := new(bitSearch), &bitSearch{plain: true}
	vector.load(&p)
	plain.load(&p)
	for range 30 {
		if !sameStep(t, p, vector, plain, 1) {
			break
		}
		if a, b := vector.stack[vector.depth].cand, plain.stack[plain.depth].cand; a != b {
			t.Fatalf("%v: solution %x, in plain Go %x", p, a, b)
		}
	}
	for _, want := range []int{2, 7} {
		vector.load(&p)
		plain.load(&p)
		sameStep(t, p, vector, plain, want)
	}
}

// sameStep lets both kernels look for so many solutions, and reports whether
// they found any.
func sameStep(t *testing.T, p board.Grid, vector, plain *bitSearch, want int) bool {
	t.Helper()
	got, gotPlain := vector.search(want, 2000), plain.search(want, 2000)
	if got != gotPlain || vector.depth != plain.depth || !reflect.DeepEqual(vector.stats, plain.stats) {
		t.Fatalf("%v: found %d at depth %d, %+v; in plain Go %d at %d, %+v",
			p, got, vector.depth, vector.stats, gotPlain, plain.depth, plain.stats)
	}
	return got > 0
}

// TestKernelOffsets: the generator of the kernel knows where these fields are.
func TestKernelOffsets(t *testing.T) {
	for _, tt := range []struct {
		of    any
		field string
		want  uintptr
	}{
		{state{}, "cand", 0},
		{triads{}, "cand", 0},
		{triads{}, "forced", 72},
		{triads{}, "sum", 144},
		{bandTables{}, "allowed", 0},
		{bandTables{}, "forced", 4 * 512},
		{bandTables{}, "turned", 8 * 512},
	} {
		typ := reflect.TypeOf(tt.of)
		if f, ok := typ.FieldByName(tt.field); !ok || f.Offset != tt.want {
			t.Errorf("%v.%s is at %d, the kernel has %d", typ, tt.field, f.Offset, tt.want)
		}
	}
}

// FuzzKernel: any set of candidates, three bytes for each digit's band row by
// row of nine, and the whole search for the first 81 bytes read as a puzzle.
func FuzzKernel(f *testing.F) {
	f.Add(make([]byte, 108))
	f.Add([]byte("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."))
	f.Add([]byte("0.................................................................11.......11.....")) // clues that clash
	f.Fuzz(func(t *testing.T, data []byte) {
		needKernel(t)
		var s state
		for i, b := range data[:min(len(data), 108)] {
			p := &s.cand[i/12]
			switch k := i % 12; {
			case k < 8:
				p.lo |= uint64(b) << (8 * k)
			default:
				p.hi |= uint64(b) << (8 * (k - 8))
			}
		}
		for d := range s.cand {
			s.cand[d].lo &= allLo
			s.cand[d].hi &= allHi
		}
		// No search gets to a state in which a digit has no place at all before it
		// is looked at, and the kernels look at such a digit at different times.
		if !slices.Contains(s.cand[:], plane{}) {
			bothSettle(t, s)
		}
		if len(data) < 81 {
			return
		}
		p := board.NewGrid(board.Nine())
		for c, b := range data[:81] {
			if '1' <= b && b <= '9' {
				p.Set(board.Cell(c), board.Digit(b-'0'))
			}
		}
		sameSearch(t, p)
	})
}
