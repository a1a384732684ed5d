package literature

import (
	"testing"

	"gradoku/board"
	"gradoku/internal/boardtest"
	"gradoku/solve"
)

// listed are the texts of all solutions in the order in which they come.
func listed(t *testing.T, p board.Grid, scan solve.Scan) (texts []string, r solve.Result) {
	t.Helper()
	each := func(g *board.Grid) bool {
		if !g.Solves(&p) {
			t.Fatalf("%v does not solve %v", g, p)
		}
		texts = append(texts, g.String())
		return true
	}
	return texts, solveExhaustive(t.Context(), &p, solve.Options{Each: each, Scan: scan})
}

// TestExhaustiveFour: the 288 grids of size 4, ascending.
func TestExhaustiveFour(t *testing.T) {
	texts, r := listed(t, board.NewGrid(boardtest.Geometry(t, 4)), solve.DefaultScan)
	if len(texts) != 288 || r.Solutions != 288 || r.Status != solve.Exhausted || r.Stats.Counter("solutions") != 288 {
		t.Errorf("%d grids, want 288; %v, %+v", len(texts), r.Status, r.Stats)
	}
	if texts[0] != "1234341221434321" || texts[287] != "4321214334121234" {
		t.Errorf("from %s to %s", texts[0], texts[len(texts)-1])
	}
	for i := range texts[1:] {
		if texts[i] >= texts[i+1] {
			t.Errorf("%s comes before %s", texts[i], texts[i+1])
		}
	}
}

// TestExhaustiveStreams: a solution comes as soon as it is known. On the empty
// grid of size 4 the first one needs no step back.
func TestExhaustiveStreams(t *testing.T) {
	p := board.NewGrid(boardtest.Geometry(t, 4))
	first := solveExhaustive(t.Context(), &p, solve.Options{Each: func(*board.Grid) bool { return false }})
	if first.Stats.Nodes != 17 || first.Solutions != 1 || first.Status != solve.LimitReached {
		t.Errorf("stopped at the first: %d nodes, want 17; %d solutions, %v",
			first.Stats.Nodes, first.Solutions, first.Status)
	}
	all := solveExhaustive(t.Context(), &p, solve.Options{})
	for limit, last := 1, int64(0); limit <= 288; limit++ {
		r := solveExhaustive(t.Context(), &p, solve.Options{Limit: limit})
		if r.Stats.Nodes <= last || r.Stats.Nodes > all.Stats.Nodes {
			t.Errorf("limit %d: %d nodes, after %d for one less", limit, r.Stats.Nodes, last)
		}
		last = r.Stats.Nodes
	}
}

// TestExhaustiveLiterature: each puzzle has the one solution, the document's
// appendix among them.
func TestExhaustiveLiterature(t *testing.T) {
	for _, l := range Puzzles() {
		p, solution := literary(t, l.Key)
		r := solveExhaustive(t.Context(), &p, solve.Options{})
		if !r.Unique() || r.First != solution {
			t.Errorf("%s: %d solutions, %v, %v", l.Key, r.Solutions, r.First, r.Status)
		}
	}
}

// TestExhaustiveFirst: up to the first solution the enumeration fills exactly
// what the document's loop with a stack pushes.
func TestExhaustiveFirst(t *testing.T) {
	for puzzle, pushes := range map[string]int64{
		"inkala": 49_558, "appendix": 71_271, "T4_1": 736, "T6_1": 111, "T6_2": 515, "T6_3": 9_368,
	} {
		p, _ := literary(t, puzzle)
		r := solveExhaustive(t.Context(), &p, solve.Options{Limit: 1})
		if got := r.Stats.Counter("fills"); got != pushes {
			t.Errorf("%s: %d fills, want %d", puzzle, got, pushes)
		}
	}
}
