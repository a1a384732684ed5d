package literature

import (
	"fmt"
	"strconv"
	"strings"

	"gradoku/board"
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
	tutorialStaleCandidates(s)
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

// tutorialStaleCandidates shows the defect of the last two versions: they fill
// boxes from candidates that are out of date, and so come to a full grid that is
// wrong. The puzzle has no solution; the listing returns that grid.
func tutorialStaleCandidates(s *sheet) {
	const (
		unsolvable = "600001200400000030010003004001000000900100306000000050080030045000070060740000003"
		returned   = "653491278498257631217683594861325479975148326324769851186932745539874162742516983"
	)
	p, err := board.Parse(unsolvable)
	if err != nil {
		s.err = err
		return
	}
	want, err := board.Parse(returned)
	if err != nil {
		s.err = err
		return
	}
	reached := p
	r := s.solve("incremental", &p, solve.Options{Trace: func(e solve.Event) {
		if e.Grid.Full() && !reached.Full() {
			reached = *e.Grid
		}
	}})
	s.derived("incremental, an unsolvable puzzle: digits of the full grid that is reached first", "81", agreeing(&want, &reached),
		"the grid that the listing returns for 23 clues without solution; columns 8 and 9 hold digits twice")
	s.check(Finding{
		Figure: "incremental, an unsolvable puzzle: what is returned", Published: "the wrong grid", Derived: true, Expected: Wrong,
		Ours:   fmt.Sprintf("%d solutions, %d full grids refused", r.Solutions, r.Stats.Counter("wrong full grids")),
		Reason: "ours looks at a full grid before it believes it",
	})
}
