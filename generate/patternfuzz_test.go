package generate

import (
	"strings"
	"testing"

	"gradoku/board"
)

// FuzzParsePattern: a drawing is refused or means cells that are on its grid and
// that its own text means again.
func FuzzParsePattern(f *testing.F) {
	f.Add("#..#.##.#..#.##.")
	f.Add("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	f.Add(strings.Repeat("+---+---+---+\n|.X.|0_1|   |\n", 9))
	f.Add(strings.Repeat("\ufeff# . \t", 128))
	f.Add(strings.Repeat(".", 256))
	f.Fuzz(func(t *testing.T, text string) {
		cells, geo, err := ParsePattern(text)
		if err != nil {
			return
		}
		for c := range cells.All() {
			if int(c) >= geo.Cells {
				t.Fatalf("cell %d is not on the grid of %d", c, geo.Cells)
			}
		}
		if cells.Len() == 0 { // no pattern, which the text of one cannot say
			return
		}
		drawn := Mask{cells, geo}.String()
		again, same, err := ParsePattern(drawn)
		if err != nil || again != cells || same != geo {
			t.Errorf("%q: %v, %v", drawn, again, err)
		}
		PatternFlaws(cells, geo)
		board.SymmetryOf(cells, geo)
	})
}
