package task

import (
	"gradoku/api"
	"gradoku/board"
	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/store"
)

// GradeValues returns the values of a grade in the order in which every output
// writes them.
// A variant has no letters.
func GradeValues(puzzle string, clues int, g *grade.Grade) []corpus.Value {
	x, y := corpus.Int("x", g.X), corpus.Int("y", g.Y)
	printed, fitted := corpus.Text("letter_printed", string(rune(g.LetterPrinted))), corpus.Text("letter_fitted", string(rune(g.LetterFitted)))
	if v, _ := board.CutVariant(puzzle); !v.IsZero() {
		x, y, printed, fitted = corpus.Null("x"), corpus.Null("y"), corpus.Null("letter_printed"), corpus.Null("letter_fitted")
	}
	uses := []corpus.Count{}
	for _, c := range api.TechniquesOf(g) {
		uses = append(uses, corpus.Count(c))
	}
	return []corpus.Value{
		corpus.Int("clues", clues),
		corpus.Int("blanks", g.Blanks),
		corpus.Int("freedom", g.Freedom),
		TenthsOrNull("scan", g.Scan),
		x, y, printed, fitted,
		TenthsOrNull("rating", g.Rating),
		corpus.Bool("at_least", g.AtLeast),
		TenthsOrNull("pearl", g.Pearl),
		TenthsOrNull("diamond", g.Diamond),
		TextOrNull("hardest", g.Hardest),
		TextOrNull("level", g.Level),
		corpus.Bool("solved_by_logic", g.SolvedByLogic),
		corpus.Counts("techniques", uses),
	}
}

// TenthsOrNull returns tenths as a value, null if there are none.
func TenthsOrNull(name string, n int) corpus.Value {
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

// StoredRow returns a saved puzzle in the form that formats write. If measured is set, the row
// includes its measured minutes, which are null if it has none.
func StoredRow(p *store.Puzzle, measured bool) corpus.Row {
	grades := GradeValues(p.Givens, p.Clues, &p.Grade)
	if !p.Graded() {
		for i, v := range grades {
			if v.Name != "clues" {
				grades[i] = corpus.Null(v.Name)
			}
		}
	}
	values := append([]corpus.Value{
		corpus.Int("id", int(p.ID)),
		corpus.Int("size", p.Size),
		corpus.Text("symmetry", p.Symmetry),
		corpus.Bool("minimal", p.Minimal),
	}, grades...)
	if m := &p.Measured; measured {
		reliability, plays := corpus.Null("reliability"), corpus.Null("plays")
		if m.Plays > 0 {
			reliability, plays = corpus.Float("reliability", float64(m.Reliability)/100), corpus.Int("plays", m.Plays)
		}
		values = append(values, TenthsOrNull("measured_minutes", m.Minutes), TenthsOrNull("measured_low", m.Low), TenthsOrNull("measured_high", m.High), reliability, plays)
	}
	return corpus.Row{Puzzle: p.Givens, Solution: p.Solution, Values: values}
}
