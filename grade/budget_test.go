package grade

import (
	"testing"

	"gradoku/board"
)

// dynamic needs dynamic chains.
const dynamic = "6.........3......7.98...1....5....434...8.....8.96..5..2.6....9...3.5...3....82.."

// TestBudget: the smaller the budget, the lower the bound; with enough of it the
// bound is the rating. The numbers do not depend on what was graded before.
func TestBudget(t *testing.T) {
	p := parse(t, dynamic)
	gr := NewGrader(board.Nine())
	full := gr.Grade(&p)
	if full.AtLeast || gr.state.chains.budget.spent == 0 {
		t.Fatalf("with the default budget: %+v", full)
	}
	spent := gr.state.chains.budget.spent
	last := 0
	for _, budget := range []int64{1, 1000, 4000, spent - 1} {
		gr.Budget = budget
		g := gr.Grade(&p)
		if !g.AtLeast || g.SolvedByLogic || g.Level != "extreme" || g.Rating < last || g.Rating > full.Rating {
			t.Errorf("budget %d: at least %v %d after %d, solved %v, level %s", budget, g.AtLeast, g.Rating, last, g.SolvedByLogic, g.Level)
		}
		if g.Diamond != 0 && g.Diamond != full.Diamond || g.Pearl != 0 && g.Pearl != full.Pearl {
			t.Errorf("budget %d: EP %d, ED %d", budget, g.Pearl, g.Diamond)
		}
		if g.Hardest != "" && techniques[rowOf(t, g.Hardest)].Rating > g.Rating {
			t.Errorf("budget %d: %s in a rating of %d", budget, g.Hardest, g.Rating)
		}
		if again := NewGrader(board.Nine()); true {
			again.Budget = budget
			if h := again.Grade(&p); h != g {
				t.Errorf("budget %d: %+v, then %+v", budget, g, h)
			}
		}
		last = g.Rating
	}
	for _, budget := range []int64{spent, 0} {
		gr.Budget = budget
		if g := gr.Grade(&p); g != full {
			t.Errorf("budget %d: %+v, want %+v", budget, g, full)
		}
	}
}

// TestStop: Stop is asked only where the work is long, and obeyed.
func TestStop(t *testing.T) {
	gr := NewGrader(board.Nine())
	asked := 0
	gr.Stop = func() bool { asked++; return false }
	easy, hard := parse(t, table6[0]), parse(t, dynamic)
	want := NewGrader(board.Nine()).Grade(&hard)
	if gr.Grade(&easy); asked != 0 {
		t.Errorf("asked %d times in an easy puzzle", asked)
	}
	if g := gr.Grade(&hard); g != want || asked == 0 {
		t.Errorf("asked %d times: %+v", asked, g)
	}
	gr.Stop = func() bool { return true }
	if g := gr.Grade(&hard); !g.AtLeast || g.SolvedByLogic || g.Rating > want.Rating {
		t.Errorf("stopped: %+v", g)
	}
	gr.Stop = nil
	if g := gr.Grade(&hard); g != want {
		t.Errorf("after a stop: %+v", g)
	}
}

// TestPathCostsNoBudget: the explanation of a step is free, so that Path gives the
// same grade as Grade.
func TestPathCostsNoBudget(t *testing.T) {
	p := parse(t, dynamic)
	gr := NewGrader(board.Nine())
	for _, budget := range []int64{3000, 0} {
		gr.Budget = budget
		g := gr.Grade(&p)
		h, steps := gr.Path(&p)
		if g != h {
			t.Errorf("budget %d: Grade %+v, Path %+v", budget, g, h)
		}
		n := 0
		for _, k := range g.Uses {
			n += int(k)
		}
		if n != len(steps) {
			t.Errorf("budget %d: %d steps, %d counted", budget, len(steps), n)
		}
	}
}
