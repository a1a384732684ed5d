package generate

import (
	"gradoku/board"
	"gradoku/grade"
)

// levelPlans are the decisions of [Target.ChooseSearch] about 9x9 puzzles of one level with a
// symmetry, without the sample, which would take longer than the puzzle. A level and symmetry
// that is not listed needs no decision. TestLevelPlans compares them with samples.
var levelPlans = [...]struct {
	level, symmetry string
	clues           int // 0: as few as possible
	walk            bool
}{
	{level: "gentle", symmetry: "none", clues: 34},
	{level: "gentle", symmetry: "rotate180", clues: 34},
	{level: "gentle", symmetry: "mirror-horizontal", clues: 36},
	{level: "gentle", symmetry: "mirror-vertical", clues: 34},
	{level: "gentle", symmetry: "diagonal", clues: 34},
	{level: "gentle", symmetry: "antidiagonal", clues: 34},
	{level: "easy", symmetry: "none", clues: 28},
	{level: "extreme", symmetry: "rotate90", walk: true},
	{level: "extreme", symmetry: "mirror-both", walk: true},
	{level: "extreme", symmetry: "both-diagonals", walk: true},
	{level: "extreme", symmetry: "full", walk: true},
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
		if plan.level == t.Level.IDs[0] && plan.symmetry == t.Symmetry.Name {
			t.Walk, t.Clues = plan.walk, grade.Span{From: plan.clues, To: plan.clues}
		}
	}
	return true
}
