package grade_test

import (
	"os"
	"testing"

	"gradoku/grade"
	"gradoku/hint"
)

// TestMain lends the tests in package grade the words of steps.
func TestMain(m *testing.M) {
	grade.Sentence = hint.Sentence
	for _, lang := range hint.Languages() {
		l, err := hint.LanguageByName(lang)
		if err != nil {
			panic(err)
		}
		grade.Lacks[lang] = l.Lacks()
	}
	os.Exit(m.Run())
}
