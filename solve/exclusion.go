package solve

import (
	"context"

	"gradoku/board"
)

// exclusionFill is the method of Wu Tao (吳濤, Xi'an Aeronautical University), an
// article on filling Sudoku by exclusion (排除填充法), 2013 or later: a digit
// missing from a row fits into a blank of the row if neither the column nor the
// box of that blank holds it; where exactly one blank fits, it is filled. The
// same for columns and boxes. In the field's words these are hidden singles.
//
// His are the three models and their order: a house is gone over until that fills
// nothing, then comes the next one; rows, then columns, then boxes make a pass;
// passes repeat while there is a blank. Digits ascend, and a fill counts at once for
// the digits after it, on which the article is silent.
//
// Ours is the exit. The article repeats passes for as long as there are
// blanks, for ever on a puzzle that needs more, although it says itself that
// not every puzzle can be filled. We stop after a pass without a fill and
// report how far it came. A full grid is the only solution, since every fill
// was forced; equal clues in a house, which the article does not look for, are
// refused first.
type exclusionFill struct {
	Tally
	grid  board.Grid
	taken usedDigits

	passes, rounds int64    // through the whole grid; through one house
	fills          [3]int64 // by board.HouseKind
}

// solveExclusion is the row "exclusion" of the table. Its nodes are passes.
func solveExclusion(ctx context.Context, p *board.Grid, opt Options) Result {
	e := exclusionFill{Tally: NewTally(ctx, opt), grid: *p, taken: newUsedDigits(p)}
	if p.Check() != nil {
		e.End(Exhausted)
	}
	for e.GoOn(e.passes) {
		e.Pause = 0 // a pass is long: look at the context before each
		e.passes++
		filled := e.pass()
		switch {
		case e.grid.Full():
			e.event(Event{Kind: Solved})
			e.Found(&e.grid, false)
		case !filled:
			e.Stuck(&e.grid)
		}
	}
	return e.Result(Stats{Nodes: e.passes, Counters: []Counter{
		{"passes", e.passes},
		{"row fills", e.fills[board.Row]},
		{"column fills", e.fills[board.Column]},
		{"box fills", e.fills[board.Box]},
		{"rounds", e.rounds},
	}})
}

// pass goes through all rows, columns and boxes, each until it fills nothing
// more, and reports whether anything was filled. A house that gets full is
// gone over once more; so says step 3 of the article.
func (e *exclusionFill) pass() bool {
	geo := e.grid.Geometry()
	before := e.total()
	for _, house := range [...]func(int) board.House{geo.RowHouse, geo.ColHouse, geo.BoxHouse} {
		for i := range geo.Size {
			for e.fillHouse(house(i)) {
			}
		}
	}
	return e.total() > before
}

// fillHouse applies the model of its kind to a house once.
func (e *exclusionFill) fillHouse(h board.House) bool {
	geo := e.grid.Geometry()
	e.rounds++
	filled := false
	for d := range (geo.All &^ e.taken.houses[h]).All() {
		cell, fits := e.fitting(h, d)
		if fits != 1 {
			continue
		}
		filled = true
		e.fills[geo.Kind(h)]++
		e.grid.Set(cell, d)
		e.taken.flip(cell, d)
		e.event(Event{Kind: Forced, Cell: cell, Digit: d})
	}
	return filled
}

// fitting is the number of blanks of a house that fit a digit, and the last of
// them.
func (e *exclusionFill) fitting(h board.House, d board.Digit) (cell board.Cell, fits int) {
	for _, c := range e.grid.Geometry().HouseCells(h) {
		if e.grid.At(c) == 0 && e.taken.free(c).Has(d) {
			cell = c
			fits++
		}
	}
	return cell, fits
}

func (e *exclusionFill) total() int64 { return e.fills[0] + e.fills[1] + e.fills[2] }

// event counts fills as steps.
func (e *exclusionFill) event(v Event) {
	if e.Trace == nil {
		return
	}
	v.Step, v.Grid = e.total(), &e.grid
	e.Trace(v)
}
