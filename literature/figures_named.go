package literature

import (
	"fmt"
	"slices"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/solve"
)

// comparisonFindings holds the two readings of comparison exclusion against each other.
func comparisonFindings(s *sheet) {
	var cells, digits []int
	fills := TableOf("fills")
	keys := fills.Column("puzzle")
	for _, key := range keys {
		p := s.puzzle(key)
		for _, c := range []struct {
			solver string
			filled *[]int
		}{{"comparison", &cells}, {"exclusion", &digits}} {
			r := s.solve(c.solver, p, solve.Options{})
			n := p.Blanks()
			if r.Status == solve.Stuck {
				n -= r.Partial.Blanks()
			}
			*c.filled = append(*c.filled, n)
		}
	}
	s.ambiguous("comparison exclusion: cells filled", "none printed", fmt.Sprintf("%s where a cell has one digit left, %s where a digit has one cell left", spaced(cells), spaced(digits)),
		"the flow chart that says when a cell is filled is lost; the solver comparison is the first reading, exclusion the second")
	headline := slices.Index(keys, "inkala")
	unfit := cells[headline] == 0 && digits[headline] == 0
	s.claim("comparison exclusion: for the headline puzzle", "unfit", unfit,
		"in either reading it fills no cell of it; the paper finds it too hard to program")
}

// combinedFindings counts the steps of the headline puzzle that are chains of the
// paper's fourth kind.
func combinedFindings(s *sheet) {
	if s.err != nil {
		return
	}
	const id = "dynamic-plus"
	technique, err := grade.TechniqueByID(id)
	if err != nil {
		s.err = err
		return
	}
	gr := grade.NewGrader(board.Nine())
	gr.Stop = func() bool { return s.ctx.Err() != nil }
	_, path := gr.Path(s.puzzle("inkala"))
	if s.err = s.ctx.Err(); s.err != nil {
		return
	}
	n := 0
	for _, step := range path {
		if step.Technique == id {
			n++
		}
	}
	s.ambiguous("chain notation: kind 4, combined with methods that have names", "no example", fmt.Sprintf("%d of %d steps of the headline puzzle", n, len(path)),
		fmt.Sprintf("%s is such a chain: it goes on with locked candidates, pairs and X-Wings; which methods the paper means, it does not say", technique.Name))
}
