package book

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/boombuler/barcode/ean"

	"gradoku/draw"
	"gradoku/internal/text"
)

// template is an arrangement of a front. Heights are fractions of the area within the margins.
type template struct {
	name          string
	title, number [2]float64 // top and bottom of each
	author        float64    // its baseline
	band          float64    // the lower edge of the band, which spans the whole cover; 0: a disc behind the number instead
}

// templates are the arrangements, the default first.
var templates = [...]template{
	{name: "band", title: [2]float64{0, 0.24}, number: [2]float64{0.365, 0.525}, author: 0.305, band: 0.335},
	{name: "plain", title: [2]float64{0, 0.3}, number: [2]float64{0.33, 0.93}, author: 0.99},
}

// Templates lists the arrangements of a front, the default first.
func Templates() []string { return text.Each(templates[:], func(t template) string { return t.name }) }

// line writes a line of text and, on a picture, the label that makes it readable.
func (c *Cover) line(x, y, size float64, style draw.Style, a anchor, text string) {
	s := sheet{&c.Page}
	w := s.text(x, y, size, style, a, text)
	if text == "" {
		return
	}
	t := &s.Texts[len(s.Texts)-1]
	onDisc := func(d draw.Disc) bool { return math.Hypot(x-d.X, y-size*0.3-d.Y) < d.Radius }
	if c.Page.Ground != nil && y > c.solid && !slices.ContainsFunc(c.Page.Discs, onDisc) {
		s.Shades = append(s.Shades, draw.Rect{X: t.X - size*0.25, Y: y - size*0.9, W: w + size*0.5, H: size * 1.2, Fill: c.ground(x, y-size*0.3)})
	}
	t.Fill = c.ink(x, y-size*0.3)
}

const caps = 0.66 // the height of digits and capitals

// front lays out the title, subtitle and author, the number of puzzles, a separate line and a
// puzzle, each where the template puts it.
func (c *Cover) front(t *template, a area) {
	regular, bold := c.spec.Fonts.Face(draw.Regular), c.spec.Fonts.Face(draw.Bold)
	small := min(a.w, a.h*0.8) * 0.058 // one size for all but title and number: more sizes would look restless
	size, lines, zone := fitting(bold, c.spec.Title, a.w, a.w*0.2), []string{}, a.h*(t.title[1]-t.title[0])
	var subtitle []string
	if c.spec.Subtitle != "" {
		subtitle = regular.WrapEven(c.spec.Subtitle, a.w/small)
	}
	high := func() float64 { return float64(len(lines))*size*1.1 + float64(len(subtitle))*small*1.25 }
	for ; ; size *= 0.95 {
		lines = bold.WrapEven(c.spec.Title, a.w/size)
		if high() < zone || size < 12 {
			break
		}
	}
	y := a.y + a.h*t.title[0] + (zone-high())/2 + size*0.85
	for _, line := range lines {
		c.line(a.x+a.w/2, y, size, draw.Bold, centre, line)
		y += size * 1.1
	}
	for y += small*1.25 - size*0.9; len(subtitle) > 0; y += small * 1.25 {
		c.line(a.x+a.w/2, y, small, draw.Regular, centre, subtitle[0])
		subtitle = subtitle[1:]
	}
	// On one line at the bottom of the band or of the front, with the number of the volume at its end.
	y, room := a.y+a.h*t.author, 0.99*a.w
	if c.in.Volume > 0 {
		d := draw.Disc{X: a.x + a.w - small*1.3, Y: y - small*0.9, Radius: small * 1.3, Fill: c.spec.Colour}
		if t.band == 0 {
			d.Fill = c.spec.Accent
		}
		c.Page.Discs = append(c.Page.Discs, d)
		number := fmt.Sprint(c.in.Volume)
		high := min(small*2, d.Radius*1.5/bold.Width(number))
		c.line(d.X, d.Y+high*caps/2, high, draw.Bold, centre, number)
		room -= 4.2 * d.Radius
	}
	c.line(a.x+a.w/2, y, min(small, room/regular.Width(c.spec.Author)), draw.Regular, centre, c.spec.Author)
	c.number(t, area{a.x, a.y + a.h*t.number[0], a.w, a.h * (t.number[1] - t.number[0])}, small)
	if t.band > 0 && c.spec.Art == nil && c.in.Sample.Geometry() != nil {
		c.puzzle(area{a.x, a.y + a.h*(t.number[1]+0.03), a.w, a.h * (0.97 - t.number[1])})
	}
}

// number writes the number of puzzles as large as fits, the word for them to its right (below it if
// the front has no puzzle), and the separate line below the word. It does nothing if the cover's texts
// already state the number.
func (c *Cover) number(t *template, a area, small float64) {
	bold := c.spec.Fonts.Face(draw.Bold)
	number, word := fmt.Sprint(c.in.Puzzles), c.puzzles()
	small = min(small, 0.99*a.w/max(bold.Width(c.spec.Burst), 1e-9))
	if said := strings.Join([]string{c.spec.Title, c.spec.Subtitle, c.spec.Burst}, " "); c.in.Puzzles < 2 || strings.Contains(said, number) {
		c.line(a.x+a.w/2, a.y+a.h/2+small*0.35, small, draw.Bold, centre, c.spec.Burst)
		return
	}
	if t.band == 0 {
		d := draw.Disc{X: a.x + a.w/2, Y: a.y + a.h/2, Radius: min(a.w, a.h) / 2, Fill: c.spec.Accent}
		c.Page.Discs = append(c.Page.Discs, d)
		size := min(d.Radius*0.8/caps, d.Radius*1.6/bold.Width(number))
		under := min(size*0.3, d.Radius*1.5/bold.Width(word))
		small = min(small, d.Radius*1.25/max(bold.Width(c.spec.Burst), 1e-9))
		c.line(d.X, d.Y+d.Radius*0.08, size, draw.Bold, centre, number)
		c.line(d.X, d.Y+d.Radius*0.4, under, draw.Bold, centre, word)
		c.line(d.X, d.Y+d.Radius*0.68, small, draw.Bold, centre, c.spec.Burst)
		return
	}
	gap := small * 0.5
	size := min(a.h/caps, a.w*0.5/bold.Width(number))
	wide := bold.Width(number) * size
	room := a.w - wide - gap
	beside := min(size*0.42, room/bold.Width(word))
	small = min(beside*0.62, room/max(bold.Width(c.spec.Burst), 1e-9))
	x := a.x + (room-max(bold.Width(word)*beside, bold.Width(c.spec.Burst)*small))/2
	foot := a.y + (a.h+size*caps)/2
	if c.Page.Ground != nil { // one label for all lines, without an edge at the fold
		c.solid = foot + size*0.3
		c.Page.Shades = append(c.Page.Shades, draw.Rect{Y: c.band, W: c.Page.Right, H: c.solid - c.band, Fill: c.spec.Colour})
	}
	c.line(x, foot, size, draw.Bold, left, number)
	if c.spec.Burst == "" { // centred on the height of the number
		c.line(x+wide+gap, foot-(size-beside)*caps/2, beside, draw.Bold, left, word)
		return
	}
	c.line(x+wide+gap, foot-size*caps+beside*caps, beside, draw.Bold, left, word)
	c.line(x+wide+gap, foot, small, draw.Bold, left, c.spec.Burst)
}

// puzzle draws the sample down to the bottom and the outer side of the front. A picture 160 pixels
// wide shows few cells, so it draws only the upper left part of larger puzzles, with lines wide
// enough for such a picture.
func (c *Cover) puzzle(a area) {
	s, n := sheet{&c.Page}, float64(c.in.Sample.Geometry().Size)
	cell, rim := min(max(a.h/5.5, a.w/7.4), a.h/3.3), a.h*0.03
	if n <= 6 {
		cell = min(a.w, a.h-2*rim) / n
	}
	x, y, tint := a.x+max(rim, (a.w-n*cell)/2), a.y+rim, 0
	if c.in.Sample.Geometry().Classical() { // variants have shades of their own
		tint = 20
	}
	s.Shades = append(s.Shades, draw.Rect{X: x - rim, Y: y - rim, W: n*cell + 2*rim, H: n*cell + 2*rim, Fill: white})
	shades, texts := len(s.Shades), len(s.Texts)
	s.Weights = [3]float64{cell * 0.03, cell * 0.1, cell * 0.12}
	ornament(s, &c.in.Sample, c.in.Symbols, tint, x, y, n*cell)
	s.Weights = c.spec.Lines
	for i := range s.Shades[shades:] {
		s.Shades[shades+i].Fill = mixed(c.spec.Accent, white, 0.67)
	}
	s.Texts = append(s.Texts[:texts], slices.DeleteFunc(s.Texts[texts:], func(t draw.Text) bool { // printers refuse a text that is cut off
		return t.X+cell*0.7 > a.x+a.w+rim || t.Y > a.y+a.h
	})...)
}

// mixed returns a colour with a share of another mixed in.
func mixed(a, b draw.RGB, share float64) draw.RGB {
	part := func(shift int) draw.RGB {
		x, y := float64(a>>shift&0xFF), float64(b>>shift&0xFF)
		return draw.RGB(x+(y-x)*share+0.5) << shift
	}
	return part(16) | part(8) | part(0)
}

// back lays out the levels and the blurb at the top, the sample at the bottom left and the
// barcode at the bottom right, next to the spine.
func (c *Cover) back(a area) error {
	s := sheet{&c.Page}
	// The area that printers reserve for the barcode: 2 by 1.2 inches, white. A price
	// needs more.
	codeW, codeH := 2*inch, 1.2*inch
	if c.spec.PriceCode != "" {
		codeW += 0.45 * inch
	}
	size := max(9, min(20, a.w/26))
	y := a.y + size*1.5
	limit := a.y + a.h - codeH - size // without an ISBN the printer's own barcode goes there
	room := 0                         // a cover has no images of its own
	blurb, err := ParseMatter("the text of the back cover", []byte(c.spec.Blurb), func(string) ([]byte, error) { return nil, errors.New("the text of a cover cannot have images") }, &room)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrCover, err)
	}
	panel := len(s.Shades)
	s.Shades = append(s.Shades, draw.Rect{})
	c.line(a.x, y, size*2, draw.Bold, left, c.words.count(c.in.Puzzles))
	y += size * 2.4
	if len(c.in.Levels) == 0 {
		for _, line := range s.Fonts.Face(draw.Bold).Wrap(c.spec.Burst, a.w/(size*1.1)) {
			c.line(a.x, y, size*1.1, draw.Bold, left, line)
			y += size * 1.5
		}
	}
	leading := size * 1.75
	if room := c.band - size*0.8 - y; room > 0 && len(c.in.Levels) > 1 {
		leading = min(leading, room/float64(len(c.in.Levels)-1))
	}
	for i, l := range c.in.Levels {
		w := stars(s, l.ID, a.x, y, size*1.1, c.ink(a.x, y), c.ground(a.x, y))
		c.line(a.x+w+size, y, size*1.1, draw.Bold, left, c.levels[i])
		c.line(a.x+a.w, y, size*1.1, draw.Bold, right, c.words.count(l.Puzzles))
		y += leading
	}
	y = max(y+size, c.band+size*2.2)
	ink := c.ink(a.x, y)
	text := area{a.x, a.y, a.w, limit - a.y}
	f, from := &flow{l: &layout{spec: &c.spec.Spec, fonts: s.Fonts}, s: s, page: text, a: text, y: y - size, size: size}, len(s.Texts)
	for i := range blurb.blocks {
		f.block(&blurb.blocks[i])
	}
	if len(f.l.pages) > 0 {
		return fmt.Errorf("%w: the text of the back cover is too long for it", ErrCover)
	}
	for i := range s.Texts[from:] {
		s.Texts[from+i].Fill = ink
	}
	y = f.y
	if pad := size; c.whole {
		top := max(a.y-pad, c.band)
		s.Shades[panel] = draw.Rect{X: a.x - pad, Y: top, W: a.w + 2*pad, H: y - top, Fill: c.spec.Colour}
	}
	side := min(a.w-codeW-size, a.y+a.h-y-size, a.h*0.5)
	if c.in.Sample.Geometry() != nil && side > 1.2*inch {
		rim := side * 0.035
		s.Shades = append(s.Shades, draw.Rect{X: a.x, Y: a.y + a.h - side, W: side, H: side, Fill: white})
		if cell := side / float64(c.in.Sample.Geometry().Size); c.spec.Lines == ([3]float64{}) { // lines as bold as on the front
			s.Weights = [3]float64{0, cell * 0.1, cell * 0.12}
		}
		ornament(s, &c.in.Sample, c.in.Symbols, c.spec.BoxTint, a.x+rim, a.y+a.h-side+rim, side-2*rim)
	}
	if c.spec.ISBN == "" {
		return nil
	}
	box := draw.Rect{X: a.x + a.w - codeW, Y: a.y + a.h - codeH, W: codeW, H: codeH, Fill: white}
	s.Shades = append(s.Shades, box)
	return c.barcode(box)
}

// barcode draws an EAN-13 at its nominal size (ISO/IEC 15420: a module of 0.33 mm, quiet
// zones of 11 and 7 modules), its bars cut to the height of the box.
func (c *Cover) barcode(box draw.Rect) error {
	digits := isbn13(c.spec.ISBN)
	code, err := ean.Encode(digits)
	if err != nil {
		return fmt.Errorf("making the barcode: %w", err)
	}
	s := sheet{&c.Page}
	const module = 0.33 * mm
	size := 9.5
	n, wide := code.Bounds().Dx(), 0.0
	price, err := priceModules(c.spec.PriceCode)
	if err != nil {
		return err
	}
	if price != "" { // 9 modules of quiet zone before it, 5 after it
		wide = float64(len(price)+9+5-7) * module
	}
	x0 := box.X + (box.W-float64(n+18)*module-wide)/2 + 11*module
	top, bottom := box.Y+16, box.Y+box.H-14
	s.modules(n, darkIn(code, 0), x0, top, module, func(from int) float64 {
		if guard := from < 3 || from >= n-3 || from >= 45 && from < 50; guard {
			return bottom + 5 - top
		}
		return bottom - top
	})
	s.text(x0+float64(n)*module/2, box.Y+11, 8, draw.Regular, centre, "ISBN "+c.spec.ISBN)
	under := bottom + size*0.86
	s.text(x0-3*module, under, size, draw.Regular, right, digits[:1])
	for half, from := range []float64{3, 50} {
		for k := range 6 {
			s.text(x0+(from+float64(k)*7+3.5)*module, under, size, draw.Regular, centre, string(digits[1+half*6+k]))
		}
	}
	x1 := x0 + float64(n+9)*module
	s.modules(len(price), func(i int) bool { return price[i] == '1' }, x1, top+10, module, func(int) float64 { return bottom + 5 - top - 10 })
	for k := range c.spec.PriceCode {
		s.text(x1+(5+float64(k)*9+3.5)*module, top+7, size, draw.Regular, centre, string(c.spec.PriceCode[k]))
	}
	return nil
}

// The modules of the digits in the left half of an EAN-13 with odd parity, and which of the five
// digits of an add-on have even parity, by its check digit (ISO/IEC 15420, tables of number set
// A and of the five-digit add-on).
var (
	oddDigits = [...]string{"0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111", "0001011"}
	evenOf    = [...][2]int{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {2, 3}, {3, 4}, {1, 3}, {1, 4}, {2, 4}}
)

// priceModules returns the modules of the five-digit add-on that states a price, such as 51299 for
// 12.99 US dollars: 1 for a bar, 0 for a space. A digit of even parity is one of odd parity
// mirrored, with bars for spaces.
func priceModules(code string) (string, error) {
	if code == "" {
		return "", nil
	}
	if len(code) != 5 || strings.Trim(code, "0123456789") != "" {
		return "", fmt.Errorf("the price code %q is not five digits, such as 51299 for 12.99 US dollars", code)
	}
	check := 0
	for i, weight := range [...]int{3, 9, 3, 9, 3} {
		check += weight * int(code[i]-'0')
	}
	var digits []string
	for i := range code {
		digit := []byte(oddDigits[code[i]-'0'])
		if slices.Contains(evenOf[check%10][:], i) {
			slices.Reverse(digit)
			for k := range digit {
				digit[k] ^= 1 // 0 and 1 change places
			}
		}
		digits = append(digits, string(digit))
	}
	return "01011" + strings.Join(digits, "01"), nil
}

// spine writes title, subtitle and author down the spine if the printer allows it and they are
// large enough to read, and the number of the volume upright above them.
func (c *Cover) spine(p *Printer) {
	const least = 7.0
	in := c.in
	size := min(24, (c.Spine-2*p.cover.spineSafe*inch)*0.85)
	if in.Pages < p.cover.textFrom {
		c.warn("%d pages: %s prints text on the spine only from %d pages on, so the spine has none", in.Pages, p.Who, p.cover.textFrom)
		return
	}
	if size < least {
		c.warn("the spine is %.3f in wide, too narrow for text", c.Spine/inch)
		return
	}
	s := sheet{&c.Page}
	bold, regular := s.Fonts.Face(draw.Bold), s.Fonts.Face(draw.Regular)
	top, foot := max(c.bleed+inch/2, c.band+inch/4), c.bleed+in.H-inch/2
	for ; bold.Width(c.spec.Title)*size+regular.Width(c.spec.Author)*size+size*2 > foot-top; size *= 0.95 {
		if size < least {
			c.warn("the title and the author are too long for the spine, so it has no text")
			return
		}
	}
	// The baseline of text that reads downwards is on its left.
	mid := c.edge - c.Spine/2
	if c.whole {
		from := max(c.band, top-size*1.8)
		s.Shades = append(s.Shades, draw.Rect{X: mid - size*0.7, Y: from, W: size * 1.4, H: foot + size/2 - from, Fill: c.spec.Colour})
	}
	down := func(y float64, style draw.Style, text string) {
		s.Texts = append(s.Texts, draw.Text{X: mid - size*0.36, Y: y, Size: size, Style: style, Fill: c.ink(mid, top), Body: text, Down: true})
	}
	if in.Volume > 0 {
		number := fmt.Sprint(in.Volume)
		high := min(size*1.4, (c.Spine-2*p.cover.spineSafe*inch)/bold.Width(number))
		y := max(c.bleed+inch/2, c.band-inch/4)
		if c.band == 0 {
			top += high
		}
		c.line(mid, y, high, draw.Bold, centre, number)
	}
	down(top, draw.Bold, c.spec.Title)
	author := foot - regular.Width(c.spec.Author)*size
	down(author, draw.Regular, c.spec.Author)
	if from := top + (bold.Width(c.spec.Title)+0.8)*size; from+(regular.Width(c.spec.Subtitle)+1.5)*size < author {
		down(from, draw.Regular, c.spec.Subtitle)
	}
}
