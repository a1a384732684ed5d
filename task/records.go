package task

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"gradoku/corpus"
	"gradoku/internal/text"
	"gradoku/store"
)

// appRow returns a puzzle of an app database in the form that formats write.
func appRow(p *store.AppPuzzle) corpus.Row {
	row := StoredRow(&p.Puzzle, false)
	values := []corpus.Value{corpus.Text("key", fmt.Sprintf("%x", p.Canon))}
	for _, v := range row.Values {
		if slices.Contains([]string{"size", "symmetry", "clues"}, v.Name) {
			values = append(values, v)
		}
	}
	g := &p.Grade
	values = append(values, TenthsOrNull("rating", g.Rating), TenthsOrNull("scan", g.Scan), TextOrNull("hardest", g.Hardest), TextOrNull("level", g.Level))
	if p.Minutes != nil {
		values = append(values, minutesOf(p.Minutes)...)
	}
	row.Values = values
	return row
}

// AppRecords yields the puzzles of an app database as the records of a file, ordered by id.
// For a row without a puzzle it yields a [corpus.LineError] and goes on.
func AppRecords(ctx context.Context, path string) iter.Seq2[corpus.Record, error] {
	return func(yield func(corpus.Record, error) bool) {
		line := 0
		for p, err := range store.AppPuzzles(ctx, path) {
			var rec corpus.Record
			if err == nil {
				row := appRow(&p)
				if rec, err = row.Record(); err != nil {
					err = &store.RowError{Puzzle: p.ID, Reason: err.Error()}
				}
			}
			line++
			rec.Line, rec.Column = line, 1
			bad, going := errors.AsType[*store.RowError](err)
			if going {
				rec, err = corpus.Record{}, &corpus.LineError{File: path, Line: line, Column: 1, Reason: text.Visible(bad.Error())}
			}
			if !yield(rec, err) || err != nil && !going {
				return
			}
		}
	}
}

// StoredRecords yields the puzzles of a database as the records of a file, ordered by id.
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
				row := StoredRow(&p, p.Measured.Plays > 0)
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
