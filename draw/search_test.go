package draw

import (
	"strings"
	"testing"

	"gradoku/board"
)

// Clues, digits on trial and implied ones differ in more than colour; a blank without
// a candidate is shaded.
func TestSearch(t *testing.T) {
	puzzle := parse(t, "1....2....3....4")
	now := *puzzle
	geo := puzzle.Geometry()
	tried, implied := geo.CellAt(1, 0), geo.CellAt(3, 1)
	now.Set(tried, 4)
	now.Set(implied, 3)
	p := New(puzzle, Options{Search: &Search{Grid: now, Tried: board.SetOf(tried), Title: "step 2 of moler", Caption: "r4c2 must be 3."}})
	if p.Title != "4x4 Sudoku, 4 clues, step 2 of moler" || !strings.HasSuffix(p.Description, "\nr4c2 must be 3.") {
		t.Errorf("title %q, description %q", p.Title, p.Description)
	}
	shades := map[board.Cell]RGB{}
	for _, r := range p.Shades {
		shades[geo.CellAt(int(r.Y), int(r.X))] = r.Fill
	}
	b := board.NewBoard(&now)
	for c, texts := range textsAt(geo, p) {
		x, clue := texts[0], puzzle.At(c) != 0
		if len(texts) != 1 || x.Body != now.At(c).String() || (x.Style == Bold) != clue {
			t.Errorf("%s: %+v", geo.CellName(c), texts)
		}
		if c == tried && x.Fill != blue || c == implied && x.Fill != green || clue && x.Fill != black {
			t.Errorf("%s: colour %06x", geo.CellName(c), uint32(x.Fill))
		}
	}
	for i := range geo.Cells {
		c, want := board.Cell(i), RGB(0)
		switch {
		case c == tried:
			want = paleBlue
		case now.At(c) == 0 && b.Candidates(c) == 0:
			want = amber
		}
		if shades[c] != want {
			t.Errorf("%s: shade %06x, want %06x", geo.CellName(c), uint32(shades[c]), uint32(want))
		}
	}
	if len(shades) < 2 {
		t.Error("the test has no dead cell")
	}
	left := len(New(puzzle, Options{Candidates: true, Search: &Search{Grid: now}}).Texts)
	for i := range geo.Cells {
		left -= b.Candidates(board.Cell(i)).Len()
	}
	if left != now.Clues() {
		t.Errorf("%d texts that are no candidates, want %d", left, now.Clues())
	}
}

// The candidates that stand out are those alone in their cells.
func TestSingles(t *testing.T) {
	puzzle := parse(t, ".2.34......4..2.")
	b := board.NewBoard(puzzle)
	geo := puzzle.Geometry()
	p := New(puzzle, Options{Candidates: true, Singles: true})
	want := 0
	for c, texts := range textsAt(geo, p) {
		alone := puzzle.At(c) == 0 && b.Candidates(c).Single()
		if alone {
			want++
		}
		for _, x := range texts {
			if (x.Fill == vermilion) != alone || alone && x.Style != Bold {
				t.Errorf("%s: %+v", geo.CellName(c), x)
			}
		}
	}
	if want == 0 || len(p.Shades) != want {
		t.Errorf("%d cells shaded, %d have one candidate", len(p.Shades), want)
	}
	if plain := New(puzzle, Options{Candidates: true}); len(plain.Shades) != 0 {
		t.Error("singles stand out unasked")
	}
}
