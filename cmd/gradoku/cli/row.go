package cli

import (
	"gradoku/corpus"
	"gradoku/grade"
)

// GradeValues returns the values of a grade in the order in which every output
// writes them.
func GradeValues(clues int, g *grade.Grade) []corpus.Value {
	return []corpus.Value{
		corpus.Int("clues", clues),
		corpus.Int("blanks", g.Blanks),
		corpus.Int("freedom", g.Freedom),
		tenthsOrNull("scan", g.Scan),
		corpus.Int("x", g.X),
		corpus.Int("y", g.Y),
		corpus.Text("letter_printed", string(rune(g.LetterPrinted))),
		corpus.Text("letter_fitted", string(rune(g.LetterFitted))),
		tenthsOrNull("rating", g.Rating),
		corpus.Bool("at_least", g.AtLeast),
		tenthsOrNull("pearl", g.Pearl),
		tenthsOrNull("diamond", g.Diamond),
		TextOrNull("hardest", g.Hardest),
		TextOrNull("level", g.Level),
		corpus.Bool("solved_by_logic", g.SolvedByLogic),
		corpus.Counts("techniques", techniqueCounts(g)),
	}
}

// techniqueCounts are the techniques that a grade used, in the order of the table;
// not nil.
func techniqueCounts(g *grade.Grade) []corpus.Count {
	counts := []corpus.Count{}
	for i, t := range grade.Techniques() {
		if g.Uses[i] > 0 {
			counts = append(counts, corpus.Count{ID: t.ID, Uses: int(g.Uses[i])})
		}
	}
	return counts
}

func tenthsOrNull(name string, n int) corpus.Value {
	if n == 0 {
		return corpus.Null(name)
	}
	return corpus.Tenths(name, n)
}

// TextOrNull returns a text as a value, null if it is empty.
func TextOrNull(name, s string) corpus.Value {
	if s == "" {
		return corpus.Null(name)
	}
	return corpus.Text(name, s)
}
