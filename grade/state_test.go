package grade

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"gradoku/board"
)

// TestRemembersNothingFalse plays puzzles and compares each step with the one that a
// grader finds which has not seen the steps before: with -long, over a million.
func TestRemembersNothingFalse(t *testing.T) {
	count, steps := map[int]int{4: 10, 6: 10, 9: 10, 12: 1, 16: 1}, 0
	if *long {
		count = map[int]int{4: 5000, 6: 5000, 9: 20000, 12: 200, 16: 100}
	}
	for _, geo := range board.Sizes() {
		warm, cold := NewGrader(geo), NewGrader(geo)
		puzzles, _ := sample(geo, count[geo.Size], 21)
		if geo.Size == 9 {
			puzzles = append(puzzles, samples(t)...)
		}
		for _, p := range puzzles {
			b := board.NewBoard(&p)
			warm.state.load(&p)
			warm.state.limit(1_000_000, nil)
			for {
				row, ok := warm.find(warm.rows)
				if !ok || row == lastResort {
					break
				}
				got := warm.step(row)
				cold.state.loadBoard(&b)
				cold.state.limit(0, nil)
				other, _ := cold.find(cold.rows)
				if diff := cmp.Diff(cold.step(other), got); diff != "" {
					t.Fatalf("%v\n(-cold +warm)\n%s", b.Framed(), diff)
				}
				got.Apply(&b)
				warm.apply()
				steps++
			}
		}
	}
	t.Logf("%d steps", steps)
}

func TestLoadRefusesConflicts(t *testing.T) {
	for _, cells := range [][2]board.Cell{{0, 8}, {0, 72}, {0, 20}} { // row, column, box
		p := board.NewGrid(board.Nine())
		p.Set(cells[0], 7)
		p.Set(cells[1], 7)
		g := NewGrader(board.Nine()).Grade(&p)
		if g.SolvedByLogic || g.AtLeast || g.Hardest != "last-resort" || g.Rating != 200 {
			t.Errorf("7 in cells %v: %+v", cells, g)
		}
		p.Set(cells[1], 8)
		if !NewGrader(board.Nine()).state.load(&p) {
			t.Errorf("7 and 8 in cells %v refused", cells)
		}
	}
}
