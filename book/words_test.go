package book

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"gradoku/draw"
	"gradoku/grade"
)

var braces = regexp.MustCompile(`\{[a-z]+\}`)

// TestLanguages: every language has every text, with the same words to fill in.
func TestLanguages(t *testing.T) {
	english := languages[0].load().all()
	for i := range languages {
		w := languages[i].load()
		texts := w.all()
		for k, text := range texts {
			want, got := braces.FindAllString(english[k], -1), braces.FindAllString(text, -1)
			slices.Sort(want)
			slices.Sort(got)
			if text == "" || !slices.Equal(got, want) {
				t.Errorf("%s: %q for %q", w.Lang, text, english[k])
			}
		}
		if len(w.Levels) != len(levelNames()) || len(w.Lessons) != len(families) {
			t.Errorf("%s has %d levels and %d lessons, not %d and %d", w.Lang, len(w.Levels), len(w.Lessons), len(levelNames()), len(families))
		}
		if !w.NeedsFont() {
			if err := draw.BookFonts().Covers(texts...); err != nil {
				t.Errorf("%s: %v", w.Lang, err)
			}
		}
		if w.NeedsFont() && draw.BookFonts().Covers(texts...) == nil {
			t.Errorf("%s is said to need a font and does not", w.Lang)
		}
	}
	if _, err := WordsFor("tlh"); err == nil {
		t.Error("there are words in Klingon")
	}
}

// TestNumbers: a range of one is no range.
func TestNumbers(t *testing.T) {
	for _, lang := range Languages() {
		w, err := WordsFor(lang)
		if err != nil {
			t.Fatal(err)
		}
		if one := w.numbers(7, 7); strings.Count(one, "7") != 1 || strings.Contains(one, "{") {
			t.Errorf("%s: puzzle 7 is called %q", lang, one)
		}
		if many := w.numbers(7, 19); !strings.Contains(many, "7") || !strings.Contains(many, "19") {
			t.Errorf("%s: puzzles 7 to 19 are called %q", lang, many)
		}
	}
}

// TestFamilies: every technique is taught in one lesson.
func TestFamilies(t *testing.T) {
	for _, technique := range grade.Techniques() {
		n := 0
		for i := range families {
			if families[i].has(technique.ID) {
				n++
			}
		}
		want := 1
		if technique.ID == "last-resort" {
			want = 0
		}
		if n != want {
			t.Errorf("%s is in %d families, want 1: see families in words.go", technique.ID, n)
		}
	}
}

// TestExplain: each language tells steps in sentences and with cells of its own, in
// letters that the default fonts have.
func TestExplain(t *testing.T) {
	p := &made()[9][0]
	geo := p.Givens.Geometry()
	_, path := grade.NewGrader(geo).Path(&p.Givens)
	cell := map[string]string{"en": `r\dc\d`, "de": `Z\dS\d`, "fr": `L\dC\d`, "es": `F\dC\d`, "zh": `r\dc\d`, "ja": `r\dc\d`}
	for i := range languages {
		w := languages[i].load()
		for _, s := range path {
			if got := w.explain(geo, &s); !regexp.MustCompile(cell[w.Lang]).MatchString(got) || !strings.ContainsAny(got[len(got)-3:], ".。") {
				t.Errorf("%s: %q", w.Lang, got)
			}
		}
		if !regexp.MustCompile(cell[w.Lang]).MatchString(w.Coordinates) {
			t.Errorf("%s: the coordinates are explained by %q", w.Lang, w.Coordinates)
		}
		if err := draw.GoFonts().Covers(w.steps().Texts()...); (err != nil) != w.NeedsFont() {
			t.Errorf("%s: %v", w.Lang, err)
		}
	}
}

func TestRoman(t *testing.T) {
	for n, want := range map[int]string{1: "i", 4: "iv", 9: "ix", 14: "xiv", 40: "xl", 49: "xlix", 88: "lxxxviii", 99: "xcix", 123: "cxxiii"} {
		if got := roman(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
