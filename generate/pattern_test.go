package generate

import (
	"strings"
	"testing"

	"gradoku/board"
)

func TestPatternFlaws(t *testing.T) {
	for _, c := range []struct {
		name, pattern string
		want          []string
	}{
		{"one that has puzzles", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", nil},
		{
			"too few clues", "8..........36......7..9.2...5...7.......457.....1...3...1...............9........",
			[]string{"it has 15 clues, no proper 9x9 puzzle has fewer than 17"},
		},
		{"one empty row", strings.Repeat("1", 72) + strings.Repeat(".", 9), nil},
		{
			"empty rows", strings.Repeat("1", 54) + strings.Repeat(".", 27),
			[]string{"rows 7 and 8 of one band are empty: they can change places", "rows 8 and 9 of one band are empty: they can change places"},
		},
		{"empty rows of two bands", strings.Repeat("1", 18) + strings.Repeat(".", 18) + strings.Repeat("1", 45), nil},
		{
			"empty columns", strings.Repeat("..1111", 6),
			[]string{"columns 1 and 2 of one stack are empty: they can change places"},
		},
	} {
		grid, err := board.Parse(c.pattern)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := PatternFlaws(grid.ClueSet(), grid.Geometry()); strings.Join(got, "; ") != strings.Join(c.want, "; ") {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestPatternFlawsOfPuzzles: proper puzzles have patterns without a flaw.
func TestPatternFlawsOfPuzzles(t *testing.T) {
	for _, geo := range board.Sizes()[:3] {
		g := generator(t, Options{Geometry: geo, Symmetry: board.Symmetries()[0]})
		for index := range uint64(40) {
			p, err := g.Try(8, index)
			if err != nil {
				t.Fatal(err)
			}
			if flaws := PatternFlaws(p.Grid.ClueSet(), geo); flaws != nil {
				t.Errorf("%v: %q", p.Grid, flaws)
			}
		}
	}
}
