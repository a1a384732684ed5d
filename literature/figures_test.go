package literature

import (
	"fmt"
	"testing"

	"gradoku/board"
	"gradoku/solve"
)

var solveOptions = solve.Options{Limit: 2}

// The five equal parts are the printed ranges, but for the number printed in two.
func TestWholeRangeLevel(t *testing.T) {
	table := TableOf("freedom_levels_full")
	for i := range table.Rows {
		from, to := table.Int(i, "from"), table.Int(i, "to")
		for f := from; f <= to; f++ {
			if got := wholeRangeLevel(f); got != i+1 {
				t.Fatalf("level %d of %d, want %d", got, f, i+1)
			}
		}
	}
}

// sizeLeft agrees with the candidates of the board: each takes part in four
// equations, and each blank cell is one of them.
func TestSizeLeft(t *testing.T) {
	for _, p := range Puzzles() {
		size := func(b *board.Board) string {
			candidates := 0
			for i := range b.Geometry().Cells {
				candidates += b.Candidates(board.Cell(i)).Len()
			}
			return fmt.Sprint(4*b.Grid.Blanks(), candidates, 4*candidates)
		}
		m, b := NewProgramme(&p.Puzzle), board.NewBoard(&p.Puzzle)
		if got, want := sizeLeft(m), size(&b); got != want {
			t.Errorf("%s: %s, want %s", p.Key, got, want)
		}
	}
}
