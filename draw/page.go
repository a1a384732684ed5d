package draw

import "math"

// RGB is a colour as 0xRRGGBB.
type RGB uint32

// The colours; doc.go explains their meaning.
const (
	black         RGB = 0x000000
	grey          RGB = 0x484848
	white         RGB = 0xFFFFFF
	blue          RGB = 0x0060A8
	vermilion     RGB = 0xC23B00
	amber         RGB = 0xFFD97A
	paleAmber     RGB = 0xFFF3CF
	paleBlue      RGB = 0xCFE4F5
	paleVermilion RGB = 0xF7D2C4
	green         RGB = 0x007A56
	pale          RGB = 0x8C8C8C
	strike        RGB = 0xE9A48C
	mist          RGB = 0xE2E2E2
)

// Page is a drawing on white paper: shapes and texts, with x to the right and y
// down. There are two kinds, distinguished by Fonts:
//
//   - a picture of one puzzle, for a screen. A unit is a cell, (0,0) the upper left
//     corner of the grid. [New] makes them.
//   - a printed page. A unit is a point (1/72 inch), (0,0) the upper left corner of
//     the paper. It is printed with one ink, so all its colours are greys. Package
//     book makes them; [Page.Place] puts pictures on them.
//
// The lists are in the order of painting: later ones cover earlier ones, and in a
// list later items cover earlier ones.
type Page struct {
	Left, Top, Right, Bottom float64 // the edges of the paper

	Fonts *Fonts // set for a printed page; nil for a picture
	Drawn *Fonts // for a picture: the fonts with a user's own pictures; nil for none
	// Weights are the line widths of a printed page in points: between cells, around
	// boxes and of the outline; 0 for a width that suits the cells.
	Weights [3]float64
	// Bleed is how far the paper of a printed page extends beyond the trim, on all
	// sides.
	Bleed float64

	// Title and Description describe a picture in words, for readers who cannot see it.
	Title, Description string
	Label              string // for a printed page: its number as printed and as a viewer shows it, "vii" or "12"

	Ground *Image // of a printed page, below all else; nil for none
	Shades []Rect
	Arrows []Arrow
	Discs  []Disc
	Stars  []Star // of printed pages
	Rules  []Rect
	Texts  []Text
	Lines  []Line
	Images []Image // of printed pages

	Links []Link
	Marks []Mark // bookmarks that point here
}

// Rect is a filled rectangle.
type Rect struct {
	X, Y, W, H float64
	Fill       RGB
}

// Image is a picture on a printed page.
type Image struct {
	X, Y, W, H float64
	Wide, High int    // pixels
	Pixels     []byte // row by row: greys, 0 for black, or red, green, blue and 255
	Colour     bool
	sum        string // see key
}

// Disc is a filled circle.
type Disc struct {
	X, Y, Radius float64
	Fill         RGB
}

// Star is a filled, upright, five-pointed star; Radius is from its centre to its
// points.
type Star Disc

// corners returns its outer points and the inner corners between them.
func (s *Star) corners() []point {
	var corners []point
	for i := range 10 {
		r := s.Radius
		if i%2 == 1 {
			r *= 0.45 // a little fatter than the 0.38 of a pentagram, for small print
		}
		sin, cos := math.Sincos(math.Pi * float64(i) / 5)
		corners = append(corners, point{s.X + r*sin, s.Y - r*cos})
	}
	return corners
}

// Text is one line of text. On a printed page it begins at X, on the baseline Y. In a
// picture its ink is centred on X, and Y is the middle between the baseline and the top
// of its digits and capitals: the renderer, which knows the font, computes the
// baseline.
type Text struct {
	X, Y  float64
	Size  float64 // font size: one em
	Style Style
	Fill  RGB
	Body  string

	// Down rotates the text of a printed page by a quarter turn about the start of its
	// baseline, so that it reads from top to bottom, as on a spine.
	Down bool

	// Turned rotates the text of a printed page by half a turn about the start of its
	// baseline, to be read with the book upside down.
	Turned bool

	// Halo is the width of the rim in the background colour that separates the text
	// from an arrow below it; 0 for none.
	Halo   float64
	Ground RGB
}

// Line is a horizontal or vertical line of a picture, Width pens wide. Its square ends
// extend half the width beyond both points, so that lines that meet form complete
// corners.
type Line struct {
	X0, Y0, X1, Y1 float64
	Width          int
	Stroke         RGB
}

// Link is an area of a PDF page that links to another page, given by its index.
type Link struct {
	X, Y, W, H float64
	To         int
}

// Mark is a bookmark of a PDF.
type Mark struct {
	Title string
	Level int // 0 for the top level
}

// DefaultCell is the default width of a cell in pixels: wide enough to read candidates
// on 16x16.
const DefaultCell = 80

// width returns the width of a picture in pixels; px is the requested width, 0 for the
// default.
func (p *Page) width(px int) int {
	if px == 0 {
		return int((p.Right-p.Left)*DefaultCell + 0.5)
	}
	return px
}
