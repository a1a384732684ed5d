package grade

import (
	"strings"

	"gradoku/board"
)

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
		for _, h := range g.HousesOf(board.Cell(i))[:3] { // as in the paper: box, column, row
			in[h]++
		}
	}
	for _, k := range in {
		freedom += k * k
	}
	return blanks, freedom - blanks
}

// Scheme says how blanks and freedom become classes X and Y from 1 to 5, and
// these a letter: A for X+Y = 2, up to I for 10.
type Scheme struct {
	// The least blank count, and the least freedom, of levels 2 to 5, on 9x9.
	// Values outside the document's ranges get the nearest level.
	blanks, freedom [4]int
}

// The document gives a letter for five puzzles in its table 7 (A E E G G) and a
// freedom level for four in its table 4 (2 3 4 4). The limits it prints give
// neither, and differ in detail from page to page.
var (
	// Printed has the class limits as the document prints them: blanks 37-45, 46-54, 55-63,
	// 64-72, 73-81; freedom 700-820, 820-940, 940-1060, 1060-1180, 1180-1300 (the last is
	// misprinted as 1080-1300). An end point that two ranges share belongs to the upper
	// one, which is how the document itself grades a freedom of 820. Table 7 becomes
	// A C C E E. The X and Y of a grade, and the letter in conditions, use these limits.
	Printed = Scheme{
		blanks:  [4]int{46, 55, 64, 73},
		freedom: [4]int{820, 940, 1060, 1180},
	}
	// Fitted has class limits that reproduce the document's tables 4 and 7: blanks 41-45, 46-50,
	// 51-55, 56-60, 61-65; freedom up to 700, 701-820, 821-940, 941-1060, above. Of the
	// equally wide blank ranges that fit, these keep the printed limit between 45 and 46.
	Fitted = Scheme{
		blanks:  [4]int{46, 51, 56, 61},
		freedom: [4]int{701, 821, 941, 1061},
	}
)

// LevelX returns the blank level, 1 to 5.
//
// The document covers only 9x9. Our addition for other sizes uses the share of
// blank cells: N blanks of C cells count as 81·N/C blanks on 9x9, without
// rounding.
func (s Scheme) LevelX(g *board.Geometry, blanks int) int {
	return level(s.blanks, blanks, g.Cells, board.Nine().Cells)
}

// LevelY returns the freedom level, 1 to 5. Other sizes use the share of the
// empty grid's freedom, which is 2106 on 9x9, in the same way.
func (s Scheme) LevelY(g *board.Geometry, freedom int) int {
	return level(s.freedom, freedom, maxFreedom(g), maxFreedom(board.Nine()))
}

// Letter returns 'A' to 'I'.
func (s Scheme) Letter(g *board.Geometry, blanks, freedom int) byte {
	return byte('A' + s.LevelX(g, blanks) + s.LevelY(g, freedom) - 2)
}

// maxFreedom is the freedom of the empty grid.
func maxFreedom(g *board.Geometry) int { return g.Cells * (3*g.Size - 1) }

// level counts the limits that value/whole reaches; the limits are given as
// parts of nine.
func level(borders [4]int, value, whole, nine int) int {
	n := 1
	for _, b := range borders {
		if value*nine >= b*whole {
			n++
		}
	}
	return n
}

// Blanks returns the range of blanks in which the letters are possible: outside it
// no puzzle has one of these letters; inside, it depends on where the blanks are.
// Numbers below the document's range of level 1 are left out, though they count as
// level 1. to is 0 when there is no range.
func (s Scheme) Blanks(g *board.Geometry, letters string) (from, to int) {
	lowest := 2*s.blanks[0] - s.blanks[1] // levels are equally wide
	nine := board.Nine().Cells
	for n := 1; n <= g.Cells; n++ {
		if n*nine < lowest*g.Cells || !s.reaches(g, n, letters) {
			continue
		}
		if from == 0 {
			from = n
		}
		to = n
	}
	return from, to
}

// reaches reports whether n blanks can be arranged so that they have one of the
// letters. The freedom is least if every house has equally many blanks, and
// greatest if as many houses of each kind as possible are all blank.
func (s Scheme) reaches(g *board.Geometry, n int, letters string) bool {
	q, r := n/g.Size, n%g.Size
	least := 3*((g.Size-r)*q*q+r*(q+1)*(q+1)) - n
	most := 3*(q*g.Size*g.Size+r*r) - n
	x := s.LevelX(g, n)
	for y := s.LevelY(g, least); y <= s.LevelY(g, most); y++ {
		if strings.IndexByte(letters, byte('A'+x+y-2)) >= 0 {
			return true
		}
	}
	return false
}
