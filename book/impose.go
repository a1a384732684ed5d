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

// onSheet is the paper on which two pages are put: A4 if the trim is in millimetres or an A size,
// letter if it is in inches. Pages that are too large are reduced by the scale.
func (s *Spec) onSheet() (paper Trim, scale float64) {
	paper = Trim{W: 11 * inch, H: 8.5 * inch}
	if strings.HasPrefix(strings.ToUpper(s.Trim.Name), "A") || strings.HasSuffix(s.Trim.Name, "m") { // 170x240mm
		paper = Trim{W: 297 * mm, H: 210 * mm}
	}
	return paper, min(1, paper.W/2/s.Trim.W, paper.H/s.Trim.H)
}

// imposed returns the sides of the sheets on which the pages are put, without links and bookmarks,
// since their places on paper have another order.
func (b *Book) imposed() (sides []draw.Page) {
	order := make([][2]int, (len(b.Pages)+1)/2)
	for i := range order {
		order[i] = [2]int{2 * i, 2*i + 1}
	}
	if b.Spec.Impose == Impositions[1] {
		n := (len(b.Pages) + 3) / 4 * 4
		order = make([][2]int, n/2)
		for i := range order {
			if order[i] = [2]int{n - 1 - i, i}; i%2 == 1 { // the back of a sheet
				order[i] = [2]int{i, n - 1 - i}
			}
		}
	}
	trim := b.Spec.Trim
	paper, scale := b.Spec.onSheet()
	for i, pair := range order {
		side := draw.Page{Right: paper.W, Bottom: paper.H, Fonts: b.Pages[0].Fonts, Label: fmt.Sprint(i + 1)}
		for k, n := range pair {
			if n < len(b.Pages) { // others are blank
				side.Impose(&b.Pages[n], paper.W/2-float64(1-k)*trim.W*scale, (paper.H-trim.H*scale)/2, scale)
			}
		}
		sides = append(sides, side)
	}
	return sides
}
