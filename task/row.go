package task

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"gradoku/api"
	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/store"
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
		countsOf("techniques", api.TechniquesOf(g)),
	}
}

// countsOf are counts as a value of a row.
func countsOf(name string, counts api.Counts) corpus.Value {
	list := make([]corpus.Count, len(counts))
	for i, c := range counts {
		list[i] = corpus.Count{ID: c.ID, Uses: c.Uses}
	}
	return corpus.Counts(name, list)
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

// StoredRow is a saved puzzle as formats write it.
func StoredRow(p *store.Puzzle) corpus.Row {
	grades := GradeValues(p.Clues, &p.Grade)
	if p.Grader == 0 { // it has no grade
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
	return corpus.Row{Puzzle: p.Givens, Solution: p.Solution, Values: values}
}

// appRow is a puzzle of an app database as formats write it.
func appRow(p *store.AppPuzzle) corpus.Row {
	row := StoredRow(&p.Puzzle)
	values := []corpus.Value{corpus.Text("key", fmt.Sprintf("%x", p.Canon))}
	for _, v := range row.Values {
		if slices.Contains([]string{"size", "symmetry", "clues"}, v.Name) {
			values = append(values, v)
		}
	}
	g := &p.Grade
	values = append(values, tenthsOrNull("rating", g.Rating), tenthsOrNull("scan", g.Scan), TextOrNull("hardest", g.Hardest), TextOrNull("level", g.Level))
	if m := p.Minutes; m != nil {
		for _, v := range []struct {
			name    string
			minutes float64
		}{{"minutes", m.Median}, {"minutes_low", m.Low}, {"minutes_high", m.High}} {
			values = append(values, corpus.Tenths(v.name, int(math.Round(v.minutes*10))))
		}
	}
	row.Values = values
	return row
}

// AppRecords yields the puzzles of an app database as the records of a file, in the order
// of their ids.
func AppRecords(ctx context.Context, path string) iter.Seq2[corpus.Record, error] {
	return func(yield func(corpus.Record, error) bool) {
		line := 0
		for p, err := range store.AppPuzzles(ctx, path) {
			var rec corpus.Record
			if err == nil {
				row := appRow(&p)
				rec, err = row.Record()
			}
			line++
			rec.Line, rec.Column = line, 1
			if !yield(rec, err) || err != nil {
				return
			}
		}
	}
}

// StoredRecords yields the puzzles of a database as the records of a file, in the order of
// their ids.
func StoredRecords(ctx context.Context, path string) iter.Seq2[corpus.Record, error] {
	return func(yield func(corpus.Record, error) bool) {
		db, err := store.Open(ctx, path, store.ReadOnly)
		if err != nil {
			yield(corpus.Record{}, err)
			return
		}
		defer db.Close()
		line := 0
		for p, err := range db.Puzzles(ctx, store.Filter{}) {
			var rec corpus.Record
			if err == nil {
				row := StoredRow(&p)
				rec, err = row.Record()
			}
			line++
			rec.Line, rec.Column = line, 1
			if !yield(rec, err) || err != nil {
				return
			}
		}
	}
}
