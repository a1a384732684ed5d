package book

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gradoku/draw"
	"gradoku/grade"
	"gradoku/hint"
)

var braces = regexp.MustCompile(`\{[a-z_]+\}`)

// TestLanguages: every language has every text, with the same words to fill in, in letters that
// the default fonts have, unless it is said to need another. Every technique is taught in one lesson.
func TestLanguages(t *testing.T) {
	english := languages["en"]().texts
	keys := map[string]bool{}
	fields("", reflect.TypeFor[Words](), keys)
	for key := range keys {
		known := slices.ContainsFunc(WordKeys(), func(k string) bool { return k == key || strings.HasPrefix(k, key+".") })
		if !known && key != "puzzle-count.few" && key != "puzzle-count.many" {
			t.Errorf("there is no text %s", key)
		}
	}
	for _, load := range languages {
		w := load()
		for key := range english {
			if w.texts[key] == "" && !strings.HasPrefix(key, "puzzle-count.") && !strings.HasPrefix(key, "variants.") {
				t.Errorf("%s has no text %s", w.Lang, key)
			}
		}
		for key, text := range w.texts {
			model := english[key]
			if top, _, deep := strings.Cut(key, "."); !keys[key] && !(deep && keys[top]) {
				t.Errorf("%s has a text %s, which no book has", w.Lang, key)
			}
			if strings.HasPrefix(key, "puzzle-count.") {
				model = english["puzzle-count.other"]
			}
			want, got := braces.FindAllString(model, -1), braces.FindAllString(text, -1)
			slices.Sort(want)
			slices.Sort(got)
			if text == "" || model == "" || !slices.Equal(got, want) {
				t.Errorf("%s, %s: %q for %q", w.Lang, key, text, model)
			}
		}
		if len(w.Levels) != len(grade.LevelIDs()) || len(w.Lessons) != len(families) {
			t.Errorf("%s has %d levels and %d lessons, not %d and %d", w.Lang, len(w.Levels), len(w.Lessons), len(grade.LevelIDs()), len(families))
		}
		for _, fonts := range []*draw.Fonts{draw.BookFonts(), draw.GoFonts()} {
			if err := fonts.Covers(append(w.steps().Texts(), w.all()...)...); (err != nil) != w.NeedsFont() {
				t.Errorf("%s: needs a font of its own: %v, and %v", w.Lang, w.NeedsFont(), err)
			}
		}
		if wings := strings.ToLower(w.Lessons["wing"]); !strings.Contains(wings, strings.ToLower(w.Pivot)) || !strings.Contains(wings, strings.ToLower(w.Wing)) {
			t.Errorf("%s: the lesson on wings does not say what %s and %s are", w.Lang, w.Pivot, w.Wing)
		}
		name := strings.Fields(w.steps().Box)
		box := regexp.MustCompile(`(?i)(^|\PL)` + name[max(0, len(name)-2)] + `(e?s|en|u|ach)?(\PL|$)`)
		for _, text := range slices.Concat(slices.Collect(maps.Values(w.Lessons)), []string{w.Levels["gentle"].Text, w.RulesKids}) {
			if text = w.steps().OfRegions(text); box.MatchString(text) && w.steps().Box != w.steps().Others["region"] {
				t.Errorf("%s: there are boxes in a lesson on jigsaws: %s", w.Lang, text)
			}
		}
		if at := fill(w.steps().Cell, "row", 3, "column", 4); !strings.Contains(w.Coordinates, at) {
			t.Errorf("%s: the coordinates are explained by %q", w.Lang, w.Coordinates)
		}
	}
	for _, technique := range append(grade.Techniques(), grade.Patterns()...) {
		if slices.Contains(families[:], technique.Lesson) == (technique.ID == "last-resort") {
			t.Errorf("%s has the lesson %q", technique.ID, technique.Lesson)
		}
	}
	if _, err := WordsFor("tlh", ""); err == nil {
		t.Error("there are words in Klingon")
	}
}

// fields collects the keys of the texts of a struct, and of its tables.
func fields(prefix string, of reflect.Type, keys map[string]bool) {
	for i := range of.NumField() {
		f := of.Field(i)
		switch key := f.Tag.Get("toml"); {
		case key == "" || key == "-":
		case f.Type.Kind() == reflect.Struct:
			fields(key+".", f.Type, keys)
		default:
			keys[prefix+key] = true
		}
	}
}

// TestNumbers: a range of one is no range.
func TestNumbers(t *testing.T) {
	for lang, load := range languages {
		w := load()
		if one := w.numbers(7, 7); strings.Count(one, "7") != 1 || strings.Contains(one, "{") {
			t.Errorf("%s: puzzle 7 is called %q", lang, one)
		}
		if many := w.numbers(7, 19); !strings.Contains(many, "7") || !strings.Contains(many, "19") {
			t.Errorf("%s: puzzles 7 to 19 are called %q", lang, many)
		}
	}
}

// TestTechniquesAreNamed: in every language the heading of a lesson, its captions, its exercise,
// the heading of a section and a hint call a technique by one name.
func TestTechniquesAreNamed(t *testing.T) {
	for _, family := range families { // those without pictures show steps of the book's puzzles
		e := lesson{family: family, pictures: examplesFor(family, []int{9})}
		for lang, load := range languages {
			words := load()
			steps, layout := words.steps(), layout{words: words, sizes: []int{9}}
			for _, picture := range e.pictures {
				name, caption := steps.TechniqueName(picture.step.Technique), steps.SentenceOn(&picture.board, &picture.step)
				called := strings.HasPrefix(caption, name)
				if family == "hidden-single" { // "Hidden single in box", "Hidden single in box 3: …"
					first, _, _ := strings.Cut(caption, "：")
					words := strings.Fields(first)
					called = strings.Contains(name, strings.Join(words[:min(2, len(words))], " "))
				}
				if !strings.Contains(layout.aboutLesson(&e).Name, name) || !called {
					t.Errorf("%s: %s is %q in the heading, and its caption is %q", lang, picture.step.Technique, layout.aboutLesson(&e).Name, caption)
				}
			}
		}
	}
}

// TestCounts: a number has the form that its language asks for.
func TestCounts(t *testing.T) {
	for lang, want := range map[string][4]string{ // of 1, 2, 5 and 22
		"en": {"1 puzzle", "2 puzzles", "5 puzzles", "22 puzzles"},
		"de": {"1 Rätsel", "2 Rätsel", "5 Rätsel", "22 Rätsel"},
		"fr": {"1 grille", "2 grilles", "5 grilles", "22 grilles"},
		"es": {"1 sudoku", "2 sudokus", "5 sudokus", "22 sudokus"},
		"it": {"1 sudoku", "2 sudoku", "5 sudoku", "22 sudoku"},
		"pt": {"1 sudoku", "2 sudokus", "5 sudokus", "22 sudokus"},
		"nl": {"1 sudoku", "2 sudoku’s", "5 sudoku’s", "22 sudoku’s"},
		"pl": {"1 łamigłówka", "2 łamigłówki", "5 łamigłówek", "22 łamigłówki"},
		"zh": {"1 道题", "2 道题", "5 道题", "22 道题"},
		"ja": {"全 1 問", "全 2 問", "全 5 問", "全 22 問"},
	} {
		w := languages[lang]()
		for i, n := range [...]int{1, 2, 5, 22} {
			if got := w.count(n); got != want[i] {
				t.Errorf("%s: %q, want %q", lang, got, want[i])
			}
		}
		// The file has the forms that whole numbers take, and no others but the one that is
		// always there.
		taken := map[string]bool{w.PuzzleCount.Other: true}
		for n := range 200 {
			taken[strings.Replace(w.count(n), fmt.Sprint(n), "{n}", 1)] = true
		}
		for key, text := range w.texts {
			if strings.HasPrefix(key, "puzzle-count.") && !taken[text] {
				t.Errorf("%s: no number is written as %q", lang, text)
			}
		}
	}
}

// shared lists the words that languages have in common with English, in books and in steps: those that are the same
// everywhere, and words that only look the same. Any other English word was left by mistake.
var shared = map[string]string{
	"":   "explainer aic als bug coq gradoku min nishio sashimi sudoku sue turbot wing xyz",
	"de": "also april august block links november pivot puzzle region ring september single singles was",
	"fr": "case cases contradiction cycle direct double exclusion expert impossible note notes pair page pivot place places possible rectangle rectangles simple solution solutions technique techniques triplet triplets type unique",
	"it": "all come girandola",
	"es": "diagonal simple",
	"pt": "diagonal for jellyfish swordfish",
	"nl": "april december direct even expert extra had hints jellyfish november ring september single singles swordfish type was",
	"pl": "girandola region same single symbol",
}

// TestOwnWords: no language has an English word by mistake, ratings have a decimal comma where
// the language has one, and spaces and apostrophes are those of its books.
func TestOwnWords(t *testing.T) {
	words := func(w *Words) map[string]bool {
		found := map[string]bool{}
		for _, text := range append(w.steps().Texts(), w.all()...) {
			for _, word := range regexp.MustCompile(`[\p{L}]{3,}`).FindAllString(braces.ReplaceAllString(text, ""), -1) {
				found[strings.ToLower(word)] = true
			}
		}
		return found
	}
	english := words(languages["en"]())
	for _, lang := range hint.Languages()[1:] {
		w := languages[lang]()
		allowed := strings.Fields(shared[""] + " " + shared[w.Lang])
		for word := range words(w) {
			if english[word] && !slices.Contains(allowed, word) {
				t.Errorf("%s: %q is English", w.Lang, word)
			}
		}
		if w.NeedsFont() {
			continue
		}
		if w.Decimal != "," {
			t.Errorf("%s: ratings have %q", w.Lang, w.Decimal)
		}
		spaces := map[string]string{
			"fr": `[^\x{a0}][:;?!»]|« `,                  // a line must not begin with these
			"pl": `\s[:;?!]|(^|[\s(])[aiouwzAIOUWZ]\x20`, // nor end with a word of one letter
		}[w.Lang]
		for _, text := range w.all() {
			if at := regexp.MustCompile(cmp.Or(spaces, `\s[:;?!]`) + `|['"]|\s\s|^\s|\s$`).FindString(text); at != "" {
				t.Errorf("%s: %q in %q", w.Lang, at, text)
			}
		}
	}
}

func TestRoman(t *testing.T) {
	for n, want := range map[int]string{1: "i", 4: "iv", 9: "ix", 14: "xiv", 40: "xl", 49: "xlix", 88: "lxxxviii", 99: "xcix", 123: "cxxiii"} {
		if got := pageLabel(n-1, n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
