package grade

import (
	"fmt"
	"strings"
	"testing"

	"gradoku/board"
)

// carryOut makes steps on a plain board and reports the first thing that is wrong: a
// sentence with a gap, chains that do not hold, or a step that contradicts the solution,
// changes nothing, or uses what is no longer there.
func carryOut(p, solution *board.Grid, steps []Step) (board.Board, error) {
	b := board.NewBoard(p)
	for i, s := range steps {
		text := fmt.Sprintf("step %d, %s", i+1, Sentence(p.Geometry(), &s))
		if strings.ContainsAny(text, "{}") || !strings.HasSuffix(text, ".") {
			return b, fmt.Errorf("%s: a gap", text)
		}
		check := checkChains
		if s.Rating == 0 {
			check = checkLine
		}
		if err := check(&b, &s); err != nil {
			return b, fmt.Errorf("%s: %w", text, err)
		}
		for _, e := range s.Eliminate {
			if !b.Candidates(e.Cell).Has(e.Digit) || solution.At(e.Cell) == e.Digit {
				return b, fmt.Errorf("%s eliminates what is not there, or the solution", text)
			}
		}
		d, c := s.Place.Digit, s.Place.Cell
		if d != 0 && (!b.Candidates(c).Has(d) || solution.At(c) != d) || d == 0 && len(s.Eliminate) == 0 {
			return b, fmt.Errorf("%s places a wrong digit, or does nothing", text)
		}
		s.Apply(&b)
	}
	return b, nil
}

// replay carries out the steps of a puzzle and reports the first thing that is wrong with
// them, or a grade that they do not bear out.
func replay(p, solution *board.Grid, g *Grade, steps []Step) error {
	b, err := carryOut(p, solution, steps)
	if err != nil {
		return err
	}
	want := Grade{}
	for i, s := range steps {
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
