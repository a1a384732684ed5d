//go:build !wasm

package draw

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/image/font/sfnt"
)

// The symbols that come with the program, a folder for each set. Each is an SVG in one colour
// and made of paths, so that it is as sharp as a digit and clear in grey.
//
//go:embed animals shapes
var symbolFiles embed.FS

// SymbolSets are the names of these sets.
var SymbolSets = []string{"animals", "shapes", "colours"}

// disc is the shape of each colour.
const disc = `<svg viewBox="0 0 20 20"><path d="M20 10C20 15.523 15.523 20 10 20C4.477 20 0 15.523 0 10C0 4.477 4.477 0 10 0C15.523 0 20 4.477 20 10Z"/></svg>`

// Pictured reports whether symbols are pictures, and whether these are a user's own.
func Pictured(symbols []string) (pictured, own bool) {
	if len(symbols) == 0 {
		return false, false
	}
	first := []rune(symbols[0])[0]
	return first >= firstPicture && first < ownPicture+setRoom, first >= ownPicture && first < ownPicture+setRoom
}

// builtIn are the pictures of the sets that come with the program.
var builtIn = sync.OnceValue(func() map[rune]outline {
	pictures := map[rune]outline{}
	for i := range colours {
		pictures[firstColour+rune(i)] = must(svgOutline(disc))
	}
	for i, set := range SymbolSets[:2] {
		for k, entry := range must(symbolFiles.ReadDir(set)) {
			file := must(symbolFiles.ReadFile(set + "/" + entry.Name()))
			pictures[firstPicture+rune(i*setRoom+k)] = must(svgOutline(string(file)))
		}
	}
	return pictures
})

// SymbolSet returns the symbols of a set that comes with the program.
func SymbolSet(name string) (symbols []string) {
	first := firstPicture + rune(slices.Index(SymbolSets, name)*setRoom)
	for r := first; builtIn()[r] != nil; r++ {
		symbols = append(symbols, string(r))
	}
	return symbols
}

// PictureFile is a file with a user's own picture: an SVG, a PNG or a JPEG.
type PictureFile struct {
	Name string
	Data []byte
}

// AddSymbols adds a user's pictures to each face, and returns the symbols. Without colour, PNG and
// JPEG pictures become grey.
func (f *Fonts) AddSymbols(files []PictureFile, colour bool) (symbols []string, err error) {
	pictures, sum := map[rune]outline{}, sha256.New()
	f.images = map[rune][2]*Image{}
	for i, file := range files {
		r, svg := ownPicture+rune(i), string(file.Data)
		if !strings.HasPrefix(strings.TrimSpace(svg), "<") {
			picture, err := decode(file.Data)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", file.Name, err)
			}
			m := onPaper(picture, picture.Bounds(), true)
			hued := m.hued()
			if f.Greyed, f.hued = f.Greyed || hued && !colour, f.hued || hued && colour; !hued || !colour {
				m = onPaper(picture, picture.Bounds(), false)
			}
			f.images[r] = [2]*Image{m, m.turned()}
			svg = fmt.Sprintf(`<svg viewBox="0 0 %d %d"><path d="M0 0H%[1]dV%[2]dH0Z"/></svg>`, m.Wide, m.High) // its frame
		}
		if pictures[r], err = svgOutline(svg); err != nil {
			return nil, fmt.Errorf("%s: %w", file.Name, err)
		}
		symbols = append(symbols, string(r))
		fmt.Fprint(sum, len(file.Data), colour, svg)
		sum.Write(file.Data)
	}
	f.symbols = fmt.Sprintf("%x ", sum.Sum(nil))
	for _, face := range f.faces {
		face.pictures = pictures
	}
	return symbols, nil
}

// imageOf returns the PNG or JPEG image of a text that is a user's own picture, nil for other texts.
func (f *Fonts) imageOf(t *Text) *Image {
	r, _ := utf8.DecodeRuneInString(t.Body)
	images := f.images[r]
	if t.Turned {
		return images[1]
	}
	return images[0]
}

// symbol writes a text that is a picture as its outline, and reports whether it is one. It writes no
// image: that is in the document already.
func (s *svgWriter) symbol(t *Text) bool {
	if pictured, _ := Pictured([]string{t.Body}); !pictured || s.fonts == nil {
		return false
	}
	if s.fonts.imageOf(t) != nil {
		return true
	}
	f := s.fonts.Face(t.Style)
	x, y := f.origin(t)
	s.WriteString(`<path d="`)
	for _, c := range f.picture([]rune(t.Body)[0]).placed(t.Size, x, y) {
		s.WriteByte("MLQC"[c.op])
		for _, p := range c.points() {
			s.printf("%v %v ", p.x, p.y)
		}
	}
	s.printf(`"%s/>`+"\n", s.halo(t))
	return true
}

// image writes an image into the document.
func (s *svgWriter) image(m *Image) error {
	file, err := m.png()
	s.printf(`<image xmlns:xlink="http://www.w3.org/1999/xlink" x="%v" y="%v" width="%v" height="%v" xlink:href="data:image/png;base64,%s"/>`+"\n",
		m.X, m.Y, m.W, m.H, base64.StdEncoding.EncodeToString(file))
	return err
}

// symbolImage returns the image for a text that is a user's own picture, with its place on the page;
// nil for other texts.
func (p *Page) symbolImage(t *Text) *Image {
	fonts := cmp.Or(p.Fonts, p.Drawn)
	if fonts == nil || fonts.imageOf(t) == nil {
		return nil
	}
	m := *fonts.imageOf(t)
	f, x, y := fonts.Face(t.Style), t.X, t.Y
	if p.Fonts == nil {
		x, y = f.origin(t)
	}
	o := f.picture([]rune(t.Body)[0]).placed(t.Size, x, y)
	if t.Turned {
		o = o.turned(t.X, t.Y).turned(t.X, t.Y)
	}
	least, most := o.bounds()
	m.X, m.Y, m.W, m.H = least.x, least.y, most.x-least.x, most.y-least.y
	return &m
}

// SymbolDots returns the lowest resolution of a user's own pictures on a printed page, in dots per
// inch; +Inf if there are none.
func (p *Page) SymbolDots() float64 {
	dots := math.Inf(1)
	for _, t := range p.inColours() {
		if m := p.symbolImage(&t); m != nil {
			dots = min(dots, float64(m.Wide)*72/m.W)
		}
	}
	return dots
}

// picture returns the picture that a character stands for, nil for none. A PDF then gets a font
// with its outline.
func (f *Face) picture(r rune) outline {
	if r < firstPicture || r >= ownPicture+setRoom {
		return nil
	}
	o := f.pictures[r]
	if r < ownPicture {
		o = builtIn()[r]
	}
	f.rewritten = f.rewritten || o != nil
	return o
}

const mostSVG = 1 << 16 // bytes

var (
	svgPath   = regexp.MustCompile(`<path\b[^>]*?\sd="([^"]*)"`)
	svgBox    = regexp.MustCompile(`\bviewBox="0 0 ([0-9.]+) ([0-9.]+)"`)
	svgOther  = regexp.MustCompile(`<(circle|ellipse|rect|line|polyline|polygon|text|image|use|g\b[^>]*transform|path\b[^>]*transform)|\bfill\s*[=:]\s*"?none|evenodd`)
	svgTokens = regexp.MustCompile(`[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?`)
)

// pictureMiddle is the height of the middle of a picture above the baseline, in em.
const pictureMiddle = 0.33

// svgOutline reads an SVG of filled paths with the commands M, L, H, V, C, Q and Z. It is
// centred about the middle of a digit, and larger.
func svgOutline(file string) (o outline, err error) {
	const size, left = 1.05, 0.1
	box := svgBox.FindStringSubmatch(file)
	switch other := svgOther.FindString(file); {
	case len(file) > mostSVG:
		return nil, fmt.Errorf("it has more than %d bytes", mostSVG)
	case box == nil:
		return nil, fmt.Errorf("it has no viewBox that begins with 0 0")
	case other != "":
		return nil, fmt.Errorf("it has %s; draw it with filled paths that are not transformed, holes in the other direction", strings.TrimPrefix(other, "<"))
	}
	w, _ := strconv.ParseFloat(box[1], 64)
	h, _ := strconv.ParseFloat(box[2], 64)
	scale := size / max(w, h, 1)
	place := func(p point) point {
		return point{left + (size-w*scale)/2 + p.x*scale, -pictureMiddle - size/2 + (size-h*scale)/2 + p.y*scale}
	}
	for _, path := range svgPath.FindAllStringSubmatch(file, -1) {
		tokens := svgTokens.FindAllString(path[1], -1)
		var at, start point // the start of the part that Z closes
		for command := ""; len(tokens) > 0; {
			if tokens[0] >= "A" { // a letter
				command, tokens = tokens[0], tokens[1:]
			}
			op, points := sfnt.SegmentOpLineTo, 1
			switch strings.ToUpper(command) {
			case "Z":
				if at, command = start, ""; len(tokens) > 0 && tokens[0] < "A" {
					return nil, fmt.Errorf("its path has %q after Z", tokens[0])
				}
				continue
			case "M":
				op = sfnt.SegmentOpMoveTo
			case "Q":
				op, points = sfnt.SegmentOpQuadTo, 2
			case "C":
				op, points = sfnt.SegmentOpCubeTo, 3
			case "L", "H", "V":
			default:
				return nil, fmt.Errorf("its path has the command %q; use M, L, H, V, C, Q and Z", command)
			}
			c, relative := curve{op: op}, command >= "a"
			to := at
			for k := range points {
				p := at
				for _, v := range []*float64{&p.x, &p.y} {
					if up := strings.ToUpper(command); up == "H" && v == &p.y || up == "V" && v == &p.x {
						continue
					}
					if len(tokens) == 0 {
						return nil, fmt.Errorf("its path ends too early")
					}
					x, err := strconv.ParseFloat(tokens[0], 64)
					if err != nil {
						return nil, fmt.Errorf("its path has %q where a number should be", tokens[0])
					}
					if tokens = tokens[1:]; relative {
						x += *v
					}
					*v = x
				}
				c.to[k], to = place(p), p
			}
			at, o = to, append(o, c)
			if op == sfnt.SegmentOpMoveTo { // more points are lines
				start = at
				command = string(command[0] - 'M' + 'L')
			}
		}
	}
	if len(o) == 0 || o[0].op != sfnt.SegmentOpMoveTo {
		return nil, fmt.Errorf("it has no path")
	}
	return slices.Clip(o), nil
}
