package generate

import (
	"cmp"
	"fmt"
	"slices"

	"gradoku/board"
	"gradoku/grade"
)

// mostClues is the largest number of clues asked for.
func (o Shape) mostClues() int { return cmp.Or(o.Clues.To, o.Geometry.Cells) }

// ClueWords describes the numbers of clues asked for, "" if any.
func (o Shape) ClueWords() string {
	from, to := o.Clues.From, o.mostClues()
	switch {
	case o.Clues == (grade.Span{}):
		return ""
	case from == 0:
		return fmt.Sprintf("at most %d clues", to)
	case from == to:
		return fmt.Sprintf("%d clues", to)
	case to == o.Geometry.Cells:
		return fmt.Sprintf("at least %d clues", from)
	}
	return fmt.Sprintf("%d to %d clues", from, to)
}

// fewestClues is the least number of clues of any proper puzzle if it is known (4x4:
// exhaustive count; 6x6: 8; 9x9: 17, McGuire, Tugemann and Civario, "There is no
// 16-clue Sudoku", 2012), else the weak bound that all digits but one must occur.
func fewestClues(g *board.Geometry) int {
	if least := map[int]int{4: 4, 6: 8, 9: 17}[g.Size]; least > 0 && g.Classical() {
		return least
	}
	return g.Size - 1
}

// checkClues returns an error if no puzzle can have the number of clues.
func checkClues(opt Shape) error {
	geo := opt.Geometry
	for _, n := range []int{opt.Clues.From, opt.Clues.To} {
		if least := fewestClues(geo); n != 0 && n < least {
			return fmt.Errorf("no proper %dx%d puzzle has fewer than %d clues, but %d were requested", geo.Size, geo.Size, least, n)
		}
		if n > geo.Cells {
			return fmt.Errorf("a %dx%d grid has only %d cells, but %d clues were requested", geo.Size, geo.Size, geo.Cells, n)
		}
	}
	if opt.mostClues() < opt.Clues.From {
		return fmt.Errorf("from %d to %d clues is not a range", opt.Clues.From, opt.Clues.To)
	}
	return nil
}

// Seventeen reports whether 9x9 puzzles with 17 clues alone are asked for: a random search
// never finds one, and lists of them have been collected.
func (o Shape) Seventeen() bool {
	return o.Geometry == board.Nine() && o.Pattern.Empty() && o.mostClues() == 17
}

// checkReachable returns an error if no pattern of the symmetry has a number of clues
// in the range.
func checkReachable(opt Shape, orbits [][]board.Cell) error {
	if opt.Clues.From == 0 || !opt.Pattern.Empty() {
		return nil
	}
	var sums [board.MaxCells + 1]bool // the numbers of cells of unions of orbits
	sums[0] = true
	for _, o := range orbits {
		for n := len(sums) - 1; n >= len(o); n-- {
			sums[n] = sums[n] || sums[n-len(o)]
		}
	}
	if slices.Contains(sums[opt.Clues.From:opt.mostClues()+1], true) {
		return nil
	}
	return fmt.Errorf("no pattern with symmetry %s has exactly %d clues on %dx%d",
		opt.Symmetry.Name, opt.Clues.From, opt.Geometry.Size, opt.Geometry.Size)
}
