package book

import (
	"strings"
	"testing"
)

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
