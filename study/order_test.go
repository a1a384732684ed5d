package study

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gradoku/corpus"
)

// TestWordsInOrder: words are studied by an order that is known or given, and others are
// left out.
func TestWordsInOrder(t *testing.T) {
	items := testItems()
	for i, word := range []string{"Easy", "hard", "medium", "", "medium"} {
		items[i].Labels = []corpus.Field{{Name: "level", Value: word}, {Name: "mine", Value: word}}
	}
	for _, c := range []struct {
		order []string
		want  []float64
		left  string
	}{
		{nil, []float64{2, 4, 3, 3}, "1 (missing)"},
		{[]string{"medium", "easy"}, []float64{2, 1, 1}, "1 (missing), 1 (not in the order: \"hard\")"},
	} {
		col, err := Collect(t.Context(), list(items[:5]), CollectOptions{Labels: []string{"level"}, Runs: 1, Order: c.order})
		must(t, err)
		l := &col.Labels[0]
		if diff := cmp.Diff(c.want, l.values.known()); diff != "" || l.Known != len(c.want) || l.LeftOut() != c.left {
			t.Errorf("%v: %s, %d known, left out: %s", c.order, diff, l.Known, l.LeftOut())
		}
	}
}

// TestLabelThatIsAMetric: a label that is a metric is noticed, and that metric is not ranked.
func TestLabelThatIsAMetric(t *testing.T) {
	items := slices.Repeat(testItems(), 2)
	for i := range items {
		word := []string{"easy", "medium", "hard"}[i%3]
		items[i].Labels = []corpus.Field{{Name: "holes", Value: fmt.Sprint(items[i].Puzzle.Blanks())}, {Name: "level", Value: word}}
	}
	col, err := Collect(t.Context(), list(items), CollectOptions{Labels: []string{"holes", "level"}, Runs: 1, Fast: true})
	must(t, err)
	page, table := reportOf(t, col, ReportOptions{Resamples: 50})
	if !strings.Contains(page, "the label holes is clues, apart from scale and origin") {
		t.Error("a label that is a metric is not noticed")
	}
	if strings.Contains(table, "correlations,holes,clues,") || strings.Contains(table, "correlations,holes,blanks,") {
		t.Errorf("it is ranked:\n%s", table)
	}
}

// TestDataFiles: a row for each name; files that are no table; tables of one file with
// other columns; untrusted text.
func TestDataFiles(t *testing.T) {
	wide := func(label string, columns []string, rows ...[]Cell) ReportTable {
		return ReportTable{File: "two", About: [][2]string{{"label", label}}, Columns: columns, Rows: rows}
	}
	r := Report{Sections: []Section{{Tables: []ReportTable{
		wide("x", []string{"name", "Pearson r", "n"}, cells(named("A", "a"), interval(0.6241, 0.57, 0.67), 12), cells("=b", noEstimate, "<1")),
		{Columns: []string{"not in a file"}, Rows: [][]Cell{cells(1)}},
	}, Folded: []ReportTable{
		wide("y", []string{"name", "behind in |ρ|"}, cells("c", rounded(-0.5, 1))),
	}}}}
	r.file("three").put([2]string{"group", "g"}, [2]string{"puzzles", "7"})
	want := []DataFile{
		{"three", [][]string{{"group", "puzzles"}, {"g", "7"}}},
		{"two", [][]string{
			{"label", "name", "pearson_r", "pearson_r_low", "pearson_r_high", "n", "behind_in_rho"},
			{"x", "a", "0.6241", "0.57", "0.67", "12", ""},
			{"x", "'=b", "", "", "", "<1", ""},
			{"y", "c", "", "", "", "", "-0.5"},
		}},
	}
	if got := r.DataFiles(); !reflect.DeepEqual(got, want) {
		t.Errorf("%q\nwant\n%q", got, want)
	}
}
