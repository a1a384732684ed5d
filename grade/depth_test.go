package grade

import (
	"testing"

	"gradoku/board"
)

// TestBeyondSingles: of puzzles that singles solve both are 0, of the rest neither; a disguise
// changes nothing, and hard puzzles are deeper.
func TestBeyondSingles(t *testing.T) {
	gr, rng, seen := NewGrader(board.Nine()), newRand(3), map[BeyondSingles]int{}
	gr.Budget = 1
	puzzles, _ := sample(board.Nine(), 40, 21)
	puzzles = append(puzzles, parse(t, inkala), parse(t, table6[4]))
	for i := range puzzles {
		p := &puzzles[i]
		d := gr.BeyondSingles(p)
		seen[d]++
		if easy := gr.Measure(p, 1, 1).Left == 0; easy != (d.Backdoor == 0) || easy != (d.Trial == 0) {
			t.Errorf("%v: %+v, singles solve it: %v", p, d, easy)
		}
		image := board.RandomTransform(board.Nine(), rng).Apply(p)
		if other := gr.BeyondSingles(&image); other != d {
			t.Errorf("%v: %+v, its image %+v", p, d, other)
		}
	}
	hardest := parse(t, inkala)
	if d := gr.BeyondSingles(&hardest); d.Backdoor < 2 || len(seen) < 3 {
		t.Errorf("%+v; seen %v", d, seen)
	}
}

// TestPathChoices: the step that places a single is among what could be placed.
func TestPathChoices(t *testing.T) {
	p := parse(t, table6[1])
	gr := NewGrader(board.Nine())
	g, steps, choices := gr.PathChoices(&p)
	if plain, path := gr.Path(&p); plain != g || len(path) != len(steps) || len(choices) != len(steps) {
		t.Fatalf("%d steps, %d choices, want %d", len(steps), len(choices), len(path))
	}
	for i, s := range steps {
		found := false
		for _, list := range [][]Candidate{choices[i].Box, choices[i].Line, choices[i].Naked} {
			for _, c := range list {
				found = found || c == s.Place
			}
		}
		if !found || choices[i].Blanks != g.Blanks-i {
			t.Errorf("step %d places %v; %+v", i, s.Place, choices[i])
		}
	}
}
