package draw

// RGB is a colour as 0xRRGGBB.
type RGB uint32

// The colours in use; doc.go says what they mean.
const (
	black     RGB = 0x000000
	grey      RGB = 0x484848
	white     RGB = 0xFFFFFF
	blue      RGB = 0x0060A8
	vermilion RGB = 0xC23B00
	amber     RGB = 0xFFD97A
	paleAmber RGB = 0xFFF3CF
	paleBlue  RGB = 0xCFE4F5
	green     RGB = 0x007A56
)

// Page is a drawing in units of one cell: x runs to the right and y down from
// the upper left corner of the grid. Later lists cover earlier ones, and in a
// list later items cover earlier ones. The paper is white.
type Page struct {
	Left, Top, Right, Bottom float64 // the edges of the paper
	Pen                      float64 // the width of the thinnest line

	// Title and Description say in words what the drawing shows, for those who
	// cannot see it.
	Title, Description string

	Rects  []Rect
	Arrows []Arrow
	Discs  []Disc
	Texts  []Text
	Lines  []Line
}

// Rect is a filled rectangle between two corners.
type Rect struct {
	X0, Y0, X1, Y1 float64
	Fill           RGB
}

// Disc is a filled circle.
type Disc struct {
	X, Y, Radius float64
	Fill         RGB
}

// Text is one line of text. Its ink is centred on X; Y is the middle between
// the baseline and the top of its digits and capitals. Anchoring text by its
// middle leaves the baseline to the renderer, which knows the font.
type Text struct {
	X, Y float64
	Size float64 // of the font: one em
	Bold bool
	Fill RGB
	Body string
}

// Line is a level or an upright line, Width pens wide, with square ends that
// reach half the width beyond both points, so that lines that meet make full
// corners.
type Line struct {
	X0, Y0, X1, Y1 float64
	Width          int
	Stroke         RGB
}

// DefaultCell is the width of a cell in pixels where nobody asks for another:
// enough for candidates to be read on 16x16.
const DefaultCell = 80

// width is the width of the paper in pixels when px are asked for, 0 for the
// default.
func (p *Page) width(px int) int {
	if px == 0 {
		return int((p.Right-p.Left)*DefaultCell + 0.5)
	}
	return px
}
