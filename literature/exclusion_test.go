package literature

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"gradoku/board"
	"gradoku/internal/boardtest"
	"gradoku/internal/solvetest"
	"gradoku/solve"
)

// fillsOf are the fills in rows, columns and boxes.
type fillsOf [3]int64

func exclusionFills(r solve.Result) fillsOf {
	return fillsOf{r.Stats.Counter("row fills"), r.Stats.Counter("column fills"), r.Stats.Counter("box fills")}
}

func (f fillsOf) total() int { return int(f[0] + f[1] + f[2]) }

// TestExclusionPasses: what each pass fills of the puzzles that are completed.
// The budget counts passes, so that it shows them one by one.
func TestExclusionPasses(t *testing.T) {
	for _, tt := range []struct {
		puzzle string
		passes []fillsOf
	}{
		{"T4_1", []fillsOf{{14, 7, 10}, {15, 4, 0}}},
		{"T6_1", []fillsOf{{43, 2, 0}}},
		{"T6_2", []fillsOf{{10, 17, 11}, {11, 4, 0}}},
		{"T6_3", []fillsOf{{9, 7, 13}, {9, 9, 5}}},
	} {
		p, solution := literary(t, tt.puzzle)
		var got []fillsOf
		last := fillsOf{}
		r := solve.Result{Status: solve.BudgetSpent}
		for budget := int64(1); r.Status == solve.BudgetSpent; budget++ {
			r = solveExclusion(t.Context(), &p, solve.Options{Budget: budget})
			now := exclusionFills(r)
			got = append(got, fillsOf{now[0] - last[0], now[1] - last[1], now[2] - last[2]})
			last = now
		}
		if diff := cmp.Diff(tt.passes, got); diff != "" {
			t.Errorf("%s, figures (-) and ours (+):\n%s", tt.puzzle, diff)
		}
		if !r.Unique() || r.First != solution || r.Stats.Counter("passes") != int64(len(tt.passes)) {
			t.Errorf("%s: %d solutions, %v, %v", tt.puzzle, r.Solutions, r.Status, r.First)
		}
	}
}

// TestExclusionStuck: how much is left of the puzzles that are not completed.
func TestExclusionStuck(t *testing.T) {
	for _, tt := range []struct {
		puzzle      string
		fills, left int
	}{
		{"T6_4", 4, 52},
		{"T6_5", 2, 55},
		{"inkala", 0, 60},
		{"royle", 29, 31},
		{"appendix", 24, 31},
	} {
		p, solution := literary(t, tt.puzzle)
		r := solveExclusion(t.Context(), &p, solve.Options{})
		if r.Status != solve.Stuck || r.Solutions != 0 {
			t.Errorf("%s: %v with %d solutions", tt.puzzle, r.Status, r.Solutions)
			continue
		}
		if got := exclusionFills(r).total(); got != tt.fills || r.Partial.Blanks() != tt.left {
			t.Errorf("%s: filled %d, left %d, want %d and %d", tt.puzzle, got, r.Partial.Blanks(), tt.fills, tt.left)
		}
		if !solvetest.PartOf(&p, &r.Partial, &solution) {
			t.Errorf("%s: %v is not part of the solution", tt.puzzle, r.Partial)
		}
		if h, d, ok := hiddenSingle(&r.Partial); ok {
			t.Errorf("%s: %v still has one place in %s", tt.puzzle, d, p.Geometry().HouseName(h))
		}
	}
}

// hiddenSingle looks for a digit with exactly one place in a house, in the
// plainest way.
func hiddenSingle(g *board.Grid) (board.House, board.Digit, bool) {
	geo := g.Geometry()
	b := board.NewBoard(g)
	for h := range geo.Houses {
		for d := range geo.All.All() {
			places := 0
			for _, c := range geo.HouseCells(board.House(h)) {
				if b.Candidates(c).Has(d) {
					places++
				}
			}
			if places == 1 {
				return board.House(h), d, true
			}
		}
	}
	return 0, 0, false
}

// TestExclusionTrace: every fill is told, and counted as a step.
func TestExclusionTrace(t *testing.T) {
	p, solution := literary(t, "T6_3")
	log := solvetest.Replay{T: t, Name: "exclusion", Now: p}
	solveExclusion(t.Context(), &p, solve.Options{Trace: log.Event})
	if log.Count[solve.Forced] != 52 || log.Count[solve.Solved] != 1 || log.Step != 52 || log.Now != solution {
		t.Errorf("events %v, %d steps, ends at %v", log.Count, log.Step, log.Now)
	}
}

// TestExclusionNakedSingle: a cell with one candidate is not filled when that
// digit has other places in all three houses.
func TestExclusionNakedSingle(t *testing.T) {
	p := board.NewGrid(board.Nine())
	for i := range 4 {
		p.Set(board.Cell(3+i), board.Digit(1+i))     // in row 1
		p.Set(board.Cell(9*(3+i)), board.Digit(5+i)) // in column 1
	}
	if b := board.NewBoard(&p); b.Candidates(0).String() != "9" {
		t.Fatalf("the candidates of r1c1 are %v", b.Candidates(0))
	}
	r := solveExclusion(t.Context(), &p, solve.Options{})
	if r.Status != solve.Stuck || r.Partial.At(0) != 0 {
		t.Errorf("%v with %v in r1c1", r.Status, r.Partial.At(0))
	}
}

// TestExclusionIsomorphs: permuting the rows, which changes the order of the
// fills, does not change what is filled.
func TestExclusionIsomorphs(t *testing.T) {
	rng := boardtest.Rand(12)
	for _, l := range Puzzles() {
		p, _ := literary(t, l.Key)
		r := solveExclusion(t.Context(), &p, solve.Options{})
		end := r.Partial
		if r.Solutions > 0 {
			end = r.First
		}
		for range boardtest.Rounds(20) {
			x := board.RandomTransform(p.Geometry(), rng)
			q := x.Apply(&p)
			s := solveExclusion(t.Context(), &q, solve.Options{})
			got := s.Partial
			if s.Solutions > 0 {
				got = s.First
			}
			if got != x.Apply(&end) {
				t.Fatalf("%s ends in %v, its image %v in %v", l.Key, end, q, got)
			}
		}
	}
}

// TestExclusionEnds: it comes to an end on clues that allow no solution too,
// after at most one pass for each blank and an idle one, and writes no digit
// twice into a house.
func TestExclusionEnds(t *testing.T) {
	rng := boardtest.Rand(13)
	met := map[solve.Status]int{}
	for range boardtest.Rounds(500) {
		geo := board.Sizes()[rng.IntN(5)]
		p := board.NewGrid(geo)
		for range rng.IntN(geo.Cells) {
			q := p
			q.Set(board.Cell(rng.IntN(geo.Cells)), board.Digit(1+rng.IntN(geo.Size)))
			if q.Check() == nil {
				p = q
			}
		}
		r := solveExclusion(t.Context(), &p, solve.Options{})
		met[r.Status]++
		switch {
		case r.Stats.Nodes > int64(p.Blanks())+1:
			t.Fatalf("%v: %d passes", p, r.Stats.Nodes)
		case r.Status == solve.Stuck && (r.Partial.Check() != nil || p.Keep(p.ClueSet()) != r.Partial.Keep(p.ClueSet())):
			t.Fatalf("%v: stuck at %v", p, r.Partial)
		case r.Status == solve.Exhausted && !r.First.Solves(&p):
			t.Fatalf("%v: returned %v", p, r.First)
		}
	}
	if met[solve.Stuck] == 0 || met[solve.Exhausted] == 0 || len(met) != 2 {
		t.Errorf("the cases are too much alike: %v", met)
	}
}

// TestExclusionShare: it completes about a quarter of random minimal puzzles;
// 1,485 of 6,000 with -long.
func TestExclusionShare(t *testing.T) {
	rng := boardtest.Rand(14)
	s := solve.NewSearcher(board.Nine())
	n, complete := boardtest.Rounds(200), 0
	for range n {
		p := boardtest.Minimal(s, boardtest.RandomGrid(board.Nine(), s, rng), rng)
		complete += solveExclusion(t.Context(), &p, solve.Options{}).Solutions
	}
	if complete < n*18/100 || complete > n*36/100 {
		t.Errorf("completes %d of %d, want about a quarter", complete, n)
	}
}
