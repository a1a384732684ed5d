package store

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gradoku/grade"
)

// TestPages: the pages of a listing, one after another, are the whole of it in its
// order, each puzzle once.
func TestPages(t *testing.T) {
	t.Parallel()
	d, all := library(t)
	rapid.Check(t, func(r *rapid.T) {
		f := drawFilter(r)
		f.Run, f.Offset, f.Limit = 0, 0, rapid.IntRange(1, 60).Draw(r, "page")
		f.Order = rapid.SampledFrom([]string{"", "id", "-rating", "rating", "clues", "freedom", "-freedom", "scan", "random"}).Draw(r, "order")
		plain := f
		plain.Limit = 0
		want := selected(plain, all)
		var got []Puzzle
		for after, more := "", true; more; more = after != "" {
			page, next, err := d.Page(t.Context(), f, after)
			if err != nil {
				r.Fatal(err)
			}
			got, after = append(got, page...), next
			if len(page) > f.Limit || len(got) > len(want) {
				r.Fatalf("%d puzzles on a page of %d, %d of %d", len(page), f.Limit, len(got), len(want))
			}
		}
		if !slices.Equal(ids(got), ids(want)) {
			r.Errorf("%+v\ngot  %v\nwant %v", f, ids(got), ids(want))
		}
	})
}

// TestBadCursors: what is no cursor of the listing is refused, not guessed at.
func TestBadCursors(t *testing.T) {
	d, _ := library(t)
	for _, c := range []struct{ order, cursor string }{
		{"id", "x"},
		{"id", "id__0"},
		{"id", "id__-4"},
		{"id", "rating_23_4"},
		{"rating", "rating_x_4"},
		{"rating", "rating_-7_4"},
		{"random", "random_00_4"},
		{"random", "random_zz_4"},
		{"id", strings.Repeat("id__1", 1000)},
		{"nonsense", ""},
		{"id", "id__99999999999999999999"},
	} {
		if _, _, err := d.Page(t.Context(), Filter{Order: c.order, Limit: 5}, c.cursor); !errors.Is(err, ErrFilter) {
			t.Errorf("order %q, cursor %.40q: %v", c.order, c.cursor, err)
		}
	}
}

// TestFacets counts in Go what the database counts.
func TestFacets(t *testing.T) { onEveryEngine(t, testFacets) }

func testFacets(t *testing.T) {
	d, all := library(t)
	for _, f := range []Filter{{}, {Selection: Selection{Run: 2}}, {Selection: Selection{Selection: grade.Selection{Clues: grade.Span{From: 20}}}}, {Selection: Selection{Where: Condition{Text: "level = 'hard' or clues < 30"}}}} {
		got, err := d.Facets(t.Context(), f)
		must(t, err)
		var n, graded int64
		levels, kinds, printed, fitted := map[string]int64{}, map[Kind]int64{}, map[string]int64{}, map[string]int64{}
		for _, p := range all {
			if !selects(f, p) || f.Where.Text != "" && p.Grade.Level != "hard" && p.Clues >= 30 {
				continue
			}
			n++
			levels[p.Grade.Level]++
			kinds[Kind{p.Size, p.Grade.Level}]++
			if p.Grader != 0 {
				graded++
				printed[string(p.Grade.LetterPrinted)]++
				fitted[string(p.Grade.LetterFitted)]++
			}
		}
		if got.Puzzles != n || got.Graded != graded || n == 0 {
			t.Errorf("%+v: %d puzzles, %d graded, not %d, %d", f, got.Puzzles, got.Graded, n, graded)
		}
		if !maps.Equal(got.Kinds, kinds) || !maps.Equal(got.Printed, printed) || !maps.Equal(got.Fitted, fitted) {
			t.Errorf("%+v: kinds %v, want %v; letters %v and %v, want %v and %v", f, got.Kinds, kinds, got.Printed, got.Fitted, printed, fitted)
		}
		for level, n := range levels {
			if got.Levels[level] != n {
				t.Errorf("%+v: %d of level %q, not %d", f, got.Levels[level], level, n)
			}
		}
	}
}
