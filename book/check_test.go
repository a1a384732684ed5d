package book

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"gradoku/draw"
)

// TestCheck: books of every trim, size and language that the default fonts have
// are in order, and everything in them is found again.
func TestCheck(t *testing.T) {
	large := spec(t, "letter")
	large.LargePrint = true
	full := spec(t, "6x9")
	full.Hints, full.Notes, full.Subtitle, full.Publisher, full.ISBN = "path", 2, "For quiet hours", "Quiet Press", "978-3-16-148410-0"
	bare := spec(t, "A5")
	bare.NoLessons, bare.NoTick, bare.NoTime, bare.Plain, bare.Labels = true, true, true, true, []string{"none"}
	crowded := spec(t, "8.5x11")
	crowded.PerPage, crowded.Solutions, crowded.Labels = map[int]int{0: 9}, 16, []string{"level", "letter"}
	tiny := spec(t, "4x6")
	tiny.LargePrint, tiny.Hints, tiny.Subtitle = true, "crux", "And a subtitle that is not short either"
	tiny.Title = "An Extraordinarily Long Title for a Book of Puzzles That Somebody Thought of in the Night"
	for _, test := range []struct {
		name     string
		spec     Spec
		sections []Section
	}{
		{"letter", spec(t, "letter"), sections(6, 9)},
		{"large print", large, sections(3, 9)},
		{"everything", full, sections(10, 9)},
		{"bare", bare, sections(5, 9)},
		{"crowded", crowded, sections(18, 9)},
		{"children", spec(t, "8x10"), sections(7, 4, 6)},
		{"all sizes", spec(t, "A4"), sections(3, 4, 6, 9, 12, 16)},
		{"tiny", tiny, sections(3, 4, 9)},
		{"digest", spec(t, "5.5x8.5"), sections(3, 9)},
		{"odd measures", spec(t, "170x240mm"), sections(3, 9)},
		{"one puzzle", spec(t, "7x10"), sections(1, 9)},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := laidOut(t, test.spec, test.sections)
			r := checked(t, written(t, b))
			for _, p := range r.Problems {
				t.Error(p)
			}
			if len(r.Puzzles) != b.Puzzles || r.Pages != len(b.Pages) || r.Pages%2 != 0 {
				t.Fatalf("%d puzzles on %d pages found, %d on %d written", len(r.Puzzles), r.Pages, b.Puzzles, len(b.Pages))
			}
			n := 0
			for _, sec := range test.sections {
				for _, p := range sec.Puzzles {
					if r.Puzzles[n].Givens != p.Givens || r.Puzzles[n].Solution != p.Solution {
						t.Errorf("puzzle %d was read as %v", n+1, r.Puzzles[n].Givens)
					}
					n++
				}
			}
		})
	}
}

// digitsOf lists the big digits of a page: those of puzzles and solutions.
func digitsOf(p *draw.Page) []*draw.Text {
	var list []*draw.Text
	for i := range p.Texts {
		if t := &p.Texts[i]; digitOf(t.Body, nil) != 0 {
			list = append(list, t)
		}
	}
	return list
}

// TestCheckFinds: whatever is changed in a finished book is found.
func TestCheckFinds(t *testing.T) {
	base := spec(t, "letter")
	base.NoLessons, base.PerPage = true, map[int]int{0: 2}
	first := func(b *Book) *draw.Page { return &b.Pages[b.Front] } // puzzles 1 and 2
	answers := func(b *Book) *draw.Page {
		for i := range b.Pages {
			for _, text := range b.Pages[i].Texts {
				if text.Body == "page 1" {
					return &b.Pages[i]
				}
			}
		}
		t.Fatal("no page with solutions")
		return nil
	}
	for _, test := range []struct {
		name, want string
		change     func(b *Book)
	}{
		{"nothing", "", func(*Book) {}},
		{"another clue", "puzzle ", func(b *Book) {
			d := digitsOf(first(b))[10]
			d.Body = string('1' + ('9'-d.Body[0]+1)%9)
		}},
		{"a clue is gone", "puzzle ", func(b *Book) {
			p := first(b)
			for i := range p.Texts { // all 5s, so that their places are free
				if p.Texts[i].Body == "5" && p.Texts[i].Size > 15 {
					p.Texts[i].Body = " "
				}
			}
		}},
		{"a clue moved into another cell", "puzzle ", func(b *Book) { digitsOf(first(b))[12].X -= 33 }},
		{"a clue is printed twice", "two digits in", func(b *Book) {
			p := first(b)
			p.Texts = append(p.Texts, *digitsOf(p)[11])
		}},
		{"a letter in a cell", `"x" in r5c1 is not a digit`, func(b *Book) { digitsOf(first(b))[13].Body = "x" }},
		{"another digit in a solution", "the printed solution is not that of the puzzle", func(b *Book) {
			d := digitsOf(answers(b))
			d[20].Body = string('1' + (d[20].Body[0]-'0')%9)
		}},
		{"a wrong reference", "refers to page 9", func(b *Book) {
			p := first(b)
			for i := range p.Texts {
				if strings.HasPrefix(p.Texts[i].Body, "Solutions: page ") {
					p.Texts[i].Body = "Solutions: page 9"
					return
				}
			}
		}},
		{"a title from right to left", "Hebrew runs from right to left", func(b *Book) {
			b.Pages[2].Texts[0].Body = "סודוקו"
		}},
		{"a glyph that the font does not have", `the font lacks a character of "数1"`, func(b *Book) {
			p := first(b)
			p.Texts = append(p.Texts, draw.Text{X: 100, Y: 300, Size: 9, Body: "数1"})
		}},
		{"a reference from a solution", "the solution refers to page 7", func(b *Book) {
			p := answers(b)
			for i := range p.Texts {
				if p.Texts[i].Body == "page 1" {
					p.Texts[i].Body = "page 7"
					return
				}
			}
		}},
		{"a number is gone", "missing", func(b *Book) {
			p := first(b)
			for i := range p.Texts {
				if p.Texts[i].Style == draw.Bold && p.Texts[i].Body == "1" && p.Texts[i].Size < 18 {
					p.Texts[i].Body = "?"
				}
			}
		}},
		{"text in the margin", "is in the margin", func(b *Book) {
			b.Pages[6].Texts = append(b.Pages[6].Texts, draw.Text{X: 5, Y: 300, Size: 9, Body: "edge"})
		}},
		{"a line in the margin", "a line is in the margin", func(b *Book) {
			b.Pages[6].Rules = append(b.Pages[6].Rules, draw.Rect{X: 100, Y: 5, W: 40, H: 1})
		}},
		{"a page too many", "must be even", func(b *Book) {
			b.Pages = append(b.Pages, draw.Page{Right: b.Spec.Trim.W, Bottom: b.Spec.Trim.H})
		}},
		{"a page of another size", "page 4 differs in size", func(b *Book) { b.Pages[3].Bottom -= 10 }},
		{"no language", "no language", func(b *Book) { b.Spec.Lang = "" }},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := laidOut(t, base, many(3))
			test.change(b)
			r := checked(t, written(t, b))
			if test.want == "" {
				if len(r.Problems) > 0 {
					t.Error(r.Problems)
				}
				return
			}
			if !strings.Contains(strings.Join(r.Problems, "\n"), test.want) {
				t.Errorf("%q is not in %q", test.want, r.Problems)
			}
		})
	}
}

// TestCheckKnows: the comparison with what the caller knows.
func TestCheckKnows(t *testing.T) {
	s := spec(t, "letter")
	s.NoLessons = true
	pdf := written(t, laidOut(t, s, many(3)))
	twice := written(t, laidOut(t, s, []Section{{Size: 9, Puzzles: []Puzzle{made()[9][0], made()[9][0]}}}))
	failure := fmt.Errorf("disk gone")
	for _, test := range []struct {
		name, want string
		pdf        []byte
		known      Known
		err        error
	}{
		{"nothing known", "", pdf, nil, nil},
		{"in the database", "", pdf, known, nil},
		{"not in it", "is not in the database", pdf, func([16]byte) (string, string, bool, error) { return "", "", false, nil }, nil},
		{"in another form", "in a different form", pdf, func([16]byte) (string, string, bool, error) { return "1", "2", true, nil }, nil},
		{"no answer", "", pdf, func([16]byte) (string, string, bool, error) { return "", "", false, failure }, failure},
		{"twice the same", "puzzles 1 and 2 are the same", twice, known, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, err := Check(bytes.NewReader(test.pdf), int64(len(test.pdf)), nil, 0, "", test.known)
			if err != test.err {
				t.Fatalf("error %v, want %v", err, test.err)
			}
			if err != nil {
				return
			}
			if got := strings.Join(r.Problems, "\n"); (got != "") != (test.want != "") || !strings.Contains(got, test.want) {
				t.Errorf("%q, want %q", got, test.want)
			}
			if r.Compared != (test.known != nil) {
				t.Errorf("compared: %v", r.Compared)
			}
		})
	}
}

// TestCheckReads: what is no PDF of ours is an error of one line, never a panic.
func TestCheckReads(t *testing.T) {
	pdf := written(t, laidOut(t, spec(t, "letter"), many(2)))
	for name, data := range map[string][]byte{
		"empty": nil, "text": []byte("Dear reader"), "half": pdf[:len(pdf)/2], "head": pdf[:9],
		"a text without an end": bytes.Replace(pdf, []byte("/Parent"), []byte("<zzzzzz"), 1), // which the library quotes
	} {
		if _, err := Check(bytes.NewReader(data), int64(len(data)), nil, 0, "", nil); err == nil || len(err.Error()) > 300 || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestPlacements: wherever solutions stand, the book passes the check, which finds a
// changed clue and a changed digit of a solution.
func TestPlacements(t *testing.T) {
	check := func(b *Book) *Report {
		pdf, answers := written(t, b), []byte(nil)
		var separate io.ReaderAt
		if b.Solutions != nil {
			answers = written(t, b.Solutions)
			separate = bytes.NewReader(answers)
		}
		r, err := Check(bytes.NewReader(pdf), int64(len(pdf)), separate, int64(len(answers)), "", known)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	all := made()[9][:12]
	for _, place := range Placements {
		s := spec(t, "letter")
		s.NoLessons, s.Placement, s.PerPage = true, place, map[int]int{0: 2}
		b := laidOut(t, s, []Section{{Size: 9, Level: "easy", Puzzles: all[:7]}, {Size: 9, Level: "hard", Puzzles: all[7:]}})
		r := check(b)
		if len(r.Problems) > 0 || len(r.Puzzles) != len(all) {
			t.Fatalf("%s: %d puzzles, %q", place, len(r.Puzzles), r.Problems)
		}
		for i, p := range r.Puzzles {
			switch {
			case (place == "none") != (p.AnswerPage == 0):
				t.Errorf("%s: puzzle %d has its solution on page %d", place, p.Number, p.AnswerPage)
			case place == "section" && i < 7 && (p.AnswerPage < r.Puzzles[6].Page || p.AnswerPage > r.Puzzles[7].Page):
				t.Errorf("the solution of puzzle %d, on page %d, is not at the end of its section", p.Number, p.AnswerPage)
			case place == "section" && p.AnswerPage/2 == r.Puzzles[6].Page/2:
				t.Errorf("the solution of puzzle %d faces puzzles", p.Number)
			case place == "overleaf" && (p.AnswerPage != p.Page+1 || p.Page%2 == 0):
				t.Errorf("the solution of puzzle %d, on page %d, is on page %d", p.Number, p.Page, p.AnswerPage)
			case place == "upside-down" && p.AnswerPage != p.Page:
				t.Errorf("the solution of puzzle %d, on page %d, is on page %d", p.Number, p.Page, p.AnswerPage)
			}
			if p.Givens != all[i].Givens || p.Solution != all[i].Solution {
				t.Errorf("%s: puzzle %d is another, or solved otherwise", place, p.Number)
			}
		}
		// The middle blank of the first solution, wherever it is, and a clue of the first puzzle.
		pages := b.Pages
		if b.Solutions != nil {
			pages = b.Solutions.Pages
		}
		for _, change := range []struct {
			what  string
			pages []draw.Page
			style draw.Style
		}{{"digit of a solution", pages, draw.Regular}, {"clue", b.Pages[b.Front:], draw.Bold}} {
			if place == "none" && change.style == draw.Regular {
				continue
			}
			digit := firstDigit(t, change.pages, change.style)
			was := digit.Body
			digit.Body = string('1' + (was[0]-'0')%9)
			if r := check(b); len(r.Problems) == 0 {
				t.Errorf("%s: a changed %s is not found", place, change.what)
			}
			digit.Body = was
		}
	}
}

// firstDigit finds the first digit of a puzzle or, in regular style, of a solution.
func firstDigit(t *testing.T, pages []draw.Page, style draw.Style) *draw.Text {
	for i := range pages {
		digits := digitsOf(&pages[i])
		if len(digits) < 30 {
			continue // no page of grids
		}
		for _, x := range digits[5:] {
			if x.Style == style && digitOf(x.Body, nil) <= 9 {
				return x
			}
		}
	}
	t.Fatal("there is no such digit")
	return nil
}
