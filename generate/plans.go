package generate

import (
	"slices"
	"strings"

	"gradoku/board"
	"gradoku/grade"
)

// levelPlans are the decisions of [Target.ChooseSearch] about 9x9 puzzles of one level with a
// symmetry, without the sample, which would take longer than the puzzle. A level and symmetry
// that is not listed needs no decision. TestLevelPlans compares them with samples.
var levelPlans = [...]struct {
	level, symmetries string
	clues             int // 0: as few as possible
	walk              bool
}{
	{level: "gentle", symmetries: "none rotate180 mirror-vertical diagonal antidiagonal", clues: 34},
	{level: "gentle", symmetries: "mirror-horizontal", clues: 36},
	{level: "easy", symmetries: "none", clues: 28},
	{level: "extreme", symmetries: "rotate90 mirror-both both-diagonals full", walk: true},
}

// planned applies the plan of a target that asks for one level, and perhaps a symmetry, of 9x9.
// It reports false for all other targets.
func (t *Target) planned() bool {
	others := t.Selection
	others.Level = grade.LevelSet{}
	if len(t.Level.IDs) != 1 || !others.AnyOfShape() || !t.anyClues() || len(t.Quotas) > 0 || t.Sampling != TopDown || t.Grids == FastGrids || t.Shape().Geometry != board.Nine() {
		return false
	}
	for _, plan := range levelPlans {
		if plan.level == t.Level.IDs[0] && slices.Contains(strings.Fields(plan.symmetries), t.Symmetry.Name) {
			t.Walk, t.Clues = plan.walk, grade.Span{From: plan.clues, To: plan.clues}
		}
	}
	return true
}
