package grade

import (
	"strings"

	"gradoku/board"
)

// Blanks returns between which numbers of blanks the letters can lie: outside of
// them no puzzle has one of these letters; inside, it depends on where the blanks
// are. Numbers below those for which the document draws level 1 are left out,
// though they count as level 1. to is 0 when there are none.
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

// reaches reports whether n blanks can be laid out such that they have one of
// the letters. The freedom is least when every house has equally many blanks,
// and surely not more than when as many houses of each kind as possible have
// nothing else.
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
