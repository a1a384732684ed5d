package generate

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"gradoku/board"
	"gradoku/grade"
)

// pattern24 has 24 cells in rotate180.
const pattern24 = `
	. . # | . . # | . . #
	. # . | . . . | . . #
	# . # | . . # | . . .
	------+-------+------
	# . . | . # . | # . .
	. . # | . . . | # . .
	. . # | . # . | . . #
	------+-------+------
	. . . | # . . | # . #
	# . . | . . . | . # .
	# . . | # . . | # . .`

// pattern returns the cells of a drawing.
func pattern(t testing.TB, text string) (board.CellSet, *board.Geometry) {
	t.Helper()
	cells, geo, err := ParsePattern(text)
	must(t, err)
	return cells, geo
}

func TestParsePattern(t *testing.T) {
	want, _ := pattern(t, pattern24)
	flat := strings.ReplaceAll(Mask{want, board.Nine()}.String(), "1", "#")
	for name, text := range map[string]string{
		"flat":        flat,
		"own text":    strings.NewReplacer("#", "1", ".", "0").Replace(flat),
		"crosses":     strings.NewReplacer("#", "x", ".", "_").Replace(flat),
		"stars":       strings.NewReplacer("#", "*").Replace(flat),
		"puzzle line": strings.NewReplacer("#", "7").Replace(flat),
		"windows":     "\ufeff" + strings.ReplaceAll(pattern24, "\n", "\r\n"),
	} {
		got, geo := pattern(t, text)
		if got != want || geo != board.Nine() {
			t.Errorf("%s: %s", name, Mask{got, geo})
		}
	}
	for _, bad := range []string{"", "#..#", strings.Repeat("#", 80), strings.Repeat("#", 300)} {
		if _, _, err := ParsePattern(bad); err == nil || !strings.Contains(err.Error(), "a pattern must have 16, 36, 81, 144 or 256 cells") {
			t.Errorf("%d characters: %v", len(bad), err)
		}
	}
	// Shape would take it for no pattern, and make puzzles of any.
	for _, bad := range []string{strings.Repeat(".", 81), strings.Repeat("0 ", 16)} {
		if _, _, err := ParsePattern(bad); err == nil || !strings.Contains(err.Error(), "no clue") {
			t.Errorf("%d blanks: %v", len(bad), err)
		}
	}
}

// TestImpossiblePatterns: what is called impossible is so. With every clue of
// the pattern standing there are several solutions, whatever the grid.
func TestImpossiblePatterns(t *testing.T) {
	lines := func(blank ...int) string { // rows 0 to 8, columns 9 to 17
		var b strings.Builder
		for i := range 81 {
			ch := "#"
			for _, l := range blank {
				if i/9 == l || i%9 == l-9 {
					ch = "."
				}
			}
			b.WriteString(ch)
		}
		return b.String()
	}
	for _, tt := range []struct{ text, want string }{
		{strings.Repeat("#", 16) + strings.Repeat(".", 65), "it has 16 clues, but no proper 9x9 puzzle has fewer than 17"},
		{lines(0, 2), "rows 1 and 3 of one band are empty"},
		{lines(9+4, 9+5), "columns 5 and 6 of one stack are empty"},
		{lines(6, 7, 8), "rows 7 and 8 of one band are empty"},
		{"##..##..........", "swapping them gives another solution"},
		{"#..#.......#....", "it has 3 clues, but no proper 4x4 puzzle has fewer than 4"},
	} {
		cells, geo := pattern(t, tt.text)
		if flaws := strings.Join(PatternFlaws(cells, geo), "; "); !strings.Contains(flaws, tt.want) {
			t.Errorf("%s: got %s, want %s", tt.text, flaws, tt.want)
		}
		f, s := NewFiller(geo), newStream()
		for i := range uint64(10) {
			s.rekey(1, i)
			full := f.Fill(s.Rand)
			if p := full.Keep(cells); solutions(t, &p) < 2 {
				t.Errorf("%s is called impossible, yet %v is proper", tt.text, p)
			}
		}
	}
	for _, possible := range []string{lines(0, 3), lines(0, 9), lines(2, 3, 9, 12), pattern24} {
		if flaws := PatternFlaws(pattern(t, possible)); flaws != nil {
			t.Errorf("%s: %v", possible, flaws)
		}
	}
}

// TestPatternsOfPuzzlesArePossible: nothing is called impossible that is not.
func TestPatternsOfPuzzlesArePossible(t *testing.T) {
	for _, geo := range board.Sizes() {
		g := generator(t, Shape{Geometry: geo, Symmetry: symmetry(t, "none")})
		for i := range tries(geo.Size) {
			p, err := g.Try(8, i)
			must(t, err)
			if flaws := PatternFlaws(p.Grid.ClueSet(), geo); flaws != nil {
				t.Errorf("%v: %v", p.Grid, flaws)
			}
		}
	}
}

func TestPattern(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		minimal    bool
		tries, hit uint64 // at least so many of the tries find a puzzle
	}{
		{"9", pattern24, false, 30, 20},
		{"9/minimal", pattern24, true, 30, 15},
		{"9/30", "#..#..#...#.#.#.#...#..#.#.#..#..#...#.#.#...#..#..#.#.#..#...#.#.#.#...#..#..#..", false, 20, 15},
		{"4", "#..#.#....#.#..#", false, 20, 10},
		{"6", "#..#...#..#.#.#..#.#..#..#.#...#..#.", false, 20, 10},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cells, geo := pattern(t, tt.text)
			g := generator(t, Shape{Geometry: geo, Symmetry: symmetry(t, "none"), Pattern: cells, Minimal: tt.minimal})
			var hits uint64
			for i := range tt.tries {
				p, err := g.Try(1, i)
				if err != nil {
					var miss *Miss
					if !errors.As(err, &miss) {
						t.Fatal(err)
					}
					continue
				}
				hits++
				checkPuzzle(t, g, &p, fmt.Sprintf("try %d", i))
			}
			if hits < tt.hit {
				t.Errorf("%d of %d tries found a puzzle", hits, tt.tries)
			}
		})
	}
}

// TestHopelessPattern: where nothing can be proved and nothing be found, a try
// ends all the same. Diagonal boxes alone leave many solutions.
func TestHopelessPattern(t *testing.T) {
	cells, geo := pattern(t, strings.Repeat("###......", 3)+strings.Repeat("...###...", 3)+strings.Repeat("......###", 3))
	g := generator(t, Shape{Geometry: geo, Symmetry: symmetry(t, "none"), Pattern: cells})
	for i := range uint64(2) {
		if _, err := g.Try(1, i); !errors.Is(err, missPattern) {
			t.Errorf("got %v", err)
		}
	}
}

func TestPatternMustAgree(t *testing.T) {
	cells, geo := pattern(t, pattern24)
	for _, tt := range []struct {
		opt  Shape
		want string
	}{
		{Shape{Symmetry: symmetry(t, "rotate90")}, "the pattern does not have the symmetry rotate90; its symmetry is rotate180"},
		{Shape{Symmetry: symmetry(t, "none"), Clues: grade.Span{From: 25, To: 25}}, "the pattern has 24 clues, but the request is for 25 clues"},
		{Shape{Symmetry: symmetry(t, "none"), Clues: grade.Span{From: 25, To: 30}}, "the pattern has 24 clues, but the request is for 25 to 30 clues"},
		{Shape{Symmetry: symmetry(t, "none"), Clues: grade.Span{To: 23}}, "the pattern has 24 clues, but the request is for at most 23 clues"},
		{Shape{Symmetry: symmetry(t, "rotate180"), Clues: grade.Span{From: 24, To: 24}}, ""},
	} {
		tt.opt.Geometry, tt.opt.Pattern = geo, cells
		if _, err := New(tt.opt); fmt.Sprint(err) != tt.want && (err != nil || tt.want != "") {
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
}
