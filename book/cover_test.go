package book

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gradoku/draw"
)

// coverSpec is a cover that any book can have.
func coverSpec() CoverSpec {
	return CoverSpec{Spec: Spec{Title: "Quiet Sudoku", Author: "Jane Doe", ISBN: "978-3-16-148410-0", Lang: "en", Version: "1"}, Colour: 0x1F4E79}
}

// TestCoverGeometry: spine and paper by the printers' published formulas, worked out by
// hand.
func TestCoverGeometry(t *testing.T) {
	for _, test := range []struct {
		printer string
		paper   string
		pages   int
		spine   float64 // inches
	}{
		{"kdp", "", 24, 0.054048},
		{"kdp", "", 110, 0.24772},
		{"kdp", "", 300, 0.6756},
		{"kdp", "", 590, 1.32868},
		{"kdp", "cream", 110, 0.275},
		{"kdp", "cream", 300, 0.75},
		{"kdp", "cream", 24, 0.06},
		{"kdp", "cream", 550, 1.375},
		{"kdp", "white", 300, 0.6756},
		{"kdp", "colour", 24, 0.056328},
		{"kdp", "colour", 110, 0.25817},
		{"kdp", "colour", 300, 0.7041},
		{"kdp", "colour", 590, 1.38473},
		{"any", "", 24, 0.054048},
		{"lulu", "cream", 32, 0.132072},
		{"lulu", "", 110, 0.307748},
		{"lulu", "", 300, 0.735676},
		{"lulu", "", 590, 1.388829},
		{"kdp", "", 776, 1.747552}, // a trim of 8.5x11 does not allow as many pages, so this row is for 6x9
		{"kdp", "cream", 776, 1.94},
		{"lulu", "", 776, 1.807748},
	} {
		w, h := 8.5, 11.0
		if test.pages > 590 {
			w, h = 6, 9
		}
		spec := coverSpec()
		spec.Printer, spec.Paper = test.printer, test.paper
		c, err := NewCover(&Interior{Pages: test.pages, W: w * inch, H: h * inch, Lang: "en", Puzzles: 100}, spec)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(c.Spine/inch-test.spine) > 1e-5 || math.Abs(c.Page.Right/inch-(2*w+0.25+test.spine)) > 1e-5 || c.Page.Bottom != (h+0.25)*inch {
			t.Errorf("%s, %d pages: spine %.5f, paper %.5f by %.5f in", test.printer, test.pages, c.Spine/inch, c.Page.Right/inch, c.Page.Bottom/inch)
		}
		onSpine := false
		for _, x := range c.Page.Texts {
			onSpine = onSpine || x.Down
			// Upright texts keep their distance from the trim and from the spine.
			if wide := c.Page.Fonts.Face(x.Style).Width(x.Body) * x.Size; !x.Down {
				left, right := coverBleed+0.25*inch, c.Page.Right-coverBleed-0.25*inch
				if x.X < coverBleed+w*inch {
					right = coverBleed + (w-0.25)*inch
				} else {
					left = coverBleed + (w+0.25)*inch + c.Spine
				}
				if x.X < left || x.X+wide > right+0.01 {
					t.Errorf("%s, %d pages: %q is too near an edge", test.printer, test.pages, x.Body)
				}
			}
			// Those on the spine stay on it.
			if x.Down && (x.X < coverBleed+w*inch+0.06*inch || x.X+0.75*x.Size > coverBleed+w*inch+c.Spine-0.06*inch) {
				t.Errorf("%s, %d pages: %q does not fit on the spine", test.printer, test.pages, x.Body)
			}
		}
		if onSpine != (test.pages >= 80) {
			t.Errorf("%s, %d pages: text on the spine: %v", test.printer, test.pages, onSpine)
		}
	}
}

// TestCoverRefusals: what does not go with the book.
func TestCoverRefusals(t *testing.T) {
	for _, test := range []struct {
		want   string
		is     error
		change func(*Interior, *CoverSpec)
	}{
		{"the ISBN of the book is 978-0-306-40615-7, not 978-3-16-148410-0", ErrCover, func(in *Interior, _ *CoverSpec) { in.ISBN = "978-0-306-40615-7" }},
		{"is not an ISBN", nil, func(_ *Interior, s *CoverSpec) { s.ISBN = "978-3-16-148410-1" }},
		{"KDP binds 24 to 590 on white paper", ErrCover, func(in *Interior, s *CoverSpec) { in.Pages, s.Printer = 600, "kdp" }},
		{"KDP does not print pages", nil, func(in *Interior, s *CoverSpec) { in.W, s.Printer = 200, "kdp" }},
		{"IngramSpark gives the width of the spine only with its template", nil, func(_ *Interior, s *CoverSpec) { s.Printer = "ingram" }},
		{"a spine of 9 in is too wide", ErrCover, func(_ *Interior, s *CoverSpec) { s.Spine = 9 * inch }},
		{"the text of the back cover is too long", ErrCover, func(_ *Interior, s *CoverSpec) { s.Blurb = strings.Repeat("A quiet book. ", 900) }},
		{"Lulu binds 32 to 800", ErrCover, func(in *Interior, s *CoverSpec) { in.Pages, s.Printer = 24, "lulu" }},
		{"cannot be set: Hebrew", nil, func(_ *Interior, s *CoverSpec) { s.Title = "סודוקו" }},
		{"lacks characters of this book: 数 独", nil, func(_ *Interior, s *CoverSpec) { s.Title = "数独" }},
	} {
		in, spec := &Interior{Pages: 110, W: 8.5 * inch, H: 11 * inch, Lang: "en", Puzzles: 100}, coverSpec()
		test.change(in, &spec)
		if _, err := NewCover(in, spec); err == nil || !strings.Contains(strings.ReplaceAll(err.Error(), "that is not", "is not"), test.want) || test.is != nil && !errors.Is(err, test.is) {
			t.Errorf("%v, want %q", err, test.want)
		}
	}
}

// contrast is the ratio of the luminances of two colours, from 1 to 21 (WCAG 2.2).
func contrast(a, b draw.RGB) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// TestTemplates: on every template each text is within the front or the back, can be read where
// it is, and is on no other text or puzzle.
func TestTemplates(t *testing.T) {
	in := &Interior{Pages: 110, W: 6 * inch, H: 9 * inch, Lang: "en", Puzzles: 100, Sample: made()[9][0].Givens}
	const leastContrast = 4.5 // WCAG 2.2, success criterion 1.4.3
	for _, name := range Templates() {
		s := coverSpec()
		s.Author = "Maximilian Alexander von Hohenzollern-Sigmaringen"
		s.Template, s.Accent, s.Subtitle, s.Burst = name, 0xF2B705, "Hundreds of puzzles for long evenings", "Large print · easy to hard"
		s.Blurb = "# For quiet evenings\n\nA **bold** word.\n\n- one\n- two"
		c, err := NewCover(in, s)
		if err != nil {
			t.Fatal(err)
		}
		bullets := 0
		for i, x := range c.Page.Texts {
			if x.Down {
				continue
			}
			w := c.Page.Fonts.Face(x.Style).Width(x.Body) * x.Size
			if x.Body == "•" {
				bullets++
			}
			if x.Y < 0.25*inch || x.Y > c.Page.Bottom-coverBleed-0.25*inch {
				t.Errorf("%s: %q is near the edge", name, x.Body)
			}
			for _, y := range c.Page.Texts[:i] {
				if v := c.Page.Fonts.Face(y.Style).Width(y.Body) * y.Size; !y.Down && x.X < y.X+v && y.X < x.X+w && x.Y-0.6*x.Size < y.Y && y.Y-0.6*y.Size < x.Y {
					t.Errorf("%s: %q is over %q", name, x.Body, y.Body)
				}
			}
			if got := contrast(x.Fill, c.ground(x.X+w/2, x.Y-0.3*x.Size)); x.X > coverBleed+in.W+c.Spine && len([]rune(x.Body)) > 1 && got < leastContrast {
				t.Errorf("%s: %q has a contrast of %.1f", name, x.Body, got)
			}
		}
		// A fold is up to 1/16 inch from its place, so no colour ends there.
		for _, r := range c.Page.Shades {
			near := func(x float64) bool {
				return min(math.Abs(x-c.edge), math.Abs(x-c.edge+c.Spine)) < 0.125*inch && r.W > 0.1*inch
			}
			if near(r.X) || near(r.X+r.W) {
				t.Errorf("%s: a colour ends at a fold: %+v", name, r)
			}
		}
		if bullets != 2 {
			t.Errorf("%s: %d bullets on the back", name, bullets)
		}
	}
	// At a height of 160 pixels, the number is at least 15 pixels high and wide lines are seen.
	c, err := NewCover(in, coverSpec())
	if err != nil {
		t.Fatal(err)
	}
	number := slices.IndexFunc(c.Page.Texts, func(x draw.Text) bool { return x.Body == "100" })
	wide := slices.IndexFunc(c.Page.Rules, func(r draw.Rect) bool { return r.X > c.edge && r.W*160/in.H > 0.9 && r.H > inch })
	if number < 0 || c.Page.Texts[number].Size*0.66*160/in.H < 15 || wide < 0 {
		t.Errorf("nothing to see in a thumbnail: text %d, line %d", number, wide)
	}
	// Art lies below the front, with its bleed, and each text has a label on it.
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewRGBA(image.Rect(0, 0, 90, 40))); err != nil {
		t.Fatal(err)
	}
	s := coverSpec()
	s.Art = file.Bytes()
	if c, err = NewCover(in, s); err != nil {
		t.Fatal(err)
	}
	if g := c.Page.Ground; g == nil || g.X != 0 || g.W != c.Page.Right || g.H != c.Page.Bottom || math.Abs(float64(g.Wide)/float64(g.High)-g.W/g.H) > 0.05 || len(c.Warnings) == 0 {
		t.Errorf("the art is %+v; warnings %q", g, c.Warnings)
	}
	file.Reset()
	if err := c.PDF(&file); err != nil {
		t.Error(err)
	}
	if _, err := Check(bytes.NewReader(file.Bytes()), int64(file.Len()), nil, 0, "", nil); err == nil || !strings.Contains(err.Error(), "the cover of a book") {
		t.Errorf("a check of the cover: %v", err)
	}
	file.Reset()
	if err := png.Encode(&file, image.NewRGBA(image.Rect(0, 0, 30, 40))); err != nil {
		t.Fatal(err)
	}
	s.Art = file.Bytes()
	if c, err = NewCover(in, s); err != nil || !(c.Page.Ground.X < c.edge-c.Spine/5) || !bytes.HasPrefix(c.Page.Ground.Pixels, []byte{0x1F, 0x4E, 0x79, 255}) {
		t.Errorf("art as wide as the front does not fade beyond the fold (%v)", err)
	}
	s.Art = []byte("GIF89a")
	if _, err := NewCover(in, s); !errors.Is(err, ErrCover) {
		t.Errorf("a file that is no image is taken: %v", err)
	}
	if got := contrast(0, white); math.Abs(got-21) > 1e-9 {
		t.Errorf("black on white has a contrast of %v", got)
	}
}

// TestCoverOfBook: a cover is read off a finished book and fits it.
func TestCoverOfBook(t *testing.T) {
	s := spec(t, "6x9")
	s.Title, s.Author, s.ISBN, s.NoLessons = "Quiet Sudoku", "Jane Doe", "978-3-16-148410-0", true
	b := laidOut(t, s, many(16))
	pdf := written(t, b)
	in := readBy(t, pdf, ReadInterior)
	want := Interior{
		Pages: len(b.Pages), W: 6 * inch, H: 9 * inch, Title: s.Title, Author: s.Author, Lang: "en", Puzzles: 16, sizes: []int{9},
		record: record{ISBN: s.ISBN, Answers: true, Levels: in.Levels, Proper: languages["en"]().Proper},
	}
	sum := 0
	for _, l := range in.Levels {
		sum += l.Puzzles
	}
	if sum != 16 {
		t.Errorf("the levels have %+v, not 16 puzzles", in.Levels)
	}
	want.Sample = disguise(&many(16)[0].Puzzles[15].Givens, "").Apply(&many(16)[0].Puzzles[15].Givens)
	if !reflect.DeepEqual(*in, want) {
		t.Fatalf("%+v, want %+v", *in, want)
	}
	c, err := NewCover(in, coverSpec())
	if err != nil {
		t.Fatal(err)
	}
	cover := readBy(t, written(t, c), read)
	w, h := 2*coverBleed+2*in.W+c.Spine, 2*coverBleed+in.H
	if p := &cover.pages[0]; len(cover.pages) != 1 || math.Abs(p.w-w) > slack || math.Abs(p.h-h) > slack {
		t.Errorf("the cover has %d pages, the first of %v by %v, want %v by %v", len(cover.pages), p.w, p.h, w, h)
	}
}

// TestCoverBack: the back has what is true of the book, and a text of the user's own instead.
func TestCoverBack(t *testing.T) {
	in := &Interior{Pages: 110, W: 6 * inch, H: 9 * inch, Lang: "en", Puzzles: 100, Sample: made()[9][0].Givens}
	in.Levels, in.Hints, in.Answers = []LevelCount{{"easy", 60}, {"hard", 40}}, true, true
	for blurb, want := range map[string]string{
		"":    "60 puzzles|Hard|hint for every puzzle|solutions are in|Easy – Hard",
		"Own": "Own|60 puzzles",
	} {
		spec := coverSpec()
		spec.Blurb = blurb
		c, err := NewCover(in, spec)
		if err != nil {
			t.Fatal(err)
		}
		all := ""
		for _, x := range c.Page.Texts {
			all += x.Body + "\n"
		}
		for part := range strings.SplitSeq(want, "|") {
			if !strings.Contains(strings.ReplaceAll(all, "\n", " "), part) {
				t.Errorf("%q is not on the cover:\n%s", part, all)
			}
		}
		if strings.Contains(all, "Lessons") || len(c.Page.Stars) != 2*6+4+2 {
			t.Errorf("lessons, or %d stars:\n%s", len(c.Page.Stars), all)
		}
	}
}

// TestHardcover: the sheet is as large as the printer says, and texts keep off the folds.
func TestHardcover(t *testing.T) {
	in := &Interior{Pages: 110, W: 6 * inch, H: 9 * inch, Lang: "en", Puzzles: 100}
	s := coverSpec()
	s.Case, s.Spine = Trim{W: 14 * inch, H: 10.4 * inch}, 0.5*inch
	c, err := NewCover(in, s)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(c.Page.Right-s.Case.W) > 1e-9 || math.Abs(c.Page.Bottom-s.Case.H) > 1e-9 || math.Abs(c.edge-7.25*inch) > 1e-9 {
		t.Errorf("%v by %v, front from %v", c.Page.Right, c.Page.Bottom, c.edge)
	}
	for _, x := range c.Page.Texts {
		left, right := x.X, x.X+c.Page.Fonts.Face(x.Style).Width(x.Body)*x.Size
		if !x.Down && (left < 0.7*inch || right > s.Case.W-0.7*inch || right > 6.75*inch-hinge && left < 7.25*inch+hinge) {
			t.Errorf("%q from %v to %v", x.Body, left, right)
		}
	}
	s.Case.W = 12.6 * inch
	if _, err := NewCover(in, s); !errors.Is(err, ErrCover) {
		t.Errorf("a case as large as a paperback: %v", err)
	}
}

// TestPriceModules: the example of an encyclopedia's article on EAN-5, 52495.
func TestPriceModules(t *testing.T) {
	if got, err := priceModules("52495"); err != nil || got != "01011"+"0111001"+"01"+"0010011"+"01"+"0011101"+"01"+"0001011"+"01"+"0110001" {
		t.Errorf("%s, %v", got, err)
	}
	for _, wrong := range []string{"5129", "5129x", "512990"} {
		if _, err := priceModules(wrong); err == nil {
			t.Errorf("%q is taken", wrong)
		}
	}
}

// TestCoverLikeBook: the front has the puzzle of the title page, in the book's size, symbols,
// lines and tint. A separate PDF of solutions has another puzzle on its own.
func TestCoverLikeBook(t *testing.T) {
	s := spec(t, "6x9")
	s.NoLessons, s.Symbols, s.BoxTint, s.Lines = true, strings.Split("ABCDEF", ""), 20, [3]float64{0.5, 1.5, 3}
	s.Placement = Separate
	b := laidOut(t, s, sections(6, 6))
	spec := coverSpec()
	spec.BoxTint, spec.Lines = s.BoxTint, s.Lines
	for i, file := range [][]byte{written(t, b), written(t, b.Solutions)} {
		in := readBy(t, file, ReadInterior)
		in.Pages = 110 // a printer binds no thin ones
		c, err := NewCover(in, spec)
		if err != nil {
			t.Fatal(err)
		}
		symbols := func(p *draw.Page) (all []string) {
			for _, x := range p.Texts {
				if slices.Contains(s.Symbols, x.Body) {
					all = append(all, x.Body)
				}
			}
			return all
		}
		if got, want := symbols(&c.Page), symbols(&b.Pages[0]); i == 0 && !slices.Equal(got, slices.Concat(want, want)) || len(got) < 6 {
			t.Errorf("the cover has %q, the title page %q", got, want)
		}
		tinted := func(r draw.Rect) bool { return r.Fill == 0xCCCCCC }
		if !slices.ContainsFunc(c.Page.Shades, tinted) || !slices.ContainsFunc(b.Pages[0].Shades, tinted) {
			t.Error("cover or title page has no tint")
		}
		if !slices.ContainsFunc(c.Page.Rules, func(r draw.Rect) bool { return math.Abs(r.W-3) < 1e-9 }) {
			t.Error("no line of the cover has the weight of the book's outlines")
		}
	}
}

// TestBarcode: a decoder reads the book's number off the cover.
func TestBarcode(t *testing.T) {
	if _, err := exec.LookPath("zbarimg"); err != nil {
		t.Skip("zbarimg is not installed; zbar-tools has it")
	}
	for isbn, want := range map[string]string{"978-3-16-148410-0": "9783161484100", "978-0-306-40615-7": "9780306406157"} {
		spec := coverSpec()
		spec.ISBN = isbn
		c, err := NewCover(&Interior{Pages: 110, W: 5 * inch, H: 8 * inch, Lang: "en", Puzzles: 100}, spec)
		if err != nil {
			t.Fatal(err)
		}
		var image bytes.Buffer
		if err := c.Page.PNG(&image, 150); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "cover.png")
		if err := os.WriteFile(path, image.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("zbarimg", "--quiet", "--raw", "-Sdisable", "-Sean13.enable", path).Output()
		if err != nil || strings.TrimSpace(string(out)) != want {
			t.Errorf("%s: the decoder reads %q (%v), want %s", isbn, out, err, want)
		}
	}
}
