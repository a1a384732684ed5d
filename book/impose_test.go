package book

import (
	"bytes"
	"math"
	"strings"
	"testing"
)

// TestImpose: a reader of the sheets finds every page's grids where its half of a sheet is.
func TestImpose(t *testing.T) {
	for _, test := range []struct {
		trim, impose string
		pages        [][2]int // on the first three sides, from 1; 0 for the last page, -1 for the one before it
		w, h, page   float64
	}{
		{"A5", "booklet", [][2]int{{0, 1}, {2, -1}, {-2, 3}}, 297 * mm, 210 * mm, 148 * mm},
		{"6x9", "2up", [][2]int{{1, 2}, {3, 4}, {5, 6}}, 11 * inch, 8.5 * inch, 5.5 * inch},
	} {
		s := spec(t, test.trim)
		s.NoLessons, s.Impose = true, test.impose
		b := laidOut(t, s, sections(9, 9))
		if test.impose == "booklet" {
			for len(b.Pages)%4 != 0 { // then no blank is added
				b.Pages = append(b.Pages, b.Pages[1])
			}
		}
		sides := b.imposed()
		for i, pair := range test.pages {
			at := 0
			for k, n := range pair {
				if n <= 0 {
					n += len(b.Pages)
				}
				for _, x := range b.Pages[n-1].Texts {
					got := sides[i].Texts[at]
					if at++; got.Body != x.Body || math.Abs(got.X-(test.w/2+float64(k-1)*test.page+x.X)) > 0.01 || got.Size != x.Size {
						t.Fatalf("%s, side %d, page %d: %+v, want %+v", test.impose, i+1, n, got, x)
					}
				}
			}
			if at != len(sides[i].Texts) || sides[i].Right != test.w || sides[i].Bottom != test.h {
				t.Errorf("%s, side %d has %d texts, not %d, on %v by %v", test.impose, i+1, len(sides[i].Texts), at, sides[i].Right, sides[i].Bottom)
			}
		}
		pdf := written(t, b)
		seen := readBy(t, pdf, read)
		grids := 0
		for i := range seen.pages {
			grids += len(findGrids(&seen.pages[i]))
		}
		if want := 2*9 + 1; grids != want { // puzzles, solutions, and that of the title page
			t.Errorf("%s: %d grids on the sheets, not %d", test.impose, grids, want)
		}
		if _, err := Check(bytes.NewReader(pdf), int64(len(pdf)), nil, 0, "", nil); err == nil || !strings.Contains(err.Error(), "--impose "+test.impose) {
			t.Errorf("the check of sheets says %v", err)
		}
	}
	s := spec(t, "A5")
	s.Impose = "booklet"
	b := laidOut(t, s, sections(2, 4))
	b.Pages = b.Pages[:5]
	if sides := b.imposed(); len(sides) != 4 || len(sides[1].Texts) != len(b.Pages[1].Texts) {
		t.Errorf("five pages are on %d sides", len(sides))
	}
	for _, change := range []func(){func() { s.Printer = "kdp" }, func() { s.Printer, s.PDF.Kind = "", "x1a" }, func() { s.Impose = "3up" }} {
		if change(); s.Check() == nil {
			t.Errorf("%s for %q as %q is taken", s.Impose, s.Printer, s.PDF.Kind)
		}
	}
}

// TestWorksheet: a book without title pages begins with its first puzzle on page 1, ends with its
// solutions, and is in order. Two pages on a sheet have labels of 8 points or more.
func TestWorksheet(t *testing.T) {
	s := spec(t, "letter")
	s.NoTitle, s.NoLessons, s.PerPage, s.Openers = true, true, map[int]int{0: 2}, NoOpeners
	b := laidOut(t, s, many(11))
	if n := len(b.Pages); n != 8 || b.Front != 0 || b.Pages[0].Label != "1" || len(digitsOf(&b.Pages[0])) < 40 {
		t.Errorf("%d pages, %d before the puzzles, the first is %q", n, b.Front, b.Pages[0].Label)
	}
	for _, p := range checked(t, written(t, b)).Problems {
		t.Error(p)
	}
	s.Impose = "2up"
	for _, side := range laidOut(t, s, many(11)).imposed() {
		for _, x := range side.Texts {
			if digitOf(x.Body, nil) == 0 && x.Size < leastLabel-slack {
				t.Errorf("sheet %s: %q has %.1f points", side.Label, x.Body, x.Size)
			}
		}
	}
}
