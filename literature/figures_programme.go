package literature

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gradoku/board"
	"gradoku/solve"
)

// programmeFindings recomputes the figures of MathWorks' example of integer
// programming.
func programmeFindings(s *sheet) {
	royle := s.puzzle("royle")
	m := NewProgramme(royle)
	for _, c := range []struct {
		figure, published string
		ours              int
		derived           bool
	}{
		{"variables", "729", m.Variables, false},
		{"equations", "324", len(m.Equations), false},
		{"nonzeros in the equations", "2916", m.Nonzeros(), true},
		{"rank of the equations", "249", matrixRank(m), true},
	} {
		s.check(Finding{Figure: c.figure, Published: c.published, Ours: fmt.Sprint(c.ours), Derived: c.derived})
	}
	table := TableOf("programme_clues")
	var clues []string
	for _, row := range table.Rows {
		clues = append(clues, strings.Join(row, ","))
	}
	g, err := board.ParseMatrix("B = [" + strings.Join(clues, ";\n") + "];") // as the example prints it
	if err != nil {
		s.err = err
		return
	}
	s.claim("matrix B", "Moler's puzzle", g == *royle)
	r := s.solve("bip", royle, solve.Options{Limit: 2})
	s.printed("objective of the solution", "29565", r.Stats.Counter("objective"))
	s.derived("solutions, the first one excluded by a constraint", "1", r.Solutions, "the example does not look for a second solution")
	empty := board.NewGrid(board.Nine())
	any, _ := solve.First(&empty)
	s.derived("objective of other grids: Inkala's solution, a solution of the empty grid", "29565 29565", fmt.Sprint(m.Objective(s.solution("inkala")), m.Objective(&any)),
		"the objective is 81 + 9·36·(1 + 9 + 81) on every full grid, so that the number says nothing about the puzzle")
	logFindings(s, m, royle)
}

// logFindings is about what the example's solver, HiGHS 1.7.1, prints as it goes.
func logFindings(s *sheet, m *Programme, royle *board.Grid) {
	lowest, highest := m.Variables, 1 // a variable costs its number
	for _, eq := range m.Equations {
		lowest, highest = min(lowest, slices.Min(eq.Variables)), max(highest, slices.Max(eq.Variables))
	}
	s.printed("solver's log: range of the cost", "[1e+00, 7e+02]", fmt.Sprintf("[%.0e, %.0e]", float64(lowest), float64(highest)))
	clues := sizeLeft(m, false)
	s.derived("equations, variables, nonzeros after the clues are put in", "240 264 1056", clues)
	s.differs("solver's log: equations, variables, nonzeros in the first line of presolving", "223 248 996", clues,
		"what HiGHS does inside; only its first part, putting in the clues, is in the model")
	follows := sizeLeft(m, true)
	s.derived("equations, variables, nonzeros after what follows where one variable is left", "124 91 364", follows,
		"what glpsol of GLPK 5.0 prints after preprocessing the file of solve --write-lp")
	s.differs("solver's log: equations, variables, nonzeros in lines 2 to 4 of presolving", "44 30 185, 38 24 186, 0 0 0", follows,
		"HiGHS presolves until nothing is left; ours and GLPK stop where no equation has one variable left, and search")
	first := s.solve("bip", royle, solve.Options{Limit: 1})
	s.differs("solver's log: nodes", "0", first.Stats.Counter("decisions"),
		"nothing was left to search after presolving; ours are the decisions of a pseudo-boolean search; GLPK 5.0 needs 3 nodes")
}

// sizeLeft counts the equations, variables and nonzeros that are left of a
// programme when its clues are put in: a clue settles its four equations, and their
// other variables are 0. If follow is set, so does a variable that is the only one
// left in an equation, until there is none.
func sizeLeft(m *Programme, follow bool) string {
	one, settled := map[int]bool{}, map[int]bool{} // variables that are 1, and all that are known
	for _, v := range m.Clues {
		one[v] = true
	}
	for {
		open, nonzeros, more := 0, 0, false
		for _, eq := range m.Equations {
			if slices.ContainsFunc(eq.Variables, func(v int) bool { return one[v] }) {
				for _, v := range eq.Variables {
					settled[v] = true
				}
			}
		}
		for _, eq := range m.Equations {
			if slices.ContainsFunc(eq.Variables, func(v int) bool { return one[v] }) {
				continue
			}
			var left []int
			for _, v := range eq.Variables {
				if !settled[v] {
					left = append(left, v)
				}
			}
			open++
			nonzeros += len(left)
			if follow && len(left) == 1 {
				one[left[0]], more = true, true
			}
		}
		if !more {
			return fmt.Sprint(open, m.Variables-len(settled), nonzeros)
		}
	}
}

// matrixRank is the rank of the equations' matrix: how many singular values are more than
// rounding.
func matrixRank(m *Programme) int {
	a := mat.NewDense(len(m.Equations), m.Variables, nil)
	for i, eq := range m.Equations {
		for _, v := range eq.Variables {
			a.Set(i, v-1, 1)
		}
	}
	var svd mat.SVD
	svd.Factorize(a, mat.SVDNone) // never fails for finite numbers
	return svd.Rank(1e-9)
}
