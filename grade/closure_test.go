package grade

import (
	"slices"
	"testing"

	"gradoku/board"
)

// TestClosuresAreRuns: at each search along the path of a puzzle, the closures, which build on
// those of the search before, have the results of runs, whatever their order. Runs kept from
// earlier searches equal new ones.
func TestClosuresAreRuns(t *testing.T) {
	gr := NewGrader(board.Nine())
	p := parse(t, escargot)
	searches, compared, clashes, kept := 0, 0, 0, 0
	gr.grade(&p, func(int) {
		e, made := gr.state.chains.engines[0].(*engine[[small]uint64])
		if !made || !gr.state.chains.loaded {
			return
		}
		for k, nishio := range []bool{true, false} {
			x, r := &e.trial.closed[k], new(runner[[small]uint64])
			if !x.begun || x.alive != e.pos.alive {
				continue
			}
			searches++
			r.p, r.nishio, r.limit, r.budget = &e.pos, nishio, endless-1, new(budget)
			r.prepare()
			for i := range members(&x.alive) {
				var rec record[[small]uint64]
				r.run(&rec, i, true)
				compared++
				if rec.clash != has(&x.clashing, i) {
					t.Fatalf("search %d, nishio %v, %v: a clash: %v", searches, nishio, e.pos.candidate[i], rec.clash)
				}
				if old := e.trial.made[1]; !nishio && old[i].valid {
					kept++
					sameTurn := func(a, b turn) bool { return a.id == b.id && a.rule == b.rule }
					if old[i].closure != rec.closure || old[i].clash != rec.clash || !slices.EqualFunc(old[i].onList, rec.onList, sameTurn) {
						t.Fatalf("search %d, %v: the kept run differs", searches, e.pos.candidate[i])
					}
					if rec.clash {
						r.weighClash(&rec)
						if old[i].clashCost != rec.clashCost {
							t.Fatalf("search %d, %v: the kept clash costs %d, not %d", searches, e.pos.candidate[i], old[i].clashCost, rec.clashCost)
						}
					}
				}
				if rec.clash {
					clashes++
				} else if rec.closure != x.of[i] {
					t.Fatalf("search %d, nishio %v, %v: the closure differs from the run", searches, nishio, e.pos.candidate[i])
				}
				partner := e.pos.anyPartner(r.kind(), i)
				r.run(&rec, i, false)
				switch {
				case partner < 0 && rec.size() != 1, partner >= 0 && rec.clash != has(&x.clashing, partner),
					partner >= 0 && !rec.clash && rec.closure != x.of[partner]:
					t.Fatalf("search %d, nishio %v, %v false: not as its partner true", searches, nishio, e.pos.candidate[i])
				}
			}
		}
	})
	if searches < 20 || compared < 3000 || clashes < 50 || kept < 500 {
		t.Errorf("%d searches, %d assumptions, %d clashes and %d kept runs were compared", searches, compared, clashes, kept)
	}
}
