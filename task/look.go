package task

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"gradoku/book"
	"gradoku/draw"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/internal/bind"
	"gradoku/internal/field"
)

// Look says what a book looks like. A style file sets the same fields, so that the books of
// a series look alike.
type Look struct {
	Names
	Design   `group:"Pages"`
	Font     string `query:"font" group:"Pages" json:"font,omitempty" value:"FILE" doc:"a font FILE (.ttf, .otf, .ttc) instead of the built-in one"`
	Pictures string `query:"pictures" group:"Pages" json:"pictures,omitempty" choices:"svg,png,pdf" not:"preview,page,format,impose" doc:"for page-layout programs: instead of a book, write a table for data merge, for example -o folder/puzzles.csv, and next to it a picture of each puzzle and each solution: svg or png (for screens), or pdf (for print, with the fonts of the book)"`

	Fine Fine `json:"-"`
}

// Design is the part of a book's look that names no files and cannot turn the book into
// something else. The web pages use it too.
type Design struct {
	Trim      string   `query:"trim" label:"Page size" json:"trim,omitempty" maxLength:"40" doc:"page size: 8.5x11, letter, 8x10, 7x10, 6x9, 5x8, 5.5x8.5, A4, A5, or measures such as 7.5x9.25 or 170x240mm" usual:"8.5x11" example:"6x9"`
	PerPage   string   `query:"per-page" label:"Puzzles on a page" json:"per_page,omitempty" maxLength:"40" doc:"puzzles on a page: 1, 2, 3, 4, 6, 8, 9 or 12; by size: 4x4=6,9x9=2" usual:"a number that suits the page" example:"2"`
	Placement string   `query:"solutions" json:"solutions,omitempty" choices:"back,section,overleaf,upside-down,separate,none" doc:"where to print solutions: back (of the book), section (at the end of each), overleaf (behind each page of puzzles), upside-down (small, at the foot of their page), separate (a PDF of their own, named by --solutions-file), none" usual:"back"`
	Impose    string   `query:"impose" json:"impose,omitempty" choices:"2up,booklet" doc:"for printing at home: two pages of at most half a letter or A4 sheet on each, in their order (2up), or so that the sheets, printed on both sides, make a booklet to fold and staple; without links and bookmarks" usual:"one page on each"`
	Labels    string   `query:"labels" json:"labels,omitempty" maxLength:"100" doc:"what to print under each puzzle: stars, level, rating, letter, predicted-minutes, measured-minutes, none" usual:"stars"`
	First     int      `query:"first" label:"First number" json:"first,omitempty" minimum:"1" maximum:"999999" doc:"the number of the first puzzle, for a series numbered without a break" usual:"1" example:"101"`
	Dates     string   `query:"dates" label:"Date of the first" json:"dates,omitempty" maxLength:"10" doc:"the date of the first puzzle; each further puzzle is a day later; the date is printed under the puzzle and over its solution; the file of its picture has this date in its name, and the picture of the solution the date of the next day" usual:"none" example:"2027-01-01"`
	Hints     string   `query:"hints" json:"hints,omitempty" choices:"none,crux,path" doc:"pages with a hint for each puzzle: crux (its hardest step for people, on the board before it; of singles, the one with the fewest alternatives), path (this and, at the back, the whole path in words), none" usual:"none" example:"crux"`
	Without   []string `query:"without" json:"without,omitempty" list:"," choices:"lessons,tick,time,colophon,title" doc:"what to leave out: lessons, tick (the box under each puzzle), time (the line for it), colophon (how the book was made), title (title page, imprint and contents)"`
	Lang      string   `query:"lang" label:"Language" json:"lang,omitempty" maxLength:"10" doc:"language of all fixed words: en, de, fr, es, it, pt, nl, pl, zh, ja (zh and ja need a font)" usual:"en" example:"de"`
}

// Fine is the part of a book's look that only a style file sets, as a publisher settles it
// once for a series.
type Fine struct {
	Publisher        string `query:"publisher" maxLength:"200" doc:"name on the title and copyright pages"`
	Copyright        string `query:"copyright" maxLength:"200" doc:"copyright holder, for example \"2026 Jane Doe\""`
	Date             string `query:"date" maxLength:"10" doc:"of publication, such as 2026 or 2026-05-01: the PDF's date, and the year after © if the holder's text has none" usual:"the date in SOURCE_DATE_EPOCH, else for © the year in which the puzzles were made" example:"2026-05-01"`
	LargePrint       bool   `query:"large-print" doc:"text of 16 points or more where the page has room for it, at most 2 puzzles on a page"`
	Symbols          string `query:"symbols" maxLength:"100" doc:"symbols instead of digits: 1-16, 0-F, A-P, animals, shapes, colours (for paper in colour), a folder of SVG or PNG files that ends in /, or the symbols themselves, as in ABCDEFGHI" usual:"1 to 9 and A to G" example:"0-F"`
	Pencil           string `query:"pencil" choices:"none,digits,boxes" doc:"what each blank offers for the reader's candidates: digits (all, small and grey, to strike out), boxes (a place for each), none" usual:"none"`
	Notes            int    `query:"notes" minimum:"0" maximum:"828" value:"N" doc:"add N ruled pages at the end" usual:"0"`
	SolutionsPerPage int    `query:"solutions-per-page" doc:"solutions on a page: 1, 2, 4, 6, 9, 12 or 16" usual:"as many as are legible"`
	Openers          string `query:"openers" choices:"auto,none" doc:"pages that open a section: auto (for sections of at least four puzzles on two pages), none" usual:"auto"`
	Margin           string `query:"margin" maxLength:"40" doc:"outside, top and bottom margin, in inches or as in 12mm" usual:"by the page size" example:"15mm"`
	Gutter           string `query:"gutter" maxLength:"40" doc:"the inside margin" usual:"an eighth of an inch more than outside, or as the printer requires" example:"15mm"`
	FontItalic       string `query:"font-italic" value:"FILE" doc:"FILE with the italic face"`
	Print
	Imprint []string `query:"imprint" value:"TEXTS" doc:"further lines of the copyright page"`
	Front   []string `query:"front" value:"FILES" doc:"Markdown texts before the puzzles, in the folder of the style file"`
	Back    []string `query:"back" value:"FILES" doc:"Markdown texts after the puzzles"`

	pictures []draw.PictureFile // the files of the folder that Symbols names, if it does
}

// keys lists the keys of a style file that set the look.
func (l *Look) keys() []bind.Field { return append(bind.Fields(l), bind.Fields(&l.Fine)...) }

// Names are what a book and its cover have in common.
type Names struct {
	Preset   string `query:"preset" json:"preset,omitempty" choices:"large-print,travel,kids,expert,worksheet,daily" doc:"a ready style: large-print, travel, kids, expert, worksheet or daily; gradoku list presets describes them; a style file and flags win over it" usual:"none"`
	For      string `query:"for" label:"Printed by" json:"for,omitempty" choices:"any,kdp,ingram,lulu,home" doc:"printer, whose margins, limits and kind of PDF apply: kdp, ingram, lulu, home (on your own), any; a cover takes that of its book" usual:"any"`
	Title    string `query:"title" json:"title,omitempty" maxLength:"200" doc:"the title; a cover takes that of its book" usual:"Sudoku"`
	Subtitle string `query:"subtitle" json:"subtitle,omitempty" maxLength:"200" doc:"text under the title"`
	Author   string `query:"author" json:"author,omitempty" maxLength:"200" doc:"the author's name"`
	ISBN     string `query:"isbn" group:"Pages" label:"ISBN" json:"isbn,omitempty" maxLength:"40" doc:"the book's ISBN"`
}

// Print says, in a style file, how a book and its cover are printed, and for which press a
// PDF/X is made.
type Print struct {
	Paper       string `query:"paper" choices:"white,cream,colour" doc:"paper of the pages, which limits their number: white, cream or colour (KDP's premium colour)" usual:"white"`
	PDF         string `query:"pdf" choices:"plain,x1a" doc:"what the PDF is for: plain (any use), x1a (a press that asks for PDF/X: PDF/X-1a:2001 with page boxes and a printing condition, without links)" usual:"plain"`
	LineWeights string `query:"line-weights" maxLength:"40" doc:"line widths in points for cells, boxes and the outline, such as 0.5,1.2,2" usual:"by cell size" example:"0.5,1.2,2"`
	BoxTint     int    `query:"box-tint" doc:"shade every other box with this percentage of black" usual:"0"`
	FontBold    string `query:"font-bold" value:"FILE" doc:"FILE with the bold face, which distinguishes clues from other digits"`
	Condition   string `query:"condition" choices:"CGATS TR 001,CGATS TR 006,FOGRA27,FOGRA39,FOGRA47,FOGRA51,FOGRA52,JC200103" doc:"for PDF/X: the registered printing condition" usual:"CGATS TR 001"`
}

// The largest sizes, in bytes, of files that a user names. The largest fonts, collections
// for Chinese and Japanese, have some 30 million bytes.
const (
	maxFont = 1 << 27
	maxText = 1 << 20
)

// Check reports errors in the look that do not depend on the puzzles.
func (l Look) Check() error { return l.spec(&book.Spec{Version: Version}) }

// spec adds the look to the settings of a style file in s. Before any other work, it checks
// that the fonts have all characters that the pages need.
func (l *Look) spec(s *book.Spec) error {
	words, err := l.settings(s)
	if err != nil {
		return err
	}
	if err := s.Cover(words); err != nil {
		advice := "titles and texts can only have characters that the font has; name another font with --font FILE"
		var script *draw.ScriptError
		if errors.As(err, &script) {
			advice = transliterate
		} else if l.Font != "" {
			advice = l.Font + " is not suitable; name another font with --font FILE"
		}
		return DataError(err, advice)
	}
	if err := s.Check(); err != nil {
		return layoutError(err)
	}
	return nil
}

// settings adds the look to the settings of a style file in s, and reads the files that it
// names. It returns the words of the pages.
func (l *Look) settings(s *book.Spec) (words *book.Words, err error) {
	fine := &l.Fine
	if wrong := (*field.Error)(nil); errors.As(bind.Check(fine, nil), &wrong) {
		return nil, UsageError(fmt.Errorf("%s: %w", wrong.Field, wrong.Err), "docs/BOOKS.md lists the keys of a style file and their values")
	}
	s.Title, s.Subtitle, s.Author, s.Publisher, s.Copyright, s.ISBN = l.Title, l.Subtitle, l.Author, fine.Publisher, fine.Copyright, l.ISBN
	s.Placement, s.Solutions, s.First = strings.ToLower(l.Placement), fine.SolutionsPerPage, l.First
	s.LargePrint, s.Notes, s.BoxTint = fine.LargePrint, fine.Notes, fine.BoxTint
	s.Impose = strings.ToLower(l.Impose)
	s.Openers, s.Printer, s.Hints = strings.ToLower(fine.Openers), strings.ToLower(l.For), strings.ToLower(l.Hints)
	s.Paper, s.Imprint = strings.ToLower(fine.Paper), fine.Imprint
	if s.Date, err = published(fine.Date); err != nil {
		return nil, keyError("date", err, "2026-05-01")
	}
	if l.Dates != "" {
		if s.Days, err = time.Parse(time.DateOnly, l.Dates); err != nil {
			return nil, &field.Error{Field: "dates", Err: fmt.Errorf("%q is not a date: write 2027-01-01", l.Dates)}
		}
	}
	parts := map[string]*bool{"lessons": &s.NoLessons, "tick": &s.NoTick, "time": &s.NoTime, "colophon": &s.NoMade, "title": &s.NoTitle}
	for _, name := range l.Without {
		part := parts[strings.ToLower(name)]
		if part == nil {
			return nil, &field.Error{Field: "without", Err: fmt.Errorf("there is no part %q: use lessons, tick, time, colophon, title", name)}
		}
		*part = true
	}
	s.Lang = orDefault(l.Lang, "en")
	for label := range strings.SplitSeq(l.Labels, ",") {
		if label = strings.ToLower(strings.TrimSpace(label)); label != "" {
			s.Labels = append(s.Labels, label)
		}
	}
	if s.Trim, err = book.ParseTrim(cmp.Or(l.Trim, "8.5x11")); err != nil {
		return nil, &field.Error{Field: "trim", Err: err}
	}
	for _, m := range []struct {
		key, text string
		to        *float64
	}{{"margin", fine.Margin, &s.Margin}, {"gutter", fine.Gutter, &s.Gutter}} {
		if m.text == "" {
			continue
		}
		if *m.to, err = book.ParseLength(m.text); err != nil {
			return nil, keyError(m.key, err, "15mm")
		}
	}
	printer, err := book.PrinterByName(s.Printer)
	if err != nil {
		return nil, err
	}
	s.PDF = draw.PDFOptions{Kind: strings.ToLower(cmp.Or(fine.PDF, printer.PDF)), Condition: fine.Condition}
	if err := s.PDF.Check(); err != nil {
		return nil, UsageError(err, "for example: pdf = \"x1a\" and condition = \"FOGRA39\" in a style file")
	}
	if fine.LineWeights != "" {
		if s.Lines, err = book.ParseLines(fine.LineWeights); err != nil {
			return nil, keyError("line-weights", err, "0.5,1.2,2")
		}
	}
	if pencil := strings.ToLower(fine.Pencil); pencil != "none" {
		s.Pencil = draw.Pencil(pencil)
	}
	if s.PerPage, err = perPage(l.PerPage); err != nil {
		return nil, &field.Error{Field: "per-page", Err: err}
	}
	if words, err = book.WordsFor(s.Lang, s.Words); err != nil {
		return nil, UsageError(err, "for example: --lang de")
	}
	if s.Fonts, err = readFonts(words, l.Font, fine.FontBold, fine.FontItalic); err != nil || fine.Symbols == "" {
		return words, err
	}
	switch set := strings.ToLower(fine.Symbols); {
	case slices.Contains(draw.SymbolSets, set), fine.pictures != nil:
		if s.Symbols = draw.SymbolSet(set); fine.pictures != nil {
			s.Fonts = cmp.Or(s.Fonts, draw.BookFonts())
			s.Symbols, err = s.Fonts.AddSymbols(fine.pictures, s.Paper == "colour" || s.Printer == "home")
		}
		s.NoTime = true // pictures are for children
		s.Labels = slices.DeleteFunc(s.Labels, func(label string) bool { return label == book.LabelStars })
	default:
		s.Symbols, err = book.ParseSymbols(fine.Symbols)
	}
	if err != nil {
		return nil, keyError("symbols", err, "0-F")
	}
	return words, nil
}

// published parses a date of publication. Without one it uses the environment variable
// SOURCE_DATE_EPOCH (reproducible-builds.org) and never the clock, so that the same book
// gives the same file.
func published(text string) (time.Time, error) {
	if text == "" {
		seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
		if err != nil {
			return time.Time{}, nil
		}
		return time.Unix(seconds, 0).UTC(), nil
	}
	for _, layout := range []string{"2006", time.DateOnly} {
		if date, err := time.Parse(layout, text); err == nil {
			return date, nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is not a date: write 2026 or 2026-05-01", text)
}

// orDefault returns a name in lower case, or the default if it is empty.
func orDefault(name, usual string) string { return cmp.Or(strings.ToLower(name), usual) }

// transliterate is the advice for text in a script that books cannot set.
const transliterate = "books can only have scripts that run from left to right, letter by letter; transliterate the text"

// keyError is an error in a value that only a style file sets.
func keyError(key string, err error, example string) error {
	return UsageError(fmt.Errorf("%s: %w", key, err), fmt.Sprintf("for example: %s = %q", key, example))
}

// readFonts reads the files of the faces of a font. It returns nil for the built-in fonts.
func readFonts(words *book.Words, regular, bold, italic string) (*draw.Fonts, error) {
	if regular == "" {
		switch {
		case bold != "" || italic != "":
			return nil, UsageError(errors.New("font-bold and font-italic need font"), "name the regular face with --font, or with font in the style file")
		case words.NeedsFont():
			return nil, UsageError(fmt.Errorf("the built-in fonts have no characters for %s (%s)", words.Language, words.Lang),
				"with --font FILE, name a font that has them and digits as well, for example NotoSansCJK-Regular.ttc")
		}
		return nil, nil
	}
	var faces [3][]byte
	for i, path := range []string{regular, bold, italic} {
		if path == "" {
			continue
		}
		var err error
		if faces[i], err = ReadRegular(path, maxFont); err != nil {
			return nil, err
		}
	}
	fonts, err := draw.ReadFonts(faces[0], faces[1], faces[2])
	if err != nil {
		return nil, DataError(fmt.Errorf("%s cannot be used: %w", regular, err), "name an OpenType or TrueType font (.otf, .ttf, .ttc)")
	}
	return fonts, nil
}

// perPage parses "2" or "4x4=6,9x9=2".
func perPage(text string) (map[int]int, error) {
	if text == "" {
		return nil, nil
	}
	counts := map[int]int{}
	for item := range strings.SplitSeq(text, ",") {
		name, number, bySize := strings.Cut(strings.TrimSpace(item), "=")
		size := 0
		if bySize {
			var err error
			if size, err = generate.ParseSize(name); err != nil {
				return nil, err
			}
		} else {
			number = name
		}
		n, err := grade.ParseWhole(number)
		if err != nil {
			return nil, err
		}
		if _, twice := counts[size]; twice {
			return nil, fmt.Errorf("%q is given twice", name)
		}
		counts[size] = n
	}
	return counts, nil
}

// layoutError adds advice to the error of an impossible layout.
func layoutError(err error) error {
	var coverage *draw.CoverageError
	var script *draw.ScriptError
	advice := ""
	switch {
	case errors.Is(err, book.ErrTooLong):
		advice = "put more puzzles or solutions on a page (--per-page; solutions-per-page in a style file), or make two books"
	case errors.Is(err, book.ErrTooSmall):
		advice = "put fewer on a page (--per-page; solutions-per-page in a style file), or use a larger page"
	case errors.Is(err, book.ErrMargin):
		advice = "change margin or gutter in the style file, or leave them out"
	case errors.Is(err, book.ErrISBN):
		advice = "compare it with the ISBN that was assigned"
	case errors.As(err, &script):
		return DataError(err, transliterate)
	case errors.As(err, &coverage):
		advice = "name a font that has them with --font FILE"
	}
	return UsageError(err, advice)
}
