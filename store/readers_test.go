package store

import (
	"context"
	"errors"
	"iter"
	"testing"

	"gradoku/grade"
)

// readers are all methods that read, called so that each finds something in
// the database of spoken.
var readers = []struct {
	name  string
	table string // without which it cannot answer
	read  func(ctx context.Context, d *DB) error
}{
	{"Check", "puzzle", func(ctx context.Context, d *DB) error { _, err := d.Check(ctx, false, nil); return err }},
	{"Corpora", "corpus", func(ctx context.Context, d *DB) error { _, err := d.Corpora(ctx); return err }},
	{"CorpusByName", "corpus", func(ctx context.Context, d *DB) error { _, err := d.CorpusByName(ctx, "a"); return err }},
	{"CorpusFiles", "corpus_file", func(ctx context.Context, d *DB) error { _, err := d.CorpusFiles(ctx, 1); return err }},
	{"ItemCounts", "corpus_item", func(ctx context.Context, d *DB) error { _, err := d.ItemCounts(ctx, 1, 0); return err }},
	{"Labels", "label", func(ctx context.Context, d *DB) error { _, err := d.Labels(ctx, 1); return err }},
	{"Items", "corpus_item", func(ctx context.Context, d *DB) error { return drain(d.Items(ctx, CorpusFile{ID: 1, CorpusID: 1})) }},
	{"Items of no file", "puzzle", func(ctx context.Context, d *DB) error { return drain(d.Items(ctx, CorpusFile{})) }},
	{"LabelNames", "label", func(ctx context.Context, d *DB) error { _, err := d.LabelNames(ctx); return err }},
	{"LabelsOf", "label", func(ctx context.Context, d *DB) error { _, err := d.LabelsOf(ctx, 1); return err }},
	{"LabelledPuzzles", "label", func(ctx context.Context, d *DB) error { return drain(d.LabelledPuzzles(ctx, []string{"a"})) }},
	{"Exports", "export", func(ctx context.Context, d *DB) error { _, err := d.Exports(ctx); return err }},
	{"Info", "migration", func(ctx context.Context, d *DB) error { _, err := d.Info(ctx); return err }},
	{"Faults", "corpus_item", func(ctx context.Context, d *DB) error { return drain(d.Faults(ctx, CorpusFile{ID: 1, CorpusID: 1})) }},
	{"Known", "puzzle", func(ctx context.Context, d *DB) error { _, err := d.Known(ctx, make([][16]byte, 1)); return err }},
	{"PuzzleByCanon", "puzzle", func(ctx context.Context, d *DB) error { _, err := d.PuzzleByCanon(ctx, fake(0, 1).Canon); return err }},
	{"PuzzleByID", "puzzle", func(ctx context.Context, d *DB) error { _, err := d.PuzzleByID(ctx, 1); return err }},
	{"Mentions", "corpus_item", func(ctx context.Context, d *DB) error { _, err := d.CorpusEntries(ctx, 1); return err }},
	{"Puzzles", "puzzle", func(ctx context.Context, d *DB) error { return drain(d.Puzzles(ctx, Filter{})) }},
	{"CountPuzzles", "puzzle", func(ctx context.Context, d *DB) error { _, err := d.CountPuzzles(ctx, Filter{}); return err }},
	{"Rated", "puzzle", func(ctx context.Context, d *DB) error {
		_, err := d.Rated(ctx, 1, []grade.Selection{{Rating: grade.RatingSet{Ranges: []grade.Range{{From: 10, To: 20}}}}})
		return err
	}},
	{"Ungraded", "puzzle", func(ctx context.Context, d *DB) error { _, err := d.Ungraded(ctx, Filter{}, 0, 100, 10); return err }},
	{"CountUngraded", "puzzle", func(ctx context.Context, d *DB) error { _, err := d.CountUngraded(ctx, Filter{}); return err }},
	{"PlanRemoval", "corpus_item", func(ctx context.Context, d *DB) error { _, err := d.PlanRemoval(ctx, 1); return err }},
	{"Run", "run", func(ctx context.Context, d *DB) error { _, err := d.Run(ctx, 1); return err }},
	{"LastUnfinished", "run", func(ctx context.Context, d *DB) error { _, err := d.LastUnfinished(ctx, "generate"); return err }},
	{"Runs", "run", func(ctx context.Context, d *DB) error { _, err := d.Runs(ctx); return err }},
	{"Sample", "puzzle", func(ctx context.Context, d *DB) error { _, err := d.Sample(ctx, Filter{}, 1, 1); return err }},
}

// drain reads a stream to its end or its first error.
func drain[T any](stream iter.Seq2[T, error]) error {
	for _, err := range stream {
		if err != nil {
			return err
		}
	}
	return nil
}

// spoken has a run and two corpora that say things about the same puzzle.
func spoken(t *testing.T) *DB {
	t.Helper()
	d := create(t)
	run := begin(t, d, wish(1, 10))
	save(t, d, Batch{RunID: run.ID, To: 1, Puzzles: []Puzzle{fake(0, 7)}})
	a, b := imported(t, d, "a", "a"), imported(t, d, "b", "b")
	take(t, d, a, item(1, 1, Label{"se", "1.5"}, Label{"Name", "one"}), item(2, 2))
	take(t, d, b, item(1, 1, Label{"SE", "2"}), item(2, 3, Label{"se", "3"}))
	return d
}

// TestReaders: every reader reads; with a context that has ended it says so, and
// where a table is missing it says that instead of answering with nothing.
func TestReaders(t *testing.T) { onEveryEngine(t, testReaders) }

func testReaders(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	d := spoken(t)
	for _, r := range readers {
		if err := r.read(t.Context(), d); err != nil {
			t.Errorf("%s: %v", r.name, err)
		}
		if err := r.read(ended, d); !errors.Is(err, context.Canceled) {
			t.Errorf("%s with a context that has ended: %v", r.name, err)
		}
	}
	if d.engine == &sqliteEngine {
		exec(t, d, "PRAGMA foreign_keys = OFF")
		exec(t, d, "PRAGMA legacy_alter_table = ON")
	}
	for _, r := range readers {
		exec(t, d, "ALTER TABLE "+r.table+" RENAME TO gone")
		if err := r.read(t.Context(), d); err == nil {
			t.Errorf("%s answers without the table %s", r.name, r.table)
		}
		exec(t, d, "ALTER TABLE gone RENAME TO "+r.table)
	}
	sound(t, d)
}

// TestWhatCorporaSay: of each name the first corpus' word counts, in any
// spelling; corpora can be asked alone.
func TestWhatCorporaSay(t *testing.T) { onEveryEngine(t, testWhatCorporaSay) }

func testWhatCorporaSay(t *testing.T) {
	d := spoken(t)
	names, err := d.LabelNames(t.Context())
	if err != nil || len(names) != 2 {
		t.Errorf("names %q, %v", names, err)
	}
	said, err := d.LabelsOf(t.Context(), 2)
	must(t, err)
	same(t, "what is said about the puzzle of both", said, map[string]string{"se": "1.5", "name": "one"})
	for _, c := range []struct {
		corpora []string
		want    map[int64]int // labels by puzzle
	}{
		{nil, map[int64]int{1: 0, 2: 3, 3: 0, 4: 1}},
		{[]string{"a"}, map[int64]int{2: 2, 3: 0}},
		{[]string{"b"}, map[int64]int{2: 1, 4: 1}},
		{[]string{"a", "b"}, map[int64]int{2: 3, 3: 0, 4: 1}},
		{[]string{"c"}, map[int64]int{}},
	} {
		got := map[int64]int{}
		for p, err := range d.LabelledPuzzles(t.Context(), c.corpora) {
			must(t, err)
			got[p.ID] += len(p.Labels)
		}
		if len(got) != len(c.want) {
			t.Errorf("%q: %v, want %v", c.corpora, got, c.want)
		}
		for id, n := range c.want {
			if got[id] != n {
				t.Errorf("%q: puzzle %d has %d labels, want %d", c.corpora, id, got[id], n)
			}
		}
	}
	known, err := d.Known(t.Context(), [][16]byte{fake(0, 7).Canon, fake(0, 99).Canon})
	if err != nil || !known[fake(0, 7).Canon] || known[fake(0, 99).Canon] {
		t.Errorf("known %v, %v", known, err)
	}
}
