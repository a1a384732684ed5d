package grade

import "gradoku/board"

// Metrics counts the blanks of a puzzle and their freedom.
//
// The freedom is F = Σ r² + Σ c² + Σ b² − N over the numbers r, c, b of blanks in
// each row, column and box; in other words every blank contributes the blanks of its
// row, of its column and of its box, itself included each time, less one. It is not
// the number of blank peers, as the document that introduced it says in words: of all
// similar formulas this one alone gives the document's figures. An empty 9x9 grid has
// F = 2106.
func Metrics(p *board.Grid) (blanks, freedom int) {
	g := p.Geometry()
	var in [board.MaxHouses]int
	for i, d := range p.Digits() {
		if d != 0 {
			continue
		}
		blanks++
		for _, h := range g.HousesOf(board.Cell(i)) {
			in[h]++
		}
	}
	for _, k := range in {
		freedom += k * k
	}
	return blanks, freedom - blanks
}

// measure fills in the part of a grade that needs no solving.
func measure(p *board.Grid) Grade {
	var g Grade
	geo := p.Geometry()
	g.Blanks, g.Freedom = Metrics(p)
	g.X, g.Y = Printed.LevelX(geo, g.Blanks), Printed.LevelY(geo, g.Freedom)
	g.LetterPrinted = Printed.Letter(geo, g.Blanks, g.Freedom)
	g.LetterFitted = Fitted.Letter(geo, g.Blanks, g.Freedom)
	return g
}
