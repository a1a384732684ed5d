package literature

import (
	"context"
	"strings"

	"gradoku/board"
	"gradoku/solve"
)

// tutorial is what four solvers have in common: the versions, each faster than
// the one before, of "[MATLAB] 數獨解題器 Sudoku Solver", a tutorial on a
// WordPress site; author and year are not given.
//
//	backtrack    sudoBacktracker: candidates computed anew, guess (892 s there)
//	singles      sudoSolver: + newSudo, one naked single at a time (74 s)
//	hidden       sudoSolver: + hidden singles, many fills a pass (6.0 s)
//	incremental  sudoMain: + candidates kept up to date, early failure (0.81 s)
//
// The functions, whose names the methods here keep, are theirs, and so is the order in
// which they look at things: MATLAB's find goes down the columns. ByRow runs the same
// program on the transposed grid. The seconds are from the author's computer; calls,
// guesses and fills are counted here.
//
// The additional checks are ours. No version looks for equal clues in a house, and the
// last two can return a full grid that is wrong: see fillBoxes. Here such a grid is
// rejected as a dead end. The first solution is returned, as in the tutorial.
type tutorial struct {
	solve.Tally
	order viewOrder

	version version
	believe bool // any full grid is a solution, as in the tutorial; for a test

	untried        int // untried candidates of the guesses above
	depth, deepest int

	calls, guesses, splits           int64
	hidden, naked                    int64
	getCandids, newCandids, newSudos int64
	fails, rejected                  int64
	deletions                        int64 // filled cells whose digit was taken from other cells' candidates
}

// version is one of the four programs of the tutorial. Each is a row of the table of solvers.
type version int

const (
	// backtrackVersion is the row "backtrack" of the table: sudoBacktracker, the first
	// version of the [tutorial]. It computes the candidates of the whole grid from
	// nothing, uses those of the first blank, and calls itself for each.
	//
	// Its cost depends on the order of the cells more than on anything else: on the
	// tutorial's puzzle 1,897,908 calls down the columns, 49,559 along the rows.
	backtrackVersion version = iota

	// singlesVersion is the row "singles" of the table: the first sudoSolver, second
	// version of the [tutorial]. Before it guesses, it fills naked singles as long as
	// there are any; after each of them the candidates of the whole grid are computed
	// anew, and the search for a single starts again from the first cell.
	//
	// The listing calls a sudokuSolver that is defined nowhere; sudoSolver is meant.
	singlesVersion

	// hiddenVersion is the row "hidden" of the table: the second sudoSolver, third
	// version of the [tutorial]. newSudo now goes through everything once: for each
	// digit the rows, the columns and the boxes in which it has one place left, then
	// the cells with one candidate left. It goes on after a fill, with the
	// candidates of the whole grid computed anew, except in the boxes: see
	// fillBoxes.
	hiddenVersion

	// incrementalVersion is the row "incremental" of the table: sudoMain, the fourth
	// version of the [tutorial]. It differs from the third in three ways. The candidates
	// are computed once and then kept up to date by newCandid. Rows and columns take
	// turns: row 1, column 1, row 2 and so on. And newSudo fails as soon as it comes to a
	// blank without candidates. It does so after all fills of the pass, and never because
	// a digit has no place left in a house, so many dead branches live on for a while.
	//
	// The boxes are still filled from old candidates. In the literal program this
	// lets a wrong full grid pass as the solution of a puzzle that has none; a test
	// reproduces the case.
	incrementalVersion
)

// solve runs the version on a puzzle.
func (v version) solve(ctx context.Context, p *board.Grid, opt solve.Options) solve.Result {
	return newTutorial(ctx, p, opt, v).run(p)
}

// viewOrder is the order in which a version goes through cells and houses.
type viewOrder struct {
	cells         []board.Cell
	lines, across []board.House // rows and columns; columns and rows when transposed
	boxes         []board.House
}

func newViewOrder(geo *board.Geometry, scan solve.Scan) viewOrder {
	v := viewOrder{cells: cellsOf(geo, scan, solve.ByColumn)}
	for i := range geo.Size {
		box := i
		if scan == solve.ByRow { // stack by stack
			box = i%geo.Bands()*geo.Stacks() + i/geo.Bands()
		}
		v.lines, v.across, v.boxes = append(v.lines, geo.RowHouse(i)), append(v.across, geo.ColHouse(i)), append(v.boxes, geo.BoxHouse(box))
	}
	if scan == solve.ByRow {
		v.lines, v.across = v.across, v.lines
	}
	return v
}

func newTutorial(ctx context.Context, p *board.Grid, opt solve.Options, v version) *tutorial {
	return &tutorial{Tally: solve.NewTally(ctx, opt), order: newViewOrder(p.Geometry(), opt.Scan), version: v}
}

// run starts the version on a puzzle. A node is a call of its function.
func (t *tutorial) run(p *board.Grid) solve.Result {
	b := board.Board{Grid: *p}
	if t.version == incrementalVersion {
		t.getCandid(&b)
	}
	if b.Check() == nil {
		t.sudoSolver(b)
	}
	t.End(solve.Exhausted)
	return t.Result(solve.Stats{Nodes: t.calls, Guesses: t.splits, Counters: []solve.Counter{
		{Name: "calls", Value: t.calls},
		{Name: "guesses", Value: t.guesses},
		{Name: "hidden fills", Value: t.hidden},
		{Name: "naked fills", Value: t.naked},
		{Name: "getCandid calls", Value: t.getCandids},
		{Name: "newCandid calls", Value: t.newCandids}, // those of getCandid, one a clue, left out
		{Name: "newSudo calls", Value: t.newSudos},
		{Name: "fail returns", Value: t.fails},
		{Name: "deepest call", Value: int64(t.deepest)},
		{Name: "wrong full grids", Value: t.rejected},
		{Name: "deletions", Value: t.deletions}, // those of newCandid, and of getCandid, which does the same for each filled cell
	}})
}

// sudoSolver is the function of a version, which calls itself. It does passes until
// one fills nothing.
func (t *tutorial) sudoSolver(b board.Board) {
	if !t.GoOn(t.calls) {
		return
	}
	t.Pause = 0 // a call may fill many cells: check the context before each
	t.calls++
	t.deepest = max(t.deepest, t.depth+1)
	for filled := true; filled; {
		if t.version != incrementalVersion {
			t.getCandid(&b)
		}
		before := t.hidden + t.naked
		if t.newSudo(&b) {
			t.fails++
			return
		}
		filled = t.hidden+t.naked > before
	}
	t.finish(&b)
}

// newSudo is the pass of a version over the board; the first has none.
func (t *tutorial) newSudo(b *board.Board) (fail bool) {
	if t.version == backtrackVersion {
		return false
	}
	t.newSudos++
	switch t.version {
	case singlesVersion:
		t.newSudoNaked(b)
	case hiddenVersion:
		t.newSudoHidden(b)
	default:
		return t.newSudoFailing(b)
	}
	return false
}

// finish is the common end of all versions, when newSudo has nothing more to fill: they
// return a full grid, and guess otherwise.
func (t *tutorial) finish(b *board.Board) {
	for _, c := range t.order.cells {
		if b.At(c) == 0 {
			t.guess(b, c)
			return
		}
	}
	if !t.believe && b.Check() != nil {
		t.rejected++
		return
	}
	t.Event(solve.Event{Kind: solve.Solved}, t.depth, &b.Grid)
	t.Found(&b.Grid, t.untried > 0)
	t.End(solve.LimitReached) // the first solution is what all versions return
}

// guess tries the candidates of a cell in ascending order.
func (t *tutorial) guess(b *board.Board, c board.Cell) {
	rest := b.Candidates(c).Len()
	switch {
	case rest == 0:
		t.Event(solve.Event{Kind: solve.Dead, Cell: c}, t.depth, &b.Grid)
	case rest > 1:
		t.splits++
	}
	t.depth++
	for d := range b.Candidates(c).All() {
		rest--
		t.guesses++
		child := *b
		t.set(&child, c, d)
		t.Event(solve.Event{Kind: solve.Guess, Cell: c, Digit: d}, t.depth, &child.Grid)
		t.untried += rest
		t.sudoSolver(child)
		t.untried -= rest
		if t.Ended() {
			return
		}
		t.Event(solve.Event{Kind: solve.Revert, Cell: c, Digit: d}, t.depth, &b.Grid)
	}
	t.depth--
}

// set writes a digit. In all versions but the last, the candidates are then out
// of date until getCandid is called.
func (t *tutorial) set(b *board.Board, c board.Cell, d board.Digit) {
	if t.version != incrementalVersion {
		b.Set(c, d)
		return
	}
	t.newCandids++ // the tutorial's newCandid
	t.deletions++
	b.Place(c, d)
}

func (t *tutorial) getCandid(b *board.Board) {
	t.getCandids++
	t.deletions += int64(b.Clues())
	*b = board.NewBoard(&b.Grid)
}

// fillHidden fills the only place of a digit in a house, if it has only one among the
// candidates of a board.
func (t *tutorial) fillHidden(b, among *board.Board, h board.House, d board.Digit) {
	n, place := 0, board.Cell(0)
	for _, c := range b.Geometry().HouseCells(h) {
		if among.Candidates(c).Has(d) {
			place = c
			n++
		}
	}
	if n == 1 {
		t.write(b, place, d, &t.hidden)
	}
}

// fillBoxes fills the only places of a digit in the boxes. Where they are is
// read from a copy of the candidates made before the first fill (candidN in
// the tutorial) and so stays behind: a digit can come twice into a row or
// column that has no other place for it, which happens in dead branches only,
// since in a branch with a solution both places would be right.
func (t *tutorial) fillBoxes(b *board.Board, d board.Digit) {
	candidN := *b
	for _, h := range t.order.boxes {
		t.fillHidden(b, &candidN, h, d)
	}
}

// fillNaked fills a blank that has only one candidate, and reports whether the
// cell is dead.
func (t *tutorial) fillNaked(b *board.Board, c board.Cell) (dead bool) {
	cands := b.Candidates(c)
	if b.At(c) == 0 && cands.Single() {
		t.write(b, c, cands.First(), &t.naked)
	}
	return b.At(c) == 0 && cands == 0
}

// write fills a cell because nothing else fits, and counts that.
func (t *tutorial) write(b *board.Board, c board.Cell, d board.Digit, count *int64) {
	*count++
	t.set(b, c, d)
	if t.version == hiddenVersion {
		t.getCandid(b)
	}
	t.Event(solve.Event{Kind: solve.Forced, Cell: c, Digit: d}, t.depth, &b.Grid)
}

// newSudoNaked fills the first naked single there is.
func (t *tutorial) newSudoNaked(b *board.Board) {
	before := t.naked
	for _, c := range t.order.cells {
		t.fillNaked(b, c)
		if t.naked > before {
			return
		}
	}
}

func (t *tutorial) newSudoHidden(b *board.Board) {
	for d := range b.Geometry().All.All() {
		for _, houses := range [...][]board.House{t.order.lines, t.order.across} {
			for _, h := range houses {
				t.fillHidden(b, b, h, d)
			}
		}
		t.fillBoxes(b, d)
	}
	for _, c := range t.order.cells {
		t.fillNaked(b, c)
	}
}

func (t *tutorial) newSudoFailing(b *board.Board) (fail bool) {
	for d := range b.Geometry().All.All() {
		for i := range t.order.lines {
			t.fillHidden(b, b, t.order.lines[i], d)
			t.fillHidden(b, b, t.order.across[i], d)
		}
		t.fillBoxes(b, d)
	}
	for _, c := range t.order.cells {
		if t.fillNaked(b, c) {
			t.Event(solve.Event{Kind: solve.Dead, Cell: c}, t.depth, &b.Grid)
			return true
		}
	}
	return false
}

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
