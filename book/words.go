package book

import (
	"cmp"
	"embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/feature/plural"
	textlanguage "golang.org/x/text/language"

	"gradoku/grade"
	"gradoku/hint"
)

// The words of books, a file for each language. A translator edits a file and needs no
// Go; TestLanguages lists what is missing or cannot be filled in.
//
//go:embed words/*.toml
var wordFiles embed.FS

// languages reads the words of each language of package hint on first use.
var languages = func() map[string]func() *Words {
	all := map[string]func() *Words{}
	for _, lang := range hint.Languages() {
		all[lang] = sync.OnceValue(func() *Words { return must(readWords(lang, "")) })
	}
	return all
}()

// Words holds all fixed words of a book in one language. Words in braces are filled in.
type Words struct {
	Lang     string `toml:"-"`        // as in PDF and on the command line: "en"
	Language string `toml:"language"` // its own name

	Contents  string `toml:"contents"`
	HowTo     string `toml:"how-to"`
	Puzzles   string `toml:"puzzles"`
	Hints     string `toml:"hints"`
	Solutions string `toml:"solutions"`
	Notes     string `toml:"notes"`

	Rules        string `toml:"rules"`         // a heading
	RulesText    string `toml:"rules-text"`    // {digits}, {areas}
	RulesKids    string `toml:"rules-kids"`    // {digits}, which may be symbols: for small puzzles without candidates
	SignsKids    string `toml:"signs-kids"`    // what the signs in the pictures of their lessons mean
	RulesSymbols string `toml:"rules-symbols"` // {digits}, {areas}: for symbols that are not digits
	AreasBoxes   string `toml:"areas-boxes"`
	AreasRegions string `toml:"areas-regions"` // of jigsaws
	DigitRange   string `toml:"digit-range"`   // {from}, {to}
	Example      string `toml:"example"`       // caption of the rules' drawing
	Techniques   string `toml:"techniques"`    // a heading
	HouseCells   string `toml:"house-cells"`   // {house}, {n}: caption of a picture with the numbers of houses
	RegionOrder  string `toml:"region-order"`  // why a jigsaw's regions have their numbers
	BoxOrder     string `toml:"box-order"`
	Coordinates  string `toml:"coordinates"` // what r4c7 means, and the signs in a drawing
	Arrows       string `toml:"arrows"`      // what the arrows in a drawing mean, if there are any
	Bold         string `toml:"bold"`        // what bold digits are
	Crosses      string `toml:"crosses"`     // what lines and crosses in a drawing mean
	ShownOn      string `toml:"shown-on"`    // {size}: of the lessons' puzzles, {sizes}: of the book's
	RegionIsBox  string `toml:"region-is-box"`
	MoreHouses   string `toml:"more-houses"` // that lessons also hold for the houses of variants
	Pivot        string `toml:"pivot"`       // of an XY-wing, in a cell
	Wing         string `toml:"wing"`
	NowYou       string `toml:"now-you"`    // an exercise: {technique}, {page} of the answer
	Answers      string `toml:"answers"`    // a heading
	HintsText    string `toml:"hints-text"` // what the hint pages are
	HintsKids    string `toml:"hints-kids"` // ... in books for children
	HintsCrux    string `toml:"hints-crux"` // ... where steps have their board
	HintsSingles string `toml:"hints-singles"`
	Paths        string `toml:"paths"`
	PathsText    string `toml:"paths-text"` // what the pages of whole paths are
	PathsCrux    string `toml:"paths-crux"`
	HintsPage    string `toml:"hints-page"` // {page}: on a page of puzzles

	PuzzleRange   string `toml:"puzzle-range"` // {from}, {to}
	PuzzleOne     string `toml:"puzzle-one"`   // {n}, if a range would have one puzzle
	PuzzleCount   Count  `toml:"puzzle-count"`
	SolutionPage  string `toml:"solution-page"`  // {page}: under a puzzle's number
	SolutionsPage string `toml:"solutions-page"` // {page}: at the foot of a page whose solutions are all on one page
	Page          string `toml:"page"`           // {page}: over a solution
	Time          string `toml:"time"`
	AtLeast       string `toml:"at-least"` // {rating}
	Decimal       string `toml:"decimal"`  // the separator before the tenths of a rating
	Minutes       string `toml:"minutes"`  // the predicted minutes: {n}
	Measured      string `toml:"measured"` // the minutes that players took: {n}
	Date          string `toml:"date"`     // of a puzzle: {weekday}, {day}, {month}, {year}
	DateShort     string `toml:"date-short"`
	FirstDay      string `toml:"first-day"` // what {day} is on the first of a month
	Weekdays      string `toml:"weekdays"`  // from Sunday on, with commas between them
	Months        string `toml:"months"`    // the same, as in a date

	CoverLarge     string `toml:"cover-large"`     // on the front: large print
	CoverAnimals   string `toml:"cover-animals"`   // the same: these or other pictures in place of digits
	CoverPictures  string `toml:"cover-pictures"`  //
	CoverColours   string `toml:"cover-colours"`   // and colours
	CoverLessons   string `toml:"cover-lessons"`   // on the back, one sentence each: what is in the book
	CoverHints     string `toml:"cover-hints"`     //
	CoverSolutions string `toml:"cover-solutions"` //

	Rights string `toml:"rights"` // on the copyright page: all rights are reserved
	Proper string `toml:"proper"` // on the copyright page: exactly one solution, no two alike
	// ... for children, and where some 4x4 puzzles are images of others
	ProperKids   string `toml:"proper-kids"`
	ProperImages string `toml:"proper-images"`
	Edition      string `toml:"edition"` // {id}
	Made         string `toml:"made"`    // {version}

	HowHard    string `toml:"how-hard"`    // a heading
	RatingText string `toml:"rating-text"` // what the ratings under puzzles mean
	ByLevel    string `toml:"by-level"`    // what the stars mean

	Levels   map[string]NamedText `toml:"levels"`       // by the level's ID; English names are those of package grade
	Lessons  map[string]string    `toml:"lessons"`      // by the family's name; the names of its techniques are those of package hint
	Kids     map[string]NamedText `toml:"lessons-kids"` // ... in short words, with names of their own
	Variants map[string]NamedText `toml:"variants"`     // by the variant's name in package board

	texts   map[string]string // all of these by their keys: "contents", "puzzle-count.one", "levels.easy.name"
	symbols []string          // in place of the digits; nil for the digits
}

// Count is a text with a number, {n}, in the plural forms of the language: the categories of
// the Unicode plural rules (CLDR). Every language has Other, which is used for forms that
// are left out.
type Count struct {
	One   string `toml:"one"`  // in English: 1
	Few   string `toml:"few"`  // in Polish: 2 to 4, 22 to 24, …
	Many  string `toml:"many"` // in Polish: 5 to 21, 25 to 31, …
	Other string `toml:"other"`
}

// NamedText is a level with what it requires, a variant with its rule, or a lesson.
type NamedText struct {
	Name string `toml:"name"`
	Text string `toml:"text"`
}

// WordsFor returns the words of a language. own replaces some of them: TOML like the files of
// words of this package, in which any text may be left out. Words in braces must stay.
func WordsFor(lang, own string) (*Words, error) {
	lang = strings.ToLower(lang)
	switch load := languages[lang]; {
	case load == nil:
		return nil, fmt.Errorf("there is no language %q: use %s", lang, strings.Join(hint.Languages(), ", "))
	case own == "":
		return load(), nil
	}
	return readWords(lang, own)
}

// Level returns the level that a book has for puzzles of a level: the hardest one with the
// same name. So a book can have fewer levels.
func (w *Words) Level(id string) string {
	for _, other := range slices.Backward(grade.LevelIDs()) {
		if w.Levels[other].Name == w.Levels[id].Name {
			return other
		}
	}
	return id
}

// NeedsFont reports whether the default fonts lack the script of the language.
func (w *Words) NeedsFont() bool { return w.Lang == "zh" || w.Lang == "ja" }

// all lists the texts of every book, to check whether a font can show them. Those of variants
// are checked on the pages.
func (w *Words) all() []string {
	var all []string
	for _, key := range slices.Sorted(maps.Keys(w.texts)) {
		if !strings.HasPrefix(key, "variants.") {
			all = append(all, w.texts[key])
		}
	}
	return all
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

func (w *Words) count(n int) string {
	form := plural.Cardinal.MatchPlural(textlanguage.Make(w.Lang), n, 0, 0, 0, 0)
	text := map[plural.Form]string{plural.One: w.PuzzleCount.One, plural.Few: w.PuzzleCount.Few, plural.Many: w.PuzzleCount.Many}[form]
	return fill(cmp.Or(text, w.PuzzleCount.Other), "n", n)
}

// families lists the groups of techniques that a reader learns as one, in the order of learning. The
// techniques of a group have its name as their Lesson. Every technique of package grade belongs to
// a group, except the last resort.
var families = [...]string{
	"full-house", "hidden-single", "naked-single", // and now candidates
	"locked", "naked-set", "hidden-set", "fish", "turbot", "empty-rectangle", "remote-pair", "w-wing", "wing", "unique", "bug",
	"finned", "sue-de-coq", "colouring", "als", "aligned", "chain", "net",
}

// bareFamilies come before the reader needs candidates, and are drawn without them.
const bareFamilies = 3

// lessonOf returns the family of a technique, "" for none.
func lessonOf(technique string) string {
	t, _ := grade.TechniqueByID(technique)
	return t.Lesson
}

// isBare reports whether a technique is of one of the bare families.
func isBare(technique string) bool {
	return slices.Contains(families[:bareFamilies], lessonOf(technique))
}

// steps returns the words for steps in the book's language, with the book's symbols. Package hint
// has all of the languages.
func (w *Words) steps() *hint.Language {
	return must(hint.LanguageByName(w.Lang)).WithSymbols(w.symbols)
}
