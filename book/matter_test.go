package book

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/png"
	"strings"
	"testing"

	"gradoku/draw"
)

// picture is a PNG of so many pixels.
func picture(t testing.TB, w, h int) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewGray(image.Rect(0, 0, w, h))); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// room is what a text alone has for its images.
func room() *int {
	n := ImageRoom
	return &n
}

func matter(t testing.TB, markdown string) *Matter {
	t.Helper()
	m, err := ParseMatter("own.md", []byte(markdown), func(string) ([]byte, error) { return picture(t, 600, 300), nil }, room())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestMatter: texts of the user's own stand where they belong, in their styles, on pages
// that the check passes.
func TestMatter(t *testing.T) {
	s := spec(t, "6x9")
	s.NoLessons = true
	s.Imprint = []string{"First printing, May 2026"}
	s.Front = []*Matter{
		matter(t, "# A *Word* Before\n\nSome words, **some of them bold**.\n\n1. one\n2. two\n   - below two\n\n> quoted\n\n![A picture](a.png)"),
		matter(t, "For Anna,\nwho never guesses."),
	}
	s.Back = []*Matter{matter(t, "# Also By\n\n"+strings.Repeat("A paragraph of some length that goes on for a while. ", 60)+"\n\n---\n\n![Scan](qr:https://example.com/review)")}
	b := laidOut(t, s, many(4))
	if r := checked(t, written(t, b)); len(r.Problems) > 0 {
		t.Error(r.Problems)
	}
	find := func(body string) (page int, text draw.Text) {
		for i := range b.Pages {
			for _, x := range b.Pages[i].Texts {
				if x.Body == body {
					return i, x
				}
			}
		}
		t.Errorf("%q is nowhere", body)
		return 0, draw.Text{}
	}
	contents, _ := find("Contents")
	dedication, line := find("For Anna,")
	preface, _ := find("1.")
	if !(dedication < contents && contents < preface && preface < b.Front) || !isRecto(dedication) || line.X < b.Pages[0].Right*0.3 {
		t.Errorf("the dedication is on page %d, the contents on %d, the preface on %d of %d", dedication, contents, preface, b.Front)
	}
	if next, _ := find("who never guesses."); next != dedication {
		t.Error("the lines of the dedication are on two pages")
	}
	if _, bold := find("some of them bold"); bold.Style != draw.Bold {
		t.Error("bold is not bold")
	}
	if _, quoted := find("quoted"); quoted.Style != draw.Italic {
		t.Error("a quotation is not italic")
	}
	for _, name := range []string{"First printing, May 2026", "A Word Before", "Also By", "•", "A picture", "Scan"} {
		find(name)
	}
	if len(b.Pages[preface].Images) != 1 || b.Pages[preface].Images[0].W != 144 {
		t.Errorf("images: %d", len(b.Pages[preface].Images))
	}
	end := &b.Pages[len(b.Pages)-1]
	if len(end.Rules) < 50 && len(b.Pages[len(b.Pages)-2].Rules) < 50 {
		t.Error("the QR code is not at the end")
	}
	// The same text is the same book, another one another.
	again := s
	again.Back = []*Matter{matter(t, "# Also By\n\nOthers")}
	if laidOut(t, again, many(4)).ID == b.ID {
		t.Error("another text is the same edition")
	}
}

// TestMatterRefusals: what cannot be printed is named with its line.
func TestMatterRefusals(t *testing.T) {
	lost := errors.New("it is not there")
	for _, test := range []struct{ markdown, want string }{
		{"", "it is empty"},
		{"one\n\n<b>two</b>", "line 3: HTML cannot be printed"},
		{"<div>\ntwo\n</div>", "line 1: HTML cannot be printed"},
		{"```\ncode\n```", "a block of code cannot be printed"},
		{"Books:\n\n| a | b |\n|---|:-:|\n| 1 | 2 |", "line 3: a table cannot be printed"},
		{strings.Repeat(">", 9) + " deep", "nested more than 6 deep"},
		{strings.Repeat("> - ", 1<<18), "nested more than 6 deep"},
		{strings.Repeat("![x](qr:x)\n\n", 3), "line 5: there are too many QR codes and images"},
		{strings.Repeat("[x](", 10_001), "more than 10000 opening brackets"},
		{"![x](lost.png)", "line 1: the image lost.png: it is not there"},
		{"![x](text.png)", "line 1: the image text.png: it is neither a PNG nor a JPEG"},
		{"![x](bomb.png)", "pixels, more than 50 million"},
		{"![x](wide.png)\n\n![x](wide.png)\n\n![x](wide.png)", "line 5: the image wide.png: all images together have more than 200 million pixels or bytes"},
		{"![x](qr:)", "a QR code can have 1 to 500 characters, not 0"},
		{"![x](qr:" + strings.Repeat("x", 501) + ")", "can have 1 to 500 characters, not 501"},
	} {
		left := 250_000 // a text before has used up the rest
		_, err := ParseMatter("own.md", []byte(test.markdown), func(path string) ([]byte, error) {
			switch path {
			case "text.png":
				return []byte("no picture"), nil
			case "bomb.png": // says that it is large, and is not
				file := picture(t, 1, 1)
				copy(file[16:], []byte{0, 1, 0x80, 0, 0, 1, 0x80, 0})
				return withChecksum(file), nil
			case "wide.png":
				return picture(t, 2000, 50), nil
			}
			return nil, lost
		}, &left)
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "own.md: ") {
			t.Errorf("%q: %v", test.markdown, err)
		}
	}
	s := spec(t, "6x9")
	s.Back = []*Matter{matter(t, "שלום")}
	if _, err := New(t.Context(), s, many(1)); err == nil || !strings.Contains(err.Error(), "Hebrew runs from right to left") {
		t.Errorf("%v", err)
	}
}

// FuzzMatter: whatever a text of one's own says, it is refused or laid out with nothing in the
// margins.
func FuzzMatter(f *testing.F) {
	for _, seed := range []string{"# Title\n\ntext *of* **two** styles", "- a\n  - b\n\n1. c", "> q\n\n***", "![x](qr:abc)", "a\\\nb", "<x>", "&amp; &#0; \u00a0"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, markdown string) {
		m, err := ParseMatter("own.md", []byte(markdown), func(string) ([]byte, error) { return nil, errors.New("no images") }, room())
		if err != nil || len(markdown) > 2000 {
			return
		}
		s := spec(t, "4x6")
		s.NoLessons, s.Front = true, []*Matter{m}
		b, err := New(t.Context(), s, many(1))
		if err != nil {
			return
		}
		for i := range b.Pages {
			for _, x := range b.Pages[i].Texts {
				if w := b.Spec.Fonts.Face(x.Style).Width(x.Body) * x.Size; x.X < 0.2*inch || x.X+w > b.Pages[i].Right-0.2*inch || x.Y > b.Pages[i].Bottom-0.2*inch {
					t.Fatalf("page %s: %q is at %v, %v and %v wide", b.Pages[i].Label, x.Body, x.X, x.Y, w)
				}
			}
		}
	})
}

// withChecksum corrects the checksum of a PNG's header.
func withChecksum(file []byte) []byte {
	binary.BigEndian.PutUint32(file[29:], crc32.ChecksumIEEE(file[12:29]))
	return file
}
