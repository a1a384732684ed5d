//go:build !wasm

package draw

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"slices"

	scale "golang.org/x/image/draw"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/vector"
)

// Limits of a PNG. Below the least width of a picture digits are illegible; above the
// largest a square image takes more than 256 MiB. Above the limit for a printed page
// the image takes more than 200 MB.
const (
	minCell   = 8 // pixels
	maxWidth  = 8192
	maxPixels = 200_000_000
)

// PNG writes the page as an image. For a picture, resolution is the width in pixels,
// 0 for [DefaultCell] pixels a cell. For a printed page it is the dots per inch, and
// the image is grey unless the page has colours. A resolution too small to read or unreasonably large is an
// error.
func (p *Page) PNG(w io.Writer, resolution int) error {
	c, err := p.newCanvas(resolution)
	if err == nil {
		err = c.paint(p)
	}
	if err != nil {
		return err
	}
	return png.Encode(w, c.img)
}

// canvas is an image with the mapping from a page's units to pixels.
type canvas struct {
	img    draw.Image
	scale  float64 // pixels per unit
	x0, y0 float64 // where (0,0) is
	pen    float64 // whole pixels of a picture's pen; 0 for a printed page
	fonts  *Fonts
	raster vector.Rasterizer
}

// newCanvas makes the canvas of a page. In a picture cells and pens are whole numbers
// of pixels wide, so lines of one kind look the same everywhere and have sharp edges.
// The remaining pixels go to the margins.
func (p *Page) newCanvas(resolution int) (*canvas, error) {
	if p.Fonts != nil { // a printed page
		c := &canvas{scale: float64(resolution) / 72, fonts: p.Fonts}
		wide, high := int(math.Round(p.Right*c.scale)), int(math.Round(p.Bottom*c.scale))
		most := maxPixels
		if p.coloured() {
			most /= 4 // bytes per pixel
		}
		if wide*high > most || wide < 1 || high < 1 {
			return nil, fmt.Errorf("%d dpi would make an image of %d by %d pixels, which is too large", resolution, wide, high)
		}
		c.img = newImage(wide, high, p.coloured())
		return c, nil
	}
	px, wide := p.width(resolution), p.Right-p.Left
	if least := int(math.Ceil(wide * minCell)); px < least || px > maxWidth {
		return nil, fmt.Errorf("a width of %d pixels is out of range: this drawing supports %d to %d", px, least, maxWidth)
	}
	scale := math.Floor(float64(px) / wide)
	spare := float64(px) - scale*wide
	c := &canvas{
		img:   image.NewRGBA(image.Rect(0, 0, px, int(math.Round((p.Bottom-p.Top)*scale+spare)))),
		scale: scale,
		x0:    math.Round(spare/2 - p.Left*scale),
		y0:    math.Round(spare/2 - p.Top*scale),
		pen:   max(1, math.Round(pen*scale)),
		fonts: cmp.Or(p.Drawn, GoFonts()),
	}
	// A pen of odd width is centred on the middle of a pixel, and everything is shifted
	// with it.
	if math.Mod(c.pen, 2) == 1 {
		c.x0 += 0.5
		c.y0 += 0.5
	}
	return c, nil
}

// newImage returns an image in colour or in grey.
func newImage(wide, high int, colour bool) draw.Image {
	if colour {
		return image.NewRGBA(image.Rect(0, 0, wide, high))
	}
	return image.NewGray(image.Rect(0, 0, wide, high))
}

// coloured reports whether a printed page is not only grey: covers have other surfaces.
func (p *Page) coloured() bool {
	return p.Ground != nil || p.Fonts.hued || slices.ContainsFunc(p.Texts, func(t Text) bool { return Coloured(t.Body) }) || slices.ContainsFunc(p.Shades, func(r Rect) bool { return r.Fill>>16 != r.Fill&0xFF || r.Fill>>8&0xFF != r.Fill&0xFF })
}

func (c *canvas) paint(p *Page) error {
	draw.Draw(c.img, c.img.Bounds(), image.White, image.Point{}, draw.Src)
	return p.paint(painter{
		rects: c.rects,
		arrow: func(a *Arrow) { a.outlines(func(o outline) { c.fillPlaced(o, a.Stroke) }) },
		disc:  func(d Disc) { c.fillPlaced(roundPolygon().placed(d.Radius, d.X, d.Y), d.Fill) },
		star:  func(s *Star) { c.fillPlaced(closed(s.corners()...), s.Fill) },
		image: c.image,
		texts: c.texts,
		lines: c.lines,
	})
}

func (c *canvas) x(x float64) float64 { return c.x0 + x*c.scale }
func (c *canvas) y(y float64) float64 { return c.y0 + y*c.scale }

// rects fills rectangles: whole pixels in a picture, exact areas on a printed page.
func (c *canvas) rects(rects []Rect) {
	for _, r := range rects {
		x0, y0, x1, y1 := c.x(r.X), c.y(r.Y), c.x(r.X+r.W), c.y(r.Y+r.H)
		if c.pen > 0 {
			c.whole(x0, y0, x1, y1, r.Fill)
		} else {
			c.fill(closed(point{x0, y0}, point{x1, y0}, point{x1, y1}, point{x0, y1}), r.Fill)
		}
	}
}

func (c *canvas) whole(x0, y0, x1, y1 float64, fill RGB) {
	r := image.Rect(int(math.Round(x0)), int(math.Round(y0)), int(math.Round(x1)), int(math.Round(y1)))
	draw.Draw(c.img, r, uniform(fill), image.Point{}, draw.Src)
}

// image scales an image to the pixels of the canvas.
func (c *canvas) image(m *Image) error {
	at := image.Rect(
		int(math.Round(c.x(m.X))), int(math.Round(c.y(m.Y))),
		int(math.Round(c.x(m.X+m.W))), int(math.Round(c.y(m.Y+m.H))))
	scale.ApproxBiLinear.Scale(c.img, at, m.picture(), m.picture().Bounds(), scale.Src, nil)
	return nil
}

// lines also fills whole pixels. Only the near edge is rounded, so all lines of one
// kind have the same width.
func (c *canvas) lines(lines []Line) {
	for _, l := range lines {
		x0, y0, x1, y1 := c.x(min(l.X0, l.X1)), c.y(min(l.Y0, l.Y1)), c.x(max(l.X0, l.X1)), c.y(max(l.Y0, l.Y1))
		width := float64(l.Width) * c.pen
		x, y := math.Round(x0-width/2), math.Round(y0-width/2)
		c.whole(x, y, x+x1-x0+width, y+y1-y0+width, l.Stroke)
	}
}

func (c *canvas) texts(texts []Text) error {
	for i := range texts {
		if err := c.text(&texts[i]); err != nil {
			return err
		}
	}
	return nil
}

// text fills a text, as one shape unless it is turned.
func (c *canvas) text(t *Text) error {
	f, x, y := c.fonts.Face(t.Style), t.X, t.Y
	if c.fonts.imageOf(t) != nil {
		return nil
	}
	if c.pen > 0 {
		x, y = f.origin(t)
	}
	var whole outline
	err := f.set(t, x, y, func(o outline) { whole = append(whole, o...) })
	if err != nil || len(whole) == 0 {
		return err
	}
	const sides = 16
	for k := range sides {
		if t.Halo > 0 { // the rim is the text, moved a little to all sides
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / sides)
			c.fillPlaced(whole.placed(1, cos*t.Halo, sin*t.Halo), t.Ground)
		}
	}
	c.fillPlaced(whole, t.Fill)
	return nil
}

// fillPlaced fills an outline in the units of the page.
func (c *canvas) fillPlaced(o outline, fill RGB) { c.fill(o.placed(c.scale, c.x0, c.y0), fill) }

// fill fills an outline in pixels with antialiasing.
func (c *canvas) fill(o outline, fill RGB) {
	least, most := o.bounds()
	r := image.Rect(int(math.Floor(least.x)), int(math.Floor(least.y)), int(math.Ceil(most.x)), int(math.Ceil(most.y))).Intersect(c.img.Bounds())
	c.raster.Reset(r.Dx(), r.Dy())
	at := func(p point) (x, y float32) {
		return float32(p.x - float64(r.Min.X)), float32(p.y - float64(r.Min.Y))
	}
	for i := range o {
		to := o[i].to
		ax, ay := at(to[0])
		bx, by := at(to[1])
		dx, dy := at(to[2])
		switch o[i].op {
		case sfnt.SegmentOpMoveTo:
			c.raster.ClosePath()
			c.raster.MoveTo(ax, ay)
		case sfnt.SegmentOpLineTo:
			c.raster.LineTo(ax, ay)
		case sfnt.SegmentOpQuadTo:
			c.raster.QuadTo(ax, ay, bx, by)
		case sfnt.SegmentOpCubeTo:
			c.raster.CubeTo(ax, ay, bx, by, dx, dy)
		}
	}
	c.raster.ClosePath()
	c.raster.Draw(c.img, r, uniform(fill), image.Point{})
}

func uniform(c RGB) *image.Uniform {
	return image.NewUniform(color.RGBA{uint8(c >> 16), uint8(c >> 8), uint8(c), 0xFF})
}

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
	colour := slices.ContainsFunc(pages, func(p Page) bool { return p.coloured() })
	sheet := newImage(cols*(one+gap)+gap, rows*(tall+gap)+gap, colour)
	draw.Draw(sheet, sheet.Bounds(), image.NewUniform(color.Gray{0x90}), image.Point{}, draw.Src)
	for i := range pages {
		c.img = newImage(one, tall, colour)
		if err := c.paint(&pages[i]); err != nil {
			return err
		}
		at := image.Pt(gap+i%cols*(one+gap), gap+i/cols*(tall+gap))
		draw.Draw(sheet, c.img.Bounds().Add(at), c.img, image.Point{}, draw.Src)
	}
	return png.Encode(w, sheet)
}
