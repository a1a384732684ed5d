package book

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/boombuler/barcode/ean"

	"gradoku/board"
	"gradoku/draw"
	"gradoku/grade"
	"gradoku/internal/text"
)

// Spec says how a book should look. The zero value of a number lets the layout
// choose.
type Spec struct {
	Title, Subtitle, Author string
	Publisher, ISBN         string
	Copyright               string    // the text after the © sign: "2026 Jane Doe"
	Date                    time.Time `json:",omitzero"`  // of publication: in the PDF, and as the year after the © sign if the text there has none
	Year                    int       `json:",omitempty"` // the year after the © sign if Date is zero; 0 for no sign

	Trim       Trim
	Paper      string      `json:",omitempty"` // one of Papers, "" for the first
	Printer    string      // one of PrinterNames, "" for the first
	Margin     float64     // outside, top and bottom, points
	Gutter     float64     // the inside margin, points
	PerPage    map[int]int // puzzles on a page, by size; the entry 0 is for all other sizes
	Solutions  int         // solutions on a page
	Labels     []string    // what is printed under a puzzle, see LabelNames
	LargePrint bool
	Lang       string
	Version    string // of gradoku, for the copyright page

	Lines   [3]float64 // weights of lines between cells, round boxes and of the outline, points; 0 by the cell
	BoxTint int        `json:",omitempty"` // shade of every other box, in percent of black
	Words   string     `json:",omitempty"` // TOML: texts that replace those of the language, see [WordsFor]
	Imprint []string   `json:",omitempty"` // further lines of the copyright page

	Front, Back []*Matter `json:",omitempty"` // texts of the user's own before and after the puzzles

	Placement string `json:",omitempty"` // of the solutions: one of Placements, "" for the first

	Impose string `json:",omitempty"` // one of Impositions, "" for one page on each

	Symbols []string    `json:",omitempty"` // in place of the digits, see [ParseSymbols]; nil for 1 to 9 and A to G
	Pencil  draw.Pencil `json:",omitempty"` // what is printed for candidates in blanks
	Volume  int         `json:",omitempty"` // of a series; 0 for none
	First   int         `json:",omitempty"` // the number of the first puzzle; 0 for 1
	Days    time.Time   `json:",omitzero"`  // of the first puzzle; zero for puzzles without dates

	Openers string // one of Openings, "" for the first

	Plain bool   // whether to print one run of puzzles, without opening pages for sections
	Hints string `json:",omitempty"` // one of HintKinds, "" for the first
	Notes int    // ruled pages at the end

	NoLessons, NoTick, NoTime, NoMade bool // what to leave out
	NoTitle                           bool `json:",omitempty"` // likewise: title page, imprint and contents

	PDF   draw.PDFOptions `json:",omitzero"`
	Fonts *draw.Fonts     `json:"-"` // nil for draw.BookFonts
}

// HintKinds are the kinds of hints: none, the hardest step of each puzzle, or this and at the
// back the whole path as well.
var HintKinds = []string{"none", "crux", "path"}

// Openings are the ways to begin a section: auto, with an opening page if it has four puzzles
// and two pages, or never with one.
var Openings = []string{"auto", NoOpeners}

// NoOpeners is the way to begin sections without opening pages.
const NoOpeners = "none"

// Placements are the places where solutions can go: at the back of the book, at the end of
// each section, overleaf from each page of puzzles, upside down at the foot of that page, in
// a separate PDF, or nowhere.
var Placements = []string{"back", "section", "overleaf", "upside-down", Separate, "none"}

// Separate is the placement of solutions in [Book.Solutions].
const Separate = "separate"

// LabelNames are the labels that can be printed under a puzzle.
var LabelNames = []string{LabelStars, "level", "rating", "letter", LabelMinutes, LabelMeasured, "none"}

// The labels that the layout names itself.
const (
	LabelStars    = "stars"             // the level as one to six stars
	LabelMinutes  = "predicted-minutes" // of [Puzzle.Minutes]
	LabelMeasured = "measured-minutes"  // of [Puzzle.Measured]
)

// PerPageChoices and SolutionChoices are the numbers of grids that a page can
// have.
var (
	PerPageChoices  = []int{1, 2, 3, 4, 6, 8, 9, 12}
	SolutionChoices = []int{1, 2, 4, 6, 9, 12, 16}
)

// Section is a part of a book: puzzles of one size and variant and, unless it is "", one
// level or one hardest technique.
type Section struct {
	Size      int
	Variant   string // its title, "" for classical puzzles
	Level     string
	Technique string // by ID; then Level is ""
	Puzzles   []Puzzle
}

// puzzlesOf lists the puzzles of all sections, in order.
func puzzlesOf(sections []Section) (all []*Puzzle) {
	for _, sec := range sections {
		for i := range sec.Puzzles {
			all = append(all, &sec.Puzzles[i])
		}
	}
	return all
}

// Puzzle is a puzzle with what a book prints about it.
type Puzzle struct {
	ID               int64
	Givens, Solution board.Grid
	Canon            [16]byte
	Grade            grade.Grade
	Level            string // in the book, by ID, see [Words.Level]; "" for the level of Grade
	Technique        string // the ID of its section's technique, the hardest of its path for people; "" for a section by level
	Minutes          int    // predicted for a person; 0 if unknown
	Measured         int    // minutes that the typical player took; 0 if unknown
}

// LevelID is the level that the book has for the puzzle.
func (p *Puzzle) LevelID() string { return cmp.Or(p.Level, p.Grade.Level) }

// variant is the title of the puzzle's variant, "" for a classical puzzle.
func (p *Puzzle) variant() string { return p.Givens.Geometry().Variant.Title() }

// ParseLines reads the weights of a grid's lines: "0.5,1.2,2".
func ParseLines(s string) (lines [3]float64, err error) {
	parts := strings.Split(s, ",")
	if len(parts) != 3 {
		return lines, fmt.Errorf("%q is not three weights", s)
	}
	for i, part := range parts {
		if lines[i], err = strconv.ParseFloat(strings.TrimSpace(part), 64); err != nil || !(lines[i] >= 0.25 && lines[i] <= 4) {
			return lines, fmt.Errorf("%q is not a weight from 0.25 to 4 points", part)
		}
	}
	return lines, nil
}

// prepare refuses contradictions in the spec and between it and the puzzles, and returns the
// words of the language after checking that the fonts have their characters.
func (s *Spec) prepare(sections []Section) (*Words, error) {
	puzzles := puzzlesOf(sections)
	if len(puzzles) == 0 {
		return nil, fmt.Errorf("a book needs at least one puzzle")
	}
	if err := s.Check(); err != nil {
		return nil, err
	}
	for _, p := range puzzles {
		if n := p.Givens.Geometry().Size; len(s.Symbols) > 0 && n > len(s.Symbols) {
			return nil, fmt.Errorf("%s puzzles need %d symbols, but %q has only %d", sizeText(n), n, strings.Join(s.Symbols, ""), len(s.Symbols))
		}
	}
	words, err := WordsFor(s.Lang, s.Words)
	if err != nil {
		return nil, err
	}
	if _, page := s.onSheet(); s.Impose != "" && (s.Trim.W > page.W || s.Trim.H > page.H) {
		s.Trim = page // its grids are larger than on a larger page that is reduced
	}
	own := *words
	own.symbols = s.Symbols
	return &own, s.Cover(&own)
}

// Check refuses contradictions in the spec that do not depend on the puzzles. Package task has refused
// words that are not in the lists of this package, by the choices in the tags of its options.
func (s *Spec) Check() error {
	for size, k := range s.PerPage {
		if k != 0 && !slices.Contains(PerPageChoices, k) {
			return fmt.Errorf("a page cannot have %d puzzles: use %s", k, oneOf(PerPageChoices))
		}
		if k > 2 && s.LargePrint && size == 0 {
			return fmt.Errorf("large print has 1 or 2 puzzles on a page, not %d", k)
		}
	}
	printer, err := PrinterByName(s.Printer)
	if err != nil {
		return err
	}
	if err := cmp.Or(printer.accepts(s.Trim, s.Margin, s.Gutter), s.PDF.Check(), checkISBN(s.ISBN)); err != nil {
		return err
	}
	switch {
	case s.Impose != "" && printer.Name != "any" && printer.Name != "home":
		return fmt.Errorf("%s puts the pages on its sheets itself: two on each are for printing at home", printer.Who)
	case s.Impose != "" && s.PDF.Kind != "" && s.PDF.Kind != "plain":
		return fmt.Errorf("two pages on a sheet are for printing at home, but a PDF of the kind %s is not", s.PDF.Kind)
	case s.BoxTint < 0 || s.BoxTint > 40:
		return fmt.Errorf("a box tint of %d%% is too dark to write on: use 0 to 40", s.BoxTint)
	case draw.Coloured(s.Symbols...) && s.Paper != "colour" && printer.Name != "home":
		return errors.New(`symbols in colour need pages printed in colour: set paper = "colour" in a style file, or print at home (--for home)`)
	case s.Solutions != 0 && (s.placed("overleaf") || s.placed("upside-down")):
		return fmt.Errorf("solutions placed %s are on the pages of their puzzles: set the number of puzzles on a page instead", s.Placement)
	case s.Solutions != 0 && s.placed("none"):
		return fmt.Errorf("a book without solutions cannot have %d of them on a page", s.Solutions)
	case s.First < 0 || s.First > 999_999:
		return fmt.Errorf("the first puzzle cannot have the number %d: use 1 to 999999", s.First)
	case s.Solutions != 0 && !slices.Contains(SolutionChoices, s.Solutions):
		return fmt.Errorf("a page cannot have %d solutions: use %s", s.Solutions, oneOf(SolutionChoices))
	}
	for _, l := range s.Labels {
		if !slices.Contains(LabelNames, l) {
			return fmt.Errorf("there is no label %q: use %s", l, strings.Join(LabelNames, ", "))
		}
	}
	return nil
}

// ErrISBN is the error for an invalid ISBN, which would be printed in every copy.
var ErrISBN = errors.New("that is not an ISBN")

func oneOf(choices []int) string { return text.List(text.Each(choices, strconv.Itoa), "or") }

// editionID is a short name computed from everything that determines a book, so two books
// with the same ID are the same book.
func editionID(spec *Spec, sections []Section) string {
	m := struct {
		Spec    Spec     `json:"spec"`
		Fonts   string   `json:"fonts"`
		Grader  int      `json:"grader"`
		Puzzles []string `json:"puzzles"`
	}{Spec: *spec, Fonts: spec.Fonts.Sums(), Grader: grade.Version}
	for _, sec := range sections {
		m.Puzzles = append(m.Puzzles, sec.Level+sec.Technique)
		for i := range sec.Puzzles {
			m.Puzzles = append(m.Puzzles, sec.Puzzles[i].Givens.String())
		}
	}
	return fmt.Sprintf("%x", sha256.Sum256(must(json.Marshal(m))))[:10] // texts, numbers and booleans always encode
}

// checkISBN refuses a number that is not an ISBN; "" is none.
func checkISBN(isbn string) error {
	if isbn == "" || isbn13(isbn) != "" {
		return nil
	}
	if n := len(isbnDigits.Replace(isbn)); n != 13 {
		return fmt.Errorf("%w: %s has %d digits, but an ISBN has 13", ErrISBN, isbn, n)
	}
	return fmt.Errorf("%w: the last digit of %s, the check digit, does not match the others", ErrISBN, isbn)
}

var isbnDigits = strings.NewReplacer("-", "", " ", "")

// isbn13 returns the 13 digits of a book's number, or "" unless it has these, with hyphens or
// spaces anywhere, and a correct check digit: ISO 2108, explained in the Users' Manual of the
// International ISBN Agency. A mistyped number would be printed in every copy.
func isbn13(isbn string) string {
	digits := isbnDigits.Replace(isbn)
	_, err := ean.Encode(digits)
	if err != nil || len(digits) != 13 || !strings.HasPrefix(digits, "978") && !strings.HasPrefix(digits, "979") {
		return ""
	}
	return digits
}
