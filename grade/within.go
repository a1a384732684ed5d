package grade

import "gradoku/board"

// Limits end a grade as soon as the puzzle turns out to be none that is wanted.
// A puzzle is within them when no step of its path is rated above Ceiling and
// every step is of a technique in Only. Whoever looks for easy puzzles among
// random ones saves most of the time: what is too hard is known to be before
// the chain searches, which cost more than all the rest, have begun.
type Limits struct {
	Ceiling int   // tenths; 0: none
	Only    *Rows // nil: every technique
}

// Rows is a set of techniques, by their index in Techniques().
type Rows [MaxTechniques]bool

// GradeWithin is Grade for callers who want only puzzles within the limits. When
// it reports false the puzzle is not within them, and of the grade only the
// blanks, the freedom and the letters are known.
func (gr *Grader) GradeWithin(p *board.Grid, l Limits) (Grade, bool) {
	gr.limits, gr.exceeded = l, false
	gr.tried = l.rows()
	g := gr.grade(p, nil)
	gr.limits, gr.tried = Limits{}, len(techniques)
	return g, !gr.exceeded
}

// rows is how many rows of the table can give a step within the limits. The
// table's ratings ascend, and a row's is the lowest of its steps'.
func (l Limits) rows() int {
	n := len(techniques)
	for n > 0 && !l.allow(n-1, techniques[n-1].Rating) {
		n--
	}
	return n
}

// allow reports whether a step is within the limits.
func (l Limits) allow(row, rating int) bool {
	return (l.Ceiling == 0 || rating <= l.Ceiling) && (l.Only == nil || l.Only[row])
}
