package generate

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/solve"
)

// Shape say what puzzles to make.
type Shape struct {
	Geometry *board.Geometry // nil: 9x9
	Sampling Sampling
	Grids    Grids
	Symmetry board.Symmetry // of the clue pattern; clues are removed by orbits; the zero Symmetry means none
	// Clues is the range of clues asked for; the zero Span means as few as the removal order
	// allows, which without symmetry is a minimal puzzle. A try picks the number of clues at
	// which it stops from the range; but if Minimal is set, or one end is open (0, or all
	// cells at the upper end), it removes as many as the range allows. The samplings other
	// than TopDown do not stop early: they skip puzzles with another number.
	Clues grade.Span
	// Pattern, unless empty, is where the clues of every puzzle are, exactly.
	// Symmetry and the range of clues must agree with it. A puzzle on a pattern is
	// not minimal unless asked for.
	Pattern board.CellSet
	// Minimal asks that no single clue of an accepted puzzle can be dropped. It is
	// implied when Symmetry is "none" and no clues are asked for.
	Minimal bool
}

// ProperPuzzle is a proper puzzle with its solution.
type ProperPuzzle struct {
	Grid, Solution board.Grid
	// Minimal is true when every clue was proved necessary. On 16x16 a proof may
	// run into its budget; the clue then stays and Minimal is false.
	Minimal bool
}

// Miss says why a try made no puzzle; the next index may make one.
type Miss struct{ Reason string }

func (m *Miss) Error() string { return "no puzzle from this attempt: " + m.Reason }

var (
	missClues   = &Miss{"no more clues can be removed, but there are still more than requested"}
	missMinimal = &Miss{"the puzzle is not minimal"}
	missLayout  = &Miss{"found no layout for the jigsaw"}
)

// proofBudget limits the search nodes of one uniqueness proof. Up to 9x9 proofs
// take tens of nodes; a 12x12 or 16x16 with few clues can take forever, and
// keeping such a clue costs little.
const proofBudget = 20_000

// Generator makes puzzles of one kind. It is a workspace: use one per goroutine.
type Generator struct {
	opt    Shape
	open   *board.Geometry // a jigsaw of which each try draws a layout: opt.Geometry then is that of the last
	orbits [][]board.Cell
	order  []int // the orbits' indices, shuffled again for each try
	rng    *stream
	fill   func(*rand.Rand) board.Grid
	search *solve.Searcher
	cells  []board.Cell    // of the pattern
	ctx    context.Context // its end ends a try above 9x9; nil: nothing does

	grid     board.Grid
	clues    int
	floor    int                       // how many clues the current try stops at
	houses   [board.MaxSize + 1]uint64 // with each digit, as bits
	unproved bool                      // some proof ran out of budget
	solved   bool                      // swaps knows the solution
	swaps    solve.Swaps
}

// New checks the options and returns a Generator for them. The error says which
// option no try can meet.
func New(opt Shape) (*Generator, error) {
	geo := cmp.Or(opt.Geometry, board.Nine())
	opt.Geometry = geo
	opt.Symmetry = cmp.Or(opt.Symmetry, board.Symmetries()[0])
	if err := cmp.Or(checkClues(opt), checkPattern(opt), checkSampling(opt)); err != nil {
		return nil, err
	}
	if v := geo.Variant; !v.IsZero() && !fillable(geo) {
		return nil, fmt.Errorf("no full grid was found for %v", v)
	}
	fill, err := filling(opt)
	if err != nil {
		return nil, err
	}
	g := &Generator{opt: opt, rng: newStream(), fill: fill, search: solve.NewSearcher(geo)}
	if geo.Variant.Open() {
		g.open = geo
	}
	if geo.Size > 9 {
		g.search.Stop, g.search.Budget = g.over, proofBudget
	}
	for _, o := range opt.Symmetry.Orbits(geo) {
		g.orbits = append(g.orbits, slices.Collect(o.All()))
	}
	g.order = make([]int, len(g.orbits))
	if err := checkReachable(opt, g.orbits); err != nil {
		return nil, err
	}
	g.cells = slices.Collect(opt.Pattern.All())
	return g, nil
}

// Try computes the index-th try of a seed. The error is a *Miss.
func (g *Generator) Try(seed, index uint64) (ProperPuzzle, error) {
	g.ctx = nil
	return g.try(seed, index)
}

// TryUntil is Try, but gives up soon after ctx has ended, with its cause. Above
// 9x9 a try can take long; up to 9x9 a try always runs to its end, at no extra
// cost.
func (g *Generator) TryUntil(ctx context.Context, seed, index uint64) (ProperPuzzle, error) {
	g.ctx = nil
	if g.opt.Geometry.Size > 9 {
		g.ctx = ctx
	}
	p, err := g.try(seed, index)
	if g.over() {
		return ProperPuzzle{}, context.Cause(ctx)
	}
	return p, err
}

// over reports whether to give up the try. Proofs and counts then return at once,
// with any answer, and the try ends.
func (g *Generator) over() bool { return g.ctx != nil && g.ctx.Err() != nil }

func (g *Generator) try(seed, index uint64) (ProperPuzzle, error) {
	g.rng.rekey(seed, index)
	if g.opt.Sampling != TopDown {
		return g.bias()
	}
	var solution board.Grid
	if g.open != nil {
		if g.opt.Geometry = randomJigsaw(g.open, g.rng.Rand, &solution); g.opt.Geometry == nil {
			return ProperPuzzle{}, missLayout
		}
		g.search = solve.NewSearcher(g.opt.Geometry)
	} else {
		solution = g.fill(g.rng.Rand)
	}
	if len(g.cells) > 0 {
		return g.onPattern(&solution)
	}
	g.load(solution)
	g.know(&solution)
	g.floor = g.opt.Clues.From
	if to := g.opt.Clues.To; !g.opt.Minimal && g.floor > 0 && g.floor < to && to < g.opt.Geometry.Cells {
		g.floor += g.rng.IntN(to - g.floor + 1)
	}
	g.removeOrbits()
	return g.finish(solution)
}

// finish returns the puzzle that the removal has left, if it meets the options.
func (g *Generator) finish(solution board.Grid) (ProperPuzzle, error) {
	if g.clues > g.opt.mostClues() {
		return ProperPuzzle{}, missClues
	}
	minimal := g.minimal()
	if g.opt.Minimal && !minimal {
		return ProperPuzzle{}, missMinimal
	}
	return ProperPuzzle{Grid: g.grid, Solution: solution, Minimal: minimal}, nil
}

// stream is the random source of one try. ChaCha8 is keyed afresh for each, so
// that neighbouring indices have nothing in common; a linear generator seeded
// with (seed, index) would start them in neighbouring states.
type stream struct {
	source rand.ChaCha8
	*rand.Rand
}

func newStream() *stream {
	s := &stream{}
	s.Rand = rand.New(&s.source)
	return s
}

// rekey starts the stream of (seed, index) over.
func (s *stream) rekey(seed, index uint64) {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[0:], seed)
	binary.LittleEndian.PutUint64(key[8:], index)
	copy(key[16:], "gradoku/generate")
	s.source.Seed(key)
}
