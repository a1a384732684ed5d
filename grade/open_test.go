package grade

import (
	"strings"

	"gradoku/board"
)

// open returns a board without digits, all candidates there, and edits it.
func open(edits ...edit) board.Board {
	empty := board.NewGrid(board.Nine())
	b := board.NewBoard(&empty)
	for _, e := range edits {
		e(&b)
	}
	return b
}

// edit changes an open board, one on which every cell can be everything, so
// that a pattern appears and nothing else does.
type edit func(b *board.Board)

// only leaves cells with just these candidates.
func only(cells string, digits ...board.Digit) edit {
	return func(b *board.Board) {
		for _, c := range cellsOf(b.Geometry(), cells) {
			b.SetCandidates(c, setOf(digits))
		}
	}
}

// confine strikes a digit out of a house but for some cells.
func confine(d board.Digit, house, cells string) edit {
	return func(b *board.Board) {
		g := b.Geometry()
		keep := board.SetOf(cellsOf(g, cells)...)
		for h := range g.Houses {
			if g.HouseName(board.House(h)) != house {
				continue
			}
			for _, c := range g.HouseCells(board.House(h)) {
				if !keep.Has(c) {
					b.Eliminate(c, d.Mask())
				}
			}
		}
	}
}

// strike takes candidates out of cells.
func strike(cells string, digits ...board.Digit) edit {
	return func(b *board.Board) {
		for _, c := range cellsOf(b.Geometry(), cells) {
			b.Eliminate(c, setOf(digits))
		}
	}
}

// onlyAt strikes a digit out of every cell but these.
func onlyAt(d board.Digit, cells string) edit {
	return func(b *board.Board) {
		keep := board.SetOf(cellsOf(b.Geometry(), cells)...)
		for i := range b.Geometry().Cells {
			if !keep.Has(board.Cell(i)) {
				b.Eliminate(board.Cell(i), d.Mask())
			}
		}
	}
}

// fill places digits 1, 2, ... in cells.
func fill(cells string) edit {
	return func(b *board.Board) {
		for i, c := range cellsOf(b.Geometry(), cells) {
			b.Place(c, board.Digit(i+1))
		}
	}
}

// stand places one digit in cells.
func stand(d board.Digit, cells string) edit {
	return func(b *board.Board) {
		for _, c := range cellsOf(b.Geometry(), cells) {
			b.Place(c, d)
		}
	}
}

func cellsOf(g *board.Geometry, names string) []board.Cell {
	var cells []board.Cell
	for _, name := range strings.Fields(names) {
		for i := range g.Cells {
			if g.CellName(board.Cell(i)) == name {
				cells = append(cells, board.Cell(i))
			}
		}
	}
	if len(cells) != len(strings.Fields(names)) {
		panic("unknown cell in " + names)
	}
	return cells
}

func setOf(digits []board.Digit) board.Digits {
	var s board.Digits
	for _, d := range digits {
		s |= d.Mask()
	}
	return s
}
