// Package solvetest tests what every solver must do, for the packages that have
// solvers.
package solvetest

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"gradoku/board"
	"gradoku/internal/boardtest"
	"gradoku/solve"
)

// Conform checks that each solver does what it promises, on each of its sizes.
func Conform(t *testing.T, solvers []solve.Solver) {
	for _, test := range []struct {
		name string
		run  func(t *testing.T, s solve.Solver, geo *board.Geometry)
	}{
		{"Proper", testProper},
		{"ClueMissing", testClueMissing},
		{"FullGrid", testFullGrid},
		{"Contradictions", testContradictions},
		{"NoCandidate", testNoCandidate},
		{"NoSolution", testNoSolution},
		{"EmptyGrid", testEmptyGrid},
		{"AllFour", testAllFour},
		{"AllSix", testAllSix},
		{"Each", testEach},
		{"Cancel", testCancel},
		{"Budget", testBudget},
		{"Hopeless", testHopeless},
		{"Trace", testTrace},
		{"CancelMidway", testCancelMidway},
	} {
		for _, s := range solvers {
			for _, n := range s.Sizes {
				t.Run(fmt.Sprintf("%s/%s/%d", test.name, s.Name, n), func(t *testing.T) {
					t.Parallel()
					test.run(t, s, boardtest.Geometry(t, n))
				})
			}
		}
	}
}

// ConformVariants checks that each solver of variants does what it promises on them, and
// that the others refuse them.
func ConformVariants(t *testing.T, solvers []solve.Solver) {
	for _, geo := range boardtest.Variants(t) {
		for _, s := range solvers {
			if !s.Takes(geo) {
				empty := board.NewGrid(geo)
				if _, err := solve.Run(t.Context(), s, &empty, solve.Options{Limit: 1}); err == nil {
					t.Errorf("%s takes %v, which it says it does not", s.Name, geo.Variant)
				}
				continue
			}
			t.Run(fmt.Sprintf("%s/%d/%s", s.Name, geo.Size, geo.Variant.Title()), func(t *testing.T) {
				t.Parallel()
				testProper(t, s, geo)
				testClueMissing(t, s, geo)
				testContradictions(t, s, geo)
				testNoSolution(t, s, geo)
				if geo.Size == 4 {
					empty := board.NewGrid(geo)
					conforms(t, s, empty, solve.Options{}, verdict{boardtest.BruteCount(empty), solve.Exhausted})
				}
			})
		}
	}
}

// Complete checks that each row of a table has all its fields and a name of its
// own.
func Complete(t *testing.T, solvers []solve.Solver) {
	names := map[string]bool{}
	for _, s := range solvers {
		if s.Name == "" || s.Summary == "" || s.Source == "" || len(s.Sizes) == 0 || s.Solve == nil {
			t.Errorf("row %q is not complete", s.Name)
		}
		if names[s.Name] {
			t.Errorf("two rows are called %q", s.Name)
		}
		names[s.Name] = true
		for _, n := range s.Sizes {
			boardtest.Geometry(t, n)
		}
		if got, err := solve.ByName(solvers, s.Name); err != nil || got.Name != s.Name {
			t.Errorf("ByName(%q) = %q, %v", s.Name, got.Name, err)
		}
	}
}

// verdict is what a case expects of a solver that finds, counts and proves.
type verdict struct {
	solutions int
	status    solve.Status
}

// patience is the number of nodes that a slow solver may spend on one puzzle. A
// search cut off by it need not find anything. On 4x4 there is no such excuse.
const patience = 500

func patiently(s solve.Solver, geo *board.Geometry, opt solve.Options) solve.Options {
	if s.Slow && opt.Budget == 0 && geo.Size > 4 {
		opt.Budget = patience
	}
	return opt
}

// cutOff reports whether a slow solver ran out of patience.
func cutOff(s solve.Solver, r solve.Result) bool { return s.Slow && r.Status == solve.BudgetSpent }

// oneByOne reports whether a solver starts again for each solution: it cannot
// know that one was the last, nor enumerate millions of them.
func oneByOne(s solve.Solver) bool { return s.Name == "bip" }

// conforms runs one puzzle and compares, expecting less of solvers that promise
// less. Some may not notice that they found the last solution, and say that
// they stopped at the limit.
func conforms(t *testing.T, s solve.Solver, p board.Grid, opt solve.Options, want verdict) solve.Result {
	t.Helper()
	if !s.Caps.Has(solve.Counts) {
		opt.Limit = 1
		want.solutions = min(want.solutions, 1)
	}
	r, err := solve.Run(t.Context(), s, &p, patiently(s, p.Geometry(), opt))
	if err != nil {
		t.Fatalf("%s of %v: %v", s.Name, p, err)
	}
	if (r.Status == solve.Stuck) != (r.Partial.Geometry() != nil) || r.Status == solve.Stuck && s.Caps.Has(solve.Finds) {
		t.Errorf("%s on %v: %v with the partial grid %v", s.Name, p, r.Status, r.Partial)
	}
	if (s.Slow || oneByOne(s)) && r.Status == solve.LimitReached {
		want.status = solve.LimitReached
	}
	if cutOff(s, r) {
		want = verdict{min(want.solutions, r.Solutions), solve.BudgetSpent}
	}
	if s.Caps.Has(solve.Finds) && r.Solutions != want.solutions || r.Solutions > want.solutions {
		t.Errorf("%s found %d solutions of %v, want %d", s.Name, r.Solutions, p, want.solutions)
	}
	if s.Caps.Has(solve.Finds|solve.Counts|solve.Proves) && r.Status != want.status {
		t.Errorf("%s on %v: %v, want %v", s.Name, p, r.Status, want.status)
	}
	return r
}

func testProper(t *testing.T, s solve.Solver, geo *board.Geometry) {
	p, solution := boardtest.Proper(t, geo)
	for _, limit := range []int{0, 2, 3} {
		r := conforms(t, s, p, solve.Options{Limit: limit}, verdict{1, solve.Exhausted})
		if r.Solutions == 1 && r.First != solution {
			t.Errorf("limit %d: got %v, want %v", limit, r.First, solution)
		}
		if r.Status == solve.Stuck && !PartOf(&p, &r.Partial, &solution) {
			t.Errorf("stuck at %v, want all clues, some of %v, and a blank", r.Partial, solution)
		}
	}
	r := s.Solve(t.Context(), &p, patiently(s, geo, solve.Options{Limit: 1}))
	if s.Caps.Has(solve.Finds) && !cutOff(s, r) && (r.Solutions != 1 || r.Status != solve.Exhausted && r.Status != solve.LimitReached) {
		t.Errorf("limit 1: %d solutions, %v", r.Solutions, r.Status)
	}
}

// PartOf reports whether g keeps the clues of a puzzle, has no digit that
// differs from the solution, and is not full.
func PartOf(puzzle, g, solution *board.Grid) bool {
	for i, d := range g.Digits() {
		c := board.Cell(i)
		if d != 0 && d != solution.At(c) || d == 0 && puzzle.At(c) != 0 {
			return false
		}
	}
	return !g.Full()
}

// testClueMissing drops each needed clue in turn, and puts it back.
func testClueMissing(t *testing.T, s solve.Solver, geo *board.Geometry) {
	proper, solution := boardtest.Proper(t, geo)
	clues := proper.ClueSet()
	if geo.Size > 9 || s.Slow && geo.Size == 9 {
		clues = board.SetOf(clues.First())
	}
	for c := range clues.All() {
		p := proper
		p.Set(c, 0)
		r := s.Solve(t.Context(), &p, patiently(s, geo, solve.Options{Limit: 2}))
		if s.Caps.Has(solve.Finds|solve.Counts) && r.Solutions != 2 && !cutOff(s, r) {
			t.Errorf("%v: %d solutions, want 2", p, r.Solutions)
		}
		p.Set(c, solution.At(c))
		conforms(t, s, p, solve.Options{Limit: 2}, verdict{1, solve.Exhausted})
	}
}

func testFullGrid(t *testing.T, s solve.Solver, geo *board.Geometry) {
	full := boardtest.Pattern(geo)
	r := conforms(t, s, full, solve.Options{Limit: 2}, verdict{1, solve.Exhausted})
	if r.First != full {
		t.Errorf("solved a full grid into %v", r.First)
	}
	wrong := full
	wrong.Set(0, full.At(1))
	conforms(t, s, wrong, solve.Options{Limit: 2}, verdict{0, solve.Exhausted})
	if r := s.Solve(t.Context(), &wrong, solve.Options{}); r.Solutions != 0 {
		t.Errorf("%s solves a wrong full grid: %v", s.Name, r.First)
	}
}

// testContradictions gives the solvers themselves, not Run, clues that occur
// twice in a house, for every house.
func testContradictions(t *testing.T, s solve.Solver, geo *board.Geometry) {
	for h := range geo.Houses {
		cells := geo.HouseCells(board.House(h))
		for _, b := range []board.Cell{cells[1], cells[geo.Size/2], cells[geo.Size-1]} {
			p := board.NewGrid(geo)
			p.Set(cells[0], 2)
			p.Set(b, 2)
			r := s.Solve(t.Context(), &p, solve.Options{Limit: 1, Budget: 100_000})
			if r.Solutions != 0 || s.Caps.Has(solve.Proves) && r.Status != solve.Exhausted {
				t.Fatalf("%v: %d solutions, %v", p, r.Solutions, r.Status)
			}
		}
	}
}

// testNoCandidate leaves a cell without a candidate, and a digit without a
// place in a house, by clues of which none occurs twice.
func testNoCandidate(t *testing.T, s solve.Solver, geo *board.Geometry) {
	n := geo.Size
	cell := board.NewGrid(geo)
	for i := 1; i < n; i++ {
		cell.Set(geo.CellAt(0, i), board.Digit(i))
	}
	cell.Set(geo.CellAt(n-1, 0), board.Digit(n))
	conforms(t, s, cell, solve.Options{}, verdict{0, solve.Exhausted})

	house := board.NewGrid(geo) // digit 1 has no place in the first row
	for k := 1; k < geo.Stacks(); k++ {
		house.Set(geo.CellAt(k, k*geo.BoxCols), 1)
	}
	for i := range geo.BoxCols {
		house.Set(geo.CellAt(0, i), board.Digit(2+i))
	}
	conforms(t, s, house, solve.Options{}, verdict{0, solve.Exhausted})
}

// testNoSolution adds a wrong digit to a proper puzzle: no solution is left,
// though the clues do not contradict each other openly.
func testNoSolution(t *testing.T, s solve.Solver, geo *board.Geometry) {
	p, solution := boardtest.Proper(t, geo)
	for i, d := range p.Digits() {
		wrong := solution.At(board.Cell(i))%board.Digit(geo.Size) + 1
		q := p
		q.Set(board.Cell(i), wrong)
		if d == 0 && q.Check() == nil && i%(geo.Size/3) == 0 {
			conforms(t, s, q, solve.Options{}, verdict{0, solve.Exhausted})
		}
	}
}

func testEmptyGrid(t *testing.T, s solve.Solver, geo *board.Geometry) {
	empty := board.NewGrid(geo)
	for _, limit := range []int{1, 2, 100} {
		conforms(t, s, empty, solve.Options{Limit: limit}, verdict{limit, solve.LimitReached})
	}
}

// testAllFour enumerates all 288 grids of size 4.
func testAllFour(t *testing.T, s solve.Solver, geo *board.Geometry) {
	if geo.Size != 4 || !s.Caps.Has(solve.Counts) {
		return
	}
	empty := board.NewGrid(geo)
	seen := map[board.Grid]bool{}
	each := func(g *board.Grid) bool {
		seen[*g] = g.Solves(&empty)
		return true
	}
	conforms(t, s, empty, solve.Options{Each: each}, verdict{288, solve.Exhausted})
	conforms(t, s, empty, solve.Options{Limit: 288}, verdict{288, solve.Exhausted})
	conforms(t, s, empty, solve.Options{Limit: 287}, verdict{287, solve.LimitReached})
	if len(seen) != 288 {
		t.Errorf("%d different grids, want 288", len(seen))
	}
	for g, ok := range seen {
		if !ok {
			t.Errorf("%v is not a solution", g)
		}
	}
}

// testAllSix counts the 28,200,960 grids of size 6, which takes a minute for each
// solver.
func testAllSix(t *testing.T, s solve.Solver, geo *board.Geometry) {
	if *boardtest.Long && geo.Size == 6 && s.Caps.Has(solve.Counts) && !oneByOne(s) {
		opt := solve.Options{Budget: math.MaxInt64} // slow or not
		conforms(t, s, board.NewGrid(geo), opt, verdict{28_200_960, solve.Exhausted})
	}
}

// testEach checks the callback: it is called once for each solution, the first
// of which is Result.First, with a grid of its own, and can stop the search.
func testEach(t *testing.T, s solve.Solver, geo *board.Geometry) {
	empty := board.NewGrid(geo)
	var got []*board.Grid
	each := func(g *board.Grid) bool {
		got = append(got, g)
		return len(got) < 3
	}
	if !s.Caps.Has(solve.Finds | solve.Counts) {
		return
	}
	r := conforms(t, s, empty, solve.Options{Limit: 50, Each: each}, verdict{3, solve.LimitReached})
	if cutOff(s, r) {
		return
	}
	if len(got) != 3 || *got[0] != r.First || *got[0] == *got[1] || *got[1] == *got[2] {
		t.Errorf("the callback saw %d grids; first %v, Result.First %v", len(got), got[0], r.First)
	}
	full := boardtest.Pattern(geo)
	stop := func(*board.Grid) bool { return false }
	conforms(t, s, full, solve.Options{Limit: 2, Each: stop}, verdict{1, solve.Exhausted})
}

func testCancel(t *testing.T, s solve.Solver, geo *board.Geometry) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	empty := board.NewGrid(geo)
	if geo.Size > 4 && s.Caps.Has(solve.Counts) { // would run for at least a minute
		each := func(*board.Grid) bool { cancel(); return true }
		r := s.Solve(ctx, &empty, patiently(s, geo, solve.Options{Each: each}))
		if (r.Status != solve.Canceled || r.Solutions == 0) && !cutOff(s, r) {
			t.Errorf("canceled after the first solution: %d solutions, %v", r.Solutions, r.Status)
		}
	}
	cancel()
	r := s.Solve(ctx, &empty, solve.Options{Limit: 1})
	if r.Status != solve.Canceled || r.Solutions != 0 {
		t.Errorf("canceled beforehand: %d solutions, %v", r.Solutions, r.Status)
	}
}

// testBudget: a budget of exactly the nodes that a search needs changes
// nothing; one node less is noticed.
func testBudget(t *testing.T, s solve.Solver, geo *board.Geometry) {
	empty := board.NewGrid(geo)
	want := solve.BudgetSpent
	if !s.Caps.Has(solve.Finds) {
		want = solve.Stuck // there is nothing to begin with
	}
	if r := s.Solve(t.Context(), &empty, solve.Options{Budget: 1}); r.Status != want || r.Stats.Nodes != 1 {
		t.Errorf("budget 1 on the empty grid: %v, %d nodes", r.Status, r.Stats.Nodes)
	}
	p, _ := boardtest.Proper(t, geo)
	free := s.Solve(t.Context(), &p, patiently(s, geo, solve.Options{}))
	need := free.Stats.Nodes
	if r := s.Solve(t.Context(), &p, solve.Options{Budget: need}); !reflect.DeepEqual(r, free) {
		t.Errorf("budget %d: got %+v, want %+v", need, r, free)
	}
	if need > 1 && !cutOff(s, free) {
		r := s.Solve(t.Context(), &p, solve.Options{Budget: need - 1})
		if r.Status != solve.BudgetSpent || r.Stats.Nodes != need-1 {
			t.Errorf("budget %d of %d: %v after %d", need-1, need, r.Status, r.Stats.Nodes)
		}
	}
}

// testHopeless gives a 16x16 grid with so few clues that counting all
// solutions would not end; the budget ends it, honestly.
func testHopeless(t *testing.T, s solve.Solver, geo *board.Geometry) {
	if geo.Size != 16 {
		return
	}
	p := boardtest.SomeClues(boardtest.Pattern(geo), 60, boardtest.Rand(1))
	opt := solve.Options{Budget: 5000}
	if s.Slow {
		opt.Budget = patience
	}
	r, err := solve.Run(t.Context(), s, &p, opt)
	want := solve.BudgetSpent
	if r.Status == solve.Stuck && !s.Caps.Has(solve.Finds) || r.Status == solve.LimitReached && !s.Caps.Has(solve.Counts) {
		want = r.Status
	}
	if err != nil || r.Status != want || r.Unique() {
		t.Errorf("%s: %v, unique %v, error %v", s.Name, r.Status, r.Unique(), err)
	}
}

// Replay follows the events of a solver on a grid of its own.
type Replay struct {
	T     *testing.T
	Name  string
	Now   board.Grid // at first the puzzle
	Count [solve.Solved + 1]int

	trail []board.Grid // the grid before each open trial
	Step  int64        // of the last event
}

// Event checks that an event follows from the previous ones.
func (r *Replay) Event(e solve.Event) {
	r.T.Helper()
	open := len(r.trail)
	switch e.Kind {
	case solve.Guess:
		r.trail = append(r.trail, r.Now)
		r.Now.Set(e.Cell, e.Digit)
		open++
	case solve.Forced:
		r.Now.Set(e.Cell, e.Digit)
	case solve.Revert:
		if open == 0 || r.trail[open-1].At(e.Cell) != 0 {
			r.T.Fatalf("%s: %s, which was not tried", r.Name, e.Sentence(r.Now.Geometry()))
		}
		r.Now, r.trail = r.trail[open-1], r.trail[:open-1]
	}
	if *e.Grid != r.Now || e.Depth != open || e.Step < r.Step {
		r.T.Fatalf("%s: %s, step %d after %d, depth %d, want %d, grid %v, want %v", r.Name,
			e.Sentence(r.Now.Geometry()), e.Step, r.Step, e.Depth, open, e.Grid, r.Now)
	}
	if e.Kind == solve.Dead && (e.Digit != 0 || r.Now.At(e.Cell) != 0) {
		r.T.Fatalf("%s: %v in %v", r.Name, e, r.Now)
	}
	r.Step = e.Step
	r.Count[e.Kind]++
}

// testTrace replays the events of every solver that traces: they must show
// everything that happens to the grid. Solvers that scan must go another way in
// another order.
func testTrace(t *testing.T, s solve.Solver, geo *board.Geometry) {
	proper, _ := boardtest.Proper(t, geo)
	traces, scans := false, false
	easy := boardtest.Pattern(geo) // two blanks, which rows and columns meet in opposite order
	easy.Set(geo.CellAt(0, 1), 0)
	easy.Set(geo.CellAt(1, 0), 0)
	for _, p := range []board.Grid{proper, board.NewGrid(geo), boardtest.Pattern(geo), easy} {
		log := Replay{T: t, Name: s.Name, Now: p}
		r := s.Solve(t.Context(), &p, patiently(s, geo, solve.Options{Limit: 3, Trace: log.Event}))
		if log.Count == [solve.Solved + 1]int{} {
			continue // does not trace
		}
		traces = true
		byRow, byColumn := cellsTold(t, s, p, solve.ByRow), cellsTold(t, s, p, solve.ByColumn)
		scans = scans || !slices.Equal(byRow, byColumn)
		if log.Count[solve.Solved] != r.Solutions {
			t.Errorf("%d times solved, %d solutions", log.Count[solve.Solved], r.Solutions)
		}
		if r.Status == solve.Stuck && log.Now != r.Partial {
			t.Errorf("the trace ends at %v, the partial grid is %v", log.Now, r.Partial)
		}
	}
	if traces != s.Caps.Has(solve.Traces) || scans != s.Caps.Has(solve.Scans) {
		t.Errorf("%s %s: it traces: %v, and scans: %v", s.Name, s.Caps, traces, scans)
	}
}

// cellsTold are the cells of a solver's events.
func cellsTold(t *testing.T, s solve.Solver, p board.Grid, scan solve.Scan) (cells []board.Cell) {
	note := func(e solve.Event) { cells = append(cells, e.Cell) }
	s.Solve(t.Context(), &p, patiently(s, p.Geometry(), solve.Options{Limit: 1, Scan: scan, Trace: note}))
	return cells
}

// fading is a context that ends after it has been checked a number of times.
type fading struct {
	context.Context
	looks int
}

func (f *fading) Err() error {
	if f.looks--; f.looks < 0 {
		return context.Canceled
	}
	return nil
}

// testCancelMidway ends the context while the solver searches a puzzle that it
// cannot finish.
func testCancelMidway(t *testing.T, s solve.Solver, geo *board.Geometry) {
	if geo.Size != slices.Max(s.Sizes) {
		return
	}
	p := board.NewGrid(geo)
	if geo.Size == 16 {
		p = boardtest.SomeClues(boardtest.Pattern(geo), 60, boardtest.Rand(1))
	}
	ctx := &fading{t.Context(), 3}
	r := s.Solve(ctx, &p, solve.Options{})
	if r.Status == solve.Stuck && !s.Caps.Has(solve.Finds) {
		return // after one pass or so
	}
	if first := r.Status == solve.LimitReached && !s.Caps.Has(solve.Counts); r.Status != solve.Canceled && !first {
		t.Errorf("%s: %v", s.Name, r.Status)
	}
	if r.Stats.Nodes > 4*4096 {
		t.Errorf("%s: %d nodes, canceled at the third look", s.Name, r.Stats.Nodes)
	}
}
