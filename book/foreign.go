package book

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/ledongthuc/pdf"

	"gradoku/draw"
)

// Limits of a PDF whose pages go into a book. Its streams are copied as they are, so that a
// small file that unpacks to a huge one stays small; only what a page draws is unpacked.
const (
	mostForeign  = 100     // pages
	mostValues   = 500_000 // numbers, names, texts and what holds them
	mostDeep     = 40      // what holds what
	mostContents = 1 << 24 // bytes of what a page draws
	mostDrawn    = 1 << 26 // bytes of what all pages draw
	mostPart     = 1 << 22 // bytes of what is read in one go
	mostRead     = 1 << 25 // bytes that are read of the file, however often, beside sixteen times its own
)

// ParsePDF reads the pages of another PDF, to stand in the book as they are. Its fonts have
// to be embedded; what is not printed, such as links and fields, is left out.
func ParsePDF(name string, file []byte) (m *Matter, err error) {
	defer func() {
		if p := recover(); p != nil { // the library panics on much that is malformed
			m, err = nil, fmt.Errorf("%s: it cannot be read: %s", name, inALine(p))
		}
	}()
	if len(file) < 200 || !bytes.HasPrefix(file, []byte("%PDF-")) { // shorter than any, and the library looks at the last hundred
		return nil, fmt.Errorf("%s: it is no PDF", name)
	}
	if err := checkTables(file); err != nil {
		return nil, fmt.Errorf("%s: %w: qpdf --object-streams=disable writes it anew", name, err)
	}
	doc, err := pdf.NewReader(&metered{from: bytes.NewReader(file), left: mostRead + 16*int64(len(file))}, int64(len(file)))
	if err != nil {
		return nil, fmt.Errorf("%s: it cannot be read: %s", name, inALine(err))
	}
	if !doc.Trailer().Key("Encrypt").IsNull() {
		return nil, fmt.Errorf("%s: it is encrypted", name)
	}
	p := foreign{file: file, known: map[[32]byte]int{}, left: mostValues, made: &draw.Import{}}
	root := doc.Trailer().Key("Root").Key("Pages")
	if err := p.walk(root, nil, 0); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(p.forms) == 0 {
		return nil, fmt.Errorf("%s: there is no page in it", name)
	}
	return &Matter{Name: name, Sum: fmt.Sprintf("%x", sha256.Sum256(file)), forms: p.forms}, nil
}

// metered reads until it has read too much: a file can ask for the same part again and again,
// and what the library makes of a part takes twenty times its room.
type metered struct {
	from io.ReaderAt
	left int64
	next int64 // where the last part goes on
	part int64 // bytes of it so far
}

func (m *metered) ReadAt(p []byte, at int64) (int, error) {
	if m.left -= int64(len(p)); m.left < 0 {
		panic("its parts refer to each other too often")
	}
	if at != m.next {
		m.part = 0
	}
	m.next = at + int64(len(p))
	if m.part += int64(len(p)); m.part > mostPart {
		panic(fmt.Sprintf("one of its parts has more than %d MB", mostPart>>20))
	}
	return m.from.ReadAt(p, at)
}

// foreign copies pages.
type foreign struct {
	file  []byte
	known map[[32]byte]int // the objects of made, by their contents
	left  int              // values
	drawn int              // bytes of what pages draw
	made  *draw.Import
	forms []draw.Form
}

// walk reads a branch of the tree of pages below others, the nearest last.
func (p *foreign) walk(node pdf.Value, above []pdf.Value, depth int) error {
	if p.left--; depth > mostDeep || p.left < 0 {
		return errors.New("its tree of pages does not end")
	}
	branch := append(slices.Clone(above), node)
	kids := node.Key("Kids")
	if kids.IsNull() {
		if len(p.forms) == mostForeign {
			return fmt.Errorf("it has more than %d pages", mostForeign)
		}
		form, err := p.page(branch)
		if err != nil {
			return fmt.Errorf("page %d: %w", len(p.forms)+1, err)
		}
		p.forms = append(p.forms, form)
		return nil
	}
	for i := range kids.Len() {
		if err := p.walk(kids.Index(i), branch, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// page makes a page something that another page can draw: a form (ISO 32000-1, 8.10).
func (p *foreign) page(branch []pdf.Value) (draw.Form, error) {
	inherits := func(key string) (v pdf.Value) {
		for i := len(branch) - 1; i >= 0 && v.IsNull(); i-- {
			v = branch[i].Key(key)
		}
		return v
	}
	node := branch[len(branch)-1]
	box := inherits("CropBox")
	if box.Len() != 4 {
		box = inherits("MediaBox")
	}
	x0, y0, x1, y1 := box.Index(0).Float64(), box.Index(1).Float64(), box.Index(2).Float64(), box.Index(3).Float64()
	form := draw.Form{Left: min(x0, x1), Bottom: min(y0, y1), Wide: max(x0, x1) - min(x0, x1), High: max(y0, y1) - min(y0, y1), From: p.made}
	switch unit := node.Key("UserUnit"); {
	case !(form.Wide >= 36 && form.High >= 36 && form.Wide <= 14_400 && form.High <= 14_400):
		return form, errors.New("its size is not that of a page")
	case inherits("Rotate").Int64()%360 != 0:
		return form, errors.New("it is shown turned: qpdf --flatten-rotation turns it for good")
	case !unit.IsNull() && unit.Float64() != 1:
		return form, errors.New("its units are not points")
	}
	contents, err := p.contents(node.Key("Contents"))
	if err != nil {
		return form, err
	}
	resources, err := p.value(inherits("Resources"), 0)
	if err != nil {
		return form, err
	}
	entries := fmt.Sprintf("/Type /XObject /Subtype /Form /BBox [%.4f %.4f %.4f %.4f] /Resources %s", form.Left, form.Bottom, form.Left+form.Wide, form.Bottom+form.High, resources)
	if group := node.Key("Group"); !group.IsNull() {
		text, err := p.value(group, 0)
		if err != nil {
			return form, err
		}
		entries += " /Group " + text
	}
	form.Object = p.object(draw.ImportObject{Entries: entries, Data: contents, Stream: true})
	return form, nil
}

// contents unpacks what a page draws, which may be in several parts, and joins them.
func (p *foreign) contents(v pdf.Value) ([]byte, error) {
	parts := []pdf.Value{v}
	if v.Kind() == pdf.Array {
		parts = parts[:0]
		for i := range v.Len() {
			parts = append(parts, v.Index(i))
		}
	}
	var all bytes.Buffer
	for _, part := range parts {
		if part.Kind() != pdf.Stream {
			continue // an empty page
		}
		data, err := unpack(part)
		if err == nil {
			_, err = io.Copy(&all, io.LimitReader(data, int64(mostContents+1-all.Len())))
		}
		if err != nil {
			return nil, fmt.Errorf("what it draws cannot be unpacked: %w", err)
		}
		if all.Len() > mostContents {
			return nil, fmt.Errorf("it draws with more than %d MB", mostContents>>20)
		}
		all.WriteByte('\n')
	}
	if p.drawn += all.Len(); p.drawn > mostDrawn {
		return nil, fmt.Errorf("with the pages before it draws with more than %d MB", mostDrawn>>20)
	}
	return all.Bytes(), nil
}

// value writes a value. Streams, and dictionaries of some length, become objects, one for
// equal ones, to which it refers as @0@.
func (p *foreign) value(v pdf.Value, depth int) (string, error) {
	if p.left--; p.left < 0 || depth > mostDeep {
		return "", errors.New("its parts hold each other without end")
	}
	switch v.Kind() {
	case pdf.Bool:
		return strconv.FormatBool(v.Bool()), nil
	case pdf.Integer:
		return strconv.FormatInt(v.Int64(), 10), nil
	case pdf.Real:
		return strconv.FormatFloat(v.Float64(), 'f', -1, 64), nil
	case pdf.String:
		return fmt.Sprintf("<%x>", v.RawString()), nil
	case pdf.Name:
		return pdfName(v.Name()), nil
	case pdf.Array:
		parts := make([]string, v.Len())
		for i := range parts {
			var err error
			if parts[i], err = p.value(v.Index(i), depth+1); err != nil {
				return "", err
			}
		}
		return "[" + strings.Join(parts, " ") + "]", nil
	case pdf.Dict:
		entries, err := p.entries(v, depth)
		if err != nil || len(entries) < 100 {
			return "<<" + entries + ">>", err
		}
		return fmt.Sprintf("@%d@", p.object(draw.ImportObject{Entries: entries})), nil
	case pdf.Stream:
		entries, err := p.entries(v, depth)
		if err != nil {
			return "", err
		}
		data, err := p.packed(v)
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("@%d@", p.object(draw.ImportObject{Entries: entries, Data: data, Stream: true, Packed: true})), nil
	}
	return "null", nil
}

// entries writes those of a dictionary. What leads back to pages, and what is not printed, is
// left out.
func (p *foreign) entries(v pdf.Value, depth int) (string, error) {
	if kind := v.Key("Subtype").Name(); v.Key("Type").Name() == "Font" && kind != "Type0" && kind != "Type3" {
		d := v.Key("FontDescriptor")
		if d.Key("FontFile").IsNull() && d.Key("FontFile2").IsNull() && d.Key("FontFile3").IsNull() {
			return "", fmt.Errorf("the font %s is not embedded", v.Key("BaseFont").Name())
		}
	}
	var parts []string
	for _, key := range v.Keys() {
		switch key {
		case "Parent", "StructParent", "StructParents", "Metadata", "PieceInfo", "OPI", "Alternates":
			continue
		case "Length":
			if v.Kind() == pdf.Stream { // it is written anew
				continue
			}
		}
		text, err := p.value(v.Key(key), depth+1)
		if err != nil {
			return "", err
		}
		parts = append(parts, pdfName(key)+" "+text)
	}
	return strings.Join(parts, " "), nil
}

// packed returns a stream as it stands in the file. The library says where only in the text
// of the value, after the last @.
func (p *foreign) packed(v pdf.Value) ([]byte, error) {
	if !v.Key("F").IsNull() {
		return nil, errors.New("a part of it stands in another file")
	}
	text := v.String()
	at, err := strconv.Atoi(text[strings.LastIndexByte(text, '@')+1:])
	length := int(v.Key("Length").Int64())
	if err != nil || at < 0 || length < 0 || at > len(p.file) || length > len(p.file)-at {
		return nil, errors.New("a part of it lies outside the file")
	}
	return p.file[at : at+length], nil
}

// object keeps one of equal objects and returns its number.
func (p *foreign) object(o draw.ImportObject) int {
	sum := sha256.Sum256(slices.Concat([]byte(o.Entries), []byte{0}, o.Data))
	n, ok := p.known[sum]
	if !ok {
		n = len(p.made.Objects)
		p.made.Objects, p.known[sum] = append(p.made.Objects, o), n
	}
	return n
}

// pdfName writes a name, what is not plain in hexadecimal (ISO 32000-1, 7.3.5).
func pdfName(name string) string {
	var b strings.Builder
	b.WriteByte('/')
	for _, c := range []byte(name) {
		if c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '-' || c == '_' || c == '.' || c == '+' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "#%02X", c)
		}
	}
	return b.String()
}

// foreignPages puts pages of another PDF on pages of their own: as they are where they have
// the size of the book's, else as large as fits, in the middle.
func (l *layout) foreignPages(m *Matter) {
	for _, form := range m.forms {
		trim := &l.spec.Trim
		scale := min(trim.W/form.Wide, trim.H/form.High)
		const same = 1.5 // points: a millimetre is lost in rounding to inches and back
		if trim.W-form.Wide < same && form.Wide-trim.W < same && trim.H-form.High < same && form.High-trim.H < same {
			scale = 1
		} else {
			l.warn("a page of %s has %.4g x %.4g in, and those of the book have %.4g x %.4g: it is printed at %.0f%%, in the middle",
				m.Name, form.Wide/inch, form.High/inch, trim.W/inch, trim.H/inch, scale*100)
		}
		form.W, form.H = form.Wide*scale, form.High*scale
		form.X, form.Y = (trim.W-form.W)/2, (trim.H-form.H)/2
		s := l.blank()
		s.Forms = append(s.Forms, form)
	}
}
