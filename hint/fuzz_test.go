package hint

import (
	"testing"
)

// FuzzHint: whatever a program sends is answered, or refused with an error; and an answer
// can be carried out.
func FuzzHint(f *testing.F) {
	const puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
	f.Add("1..........2..3.", "1.........42..3.", "", "human", "", "full")
	f.Add("1..........2..3.", "", ".234............................................................", "se", "2.6", "nudge")
	f.Add(puzzle, puzzle, "", "", "medium", "where")
	f.Add(puzzle, "", "4", "se", "hard", "")
	f.Add("", "", "", "", "", "")
	f.Fuzz(func(t *testing.T, puzzle, state, candidates, ladder, upTo, depth string) {
		q := Query{
			Puzzle: puzzle, State: state, Candidates: candidates,
			Wanted: Wanted{Ladder: ladder, UpTo: upTo, Depth: Depth(depth)},
		}
		p, err := q.Position()
		if err != nil || p.Givens.Geometry().Size > 9 {
			return
		}
		hint, err := Next(p, q.Wanted)
		if err != nil {
			return
		}
		if hint.Text == "" || hint.Status == "" {
			t.Fatalf("%+v: an answer without words: %+v", q, hint)
		}
		before := p.Board()
		p.Apply(&hint)
		if err := p.Check(); err != nil || (p.Board() != before) != (hint.Status == OK) {
			t.Fatalf("%+v: %s leads to\n%s%v", q, hint.Text, p.grid().String(), err)
		}
	})
}
