package generate

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"gradoku/board"
)

// ParsePattern reads which cells are to have clues: a puzzle in any spelling of
// [board.Parse], whose clues then mark the cells; or a drawing of as many characters as
// a size has cells, where . 0 and _ are blanks and everything else is a clue. White
// space and frames of | + - = : are ignored. A pattern without a clue is refused: to
// [Shape] it would mean no pattern.
func ParsePattern(text string) (board.CellSet, *board.Geometry, error) {
	if p, err := board.Parse(text); err == nil && p.Clues() > 0 {
		return p.ClueSet(), p.Geometry(), nil
	}
	var cells board.CellSet
	n := 0
	for _, line := range strings.Split(text, "\n") {
		if strings.Trim(line, " \t\r|+-=:") == "" {
			continue
		}
		for _, r := range line {
			if unicode.IsSpace(r) || strings.ContainsRune("|:\ufeff", r) {
				continue
			}
			if n < board.MaxCells && !strings.ContainsRune(".0_", r) {
				cells.Add(board.Cell(n))
			}
			n++
		}
	}
	geo := board.ForCells(n)
	if geo == nil {
		return cells, nil, fmt.Errorf("a pattern must have 16, 36, 81, 144 or 256 cells, but this one has %d", n)
	}
	if cells.Empty() {
		return cells, nil, errors.New("it has no clue, so it is not a pattern")
	}
	return cells, geo, nil
}

// PatternFlaws returns the reasons why no proper puzzle can have its clues exactly in
// these cells; nil if there is no simple reason, which does not mean that such a
// puzzle exists. Two lines of one band (or stack) without a clue can be exchanged in
// every solution, and there is a least number of clues. If that number is not known,
// it is the number of digits less one, since two digits without a clue can be
// exchanged too.
func PatternFlaws(cells board.CellSet, g *board.Geometry) []string {
	var flaws []string
	if n, least := cells.Len(), fewestClues(g); n < least {
		flaws = append(flaws, fmt.Sprintf("it has %d clues, but no proper %dx%d puzzle has fewer than %d", n, g.Size, g.Size, least))
	}
	if !g.Classical() { // whose lines cannot change places
		return flaws
	}
	for _, kind := range [...]struct {
		house func(int) board.House
		width int
		words string
	}{
		{g.RowHouse, g.BoxRows, "rows %d and %d of one band are empty, so swapping them gives another solution"},
		{g.ColHouse, g.BoxCols, "columns %d and %d of one stack are empty, so swapping them gives another solution"},
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

// checkPattern returns an error if the options have a pattern on which no puzzle
// meets them.
func checkPattern(opt Shape) error {
	if opt.Pattern.Empty() {
		return nil
	}
	geo, n := opt.Geometry, opt.Pattern.Len()
	if flaws := PatternFlaws(opt.Pattern, geo); len(flaws) > 0 {
		return fmt.Errorf("no proper puzzle has this pattern: %s", strings.Join(flaws, "; "))
	}
	if has := board.SymmetryOf(opt.Pattern, geo); !has.Has(opt.Symmetry) {
		return fmt.Errorf("the pattern does not have the symmetry %s; its symmetry is %s", opt.Symmetry.Name, has.Name)
	}
	if n < opt.Clues.From || n > opt.mostClues() {
		return fmt.Errorf("the pattern has %d clues, but the request is for %s", n, opt.ClueWords())
	}
	return nil
}
