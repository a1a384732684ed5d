package literature

import (
	"strings"

	"gradoku/solve"
)

// tutorialFindings recomputes the counts that explain the seconds of the tutorial's
// four versions.
func tutorialFindings(s *sheet) {
	table := TableOf("tutorial")
	inkala, solution := s.puzzle("inkala"), s.solution("inkala")
	names := table.Column("version")
	var runs []solve.Result
	var byRow []int64
	for i, name := range names {
		r := s.solve(name, inkala, solve.Options{})
		runs = append(runs, r)
		if i == 0 {
			s.printed("digits of the solution", "81", agreeing(solution, &r.First))
		}
		along := s.solve(name, inkala, solve.Options{Scan: solve.ByRow})
		byRow = append(byRow, along.Stats.Counter("calls"))
	}
	for _, counters := range [][]string{
		{"calls", "guesses", "hidden fills", "naked fills"},
		{"getCandid calls", "newCandid calls", "newSudo calls", "fail returns"},
		{"deepest call", "deletions"},
	} {
		s.counters(strings.Join(counters, ", ")+" of "+strings.Join(names, ", "), &table, runs, counters...)
	}
	s.derived("along the rows: calls of "+strings.Join(names, ", "), table.Column("calls by row"), byRow)
}
