package grade

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"gradoku/board"
)

var braces = regexp.MustCompile(`\{[a-z]+\}`)

// TestLanguages: every language has every text and every technique, and fills in what
// English does. A sentence may leave out whatever the name of its technique says, and
// name things again.
func TestLanguages(t *testing.T) {
	filled := func(text string) []string {
		words := braces.FindAllString(text, -1)
		slices.Sort(words)
		return slices.Compact(words)
	}
	english := English()
	fixed := len(english.Texts()) - len(english.Techniques) - len(english.Sentences)
	for _, row := range languages {
		l := row.load()
		if l.Lang != row.lang {
			t.Errorf("%s is called %s", row.lang, l.Lang)
		}
		want := english.Texts()[:fixed]
		for i, text := range l.Texts()[:fixed] {
			if text == "" || !slices.Equal(filled(text), filled(want[i])) {
				t.Errorf("%s: %q for %q", l.Lang, text, want[i])
			}
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
		for row := range len(techniques) + len(patterns) {
			tech := technique(row)
			if l.Techniques[tech.ID] == "" || l.Lang == "en" && l.Techniques[tech.ID] != tech.Name {
				t.Errorf("%s: %s is called %q", l.Lang, tech.ID, l.Techniques[tech.ID])
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
		if len(l.Techniques) != len(techniques)+len(patterns) || len(l.says) != len(l.Techniques) {
			t.Errorf("%s: %d names and %d sentences for %d techniques", l.Lang, len(l.Techniques), len(l.says), len(techniques)+len(patterns))
		}
	}
	if _, err := LanguageByName("tlh"); err == nil || !strings.Contains(err.Error(), "de, fr") {
		t.Errorf("Klingon: %v", err)
	}
}

// TestSentencesAreFilled: no step of any path keeps a word in braces, in any language, or
// an English cell where the language has its own.
func TestSentencesAreFilled(t *testing.T) {
	gr := NewGrader(board.Nine())
	puzzles, _ := sample(board.Nine(), 8, 83)
	met := map[string]bool{}
	for _, p := range puzzles {
		_, path := gr.Path(&p)
		for _, s := range append(path, gr.Human(&p).Steps...) {
			if met[s.Technique] {
				continue
			}
			met[s.Technique] = true
			for _, row := range languages {
				l := row.load()
				text := l.Sentence(board.Nine(), &s)
				if strings.ContainsAny(text, "{}") || !strings.HasPrefix(l.Cell, "r") && regexp.MustCompile(`r\dc\d`).MatchString(text) {
					t.Errorf("%s, %s: %q", l.Lang, s.Technique, text)
				}
				if strings.Contains(text, "  ") || strings.Contains(text, " ,") {
					t.Errorf("%s, %s: %q", l.Lang, s.Technique, text)
				}
			}
		}
	}
	if len(met) < 20 {
		t.Errorf("%d techniques were met", len(met))
	}
}
