package study

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"testing"

	"gradoku/board"
	"gradoku/corpus"
	"gradoku/predict"
)

// TestDictionariesNameTheColumns: each table has the columns of its dictionary, in order.
func TestDictionariesNameTheColumns(t *testing.T) {
	p, err := board.Parse("000000023030050040000003700000302650050040072007600000008500960540180200900060001")
	must(t, err)
	items := func(yield func(Item, error) bool) { yield(Item{Puzzle: p}, nil) }
	for m, err := range Measure(context.Background(), items, MeasureOptions{Runs: 1, Steps: true, Waves: true}) {
		must(t, err)
		for name, rows := range map[string][]corpus.Row{"measure": {m.Row()}, "steps": m.StepRows(), "waves": m.WaveRows()} {
			var columns, said []string
			for _, v := range rows[0].Values {
				columns = append(columns, v.Name)
			}
			for _, row := range Dictionary() {
				if row[0] == name && row[1] != "label_NAME" {
					said = append(said, row[1])
				}
			}
			if name == "measure" { // everything that a model uses, or what it is computed from
				for _, f := range predict.Features() {
					if key := cmp.Or(f.Metric(), f.Name); !slices.Contains(columns, key) {
						t.Errorf("no column %s", key)
					}
				}
			}
			if !slices.Equal(columns, said) {
				t.Errorf("%s: columns %v, dictionary %v", name, columns, said)
			}
		}
	}
}

// TestReportsAreInTheDictionary: each file of a report and each of its columns; its files and the
// page are at most ten.
func TestReportsAreInTheDictionary(t *testing.T) {
	c := literatureCollection(t)
	c.Labels = append(c.Labels, Label{Name: "level", Known: 5, Order: []string{"easy", "hard"}, values: column{1, 2, 1, 1, 2}})
	r, err := NewReport(t.Context(), c, ReportOptions{})
	must(t, err)
	d := timed(t, 60, 0.5)
	m, tries := d.fit(quickFit)
	of := newReporter(t.Context(), c, ReportOptions{})
	of.c.keys = make([][16]byte, len(d.y))
	of.residuals(&c.Labels[1], tries)
	terms := termTable(&c.Labels[1], m)
	parts := strataTable(&c.Labels[1], m)
	of.report.Sections = []Section{{Tables: []ReportTable{terms, parts}}}
	plays := (&PlayModel{Puzzles: []MeasuredPuzzle{{Plays: 1, Seconds: 60}}}).Report("", nil, &PlayTrial{}, nil)
	for _, r := range []*Report{r, &of.report, plays} {
		if files := r.DataFiles(); len(files) > 9 {
			t.Errorf("%d files and a page", len(files))
		}
		for _, f := range r.DataFiles() {
			if !slices.Contains(ReportFiles(), f.Name+".csv") {
				t.Errorf("no file %s in the dictionary", f.Name)
			}
			for _, column := range f.Rows[0] {
				if !slices.ContainsFunc(Dictionary(), func(row []string) bool {
					stem, any := strings.CutSuffix(row[1], "NAME")
					return row[0] == f.Name && (row[1] == column || any && strings.HasPrefix(column, stem))
				}) {
					t.Errorf("no column %s of %s in the dictionary", column, f.Name)
				}
			}
		}
	}
}
