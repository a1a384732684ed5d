package study

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestColumns: whatever the number of distinct values, what comes out is what went
// in, and the groups are those of a plain list.
func TestColumns(t *testing.T) {
	nan := math.NaN()
	for _, distinct := range []int{1, 2, 3, 256, 257, 90_000} {
		x := make([]float64, 0, 2*distinct+3)
		for i := range 2*distinct + 3 {
			v := math.Sin(float64((i * 7919) % distinct))
			if i%5 == 4 {
				v = nan
			}
			x = append(x, v)
		}
		c := columnOf(x)
		for i, v := range x {
			if got := c.at(i); got != v && !math.IsNaN(got+v) {
				t.Fatalf("%d values: %v at %d, want %v", distinct, got, i, v)
			}
		}
		known := slices.DeleteFunc(slices.Clone(x), math.IsNaN)
		if got := c.known(nil); !slices.Equal(got, known) || c.n != len(x) {
			t.Errorf("%d values: %d known of %d, want %d of %d", distinct, len(got), c.n, len(known), len(x))
		}
		slices.Sort(known)
		known = slices.Compact(known)
		sameGroups(t, c, x, known)
		sameGroups(t, c.mapped(func(v float64) float64 { return -v }), negated(x), negated(known))
		if plain := c.plain != nil; plain != (distinct > maxCodes) {
			t.Errorf("%d values: plain %v", distinct, plain)
		}
	}
}

// negated returns the list with signs changed and, if sorted, still so.
func negated(x []float64) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = -v
	}
	if slices.IsSorted(x) {
		slices.Reverse(y)
	}
	return y
}

func sameGroups(t *testing.T, c *column, x, values []float64) {
	t.Helper()
	g := c.groups()
	if !slices.Equal(g.values, values) {
		t.Fatalf("%d groups, want %d", len(g.values), len(values))
	}
	for i, v := range x {
		want := int32(-1)
		if !math.IsNaN(v) {
			k, _ := slices.BinarySearch(values, v)
			want = int32(k)
		}
		if got := g.of(i); got != want {
			t.Fatalf("group %d at %d, want %d", got, i, want)
		}
	}
	limit := len(values)
	if got := c.distinct(limit); c.plain == nil && !slices.Equal(got, values) || c.distinct(limit-1) != nil {
		t.Errorf("distinct: %d values, want %d", len(got), limit)
	}
}

// TestTexts come back in order, the empty ones too.
func TestTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOf(rapid.String()).Draw(t, "texts")
		var all texts
		for _, s := range want {
			all.add(s)
		}
		var got []string
		for i, s := range all.each() {
			if i != len(got) {
				t.Fatalf("number %d, want %d", i, len(got))
			}
			got = append(got, s)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%q, want %q", got, want)
		}
	})
}
