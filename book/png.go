package book

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/vector"
)

// mostPixels bounds an image: above, it takes more than 200 MiB.
const mostPixels = 200_000_000

// PNG writes one page, by its index, as a grey image.
func (b *Book) PNG(w io.Writer, index, dpi int) error {
	p := &b.Pages[index]
	scale := float64(dpi) / inch
	wide, high := int(math.Round(p.W*scale)), int(math.Round(p.H*scale))
	if wide*high > mostPixels || wide < 1 || high < 1 {
		return fmt.Errorf("%d dpi make an image of %d by %d pixels, which is too much", dpi, wide, high)
	}
	c := canvas{img: image.NewGray(image.Rect(0, 0, wide, high)), scale: scale}
	draw.Draw(c.img, c.img.Bounds(), image.White, image.Point{}, draw.Src)
	for _, r := range p.Tints {
		c.rect(r)
	}
	for _, d := range p.Discs {
		c.disc(d)
	}
	for _, r := range p.Rules {
		c.rect(r)
	}
	for _, t := range p.Texts {
		if err := c.text(b.Spec.Fonts.face(t.Style), t); err != nil {
			return err
		}
	}
	return png.Encode(w, c.img)
}

// canvas is an image that shapes are filled into, with smooth edges.
type canvas struct {
	img    *image.Gray
	scale  float64
	raster vector.Rasterizer
	box    image.Rectangle // of the shape in the making
}

// begin starts a shape that fits between two corners, in points.
func (c *canvas) begin(x0, y0, x1, y1 float64) {
	c.box = image.Rect(int(math.Floor(x0*c.scale)), int(math.Floor(y0*c.scale)), int(math.Ceil(x1*c.scale)), int(math.Ceil(y1*c.scale)))
	c.box = c.box.Intersect(c.img.Bounds())
	c.raster.Reset(c.box.Dx(), c.box.Dy())
}

// at is where a point of the page is in the shape's box.
func (c *canvas) at(x, y float64) (float32, float32) {
	return float32(x*c.scale - float64(c.box.Min.X)), float32(y*c.scale - float64(c.box.Min.Y))
}

func (c *canvas) end(level uint8) {
	c.raster.ClosePath()
	c.raster.Draw(c.img, c.box, image.NewUniform(color.Gray{Y: level}), image.Point{})
}

func (c *canvas) rect(r Rect) {
	c.begin(r.X, r.Y, r.X+r.W, r.Y+r.H)
	c.raster.MoveTo(c.at(r.X, r.Y))
	c.raster.LineTo(c.at(r.X+r.W, r.Y))
	c.raster.LineTo(c.at(r.X+r.W, r.Y+r.H))
	c.raster.LineTo(c.at(r.X, r.Y+r.H))
	c.end(r.level())
}

// disc is a polygon with corners too many to be seen.
func (c *canvas) disc(d Disc) {
	const corners = 72
	c.begin(d.X-d.R, d.Y-d.R, d.X+d.R, d.Y+d.R)
	for i := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		x, y := c.at(d.X+d.R*cos, d.Y+d.R*sin)
		if i == 0 {
			c.raster.MoveTo(x, y)
		} else {
			c.raster.LineTo(x, y)
		}
	}
	c.end(0)
}

func (c *canvas) text(f *face, t Text) error {
	level := uint8(0)
	if t.White {
		level = 255
	}
	x := t.X
	for _, r := range t.Body {
		strokes, err := f.outline(r)
		if err != nil {
			return fmt.Errorf("drawing %q: %w", r, err)
		}
		c.glyph(strokes, x, t.Y, t.Size)
		c.end(level)
		x += f.glyph(r).advance * t.Size
	}
	return nil
}

func (c *canvas) glyph(strokes []stroke, x, y, size float64) {
	c.begin(x-size, y-1.5*size, x+2.5*size, y+size)
	for i := range strokes {
		s := &strokes[i]
		var p [3][2]float32
		for k := range p {
			p[k][0], p[k][1] = c.at(x+s.to[k][0]*size, y+s.to[k][1]*size)
		}
		switch s.op {
		case sfnt.SegmentOpMoveTo:
			c.raster.ClosePath()
			c.raster.MoveTo(p[0][0], p[0][1])
		case sfnt.SegmentOpLineTo:
			c.raster.LineTo(p[0][0], p[0][1])
		case sfnt.SegmentOpQuadTo:
			c.raster.QuadTo(p[0][0], p[0][1], p[1][0], p[1][1])
		case sfnt.SegmentOpCubeTo:
			c.raster.CubeTo(p[0][0], p[0][1], p[1][0], p[1][1], p[2][0], p[2][1])
		}
	}
}
