package study

import (
	"context"
	"errors"
	"iter"
	"math"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"gradoku/board"
	"gradoku/corpus"
	"gradoku/literature"
)

func list(items []Item) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		for _, item := range items {
			if !yield(item, nil) {
				return
			}
		}
	}
}

// testItems are the founding document's puzzles with stars and times.
func testItems() []Item {
	var items []Item
	for _, r := range literature.TimedPuzzles() {
		items = append(items, Item{r.Puzzle, r.Fields})
	}
	return items
}

// TestWorkersMakeNoDifference: any number of workers, the same samples.
func TestWorkersMakeNoDifference(t *testing.T) {
	var collections []*Collection
	for _, workers := range []int{1, 5} {
		c, err := Collect(t.Context(), list(testItems()), CollectOptions{Labels: []string{"stars", "seconds"}, Runs: 3, Seed: 4, Workers: workers})
		must(t, err)
		collections = append(collections, c)
	}
	if diff := cmp.Diff(collections[0], collections[1], cmpopts.EquateNaNs(), cmp.AllowUnexported(Collection{}, Label{})); diff != "" {
		t.Error(diff)
	}
	c := collections[0]
	if got := c.Labels[1]; !got.Log || math.Abs(got.values[0]-math.Log(983)) > 1e-12 || c.Labels[0].Log || c.Labels[0].values[4] != 4 {
		t.Errorf("labels %+v", c.Labels)
	}
}

// TestNothingIsLostSilently: what cannot be studied is counted with its reason.
func TestNothingIsLostSilently(t *testing.T) {
	parse := func(s string) board.Grid {
		g, err := board.Parse(s)
		must(t, err)
		return g
	}
	items := []Item{
		{parse(".234341221434321"), []corpus.Field{{Name: "level", Value: "easy"}}},
		{parse("................"), nil},
		{parse("11.............."), nil},
		{parse("1234341221434321"), nil},
	}
	var told []int
	c, err := Collect(t.Context(), list(items), CollectOptions{Labels: []string{"level"}, Runs: 1, Workers: 1, Tell: func(n int) { told = append(told, n) }})
	must(t, err)
	if diff := cmp.Diff([]int{0, 1, 2, 3, 4}, told); diff != "" {
		t.Errorf("told of progress: %s", diff)
	}
	want := LeftOut{"several solutions": 1, "no solution": 1, "nothing blank": 1}
	if diff := cmp.Diff(want, c.Excluded); diff != "" || c.N != 1 {
		t.Errorf("%d samples, left out: %s", c.N, diff)
	}
	if c.Labels[0].values != nil || c.Labels[0].Known != 1 {
		t.Errorf("a label in words: %+v", c.Labels[0])
	}
	if _, err := Collect(t.Context(), list(items[1:]), CollectOptions{}); !errors.Is(err, ErrNothing) {
		t.Errorf("nothing to study: %v", err)
	}
	var noLabel *NoLabelError
	if _, err := Collect(t.Context(), list(items), CollectOptions{Labels: []string{"x"}}); !errors.As(err, &noLabel) || noLabel.Name != "x" {
		t.Errorf("no such label: %v", err)
	}
	if c, err := Collect(t.Context(), list(testItems()), CollectOptions{Labels: []string{"seconds", "stars", "sec"}, Runs: 1}); err != nil || len(c.Labels) != 2 {
		t.Errorf("a label that is asked for twice: %d labels, %v", len(c.Labels), err)
	}
	for name, wrong := range map[string]string{"": "no puzzle has", "x": "no puzzle has", "stars": "has text values"} {
		words := testItems()
		for i := range words {
			words[i].Labels = []corpus.Field{{Name: "stars", Value: "many"}}
		}
		if _, err := Collect(t.Context(), list(words), CollectOptions{Labels: []string{"stars"}, Logs: []string{name}, Runs: 1}); err == nil || !strings.Contains(err.Error(), wrong) {
			t.Errorf("logarithm of %q: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Collect(ctx, list(items), CollectOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}

// endingContext ends when it has been asked so many times.
type endingContext struct {
	context.Context
	asked, ends atomic.Int64
}

func (e *endingContext) Err() error {
	if e.asked.Add(1) > e.ends.Load() {
		return context.Canceled
	}
	return nil
}

// TestInterruptEndsOnePuzzle, and does not wait for its measures: of a puzzle
// that takes hundreds of questions hardly any are asked after the end.
func TestInterruptEndsOnePuzzle(t *testing.T) {
	hard, err := board.Parse("4.3..2....6...7.3.....5.....7...6.8.6....9...9..81.....4....31..8.4....2.916.3..7")
	must(t, err)
	items := []Item{{Puzzle: hard}}
	asked := func(ends int64) (int64, error) {
		ctx := &endingContext{Context: t.Context()}
		ctx.ends.Store(ends)
		_, err := Collect(ctx, list(items), CollectOptions{Runs: 3, Workers: 1})
		return ctx.asked.Load(), err
	}
	all, err := asked(math.MaxInt64)
	if err != nil || all < 200 {
		t.Fatalf("%d questions, %v", all, err)
	}
	for _, ends := range []int64{5, 50, all / 2} {
		if n, err := asked(ends); n > ends+20 || err == nil && n <= all {
			t.Errorf("ended at question %d, it asked %d: %v", ends, n, err)
		}
	}
}

func TestColumnFor(t *testing.T) {
	fields := []corpus.Field{{Name: "id"}, {Name: "mean_seconds"}, {Name: "ER"}, {Name: "sukaku_ER"}}
	for wish, want := range map[string]string{"seconds": "mean_seconds", "er": "ER", "ER": "ER", "e": "", "none": ""} {
		if got := ColumnFor(wish, fields); got != want {
			t.Errorf("%s: %q, want %q", wish, got, want)
		}
	}
}

// TestTimesWithUnits: as they are written in logs, in the unit of the column.
func TestTimesWithUnits(t *testing.T) {
	for text, want := range map[string]float64{
		"303": 303, "5:03": 303, "05:03": 303, "0:05:03": 303, "1:05:03": 3903, "75:03": 4503, "5:03,5": 303.5, "16min23s": 983, "16 min 23 sec": 983, "16m23s": 983, "1h2m3.5s": 3723.5, "12,5": 12.5,
		"1204": 1204, "1204,5": 1204.5, "0,204": 0.204, "1,20": 1.2,
		"1,204": -1, "-1,204": -1, "1,204,000": -1, "5:75": -1, "1:75:03": -1, "5:3": -1, "inf": -1, "1e308": -1, "-1e308": -1, "5:03 or so": -1, "": -1, "1:2:3:04": -1,
	} {
		v, err := ReadTime(text)
		if err != nil {
			v = -1
		}
		if v != want {
			t.Errorf("%q: %v, want %v (%v)", text, v, want, err)
		}
	}
	for name, want := range map[string]float64{"seconds": 303, "mean_minutes": 5.05, "Zeit": 303} {
		r := labelReader{wish: name, name: name, texts: []string{"5:03", "inf", "1e308", "5:03"}}
		l, err := r.label(true, nil, nil)
		if left := `2 (not a usable number: "inf", "1e308")`; err != nil || !l.Log || l.LeftOut() != left || math.Abs(l.values[0]-math.Log(want)) > 1e-12 {
			t.Errorf("%s: %+v, %v", name, l, err)
		}
	}
}
