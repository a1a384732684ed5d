package book

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"gradoku/board"
	"gradoku/draw"
	"gradoku/grade"
	"gradoku/hint"
	"gradoku/solve"
)

// TestInvariants: whatever the options, a book that can be made has an even
// number of pages, the gutter that its printer wants, and all of its ink between
// the margins.
func TestInvariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Spec{
			Title: "Book", Lang: "en", Labels: []string{"level"}, Version: "1", NoLessons: rapid.Bool().Draw(t, "no lessons"),
			Trim:       trims[rapid.IntRange(0, len(trims)-1).Draw(t, "trim")],
			PerPage:    map[int]int{0: rapid.SampledFrom([]int{0, 1, 2}).Draw(t, "per page")},
			Solutions:  rapid.SampledFrom(append([]int{0}, SolutionChoices...)).Draw(t, "solutions"),
			LargePrint: rapid.Bool().Draw(t, "large"), Plain: rapid.Bool().Draw(t, "plain"), Notes: rapid.IntRange(0, 3).Draw(t, "notes"),
		}
		n := rapid.IntRange(1, 40).Draw(t, "puzzles")
		b, err := New(context.Background(), s, many(n))
		if errors.Is(err, ErrTooSmall) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if len(b.Pages)%2 != 0 || b.Front%2 != 0 || b.Gutter < printers[0].Gutter(len(b.Pages)) {
			t.Fatalf("%d pages, %d before the puzzles, gutter %v", len(b.Pages), b.Front, b.Gutter)
		}
		for i := range b.Pages {
			inMargins(t, b, i)
		}
	})
}

func inMargins(t *rapid.T, b *Book, i int) {
	p := &b.Pages[i]
	least, most := b.Gutter, p.Right-printers[0].Outside
	if !isRecto(i) {
		least, most = p.Right-most, p.Right-least
	}
	for _, x := range p.Texts {
		if w := b.Spec.Fonts.Face(x.Style).Width(x.Body) * x.Size; x.X < least-slack || x.X+w > most+slack || x.Y > p.Bottom-printers[0].Outside || x.Y < printers[0].Outside {
			t.Fatalf("page %s: %q is at %v, %v", p.Label, x.Body, x.X, x.Y)
		}
	}
	for _, r := range slices.Concat(p.Rules, p.Shades) {
		if r.X < least-slack || r.X+r.W > most+slack || r.Y < printers[0].Outside || r.Y+r.H > p.Bottom-printers[0].Outside {
			t.Fatalf("page %s: a line at %v", p.Label, r)
		}
	}
}

// TestGutterConverges: near the borders of the printer's table, the margin is
// that of the final number of pages, and no wider than some layout needs.
func TestGutterConverges(t *testing.T) {
	s := spec(t, "6x9")
	s.NoLessons, s.PerPage = true, map[int]int{0: 1}
	for n := 115; n < 135; n += 3 {
		b := laidOut(t, s, many(n))
		if f, err := newFrame(&s, &printers[0], len(b.Pages)); err != nil || b.Gutter != f.inside {
			t.Errorf("%d puzzles: %d pages with a gutter of %v", n, len(b.Pages), b.Gutter)
		}
	}
}

// TestReferences: contents, puzzles and solutions name the pages on which things
// are, and link to them.
func TestReferences(t *testing.T) {
	b := laidOut(t, spec(t, "letter"), sections(30, 4, 9))
	page := map[string]int{} // by label
	for i := range b.Pages {
		page[b.Pages[i].Label] = i
	}
	if len(page) != len(b.Pages) {
		t.Errorf("%d labels for %d pages", len(page), len(b.Pages))
	}
	links, once := 0, 0
	for i := range b.Pages {
		for _, l := range b.Pages[i].Links {
			links++
			if l.To <= 0 || l.To >= len(b.Pages) {
				t.Errorf("page %s links to page %d", b.Pages[i].Label, l.To)
			}
		}
		for _, x := range b.Pages[i].Texts {
			label, one := strings.CutPrefix(x.Body, "Solution: page ")
			if !one {
				label, one = strings.CutPrefix(x.Body, "Solutions: page ")
				if one {
					once++
				}
			}
			if one && page[label] <= i {
				t.Errorf("page %s refers to page %s", b.Pages[i].Label, label)
			}
		}
	}
	if links < b.Puzzles+once || once == 0 {
		t.Errorf("%d links for %d puzzles, %d pages with one for all", links, b.Puzzles, once)
	}
}

// TestLargePrint: no text of the PDF has less than 16 points, neither in lessons, hints, solutions
// and references nor in the front matter.
func TestLargePrint(t *testing.T) {
	for _, test := range []struct {
		trim  string
		sizes []int
	}{{"letter", []int{9}}, {"letter", []int{4, 6}}, {"A4", []int{9}}} {
		s := spec(t, test.trim)
		s.LargePrint, s.Hints, s.Labels, s.Notes = true, "path", []string{"level", "rating"}, 1
		s.Subtitle, s.Author, s.Publisher, s.ISBN = "For long evenings", "Jane Doe", "Quiet Press", "978-3-16-148410-0"
		b := laidOut(t, s, sections(16, test.sizes...))
		if slices.ContainsFunc(b.Warnings, func(w string) bool { return strings.Contains(w, "large print") }) {
			t.Errorf("warnings: %q", b.Warnings)
		}
		pdf := written(t, b)
		seen := readBy(t, pdf, read)
		for i, page := range seen.pages {
			for _, x := range page.texts {
				if x.size < largeDigit-slack {
					t.Fatalf("%s, %v: %q on page %s has %.1f points", test.trim, test.sizes, x.body, b.Pages[i].Label, x.size)
				}
			}
		}
	}
}

func TestWarnings(t *testing.T) {
	for _, test := range []struct {
		name, want string
		change     func(*Spec)
	}{
		{"small cells", "writing needs 5.6", func(s *Spec) { s.PerPage = map[int]int{0: 9}; s.Trim = trim(t, "5.5x8.5") }},
		{"small solutions", "solutions have digits of", func(s *Spec) { s.Solutions = 16; s.Trim = trim(t, "4x6") }},
		{"small large print", "large print needs at least 16", func(s *Spec) {
			s.LargePrint, s.PerPage, s.Trim = true, map[int]int{0: 2}, trim(t, "4x5")
		}},
		{"small candidates", `the smallest text, "1" on page`, func(s *Spec) {
			s.LargePrint, s.Pencil, s.Trim, s.PerPage = true, draw.PencilDigits, trim(t, "6x9"), map[int]int{0: 2}
		}},
		{"no such size", "2 16x16 puzzles on a page were requested, but the book has none of that size", func(s *Spec) {
			s.PerPage = map[int]int{0: 4, 16: 2}
		}},
		{"thin", "a printer binds 24 or more", func(*Spec) {}},
		{"no such value", `no puzzle has a value for the label "measured-minutes"`, func(s *Spec) { s.Labels = []string{"stars", LabelMeasured} }},
	} {
		s := spec(t, "letter")
		s.NoLessons = true
		test.change(&s)
		b := laidOut(t, s, many(2))
		if !strings.Contains(strings.Join(b.Warnings, "\n"), test.want) {
			t.Errorf("%s: %q", test.name, b.Warnings)
		}
	}
}

// TestRefusals: options that cannot be met, and what is said about them.
func TestRefusals(t *testing.T) {
	for _, test := range []struct {
		name, want string
		is         error
		puzzles    []Section
		change     func(*Spec)
	}{
		{"no puzzle", "at least one puzzle", nil, nil, func(*Spec) {}},
		{"too long", "a printer binds at most 828", ErrTooLong, []Section{{Size: 4, Puzzles: slices.Repeat(made()[4], 70)}}, func(s *Spec) { s.PerPage = map[int]int{0: 1} }},
		{"too small", "too small to write in", ErrTooSmall, sections(1, 16), func(s *Spec) { s.Trim = trim(t, "4x6"); s.PerPage = map[int]int{0: 9} }},
		{"small solutions", "too small to read", ErrTooSmall, sections(1, 16), func(s *Spec) { s.Trim = trim(t, "4x6"); s.Solutions = 16 }},
		{"five on a page", "use 1, 2, 3, 4, 6, 8, 9 or 12", nil, many(1), func(s *Spec) { s.PerPage = map[int]int{0: 5} }},
		{"five solutions", "use 1, 2, 4, 6, 9, 12 or 16", nil, many(1), func(s *Spec) { s.Solutions = 5 }},
		{"crowded large print", "large print has 1 or 2", nil, many(1), func(s *Spec) { s.LargePrint = true; s.PerPage = map[int]int{0: 4} }},
		{"no solutions", "without solutions", nil, many(1), func(s *Spec) { s.Placement, s.Solutions = "none", 4 }},
		{"label", `no label "moons"`, nil, many(1), func(s *Spec) { s.Labels = []string{"moons"} }},
		{"language", `no language "tlh"`, nil, many(1), func(s *Spec) { s.Lang = "tlh" }},
		{"title", "lacks characters of this book: 数 独", nil, many(1), func(s *Spec) { s.Title = "数独" }},
	} {
		s := spec(t, "letter")
		test.change(&s)
		_, err := New(t.Context(), s, test.puzzles)
		if err == nil || !strings.Contains(err.Error(), test.want) || test.is != nil && !errors.Is(err, test.is) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

// TestInterrupted: a book under way ends when it is told to.
func TestInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	s := spec(t, "letter")
	s.Hints, s.NoLessons = "crux", true
	if _, err := New(ctx, s, many(50)); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// TestSame: the same book is the same bytes, and another is another edition.
func TestSame(t *testing.T) {
	s := spec(t, "6x9")
	s.Hints = "crux"
	a, b := laidOut(t, s, sections(4, 6, 9)), laidOut(t, s, sections(4, 6, 9))
	first, again := written(t, a), written(t, a)
	if !bytes.Equal(first, again) || !bytes.Equal(first, written(t, b)) {
		t.Error("two writings differ")
	}
	ids := map[string]bool{a.ID: true}
	for _, change := range []func(*Spec){
		func(s *Spec) { s.Title = "Other" },
		func(s *Spec) { s.PerPage = map[int]int{0: 1} },
		func(s *Spec) { s.Version = "2" },
	} {
		o := s
		change(&o)
		id := laidOut(t, o, sections(4, 6, 9)).ID
		if ids[id] {
			t.Errorf("edition %s twice", id)
		}
		ids[id] = true
	}
}

// TestThick: a page of two puzzles takes so little that a book of a thousand stays
// below three megabytes.
func TestThick(t *testing.T) {
	n := 100
	if *long {
		n = 1000
	}
	s := spec(t, "8.5x11")
	s.PerPage, s.NoLessons = map[int]int{0: 2}, true
	b := laidOut(t, s, many(n))
	if size := len(written(t, b)); size > 50_000+n*2900 {
		t.Errorf("%d bytes", size)
	}
	if len(b.Pages) > MaxPages {
		t.Errorf("%d pages", len(b.Pages))
	}
}

var long = flag.Bool("long", false, "lay out a whole thick book")

func TestValidISBN(t *testing.T) {
	for _, c := range []struct {
		isbn string
		want bool
	}{
		{"978-3-16-148410-0", true}, // the example of the standard's literature
		{"9783161484100", true},
		{"978 3 16 148410 0", true},
		{"0-306-40615-2", false}, // the form before 2007
		{"978-3-16-148410-1", false},
		{"978-3-16-148140-0", false}, // two digits changed places
		{"977-3-16-148410-3", false}, // no book's prefix
		{"978-3-16-14841", false},
		{"978-3-16-148410", false},
		{"978-0000-2", false},
		{"pending", false},
		{"٩٧٨٣١٦١٤٨٤١٠٠", false},
		{"", false},
	} {
		if got := isbn13(c.isbn); (got != "") != c.want {
			t.Errorf("isbn13(%q) = %q, want one: %v", c.isbn, got, c.want)
		}
	}
}

// TestMinutes: predicted minutes stand under the puzzles that have them, in the
// book's language, and nothing under the others.
func TestMinutes(t *testing.T) {
	for lang, want := range map[string]string{"en": "about 7 min", "de": "etwa 7 Min.", "fr": "environ 7 min", "es": "unos 7 min"} {
		s := spec(t, "8.5x11")
		s.Lang, s.Labels = lang, []string{LabelMinutes}
		sections := many(2)
		sections[0].Puzzles[0].Minutes = 7
		found := 0
		b := laidOut(t, s, sections)
		for i := range b.Pages {
			for _, text := range b.Pages[i].Texts {
				if text.Body == want {
					found++
				} else if strings.Contains(text.Body, " min") {
					t.Errorf("%s: %q", lang, text.Body)
				}
			}
		}
		if found != 1 {
			t.Errorf("%s: %q stands in the book %d times, want once", lang, want, found)
		}
	}
}

// TestLessonsTeach: a book of techniques teaches exactly those that its hints and paths name, a book
// of levels those that people need. Digits that a lesson or a path places are in the solution, and
// those that it strikes out are not. An exercise asks for a technique that another picture shows. The boards of a
// book of variants are of its variant, and two volumes share none.
func TestLessonsTeach(t *testing.T) {
	check := func(solution *board.Grid, s *grade.Step) {
		if s.Place.Digit != 0 && solution.At(s.Place.Cell) != s.Place.Digit || slices.ContainsFunc(s.Eliminate, func(e grade.Candidate) bool { return solution.At(e.Cell) == e.Digit }) {
			t.Errorf("%v: %s", solution, hint.Sentence(board.Nine(), s))
		}
	}
	books := map[string][]Puzzle{"none": many(50)[0].Puzzles}
	books["crux"], books["path"], books["levels"] = books["none"], books["none"], books["none"]
	for i, p := range ofVariants()[:3] {
		books[p.variant()] = ofVariants()[i : i+1]
	}
	for hints, puzzles := range books {
		want, got, boards := map[string]bool{}, map[string]bool{}, map[board.Grid]bool{}
		all, main := slices.Clone(puzzles), puzzles[0].variant()
		var graders grade.Graders
		for i := range all {
			path := graders.Of(all[i].Givens.Geometry()).Human(&all[i].Givens)
			if hints != "levels" && main == "" {
				all[i].Technique = path.Hardest
				want[path.Hardest] = true
			}
			for k, t := range grade.Techniques() {
				want[t.ID] = want[t.ID] || all[i].Technique == "" && all[i].Grade.Rating <= 15 && all[i].Grade.Uses[k] > 0
			}
			for k := range path.Steps {
				s := &path.Steps[k]
				check(&all[i].Solution, s)
				if hints == "path" && !isBare(s.Technique) || all[i].Technique == "" && all[i].Grade.Rating > 15 {
					want[s.Technique] = true
				}
			}
		}
		s := spec(t, "A5")
		if s.Hints = "path"; slices.Contains(HintKinds, hints) {
			s.Hints = hints
		}
		sections := []Section{{Size: 9, Puzzles: all}}
		l := &layout{spec: &s, words: must(s.prepare(sections)), sections: sections}
		l.collect()
		l.findHints()
		l.findLessons()
		for _, e := range l.lessons {
			for i, picture := range e.pictures {
				if i+1 == len(e.pictures) && e.exercise && !got[picture.step.Technique] {
					t.Errorf("%s: the exercise asks for %s, which no example shows", hints, picture.step.Technique)
				}
				if v := picture.puzzle.Geometry().Variant.Title(); v != main {
					t.Errorf("%s: %s is shown on a board of %q", hints, picture.step.Technique, v)
				}
				got[picture.step.Technique], boards[picture.puzzle] = true, true
				r := solve.Count(&picture.puzzle, 2)
				check(&r.First, &picture.step)
			}
		}
		if l.puzzles[0], l.lessons = l.puzzles[len(all)-1], nil; hints == "none" { // the next volume
			l.findLessons()
			for _, e := range l.lessons {
				if slices.ContainsFunc(e.pictures, func(picture example) bool { return boards[picture.puzzle] }) {
					t.Errorf("two volumes show one board of %s", e.family)
				}
			}
		}
		for _, e := range l.hints {
			want[e.technique] = true
		}
		maps.DeleteFunc(want, func(id string, wanted bool) bool { return id == "" || !wanted })
		if !maps.Equal(want, got) {
			t.Errorf("hints %s: the lessons teach %v, not %v", hints, got, want)
		}
	}
}

// TestPaths: each step of a path begins a line, and the hardest is in bold. The introductions of hints
// and paths mention boards only if there are boards.
func TestPaths(t *testing.T) {
	step := regexp.MustCompile(`^[A-Z]\S+( \S+)*: |^r\dc\d = `)
	for _, hard := range []bool{false, true} {
		s := spec(t, "A5")
		s.Hints, s.NoLessons = "path", true
		p := many(50)[0].Puzzles[slices.IndexFunc(many(50)[0].Puzzles, func(p Puzzle) bool { return p.Grade.Rating > 30 == hard })]
		b := laidOut(t, s, []Section{{Size: 9, Puzzles: []Puzzle{p}}})
		bold, regular, said := 0, 0, ""
		for _, page := range b.Pages {
			for _, x := range page.Texts {
				said += x.Body + " "
				switch {
				case !step.MatchString(x.Body):
				case x.Style == draw.Bold:
					bold++
				default:
					regular++
				}
			}
		}
		steps := slices.CompactFunc(grade.NewGrader(board.Nine()).Human(&p.Givens).Steps, func(a, b grade.Step) bool { return isBare(a.Technique) && isBare(b.Technique) })
		if (bold == 1) != hard || bold+regular < len(steps) {
			t.Errorf("hard %v: of %d steps, %d and %d in bold begin a line", hard, len(steps), regular, bold)
		}
		if !strings.Contains(said, "on the board just") || strings.Contains(said, "is bold") != hard || strings.Contains(said, "Where all steps are singles") == hard {
			t.Errorf("hard %v: %s", hard, said)
		}
	}
}

// TestExamples: every family of the file has one to three pictures and an exercise, all of different
// puzzles, and the reasons for its singles are digits on the board.
func TestExamples(t *testing.T) {
	for _, size := range []int{4, 6, 9} {
		for _, family := range families {
			puzzles := map[board.Grid]bool{}
			all := examplesFor(family, []int{size})
			if all == nil { // then the examples are steps of the book's puzzles
				continue
			}
			for _, e := range all {
				puzzles[e.puzzle] = true
				if _, suffice := hint.Reasons(&e.board, &e.step); isBare(e.step.Technique) && !suffice || lessonOf(e.step.Technique) != family {
					t.Errorf("%s of %dx%d: %s in %v", family, size, size, e.step.Technique, e.puzzle)
				}
			}
			if len(all) < 2 || len(all) > 4 || len(puzzles) != len(all) {
				t.Errorf("%s of %dx%d has %d examples in %d puzzles", family, size, size, len(all), len(puzzles))
			}
		}
	}
}

// TestKidsWords: the lessons and hints of a book for children name no technique and no cell, and its lessons have the
// size of its puzzles.
func TestKidsWords(t *testing.T) {
	for lang, load := range languages {
		s, words, steps := spec(t, "8x10"), load(), load().steps()
		if s.Lang, s.Hints = lang, "crux"; words.NeedsFont() {
			continue
		}
		b, cell := laidOut(t, s, sections(12, 4)), regexp.MustCompile(fill(steps.Cell, "row", `\d`, "column", `\d`))
		if r := checked(t, written(t, b)); len(r.Problems) > 0 { // such as the number of a hint over another board
			t.Errorf("%s: %q", lang, r.Problems)
		}
		for i := range b.Pages {
			text := strings.Join(texts(b, i), " ")
			named := slices.ContainsFunc([]string{"full-house", "hidden-single-box", "naked-single"}, func(id string) bool {
				return strings.Contains(text, strings.Join(strings.Fields(steps.TechniqueName(id))[:2], " "))
			})
			if begins := len(b.Pages[i].Marks) > 0 && strings.Contains(text, words.Kids["full-house"].Name); named || cell.MatchString(text) || begins && strings.Contains(text, "9") {
				t.Errorf("%s, page %s: %q", lang, b.Pages[i].Label, text)
			}
		}
	}
}

// TestSmallestDigits: no candidate and no coordinate of a lesson is below 6 points, and no
// page number below 9.
func TestSmallestDigits(t *testing.T) {
	for _, name := range []string{"letter", "6x9", "A5"} {
		b := laidOut(t, spec(t, name), sections(20, 9))
		for i := range b.Pages {
			for _, x := range b.Pages[i].Texts {
				if x.Size < 6-1e-9 || x.Body == b.Pages[i].Label && x.Y > b.Pages[i].Bottom*0.9 && x.Size < 9 {
					t.Errorf("%s, page %s: %q has %.2f points", name, b.Pages[i].Label, x.Body, x.Size)
				}
			}
		}
	}
}

// TestOpeners: how many pages a section of each length costs beside its puzzles.
func TestOpeners(t *testing.T) {
	for _, test := range []struct {
		how   string
		n     int // puzzles in each of two sections, two on a page
		extra int // pages before the second section's first puzzle, after the first's last
	}{
		{"auto", 2, 0},
		{"auto", 6, 1},
		{"none", 20, 0},
		{"auto", 3, 0},  // two pages, but fewer than four puzzles
		{"auto", 32, 2}, // the opening page of a long section is on the right
	} {
		s := spec(t, "letter")
		s.NoLessons, s.Openers, s.PerPage = true, test.how, map[int]int{0: 2}
		all := many(2 * test.n)[0].Puzzles
		b := laidOut(t, s, []Section{{Size: 9, Level: "easy", Puzzles: all[:test.n]}, {Size: 9, Level: "hard", Puzzles: all[test.n:]}})
		pages := map[int]bool{}
		for i := b.Front; i < len(b.Pages); i++ {
			if len(digitsOf(&b.Pages[i])) > 0 {
				pages[i] = true
			}
		}
		first := b.Front
		for !pages[first] {
			first++
		}
		last := first + (test.n+1)/2 - 1
		next := last + 1
		for !pages[next] {
			next++
		}
		if got := next - last - 1; got != test.extra {
			t.Errorf("%s with %d puzzles: %d pages between the sections, want %d", test.how, test.n, got, test.extra)
		}
	}
}

// texts returns what stands on a page.
func texts(b *Book, i int) []string {
	var all []string
	for _, t := range b.Pages[i].Texts {
		all = append(all, t.Body)
	}
	return all
}

// TestStars: a level has the same stars and the same section in every book, whatever else is
// in it. No puzzle that needs a technique is in a section for an easier level.
func TestStars(t *testing.T) {
	for i, l := range grade.Levels() {
		if got := starsOf(l.ID); got != i+1 || got > mostStars {
			t.Errorf("%s has %d stars of %d", l.ID, got, mostStars)
		}
	}
	for _, family := range families {
		for _, e := range examplesFor(family, []int{9}) {
			p := Puzzle{Givens: e.puzzle}
			p.Grade = grade.NewGrader(p.Givens.Geometry()).Grade(&p.Givens)
			technique := must(grade.TechniqueByID(p.Grade.Hardest))
			needs := technique.LevelID()
			for _, order := range []string{"", "sections"} {
				sections := Arrange([]Puzzle{p, p}, order, 0)
				if len(sections) != 1 || sections[0].Level != p.Grade.Level || grade.CompareLevels(sections[0].Level, needs) < 0 {
					t.Errorf("%v needs %s, and its sections are %+v", p.Givens, p.Grade.Hardest, sections)
				}
			}
		}
	}
}

// TestPagesAreUsed: no book ends with two empty pages or has one before a few solutions, no page
// has a few of them that could stand on others, and its last page has none.
func TestPagesAreUsed(t *testing.T) {
	for n := 1; n < 60; n++ { // sixteen solutions fill a page: by default, one to three more and the last ones
		if k := n % 16; !*long && k > 3 && k < 14 {
			continue
		}
		s := spec(t, "8.5x11")
		s.NoLessons = true
		b := laidOut(t, s, many(n))
		empty := func(i int) bool { return len(b.Pages[i].Texts) == 0 }
		if last := len(b.Pages) - 1; !empty(last) || empty(last-1) {
			t.Errorf("%d puzzles: the last pages have %q and %q", n, texts(b, last-1), texts(b, last))
		}
		solutions, pages := slices.IndexFunc(b.Pages, func(p draw.Page) bool {
			return len(p.Texts) > 0 && p.Texts[0].Body == "Solutions"
		}), (n+15)/16
		if pages < 4 && empty(solutions-1) {
			t.Errorf("%d puzzles: there is an empty page before %d of solutions", n, pages)
		}
	}
	s := spec(t, "8x10")
	s.NoLessons, s.LargePrint = true, true
	sec := Section{Size: 4}
	for i := range 18 {
		sec.Puzzles = append(sec.Puzzles, made()[4][i%12])
	}
	b := laidOut(t, s, []Section{sec})
	var grids []int
	for i := range b.Pages {
		back := slices.DeleteFunc(texts(b, i), func(s string) bool { return !strings.HasPrefix(s, "page ") })
		if len(back) > 0 {
			grids = append(grids, len(back))
		}
	}
	if !slices.Equal(grids, []int{9, 9}) {
		t.Errorf("18 solutions stand on pages with %d", grids)
	}
}

// TestPartsAreNamed: the page on which a part begins names it, also without a page before the part,
// and all headings of parts have one size and one place.
func TestPartsAreNamed(t *testing.T) {
	for _, placement := range []string{"back", "section"} {
		s := spec(t, "A5")
		s.PerPage, s.Placement, s.Hints, s.Notes = map[int]int{0: 1}, placement, "crux", 1
		list := made()[9]
		b := laidOut(t, s, []Section{
			{Size: 9, Level: "easy", Puzzles: list[:1]}, {Size: 9, Level: "medium", Puzzles: list[1:2]}, {Size: 9, Level: "hard", Puzzles: list[2:3]},
		})
		headings := map[string][2]float64{}
		for i := range b.Pages {
			p := &b.Pages[i]
			for _, m := range p.Marks {
				if !slices.Contains(texts(b, i), m.Title) {
					t.Errorf("%s: page %s does not name %q, which begins there", placement, p.Label, m.Title)
				}
			}
			for _, x := range p.Texts {
				if slices.Contains([]string{"Contents", "How to Solve", "Hints", "Notes"}, x.Body) && x.Style == draw.Bold {
					headings[x.Body] = [2]float64{x.Size, x.Y}
				}
			}
		}
		for name, at := range headings {
			if len(headings) != 4 || at != headings["Hints"] {
				t.Errorf("%s: the heading %q has size and height %v, that of the hints %v", placement, name, at, headings["Hints"])
			}
		}
	}
}

// TestRatingsExplained: where ratings stand under puzzles a page before them says what they
// mean, and nowhere else.
func TestRatingsExplained(t *testing.T) {
	for _, tc := range []struct {
		labels    []string
		noLessons bool
		want      int
	}{
		{[]string{"rating"}, false, 1},
		{[]string{"rating"}, true, 1},
		{[]string{LabelStars, "rating"}, false, 1},
		{[]string{LabelStars}, false, 0},
		{[]string{"level"}, true, 0},
	} {
		s := spec(t, "letter")
		s.Labels, s.NoLessons = tc.labels, tc.noLessons
		b := laidOut(t, s, sections(3, 9))
		found := 0
		for i := range b.Pages {
			if strings.Contains(strings.Join(texts(b, i), " "), "The number under a puzzle is its rating") {
				found++
			}
		}
		if found != tc.want {
			t.Errorf("labels %q, no lessons %v: ratings are explained on %d pages, want %d", tc.labels, tc.noLessons, found, tc.want)
		}
	}
}

// TestLessonsBegin: in large print, the text of a lesson shares its page with a picture.
func TestLessonsBegin(t *testing.T) {
	s := spec(t, "letter")
	s.LargePrint = true
	b := laidOut(t, s, many(3))
	lessons := 0
	for i := range b.Pages {
		p := &b.Pages[i]
		if !slices.ContainsFunc(p.Marks, func(m draw.Mark) bool { return m.Level == 1 }) {
			continue
		}
		lessons++
		if len(p.Rules) < 20 { // the lines of a grid
			t.Errorf("page %s has a lesson's text alone", p.Label)
		}
	}
	if lessons == 0 {
		t.Error("there are no lessons")
	}
}

// TestLongHints: a hint has no board if a page has no room for it with the text, as here on ALS.
func TestLongHints(t *testing.T) {
	givens := must(board.Parse("7..6..3.9......82.91..2...5....67....5.8......29..57.3.....2.......4....13...92.."))
	hard := Puzzle{Givens: givens, Solution: solve.Count(&givens, 2).First, Grade: grade.NewGrader(board.Nine()).Grade(&givens)}
	for size, want := range map[string]bool{"4x6": false, "letter": true} {
		s := spec(t, size)
		s.Hints, s.LargePrint, s.NoLessons = "crux", true, true
		b, said := laidOut(t, s, Arrange([]Puzzle{hard}, "", 0)), []string(nil)
		for i := range b.Pages {
			said = append(said, texts(b, i)...)
		}
		if slices.Contains(said, "c9") != want || !strings.Contains(strings.Join(said, " "), "ALS-XZ") {
			t.Errorf("%s: %q", size, said)
		}
	}
}

// TestCaptions: the text below a board begins at the left edge of the board, and the number of a hint is bold.
func TestCaptions(t *testing.T) {
	s := spec(t, "letter")
	s.Hints = "crux"
	b := laidOut(t, s, sections(16, 9))
	pdf := written(t, b)
	seen := readBy(t, pdf, read)
	boards, numbers := 0, 0
	for i := range b.Pages {
		names := texts(b, i)
		if !slices.Contains(names, "Hints") && !slices.Contains(names, "How to Solve") {
			continue
		}
		for _, g := range findGrids(&seen.pages[i]) {
			side := g.cell * float64(g.geo.Size)
			first := draw.Text{X: math.Inf(1)}
			for _, x := range b.Pages[i].Texts {
				if below := x.Y - g.y - side; below > 0 && below < 2*s.body() && x.X > g.x-0.1*side && x.X < min(g.x+0.1*side, first.X) && !strings.HasPrefix(x.Body, "A puzzle") {
					first = x
				}
			}
			if _, err := strconv.Atoi(first.Body); err == nil && first.Style == draw.Bold {
				numbers++
			}
			if boards++; first.Body != "" && math.Abs(first.X-g.x) > 2 {
				t.Errorf("page %s: %q begins %.1f points from its board", b.Pages[i].Label, first.Body, first.X-g.x)
			}
		}
	}
	if boards == 0 || numbers == 0 {
		t.Errorf("%d captions below boards, %d of them with a bold number", boards, numbers)
	}
}

// TestCopyrightYear: a copyright sign is printed only with a year.
func TestCopyrightYear(t *testing.T) {
	for _, test := range []struct {
		holder, want string
		date         time.Time
		made         int
	}{
		{"Jane Doe", "Jane Doe", time.Time{}, 0},
		{"Jane Doe", "© 2025 Jane Doe", time.Time{}, 2025},
		{"Jane Doe", "© 2027 Jane Doe", time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC), 2025},
		{"2026 Jane Doe", "© 2026 Jane Doe", time.Time{}, 2025},
	} {
		s := spec(t, "letter")
		s.Copyright, s.Author, s.Publisher, s.Date, s.Year = "", "", test.holder, test.date, test.made
		if got := texts(laidOut(t, s, sections(1, 4)), 1); !slices.Contains(got, test.want) {
			t.Errorf("%s: %q", test.want, got)
		}
	}
}
