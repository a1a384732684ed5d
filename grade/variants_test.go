package grade

import (
	"fmt"
	"testing"

	"gradoku/board"
	"gradoku/internal/boardtest"
	"gradoku/solve"
)

// variantSample returns minimal puzzles of a variant and their solutions.
func variantSample(t *testing.T, geo *board.Geometry, n int, seed uint64) (puzzles, solved []board.Grid) {
	t.Helper()
	s, rng := solve.NewSearcher(geo), boardtest.Rand(seed)
	empty := board.NewGrid(geo)
	for range n {
		full, ok := s.Random(&empty, rng)
		if !ok || !full.Solves(&empty) {
			t.Fatalf("no grid of %v", geo.Variant)
		}
		puzzles, solved = append(puzzles, boardtest.Minimal(s, full, rng)), append(solved, full)
	}
	return puzzles, solved
}

// TestSoundOnVariants: on no variant does a step of either ladder remove a candidate of the
// solution or place a wrong digit, nor does any other finding of a technique along the path.
// To list all chains of a position takes seconds, nested ones minutes. This is done at few positions
// of some puzzles, and without -long at none.
func TestSoundOnVariants(t *testing.T) {
	counts := map[int]int{4: 3, 6: 3, 9: 1}
	if *long {
		counts = map[int]int{4: 500, 6: 1000, 9: 1000}
	}
	for _, geo := range boardtest.Variants(t) {
		t.Run(fmt.Sprintf("%d/%s", geo.Size, geo.Variant.Title()), func(t *testing.T) {
			t.Parallel()
			gr, finder := NewGrader(geo), NewGrader(geo)
			puzzles, solved := variantSample(t, geo, counts[geo.Size], 37)
			var uses [MaxTechniques]int
			for i := range puzzles {
				g, steps := gr.Path(&puzzles[i])
				if err := replay(&puzzles[i], &solved[i], &g, steps); err != nil {
					t.Errorf("%v: %v", puzzles[i], err)
				}
				if !g.SolvedByLogic && !g.AtLeast { // two in 1,000 of X with windoku are beyond the scale
					t.Errorf("%v: unsolved", puzzles[i])
				}
				path := gr.Human(&puzzles[i])
				if err := follow(&puzzles[i], &solved[i], &path); err != nil {
					t.Errorf("%v: %v", puzzles[i], err)
				}
				for k, n := range g.Uses {
					uses[k] += int(n)
				}
				if i >= min(boardtest.Rounds(1), 5) {
					continue
				}
				b := board.NewBoard(&puzzles[i])
				for n, s := range steps {
					for k := range len(techniques) + len(patterns) {
						row := technique(k)
						chain, nested := row.Rating >= 65, row.Rating >= 95
						if n%8 != 0 && (chain || !*long) || chain && !*long || nested && n > 0 {
							continue
						}
						found, err := finder.Find(&b, row.ID)
						if err != nil {
							t.Fatal(err)
						}
						for _, f := range found {
							wrong := f.Place.Digit != 0 && solved[i].At(f.Place.Cell) != f.Place.Digit
							for _, e := range f.Eliminate {
								wrong = wrong || solved[i].At(e.Cell) == e.Digit
							}
							if wrong {
								t.Fatalf("%v: %s", puzzles[i], Sentence(geo, &f))
							}
						}
					}
					s.Apply(&b)
				}
			}
			t.Logf("%d puzzles; uses %v", len(puzzles), uses[:len(techniques)])
		})
	}
}

// TestGradersOfJigsaws: a grader that goes from layout to layout grades as one that was made
// for each.
func TestGradersOfJigsaws(t *testing.T) {
	var graders Graders
	var puzzles []board.Grid
	for _, layout := range []string{"111122113224333224353444555664556666", "112334112334122344122344556666555566"} {
		list, _ := variantSample(t, boardtest.Variant(t, "jigsaw:"+layout, 6), 4, 39)
		puzzles = append(puzzles, list...)
	}
	for i := range 2 * len(puzzles) {
		p := &puzzles[i*3%len(puzzles)]
		geo := p.Geometry()
		g, steps := graders.Of(geo).Path(p)
		want, path := NewGrader(geo).Path(p)
		form, _ := graders.Of(geo).Canonical(p) // often of another layout
		if got, want := graders.Of(geo).Measure(p, 2, 1), NewGrader(form.Geometry()).Measure(&form, 2, 1); got != want {
			t.Errorf("%v: %+v, its canonical form: %+v", p, got, want)
		}
		if g != want || len(steps) != len(path) || graders.Of(geo).Measure(p, 1, 1) != NewGrader(geo).Measure(p, 1, 1) {
			t.Errorf("%v: graded %+v, want %+v", p, g, want)
		}
	}
	if len(graders.sizes) != 1 {
		t.Errorf("%d graders", len(graders.sizes))
	}
}

// TestDirectPointingBesideOneCell: box 1 has its 3 in window 1, so box 5, which has only one
// cell in that window, has a single place left. SukakuExplainer rates this puzzle 1.7 too.
func TestDirectPointingBesideOneCell(t *testing.T) {
	p := parse(t, "windoku:........1...2..9..1......2.5......4..9.8.5....27..9....4..9.3.....1..............")
	if g := NewGrader(p.Geometry()).Grade(&p); g.Rating != 17 {
		t.Errorf("rated %d", g.Rating)
	}
}
