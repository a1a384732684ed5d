package hint

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/boardtest"
)

// allTechniques returns those of the scale and the named patterns.
func allTechniques() []grade.Technique { return append(grade.Techniques(), grade.Patterns()...) }

var braces = regexp.MustCompile(`\{[a-z_]+\}`)

// TestLanguages: every language has every text, has every technique or English in its place,
// and fills in what
// English does, with a name or with what "in" makes of it. A sentence may leave out whatever
// the name of its technique says, and name things again.
func TestLanguages(t *testing.T) {
	filled := func(text string) []string {
		words := braces.FindAllString(strings.ReplaceAll(text, "{in_", "{"), -1)
		slices.Sort(words)
		return slices.Compact(words)
	}
	english := English()
	fixed := len(stringsOf(*english)) + len(stringsOf(english.HouseWords))
	for lang, load := range languages {
		l := load()
		if lacks := l.Lacks(); lacks != nil {
			t.Logf("%s has no words for %v, which stay English", lang, lacks)
		}
		if l.Lang != lang {
			t.Errorf("%s is called %s", lang, l.Lang)
		}
		want := english.Texts()[:fixed]
		for i, text := range l.Texts()[:fixed] {
			if text == "" || !slices.Equal(filled(text), filled(want[i])) {
				t.Errorf("%s: %q for %q", l.Lang, text, want[i])
			}
		}
		in := stringsOf(l.In)
		if strings.Contains(strings.Join(l.Texts(), ""), "{in_") != (l.In.Box != "") {
			t.Errorf("%s: %q and {in_house} need each other", l.Lang, in)
		}
		for _, text := range in {
			if l.In.Box != "" && strings.Count(text, "{n}") != 1 {
				t.Errorf("%s: %q is no name of a house", l.Lang, text)
			}
		}
		for word, name := range english.Others {
			for _, got := range []string{l.Others[word], l.In.Others[word]} {
				if (got != "" || l.In.Box != "") && strings.Count(got, "{n}") != strings.Count(name, "{n}") {
					t.Errorf("%s: %q for %q", l.Lang, got, name)
				}
			}
		}
		if len(l.Others) != len(english.Others) || l.In.Box != "" && len(l.In.Others) != len(l.Others) {
			t.Errorf("%s: %d and %d names of houses of variants", l.Lang, len(l.Others), len(l.In.Others))
		}
		seen := map[string]bool{}
		for ids := range l.Sentences {
			for id := range strings.FieldsSeq(ids) {
				if seen[id] {
					t.Errorf("%s: %s has two sentences", l.Lang, id)
				}
				seen[id] = true
			}
		}
		for _, tech := range allTechniques() {
			if l.Techniques[tech.ID] == "" || l.Lang == "en" && l.Techniques[tech.ID] != tech.Name {
				t.Errorf("%s: %s is called %q", l.Lang, tech.ID, l.Techniques[tech.ID])
			}
			if slices.Contains(l.Lacks(), tech.ID) {
				continue
			}
			got, want := filled(l.says[tech.ID]), filled(english.says[tech.ID])
			for _, word := range want {
				if !slices.Contains(got, word) {
					t.Errorf("%s: the sentence of %s lacks %s: %q", l.Lang, tech.ID, word, l.says[tech.ID])
				}
			}
			for _, word := range got {
				if word != "{name}" && !slices.Contains(want, word) {
					t.Errorf("%s: the sentence of %s has %s: %q", l.Lang, tech.ID, word, l.says[tech.ID])
				}
			}
		}
		const forms = 6 // of chains: see TestForms
		if n := len(allTechniques()); len(l.Techniques) != n+forms || len(l.says) > n || len(l.says) < n-len(l.Lacks()) {
			t.Errorf("%s: %d names and %d sentences for %d techniques", l.Lang, len(l.Techniques), len(l.says), n)
		}
	}
	if _, err := LanguageByName("tlh"); err == nil || !strings.Contains(err.Error(), "de, fr") {
		t.Errorf("Klingon: %v", err)
	}
}

// TestLacking: a technique that a language has no words for is told in English, with the cells
// and the symbols of the language.
func TestLacking(t *testing.T) {
	german, err := LanguageByName("de-AT") // German, as there is none for Austria alone
	if err != nil {
		t.Fatal(err)
	}
	l := *german.WithSymbols(strings.Split("ABCDEFGHI", ""))
	l.lacks = []string{"naked-pair"}
	s := grade.Step{Technique: "naked-pair", Cells: []board.Cell{2, 3}, Digits: 0b11, Houses: []board.House{board.Nine().HousesOf(2)[2]}, Eliminate: []grade.Candidate{{Cell: 4, Digit: 1}, {Cell: 4, Digit: 2}}}
	if got, want := l.Sentence(board.Nine(), &s), "Naked pair in row 1: Z1S3 and Z1S4 have no other candidates than A and B, so these digits go there: remove A and B from Z1S5."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestSpaces: only French has a space before punctuation marks, and no line breaks there, nor between a word and its
// digit. Package book tests that no word is English.
func TestSpaces(t *testing.T) {
	loose := regexp.MustCompile(`\pL \{(digit|value|lost)\}`)
	for lang, load := range languages {
		l, spaced := load(), regexp.MustCompile(`\s[:;!?]`)
		if lang == "fr" {
			spaced = regexp.MustCompile(`[^\x{a0}][:;!?]`)
		}
		for _, text := range l.Texts() {
			if loose.MatchString(text) && lang != "zh" && lang != "ja" && lang != "en" {
				t.Errorf("%s: a line may begin with the digit of %q", lang, text)
			}
			if spaced.MatchString(text) || strings.ContainsAny(text, `'"`) || strings.TrimSpace(text) != text && text != l.Comma && text != l.And && text != l.AndLoses && text != l.FullStop && text != l.Then {
				t.Errorf("%s: %q has a wrong space or quotation mark", lang, text)
			}
		}
	}
}

// wholeSentence is one sentence or more, from a capital letter to a full stop, in the letters
// of Europe; ideographic is the same in Chinese and Japanese.
var (
	wholeSentence = regexp.MustCompile(`^\p{Lu}[^.]*[^.\s,;:](\. \p{Lu}[^.]*[^.\s,;:])*\.$`)
	ideographic   = regexp.MustCompile(`^\P{Z}.*。$`)
)

// TestEverySentence: of every technique every language tells a step in whole sentences, with
// cells of its own, whatever the shape of the step.
func TestEverySentence(t *testing.T) {
	geo := board.Nine()
	cell := func(row, col int) board.Cell { return board.Cell(9*(row-1) + col - 1) }
	link := func(row, col int, d board.Digit, on bool) grade.Link {
		return grade.Link{Literal: grade.Literal{Candidate: grade.Candidate{Cell: cell(row, col), Digit: d}, On: on}}
	}
	chain := grade.Chain{link(1, 1, 4, true), link(1, 5, 4, false), link(3, 5, 4, true), link(3, 9, 4, false)}
	opposite := slices.Clone(chain)
	opposite[0].On = false
	other := slices.Clone(chain)
	other[0] = link(2, 2, 5, true)
	named := map[string]*regexp.Regexp{}
	for lang, load := range languages {
		named[lang] = regexp.MustCompile(strings.NewReplacer("{row}", `\d`, "{column}", `\d`).Replace(load().Cell))
	}
	for _, tech := range allTechniques() {
		id := tech.ID
		for shape, second := range []grade.Chain{chain, opposite, other, other} {
			s := grade.Step{
				Technique: id, Digits: board.Digit(2).Mask() | board.Digit(5).Mask() | board.Digit(7).Mask(), Chains: []grade.Chain{chain, second},
				Cells: []board.Cell{cell(2, 2), cell(2, 3), cell(2, 5)}, Parts: [][]board.Cell{{cell(2, 2)}, {cell(2, 3), cell(2, 4)}, {cell(5, 2)}, {cell(6, 2), cell(7, 2)}},
				Eliminate: []grade.Candidate{{Cell: cell(4, 2), Digit: 2}, {Cell: cell(4, 2), Digit: 7}, {Cell: cell(4, 8), Digit: 7}, {Cell: cell(9, 8), Digit: 7}},
			}
			if !strings.Contains(English().says[id], "{argument}") || shape < 3 {
				s.Houses = []board.House{geo.HousesOf(cell(2, 2))[2], geo.HousesOf(cell(5, 2))[2], geo.HousesOf(cell(2, 2))[1], geo.HousesOf(cell(2, 8))[1]}
			}
			if strings.Contains(English().says[id], "{place}") {
				s.Place = grade.Candidate{Cell: cell(4, 7), Digit: 5}
			}
			for lang, load := range languages {
				l := load()
				if slices.Contains(l.Lacks(), id) {
					continue
				}
				whole, text := wholeSentence, l.Sentence(geo, &s)
				if lang == "zh" || lang == "ja" {
					whole = ideographic
				}
				if !whole.MatchString(text) || strings.ContainsAny(text, "{}") || strings.Contains(text, "  ") || strings.Contains(text, " ,") {
					t.Errorf("%s, %s: %q", lang, id, text)
				}
				if id != "last-resort" && !named[lang].MatchString(text) {
					t.Errorf("%s, %s: %q names no cell", lang, id, text)
				}
			}
		}
	}
}

// TestVariantHouses: every language has a distinct name for each house of the variants, its own,
// also after "in", if English has one; and explains a step in such a house in its own words.
func TestVariantHouses(t *testing.T) {
	for _, geo := range boardtest.Variants(t) {
		for lang, load := range languages {
			l, names := load(), map[string]bool{}
			for h := range geo.Houses {
				house := board.House(h)
				names[l.HouseName(geo, house)] = true
				if English().of(geo, house) == "" {
					continue // a new variant, which is called as in the table of variants
				}
				if l.of(geo, house) == "" {
					t.Errorf("%s has no name for %s", lang, geo.HouseWords(house))
				}
				if in := l.houses(&l.In, geo, house); l.In.Box != "" && (in == "" || in == geo.HouseWords(house)) {
					t.Errorf("%s: after in, %s is %q", lang, geo.HouseWords(house), in)
				}
			}
			if len(names) != geo.Houses {
				t.Errorf("%s, %v: %d names for %d houses: %v", lang, geo.Variant, len(names), geo.Houses, names)
			}
		}
	}
	x := boardtest.Variant(t, "x", 9)
	s := grade.Step{Technique: "hidden-single-line", Houses: []board.House{board.House(x.Houses - 1)}, Place: grade.Candidate{Cell: 40, Digit: 5}}
	for lang, want := range map[string]string{
		"en": "Hidden single in diagonal 2: only r5c5 can hold 5.",
		"de": "Versteckter Single in Diagonale 2: Die\u00a05 kann nur in Z5S5 stehen.",
		"pl": "Ukryty singiel na\u00a0przekątnej 2: 5 może stać tylko w\u00a0polu W5K5.",
	} {
		if got := languages[lang]().Sentence(x, &s); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
