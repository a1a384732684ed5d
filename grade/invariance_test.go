package grade

import (
	"testing"

	"gradoku/board"
	"gradoku/internal/boardtest"
)

// TestGradeIsInvariant: relabelling digits and permuting rows, columns and so on
// changes nothing. For the counts that is a theorem. For the rating it is not, since of
// two equal steps the first in scan order is taken; of 10,000 random minimal
// puzzles 21 were rated differently from their image, nearly all of them by static
// or dynamic chains, of which many are equal.
func TestGradeIsInvariant(t *testing.T) {
	t.Parallel()
	counts := map[int]int{4: 50, 6: 50, 9: 50}
	if *long {
		counts = map[int]int{4: 500, 6: 500, 9: 10_000}
	}
	for size, n := range counts {
		geo := boardtest.Geometry(t, size)
		gr, rng, other := NewGrader(geo), newRand(3), 0
		puzzles, _ := sample(geo, n, 4)
		for _, p := range puzzles {
			g := gr.Grade(&p)
			image := board.RandomTransform(geo, rng).Apply(&p)
			h := gr.Grade(&image)
			if g.Blanks != h.Blanks || g.Freedom != h.Freedom || g.X != h.X || g.Y != h.Y ||
				g.LetterPrinted != h.LetterPrinted || g.LetterFitted != h.LetterFitted {
				t.Errorf("%v and its image %v: %+v, %+v", p, image, g, h)
			}
			if g.Rating != h.Rating || g.Pearl != h.Pearl || g.Diamond != h.Diamond || g.SolvedByLogic != h.SolvedByLogic {
				t.Logf("%v and its image %v: rated %d/%d/%d %v, %d/%d/%d %v", p, image,
					g.Rating, g.Pearl, g.Diamond, g.SolvedByLogic, h.Rating, h.Pearl, h.Diamond, h.SolvedByLogic)
				other++
			}
		}
		if other*200 > n {
			t.Errorf("%dx%d: %d of %d ratings differ", size, size, other, n)
		}
	}
}

// TestScanIsInvariant: the same puzzle has the same scan effort and the same canonical
// form however it is turned and relabelled, whether singles solve it or true digits
// have to be placed; and, now and then, the same measures.
func TestScanIsInvariant(t *testing.T) {
	t.Parallel()
	images := map[int]int{4: 100, 6: 100, 9: 400, 12: 10}
	if *long {
		images = map[int]int{4: 10_000, 6: 10_000, 9: 1_000_000, 12: 1000}
	}
	for size, n := range images {
		geo := boardtest.Geometry(t, size)
		gr, rng := NewGrader(geo), newRand(17)
		puzzles, _ := sample(geo, min(n, 100), 18)
		if size == 9 {
			for _, text := range append(append([]string(nil), table6...), inkala) {
				puzzles = append(puzzles, parse(t, text))
			}
		}
		scan := func(p *board.Grid) int {
			gr.state.load(p)
			gr.start = gr.state
			return gr.scan(p)
		}
		guessed := 0
		for i := range puzzles {
			p := &puzzles[i]
			gr.solution.known = false
			want := scan(p)
			if gr.solution.known { // which only true digits ask for
				guessed++
			}
			form, ok := gr.Canonical(p)
			measures := gr.Measure(p, 2, 1)
			if !ok || want == 0 {
				t.Fatalf("%v: S %d, canonical form %v", p, want, ok)
			}
			for k := range n/len(puzzles) + 1 {
				image := board.RandomTransform(geo, rng).Apply(p)
				if got := scan(&image); got != want {
					t.Errorf("%v: S %d, its image %v %d", p, want, image, got)
				}
				if other, _ := gr.Canonical(&image); other != form {
					t.Errorf("%v: canonical form %v, of its image %v", p, form, other)
				}
				if k%10 == 0 && gr.Measure(&image, 2, 1) != measures {
					t.Errorf("%v: its image %v has other measures", p, image)
				}
			}
		}
		if size == 9 && guessed < 5 {
			t.Errorf("true digits were placed in %d puzzles only", guessed)
		}
	}
}
