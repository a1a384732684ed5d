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
