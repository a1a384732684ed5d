package literature

import (
	"context"
	"fmt"
	"strings"

	"gradoku/board"
	"gradoku/solve"
)

// sheet collects the findings of one document. The first error stays in err and makes
// all later calls do nothing, so that the code of a document reads as a list of
// figures.
type sheet struct {
	ctx      context.Context
	document string
	puzzles  map[string]PrintedPuzzle
	findings []Finding
	err      error
}

func newSheet(ctx context.Context, document string) *sheet {
	return &sheet{ctx: ctx, document: document, puzzles: puzzlesByKey()}
}

// check sets the document and the verdict of a finding and records it.
func (s *sheet) check(f Finding) {
	f.Document = s.document
	switch {
	case f.Published == f.Ours:
		f.Verdict = Reproduced
	case f.Expected != Reproduced:
		f.Verdict = f.Expected
	default:
		f.Verdict = Differs
	}
	s.findings = append(s.findings, f)
}

// Each of these methods checks a figure of one kind, with an optional remark. printed: the document
// prints the figure. derived: it was counted by running the document's steps. fitted: ours was fitted
// to it. wrong: the document is wrong. ambiguous: the document does not say enough about it.
func (s *sheet) printed(figure string, published, ours any, reason ...string) {
	s.check(Finding{Figure: figure, Published: spaced(published), Ours: spaced(ours), Reason: strings.Join(reason, "")})
}

func (s *sheet) derived(figure string, published, ours any, reason ...string) {
	s.check(Finding{Figure: figure, Published: spaced(published), Ours: spaced(ours), Reason: strings.Join(reason, ""), Derived: true})
}

func (s *sheet) fitted(figure string, published, ours any, reason string) {
	s.check(Finding{Figure: figure, Published: spaced(published), Ours: spaced(ours), Reason: reason, Fitted: true})
}

func (s *sheet) wrong(figure string, published, ours any, reason string) {
	s.check(Finding{Figure: figure, Published: spaced(published), Ours: spaced(ours), Reason: reason, Expected: Wrong})
}

func (s *sheet) ambiguous(figure string, published, ours any, reason string) {
	s.check(Finding{Figure: figure, Published: spaced(published), Ours: spaced(ours), Reason: reason, Expected: Ambiguous})
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
	keys := t.Column("puzzle")
	var results []solve.Result
	for _, key := range keys {
		results = append(results, s.solve(solver, s.puzzle(key), opt))
	}
	s.counters(fmt.Sprintf("%s, %s of %s", figure, strings.Join(names, ", "), strings.Join(keys, ", ")), &t, results, names...)
}

// counters compares counters of runs, one for each row of a table, with the columns of these
// names. Counters that the table does not have are left out.
func (s *sheet) counters(figure string, t *Table, runs []solve.Result, names ...string) {
	var published, ours []string
	for i, r := range runs {
		var row, own []string
		for _, name := range names {
			if want := t.Value(i, name); want != "" {
				row, own = append(row, want), append(own, fmt.Sprint(r.Stats.Counter(name)))
			}
		}
		if row != nil {
			published, ours = append(published, strings.Join(row, " ")), append(ours, strings.Join(own, " "))
		}
	}
	s.derived(figure, strings.Join(published, ", "), strings.Join(ours, ", "))
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
