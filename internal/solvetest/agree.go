package solvetest

import (
	"testing"

	"gradoku/board"
	"gradoku/internal/boardtest"
	"gradoku/solve"
)

// Agree compares the solvers with each other on many puzzles.
func Agree(t *testing.T, solvers []solve.Solver) {
	t.Run("Perturbed", func(t *testing.T) { testAgreeOnPerturbed(t, solvers) })
	t.Run("Subsets", func(t *testing.T) { testAgreeOnSubsets(t, solvers) })
	t.Run("Variants", func(t *testing.T) { testAgreeOnVariants(t, solvers) })
	t.Run("BruteForce", func(t *testing.T) { testBruteForce(t, solvers) })
}

// agree fails unless all solvers that count and prove find equally many
// solutions, up to a limit. A slow one counts only where it finishes soon; one
// that starts again for each solution has its own test.
func agree(t testing.TB, solvers []solve.Solver, p *board.Grid, limit int) solve.Result {
	t.Helper()
	first := solve.Result{Solutions: -1}
	for _, s := range solvers {
		if !s.Takes(p.Geometry()) || !s.Caps.Has(solve.Finds|solve.Counts|solve.Proves) || oneByOne(s) {
			continue
		}
		r, err := solve.Run(t.Context(), s, p, patiently(s, p.Geometry(), solve.Options{Limit: limit}))
		if err != nil {
			t.Fatal(err)
		}
		if cutOff(s, r) {
			continue
		}
		if first.Solutions >= 0 && (r.Solutions != first.Solutions || r.Unique() != first.Unique()) {
			t.Fatalf("%v: %s finds %d solutions (%v), %s %d (%v)", p,
				solvers[0].Name, first.Solutions, first.Status, s.Name, r.Solutions, r.Status)
		}
		if first.Solutions < 0 {
			first = r
		}
	}
	return first
}

// testAgreeOnPerturbed compares the solvers on minimal puzzles with a clue
// dropped, a clue changed, or both: puzzles with no, one and several solutions,
// none of which is obvious.
func testAgreeOnPerturbed(t *testing.T, solvers []solve.Solver) {
	n := boardtest.Rounds(300)
	geo := board.Nine()
	rng := boardtest.Rand(2)
	s := solve.NewSearcher(geo)
	met := map[int]int{}
	for i := range n {
		p := boardtest.Minimal(s, boardtest.RandomGrid(geo, s, rng), rng)
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
		met[agree(t, solvers, &p, 50).Solutions]++
	}
	if met[0] < n/20 || met[1] < n/100 || met[2] == 0 || met[50] == 0 {
		t.Errorf("the puzzles are too similar: number of puzzles by number of solutions %v", met)
	}
}

// testAgreeOnSubsets compares the solvers on random clues of random grids, as they are or with
// one to four random digits put into random cells.
func testAgreeOnSubsets(t *testing.T, solvers []solve.Solver) {
	met := map[int]int{}
	for _, tt := range []struct{ size, least, most, rounds int }{
		{4, 0, 16, 100}, {6, 4, 36, 100}, {9, 18, 40, 150}, {9, 0, 82, 300}, {12, 62, 100, 10}, {16, 120, 180, 10},
	} {
		geo := boardtest.Geometry(t, tt.size)
		rng := boardtest.Rand(3)
		s := solve.NewSearcher(geo)
		for range boardtest.Rounds(tt.rounds) {
			p := boardtest.SomeClues(boardtest.RandomGrid(geo, s, rng), tt.least+rng.IntN(tt.most-tt.least), rng)
			for range []int{0, 0, 0, 1, 1 + rng.IntN(4)}[rng.IntN(5)] {
				p.Set(board.Cell(rng.IntN(geo.Cells)), board.Digit(1+rng.IntN(geo.Size)))
			}
			met[agree(t, solvers, &p, 20).Solutions]++
		}
	}
	if met[0] < 50 || met[1] < 50 || met[20] < 50 {
		t.Errorf("the puzzles are too similar: number of puzzles by number of solutions %v", met)
	}
}

// testAgreeOnVariants compares the solvers on puzzles made of some clues of full grids of
// variants, some of them with one clue changed.
func testAgreeOnVariants(t *testing.T, solvers []solve.Solver) {
	rng := boardtest.Rand(39)
	met := map[int]int{}
	for _, geo := range boardtest.Variants(t) {
		s := solve.NewSearcher(geo)
		for i := range boardtest.Rounds(20) {
			p := boardtest.SomeClues(boardtest.RandomGrid(geo, s, rng), geo.Cells*(30+rng.IntN(15))/100, rng)
			if i%2 == 0 {
				p.Set(board.Cell(rng.IntN(geo.Cells)), board.Digit(1+rng.IntN(geo.Size)))
			}
			met[agree(t, solvers, &p, 20).Solutions]++
		}
	}
	if met[0] == 0 || met[1] == 0 || met[20] == 0 {
		t.Errorf("the puzzles are too similar: number of puzzles by number of solutions %v", met)
	}
	t.Logf("number of puzzles by number of solutions: %v", met)
}

// testBruteForce compares the solvers on small puzzles with a count by brute
// force.
func testBruteForce(t *testing.T, solvers []solve.Solver) {
	geo := boardtest.Geometry(t, 4)
	rng := boardtest.Rand(4)
	for range boardtest.Rounds(250) {
		p := board.NewGrid(geo)
		for range rng.IntN(8) {
			p.Set(board.Cell(rng.IntN(16)), board.Digit(1+rng.IntN(4)))
		}
		if got, want := agree(t, solvers, &p, 0).Solutions, boardtest.BruteCount(p); got != want {
			t.Fatalf("%v: %d solutions, want %d", p, got, want)
		}
	}
}

// Fuzz compares the solvers on 9x9 puzzles made from bytes: each pair sets
// one cell to a digit or blanks it, starting from the clues of a full grid that
// the first bytes select.
func Fuzz(f *testing.F, solvers []solve.Solver) {
	f.Add([]byte{}, uint64(0))
	f.Add([]byte{0, 1, 40, 5, 80, 9}, uint64(1<<40))
	f.Add([]byte{0, 1, 1, 1}, ^uint64(0))
	f.Fuzz(func(t *testing.T, edits []byte, keep uint64) {
		p := boardtest.Pattern(board.Nine())
		for i := range p.Digits() {
			if keep>>(i*7%64)&1 == 0 {
				p.Set(board.Cell(i), 0)
			}
		}
		for ; len(edits) >= 2; edits = edits[2:] {
			p.Set(board.Cell(edits[0]%81), board.Digit(edits[1]%10))
		}
		agree(t, solvers, &p, 10)
	})
}
