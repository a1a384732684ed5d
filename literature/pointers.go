package literature

import (
	"context"

	"gradoku/board"
	"gradoku/solve"
)

// pointerSearch is the "loop backtracking" of problem 4 of "数独中的数学模型" (Mathematical
// models in Sudoku, author unknown, 2012 or later, section 6.4), in the second of its
// two descriptions, the MATLAB program while(isempty1(a)): from the first cell on,
// along the rows, an undetermined a(i,j) gets the candidate that its pointer t{i,j}
// says, firstsolve() renews a a hundred times, and isright(a) says whether that led to
// a contradiction. If so, the next candidate is tried; after the last one the program
// steps back to the last undetermined cell and tries its next candidate. The loop ends
// when all cells are determined.
//
// The order, the pointers and the steps back are theirs. The text leaves open:
//
//   - firstsolve, which it does not give. The section builds on comparison exclusion
//     and the unique-solution method, so ours fills what these two force: a pass of
//     the solver comparison, a hundred times at most. Passes that could fill nothing
//     are left out.
//   - isright: here, that every blank has a candidate.
//   - what becomes of the cells that firstsolve filled when a trial is taken back. The
//     text clears "the current point" alone, which would leave them wrong: here they
//     are cleared too, and a pointer begins anew when its cell is reached again.
//   - a puzzle without a solution: the step back from a(1,1) goes to a(9,9), and the
//     loop never ends. Here it ends.
//   - the printed bounds, which cannot run: t={ii,jj}=1, i==i-1 for i=i-1, i=1 for
//     j=1 after the end of a row.
type pointerSearch struct {
	comparison
	trail []trial

	tries, contradictions, stepsBack int64
}

// trial is a candidate placed on trial.
type trial struct {
	at      int          // the cell's place in the order
	untried board.Digits // candidates that the pointer has not reached yet
	before  board.Board
}

// updates is how often firstsolve runs after a trial.
const updates = 100

// solvePointers is the row "pointers" of the table. Its nodes are the puzzle and the
// trials.
func solvePointers(ctx context.Context, p *board.Grid, opt solve.Options) solve.Result {
	s := pointerSearch{comparison: newComparison(ctx, p, opt)}
	if p.Check() == nil {
		s.loop()
	}
	s.End(solve.Exhausted)
	return s.Result(solve.Stats{Nodes: s.tries + 1, Guesses: s.tries, Counters: []solve.Counter{
		{Name: "tries", Value: s.tries},
		{Name: "contradictions", Value: s.contradictions},
		{Name: "steps back", Value: s.stepsBack},
		{Name: "passes", Value: s.passes},
		{Name: "fills", Value: s.fills},
	}})
}

// loop is the document's loop, from the first cell to the last.
func (s *pointerSearch) loop() {
	at, untried := s.undetermined(0)
	for at < len(s.order) {
		switch {
		case untried != 0:
			if !s.GoOn(s.tries + 1) {
				return
			}
			s.Pause = 0 // a trial may fill many cells: check the context before each
			cell, d := s.order[at], untried.First()
			s.tries++
			s.trail = append(s.trail, trial{at, untried &^ d.Mask(), s.now})
			s.trials = len(s.trail)
			s.now.Place(cell, d)
			s.Event(solve.Event{Kind: solve.Guess, Cell: cell, Digit: d}, s.trials, &s.now.Grid)
			if s.firstsolve() {
				at, untried = s.undetermined(at + 1)
				continue
			}
			s.contradictions++
		case len(s.trail) > 0:
			s.stepsBack++
		default:
			return
		}
		last := s.trail[len(s.trail)-1]
		cell := s.order[last.at]
		d := s.now.At(cell)
		at, untried, s.now = last.at, last.untried, last.before
		s.Event(solve.Event{Kind: solve.Revert, Cell: cell, Digit: d}, s.trials, &s.now.Grid)
		s.trail = s.trail[:len(s.trail)-1]
		s.trials = len(s.trail)
	}
	s.Event(solve.Event{Kind: solve.Solved}, s.trials, &s.now.Grid)
	// A search for further solutions would have to try the rest.
	open := false
	for _, t := range s.trail {
		open = open || t.untried != 0
	}
	s.Found(&s.now.Grid, open)
	s.End(solve.LimitReached) // the loop ends with the first full grid
}

// firstsolve fills what a trial forces; false is isright(a)=0.
func (s *pointerSearch) firstsolve() bool {
	for range updates {
		filled, possible := s.pass()
		if !filled || !possible {
			return possible
		}
	}
	return true
}

// undetermined returns the place of the first blank from a place on, and its
// candidates; the number of cells if all are determined.
func (s *pointerSearch) undetermined(from int) (int, board.Digits) {
	for at := from; at < len(s.order); at++ {
		if c := s.order[at]; s.now.At(c) == 0 {
			return at, s.now.Candidates(c)
		}
	}
	return len(s.order), 0
}
