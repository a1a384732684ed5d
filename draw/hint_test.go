package draw

import (
	"strings"
	"testing"

	"gradoku/board"
	"gradoku/hint"
)

// TestHint: each depth shades what it tells, the text stands under the grid, and what is
// wrong is shaded in a colour of its own.
func TestHint(t *testing.T) {
	puzzle := parse(t, xyWing)
	geo := puzzle.Geometry()
	shaded := func(page *Page, fill RGB) (cells []board.Cell) {
		for _, r := range page.Shades {
			if r.Fill == fill {
				cells = append(cells, geo.CellAt(int(r.Y), int(r.X)))
			}
		}
		return cells
	}
	p := hint.Position{Givens: *puzzle}
	var removed bool
	for range 60 {
		for _, depth := range hint.Depths() {
			told, err := hint.Next(p, hint.Wanted{Depth: depth})
			if err != nil {
				t.Fatal(err)
			}
			page := Hint(&p, &told)
			if !strings.Contains(page.Description, told.Text) || told.Text == "" {
				t.Errorf("the description %q lacks %q", page.Description, told.Text)
			}
			if told.Status != hint.OK {
				break
			}
			switch depth {
			case hint.Nudge:
				if got := shaded(page, paleAmber); len(got) != geo.Size || len(page.Arrows) > 0 {
					t.Errorf("%s: %d cells and %d arrows", told.Text, len(got), len(page.Arrows))
				}
			case hint.Where:
				if got := shaded(page, amber); len(got) != len(told.Cells) {
					t.Errorf("%s: %v", told.Text, got)
				}
			default:
				removed = removed || len(told.Found.Eliminate) > 0
				if got := shaded(page, paleBlue); (told.Found.Place.Digit != 0) != (len(got) == 1) {
					t.Errorf("%s: %v", told.Text, got)
				}
				p.Apply(&told)
			}
		}
	}
	if !removed {
		t.Error("no step took candidates out")
	}
	blank := board.Cell(strings.IndexByte(puzzle.String(), '.'))
	wrong := hint.Position{Givens: *puzzle, Entries: board.NewGrid(geo)}
	for d := board.Digit(1); d <= 2; d++ { // one of them is wrong
		wrong.Entries.Set(blank, d)
		if told, err := hint.Next(wrong, hint.Wanted{}); err != nil {
			t.Fatal(err)
		} else if got := shaded(Hint(&wrong, &told), paleVermilion); told.Status == hint.WrongEntry && (len(got) != 1 || got[0] != blank) {
			t.Errorf("%s: %v", told.Text, got)
		} else if d == 2 && told.Status == hint.OK && len(got) > 0 {
			t.Errorf("%s: %v is not wrong", told.Text, got)
		}
	}
}

// TestLanguage: a step is told, and rows and columns are named, in the language asked for.
func TestLanguage(t *testing.T) {
	puzzle := parse(t, xyWing)
	german, err := hint.LanguageByName("de")
	if err != nil {
		t.Fatal(err)
	}
	steps := path(t, puzzle)[:1]
	p := hint.Position{Givens: *puzzle}
	told, err := hint.Next(p, hint.Wanted{Lang: "de"})
	if err != nil {
		t.Fatal(err)
	}
	page := New(puzzle, Options{Path: steps, Coordinates: true, Language: german})
	for _, page := range []*Page{Hint(&p, &told), page} {
		seen := map[string]bool{}
		for _, x := range page.Texts {
			seen[x.Body] = true
		}
		if !seen["Z1"] || !seen["Z9"] || !seen["S1"] || !seen["S9"] || seen["r1"] || seen["c1"] {
			t.Errorf("the coordinates are %v", seen)
		}
	}
	if want := german.Sentence(puzzle.Geometry(), &steps[0]); !strings.Contains(page.Description, want) {
		t.Errorf("%q lacks %q", page.Description, want)
	}
}

// TestWideCaption: a text without spaces is broken into lines that the grid has room for.
func TestWideCaption(t *testing.T) {
	text := strings.Repeat("まず候補を書き込んでください。", 5)
	lines := wrap(text, 20)
	for _, line := range lines {
		if n := len([]rune(line)); n > 20 || n < 5 {
			t.Errorf("%q has %d letters", line, n)
		}
	}
	if strings.Join(lines, "") != text {
		t.Errorf("%q", lines)
	}
}
