package grade

import (
	"fmt"
	"testing"

	"gradoku/board"
)

// replay carries the steps of a puzzle out on a plain board and reports the
// first thing that is wrong: a step that contradicts the solution, changes
// nothing, or uses what is no longer there; or a grade its steps do not bear out.
func replay(p, solution *board.Grid, g *Grade, steps []Step) error {
	b := board.NewBoard(p)
	geo := p.Geometry()
	want := Grade{}
	for i, s := range steps {
		text := fmt.Sprintf("step %d, %s", i+1, Sentence(geo, &s))
		if err := checkChains(&b, &s); err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
		for _, e := range s.Eliminate {
			if !b.Candidates(e.Cell).Has(e.Digit) {
				return fmt.Errorf("%s eliminates what is not there", text)
			}
			if solution.At(e.Cell) == e.Digit {
				return fmt.Errorf("%s eliminates the solution", text)
			}
			b.Eliminate(e.Cell, e.Digit.Mask())
		}
		if d := s.Place.Digit; d != 0 {
			if !b.Candidates(s.Place.Cell).Has(d) || solution.At(s.Place.Cell) != d {
				return fmt.Errorf("%s places a wrong digit", text)
			}
			b.Place(s.Place.Cell, d)
		} else if len(s.Eliminate) == 0 {
			return fmt.Errorf("%s does nothing", text)
		}
		want.Rating = max(want.Rating, s.Rating)
		if i == 0 {
			want.Diamond = s.Rating
		}
		if want.Pearl == 0 && s.Place.Digit != 0 {
			want.Pearl = want.Rating
		}
	}
	if g.Rating != want.Rating || g.Pearl != want.Pearl || g.Diamond != want.Diamond {
		return fmt.Errorf("graded %d/%d/%d, the steps say %d/%d/%d",
			g.Rating, g.Pearl, g.Diamond, want.Rating, want.Pearl, want.Diamond)
	}
	if g.SolvedByLogic != b.Full() {
		return fmt.Errorf("solved by logic: %v, but the board is full: %v", g.SolvedByLogic, b.Full())
	}
	return nil
}

// TestSound: over random puzzles of every size no step removes a candidate of
// the solution or places a wrong digit.
func TestSound(t *testing.T) {
	counts := map[int]int{4: 100, 6: 100, 9: 60, 12: 4, 16: 3}
	if *long {
		counts = map[int]int{4: 2000, 6: 2000, 9: 100_000, 12: 200, 16: 50}
	}
	for _, geo := range board.Sizes() {
		t.Run(fmt.Sprint(geo.Size), func(t *testing.T) {
			t.Parallel()
			gr := NewGrader(geo)
			puzzles, solved := sample(geo, counts[geo.Size], 1)
			var uses [MaxTechniques]int
			unsolved := 0
			for i := range puzzles {
				g, steps := gr.Path(&puzzles[i])
				if err := replay(&puzzles[i], &solved[i], &g, steps); err != nil {
					t.Errorf("%v: %v", puzzles[i], err)
				}
				for k, n := range g.Uses {
					uses[k] += int(n)
				}
				if !g.SolvedByLogic {
					unsolved++
				}
			}
			t.Logf("%d puzzles, %d unsolved; uses %v", len(puzzles), unsolved, uses[:len(techniques)])
			if unsolved > 0 {
				t.Errorf("%d of %d puzzles unsolved", unsolved, len(puzzles))
			}
		})
	}
}
