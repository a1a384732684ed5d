package literature

import (
	"context"

	"gradoku/board"
	"gradoku/solve"
)

// fullHouseFill is the "unique-solution method" (唯一解法) of problem 3 of
// "数独中的数学模型" (Mathematical models in Sudoku, author unknown, 2012 or
// later, section 6.3.2): where eight of the nine cells of a row, a column or a
// box are filled, the last one gets the missing digit. The field calls that a
// full house.
//
// The rule is from the paper, and so is the judgement that it is useful "in simple
// puzzles or in the last phase of hard ones". It fills no cell of any puzzle of the
// documents, since no house of theirs has one blank. The order is ours, since the paper
// gives none: rows, columns, boxes, repeated until nothing is filled. We also check
// that the missing digit does not conflict with a peer, which can happen in a puzzle
// without a solution.
type fullHouseFill struct{ houseFill }

// solveFullHouse is the row "fullhouse" of the table.
func solveFullHouse(ctx context.Context, p *board.Grid, opt solve.Options) solve.Result {
	f := fullHouseFill{newHouseFill(ctx, p, opt)}
	f.run(f.pass)
	return f.result()
}

// pass goes through all houses once; it returns false when a house cannot be
// filled.
func (f *fullHouseFill) pass() bool {
	geo := f.now.Geometry()
	for _, kind := range [...]board.HouseKind{board.Row, board.Column, board.Box} {
		for i := range geo.Size {
			var cell board.Cell
			blanks := 0
			for _, c := range geo.HouseCells(board.House(int(kind)*geo.Size + i)) {
				if f.now.At(c) == 0 {
					cell = c
					blanks++
				}
			}
			if blanks != 1 {
				continue
			}
			missing := f.now.Candidates(cell)
			if missing == 0 {
				f.event(solve.Event{Kind: solve.Dead, Cell: cell})
				return false
			}
			f.fill(kind, cell, missing.First())
		}
	}
	return true
}
