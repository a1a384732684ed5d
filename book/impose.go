package book

import (
	"fmt"
	"strings"

	"gradoku/draw"
)

// Impositions are the ways to put two pages next to each other on a sheet of paper: in their
// order, or so that the sheets, printed on both sides, become a booklet when they are folded and
// stapled through the fold.
var Impositions = []string{"2up", "booklet"}

// onSheet returns the paper on which two pages are put, and the largest size of such pages: A4 and A5 if the trim is
// in millimetres or an A size, letter and half of it if it is in inches.
func (s *Spec) onSheet() (paper, page Trim) {
	if strings.HasPrefix(strings.ToUpper(s.Trim.Name), "A") || strings.HasSuffix(s.Trim.Name, "m") { // 170x240mm
		return Trim{W: 297 * mm, H: 210 * mm}, must(ParseTrim("A5"))
	}
	return Trim{W: 11 * inch, H: 8.5 * inch}, must(ParseTrim("5.5x8.5"))
}

// imposed returns the sides of the sheets on which the pages are put, without links and bookmarks,
// since their places on paper have another order.
func (b *Book) imposed() (sides []draw.Page) {
	trim, n, booklet := b.Spec.Trim, len(b.Pages), b.Spec.Impose == Impositions[1]
	if booklet {
		n = (n + 3) / 4 * 4
	}
	paper, _ := b.Spec.onSheet()
	for i := range (n + 1) / 2 {
		pair := [2]int{2 * i, 2*i + 1}
		switch {
		case booklet && i%2 == 0:
			pair = [2]int{n - 1 - i, i}
		case booklet: // the back of a sheet
			pair = [2]int{i, n - 1 - i}
		}
		side := draw.Page{Right: paper.W, Bottom: paper.H, Fonts: b.Pages[0].Fonts, Label: fmt.Sprint(i + 1)}
		for k, n := range pair {
			if n < len(b.Pages) { // others are blank
				side.Impose(&b.Pages[n], paper.W/2-float64(1-k)*trim.W, (paper.H-trim.H)/2, 1)
			}
		}
		sides = append(sides, side)
	}
	return sides
}
