package book

import (
	"fmt"
	"strings"

	"gradoku/board"
	"gradoku/grade"
)

// Words holds all fixed words of a book in one language; languages.go has them. Words
// in braces are filled in.
type Words struct {
	Lang     string // as in PDF and on the command line: "en"
	Language string // its own name

	Contents, HowTo, Puzzles, Hints, Solutions, Notes string

	Rules       string // a heading
	RulesText   string // {digits}
	Example     string // caption of the rules' drawing
	Techniques  string // a heading
	Coordinates string // what r4c7 means, and the signs in a drawing
	Arrows      string // what the arrows in a drawing mean, where there are any
	HintsText   string // what the hint pages are

	PuzzleRange  string // {from}, {to}
	PuzzleOne    string // {n}, where a range would be of one
	PuzzleCount  string // {n}, always in the plural
	SolutionPage string // {page}: under a puzzle's number
	Page         string // {page}: over a solution
	FromPuzzle   string // {n}, {page}: under a drawn step
	Time         string
	AtLeast      string // {rating}
	Minutes      string // that a person may need: {n}

	Proper  string // on the copyright page: exactly one solution, no two alike
	Edition string // {id}
	Made    string // {version}

	PuzzleSingle  string // where there is one: "1 puzzle"
	SolutionsPage string // {page}: at the foot of a page all of whose solutions stand there
	Bold          string // what bold digits are
	HowHard       string // a heading
	ByRating      string // what the stars mean, by [Spec.GradeBy]
	ByPeople      string
	ByMinutes     string

	Levels  map[string]LevelWords  // by the level's name in package grade
	Lessons map[string]LessonWords // by the family's name

	symbols []string // in the place of digits; nil for the digits
}

// LevelWords are a level's name and what it asks for.
type LevelWords struct{ Name, Text string }

// LessonWords are a family's name and how it works.
type LessonWords struct{ Name, Text string }

// Languages lists the available languages, the default first.
func Languages() []string {
	var names []string
	for i := range languages {
		names = append(names, languages[i].Lang)
	}
	return names
}

// WordsFor returns the words of a language.
func WordsFor(lang string) (*Words, error) {
	for i := range languages {
		if strings.EqualFold(languages[i].Lang, lang) {
			return &languages[i], nil
		}
	}
	return nil, fmt.Errorf("there is no language %q: use %s", lang, strings.Join(Languages(), ", "))
}

// NeedsFont reports whether the default fonts lack the script of the language.
func (w *Words) NeedsFont() bool { return w.Lang == "zh" || w.Lang == "ja" }

// all lists every text, for the check of a font's coverage.
func (w *Words) all() []string {
	texts := []string{
		w.Contents, w.HowTo, w.Puzzles, w.Hints, w.Solutions, w.Notes, w.Rules, w.RulesText, w.Example, w.Techniques,
		w.Coordinates, w.Arrows, w.HintsText, w.PuzzleRange, w.PuzzleOne, w.PuzzleCount, w.SolutionPage, w.Page, w.FromPuzzle, w.Time, w.AtLeast, w.Minutes,
		w.Proper, w.Edition, w.Made, w.PuzzleSingle,
		w.SolutionsPage, w.Bold, w.HowHard, w.ByRating, w.ByPeople, w.ByMinutes,
	}
	for _, l := range levelNames() {
		texts = append(texts, w.Levels[l].Name, w.Levels[l].Text)
	}
	for _, f := range families {
		texts = append(texts, w.Lessons[f.name].Name, w.Lessons[f.name].Text)
	}
	return texts
}

// levelNames lists the levels of package grade, easiest first.
func levelNames() []string {
	var names []string
	for _, l := range grade.Levels() {
		names = append(names, l.Name)
	}
	return append(names, grade.Beyond)
}

// fill replaces words in braces: fill(text, "n", 12) writes 12 for {n}.
func fill(text string, pairs ...any) string {
	for i := 0; i+1 < len(pairs); i += 2 {
		text = strings.ReplaceAll(text, fmt.Sprintf("{%v}", pairs[i]), fmt.Sprint(pairs[i+1]))
	}
	return text
}

// numbers writes a range of puzzles: "Puzzles 1–60", or "Puzzle 7".
func (w *Words) numbers(from, to int) string {
	if from == to {
		return fill(w.PuzzleOne, "n", from)
	}
	return fill(w.PuzzleRange, "from", from, "to", to)
}

// count writes how many puzzles there are.
func (w *Words) count(n int) string {
	if n == 1 {
		return w.PuzzleSingle
	}
	return fill(w.PuzzleCount, "n", n)
}

// family is a group of techniques that a reader learns as one.
type family struct {
	name       string
	techniques []string // IDs, or the beginnings of IDs that end in *
	bare       bool     // comes before the reader needs candidates, and is drawn without them
}

// families lists the families in the order in which a reader should learn them. Every
// technique of package grade belongs to one, except the last resort.
var families = [...]family{
	{"full-house", []string{"full-house"}, true},
	{"hidden-single", []string{"hidden-single-*"}, true},
	{"naked-single", []string{"naked-single"}, true},
	{"locked", []string{"pointing", "claiming", "direct-pointing", "direct-claiming"}, false},
	{"naked-set", []string{"naked-pair", "naked-triplet", "naked-quad"}, false},
	{"hidden-set", []string{"hidden-pair", "hidden-triplet", "hidden-quad", "direct-hidden-*"}, false},
	{"fish", []string{"x-wing", "swordfish", "jellyfish"}, false},
	{"wing", []string{"xy-wing", "xyz-wing"}, false},
	{"unique", []string{"unique-*", "bug-*"}, false},
	{"aligned", []string{"aligned-*"}, false},
	{"chain", []string{"x-cycle", "y-cycle", "cycle", "forcing-*", "nishio"}, false},
	{"net", []string{"cell-forcing-chain", "region-forcing-chain", "dynamic-*", "nested-*"}, false},
}

// has reports whether a technique belongs to the family.
func (f *family) has(technique string) bool {
	for _, t := range f.techniques {
		if stem, open := strings.CutSuffix(t, "*"); t == technique || open && strings.HasPrefix(technique, stem) {
			return true
		}
	}
	return false
}

// familyOf returns the index of a technique's family, -1 for none.
func familyOf(technique string) int {
	for i := range families {
		if families[i].has(technique) {
			return i
		}
	}
	return -1
}

// explain says a step in words.
func (w *Words) explain(geo *board.Geometry, s *grade.Step) string {
	return w.steps().Sentence(geo, s)
}

// steps returns the words of steps in the book's language, of which package grade has
// every one.
func (w *Words) steps() *grade.Language {
	l, err := grade.LanguageByName(w.Lang)
	if err != nil {
		panic(err) // seen by the first test
	}
	if w.symbols != nil {
		return l.WithSymbols(w.symbols)
	}
	return l
}
