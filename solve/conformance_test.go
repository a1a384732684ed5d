package solve

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"testing"

	"gradoku/board"
)

// proper holds for each size a puzzle and its solution. Every clue is needed up
// to size 9, above that the first one.
var proper = []struct{ puzzle, solution string }{
	{"..3..4...21.....", "2134342142131342"},
	{".15...3...1...4.56...4..4..2..5...3.", "215643346512124356653421431265562134"},
	{
		"..5..6...936.4.....2..8..1.......1..741.62.8.....78.4...9....7......5..4.......69",
		"815736492936241758427589613698453127741962385253178946369824571172695834584317269",
	},
	{
		"..C.B4.1..36B.6..C2.9....381.6....C.4BA76..5139.........B.2.........7..492.C1.57648..4.3....C5.B76..8B.....2.....73..14..A...8195C......C....2..",
		"A5C9B4812736B7645C2398A12381769A4BC54BA762C5139861354978BA2CC89231AB765492BC1357648A84139A62C57B765A8B4C39125C2BA73681493A4628195CB71978C5B4A263",
	},
	{
		"..78.9GD.B.514..2GF.A.....E.7...D.....F...9...2.5...E4.2..6C89G.37..C54.F.8BG.D..5A4.E.8..C..16.8.9...A.412.......B.3F1....7....A81B.....EF..3..E.D...5..7.84.9G..2.F..E64.9...1...G.....3..C.E.1.....EC.2.65D.96..29.B..8..FEA4...3D.2..C4E.G1.9.GE8A6.D5BF27..",
		"CE7869GD2BA5143F2GF9A1C38DE4765BD14658FB7G93EC2A5B3AE4721F6C89GD37E1C549F68BGAD2F5A42ED839CGB167869C7BAG412D35FEG2BD3F16EA57984CA81BGC945EF2D376E3DFB65AC718429G7C25FD3E64G9AB81496G1287B3DACFE51F874GECA2365DB96DC293B5G871FEA4BA53D72F9C4E6G1894GE8A61D5BF27C3",
	},
}

// verdict is what a case expects of a solver that finds, counts and proves.
type verdict struct {
	solutions int
	status    Status
}

// patience is the number of nodes that a slow solver may spend on one
// puzzle; a search that it cuts off is not held to find anything. On 4x4 there
// is no such excuse.
const patience = 500

func patiently(s Solver, geo *board.Geometry, opt Options) Options {
	if s.Slow && opt.Budget == 0 && geo.Size > 4 {
		opt.Budget = patience
	}
	return opt
}

// cutOff reports whether a slow solver ran out of patience.
func cutOff(s Solver, r Result) bool { return s.Slow && r.Status == BudgetSpent }

// oneByOne reports whether a solver starts again for each solution: it cannot
// know that one was the last, nor enumerate millions of them.
func oneByOne(s Solver) bool { return s.Name == "bip" }

// conforms runs one puzzle and compares, expecting less of solvers that
// promise less. Some may not notice that the last solution was the last, and
// say that they stopped at the limit.
func conforms(t *testing.T, s Solver, p board.Grid, opt Options, want verdict) Result {
	t.Helper()
	if !s.Caps.Has(Counts) {
		opt.Limit = 1
		want.solutions = min(want.solutions, 1)
	}
	r, err := Run(t.Context(), s, &p, patiently(s, p.Geometry(), opt))
	if err != nil {
		t.Fatalf("%s of %v: %v", s.Name, p, err)
	}
	if (r.Status == Stuck) != (r.Partial.Geometry() != nil) || r.Status == Stuck && s.Caps.Has(Finds) {
		t.Errorf("%s on %v: %v with the partial grid %v", s.Name, p, r.Status, r.Partial)
	}
	if (s.Slow || oneByOne(s)) && r.Status == LimitReached {
		want.status = LimitReached
	}
	if cutOff(s, r) {
		want = verdict{min(want.solutions, r.Solutions), BudgetSpent}
	}
	if s.Caps.Has(Finds) && r.Solutions != want.solutions || r.Solutions > want.solutions {
		t.Errorf("%s found %d solutions of %v, want %d", s.Name, r.Solutions, p, want.solutions)
	}
	if s.Caps.Has(Finds|Counts|Proves) && r.Status != want.status {
		t.Errorf("%s on %v: %v, want %v", s.Name, p, r.Status, want.status)
	}
	return r
}

// everySolver runs a test for each row of the table and each of its sizes.
func everySolver(t *testing.T, test func(t *testing.T, s Solver, geo *board.Geometry)) {
	for _, s := range Solvers() {
		for _, n := range s.Sizes {
			t.Run(fmt.Sprintf("%s/%d", s.Name, n), func(t *testing.T) {
				t.Parallel()
				test(t, s, geometry(t, n))
			})
		}
	}
}

// properOf returns the puzzle of the table above and its solution.
func properOf(t *testing.T, geo *board.Geometry) (puzzle, solution board.Grid) {
	for _, p := range proper {
		if len(p.puzzle) == geo.Cells {
			return mustParse(t, p.puzzle), mustParse(t, p.solution)
		}
	}
	t.Fatalf("no puzzle of size %d", geo.Size)
	return puzzle, solution
}

func TestProper(t *testing.T) {
	everySolver(t, func(t *testing.T, s Solver, geo *board.Geometry) {
		p, solution := properOf(t, geo)
		for _, limit := range []int{0, 2, 3} {
			r := conforms(t, s, p, Options{Limit: limit}, verdict{1, Exhausted})
			if r.Solutions == 1 && r.First != solution {
				t.Errorf("limit %d: got %v, want %v", limit, r.First, solution)
			}
			if r.Status == Stuck && !partOf(&p, &r.Partial, &solution) {
				t.Errorf("stuck at %v, want all clues, some of %v, and a blank", r.Partial, solution)
			}
		}
		r := s.Solve(t.Context(), &p, patiently(s, geo, Options{Limit: 1}))
		if s.Caps.Has(Finds) && !cutOff(s, r) && (r.Solutions != 1 || r.Status != Exhausted && r.Status != LimitReached) {
			t.Errorf("limit 1: %d solutions, %v", r.Solutions, r.Status)
		}
	})
}

// partOf reports whether g keeps the clues of a puzzle, has no digit that
// differs from the solution, and is not full.
func partOf(puzzle, g, solution *board.Grid) bool {
	for i, d := range g.Digits() {
		c := board.Cell(i)
		if d != 0 && d != solution.At(c) || d == 0 && puzzle.At(c) != 0 {
			return false
		}
	}
	return !g.Full()
}

// TestClueMissing drops each needed clue in turn, and puts it back.
func TestClueMissing(t *testing.T) {
	everySolver(t, func(t *testing.T, s Solver, geo *board.Geometry) {
		proper, solution := properOf(t, geo)
		clues := proper.ClueSet()
		if geo.Size > 9 || s.Slow && geo.Size == 9 {
			clues = board.SetOf(clues.First())
		}
		for c := range clues.All() {
			p := proper
			p.Set(c, 0)
			r := s.Solve(t.Context(), &p, patiently(s, geo, Options{Limit: 2}))
			if s.Caps.Has(Finds|Counts) && r.Solutions != 2 && !cutOff(s, r) {
				t.Errorf("%v: %d solutions, want 2", p, r.Solutions)
			}
			p.Set(c, solution.At(c))
			conforms(t, s, p, Options{Limit: 2}, verdict{1, Exhausted})
		}
	})
}

func TestFullGrid(t *testing.T) {
	everySolver(t, func(t *testing.T, s Solver, geo *board.Geometry) {
		full := patternGrid(geo)
		r := conforms(t, s, full, Options{Limit: 2}, verdict{1, Exhausted})
		if r.First != full {
			t.Errorf("solved a full grid into %v", r.First)
		}
		wrong := full
		wrong.Set(0, full.At(1))
		conforms(t, s, wrong, Options{Limit: 2}, verdict{0, Exhausted})
		if r := s.Solve(t.Context(), &wrong, Options{}); r.Solutions != 0 {
			t.Errorf("%s solves a wrong full grid: %v", s.Name, r.First)
		}
	})
}

// TestContradictions gives the solvers themselves, not Run, clues that stand
// twice in a house, for every house.
func TestContradictions(t *testing.T) {
	everySolver(t, func(t *testing.T, s Solver, geo *board.Geometry) {
		for h := range geo.Houses {
			cells := geo.HouseCells(board.House(h))
			for _, b := range []board.Cell{cells[1], cells[geo.Size/2], cells[geo.Size-1]} {
				p := board.NewGrid(geo)
				p.Set(cells[0], 2)
				p.Set(b, 2)
				r := s.Solve(t.Context(), &p, Options{Limit: 1, Budget: 100_000})
				if r.Solutions != 0 || s.Caps.Has(Proves) && r.Status != Exhausted {
					t.Fatalf("%v: %d solutions, %v", p, r.Solutions, r.Status)
				}
			}
		}
	})
}

// TestNoCandidate leaves a cell without candidate, and a digit without a place in a
// house, by clues none of which stands twice.
func TestNoCandidate(t *testing.T) {
	everySolver(t, func(t *testing.T, s Solver, geo *board.Geometry) {
		n := geo.Size
		cell := board.NewGrid(geo)
		for i := 1; i < n; i++ {
			cell.Set(geo.CellAt(0, i), board.Digit(i))
		}
		cell.Set(geo.CellAt(n-1, 0), board.Digit(n))
		conforms(t, s, cell, Options{}, verdict{0, Exhausted})

		house := board.NewGrid(geo) // digit 1 has no place in the first row
		for k := 1; k < geo.Stacks(); k++ {
			house.Set(geo.CellAt(k, k*geo.BoxCols), 1)
		}
		for i := range geo.BoxCols {
			house.Set(geo.CellAt(0, i), board.Digit(2+i))
		}
		conforms(t, s, house, Options{}, verdict{0, Exhausted})
	})
}

// TestNoSolution adds a wrong digit to a proper puzzle: no solution is left,
// though the clues do not contradict each other openly.
func TestNoSolution(t *testing.T) {
	everySolver(t, func(t *testing.T, s Solver, geo *board.Geometry) {
		p, solution := properOf(t, geo)
		for i, d := range p.Digits() {
			wrong := solution.At(board.Cell(i))%board.Digit(geo.Size) + 1
			q := p
			q.Set(board.Cell(i), wrong)
			if d == 0 && q.Check() == nil && i%(geo.Size/3) == 0 {
				conforms(t, s, q, Options{}, verdict{0, Exhausted})
			}
		}
	})
}

func TestEmptyGrid(t *testing.T) {
	everySolver(t, func(t *testing.T, s Solver, geo *board.Geometry) {
		empty := board.NewGrid(geo)
		for _, limit := range []int{1, 2, 100} {
			conforms(t, s, empty, Options{Limit: limit}, verdict{limit, LimitReached})
		}
	})
}

// TestAllFour enumerates all 288 grids of size 4.
func TestAllFour(t *testing.T) {
	everySolver(t, func(t *testing.T, s Solver, geo *board.Geometry) {
		if geo.Size != 4 || !s.Caps.Has(Counts) {
			return
		}
		empty := board.NewGrid(geo)
		seen := map[board.Grid]bool{}
		each := func(g *board.Grid) bool {
			seen[*g] = g.Solves(&empty)
			return true
		}
		conforms(t, s, empty, Options{Each: each}, verdict{288, Exhausted})
		conforms(t, s, empty, Options{Limit: 288}, verdict{288, Exhausted})
		conforms(t, s, empty, Options{Limit: 287}, verdict{287, LimitReached})
		if len(seen) != 288 {
			t.Errorf("%d different grids, want 288", len(seen))
		}
		for g, ok := range seen {
			if !ok {
				t.Errorf("%v is not a solution", g)
			}
		}
	})
}

// TestAllSix counts the 28,200,960 grids of size 6.
func TestAllSix(t *testing.T) {
	if !*long {
		t.Skip("takes a minute for each solver: -long")
	}
	everySolver(t, func(t *testing.T, s Solver, geo *board.Geometry) {
		if geo.Size == 6 && s.Caps.Has(Counts) && !oneByOne(s) {
			opt := Options{Budget: math.MaxInt64} // slow or not
			conforms(t, s, board.NewGrid(geo), opt, verdict{28_200_960, Exhausted})
		}
	})
}

// TestEach checks the callback: called once for each solution, the first of
// them being Result.First, with a grid of its own, and able to stop.
func TestEach(t *testing.T) {
	everySolver(t, func(t *testing.T, s Solver, geo *board.Geometry) {
		empty := board.NewGrid(geo)
		var got []*board.Grid
		each := func(g *board.Grid) bool {
			got = append(got, g)
			return len(got) < 3
		}
		if !s.Caps.Has(Finds | Counts) {
			return
		}
		r := conforms(t, s, empty, Options{Limit: 50, Each: each}, verdict{3, LimitReached})
		if cutOff(s, r) {
			return
		}
		if len(got) != 3 || *got[0] != r.First || *got[0] == *got[1] || *got[1] == *got[2] {
			t.Errorf("the callback saw %d grids; first %v, Result.First %v", len(got), got[0], r.First)
		}
		full := patternGrid(geo)
		stop := func(*board.Grid) bool { return false }
		conforms(t, s, full, Options{Limit: 2, Each: stop}, verdict{1, Exhausted})
	})
}

func TestCancel(t *testing.T) {
	everySolver(t, func(t *testing.T, s Solver, geo *board.Geometry) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		empty := board.NewGrid(geo)
		if geo.Size > 4 && s.Caps.Has(Counts) { // would run for at least a minute
			each := func(*board.Grid) bool { cancel(); return true }
			r := s.Solve(ctx, &empty, patiently(s, geo, Options{Each: each}))
			if (r.Status != Canceled || r.Solutions == 0) && !cutOff(s, r) {
				t.Errorf("canceled after the first solution: %d solutions, %v", r.Solutions, r.Status)
			}
		}
		cancel()
		r := s.Solve(ctx, &empty, Options{Limit: 1})
		if r.Status != Canceled || r.Solutions != 0 {
			t.Errorf("canceled beforehand: %d solutions, %v", r.Solutions, r.Status)
		}
	})
}

// TestBudget: a budget of exactly the nodes that a search needs changes
// nothing, one node less is told apart.
func TestBudget(t *testing.T) {
	everySolver(t, func(t *testing.T, s Solver, geo *board.Geometry) {
		empty := board.NewGrid(geo)
		want := BudgetSpent
		if !s.Caps.Has(Finds) {
			want = Stuck // there is nothing to begin with
		}
		if r := s.Solve(t.Context(), &empty, Options{Budget: 1}); r.Status != want || r.Stats.Nodes != 1 {
			t.Errorf("budget 1 on the empty grid: %v, %d nodes", r.Status, r.Stats.Nodes)
		}
		p, _ := properOf(t, geo)
		free := s.Solve(t.Context(), &p, patiently(s, geo, Options{}))
		need := free.Stats.Nodes
		if r := s.Solve(t.Context(), &p, Options{Budget: need}); !reflect.DeepEqual(r, free) {
			t.Errorf("budget %d: got %+v, want %+v", need, r, free)
		}
		if need > 1 && !cutOff(s, free) {
			r := s.Solve(t.Context(), &p, Options{Budget: need - 1})
			if r.Status != BudgetSpent || r.Stats.Nodes != need-1 {
				t.Errorf("budget %d of %d: %v after %d", need-1, need, r.Status, r.Stats.Nodes)
			}
		}
	})
}

// TestHopeless gives a 16x16 grid with so few clues that counting all
// solutions would not end; the budget ends it, honestly.
func TestHopeless(t *testing.T) {
	geo := geometry(t, 16)
	full := patternGrid(geo)
	p := someClues(full, 60, newRand(1))
	for _, s := range Solvers() {
		if !s.Takes(geo) {
			continue
		}
		opt := Options{Budget: 5000}
		if s.Slow {
			opt.Budget = patience
		}
		r, err := Run(t.Context(), s, &p, opt)
		want := BudgetSpent
		if r.Status == Stuck && !s.Caps.Has(Finds) || r.Status == LimitReached && !s.Caps.Has(Counts) {
			want = r.Status
		}
		if err != nil || r.Status != want || r.Unique() {
			t.Errorf("%s: %v, unique %v, error %v", s.Name, r.Status, r.Unique(), err)
		}
	}
}
