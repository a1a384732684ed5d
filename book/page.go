package book

// Page is one laid-out page. Lengths are points (1/72 inch), x to the right and
// y down from the upper left corner of the trimmed paper. Tints lie under discs,
// discs under rules, rules under texts; everything is black unless a field says
// otherwise.
type Page struct {
	W, H  float64
	Label string // as printed and as a viewer shows it: "vii", "12"

	Tints []Rect
	Discs []Disc
	Rules []Rect
	Texts []Text
	Links []Link
	Marks []Mark // bookmarks that lead here
}

// Rect is a filled rectangle. Grey is the share of ink, 0 for a rule (black).
type Rect struct {
	X, Y, W, H float64
	Grey       float64
}

// level is the brightness from 0 to 255.
func (r *Rect) level() uint8 {
	if r.Grey == 0 {
		return 0
	}
	return uint8(255*(1-r.Grey) + 0.5)
}

// Disc is a filled circle.
type Disc struct{ X, Y, R float64 }

// Text is a run of text that begins at X on the baseline Y.
type Text struct {
	X, Y, Size float64
	Style      Style
	White      bool // on a disc
	Body       string
}

// Link makes an area of the page lead to another page, by its index.
type Link struct {
	X, Y, W, H float64
	To         int
}

// Mark is a bookmark.
type Mark struct {
	Title string
	Level int // 0 at the top
}

// Style chooses one of the book's faces.
type Style uint8

// The styles; a font given by the user may have one face for all of them.
const (
	Regular Style = iota
	Bold
	Italic
)

// Anchor says which point of a text is given.
type Anchor uint8

const (
	left Anchor = iota
	centre
	right
)

// sheet is a page in the making: it knows how wide texts are.
type sheet struct {
	*Page
	fonts *Fonts
}

// text writes one line and returns its width.
func (s sheet) text(x, y, size float64, style Style, anchor Anchor, body string) float64 {
	if body == "" {
		return 0
	}
	w := s.fonts.face(style).width(body) * size
	switch anchor {
	case centre:
		x -= w / 2
	case right:
		x -= w
	}
	s.Texts = append(s.Texts, Text{X: x, Y: y, Size: size, Style: style, Body: body})
	return w
}

// rule draws a level line of the given width about y.
func (s sheet) rule(x0, x1, y, width float64) {
	s.Rules = append(s.Rules, Rect{X: x0, Y: y - width/2, W: x1 - x0, H: width})
}

// box draws an empty square, for a tick.
func (s sheet) box(x, y, side, width float64) {
	s.Rules = append(s.Rules,
		Rect{X: x, Y: y, W: side, H: width}, Rect{X: x, Y: y + side - width, W: side, H: width},
		Rect{X: x, Y: y, W: width, H: side}, Rect{X: x + side - width, Y: y, W: width, H: side})
}

// link makes the area of a text line lead to a page.
func (s sheet) link(x, y, w, size float64, to int) {
	s.Links = append(s.Links, Link{X: x, Y: y - size, W: w, H: size * 1.3, To: to})
}
