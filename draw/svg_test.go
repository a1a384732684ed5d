package draw

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gradoku/board"
	"gradoku/internal/golden"
)

func svg(t testing.TB, p *Page, px int) string {
	t.Helper()
	var b bytes.Buffer
	if err := p.SVG(&b, px); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestSVGGolden holds the bytes of one small page that has everything.
func TestSVGGolden(t *testing.T) {
	puzzle := parse(t, ".2.34......4..2.")
	got := svg(t, New(puzzle, Options{Path: path(t, puzzle)[:2], Coordinates: true}), 0)
	golden.Check(t, filepath.Join("testdata", "step.svg"), got)
}

// count reads a document to its end and counts its elements; a document that is
// no XML fails.
func count(t *testing.T, doc string) map[string]int {
	t.Helper()
	got := map[string]int{}
	for d := xml.NewDecoder(strings.NewReader(doc)); ; {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return got
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, doc)
		}
		if e, ok := tok.(xml.StartElement); ok {
			got[e.Name.Local]++
			if e.Name.Space != "http://www.w3.org/2000/svg" {
				t.Fatalf("%s is in the name space %q", e.Name.Local, e.Name.Space)
			}
		}
	}
}

// TestSVGValid: every page is well-formed XML with an element for each item.
func TestSVGValid(t *testing.T) {
	for _, x := range pages(t) {
		t.Run(x.name, func(t *testing.T) {
			got := count(t, svg(t, x.page, 0))
			delete(got, "g")
			want := map[string]int{
				"svg": 1, "title": 1, "desc": 1, "rect": 1 + len(x.page.Shades),
				"text": len(x.page.Texts), "line": len(x.page.Lines),
			}
			if n := len(x.page.Discs); n > 0 {
				want["circle"] = n
			}
			if n := len(x.page.Arrows); n > 0 {
				want["path"], want["polygon"] = n, n
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("elements (-want +got)\n%s", d)
			}
		})
	}
}

func TestSVGEscapes(t *testing.T) {
	const nasty = `a < b & "c" > 'd' ]]>`
	p := New(parse(t, royle), Options{})
	p.Title, p.Description = nasty, nasty
	p.Texts = append(p.Texts, Text{X: 1, Y: 1, Size: 1, Body: nasty})
	doc := svg(t, p, 0)
	var got struct {
		Title string `xml:"title"`
		Desc  string `xml:"desc"`
	}
	if err := xml.Unmarshal([]byte(doc), &got); err != nil {
		t.Fatal(err)
	}
	if got.Title != nasty || got.Desc != nasty {
		t.Errorf("read back %q and %q", got.Title, got.Desc)
	}
	if n := strings.Count(doc, "a &lt; b &amp; "); n != 3 {
		t.Errorf("escaped %d times, want 3", n)
	}
}

func TestSVGSize(t *testing.T) {
	puzzle := parse(t, royle)
	for _, c := range []struct {
		o    Options
		px   int
		want string
	}{
		{Options{}, 0, `width="760" height="760" viewBox="-25 -25 950 950"`},
		{Options{}, 600, `width="600" height="600" viewBox="-25 -25 950 950"`},
		{Options{Coordinates: true}, 0, `width="796" height="796" viewBox="-70 -70 995 995"`},
		{Options{Solution: parse(t, royleSolution)}, 1, `width="1" height="1" viewBox="-25 -25 950 950"`},
	} {
		if doc := svg(t, New(puzzle, c.o), c.px); !strings.Contains(doc, c.want) {
			t.Errorf("%+v at %d: no %s in %s", c.o, c.px, c.want, doc[:200])
		}
	}
}

func TestLengths(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 1: "100", -0.25: "-25", 0.123456: "12.35", 1.0 / 3: "33.33"} {
		if got := new(svgWriter).length(x); got != want {
			t.Errorf("length(%v) = %s, want %s", x, got, want)
		}
	}
}

// TestSVGRendered has another program draw the SVG, where there is one, and
// finds the digits in the middle of their cells in whatever font it took. The
// font's own unevenness is allowed for: 4 % of the cell.
func TestSVGRendered(t *testing.T) {
	rsvg, err := exec.LookPath("rsvg-convert")
	if err != nil {
		t.Skip("rsvg-convert is not installed")
	}
	geo := board.Nine()
	p := New(cyclic(geo), Options{})
	const px = 950 // a cell is 100 pixels
	cmd := exec.Command(rsvg, "--width", strconv.Itoa(px))
	cmd.Stdin = strings.NewReader(svg(t, p, 0))
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	centred(t, newRendered(p, img), cyclic(geo), 0.04)
}
