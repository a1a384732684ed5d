package draw

import (
	"bytes"
	"image/png"
	"testing"
)

// TestContactSheet: as many white pages as there are, each with its ink, on grey.
func TestContactSheet(t *testing.T) {
	fonts := GoFonts()
	for _, n := range []int{1, 2, 7, 40} {
		var pages []Page
		for range n {
			pages = append(pages, Page{Right: 60, Bottom: 90, Fonts: fonts, Rules: []Rect{{X: 20, Y: 20, W: 20, H: 50}}})
		}
		var out bytes.Buffer
		if err := ContactSheet(&out, pages, 1200); err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(&out)
		if err != nil {
			t.Fatal(err)
		}
		if got := img.Bounds().Dx(); got > 1200 {
			t.Errorf("%d pages: %d pixels wide", n, got)
		}
		white, black := 0, 0
		for y := range img.Bounds().Dy() {
			for x := range img.Bounds().Dx() {
				switch r, _, _, _ := img.At(x, y).RGBA(); r >> 8 {
				case 0xFF:
					white++
				case 0:
					black++
				}
			}
		}
		// The rule is 1000 of a page's 5400 square points.
		if share := float64(black) / float64(white+black); share < 0.15 || share > 0.22 {
			t.Errorf("%d pages: %.2f of them is black", n, share)
		}
	}
	if err := ContactSheet(&bytes.Buffer{}, nil, 1200); err == nil {
		t.Error("no pages were shown")
	}
}
