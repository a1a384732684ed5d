package literature

import (
	"context"

	"gradoku/board"
	"gradoku/solve"
)

// synthesisSearch is the "synthesis" (综合法) of problem 3 of
// "数独中的数学模型" (Mathematical models in Sudoku, author unknown, 2012 or
// later, section 6.3.3), the method that the paper prefers:
//
//  1. each undetermined cell has all possibilities;
//  2. each determined cell takes its digit from its undetermined peers; a peer
//     whose last possibility goes is what the paper's "uniqueness check" is
//     looking for: this direction of the search fails;
//  3. the undetermined cell with the fewest possibilities is determined if it has
//     one, and taken in every direction, recursively, if it has more.
//
// These steps are theirs. Which of several cells with the fewest possibilities comes
// first is ours, since the paper leaves it open: the first along the rows, with
// ascending digits. The paper marks a determined cell by its number of possibilities,
// 0, which is also that of a dead one; here the digit marks it. Equal clues in a
// house take nothing from each other in step 2, and so are refused first.
//
// After the first solution the search continues if more solutions are requested, which
// proves whether the first is unique.
type synthesisSearch struct {
	solve.Tally
	order []board.Cell

	untried int // directions not yet tried in the branches above
	depth   int

	branches, directions, singles, fails int64
}

// solveSynthesis is the row "synthesis" of the table. Its nodes are the puzzle
// and the directions.
func solveSynthesis(ctx context.Context, p *board.Grid, opt solve.Options) solve.Result {
	s := synthesisSearch{Tally: solve.NewTally(ctx, opt), order: cellsOf(p.Geometry(), opt.Scan, solve.ByRow)}
	nodes := int64(0)
	if p.Check() == nil && s.GoOn(0) {
		nodes = 1
		s.start(p)
	}
	s.End(solve.Exhausted)
	return s.Result(solve.Stats{Nodes: nodes + s.directions, Guesses: s.branches, Counters: []solve.Counter{
		{Name: "branches", Value: s.branches},
		{Name: "directions", Value: s.directions},
		{Name: "singles", Value: s.singles},
		{Name: "fails", Value: s.fails},
	}})
}

// start does steps 1 and 2.
func (s *synthesisSearch) start(p *board.Grid) {
	b := board.Board{Grid: *p}
	for _, c := range s.order {
		if p.At(c) == 0 {
			b.SetCandidates(c, p.Geometry().All)
		}
	}
	for _, c := range s.order {
		if p.At(c) != 0 && !s.subtract(&b, c) {
			return
		}
	}
	s.search(b)
}

// search is step 3, repeated as long as there are singles.
func (s *synthesisSearch) search(b board.Board) {
	for {
		c, n := s.fewest(&b)
		switch n {
		case 0:
			s.Event(solve.Event{Kind: solve.Solved}, s.depth, &b.Grid)
			s.Found(&b.Grid, s.untried > 0)
			return
		case 1:
			s.singles++
			s.determine(&b, solve.Forced, c, b.Candidates(c).First())
			if !s.subtract(&b, c) {
				return
			}
		default:
			s.branch(&b, c)
			return
		}
	}
}

// fewest returns the first of the undetermined cells with the fewest
// possibilities, and their number; 0 when all cells are determined.
func (s *synthesisSearch) fewest(b *board.Board) (best board.Cell, n int) {
	for _, c := range s.order {
		if m := b.Candidates(c).Len(); m > 0 && (n == 0 || m < n) {
			best, n = c, m
		}
	}
	return best, n
}

func (s *synthesisSearch) branch(b *board.Board, c board.Cell) {
	s.branches++
	rest := b.Candidates(c).Len()
	s.depth++
	for d := range b.Candidates(c).All() {
		if !s.GoOn(1 + s.directions) {
			return
		}
		s.Pause = 0 // a direction may determine many cells: check the context before each
		rest--
		s.directions++
		child := *b
		s.determine(&child, solve.Guess, c, d)
		s.untried += rest
		if s.subtract(&child, c) {
			s.search(child)
		}
		s.untried -= rest
		if s.Ended() {
			return
		}
		s.Event(solve.Event{Kind: solve.Revert, Cell: c, Digit: d}, s.depth, &b.Grid)
	}
	s.depth--
}

func (s *synthesisSearch) determine(b *board.Board, kind solve.EventKind, c board.Cell, d board.Digit) {
	b.Set(c, d)
	b.SetCandidates(c, 0)
	s.Event(solve.Event{Kind: kind, Cell: c, Digit: d}, s.depth, &b.Grid)
}

// subtract removes the digit of a cell from the possibilities of its peers. It
// returns false when a peer loses its last one.
func (s *synthesisSearch) subtract(b *board.Board, c board.Cell) bool {
	digit := b.At(c).Mask()
	for _, p := range b.Geometry().Peers(c) {
		if b.Candidates(p) == digit {
			s.fails++
			s.Event(solve.Event{Kind: solve.Dead, Cell: p}, s.depth, &b.Grid)
			return false
		}
		b.Eliminate(p, digit)
	}
	return true
}
