//go:build !wasm

package draw

import (
	"bytes"
	"encoding/binary"
	"maps"
	"math"
	"slices"

	"golang.org/x/image/font/sfnt"
)

// fpdf supports only TrueType and cannot embed a font with PostScript outlines (.otf,
// "CFF"), nor a collection (.ttc), as most Chinese and Japanese system fonts are. The
// characters that a document uses are therefore written as a new TrueType font. Cubic curves become quadratic curves that are off by less than half a unit of
// 1/2048 em. Hints are lost, but no press needs them.
//
// The tables are those that a font in a PDF needs (ISO 32000-1, 9.9, and ISO/IEC
// 14496-22, chapter 5): cmap, glyf, head, hhea, hmtx, loca, maxp. fpdf also needs name,
// OS/2 and post.

// unitsPerEm of the generated fonts.
const unitsPerEm = 2048

// trueType returns the face as a TrueType font: the file itself, or a font of the given
// characters.
func (f *Face) trueType(runes map[rune]bool) ([]byte, error) {
	if !f.rewritten {
		return f.data, nil
	}
	list := slices.DeleteFunc(slices.Sorted(maps.Keys(runes)), func(r rune) bool { return f.glyph(r).index == 0 })
	w := trueTypeWriter{loca: []uint32{0}}
	w.glyph(nil, unitsPerEm/2) // the glyph for missing characters
	for _, r := range list {
		o, err := f.outline(r)
		if err != nil {
			return nil, err
		}
		w.glyph(o, f.glyph(r).advance*unitsPerEm)
	}
	return w.file(f, list), nil
}

type trueTypeWriter struct {
	glyf, hmtx     []byte
	loca           []uint32
	box            [4]int // bounds of all glyphs: least x and y, largest x and y
	points, shapes int    // largest numbers in a glyph
}

// corner is a point of a TrueType outline.
type corner struct {
	x, y int
	on   byte // its flag: 1 for a point on the curve, 0 for a control point
}

// glyph adds a glyph. TrueType's y grows upwards.
func (w *trueTypeWriter) glyph(o outline, advance float64) {
	var contours [][]corner
	add := func(p point, on byte) {
		last := len(contours) - 1
		c := corner{int(math.Round(p.x * unitsPerEm)), int(math.Round(-p.y * unitsPerEm)), on}
		if k := len(contours[last]); on == 1 && k > 0 && contours[last][k-1] == c {
			return
		}
		contours[last] = append(contours[last], c)
	}
	var at point
	for i := range o {
		to := o[i].to
		switch o[i].op {
		case sfnt.SegmentOpMoveTo:
			contours = append(contours, nil)
			add(to[0], 1)
		case sfnt.SegmentOpLineTo:
			add(to[0], 1)
		case sfnt.SegmentOpQuadTo:
			add(to[0], 0)
			add(to[1], 1)
		case sfnt.SegmentOpCubeTo:
			for _, q := range quadratics(at, to[0], to[1], to[2]) {
				add(q[0], 0)
				add(q[1], 1)
			}
		}
		at = to[len(o[i].points())-1]
	}
	box := [4]int{math.MaxInt16, math.MaxInt16, math.MinInt16, math.MinInt16}
	var ends, flags, xs, ys []byte
	n, x, y := 0, 0, 0
	contours = slices.DeleteFunc(contours, func(c []corner) bool { return len(c) < 3 })
	for _, c := range contours {
		if c[0] == c[len(c)-1] { // TrueType closes contours itself
			c = c[:len(c)-1]
		}
		for _, p := range c {
			box = [4]int{min(box[0], p.x), min(box[1], p.y), max(box[2], p.x), max(box[3], p.y)}
			flags = append(flags, p.on)
			xs = binary.BigEndian.AppendUint16(xs, uint16(p.x-x))
			ys = binary.BigEndian.AppendUint16(ys, uint16(p.y-y))
			x, y = p.x, p.y
		}
		n += len(c)
		ends = binary.BigEndian.AppendUint16(ends, uint16(n-1))
	}
	bearing := 0
	if n > 0 {
		bearing = box[0]
		for _, v := range append([]int{len(contours)}, box[:]...) {
			w.glyf = binary.BigEndian.AppendUint16(w.glyf, uint16(v))
		}
		w.box = [4]int{min(w.box[0], box[0]), min(w.box[1], box[1]), max(w.box[2], box[2]), max(w.box[3], box[3])}
		w.glyf = append(w.glyf, slices.Concat(ends, []byte{0, 0}, flags, xs, ys)...) // no instructions
		for len(w.glyf)%4 != 0 {
			w.glyf = append(w.glyf, 0)
		}
	}
	w.points, w.shapes = max(w.points, n), max(w.shapes, len(contours))
	w.loca = append(w.loca, uint32(len(w.glyf)))
	w.hmtx = binary.BigEndian.AppendUint16(w.hmtx, uint16(math.Round(advance)))
	w.hmtx = binary.BigEndian.AppendUint16(w.hmtx, uint16(bearing))
}

// quadratics splits a cubic curve into pieces that quadratic curves approximate
// closely. The distance of a cubic from the quadratic through its ends whose control
// point is (3(b+c)-a-d)/4 is at most √3/36 of |d-3c+3b-a| (Sederberg, Computer Aided
// Geometric Design, 2012, on degree reduction); for a third of the curve it is a 27th
// of that.
func quadratics(a, b, c, d point) [][2]point {
	off := math.Sqrt(3) / 36 * math.Hypot(d.x-3*c.x+3*b.x-a.x, d.y-3*c.y+3*b.y-a.y)
	n := max(1, int(math.Ceil(math.Cbrt(off*unitsPerEm/0.5))))
	whole := cubic{a, b, c, d}
	slope := func(t float64) point {
		u := 1 - t
		return point{
			3 * (u*u*(b.x-a.x) + 2*u*t*(c.x-b.x) + t*t*(d.x-c.x)),
			3 * (u*u*(b.y-a.y) + 2*u*t*(c.y-b.y) + t*t*(d.y-c.y)),
		}
	}
	var pieces [][2]point
	for i := range n {
		t0, t1 := float64(i)/float64(n), float64(i+1)/float64(n)
		p0, p3, third := whole.at(t0), whole.at(t1), (t1-t0)/3
		s0, s1 := slope(t0), slope(t1)
		p1 := point{p0.x + s0.x*third, p0.y + s0.y*third}
		p2 := point{p3.x - s1.x*third, p3.y - s1.y*third}
		pieces = append(pieces, [2]point{{(3*(p1.x+p2.x) - p0.x - p3.x) / 4, (3*(p1.y+p2.y) - p0.y - p3.y) / 4}, p3})
	}
	return pieces
}

func (w *trueTypeWriter) file(f *Face, runes []rune) []byte {
	glyphs := len(w.loca) - 1
	big := func(values ...any) []byte {
		var b bytes.Buffer
		for _, v := range values {
			_ = binary.Write(&b, binary.BigEndian, v) // writing to a buffer never fails
		}
		return b.Bytes()
	}
	box := [4]int16{int16(w.box[0]), int16(w.box[1]), int16(w.box[2]), int16(w.box[3])}
	loca := big(w.loca)
	// One segment for each character, and one that ends the table.
	segments := len(runes) + 1
	var end, start, delta []uint16
	for i, r := range runes {
		end, start = append(end, uint16(r)), append(start, uint16(r))
		delta = append(delta, uint16(i+1-int(r)))
	}
	end, start, delta = append(end, 0xFFFF), append(start, 0xFFFF), append(delta, 1)
	power := 1 << int(math.Log2(float64(segments)))
	format4 := big(uint16(0), uint16(2*segments), uint16(2*power), uint16(math.Log2(float64(power))), uint16(2*(segments-power)),
		end, uint16(0), start, delta, make([]uint16, segments))
	format4 = slices.Concat(big(uint16(4), uint16(len(format4)+4)), format4)
	tables := map[string][]byte{
		"OS/2": big(uint16(3), int16(unitsPerEm/2), uint16(400), uint16(5), make([]byte, 22), make([]byte, 38),
			box[3], box[1], int16(0), uint16(box[3]), uint16(-box[1]), uint64(0), int16(0), int16(f.caps*unitsPerEm), make([]byte, 6)),
		"cmap": slices.Concat(big(uint16(0), uint16(1), uint16(3), uint16(1), uint32(12)), format4),
		"glyf": w.glyf,
		"head": big(uint32(0x10000), uint32(0x10000), uint32(0), uint32(0x5F0F3CF5), uint16(0), uint16(unitsPerEm), uint64(0), uint64(0),
			box, uint16(0), uint16(8), int16(2), int16(1), int16(0)),
		"hhea": big(uint32(0x10000), box[3], box[1], int16(0), uint16(unitsPerEm), make([]byte, 22), uint16(glyphs)),
		"hmtx": w.hmtx,
		"loca": loca,
		"maxp": big(uint32(0x10000), uint16(glyphs), uint16(w.points), uint16(w.shapes), make([]byte, 22)),
		"name": big(uint16(0), uint16(0), uint16(6)),
		"post": big(uint32(0x30000), make([]byte, 28)),
	}
	const header, entry = 12, 16
	names := slices.Sorted(maps.Keys(tables))
	out := big(uint32(0x10000), uint16(len(names)), uint16(128), uint16(3), uint16(len(names)*16-128))
	at := header + entry*len(names)
	var body []byte
	for _, name := range names {
		t := tables[name]
		out = append(out, name...)
		out = append(out, big(uint32(0), uint32(at+len(body)), uint32(len(t)))...) // fpdf computes checksums itself
		body = append(body, t...)
		for len(body)%4 != 0 {
			body = append(body, 0)
		}
	}
	return append(out, body...)
}

// usedRunes lists the characters of the pages' texts in each face.
func usedRunes(pages []Page, fonts *Fonts) map[*Face]map[rune]bool {
	used := map[*Face]map[rune]bool{}
	for i := range pages {
		for _, t := range pages[i].Texts {
			f := fonts.Face(t.Style)
			if !f.rewritten {
				continue
			}
			if used[f] == nil {
				used[f] = map[rune]bool{' ': true}
			}
			for _, r := range t.Body {
				used[f][r] = true
			}
		}
	}
	return used
}
