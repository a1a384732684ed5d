package literature

import (
	"fmt"
	"strconv"
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
	tutorialSeconds(s, &table, runs)
}

// tutorialSeconds compares the ratios of the printed seconds, from version to version and
// from the first to the last, with the ratios of the work counted. A deletion is the work of
// newCandid, of which getCandid is a loop over the filled cells, in all versions: see
// [tutorial].
func tutorialSeconds(s *sheet, t *Table, runs []solve.Result) {
	var seconds, ours []string
	for _, step := range [][2]int{{0, 1}, {1, 2}, {2, 3}, {0, 3}} {
		from, to := runs[step[0]].Stats.Counter("deletions"), runs[step[1]].Stats.Counter("deletions")
		seconds = append(seconds, ratioText(secondsOf(s, t, step[0])/secondsOf(s, t, step[1])))
		ours = append(ours, ratioText(float64(from)/max(1, float64(to))))
	}
	s.ambiguous("ratios of the seconds, beside those of deletions", seconds, ours,
		"seconds of another machine, and of MATLAB; deletions are most of the work of the first three versions, and the fourth hardly deletes any more")
}

func secondsOf(s *sheet, t *Table, row int) float64 {
	v, err := strconv.ParseFloat(t.Value(row, "seconds"), 64)
	if err != nil {
		s.err = err
	}
	return v
}

// ratioText writes a ratio to two decimals, or to a whole number from 100 on.
func ratioText(r float64) string {
	if r >= 100 {
		return fmt.Sprintf("%.0f", r)
	}
	return fmt.Sprintf("%.2f", r)
}
