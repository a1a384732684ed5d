package study

import (
	"fmt"
	"math"
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
		if err != nil {
			t.Fatal(err)
		}
		l := &col.Labels[0]
		if diff := cmp.Diff(c.want, l.values.known()); diff != "" || l.Known != len(c.want) || l.LeftOut() != c.left {
			t.Errorf("%v: %s, %d known, left out: %s", c.order, diff, l.Known, l.LeftOut())
		}
	}
}

// TestLabelThatIsAMetric is noticed and not ranked, and an ordered label has an AUC.
func TestLabelThatIsAMetric(t *testing.T) {
	items := slices.Repeat(testItems(), 2)
	for i := range items {
		word := []string{"easy", "medium", "hard"}[i%3]
		items[i].Labels = []corpus.Field{{Name: "holes", Value: fmt.Sprint(items[i].Puzzle.Blanks())}, {Name: "level", Value: word}}
	}
	col, err := Collect(t.Context(), list(items), CollectOptions{Labels: []string{"holes", "level"}, Runs: 1, Fast: true})
	if err != nil {
		t.Fatal(err)
	}
	page, table := reportOf(t, col, ReportOptions{Resamples: 50})
	if !strings.Contains(page, "the label holes is clues, apart from scale and origin") {
		t.Error("a label that is a metric is not noticed")
	}
	if strings.Contains(table, "Metrics and holes,clues,") || strings.Contains(table, "Metrics and holes,blank count,") {
		t.Errorf("it is ranked:\n%s", table)
	}
	if !strings.Contains(table, "\nlabel-level,Metrics and level,clues,AUC,") {
		t.Errorf("no AUC:\n%s", table)
	}
}

// TestNumbers: each known number has a line with its interval.
func TestNumbers(t *testing.T) {
	r := Report{Sections: []Section{{ID: "one", Tables: []ReportTable{{
		Title: "Two", Columns: []string{"name", "r", "share", "n"}, Words: 1,
		Rows: [][]Cell{cells("a", interval(0.6241, 0.57, 0.67), share(alone(0.397)), 12), cells("=b", unknown, share(alone(math.NaN())), "<1")},
	}}}}}
	want := "section,table,row,column,value,low,high\none,Two,a,r,0.6241,0.57,0.67\none,Two,a,share,0.397,,\none,Two,a,n,12,,\none,Two,'=b,n,<1,,\n"
	if got, err := r.Numbers(); err != nil || string(got) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
}
