package solve

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gradoku/board"
)

// Caps says what a solver promises and which options it uses, as a set of flags. Not every method promises
// everything: human methods stop when no rule applies, and local search finds solutions but never proves
// anything.
type Caps uint

const (
	// Finds: returns a solution whenever there is one and nothing stops it.
	Finds Caps = 1 << iota
	// Counts: continues to all solutions.
	Counts
	// Proves: Exhausted is a proof that no further solution exists.
	Proves
	// Scans: uses Options.Scan.
	Scans
	// Traces: uses Options.Trace.
	Traces
	// Variants: solves puzzles with any houses, including jigsaws.
	Variants
	// Positions: uses Options.Within.
	Positions
)

// Has reports whether all flags of want are set.
func (c Caps) Has(want Caps) bool { return c&want == want }

// String writes the flags as words: "finds, counts, proves".
func (c Caps) String() string {
	var words []string
	for i, w := range []string{"finds", "counts", "proves", "scans", "traces", "variants", "positions"} {
		if c>>i&1 != 0 {
			words = append(words, w)
		}
	}
	return strings.Join(words, ", ")
}

// Solver is a row of the table.
type Solver struct {
	Name    string // what users type
	Summary string // one line on how it works
	Source  string // where the method comes from
	Sizes   []int  // the numbers of digits it takes
	Caps    Caps
	Slow    bool // tries so many digits that a hard puzzle may be out of reach

	// Solve solves a puzzle of one of the sizes. A puzzle whose clues contradict each
	// other has no solution. Use Run, which checks the solution.
	Solve func(ctx context.Context, p *board.Grid, opt Options) Result
}

// Takes reports whether the solver handles a size and variant.
func (s *Solver) Takes(g *board.Geometry) bool {
	return slices.Contains(s.Sizes, g.Size) && (g.Classical() || s.Caps.Has(Variants))
}

// solvers is the table. Its order has a meaning: the first row that takes a
// size is the default for that size.
var solvers = []Solver{
	{
		Name:    "bitboard",
		Summary: "digit by digit in 81-bit planes; singles, locked candidates, triads; guesses in the narrowest band, or in a cell for variants",
		Source:  "tables of a digit in a band as in JCZSolve (zhouyundong and others, 2012); triads and the choice of the band as in tdoku (Tom Dillon, 2019)",
		Sizes:   []int{9},
		Caps:    Finds | Counts | Proves | Variants | Positions,
		Solve:   solveBitboard,
	},
	{
		Name:    "mrv",
		Summary: "cell by cell, any size; singles, locked candidates; guesses where the fewest candidates or places remain",
		Source:  "fewest alternatives first: S. W. Golomb and L. D. Baumert, Backtrack Programming, Journal of the ACM 12 (1965)",
		Sizes:   []int{4, 6, 9, 12, 16},
		Caps:    Finds | Counts | Proves | Variants | Positions,
		Solve:   solveMRV,
	},
	{
		Name:    "dlx",
		Summary: "exact cover with dancing links; shares no code with the others, so it checks their proofs",
		Source:  "Donald E. Knuth, Dancing Links, Millennial Perspectives in Computer Science (2000), 187-214",
		Sizes:   []int{4, 6, 9, 12, 16},
		Caps:    Finds | Counts | Proves | Variants | Positions,
		Solve:   solveDLX,
	},
}

// Solvers returns the table of the solvers in use; the caller may change its copy.
func Solvers() []Solver { return slices.Clone(solvers) }

// ByName returns the solver of that name; the error lists the names.
func ByName(solvers []Solver, name string) (Solver, error) {
	var names []string
	for _, s := range solvers {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Solver{}, fmt.Errorf("there is no solver %q: use %s", name, strings.Join(names, ", "))
}

// Default returns the first solver of the table that takes the size; it panics if the
// size is not one of package board.
func Default(g *board.Geometry) Solver {
	i := slices.IndexFunc(solvers, func(s Solver) bool { return s.Takes(g) })
	return solvers[i]
}

// Verifier returns a solver to confirm results of a size's default: the fastest
// row that shares no code with it.
func Verifier(g *board.Geometry) Solver {
	name := "dlx"
	if Default(g).Name == "bitboard" {
		name = "mrv"
	}
	s, _ := ByName(solvers, name) // both are in the table
	return s
}

// Run solves a puzzle with one solver and checks the first solution against the clues
// before it returns it. Clues that contradict each other make a puzzle with no
// solution, not an error; [board.Grid.Check] says which they are. It returns an error
// if the solver does not take the size or returned a wrong solution.
func Run(ctx context.Context, s Solver, p *board.Grid, opt Options) (Result, error) {
	geo := p.Geometry()
	if geo == nil {
		return Result{}, fmt.Errorf("solving with %s: there is no grid", s.Name)
	}
	if slices.Contains(s.Sizes, geo.Size) && !s.Takes(geo) {
		return Result{}, fmt.Errorf("the solver %s does not support %s", s.Name, geo.Variant.Title())
	}
	if !s.Takes(geo) {
		return Result{}, fmt.Errorf("solving with %s: it takes sizes %v, not %d", s.Name, s.Sizes, geo.Size)
	}
	if p.Check() != nil {
		return Result{Status: Exhausted}, nil
	}
	r := s.Solve(ctx, p, opt)
	if r.Solutions > 0 && !r.First.Solves(p) {
		return Result{}, fmt.Errorf("solving %v with %s: the solver returned %v, which is not a solution", p, s.Name, r.First)
	}
	return r, nil
}

// Solution returns the only solution of a puzzle from anywhere. The error wraps [ErrNone],
// [ErrSeveral] or [ErrUnproved] and says what is wrong with it. A [Prover] does the same in
// a loop.
func Solution(p *board.Grid) (board.Grid, error) { return new(Prover).Prove(p) }

// Count counts solutions with the default solver, up to a limit; 0 means all. The zero
// Grid, or one that contradicts itself, has none.
func Count(p *board.Grid, limit int) Result {
	if p.Check() != nil {
		return Result{Status: Exhausted}
	}
	s := Default(p.Geometry())
	return s.Solve(context.Background(), p, Options{Limit: limit})
}
