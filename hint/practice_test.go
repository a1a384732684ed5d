package hint

import (
	"maps"
	"slices"
	"testing"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/boardtest"
)

// TestPractice: in a position for practice the technique is the next step. There is one for
// each technique on the way of a puzzle, and none for others. TestUntil of package grade sees
// that nothing easier helps there.
func TestPractice(t *testing.T) {
	n, least := 6, 15
	if *boardtest.Long {
		n, least = 1000, 55
	}
	gr := grade.NewGrader(board.Nine())
	var h Hinter
	puzzles, _ := boardtest.Sample(board.Nine(), n, 17)
	met := map[string]bool{}
	for i := range puzzles {
		_, path := gr.Path(&puzzles[i])
		onWay := map[string]bool{}
		for k, steps := range [][]grade.Step{path, playOn(gr, &puzzles[i], grade.Ladders()[1])} {
			for _, s := range steps {
				if ladder, err := PracticeLadder(s.Technique); err == nil && ladder.Name == grade.Ladders()[k].Name {
					onWay[s.Technique] = true
				}
			}
		}
		for _, id := range slices.Sorted(maps.Keys(onWay)) {
			met[id] = true
			ladder, _ := PracticeLadder(id)
			p, ok, err := Practice(gr, &puzzles[i], id)
			if err != nil || !ok {
				t.Fatalf("%v: no position for %s: %v", puzzles[i], id, err)
			}
			hint, err := h.Next(p, Wanted{Ladder: ladder.Name, Notes: Complete})
			if err != nil || hint.Found.Technique != id || len(hint.notes) > 0 {
				t.Fatalf("%v, %s: %s %s, %v", puzzles[i], id, hint.Status, hint.Text, err)
			}
		}
		for _, id := range []string{"x-wing", "xy-wing", "direct-pointing"} {
			if _, ok, err := Practice(gr, &puzzles[i], id); ok != onWay[id] || err != nil {
				t.Errorf("%v: a position for %s: %v, %v", puzzles[i], id, ok, err)
			}
		}
	}
	if len(met) < least {
		t.Errorf("%d techniques were met, want %d: %v", len(met), least, met)
	}
	for _, id := range []string{"guess", "last-resort"} {
		if _, _, err := Practice(gr, &puzzles[0], id); err == nil {
			t.Errorf("%s can be practised", id)
		}
	}
	four := board.NewGrid(board.Sizes()[0])
	if _, _, err := Practice(gr, &four, "x-wing"); err == nil {
		t.Error("a puzzle of another size is taken")
	}
}
