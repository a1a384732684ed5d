package literature

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gradoku/board"
	"gradoku/solve"
)

// programmeFindings recomputes the figures of MathWorks' example of integer
// programming.
func programmeFindings(s *sheet) {
	royle := s.puzzle("royle")
	m := NewProgramme(royle)
	s.printed("variables", "729", m.Variables)
	s.printed("equations", "324", len(m.Equations))
	s.derived("nonzeros in the equations", "2916", m.Nonzeros())
	s.derived("rank of the equations", "249", matrixRank(m))
	r := s.solve("bip", royle, solve.Options{Limit: 2})
	s.printed("objective of the solution", "29565", r.Stats.Counter("objective"))
	s.derived("solutions, the first one excluded by a constraint", "1", r.Solutions, "the example does not look for a second solution")
	empty := board.NewGrid(board.Nine())
	any, _ := solve.First(&empty)
	s.derived("objective of other grids: Inkala's solution, a solution of the empty grid", "29565 29565", fmt.Sprint(m.Objective(s.solution("inkala")), m.Objective(&any)),
		"the objective is 81 + 9·36·(1 + 9 + 81) on every full grid, so that the number says nothing about the puzzle")
	clues := sizeLeft(m, false)
	s.derived("equations, variables, nonzeros after the clues are put in", "240 264 1056", clues)
	s.check(Finding{
		Figure: "solver's log: equations, variables, nonzeros in the first line of presolving", Published: "223 248 996", Ours: clues, Expected: Differs,
		Reason: "HiGHS 1.7.1 does more than put in the clues before that line; what, is its own: HiGHS 1.15.1 prints 230 249 1000 for the file of solve --write-lp, and the same objective",
	})
	s.derived("equations, variables, nonzeros after what follows where one variable is left", "124 91 364", sizeLeft(m, true),
		"what glpsol of GLPK 5.0 prints after preprocessing the file of solve --write-lp")
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
