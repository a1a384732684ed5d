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
	var runs []solve.Result
	asPrinted := true
	for i, name := range table.Column("version") {
		r := s.solve(name, inkala, solve.Options{})
		runs = append(runs, r)
		asPrinted = asPrinted && r.First == *solution
		s.counters(name, &table, i, r, "calls", "guesses", "hidden fills", "naked fills")
		s.counters(name, &table, i, r, "getCandid calls", "newCandid calls", "newSudo calls", "fail returns", "deepest call", "deletions")
		byRow := s.solve(name, inkala, solve.Options{Scan: solve.ByRow})
		s.derived(name+" along the rows: calls", table.Value(i, "calls by row"), byRow.Stats.Counter("calls"))
	}
	s.claim("the solution, by all versions", "as printed", asPrinted)
	tutorialSingles(s)
	tutorialSeconds(s, &table, runs)
	tutorialStaleCandidates(s)
}

// tutorialSingles counts the naked singles that the second version fills before its
// first guess.
func tutorialSingles(s *sheet) {
	fills := TableOf("fills")
	keys := fills.Column("puzzle")
	var naked []int
	for _, key := range keys {
		n, guessed := 0, false
		s.solve("singles", s.puzzle(key), solve.Options{Trace: func(e solve.Event) {
			guessed = guessed || e.Kind == solve.Guess
			if e.Kind == solve.Forced && !guessed {
				n++
			}
		}})
		naked = append(naked, n)
	}
	s.derived("singles: cells filled before the first guess: "+strings.Join(keys, ", "), fills.Column("naked singles"), naked)
}

// tutorialSteps are the speed-ups from version to version, and that of all. A
// deletion is the work of newCandid, of which getCandid is a loop over the filled
// cells, in all versions: see [tutorial].
var tutorialSteps = []struct {
	from, to int
	reason   string
}{
	{0, 1, "deleting candidates is most of the work of both versions, and explains the speed-up, but for its last digits"},
	{1, 2, "deleting candidates is most of the work of both versions, and explains the speed-up, but for its last digits"},
	{2, 3, "the fourth version hardly deletes any more; what is left is the search for singles, with fewer passes (newSudo calls)"},
	{0, 3, "from first to last; measured seconds: gradoku study literature --times 5, docs/bench/literature.md"},
}

// tutorialSeconds compares the ratios of the printed seconds with the ratios of the
// work counted, and with our times.
func tutorialSeconds(s *sheet, t *Table, runs []solve.Result) {
	names := t.Column("version")
	for _, c := range tutorialSteps {
		from, to := runs[c.from].Stats.Counter("deletions"), runs[c.to].Stats.Counter("deletions")
		s.ambiguous(names[c.from]+" to "+names[c.to]+": ratio of seconds, beside that of deletions", ratioText(secondsRatio(s, t, c.from, c.to)), ratioText(float64(from)/max(1, float64(to))),
			c.reason)
	}
	if s.rounds > 0 {
		tutorialTimes(s, t)
	}
}

func secondsRatio(s *sheet, t *Table, from, to int) float64 {
	var seconds [2]float64
	for i, row := range []int{from, to} {
		v, err := strconv.ParseFloat(t.Value(row, "seconds"), 64)
		if err != nil {
			s.err = err
		}
		seconds[i] = v
	}
	return seconds[0] / seconds[1]
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
		Figure: "incremental, an unsolvable puzzle: what is returned", Published: "the wrong grid", Derived: true, Expected: Differs,
		Ours:   fmt.Sprintf("%d solutions, %d full grids refused", r.Solutions, r.Stats.Counter("wrong full grids")),
		Reason: "ours looks at a full grid before it believes it",
	})
}
