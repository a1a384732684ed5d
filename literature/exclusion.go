package literature

import (
	"context"
	"strings"

	"gradoku/board"
	"gradoku/solve"
)

// exclusionFill is the method of Wu Tao (吳濤, Xi'an Aeronautical University), an
// article on filling Sudoku by exclusion (排除填充法), 2013 or later: a digit missing from
// a row fits into a blank of the row if neither the column nor the box of that blank
// holds it; where exactly one blank fits, it is filled. The same for columns and
// boxes. Players call these hidden singles.
//
// The three models and their order are his: a house is repeated until that fills
// nothing, then comes the next one; rows, then columns, then boxes make a pass; passes
// repeat while there is a blank. The article leaves the rest open; here digits ascend,
// and a filled digit counts immediately.
//
// The exit is ours. The article repeats passes as long as there are blanks, forever on
// a puzzle that needs more, although it says itself that not every puzzle can be
// filled. We stop after a pass that fills nothing and report how much was filled. A
// full grid is the only solution, since every digit was forced. Equal clues in a house,
// which the article does not check, are refused first.
type exclusionFill struct {
	houseFill
	rounds int64 // through one house
}

// solveExclusion is the row "exclusion" of the table.
func solveExclusion(ctx context.Context, p *board.Grid, opt solve.Options) solve.Result {
	e := exclusionFill{houseFill: newHouseFill(ctx, p, opt)}
	e.run(e.pass)
	return e.result(solve.Counter{Name: "rounds", Value: e.rounds})
}

// pass goes through all rows, columns and boxes, each until it fills nothing more. A house
// that becomes full is gone over once more, as step 3 of the article says.
func (e *exclusionFill) pass() bool {
	geo := e.now.Geometry()
	for _, house := range [...]func(int) board.House{geo.RowHouse, geo.ColHouse, geo.BoxHouse} {
		for i := range geo.Size {
			for e.fillHouse(house(i)) {
			}
		}
	}
	return true // the article looks for no contradiction
}

// fillHouse applies the model of its kind to a house once.
func (e *exclusionFill) fillHouse(h board.House) bool {
	geo := e.now.Geometry()
	e.rounds++
	filled := false
	for d := range geo.All.All() {
		cell, fits := board.Cell(0), 0
		for _, c := range geo.HouseCells(h) {
			if e.now.Candidates(c).Has(d) {
				cell = c
				fits++
			}
		}
		if fits == 1 {
			filled = true
			e.fill(geo.Kind(h), cell, d)
		}
	}
	return filled
}

// exclusionFindings recomputes how many cells Wu Tao's method fills and leaves blank.
// The article has no figures: its test grid is a picture that is lost. It calls the method
// faster than solvers that fill by trial, without a figure.
func exclusionFindings(s *sheet) {
	table := TableOf("exclusion")
	keys := table.Column("puzzle")
	var left []int
	var runs []solve.Result
	for _, key := range keys {
		r := s.solve("exclusion", s.puzzle(key), solve.Options{})
		runs = append(runs, r)
		blanks := 0
		if r.Status == solve.Stuck {
			blanks = r.Partial.Blanks()
		}
		left = append(left, blanks)
	}
	s.derived("blanks left of "+strings.Join(keys, ", "), table.Column("left"), left)
	s.counters("fills by row, column and box, and passes, of those that it completes", &table, runs, "row fills", "column fills", "box fills", "passes")
}
