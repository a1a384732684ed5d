//go:build !wasm

package draw

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
)

// ContactSheet writes small pictures of all pages, in rows from left to right, as one
// PNG of about the given width in pixels. All pages must be printed pages of the same
// size.
func ContactSheet(w io.Writer, pages []Page, width int) error {
	if len(pages) == 0 || pages[0].Fonts == nil {
		return fmt.Errorf("there is no printed page to show")
	}
	const gap, most = 6, 260 // in pixels: the gap between pages, and the width of a page
	wide, high := pages[0].Right, pages[0].Bottom
	cols := min(len(pages), int(math.Ceil(math.Sqrt(float64(len(pages))*1.6*high/wide))))
	one := min(most, (width-gap)/cols-gap)
	if one < 24 {
		return fmt.Errorf("%d pages do not fit on a picture %d pixels wide", len(pages), width)
	}
	c := &canvas{scale: float64(one) / wide, fonts: pages[0].Fonts}
	tall := int(math.Round(high * c.scale))
	rows := (len(pages)-1)/cols + 1
	sheet := image.NewGray(image.Rect(0, 0, cols*(one+gap)+gap, rows*(tall+gap)+gap))
	draw.Draw(sheet, sheet.Bounds(), image.NewUniform(color.Gray{0x90}), image.Point{}, draw.Src)
	for i := range pages {
		c.img = image.NewGray(image.Rect(0, 0, one, tall))
		if err := c.paint(&pages[i]); err != nil {
			return err
		}
		at := image.Pt(gap+i%cols*(one+gap), gap+i/cols*(tall+gap))
		draw.Draw(sheet, c.img.Bounds().Add(at), c.img, image.Point{}, draw.Src)
	}
	return png.Encode(w, sheet)
}
