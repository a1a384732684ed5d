package grade

import (
	"math/rand/v2"

	"gradoku/internal/boardtest"
)

// Random puzzles and the plain search that judges steps.
var (
	solutions      = boardtest.Solutions
	randomSolution = boardtest.RandomSolution
	sample         = boardtest.Sample
	parse          = boardtest.Parse
	geometry       = boardtest.Geometry
	long           = boardtest.Long
)

// newRand returns a generator that gives every test its own fixed stream.
func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x67726164)) }
