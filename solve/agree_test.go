package solve

import (
	"testing"

	"gradoku/board"
	"pgregory.net/rapid"
)

// agree fails unless all solvers that count and prove find equally many
// solutions, up to a limit. A slow one has a say only where it comes to an end
// soon; one that starts again for each solution has its own test.
func agree(t testing.TB, p *board.Grid, limit int) Result {
	t.Helper()
	first := Result{Solutions: -1}
	for _, s := range Solvers() {
		if !s.Takes(p.Geometry()) || !s.Caps.Has(Finds|Counts|Proves) || oneByOne(s) {
			continue
		}
		r, err := Run(t.Context(), s, p, patiently(s, p.Geometry(), Options{Limit: limit}))
		if err != nil {
			t.Fatal(err)
		}
		if cutOff(s, r) {
			continue
		}
		if first.Solutions >= 0 && (r.Solutions != first.Solutions || r.Unique() != first.Unique()) {
			t.Fatalf("%v: %s finds %d solutions (%v), %s %d (%v)", p,
				Solvers()[0].Name, first.Solutions, first.Status, s.Name, r.Solutions, r.Status)
		}
		if first.Solutions < 0 {
			first = r
		}
	}
	return first
}

// TestAgreeOnPerturbed compares the solvers on minimal puzzles from which a
// clue was dropped, in which one was changed, or both: puzzles with no, one and
// several solutions, none of which shows openly.
func TestAgreeOnPerturbed(t *testing.T) {
	n := rounds(600)
	geo := board.Nine()
	rng := newRand(2)
	s := NewSearcher(geo)
	met := map[int]int{}
	for i := range n {
		p := minimalPuzzle(s, randomGrid(s, rng), rng)
		clues := p.ClueSet()
		var at []board.Cell
		for c := range clues.All() {
			at = append(at, c)
		}
		if i%3 != 0 {
			p.Set(at[rng.IntN(len(at))], board.Digit(1+rng.IntN(9)))
		}
		if i%3 != 1 {
			p.Set(at[rng.IntN(len(at))], 0)
		}
		met[agree(t, &p, 50).Solutions]++
	}
	if met[0] < n/20 || met[1] < n/100 || met[2] == 0 || met[50] == 0 {
		t.Errorf("the puzzles are too much alike: solutions and how often %v", met)
	}
}

// TestAgreeOnSubsets compares the solvers on random clues of random grids.
func TestAgreeOnSubsets(t *testing.T) {
	for _, tt := range []struct{ size, least, most, rounds int }{
		{4, 0, 16, 100}, {6, 4, 36, 100}, {9, 18, 40, 300}, {12, 62, 100, 10}, {16, 120, 180, 10},
	} {
		geo := geometry(t, tt.size)
		rng := newRand(3)
		s := NewSearcher(geo)
		for range rounds(tt.rounds) {
			p := someClues(randomGrid(s, rng), tt.least+rng.IntN(tt.most-tt.least), rng)
			if rng.IntN(4) == 0 {
				p.Set(board.Cell(rng.IntN(geo.Cells)), board.Digit(1+rng.IntN(geo.Size)))
			}
			agree(t, &p, 20)
		}
	}
}

// TestBruteForce compares the solvers on small puzzles with counting by trying
// everything.
func TestBruteForce(t *testing.T) {
	geo := geometry(t, 4)
	rng := newRand(4)
	for range rounds(500) {
		p := board.NewGrid(geo)
		for range rng.IntN(8) {
			p.Set(board.Cell(rng.IntN(16)), board.Digit(1+rng.IntN(4)))
		}
		if got, want := agree(t, &p, 0).Solutions, bruteCount(p); got != want {
			t.Fatalf("%v: %d solutions, want %d", p, got, want)
		}
	}
}

// TestTransformKeepsCount: relabelling and permuting a puzzle changes neither
// the number of its solutions nor, when it is proper, which solution it has.
func TestTransformKeepsCount(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		rng := newRand(rapid.Uint64().Draw(r, "seed"))
		geo := board.Sizes()[rng.IntN(3)]
		s := NewSearcher(geo)
		p := someClues(randomGrid(s, rng), geo.Cells/4+rng.IntN(geo.Cells/4), rng)
		x := board.RandomTransform(geo, rng)
		q := x.Apply(&p)
		a, b := Count(&p, 30), Count(&q, 30)
		if a.Solutions != b.Solutions {
			r.Fatalf("%v has %d solutions, its image %v %d", p, a.Solutions, q, b.Solutions)
		}
		if a.Unique() && x.Apply(&a.First) != b.First {
			r.Fatalf("%v: the solution of the image is not the image of the solution", p)
		}
	})
}

// FuzzSolve compares the solvers on 9x9 puzzles made from bytes: each pair sets
// one cell to a digit or blanks it, starting from the clues of a full grid that
// the first bytes select.
func FuzzSolve(f *testing.F) {
	f.Add([]byte{}, uint64(0))
	f.Add([]byte{0, 1, 40, 5, 80, 9}, uint64(1<<40))
	f.Add([]byte{0, 1, 1, 1}, ^uint64(0))
	f.Fuzz(func(t *testing.T, edits []byte, keep uint64) {
		p := patternGrid(board.Nine())
		for i := range p.Digits() {
			if keep>>(i*7%64)&1 == 0 {
				p.Set(board.Cell(i), 0)
			}
		}
		for ; len(edits) >= 2; edits = edits[2:] {
			p.Set(board.Cell(edits[0]%81), board.Digit(edits[1]%10))
		}
		agree(t, &p, 10)
	})
}
