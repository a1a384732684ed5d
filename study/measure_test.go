package study

import (
	"cmp"
	"context"
	"slices"
	"testing"

	"gradoku/board"
	"gradoku/corpus"
	"gradoku/predict"
)

// TestDictionariesNameTheColumns: each table has the columns of its dictionary, in order.
func TestDictionariesNameTheColumns(t *testing.T) {
	p, err := board.Parse("000000023030050040000003700000302650050040072007600000008500960540180200900060001")
	if err != nil {
		t.Fatal(err)
	}
	items := func(yield func(Item, error) bool) { yield(Item{Puzzle: p}, nil) }
	for m, err := range Measure(context.Background(), items, MeasureOptions{Runs: 1, Steps: true, Waves: true}) {
		if err != nil {
			t.Fatal(err)
		}
		for name, table := range map[string]struct {
			rows       []corpus.Row
			dictionary [][]string
		}{"metrics": {[]corpus.Row{m.Row()}, Dictionary()}, "steps": {m.StepRows(), StepDictionary()}, "waves": {m.WaveRows(), WaveDictionary()}} {
			var columns, said []string
			for _, v := range table.rows[0].Values {
				columns = append(columns, v.Name)
			}
			for _, row := range table.dictionary {
				said = append(said, row[0])
				if len(row) != len(DictionaryColumns) {
					t.Errorf("%s: %v", name, row)
				}
			}
			if name == "metrics" { // everything that a model uses, or what it is computed from
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
