package draw

import (
	"encoding/binary"
	"io"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
)

// tables are where a TrueType font keeps its tables: tag, place, length.
func tables(ttf []byte, visit func(tag string, entry []byte)) {
	for i := range int(binary.BigEndian.Uint16(ttf[4:])) {
		entry := ttf[12+16*i:]
		visit(string(entry[:4]), entry)
	}
}

// collection makes a TrueType collection of one font.
func collection(ttf []byte) []byte {
	const head = 16
	font := slices.Clone(ttf)
	tables(font, func(_ string, entry []byte) {
		binary.BigEndian.PutUint32(entry[8:], binary.BigEndian.Uint32(entry[8:])+head)
	})
	return append([]byte("ttcf\x00\x01\x00\x00\x00\x00\x00\x01\x00\x00\x00\x10"), font...)
}

// lettersOnly takes the digits out of a font: its table of characters (cmap, in
// format 4) then has A to Z alone.
func lettersOnly(ttf []byte) []byte {
	font := slices.Clone(ttf)
	f := must(newFace(ttf))
	tables(font, func(tag string, entry []byte) {
		if tag != "cmap" {
			return
		}
		delta := uint16(f.glyph('A').index) - 'A'
		table := []uint16{
			0, 1, 3, 1, 0, 12, // version, one table, platform 3, encoding 1, offset 12
			4, 32, 0, 4, 4, 1, 0, // format, length, language, 2 segments twice, search range, selector, shift
			'Z', 0xFFFF, 0, 'A', 0xFFFF, delta, 1, 0, 0, // ends, pad, starts, deltas, range offsets
		}
		at := binary.BigEndian.Uint32(entry[8:])
		for i, v := range table {
			binary.BigEndian.PutUint16(font[at+uint32(2*i):], v)
		}
		binary.BigEndian.PutUint32(entry[12:], uint32(2*len(table)))
	})
	return font
}

func TestFonts(t *testing.T) {
	for _, test := range []struct {
		name, want string // want is part of the error, "" for none
		ttf, bold  []byte
	}{
		{"regular", "", goregular.TTF, nil},
		{"two faces", "", goregular.TTF, gobold.TTF},
		{"collection", "", collection(goregular.TTF), nil},
		{"no font", "it is not an OpenType font", []byte("dear reader"), nil},
		{"empty", "it is not an OpenType font", nil, nil},
		{"broken PostScript outlines", "it is not an OpenType font", []byte("OTTO and more"), nil},
		{"damaged collection", "it is not an OpenType font", []byte("ttcf\x00\x01\x00\x00\x00\x00\x00\x01\xFF\x00\x00\x10"), nil},
		{"broken bold", "it is not an OpenType font", goregular.TTF, []byte("x")},
		{"no digits", "the font lacks characters of this book: 1 2 3 4 5 6 7 8 9", lettersOnly(goregular.TTF), nil},
	} {
		fonts, err := ReadFonts(test.ttf, test.bold, nil)
		if err == nil {
			err = fonts.Covers("Z")
		}
		if (err != nil) != (test.want != "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

// TestDamagedFont: a font on which the library panics is an error of the font.
func TestDamagedFont(t *testing.T) {
	ttf := slices.Clone(goregular.TTF)
	tables(ttf, func(tag string, entry []byte) {
		if tag == "name" {
			copy(entry, "none")
		}
	})
	fonts, err := ReadFonts(ttf, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	doc := Document{Title: "Font", Pages: []Page{{Right: 100, Bottom: 100, Fonts: fonts}}}
	if err := doc.PDF(io.Discard); err == nil || !strings.Contains(err.Error(), "embedding the font: it is damaged") {
		t.Errorf("%v", err)
	}
}

// TestCoverage names what is lacking, each character once.
func TestCoverage(t *testing.T) {
	err := GoFonts().Covers("Sudoku 数独, 数字")
	if err == nil || !strings.HasSuffix(err.Error(), ": 数 独 字") {
		t.Errorf("%v", err)
	}
	err = GoFonts().Covers("一二三四五六七八九十百千万亿")
	if err == nil || !strings.HasSuffix(err.Error(), "and 2 more") {
		t.Errorf("%v", err)
	}
}

func FuzzCollection(f *testing.F) {
	f.Add([]byte("ttcf\x00\x01\x00\x00\x00\x00\x00\x01\x00\x00\x00\x10"))
	f.Add(collection([]byte("\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00")))
	f.Fuzz(func(t *testing.T, ttc []byte) {
		if fonts, err := ReadFonts(ttc, nil, nil); err == nil {
			fonts.Face(Regular).Missing("8") // a damaged font may lack it, but must not panic
		}
	})
}
