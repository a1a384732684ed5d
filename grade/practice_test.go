package grade

import (
	"slices"
	"testing"

	"gradoku/board"
)

// TestPractice: in a position for practice the technique is the next step, and none of
// those before it on the ladder helps.
func TestPractice(t *testing.T) {
	n, least := 10, 15
	if *long {
		n, least = 2000, 55
	}
	gr := NewGrader(board.Nine())
	var h Hinter
	puzzles, _ := sample(board.Nine(), n, 17)
	met := 0
	for row := range len(techniques) + len(patterns) {
		id := technique(row).ID
		ladder, err := PracticeLadder(id)
		if err != nil {
			if row != lastResort {
				t.Errorf("%s: %v", id, err)
			}
			continue
		}
		var easier []string
		for _, tech := range ladder.Techniques() {
			easier = append(easier, tech.ID)
		}
		first := row // of those that share its search, which are tried together
		for technique(first).find == nil {
			first--
		}
		easier = easier[:slices.Index(easier, technique(first).ID)]
		found := 0
		for i := range puzzles {
			p, ok, err := gr.Practice(&puzzles[i], id)
			if err != nil {
				t.Fatal(err)
			}
			if !ok {
				continue
			}
			hint, err := h.Next(p, HintOptions{Ladder: ladder.Name})
			if err != nil || hint.Found.Technique != id || len(hint.notes) > 0 {
				t.Fatalf("%v, %s: %s %s, %v", puzzles[i], id, hint.Status, hint.Text, err)
			}
			hint, err = h.Next(p, HintOptions{Ladder: ladder.Name, Known: append([]string{}, easier...)})
			if err != nil || hint.Status != BeyondReach {
				t.Fatalf("%v, %s: something easier helps: %s, %v", puzzles[i], id, hint.Text, err)
			}
			if found++; found == 5 {
				break
			}
		}
		if found > 0 {
			met++
		}
	}
	if met < least {
		t.Errorf("%d techniques were met, want %d", met, least)
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
