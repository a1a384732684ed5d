package book

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"hash"
	"regexp"
	"strings"
	"unicode"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/qr"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"gradoku/draw"
)

// Matter is a text of a user's own before or after the puzzles: a dedication, other books
// by the author, the request for a review. [ParseMatter] reads it from Markdown:
// headings, paragraphs, emphasis, lists, quotations, images, and QR codes as images whose
// address begins with qr:.
type Matter struct {
	Name string // of its file, for messages
	Sum  string // SHA-256 of the text and its images

	blocks []matterBlock
}

// matterBlock is a paragraph, a heading or an image.
type matterBlock struct {
	heading int // its level, 0 for running text
	spans   []span
	indent  int    // in steps
	bullet  string // to the left of the first line
	quoted  bool
	image   *draw.Image
	code    barcode.Barcode
}

// span is a piece of text in one style.
type span struct {
	text  string
	style draw.Style
}

// Limits of a user's own text.
const (
	mostNested   = 6      // lists in lists
	mostAddress  = 500    // characters of a QR code
	mostBrackets = 10_000 // [ characters; the library searches for the end of each
)

// ImageRoom is the largest total of pixels and of bytes of files for the images in all texts
// of a book; an image counts as often as it is used. It is enough for 20 pages of A4 at 300
// dots per inch.
const ImageRoom = 200_000_000

// codeRoom is what a QR code takes of ImageRoom: drawing it costs as much as an image.
const codeRoom = 100_000

// ParseMatter reads Markdown. open reads the file of an image. Anything that cannot be
// printed, such as HTML, is an error. room is what the book's other texts have left of
// [ImageRoom]; ParseMatter subtracts its own images.
func ParseMatter(name string, markdown []byte, open func(path string) ([]byte, error), room *int) (*Matter, error) {
	if bytes.Count(markdown, []byte("[")) > mostBrackets {
		return nil, fmt.Errorf("%s: it has more than %d opening brackets ([)", name, mostBrackets)
	}
	if tooDeep.Match(markdown) {
		return nil, fmt.Errorf("%s: lists and quotations are nested more than %d deep", name, mostNested)
	}
	sum := sha256.New()
	sum.Write(markdown)
	p := matterParser{source: markdown, open: open, sum: sum, room: room}
	doc := goldmark.DefaultParser().Parse(text.NewReader(markdown))
	if err := p.blocks(doc, matterBlock{}, 0); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(p.out) == 0 {
		return nil, fmt.Errorf("%s: it is empty", name)
	}
	return &Matter{Name: name, Sum: fmt.Sprintf("%x", sum.Sum(nil)), blocks: p.out}, nil
}

// tooDeep matches a line that opens very many lists and quotations. The library's time grows
// with the square of their depth.
var tooDeep = regexp.MustCompile(`(?m)^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])){100}`)

type matterParser struct {
	source []byte
	open   func(path string) ([]byte, error)
	sum    hash.Hash
	room   *int
	out    []matterBlock
}

// blocks reads the children of a node. like has the indentation; its bullet is for
// the first block.
func (p *matterParser) blocks(node ast.Node, like matterBlock, depth int) error {
	if depth > mostNested {
		return fmt.Errorf("lists and quotations are nested more than %d deep", mostNested)
	}
	for n := node.FirstChild(); n != nil; n = n.NextSibling() {
		b := like
		like.bullet = ""
		var err error
		switch n := n.(type) {
		case *ast.Heading:
			b.heading = n.Level
			err = p.paragraph(n, b)
		case *ast.Paragraph, *ast.TextBlock:
			if lines := n.Lines(); lines.Len() > 1 && tableRule.Match(lines.Value(p.source)) {
				err = fmt.Errorf("line %d: a table cannot be printed: use a list", p.line(n))
				break
			}
			err = p.paragraph(n, b)
		case *ast.Blockquote:
			b.quoted, b.indent = true, b.indent+1
			err = p.blocks(n, b, depth+1)
		case *ast.List:
			err = p.list(n, b, depth)
		case *ast.ThematicBreak:
			p.out = append(p.out, matterBlock{spans: []span{{"* * *", draw.Regular}}, heading: -1})
		default:
			err = fmt.Errorf("line %d: %s cannot be printed: use headings, paragraphs, emphasis, lists, quotations and images", p.line(n), kinds(n))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// tableRule matches the line below the heading of a table, in Markdown dialects with tables.
var tableRule = regexp.MustCompile(`(?m)^ *\|? *:?-+:? *(\| *:?-+:? *)+\|? *$`)

// kinds names an element that a user's own text cannot have.
func kinds(n ast.Node) string {
	switch n.Kind() {
	case ast.KindHTMLBlock, ast.KindRawHTML:
		return "HTML"
	case ast.KindCodeBlock, ast.KindFencedCodeBlock:
		return "a block of code"
	}
	return n.Kind().String()
}

// line is the number of the line on which a node, or its parent, begins.
func (p *matterParser) line(n ast.Node) int {
	for ; n != nil; n = n.Parent() {
		if n.Type() == ast.TypeBlock && n.Lines().Len() > 0 {
			return 1 + bytes.Count(p.source[:n.Lines().At(0).Start], []byte("\n"))
		}
	}
	return 1
}

func (p *matterParser) list(n *ast.List, like matterBlock, depth int) error {
	number := n.Start
	like.indent++
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		like.bullet = "•"
		if n.IsOrdered() {
			like.bullet = fmt.Sprintf("%d.", number)
			number++
		}
		if err := p.blocks(item, like, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// paragraph reads a block of text; an image in it becomes a block of its own.
func (p *matterParser) paragraph(n ast.Node, b matterBlock) error {
	flush := func() {
		if len(b.spans) > 0 {
			p.out = append(p.out, b)
			b.spans, b.bullet = nil, ""
		}
	}
	style := draw.Regular
	if b.quoted {
		style = draw.Italic
	}
	if err := p.spans(n, style, &b, flush); err != nil {
		return err
	}
	flush()
	return nil
}

func (p *matterParser) spans(node ast.Node, style draw.Style, b *matterBlock, flush func()) error {
	add := func(s string) { b.spans = append(b.spans, span{s, style}) }
	for n := node.FirstChild(); n != nil; n = n.NextSibling() {
		var err error
		switch n := n.(type) {
		case *ast.Text:
			add(string(n.Segment.Value(p.source)))
			if n.HardLineBreak() {
				flush()
			} else if n.SoftLineBreak() {
				add("\n") // a space, except in a dedication
			}
		case *ast.String:
			add(string(n.Value))
		case *ast.Emphasis:
			inner := draw.Italic
			if n.Level > 1 || style == draw.Bold {
				inner = draw.Bold
			}
			err = p.spans(n, inner, b, flush)
		case *ast.Link, *ast.CodeSpan: // paper shows only the text of a link
			err = p.spans(n, style, b, flush)
		case *ast.AutoLink:
			add(string(n.Label(p.source)))
		case *ast.Image:
			flush()
			err = p.image(n)
		default:
			err = fmt.Errorf("line %d: %s cannot be printed: use headings, paragraphs, emphasis, lists, quotations and images", p.line(n), kinds(n))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// image reads an image or makes a QR code. The text in brackets becomes its caption.
func (p *matterParser) image(n *ast.Image) error {
	at := string(n.Destination)
	b := matterBlock{}
	if address, ok := strings.CutPrefix(at, "qr:"); ok {
		code, err := qr.Encode(address, qr.M, qr.Auto)
		if err != nil || address == "" || len(address) > mostAddress {
			return fmt.Errorf("line %d: a QR code can have 1 to %d characters, not %d", p.line(n), mostAddress, len(address))
		}
		if *p.room -= codeRoom; *p.room < 0 {
			return fmt.Errorf("line %d: there are too many QR codes and images", p.line(n))
		}
		b.code = code
	} else {
		data, err := p.open(at)
		if err != nil {
			return fmt.Errorf("line %d: the image %s: %w", p.line(n), at, err)
		}
		if *p.room -= len(data); *p.room >= 0 {
			if b.image, err = draw.ReadImage(data); err != nil {
				return fmt.Errorf("line %d: the image %s: %w", p.line(n), at, err)
			}
			*p.room -= len(b.image.Pixels)
		}
		if *p.room < 0 {
			return fmt.Errorf("line %d: the image %s: all images together have more than %d million pixels or bytes", p.line(n), at, ImageRoom/1_000_000)
		}
		p.sum.Write(data)
	}
	caption := matterBlock{}
	if err := p.spans(n, draw.Italic, &caption, func() {}); err != nil {
		return err
	}
	b.spans = caption.spans
	p.out = append(p.out, b)
	return nil
}

// texts returns all texts, to check whether a font can show them.
func (m *Matter) texts() []string {
	var all []string
	for _, b := range m.blocks {
		all = append(all, b.bullet)
		for _, s := range b.spans {
			all = append(all, strings.Join(strings.Fields(s.text), " "))
		}
	}
	return all
}

// title is the first heading, "" for none.
func (m *Matter) title() string {
	for _, b := range m.blocks {
		if b.heading == 1 {
			return plainText(b.spans)
		}
	}
	return ""
}

func plainText(spans []span) string {
	var s strings.Builder
	for _, x := range spans {
		s.WriteString(x.text)
	}
	return strings.Join(strings.Fields(s.String()), " ")
}

// matterPages lays out the user's own texts, each beginning on a new page. A text with a
// heading is a part of the book; one without, such as a dedication, is centred on a page
// without a number, if it fits.
func (l *layout) matterPages(list []*Matter) {
	for _, m := range list {
		if title := m.title(); title != "" {
			l.begin(title, "", 0)
		} else {
			l.toRecto()
			if l.dedication(m) {
				continue
			}
			l.running = ""
		}
		f := &flow{l: l}
		f.next()
		for i := range m.blocks {
			f.block(&m.blocks[i])
		}
	}
}

// dedication writes a short text of only paragraphs, centred on a page of its own.
func (l *layout) dedication(m *Matter) bool {
	a, size := l.frame.content(len(l.pages)), l.spec.body()*1.15
	var lines [][]span
	for i := range m.blocks {
		b := &m.blocks[i]
		if b.heading != 0 || b.bullet != "" || b.image != nil || b.code != nil {
			return false
		}
		if i > 0 {
			lines = append(lines, nil)
		}
		for _, line := range asTyped(b.spans) {
			lines = append(lines, l.richLines(line, a.w*0.85, size)...)
		}
	}
	if leading := size * 1.5; float64(len(lines))*leading < a.h*0.5 {
		s := l.blank()
		for i, line := range lines {
			l.richText(s, a.x+(a.w-l.richWidth(line, size))/2, l.spec.Trim.H*0.3+float64(i)*leading, size, line)
		}
		return true
	}
	return false
}

// asTyped splits spans into lines as in their file.
func asTyped(spans []span) [][]span {
	lines := [][]span{nil}
	for _, s := range spans {
		for i, part := range strings.Split(s.text, "\n") {
			if i > 0 {
				lines = append(lines, nil)
			}
			lines[len(lines)-1] = append(lines[len(lines)-1], span{part, s.style})
		}
	}
	return lines
}

// block writes one block of a text of the user's own.
func (f *flow) block(b *matterBlock) {
	l, size := f.l, f.body()
	switch {
	case b.image != nil || b.code != nil:
		f.picture(b)
		return
	case b.heading == -1: // a break between two parts
		f.need(size * 3)
		f.s.text(f.a.x+f.a.w/2, f.y+size, size, draw.Regular, centre, b.spans[0].text)
		f.y += size * 2.5
		return
	case b.heading > 0:
		big := size * [...]float64{1.9, 1.25, 1.1, 1, 1, 1}[b.heading-1]
		f.need(float64(l.lines(f.a.w, big, draw.Bold, plainText(b.spans)))*big*1.3 + size*5) // with what follows
		if f.y > f.a.y {
			f.y += size * 0.6
		}
		f.heading(plainText(b.spans), big)
		return
	}
	if b.quoted {
		f.y += size * 0.4
	}
	indent := min(float64(b.indent)*size*1.6, f.a.w*0.5)
	f.lines(l.richLines(b.spans, f.a.w-indent, size), indent, b.bullet)
	f.y += size * 0.35
	if b.indent == 0 || b.quoted {
		f.y += size * 0.75
	}
}

// picture places an image or a QR code in the middle, with its caption below.
func (f *flow) picture(b *matterBlock) {
	l, size := f.l, f.l.spec.body()
	small := l.spec.legible(size * 0.92)
	const dots = 300 // per inch: an image is printed no larger than this allows
	caption := l.richLines(b.spans, f.a.w, small)
	room := f.page.h - float64(len(caption)+2)*size*1.4
	w, h := 1.3*inch, 1.3*inch
	if b.image != nil {
		w, h = float64(b.image.Wide)*inch/dots, float64(b.image.High)*inch/dots
	}
	shrink := min(1, f.a.w/w, room/h)
	w, h = w*shrink, h*shrink
	if b.image != nil && w < f.a.w*0.25 && float64(b.image.Wide) < 0.25*f.a.w*dots/inch {
		l.warn("an image of %d by %d pixels is only %.1f in wide at %d dots per inch", b.image.Wide, b.image.High, w/inch, dots)
	}
	f.need(h + float64(len(caption))*size*1.4 + size)
	x := f.a.x + (f.a.w-w)/2
	if b.image != nil {
		image := *b.image
		image.X, image.Y, image.W, image.H = x, f.y, w, h
		f.s.Images = append(f.s.Images, image)
	} else {
		f.s.code(b.code, x, f.y, w)
	}
	f.y += h + size*0.4
	for _, line := range caption {
		l.richText(f.s, f.a.x+(f.a.w-l.richWidth(line, small))/2, f.y+size, small, line)
		f.y += size * 1.35
	}
	f.y += size
}

// code draws a QR code with the quiet zone of four modules that readers need (ISO/IEC
// 18004). side is its total width.
func (s sheet) code(code barcode.Barcode, x, y, side float64) {
	n := code.Bounds().Dx()
	module := side / float64(n+8)
	for k := range n {
		s.modules(n, darkIn(code, k), x+4*module, y+float64(k+4)*module, module, func(int) float64 { return module })
	}
}

// richLines breaks spans into lines of at most a width, as [draw.Face.Fold] does for one
// style.
func (l *layout) richLines(spans []span, width, size float64) [][]span {
	var runes []rune
	var styles []draw.Style
	for _, s := range spans { // a run of spaces becomes one, except non-breaking ones
		for _, r := range s.text {
			if unicode.IsSpace(r) && r != '\u00A0' && r != '\u202F' {
				if len(runes) == 0 || runes[len(runes)-1] == ' ' {
					continue
				}
				r = ' '
			}
			runes, styles = append(runes, r), append(styles, s.style)
		}
	}
	if len(runes) == 0 {
		return nil
	}
	advance := func(i int) float64 { return l.fonts.Face(styles[i]).Width(string(runes[i])) }
	var lines [][]span
	for _, at := range draw.Lines(runes, advance, width/size) {
		var line []span
		for from, i := at[0], at[0]; i < at[1]; i++ {
			if i+1 == at[1] || styles[i+1] != styles[from] {
				line = append(line, span{string(runes[from : i+1]), styles[from]})
				from = i + 1
			}
		}
		lines = append(lines, line)
	}
	return lines
}

func (l *layout) richWidth(line []span, size float64) float64 {
	w := 0.0
	for _, s := range line {
		w += l.fonts.Face(s.style).Width(s.text) * size
	}
	return w
}

// richText writes a line of several styles from x on.
func (l *layout) richText(s sheet, x, y, size float64, line []span) {
	for _, part := range line {
		x += s.text(x, y, size, part.style, left, part.text)
	}
}
