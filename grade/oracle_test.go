package grade

import (
	"slices"
	"testing"

	"gradoku/board"
)

// chainPositions calls test with boards on which nothing easier than an aligned
// pair exclusion is left.
func chainPositions(t *testing.T, n int, test func(gr *Grader)) {
	if *long {
		n *= 20
	}
	puzzles, _ := sample(board.Nine(), n, 21)
	puzzles = append(puzzles, parse(t, dynamic))
	if *long {
		puzzles = append(puzzles, parse(t, escargot))
	}
	gr := NewGrader(board.Nine())
	seen := 0
	for _, p := range puzzles {
		gr.state.load(&p)
		gr.state.limit(0, nil)
		for gr.state.blanks > 0 {
			row, _ := gr.find(gr.rows)
			if techniques[row].Rating >= 62 {
				seen++
				test(gr)
				gr.found.reset()
				gr.find(gr.rows)
			}
			gr.apply()
		}
	}
	if seen < n/5 {
		t.Errorf("only %d positions", seen)
	}
}

// TestUnaryAgainstAll compares the search that stops at the first chain with
// collecting all chains and sorting them.
func TestUnaryAgainstAll(t *testing.T) {
	chainPositions(t, 25, func(gr *Grader) {
		var f finding
		e := engineOf(gr)
		found := e.unary.find(&e.pos, &f)
		var x nested[[small]uint64]
		x.pos.load(&e.links, &gr.state)
		r := runner[[small]uint64]{p: &e.pos}
		x.unaryHints(&r)
		if found != (len(x.hints) > 0) {
			t.Fatalf("found %v, but there are %d", found, len(x.hints))
		}
		if !found {
			return
		}
		best := slices.MinFunc(x.hints, func(a, b nestedHint[[small]uint64]) int {
			if a.rank != b.rank {
				return int(a.rank - b.rank)
			}
			return int(a.turn>>20 - b.turn>>20)
		})
		entry := unaryOrder[best.rank]
		if got := lossOf(e, &f); got != best.lost || f.proof.nodes != entry.nodes || f.rating != inTenths(entry.rating) {
			t.Fatalf("found %v of %d nodes, rated %d; best is %+v", f.lost, f.proof.nodes, f.rating, entry)
		}
	})
}

// engineOf returns the engine of a grader with the present board loaded.
func engineOf(gr *Grader) *engine[[small]uint64] {
	c := gr.state.chains
	if c.use == nil {
		c.choose(&gr.state)
	}
	e := c.engines[0].(*engine[[small]uint64])
	e.pos.load(&e.links, &gr.state)
	return e
}

// lossOf returns what a finding eliminates, a placement counting as the loss of
// the rest of its cell.
func lossOf(e *engine[[small]uint64], f *finding) (lost [small]uint64) {
	for _, l := range f.lost {
		for d := range l.digits.All() {
			add(&lost, e.links.id[l.cell][d])
		}
	}
	if f.digit != 0 {
		lost = e.links.others(e.links.id[f.cell][f.digit])
		intersect(&lost, &e.pos.alive)
	}
	return lost
}

// TestWidths: the same position in a wider engine gives the same step.
func TestWidths(t *testing.T) {
	puzzles, _ := sample(board.Nine(), 30, 22)
	gr, other := NewGrader(board.Nine()), NewGrader(board.Nine())
	chained := 0
	for _, p := range puzzles {
		want := gr.Grade(&p)
		if want.Rating >= 65 {
			chained++
		}
		for _, words := range []int{medium, wide, large} {
			if got := gradeWide(other, &p, words); got != want {
				t.Fatalf("%v: %d words give %d, want %d", p, words, got.Rating, want.Rating)
			}
		}
	}
	if chained < 5 {
		t.Errorf("only %d puzzles with chains", chained)
	}
}

// gradeWide grades with an engine chosen by hand.
func gradeWide(gr *Grader, p *board.Grid, words int) Grade {
	g := measure(p)
	s := &gr.state
	s.load(p)
	gr.start = *s
	g.Scan = gr.scan(p)
	s.load(p)
	s.limit(0, nil)
	hardest := -1
	for s.blanks > 0 {
		if c := s.chains; c.use == nil && s.by[1].Empty() && s.hidden == 0 {
			s.settle()
			switch { // in the build for browsers, wide and large are the same
			case words == medium:
				useEngine[[medium]uint64](c, 1)
			case words == wide:
				useEngine[[wide]uint64](c, 2)
			default:
				useEngine[[large]uint64](c, 3)
			}
			c.width = 3 // so that no narrower one takes its place
			c.use.begin(s, &c.budget)
		}
		row, _ := gr.find(gr.rows)
		g.Uses[row]++
		if gr.found.rating > g.Rating {
			g.Rating, hardest = gr.found.rating, row
		}
		if g.Diamond == 0 {
			g.Diamond = gr.found.rating
		}
		if g.Pearl == 0 && gr.found.digit != 0 {
			g.Pearl = g.Rating
		}
		gr.apply()
	}
	g.Hardest, g.Level, g.SolvedByLogic = techniques[hardest].ID, LevelOf(p.Geometry().Size, g.Rating, g.Scan), true
	return g
}

// TestAlignedAgainstAll compares aligned exclusion with trying all combinations.
func TestAlignedAgainstAll(t *testing.T) {
	pairs, triplets := 0, 0
	chainPositions(t, 25, func(gr *Grader) {
		for size := 2; size <= 3; size++ {
			var f finding
			gr.state.unchanged.forget()
			if !alignedExclusion(size)(&gr.state, &f) {
				continue
			}
			if size == 2 {
				pairs++
			} else {
				triplets++
			}
			for _, l := range f.lost {
				for d := range l.digits.All() {
					if combines(&gr.state, f.cells, l.cell, d) {
						t.Fatalf("%v of %v lose %v, which is possible", l.cell, f.cells, d)
					}
				}
			}
		}
	})
	t.Logf("%d pairs, %d triplets", pairs, triplets)
	if pairs+triplets == 0 {
		t.Error("no aligned exclusion in the sample")
	}
}

// combines reports whether the cells can take candidates, d in cell c, with no
// digit twice in a house and a candidate left in every cell that sees them all.
func combines(s *state, cells []board.Cell, c board.Cell, d board.Digit) bool {
	var try func(k int, chosen []board.Digit) bool
	try = func(k int, chosen []board.Digit) bool {
		if k == len(cells) {
			return leavesAll(s, cells, chosen)
		}
		for e := range s.cand[cells[k]].All() {
			if cells[k] == c && e != d {
				continue
			}
			if try(k+1, append(chosen[:k:k], e)) {
				return true
			}
		}
		return false
	}
	return try(0, nil)
}

func leavesAll(s *state, cells []board.Cell, chosen []board.Digit) bool {
	common := s.peers[cells[0]]
	var used board.Digits
	for i, c := range cells {
		common = common.Intersect(s.peers[c])
		used |= chosen[i].Mask()
		for j := range i {
			if chosen[i] == chosen[j] && s.peers[c].Has(cells[j]) {
				return false
			}
		}
	}
	for e := range common.All() {
		if s.cand[e] != 0 && s.cand[e]&^used == 0 {
			return false
		}
	}
	return true
}
