package draw

import (
	"slices"
	"testing"

	"gradoku/board"
	"gradoku/hint"
	"gradoku/internal/boardtest"
)

// TestVariants: the cells of the houses that are shown are shaded below all else, and wide
// lines run exactly where two boxes or regions meet.
func TestVariants(t *testing.T) {
	for _, geo := range boardtest.Variants(t) {
		empty := board.NewGrid(geo)
		page := New(&empty, Options{})
		shaded := geo.Shaded()
		for i, r := range page.Shades {
			if r.Fill != mist || !shaded.Has(geo.CellAt(int(r.Y), int(r.X))) {
				t.Errorf("%v: shade %d is %+v", geo.Variant, i, r)
			}
		}
		if len(page.Shades) != shaded.Len() {
			t.Errorf("%v: %d of %d cells are shaded", geo.Variant, len(page.Shades), shaded.Len())
		}
		print := &Page{Fonts: BookFonts()}
		print.Place(page, 0, 0, 20)
		for _, r := range print.Shades {
			if r.Fill != mist {
				t.Fatalf("%v: a shaded cell is printed in %06x", geo.Variant, int(r.Fill))
			}
		}
		wide := func(x1, y1, x2, y2 int) bool {
			for _, l := range page.Lines {
				if l.Width == 2 && l.X0 <= float64(x1) && l.Y0 <= float64(y1) && l.X1 >= float64(x2) && l.Y1 >= float64(y2) {
					return true
				}
			}
			return false
		}
		for i := 1; i < geo.Size; i++ {
			for k := range geo.Size {
				if wide(k, i, k+1, i) != (geo.Box(geo.CellAt(i-1, k)) != geo.Box(geo.CellAt(i, k))) ||
					wide(i, k, i, k+1) != (geo.Box(geo.CellAt(k, i-1)) != geo.Box(geo.CellAt(k, i))) {
					t.Fatalf("%v: the walls at line %d, cell %d are wrong", geo.Variant, i, k)
				}
			}
		}
	}
	for text, want := range map[string]int{"x": 17, "windoku": 36, "disjoint": 0, "asterisk": 9, "x+windoku": 41} {
		if n := boardtest.Variant(t, text, 9).Shaded(); n.Len() != want {
			t.Errorf("%s: %d cells are shaded, want %d", text, n.Len(), want)
		}
	}
}

// TestHintOfVariant: the picture of a hint shows each house of a variant through which a digit
// is a reason, even a house that the board does not show.
func TestHintOfVariant(t *testing.T) {
	geo := boardtest.Variant(t, "windoku", 9)
	puzzle, _ := boardtest.Proper(t, geo)
	p, found := hint.Position{Givens: puzzle}, 0
	for range 200 {
		told, err := hint.Next(p, hint.Wanted{})
		if err != nil || told.Status != hint.OK {
			break
		}
		shaded := board.CellSet{}
		for _, r := range Hint(&p, &told).Shades {
			if r.Fill != mist {
				shaded.Add(geo.CellAt(int(r.Y), int(r.X)))
			}
		}
		for _, r := range told.Reasons {
			if int(r.House) < 3*geo.Size {
				continue
			}
			found++
			printed := &Page{Fonts: BookFonts()}
			printed.Place(Hint(&p, &told), 0, 0, 20)
			if slices.ContainsFunc(printed.Shades, func(r Rect) bool { return r.Fill == mist }) {
				t.Errorf("%s: on paper, windows look like reasons", told.Text)
			}
			if unseen := geo.HouseSet(r.House).Minus(shaded); !unseen.Empty() {
				t.Errorf("%s: the picture lacks %s", told.Text, geo.HouseName(r.House))
			}
		}
		p.Apply(&told)
	}
	if found == 0 {
		t.Error("no digit is a reason by a house of the variant")
	}
}
