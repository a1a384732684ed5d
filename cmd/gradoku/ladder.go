package main

import (
	"cmp"
	"fmt"

	"gradoku/api"
	"gradoku/board"
	"gradoku/grade"
)

// The technique order for people gives the solution path that players see, with a score instead of
// a rating.

// ladder is the choice of a ladder, which is an ordered list of techniques.
type ladder struct {
	Ladder ladderName `query:"technique-order" value:"NAME" usual:"se" doc:"try techniques in the order of NAME: se (the rating's) or human (named patterns before chains, as people are shown)"`
}

type ladderName string

// Choices lists the names.
func (ladderName) Choices() (names []string) {
	for _, l := range grade.Ladders() {
		names = append(names, l.Name)
	}
	return names
}

// human reports whether the ladder is the one for people.
func (l *ladder) human() bool { return l.Ladder == grade.HumanLadder }

type humanRecord struct {
	api.HumanGraded
	Input
}

// humanCells returns the table's header and a puzzle's row for the technique order for people.
func humanCells(p *board.Grid, g *gradedPuzzle) (header, cells string) {
	h := g.human
	return "puzzle\tclues\tscore\tsteps\thardest\tlogic", fmt.Sprintf("%s\t%d\t%s\t%d\t%s\t%s", p, p.Clues(),
		humanScore(h), len(g.Steps), cmp.Or(h.Hardest, "none"), logicText(h.Solved))
}

// humanText describes in one line how the technique order for people grades a puzzle.
func humanText(h *grade.HumanPath) string {
	outcome := "solved by the known techniques"
	switch {
	case len(h.Steps) == 0 && h.Solved:
		outcome = errSolved.Error()
	case h.AtLeast:
		outcome = "the search for steps ran out of budget"
	case !h.Solved:
		outcome = "the known techniques do not solve it"
	}
	return fmt.Sprintf("score %s, hardest %s; %s", humanScore(h), cmp.Or(h.Hardest, "none"), outcome)
}

// humanScore writes a score, marked if it is a lower bound.
func humanScore(h *grade.HumanPath) string {
	if h.AtLeast {
		return fmt.Sprintf("≥%d", h.Score)
	}
	return fmt.Sprint(h.Score)
}
