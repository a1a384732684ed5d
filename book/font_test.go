package book

import (
	"encoding/binary"
	"os"
	"slices"
	"testing"

	"golang.org/x/image/font/gofont/goregular"

	"gradoku/draw"
)

// collection makes a TrueType collection of one font.
func collection(ttf []byte) []byte {
	const head = 16
	font := slices.Clone(ttf)
	for i := range int(binary.BigEndian.Uint16(font[4:])) {
		entry := font[12+16*i:]
		binary.BigEndian.PutUint32(entry[8:], binary.BigEndian.Uint32(entry[8:])+head)
	}
	return append([]byte("ttcf\x00\x01\x00\x00\x00\x00\x00\x01\x00\x00\x00\x10"), font...)
}

// TestCollectionBook: a book in a font from a collection is in order.
func TestCollectionBook(t *testing.T) {
	s := spec(t, "A5")
	s.NoLessons = true
	var err error
	if s.Fonts, err = draw.ReadFonts(collection(goregular.TTF), nil, nil); err != nil {
		t.Fatal(err)
	}
	if r := checked(t, written(t, laidOut(t, s, many(2)))); len(r.Problems) > 0 {
		t.Error(r.Problems)
	}
}

// chineseFonts are where Linux distributions put fonts with Chinese characters.
var chineseFonts = []string{
	"/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
	"/usr/share/fonts/opentype/noto/NotoSerifCJK-Regular.ttc",
	"/usr/share/fonts/truetype/arphic-gbsn00lp/gbsn00lp.ttf",
}

// TestChinese: a book in Chinese, where the machine has a font.
func TestChinese(t *testing.T) {
	for _, path := range chineseFonts {
		ttf, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		s := spec(t, "A4")
		s.Lang, s.Title = "zh", "数独"
		if s.Fonts, err = draw.ReadFonts(ttf, nil, nil); err != nil {
			t.Fatal(err)
		}
		if r := checked(t, written(t, laidOut(t, s, sections(3, 9)))); len(r.Problems) > 0 {
			t.Error(r.Problems)
		}
		return
	}
	t.Skip("there is no Chinese font here; fonts-noto-cjk has one")
}
