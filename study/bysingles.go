package study

import "gradoku/board"

// bySingles reports whether naked and hidden singles alone solve a puzzle. In
// whatever order they are filled they reach the same grid. The rating does not tell:
// on its scale some steps that are no singles (a direct pointing, 1.7) come before
// naked singles (2.3), so that a puzzle rated 1.7 may need one or not.
func bySingles(p *board.Grid) bool {
	b := board.NewBoard(p)
	geo := b.Geometry()
	for filled := true; filled; {
		filled = false
		for i := range geo.Cells {
			if s := b.Candidates(board.Cell(i)); s.Single() {
				b.Place(board.Cell(i), s.First())
				filled = true
			}
		}
		for h := range geo.Houses {
			filled = placeHidden(&b, geo.HouseCells(board.House(h))) || filled
		}
	}
	return b.Full()
}

// placeHidden fills the hidden singles of one house.
func placeHidden(b *board.Board, cells []board.Cell) bool {
	var one, two board.Digits
	for _, c := range cells {
		s := b.Candidates(c)
		two |= one & s
		one |= s
	}
	one &^= two
	for _, c := range cells {
		if s := b.Candidates(c) & one; s != 0 {
			b.Place(c, s.First())
		}
	}
	return one != 0
}
