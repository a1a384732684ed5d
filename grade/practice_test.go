package grade

import (
	"maps"
	"slices"
	"testing"

	"gradoku/board"
)

// TestPractice: in a position for practice the technique is the next step, and none of
// those before it on the ladder helps. There is one for each technique on the way of a
// puzzle, and none for others.
func TestPractice(t *testing.T) {
	n, least := 6, 15
	if *long {
		n, least = 1000, 55
	}
	gr := NewGrader(board.Nine())
	var h Hinter
	puzzles, _ := sample(board.Nine(), n, 17)
	met := map[string]bool{}
	for i := range puzzles {
		_, path := gr.Path(&puzzles[i])
		onWay := map[string]bool{}
		for k, steps := range [][]Step{path, gr.Human(&puzzles[i]).Steps} {
			for _, s := range steps {
				if ladder, err := PracticeLadder(s.Technique); err == nil && ladder.Name == ladders[k].Name {
					onWay[s.Technique] = true
				}
			}
		}
		for _, id := range slices.Sorted(maps.Keys(onWay)) {
			met[id] = true
			ladder, _ := PracticeLadder(id)
			p, ok, err := gr.Practice(&puzzles[i], id)
			if err != nil || !ok {
				t.Fatalf("%v: no position for %s: %v", puzzles[i], id, err)
			}
			hint, err := h.Next(p, HintOptions{Ladder: ladder.Name})
			if err != nil || hint.Found.Technique != id || len(hint.notes) > 0 {
				t.Fatalf("%v, %s: %s %s, %v", puzzles[i], id, hint.Status, hint.Text, err)
			}
			easier := []string{}
			first, _ := rowByID(id) // of those that share its search, which are tried together
			for technique(first).find == nil {
				first--
			}
			for _, tech := range ladder.Techniques() {
				if tech.ID == technique(first).ID {
					break
				}
				easier = append(easier, tech.ID)
			}
			if hint, err = h.Next(p, HintOptions{Ladder: ladder.Name, Known: easier}); err != nil || hint.Status != BeyondReach {
				t.Fatalf("%v, %s: something easier helps: %s, %v", puzzles[i], id, hint.Text, err)
			}
		}
		for _, id := range []string{"x-wing", "xy-wing", "direct-pointing"} {
			if _, ok, err := gr.Practice(&puzzles[i], id); ok != onWay[id] || err != nil {
				t.Errorf("%v: a position for %s: %v, %v", puzzles[i], id, ok, err)
			}
		}
	}
	if len(met) < least {
		t.Errorf("%d techniques were met, want %d: %v", len(met), least, met)
	}
	for _, id := range []string{"guess", "last-resort"} {
		if _, _, err := gr.Practice(&puzzles[0], id); err == nil {
			t.Errorf("%s can be practised", id)
		}
	}
	four := board.NewGrid(board.Sizes()[0])
	if _, _, err := gr.Practice(&four, "x-wing"); err == nil {
		t.Error("a puzzle of another size is taken")
	}
}
