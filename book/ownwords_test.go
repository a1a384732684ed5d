package book

import (
	"errors"
	"strings"
	"testing"
)

// TestReplace: own texts take the place of the language's, the others stay; what cannot
// be used is refused with its place.
func TestReplace(t *testing.T) {
	english := languages["en"]()
	w, err := WordsFor("en", "solutions = \"Answers\"\n[levels.easy]\nname = \"Warm-up\"\n[lessons]\nwing = \"Look for wings.\"")
	if err != nil {
		t.Fatal(err)
	}
	if w.Solutions != "Answers" || w.Levels["easy"].Name != "Warm-up" || w.Lessons["wing"] != "Look for wings." {
		t.Errorf("%q, %+v, %+v", w.Solutions, w.Levels["easy"], w.Lessons["wing"])
	}
	if w.Hints != english.Hints || w.Levels["easy"].Text != english.Levels["easy"].Text {
		t.Error("other texts changed")
	}
	if english.Solutions != "Solutions" || english.Levels["easy"].Name != "Easy" {
		t.Error("the language itself changed")
	}
	for _, test := range []struct{ file, key, want string }{
		{`solutionz = "Answers"`, "solutionz", "there is no such text"},
		{"[levels.eazy]\nname = \"x\"", "levels.eazy.name", "there is no such text"},
		{"[levels.easy]\nnames = \"x\"", "levels.easy.names", "there is no such text"},
		{"[lessons]\nwings = \"x\"", "lessons.wings", "there is no such text"},
		{`puzzle-count.few = "{n} puzzles"`, "puzzle-count.few", "there is no such text"},
		{"[levels]", "levels", "there is no such text"},
		{"[contents]", "contents", "it is not a string"},
		{`hints = 3`, "hints", "it is not a string"},
		{`hints = " "`, "hints", "it is empty"},
		{`page = "p."`, "page", "its words in braces are none, but must be {page}"},
		{`puzzle-range = "{from} to {n}"`, "puzzle-range", "its words in braces are {from}, {n}, but must be {from}, {to}"},
		{`page = "2nd {page}"`, "page", "it has other digits than those of the page number"},
		{`hints = "` + strings.Repeat("x", 2001) + `"`, "hints", "more than 2000 characters"},
	} {
		var wrong *WordError
		if _, err := WordsFor("en", test.file); !errors.As(err, &wrong) || wrong.Key != test.key || !strings.Contains(wrong.Why, test.want) {
			t.Errorf("%s: %v", test.file, err)
		}
	}
	for _, key := range WordKeys() { // each can be replaced, by the place that it has
		at, value := key, `"x"`
		if parts := strings.Split(key, "."); len(parts) == 3 {
			at = "[" + parts[0] + "." + parts[1] + "]\n" + parts[2]
		}
		if braces := filledIn.FindAllString(english.texts[key], -1); braces != nil {
			value = `"` + strings.Join(braces, " ") + `"`
		}
		if _, err := WordsFor("en", at+" = "+value); err != nil {
			t.Errorf("%s: %v", key, err)
		}
	}
}
