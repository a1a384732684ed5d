package hint

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/boardtest"
)

// playOn returns the steps of a ladder as hints follow it, played on a board with all its
// candidates.
func playOn(gr *grade.Grader, p *board.Grid, l grade.Ladder) (path []grade.Step) {
	for b := board.NewBoard(p); !b.Full(); {
		s, ok := gr.Next(&b, l.ForHints(), nil)
		if !ok {
			break
		}
		for _, e := range s.Eliminate {
			b.Eliminate(e.Cell, e.Digit.Mask())
		}
		if s.Place.Digit != 0 {
			b.Place(s.Place.Cell, s.Place.Digit)
		}
		path = append(path, s)
	}
	return path
}

// TestOrderOfSingles: a hint is a naked single only where nothing is the last of a house or
// hidden, and a hidden single in a line only where none is in a box. Besides singles, and
// sets told by their larger half, hints from the givens are the ladder's own path.
func TestOrderOfSingles(t *testing.T) {
	gr := grade.NewGrader(board.Nine())
	ladder, err := grade.LadderByName(grade.HumanLadder)
	if err != nil {
		t.Fatal(err)
	}
	order := []string{"full-house", "hidden-single-box", "hidden-single-line", "naked-single"}
	other := func(steps []grade.Step) (kept []grade.Step) {
		for _, s := range steps {
			if slices.Contains(order, s.Technique) || strings.Contains(s.Technique, "hidden-") || strings.Contains(s.Technique, "naked-") {
				continue
			}
			kept = append(kept, s)
		}
		return kept
	}
	puzzles, _ := boardtest.Sample(board.Nine(), 12, 72)
	met := map[string]int{}
	for i := range puzzles {
		path := playOn(gr, &puzzles[i], ladder)
		if got, want := other(path), other(gr.Human(&puzzles[i]).Steps); !cmp.Equal(got, want) {
			t.Errorf("%v: %v, the ladder has %v", puzzles[i], got, want)
		}
		b := board.NewBoard(&puzzles[i])
		for _, s := range path {
			for _, id := range order[:max(0, slices.Index(order, s.Technique))] {
				if steps, err := gr.Find(&b, id); err != nil || len(steps) > 0 {
					t.Fatalf("%v: %s before %s, %v", b.Grid, s.Technique, id, err)
				}
			}
			met[s.Technique]++
			for _, e := range s.Eliminate {
				b.Eliminate(e.Cell, e.Digit.Mask())
			}
			if s.Place.Digit != 0 {
				b.Place(s.Place.Cell, s.Place.Digit)
			}
		}
	}
	for _, id := range order {
		if met[id] == 0 {
			t.Errorf("no %s: %v", id, met)
		}
	}
}

// TestKnownSets: a set is found by its own name where its smaller complement is not known.
func TestKnownSets(t *testing.T) {
	gr := grade.NewGrader(board.Nine())
	puzzles, _ := boardtest.Sample(board.Nine(), 40, 73)
	asked := 0
	for i := range puzzles {
		for _, id := range []string{"naked-triplet", "naked-quad", "hidden-triplet", "hidden-quad"} {
			b := board.NewBoard(&puzzles[i])
			steps, err := gr.Find(&b, id)
			if err != nil {
				t.Fatal(err)
			}
			hint, err := Next(Position{Givens: puzzles[i]}, Wanted{Known: []string{id}})
			if err != nil || (hint.Status == OK) != (len(steps) > 0) || hint.Status == OK && hint.Found.Technique != id {
				t.Errorf("%v, %s: %s, of %d", puzzles[i], id, hint.Text, len(steps))
			}
			asked += min(1, len(steps))
		}
	}
	if asked < 20 {
		t.Errorf("only %d positions with a set", asked)
	}
}

// TestHintsFollowTheLadder: with complete notes the hints from the givens are the steps of the ladder's own
// path, and lead to the solution.
func TestHintsFollowTheLadder(t *testing.T) {
	n := 12
	if *boardtest.Long {
		n = 1000
	}
	var h Hinter
	gr := grade.NewGrader(board.Nine())
	gr.Budget = 0
	puzzles, solved := boardtest.Sample(board.Nine(), n, 71)
	for i := range puzzles {
		for _, ladder := range grade.Ladders() {
			path := playOn(gr, &puzzles[i], ladder)
			if ladder.Name == "se" {
				_, path = gr.Path(&puzzles[i])
			}
			p := Position{Givens: puzzles[i]}
			for k, want := range path {
				hint, err := h.Next(p, Wanted{Ladder: ladder.Name, Notes: Complete})
				if err != nil || hint.Status != OK || !cmp.Equal(hint.Found, want) {
					t.Fatalf("%v, step %d of %s: %s %q (%v), the path has %s", puzzles[i], k+1, ladder.Name, hint.Status, hint.Text, err, Sentence(board.Nine(), &want))
				}
				p.Apply(&hint)
			}
			if b := p.Board(); b.Grid != solved[i] {
				t.Errorf("%v: %s leads to %v", puzzles[i], ladder.Name, b.Grid)
			}
			if hint, err := h.Next(p, Wanted{}); err != nil || hint.Status != Solved {
				t.Errorf("%v: at the end %s, %v", puzzles[i], hint.Status, err)
			}
		}
	}
}
