package solve_test

import (
	"testing"

	"pgregory.net/rapid"

	"gradoku/board"
	"gradoku/internal/boardtest"
	"gradoku/internal/solvetest"
	"gradoku/solve"
)

func TestConformance(t *testing.T) { solvetest.Conform(t, solve.Solvers()) }

func TestVariants(t *testing.T) { solvetest.ConformVariants(t, solve.Solvers()) }

func TestRowsAreComplete(t *testing.T) { solvetest.Complete(t, solve.Solvers()) }

func TestAgree(t *testing.T) { solvetest.Agree(t, solve.Solvers()) }

func FuzzSolve(f *testing.F) { solvetest.Fuzz(f, solve.Solvers()) }

// TestTransformKeepsCount: relabelling and permuting a puzzle changes neither
// the number of its solutions nor, when it is proper, which solution it has.
func TestTransformKeepsCount(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		rng := boardtest.Rand(rapid.Uint64().Draw(r, "seed"))
		geo := board.Sizes()[rng.IntN(3)]
		s := solve.NewSearcher(geo)
		p := boardtest.SomeClues(boardtest.RandomGrid(geo, s, rng), geo.Cells/4+rng.IntN(geo.Cells/4), rng)
		x := board.RandomTransform(geo, rng)
		q := x.Apply(&p)
		a, b := solve.Count(&p, 30), solve.Count(&q, 30)
		if a.Solutions != b.Solutions {
			r.Fatalf("%v has %d solutions, its image %v %d", p, a.Solutions, q, b.Solutions)
		}
		if a.Unique() && x.Apply(&a.First) != b.First {
			r.Fatalf("%v: the solution of the image is not the image of the solution", p)
		}
	})
}

// TestDisguises: all disguises of a puzzle have its key, and the puzzle with a clue less
// has another.
func TestDisguises(t *testing.T) {
	var z board.Canonicalizer
	n := boardtest.Rounds(500)
	rng := boardtest.Rand(21)
	for i := 0; i < n; {
		geo := boardtest.Geometry(t, []int{9, 9, 9, 6, 4}[rng.IntN(5)])
		search := solve.NewSearcher(geo)
		puzzle := boardtest.Minimal(search, boardtest.RandomGrid(geo, search, rng), rng)
		solution, _ := search.Solve(&puzzle)
		few := 1 + rng.IntN(10)
		for c := range solution.ClueSet().All() { // most have more clues than they need
			if puzzle.At(c) == 0 && rng.IntN(few) == 1 {
				puzzle.Set(c, solution.At(c))
			}
		}
		key := z.Key(&puzzle, &solution)
		for c := range puzzle.ClueSet().All() {
			less := puzzle
			less.Set(c, 0)
			if z.Key(&less, &solution) == key {
				t.Fatalf("%v and %v have the same key", puzzle, less)
			}
			break
		}
		for range min(100, n-i) {
			change := board.RandomTransform(geo, rng)
			other, full := change.Apply(&puzzle), change.Apply(&solution)
			if got := z.Key(&other, &full); got != key {
				t.Fatalf("%v has the key %x, its disguise %v the key %x", puzzle, key, other, got)
			}
			i++
		}
	}
	t.Logf("%d disguises", n)
}
