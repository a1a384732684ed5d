package literature

import (
	"fmt"

	"gradoku/board"
)

// molerClaims checks claims that Moler's article makes in words: about a pleasing
// symmetry, the first 4x4 puzzle, and which puzzles are easy.
func molerClaims(s *sheet) {
	royle := s.puzzle("royle")
	symmetry := board.SymmetryOf(royle.ClueSet(), royle.Geometry())
	s.claim("Royle's puzzle: the clues", "symmetric", symmetry.Name != "none",
		fmt.Sprintf("%s: %s; the article calls it particularly pleasing", symmetry.Name, symmetry.Doc))
	fit, four := 0, 0
	for p := range firstShidoku {
		b := board.NewBoard(p)
		fit++
		if nakedSingles(&b) == 4 {
			four++
		}
	}
	s.ambiguous("figure 4: cells with one candidate", "4", fmt.Sprintf("4 in %d of the %d puzzles of four clues that fit", four, fit),
		"the puzzle is a picture that is lost; that it has four clues, the fewest, is an assumption; what the text tells of it, 2 and 4 in (2,1) because of a 3 and a 1, and easy, fits many")
	diag := diagonal()
	guessed := with(&diag, diag.Geometry().CellAt(1, 0), 3)
	for _, c := range []struct {
		puzzle, published string
		grid              *board.Grid
		reason            string
	}{
		{"diag(1:4)", "no", &diag, "easy means, in the article, solved by inserting singletons alone"},
		{"diag(1:4) with 3 in (2,1)", "yes", guessed, ""},
		{"Royle's puzzle", "no", royle, "the article calls it quite hard"},
	} {
		s.printed(c.puzzle+": easy", c.published, map[bool]string{true: "yes", false: "no"}[easy(c.grid)], c.reason)
	}
}

// diagonal is the puzzle diag(1:4).
func diagonal() board.Grid {
	geo, err := board.ForSize(4)
	if err != nil {
		panic(err) // a size of the table
	}
	g := board.NewGrid(geo)
	for i := range geo.Size {
		g.Set(geo.CellAt(i, i), board.Digit(i+1))
	}
	return g
}
