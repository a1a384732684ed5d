package study

import (
	"context"
	"errors"
	"iter"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"gradoku/board"
	"gradoku/corpus"
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

// TestWorkersMakeNoDifference: any number of workers, the same samples.
func TestWorkersMakeNoDifference(t *testing.T) {
	var collections []*Collection
	for _, workers := range []int{1, 5} {
		c, err := Collect(t.Context(), list(LiteratureItems()), Wish{Labels: []string{"stars", "seconds"}, Runs: 3, Seed: 4, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		collections = append(collections, c)
	}
	if diff := cmp.Diff(collections[0], collections[1], cmpopts.EquateNaNs(), cmp.AllowUnexported(Collection{}, Label{}, column{}, texts{})); diff != "" {
		t.Error(diff)
	}
	c := collections[0]
	if got := c.Labels[1]; !got.Log || math.Abs(got.values.at(0)-math.Log(983)) > 1e-12 || c.Labels[0].Log || c.Labels[0].values.at(4) != 4 {
		t.Errorf("labels %+v", c.Labels)
	}
}

// TestNothingIsLostSilently: what cannot be studied is counted with its reason.
func TestNothingIsLostSilently(t *testing.T) {
	parse := func(s string) board.Grid {
		g, err := board.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	items := []Item{
		{parse(".234341221434321"), []corpus.Field{{Name: "level", Value: "easy"}}},
		{parse("................"), nil},
		{parse("11.............."), nil},
		{parse("1234341221434321"), nil},
	}
	var told []int
	c, err := Collect(t.Context(), list(items), Wish{Labels: []string{"level"}, Runs: 1, Workers: 1, Tell: func(n int) { told = append(told, n) }})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{0, 1, 2, 3, 4}, told); diff != "" {
		t.Errorf("told of progress: %s", diff)
	}
	want := map[string]int{"several solutions": 1, "no solution": 1, "nothing blank": 1}
	if diff := cmp.Diff(want, c.Excluded); diff != "" || c.N != 1 {
		t.Errorf("%d samples, left out: %s", c.N, diff)
	}
	if c.Labels[0].values != nil || c.Labels[0].Known != 1 {
		t.Errorf("a label in words: %+v", c.Labels[0])
	}
	if _, err := Collect(t.Context(), list(items[1:]), Wish{}); !errors.Is(err, ErrNothing) {
		t.Errorf("nothing to study: %v", err)
	}
	var noLabel *NoLabelError
	if _, err := Collect(t.Context(), list(items), Wish{Labels: []string{"x"}}); !errors.As(err, &noLabel) || noLabel.Name != "x" {
		t.Errorf("no such label: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Collect(ctx, list(items), Wish{}); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}

func TestColumnFor(t *testing.T) {
	fields := []corpus.Field{{Name: "id"}, {Name: "mean_seconds"}, {Name: "ER"}, {Name: "sukaku_ER"}}
	for wish, want := range map[string]string{"seconds": "mean_seconds", "er": "ER", "ER": "ER", "e": "", "none": ""} {
		if got := columnFor(wish, fields); got != want {
			t.Errorf("%s: %q, want %q", wish, got, want)
		}
	}
}
