package literature

import (
	"testing"

	"gradoku/board"
	"gradoku/internal/boardtest"
	"gradoku/solve"
)

// TestStackByColumn: down the columns, too, each blank is pushed once more than
// popped. On inkala it fills what the recursive backtracker of the MATLAB tutorial
// fills, whose 1,897,907 guesses are known independently.
func TestStackByColumn(t *testing.T) {
	for _, l := range Puzzles() {
		if l.Key == "royle" && !*boardtest.Long {
			continue // as many pushes again as on inkala
		}
		p, solution := literary(t, l.Key)
		r := solveStack(t.Context(), &p, solve.Options{Scan: solve.ByColumn})
		pushes, pops := r.Stats.Counter("pushes"), r.Stats.Counter("pops")
		if pushes-pops != int64(p.Blanks()) || r.First != solution {
			t.Errorf("%s: %d pushes, %d pops, %d blanks", l.Key, pushes, pops, p.Blanks())
		}
		if l.Key == "inkala" && pushes != 1_897_907 {
			t.Errorf("inkala: %d pushes, want 1897907", pushes)
		}
	}
}

// TestStackRunsEmpty: the exit that the document lacks, on proper puzzles with an additional wrong clue.
func TestStackRunsEmpty(t *testing.T) {
	for _, geo := range board.Sizes()[:3] {
		p, solution := boardtest.Proper(t, geo)
		clues := p.ClueSet()
		for i := range p.Digits() {
			c := board.Cell(i)
			q := p
			q.Set(c, solution.At(c)%board.Digit(geo.Size)+1)
			if clues.Has(c) || q.Check() != nil {
				continue
			}
			r := solveStack(t.Context(), &q, solve.Options{})
			if r.Solutions != 0 || r.Status != solve.Exhausted || r.Stats.Counter("pushes") != r.Stats.Counter("pops") {
				t.Errorf("%v: %d solutions, %v, %+v", q, r.Solutions, r.Status, r.Stats.Counters)
			}
		}
	}
}

// TestStackLastDigit: nothing is open after a solution in which every blank
// holds the largest digit.
func TestStackLastDigit(t *testing.T) {
	full := boardtest.Pattern(board.Nine())
	for d, want := range map[board.Digit]solve.Status{9: solve.Exhausted, 8: solve.LimitReached} {
		p := full
		for i, at := range full.Digits() {
			if at == d {
				p.Set(board.Cell(i), 0)
			}
		}
		if r := solveStack(t.Context(), &p, solve.Options{}); r.First != full || r.Status != want {
			t.Errorf("the %vs blanked: %v, want %v", d, r.Status, want)
		}
	}
}

// TestToTheEnd: even the slowest solvers solve a puzzle of each size if they have the time; the
// largest two sizes are tried with -long.
func TestToTheEnd(t *testing.T) {
	for _, geo := range board.Sizes() {
		if geo.Size > 9 && !*boardtest.Long {
			continue
		}
		p, solution := boardtest.Proper(t, geo)
		for _, s := range Solvers() {
			if !s.Slow {
				continue // the conformance suite tests all other solvers to the end
			}
			if r := s.Solve(t.Context(), &p, solve.Options{Limit: 1}); r.First != solution {
				t.Errorf("%s, size %d: %v, want %v", s.Name, geo.Size, r.First, solution)
			}
		}
	}
}
