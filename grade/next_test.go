package grade

import (
	"slices"
	"testing"

	"gradoku/board"
)

// TestUntil: where a technique on the way of a puzzle makes the next step, it is the next,
// and none of those before it on the ladder helps.
func TestUntil(t *testing.T) {
	n, least := 6, 15
	if *long {
		n, least = 1000, 55
	}
	gr := NewGrader(board.Nine())
	puzzles, _ := sample(board.Nine(), n, 17)
	met := map[string]bool{}
	for i := range puzzles {
		_, path := gr.Path(&puzzles[i])
		for k, steps := range [][]Step{path, gr.Human(&puzzles[i]).Steps} {
			ladder := ladders[k]
			onWay := map[string]bool{}
			for _, s := range steps {
				onWay[s.Technique] = true
			}
			for id := range onWay {
				met[id] = true
				b, ok, err := gr.Until(&puzzles[i], ladder, id)
				if err != nil || !ok {
					t.Fatalf("%v: no board for %s: %v", puzzles[i], id, err)
				}
				if s, ok := gr.Next(&b, ladder, nil); !ok || s.Technique != id {
					t.Fatalf("%v, %s: the next step is %+v", puzzles[i], id, s)
				}
				row := rowOf(t, id)
				place := slices.IndexFunc(ladder.rows, func(first int) bool { return slices.Contains(sharing(first), row) })
				easier := func(t Technique, _ int) bool {
					return slices.ContainsFunc(ladder.rows[:place], func(first int) bool {
						return slices.ContainsFunc(sharing(first), func(row int) bool { return technique(row).ID == t.ID })
					})
				}
				if s, ok := gr.Next(&b, ladder, easier); ok {
					t.Fatalf("%v, %s: something easier helps: %+v", puzzles[i], id, s)
				}
			}
		}
	}
	if len(met) < least {
		t.Errorf("%d techniques were met, want %d: %v", len(met), least, met)
	}
}
