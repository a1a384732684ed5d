package grade

import (
	"slices"
	"testing"

	"gradoku/board"
	"gradoku/solve"
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

// TestWaves: each wave of singles has every single there is and nothing else, its
// placements are those of the solution, all blanks are filled, and a disguise changes no
// number of any wave up to the first step.
func TestWaves(t *testing.T) {
	gr, rng := NewGrader(board.Nine()), newRand(5)
	gr.Budget = 1
	puzzles, _ := sample(board.Nine(), 30, 22)
	puzzles = append(puzzles, parse(t, table6[1]), parse(t, table6[4]))
	sizes := func(w *Wave) [4]int { return [4]int{len(w.Full), len(w.Box), len(w.Line), len(w.Naked)} }
	steps := 0
	for i := range puzzles {
		p := &puzzles[i]
		waves := gr.Waves(p)
		full, err := solve.Solution(p)
		if err != nil {
			t.Fatal(err)
		}
		filled := *p
		for n, w := range waves {
			if w.Blanks != filled.Blanks() {
				t.Fatalf("%v: wave %d has %d blanks, want %d", p, n, w.Blanks, filled.Blanks())
			}
			list := slices.Concat(w.Full, w.Box, w.Line, w.Naked)
			if w.Step != nil {
				steps++
				if len(list) > 0 {
					t.Errorf("%v: wave %d has singles and a step", p, n)
				}
				if w.Step.Place.Digit != 0 {
					list = append(list, w.Step.Place)
				}
			} else if len(list) == 0 {
				t.Errorf("%v: wave %d is empty", p, n)
			}
			for _, c := range list {
				if full.At(c.Cell) != c.Digit || filled.At(c.Cell) != 0 {
					t.Errorf("%v: wave %d places %v", p, n, c)
				}
				filled.Set(c.Cell, c.Digit)
			}
		}
		if !filled.Full() && !gr.Grade(p).AtLeast {
			t.Errorf("%v: waves end at %v", p, &filled)
		}
		image := board.RandomTransform(board.Nine(), rng).Apply(p)
		for n, w := range gr.Waves(&image) {
			if w.Step != nil {
				break
			}
			if sizes(&w) != sizes(&waves[n]) {
				t.Errorf("%v: wave %d has %v, of its image %v", p, n, sizes(&waves[n]), sizes(&w))
			}
		}
	}
	if steps == 0 {
		t.Error("no puzzle needs a step")
	}
}
