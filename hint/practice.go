package hint

import (
	"fmt"

	"gradoku/board"
	"gradoku/grade"
)

// Practice solves a proper puzzle of the grader's size up to the first moment at which a
// technique is the next step of a hint with notes that are [Complete]: no earlier technique of its
// ladder helps there. The ladder is the human one, or the rating's for techniques that the human one leaves out; see
// [PracticeLadder]. The position has the digits entered so far and all remaining candidates.
// It reports false if the technique is never next, and returns an error for an unknown ID or
// another size.
func Practice(gr *grade.Grader, p *board.Grid, technique string) (Position, bool, error) {
	ladder, err := PracticeLadder(technique)
	if err != nil {
		return Position{}, false, err
	}
	b, ok, err := gr.Until(p, ladder.ForHints(), technique)
	if err != nil || !ok {
		return Position{}, false, err
	}
	at := Position{Givens: *p, Entries: b.Grid, Marks: make([]board.Digits, p.Geometry().Cells)}
	for i := range at.Marks {
		at.Marks[i] = b.Candidates(board.Cell(i)) // none of a filled cell
	}
	return at, true, nil
}

// PracticeLadder returns the ladder by which [Practice] decides that a technique is next.
// The last resort is on neither, since there is nothing to practise.
func PracticeLadder(technique string) (grade.Ladder, error) {
	t, err := grade.TechniqueByID(technique)
	switch {
	case err != nil:
		return grade.Ladder{}, err
	case technique == "last-resort":
		return grade.Ladder{}, fmt.Errorf("%s is not a technique that can be practised", technique)
	case t.Score == 0:
		return grade.LadderByName(grade.RatingLadder)
	}
	return grade.LadderByName(grade.HumanLadder)
}
