package generate

import (
	"fmt"

	"gradoku/board"
)

// PatternFlaws says why no proper puzzle can have its clues exactly on these cells:
// nil when there is no simple reason, which does not mean that such a puzzle exists.
// Two lines of one band (or stack) without a clue can be exchanged in every solution,
// and there is a least number of clues. Where that is not known, it is the number of
// digits less one, since two digits without a clue can be exchanged as well.
func PatternFlaws(cells board.CellSet, g *board.Geometry) []string {
	var flaws []string
	if n, least := cells.Len(), fewestClues(g); n < least {
		flaws = append(flaws, fmt.Sprintf("it has %d clues, no proper %dx%d puzzle has fewer than %d", n, g.Size, g.Size, least))
	}
	for _, kind := range [...]struct {
		house func(int) board.House
		width int
		words string
	}{
		{g.RowHouse, g.BoxRows, "rows %d and %d of one band are empty: they can change places"},
		{g.ColHouse, g.BoxCols, "columns %d and %d of one stack are empty: they can change places"},
	} {
		last := -1 // the previous empty line in the same block
		for i := range g.Size {
			if i%kind.width == 0 {
				last = -1
			}
			line := cells.Intersect(g.HouseSet(kind.house(i)))
			if !line.Empty() {
				continue
			}
			if last >= 0 {
				flaws = append(flaws, fmt.Sprintf(kind.words, last+1, i+1))
			}
			last = i
		}
	}
	return flaws
}
