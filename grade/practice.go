package grade

import (
	"fmt"

	"gradoku/board"
)

// Practice plays a proper puzzle up to the first moment at which a technique is the next
// step: nothing before it on its ladder helps there. The ladder is the one for people, or
// that of the rating for what the other leaves out; see [PracticeLadder]. The position has
// the digits entered so far and all candidates that are left. It reports false when the
// technique never comes up, and returns an error for an unknown ID or another size.
func (gr *Grader) Practice(p *board.Grid, technique string) (Position, bool, error) {
	ladder, err := PracticeLadder(technique)
	if err != nil {
		return Position{}, false, err
	}
	want, err := rowByID(technique)
	if err != nil {
		return Position{}, false, err
	}
	s := &gr.state
	if p.Geometry() != s.geo {
		return Position{}, false, fmt.Errorf("a puzzle of another size was given to a grader for %dx%d", s.geo.Size, s.geo.Size)
	}
	if !s.load(p) {
		return Position{}, false, nil
	}
	s.limit(gr.Budget, gr.Stop)
	at := Position{Givens: *p, Entries: *p}
	for s.blanks > 0 {
		row, ok := gr.find(ladder.rows)
		if !ok || row == lastResort {
			break
		}
		if row == want {
			at.Marks = make([]board.Digits, s.geo.Cells)
			copy(at.Marks, s.cand[:s.geo.Cells])
			return at, true, nil
		}
		if gr.found.digit != 0 {
			at.Entries.Set(gr.found.cell, gr.found.digit)
		}
		gr.apply()
	}
	return Position{}, false, nil
}

// PracticeLadder returns the ladder by which [Grader.Practice] says that a technique is
// next. The last resort is on none: there is nothing to practise.
func PracticeLadder(technique string) (Ladder, error) {
	t, err := TechniqueByID(technique)
	switch {
	case err != nil:
		return Ladder{}, err
	case technique == techniques[lastResort].ID:
		return Ladder{}, fmt.Errorf("%s is no technique that can be practised", technique)
	case t.Score == 0:
		return ladders[0], nil
	}
	return ladders[1], nil
}
