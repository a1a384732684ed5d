package literature

import (
	"context"
	"fmt"
	"strings"
	"time"

	"gradoku/board"
	"gradoku/solve"
)

// sheet collects the findings of one document. The first error stays in err and makes
// all later calls do nothing, so that the code of a document reads as a list of
// figures.
type sheet struct {
	ctx      context.Context
	document string
	long     bool
	rounds   int // of the experiments in seconds
	clock    func() time.Duration
	puzzles  map[string]PrintedPuzzle
	findings []Finding
	err      error
}

func newSheet(ctx context.Context, document string, opt Scope) *sheet {
	clock := opt.Clock
	if clock == nil {
		begun := time.Now()
		clock = func() time.Duration { return time.Since(begun) }
	}
	return &sheet{ctx: ctx, document: document, long: opt.Long, rounds: opt.Rounds, clock: clock, puzzles: puzzlesByKey()}
}

// check sets the document and the verdict of a finding and records it.
func (s *sheet) check(f Finding) {
	f.Document = s.document
	switch {
	case f.Published == f.Ours:
		f.Verdict = Reproduced
	case f.Expected == Ambiguous:
		f.Verdict = Ambiguous
	default:
		f.Verdict = Differs
	}
	s.findings = append(s.findings, f)
}

// These methods check a figure, with an optional remark: printed one that the document
// prints, derived one counted by running its steps, differs a printed one that is known not
// to be reproduced, ambiguous one about which the document does not say enough, and claim a
// statement in words.
func (s *sheet) printed(figure string, published, ours any, reason ...string) {
	s.check(Finding{Figure: figure, Published: spaced(published), Ours: spaced(ours), Reason: strings.Join(reason, "")})
}

func (s *sheet) derived(figure string, published, ours any, reason ...string) {
	s.check(Finding{Figure: figure, Published: spaced(published), Ours: spaced(ours), Reason: strings.Join(reason, ""), Derived: true})
}

func (s *sheet) differs(figure string, published, ours any, reason string) {
	s.check(Finding{Figure: figure, Published: spaced(published), Ours: spaced(ours), Reason: reason, Expected: Differs})
}

func (s *sheet) ambiguous(figure string, published, ours any, reason string) {
	s.check(Finding{Figure: figure, Published: spaced(published), Ours: spaced(ours), Reason: reason, Expected: Ambiguous})
}

func (s *sheet) claim(figure, statement string, holds bool, reason ...string) {
	ours := statement
	if !holds {
		ours = "not so"
	}
	s.printed(figure, statement, ours, reason...)
}

func (s *sheet) puzzle(key string) *board.Grid {
	p := s.puzzles[key].Puzzle
	return &p
}

func (s *sheet) solution(key string) *board.Grid {
	g := s.puzzles[key].Solution
	return &g
}

// solve runs the solver of that name.
func (s *sheet) solve(name string, p *board.Grid, opt solve.Options) solve.Result {
	if s.err != nil {
		return solve.Result{}
	}
	solver, err := solve.ByName(Solvers(), name)
	if err != nil {
		s.err = err
		return solve.Result{}
	}
	return s.run(solver, p, opt)
}

func (s *sheet) run(solver solve.Solver, p *board.Grid, opt solve.Options) solve.Result {
	r, err := solve.Run(s.ctx, solver, p, opt)
	if err == nil && r.Status == solve.Canceled {
		err = s.ctx.Err()
	}
	s.err = err
	return r
}

// runs compares counters of a solver on the puzzles of the table of its name.
func (s *sheet) runs(solver, figure string, opt solve.Options, names ...string) {
	t := TableOf(solver)
	for i, key := range t.Column("puzzle") {
		s.counters(figure+", "+key, &t, i, s.solve(solver, s.puzzle(key), opt), names...)
	}
}

// counters compares counters of a run with the columns of those names in a row
// of a table. Columns without a value are left out.
func (s *sheet) counters(figure string, t *Table, row int, r solve.Result, names ...string) {
	var used, published, ours []string
	for _, name := range names {
		if want := t.Value(row, name); want != "" {
			used = append(used, name)
			published = append(published, want)
			ours = append(ours, fmt.Sprint(r.Stats.Counter(name)))
		}
	}
	s.derived(figure+": "+strings.Join(used, ", "), strings.Join(published, " "), strings.Join(ours, " "))
}

// spaced writes a list separated by spaces, and anything else unchanged.
func spaced(list any) string {
	if text, ok := list.(string); ok {
		return text
	}
	return strings.Trim(fmt.Sprint(list), "[]")
}

// digitsOf writes a set of digits separated by spaces, or "none" if it is empty.
func digitsOf(set board.Digits) string {
	if set == 0 {
		return "none"
	}
	return strings.Join(strings.Split(set.String(), ""), " ")
}

func with(p *board.Grid, c board.Cell, d board.Digit) *board.Grid {
	g := *p
	g.Set(c, d)
	return &g
}

// agreeing counts the cells in which two grids of one size hold the same digit.
func agreeing(a, b *board.Grid) int {
	n := 0
	for i, d := range a.Digits() {
		if d != 0 && d == b.At(board.Cell(i)) {
			n++
		}
	}
	return n
}
