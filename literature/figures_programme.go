package literature

import (
	"fmt"
	"slices"

	"gradoku/solve"
)

// programmeFindings recomputes the figures of MathWorks' example of integer
// programming.
func programmeFindings(s *sheet) {
	royle := s.puzzle("royle")
	m := NewProgramme(royle)
	s.printed("variables", "729", m.Variables)
	s.printed("equations", "324", len(m.Equations))
	r := s.solve("bip", royle, solve.Options{Limit: 2})
	s.printed("objective of the solution", "29565", r.Stats.Counter("objective"))
	s.check(Finding{
		Figure: "solver's log: equations, variables, nonzeros in the first line of presolving", Published: "223 248 996", Ours: sizeLeft(m), Expected: Differs,
		Reason: "ours puts in the clues only. HiGHS 1.7.1 does more before that line; what, is its own: a public HiGHS, 1.15.1, prints 230 249 1000 for the file of solve --write-lp, and the same objective",
	})
}

// sizeLeft counts the equations, variables and nonzeros that are left of a
// programme when its clues are put in: a clue settles its four equations, and their
// other variables are 0.
func sizeLeft(m *Programme) string {
	settled := map[int]bool{}
	isClue := func(v int) bool { return slices.Contains(m.Clues, v) }
	var open []Equation
	for _, eq := range m.Equations {
		if !slices.ContainsFunc(eq.Variables, isClue) {
			open = append(open, eq)
			continue
		}
		for _, v := range eq.Variables {
			settled[v] = true
		}
	}
	nonzeros := 0
	for _, eq := range open {
		for _, v := range eq.Variables {
			if !settled[v] {
				nonzeros++
			}
		}
	}
	return fmt.Sprint(len(open), m.Variables-len(settled), nonzeros)
}
