package draw

// RGB is a colour as 0xRRGGBB.
type RGB uint32

// The colours in use; doc.go says what they mean.
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
)

// Page is a drawing on white paper: shapes and texts, with x to the right and y
// down. There are two kinds, and Fonts tells them apart:
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

	Fonts *Fonts  // of a printed page; nil for a picture
	Pen   float64 // of a picture: the width of its thinnest line

	// Title and Description say in words what the drawing shows, for those who
	// cannot see it.
	Title, Description string
	Label              string // of a printed page, as printed and as a viewer shows it: "vii", "12"

	Shades []Rect
	Arrows []Arrow
	Discs  []Disc
	Rules  []Rect
	Texts  []Text
	Lines  []Line

	Links []Link
	Marks []Mark // bookmarks that lead here
}

// Rect is a filled rectangle.
type Rect struct {
	X, Y, W, H float64
	Fill       RGB
}

// Disc is a filled circle.
type Disc struct {
	X, Y, Radius float64
	Fill         RGB
}

// Text is one line of text. On a printed page it begins at X, on the baseline Y. In a
// picture its ink is centred on X, and Y is the middle between the baseline and the
// top of its digits and capitals: the baseline is left to the renderer, which knows
// the font.
type Text struct {
	X, Y  float64
	Size  float64 // of the font: one em
	Style Style
	Fill  RGB
	Body  string
}

// Line is a level or an upright line of a picture, Width pens wide, with square ends
// that reach half the width beyond both points, so that lines that meet make full
// corners.
type Line struct {
	X0, Y0, X1, Y1 float64
	Width          int
	Stroke         RGB
}

// Link makes an area of a PDF's page lead to another page, by its index.
type Link struct {
	X, Y, W, H float64
	To         int
}

// Mark is a bookmark of a PDF.
type Mark struct {
	Title string
	Level int // 0 at the top
}

// origin is where a text of a picture begins, on its baseline. Its ink is centred, as
// the eye expects: centred by its advance, a 1 would look shifted. Vertically all
// digits of a row share one baseline.
func (f *Face) origin(t *Text) (x, y float64) {
	x0, x1 := f.ink(t.Body)
	return t.X - t.Size*(x0+x1)/2, t.Y + t.Size*f.caps/2
}

// thinnest is the width, in points, of the thinnest line that every press can print.
const thinnest = 0.5

// inks are the greys of shades on a printed page: 24, 9 and 16 % of ink. Other
// colours become black.
var inks = map[RGB]RGB{amber: 0xC2C2C2, paleAmber: 0xE8E8E8, paleBlue: 0xD6D6D6, paleVermilion: 0xD0D0D0, white: white}

// Place puts a picture on a printed page: the grid's upper left corner at (x, y), its
// cells the given number of points wide.
func (p *Page) Place(picture *Page, x, y, cell float64) {
	// The weights of lines between cells, round boxes and of the outline. Boxes must be
	// seen at a glance, so their lines are two to three times as heavy as those between
	// cells.
	thin := min(1.1, max(thinnest, cell*0.022))
	weights := [3]float64{thin, max(1.1, thin*2.6), max(1.4, thin*3.2)}
	for _, r := range picture.Shades {
		p.Shades = append(p.Shades, Rect{x + r.X*cell, y + r.Y*cell, r.W * cell, r.H * cell, inks[r.Fill]})
	}
	for _, a := range picture.Arrows {
		p.Arrows = append(p.Arrows, Arrow{
			X0: x + a.X0*cell, Y0: y + a.Y0*cell, CX: x + a.CX*cell, CY: y + a.CY*cell, X1: x + a.X1*cell, Y1: y + a.Y1*cell,
			Width: max(thinnest, a.Width*cell), Head: a.Head * cell, Dashed: a.Dashed, Stroke: inks[a.Stroke],
		})
	}
	for _, d := range picture.Discs {
		p.Discs = append(p.Discs, Disc{x + d.X*cell, y + d.Y*cell, d.Radius * cell, inks[d.Fill]})
	}
	for _, l := range picture.Lines {
		width := weights[l.Width-1]
		p.Rules = append(p.Rules, Rect{
			x + l.X0*cell - width/2, y + l.Y0*cell - width/2,
			(l.X1-l.X0)*cell + width, (l.Y1-l.Y0)*cell + width, inks[l.Stroke],
		})
	}
	for _, t := range picture.Texts {
		t.X, t.Y, t.Size, t.Fill = x+t.X*cell, y+t.Y*cell, t.Size*cell, inks[t.Fill]
		t.X, t.Y = p.Fonts.Face(t.Style).origin(&t)
		p.Texts = append(p.Texts, t)
	}
}

// DefaultCell is the default width of a cell in pixels: enough to read candidates on
// 16x16.
const DefaultCell = 80

// width returns the width of a picture in pixels when px are asked for, 0 for the
// default.
func (p *Page) width(px int) int {
	if px == 0 {
		return int((p.Right-p.Left)*DefaultCell + 0.5)
	}
	return px
}
