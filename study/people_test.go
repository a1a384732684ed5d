package study

import (
	"iter"
	"math"
	"os"
	"sync"
	"testing"

	"gradoku/corpus"
	"gradoku/internal/boardtest"
)

// must ends a test that cannot go on after an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// dataFile opens a file of the data folder beside the project, or skips.
func dataFile(tb testing.TB, name string) *os.File {
	tb.Helper()
	f, err := os.Open(boardtest.DataFile(tb, name))
	must(tb, err)
	tb.Cleanup(func() { f.Close() })
	return f
}

// itemsOf are the records of a file, at most so many.
func itemsOf(f *os.File, limit int) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		n := 0
		for r, err := range corpus.Read(f.Name(), f) {
			if n++; n > limit || !yield(Item{r.Puzzle, r.Fields}, err) {
				return
			}
		}
	}
}

// peopleCollection is collected from the times of people and their puzzles, once for all tests.
func peopleCollection(t *testing.T) *Collection {
	t.Helper()
	in := dataFile(t, "human/cloudsudoku-dev.tsv")
	collectedPeople.Do(func() {
		var err error
		collectedPeople.Collection, err = Collect(t.Context(), itemsOf(in, 1<<30), CollectOptions{Labels: []string{"seconds"}, Runs: 3, Seed: 1})
		must(t, err)
	})
	return collectedPeople.Collection
}

var collectedPeople struct {
	sync.Once
	*Collection
}

// TestPeopleAreAgreedWith: the correlations with the minutes of people that the
// project promises.
func TestPeopleAreAgreedWith(t *testing.T) {
	c := peopleCollection(t)
	r := newReporter(t.Context(), c, ReportOptions{})
	want := map[string][2]float64{ // least |r| and |ρ|
		"scan": {0.62, 0.66}, "dependency": {0.50, 0.58}, "person": {0.60, 0.65}, "dependency_hidden": {0.52, 0.61}, "er": {0.43, 0.56}, "left": {0.40, 0.32},
	}
	for k, m := range r.metrics {
		v := newPairs(r.c.values[k], c.Labels[0].values).correlate(nil, new(scratch))
		if least, ok := want[m.Key]; ok && (math.Abs(v[0]) < least[0] || math.Abs(v[1]) < least[1]) {
			t.Errorf("%s: r = %.3f, ρ = %.3f, want at least %v", m.Name, v[0], v[1], least)
		}
	}
	if c.Labels[0].Name != "mean_seconds" || c.Labels[0].Known != c.N || c.N != 767 {
		t.Errorf("%d samples, label %s of %d", c.N, c.Labels[0].Name, c.Labels[0].Known)
	}
}
