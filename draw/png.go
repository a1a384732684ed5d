package draw

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/vector"
)

// Limits of the width of a PNG: below, digits are no longer legible; above, a
// square image takes more than 256 MiB.
const (
	minCell  = 8 // pixels
	maxWidth = 8192
)

// PNG writes the page as an image px pixels wide, 0 for the default width. A
// width at which nothing could be read, or that no machine should be asked for,
// is an error.
//
// A cell is a whole number of pixels wide and so is a pen: lines of one kind
// look the same everywhere and their edges are sharp. What px leaves over goes
// to the margins.
func (p *Page) PNG(w io.Writer, px int) error {
	px = p.width(px)
	least := int(math.Ceil((p.Right - p.Left) * minCell))
	if px < least || px > maxWidth {
		return fmt.Errorf("a width of %d pixels does not do: this drawing takes %d to %d", px, least, maxWidth)
	}
	return png.Encode(w, p.image(px))
}

// image draws the page.
func (p *Page) image(px int) *image.RGBA {
	c := newCanvas(p, px)
	for _, r := range p.Rects {
		c.rect(r)
	}
	for i := range p.Arrows {
		c.arrow(&p.Arrows[i])
	}
	for _, d := range p.Discs {
		c.fill(unitCircle().placed(d.Radius*c.scale, c.x(d.X), c.y(d.Y)), d.Fill)
	}
	for _, t := range p.Texts {
		c.text(t)
	}
	for _, l := range p.Lines {
		c.line(l)
	}
	return c.img
}

// canvas is an image with the way from cells to pixels.
type canvas struct {
	img           *image.RGBA
	scale         float64 // pixels of a cell, whole
	x0, y0        float64 // where (0,0) is
	pen           float64 // pixels, whole
	regular, bold *face
	raster        vector.Rasterizer
}

func newCanvas(p *Page, px int) *canvas {
	wide := p.Right - p.Left
	scale := math.Floor(float64(px) / wide)
	spare := float64(px) - scale*wide
	high := int(math.Round((p.Bottom-p.Top)*scale + spare))
	c := &canvas{
		img:     image.NewRGBA(image.Rect(0, 0, px, high)),
		scale:   scale,
		x0:      math.Round(spare/2 - p.Left*scale),
		y0:      math.Round(spare/2 - p.Top*scale),
		pen:     max(1, math.Round(p.Pen*scale)),
		regular: newFace(goregular.TTF),
		bold:    newFace(gobold.TTF),
	}
	// An odd pen is centred on the middle of a pixel, and everything with it.
	if math.Mod(c.pen, 2) == 1 {
		c.x0 += 0.5
		c.y0 += 0.5
	}
	draw.Draw(c.img, c.img.Bounds(), image.White, image.Point{}, draw.Src)
	return c
}

func (c *canvas) x(x float64) float64 { return c.x0 + x*c.scale }
func (c *canvas) y(y float64) float64 { return c.y0 + y*c.scale }

// rect fills whole pixels.
func (c *canvas) rect(r Rect) {
	c.box(c.x(r.X0), c.y(r.Y0), c.x(r.X1), c.y(r.Y1), r.Fill)
}

func (c *canvas) box(x0, y0, x1, y1 float64, fill RGB) {
	r := image.Rect(int(math.Round(x0)), int(math.Round(y0)), int(math.Round(x1)), int(math.Round(y1)))
	draw.Draw(c.img, r, uniform(fill), image.Point{}, draw.Src)
}

// line fills whole pixels as well. Only the near edge is rounded, so that the
// width is the same everywhere.
func (c *canvas) line(l Line) {
	x0, y0, x1, y1 := c.x(min(l.X0, l.X1)), c.y(min(l.Y0, l.Y1)), c.x(max(l.X0, l.X1)), c.y(max(l.Y0, l.Y1))
	width := float64(l.Width) * c.pen
	x, y := math.Round(x0-width/2), math.Round(y0-width/2)
	c.box(x, y, x+x1-x0+width, y+y1-y0+width, l.Stroke)
}

// arrow fills its strokes and its head.
func (c *canvas) arrow(a *Arrow) {
	head := a.head()
	for _, o := range append(a.strokes(), closed(head[:])) {
		c.fill(o.placed(c.scale, c.x(0), c.y(0)), a.Stroke)
	}
}

// text centres the ink of the text from side to side: a 1 has more room on one
// side than on the other, and centred by that it would look shifted. From top to
// bottom all digits share one baseline, as the eye expects of a row.
func (c *canvas) text(t Text) {
	f := c.regular
	if t.Bold {
		f = c.bold
	}
	o := f.text(t.Body)
	least, most := o.bounds()
	size := t.Size * c.scale
	c.fill(o.placed(size, c.x(t.X)-size*(least.x+most.x)/2, c.y(t.Y)+size*f.capHeight()/2), t.Fill)
}

// fill fills an outline, smoothing its edge.
func (c *canvas) fill(o outline, fill RGB) {
	if len(o) == 0 {
		return
	}
	least, most := o.bounds()
	r := image.Rect(int(math.Floor(least.x)), int(math.Floor(least.y)), int(math.Ceil(most.x)), int(math.Ceil(most.y)))
	r = r.Intersect(c.img.Bounds())
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
