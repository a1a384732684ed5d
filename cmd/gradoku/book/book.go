package book

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/book"
	"gradoku/cmd/gradoku/cli"
	"gradoku/draw"
	"gradoku/predict"
	"gradoku/store"
)

func Command(s cli.Streams) *urfave.Command {
	var criteria cli.Criteria
	return &urfave.Command{
		Name:  "book",
		Usage: "make a puzzle book as PDF, ready for the printer, from saved puzzles",
		UsageText: "gradoku book --quota gentle=60,easy=60,medium=60,hard=20 --title \"Quiet Sudoku\" --author \"Jane Doe\" -o book.pdf\n" +
			"gradoku book --quota easy=100 --trim 6x9 --per-page 1 --hints -o travel.pdf\n" +
			"gradoku book --quota 4x4=40,6x6:gentle=40 --large-print --generate-missing -o children.pdf\n" +
			"gradoku book -n 120 --rating 3.0-4.4 --order ramp --lang de -o schwer.pdf\n" +
			"gradoku book check book.pdf",
		Description: "Takes puzzles that are in no recorded export, so that no two books share one; what is written is\n" +
			"recorded as an export in turn. --again N makes the book of export N once more, with its puzzles.\n" +
			"Margins follow the rules of print-on-demand: inside by the number of pages, no bleed, black only,\n" +
			"fonts embedded. The finished book is read again and checked before it gets its name; see book check.",
		Flags:       slices.Concat(bookChoiceFlags(&criteria), bookLookFlags(), []urfave.Flag{cli.DBFlag(nil), cli.QuietFlag(nil)}),
		Subcommands: []*urfave.Command{bookCheckCommand(s)},
		Action:      func(c *urfave.Context) error { return bookAction(c, s, &criteria) },
	}
}

// bookChoiceFlags say which puzzles a book has.
func bookChoiceFlags(criteria *cli.Criteria) []urfave.Flag {
	return slices.Concat([]urfave.Flag{
		&urfave.StringFlag{Name: "quota", Usage: "how many of what, for example gentle=60,easy=60 or 4x4=40,6x6:easy=20, or 2.9-3.4=10"},
		&urfave.IntFlag{Name: "n", Usage: "how many puzzles of any level, instead of --quota"},
		cli.SizeFlag(nil, 9, "of the puzzles whose quota names no size"),
	}, criteria.Flags(), []urfave.Flag{
		&urfave.StringFlag{Name: "clues", Usage: "only numbers of clues in this range, for example 22-25"},
		cli.SymmetryFlag(nil, "", "only patterns with this symmetry"),
		&urfave.BoolFlag{Name: "minimal", Usage: "only minimal puzzles"},
		&urfave.BoolFlag{Name: "logic", Usage: "only puzzles that the techniques solve"},
		&urfave.Int64Flag{Name: "run", Usage: "only puzzles of this run"},
		&urfave.BoolFlag{Name: "reuse", Usage: "also take puzzles that were exported before"},
		&urfave.Int64Flag{Name: "again", Usage: "take the puzzles of the recorded export `N`, whatever it was"},
		&urfave.StringFlag{Name: "order", Value: "sections", Usage: "sections (by level, from easy to hard), ramp (the same without opening pages), shuffled"},
		&urfave.Int64Flag{Name: "seed", Usage: "of --order shuffled and of --generate-missing, from 0 (default: 0 to shuffle; to generate, drawn at random and printed)"},
		&urfave.BoolFlag{Name: "generate-missing", Usage: "make puzzles that the database lacks, and save them there"},
		&urfave.Int64Flag{Name: "max-tries", Usage: "with --generate-missing: give up after `N` tries in a row that bring no puzzle that is lacking (default: as gradoku generate --patience)"},
	})
}

// bookLookFlags say what it looks like.
func bookLookFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.StringFlag{Name: "o", Aliases: []string{"output"}, Usage: "write to `FILE`, - for stdout"},
		&urfave.StringFlag{Name: "title", Value: "Sudoku", Usage: "of the book"},
		&urfave.StringFlag{Name: "subtitle", Usage: "under the title"},
		&urfave.StringFlag{Name: "author", Usage: "on the title page"},
		&urfave.StringFlag{Name: "publisher", Usage: "on the title and copyright pages"},
		&urfave.StringFlag{Name: "copyright", Usage: "who has it, for example \"2026 Jane Doe\""},
		&urfave.StringFlag{Name: "isbn", Usage: "on the copyright page"},
		&urfave.StringFlag{Name: "trim", Value: "8.5x11", Usage: "page size: " + strings.Join(book.TrimNames(), ", ") + ", or measures such as 7.5x9.25 or 170x240mm"},
		&urfave.StringFlag{Name: "per-page", Usage: "puzzles on a page: 1, 2, 4, 6 or 9; by size: 4x4=6,9x9=2 (default: as many as are pleasant)"},
		&urfave.IntFlag{Name: "solutions-per-page", Usage: "1, 2, 4, 6, 9, 12 or 16", DefaultText: "as many as are legible"},
		&urfave.StringFlag{Name: "labels", Value: "level,rating", Usage: "under each puzzle: " + strings.Join(book.LabelNames, ", ")},
		&urfave.BoolFlag{Name: "large-print", Usage: "digits of at least 16 pt, large text, at most 2 puzzles on a page"},
		&urfave.BoolFlag{Name: "hints", Usage: "add pages with the first hard step of each puzzle"},
		&urfave.IntFlag{Name: "notes", Usage: "add `N` ruled pages at the end"},
		&urfave.BoolFlag{Name: "no-lessons", Usage: "leave out the pages on how to solve"},
		&urfave.BoolFlag{Name: "no-tick", Usage: "leave out the box to tick under each puzzle"},
		&urfave.BoolFlag{Name: "no-time", Usage: "leave out the line for the time"},
		&urfave.StringFlag{Name: "lang", Value: "en", Usage: "language of all fixed words: " + strings.Join(book.Languages(), ", ") + " (zh and ja need --font)"},
		&urfave.StringFlag{Name: "font", Usage: "a TrueType `FILE` instead of the Go fonts"},
		&urfave.StringFlag{Name: "font-bold", Usage: "its bold face"},
		&urfave.StringFlag{Name: "format", Usage: "pdf, or svg or png for one page (default: by the file's extension, else pdf)"},
		&urfave.StringFlag{Name: "page", Usage: "with svg or png: which page, by its printed number (12, vii) or #N for the N-th of the file"},
		&urfave.IntFlag{Name: "dpi", Value: 150, Usage: "with png: dots per inch"},
	}
}

func bookAction(c *urfave.Context, s cli.Streams, criteria *cli.Criteria) error {
	if c.NArg() > 0 {
		return cli.UsageError(fmt.Errorf("book takes no argument, but got %q", c.Args().First()), "gradoku book check FILE checks a book; "+cli.HelpAdvice(c))
	}
	spec, err := bookSpec(c)
	if err != nil {
		return err
	}
	out, err := bookOutput(c)
	if err != nil {
		return err
	}
	wish, err := bookWish(c, criteria)
	if err != nil {
		return err
	}
	if err := cli.CheckOutput(out.path); err != nil {
		return err
	}
	db, err := openForBook(c, out)
	if err != nil {
		return err
	}
	defer db.Close()
	sections, err := chooseForBook(c, s, db, wish)
	if err != nil {
		return err
	}
	if slices.Contains(spec.Labels, book.LabelMinutes) {
		if err := predictMinutes(sections); err != nil {
			return err
		}
	}
	b, err := book.New(c.Context, spec, sections)
	if err != nil {
		return bookProblem(err)
	}
	say := cli.TalkTo(s.Err, c.Bool("quiet"))
	for _, w := range b.Warnings {
		fmt.Fprintf(s.Err, "gradoku: warning: %s\n", w)
	}
	if out.render != nil {
		return out.onePage(c, s, b)
	}
	return writeBook(c, s, db, b, sections, say)
}

// predictMinutes asks the built-in model how many minutes people may need. It
// knows 9x9; others stay without.
func predictMinutes(sections []book.Section) error {
	m, err := predict.DefaultModel()
	if err != nil {
		return err
	}
	model := predict.NewPredictor(m)
	for i := range sections {
		for k := range sections[i].Puzzles {
			p := &sections[i].Puzzles[k]
			if t, ok := model.Predict(&p.Givens, &p.Grade); ok {
				p.Minutes = max(1, int(math.Round(t.Median)))
			}
		}
	}
	return nil
}

// openForBook opens the database, for writing only where something is to be
// recorded or made.
func openForBook(c *urfave.Context, out bookOut) (*store.DB, error) {
	mode := store.ReadWrite
	if (out.path == "-" || out.render != nil) && !c.Bool("generate-missing") {
		mode = store.ReadOnly
	}
	if _, err := os.Stat(cli.DBPath(c)); err != nil && !c.Bool("generate-missing") {
		mode = store.ReadOnly // do not make an empty database to take puzzles from
	}
	return store.Open(c.Context, cli.DBPath(c), mode)
}

// bookProblem says what to do about a layout that cannot be.
func bookProblem(err error) error {
	var coverage *draw.CoverageError
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, book.ErrTooLong):
		return cli.UsageError(err, "put more puzzles on a page (--per-page, --solutions-per-page), or make two books")
	case errors.Is(err, book.ErrTooSmall):
		return cli.UsageError(err, "put fewer on a page (--per-page, --solutions-per-page), or take a larger page")
	case errors.As(err, &coverage):
		return cli.UsageError(err, "name a font that has them with --font FILE.ttf")
	}
	return cli.UsageError(err, "gradoku book --help shows what there is")
}

// writeBook makes the PDF, reads it again, and gives it its name only when it is
// in order; then it records the export.
func writeBook(c *urfave.Context, s cli.Streams, db *store.DB, b *book.Book, sections []book.Section, say func(string, ...any)) error {
	var pdf bytes.Buffer
	if err := b.PDF(&pdf); err != nil {
		return err
	}
	report, err := book.Check(bytes.NewReader(pdf.Bytes()), int64(pdf.Len()), knownIn(c, db))
	if err != nil {
		return err
	}
	if report.Pages != len(b.Pages) || len(report.Puzzles) != b.Puzzles || !same(report.W, b.Spec.Trim.W) || !same(report.H, b.Spec.Trim.H) {
		report.Problems = append(report.Problems, fmt.Sprintf("it has %d puzzles on %d pages of %.1f by %.1f points",
			len(report.Puzzles), report.Pages, report.W, report.H))
	}
	if len(report.Problems) > 0 {
		return cli.DataError(fmt.Errorf("the finished book is not in order, and was not written: %s", report.Problems[0]),
			"this is a fault of gradoku; another --trim or --per-page may avoid it")
	}
	write := func(w io.Writer) error { _, err := w.Write(pdf.Bytes()); return err }
	path := c.String("o")
	if path == "-" {
		return write(s.Out)
	}
	if err := cli.ToFile(path, write); err != nil {
		return err
	}
	id, err := recordBook(c, db, b, sections, path, pdf.Bytes())
	if err != nil {
		return err
	}
	say("%s puzzles on %d pages written to %s: %s, inside margin %.3f in, edition %s, export %d; checked",
		cli.Grouped(int64(b.Puzzles)), len(b.Pages), path, b.Spec.Trim.Name, b.Gutter/72, b.ID, id)
	return nil
}

// same compares lengths in points as a PDF rounds them.
func same(a, b float64) bool { return math.Abs(a-b) < 0.02 }

// recordBook notes the book and its puzzles, so that no later book takes them.
func recordBook(c *urfave.Context, db *store.DB, b *book.Book, sections []book.Section, path string, pdf []byte) (int64, error) {
	var ids []int64
	for _, sec := range sections {
		for i := range sec.Puzzles {
			ids = append(ids, sec.Puzzles[i].ID)
		}
	}
	wish, err := json.Marshal(struct {
		Edition string    `json:"edition"`
		Quota   string    `json:"quota,omitempty"`
		Spec    book.Spec `json:"spec"`
	}{b.ID, c.String("quota"), b.Spec})
	if err != nil {
		return 0, fmt.Errorf("recording the book: %w", err)
	}
	return db.RecordExport(c.Context, store.Export{
		Kind: "book", Path: path, SHA256: fmt.Sprintf("%x", sha256.Sum256(pdf)), FilterJSON: string(wish), IDs: ids,
	})
}

// bookSpec reads the flags that say what a book looks like.
func bookSpec(c *urfave.Context) (book.Spec, error) {
	spec := book.Spec{
		Title: c.String("title"), Subtitle: c.String("subtitle"), Author: c.String("author"), Publisher: c.String("publisher"),
		Copyright: c.String("copyright"), ISBN: c.String("isbn"), Lang: strings.ToLower(c.String("lang")), Version: cli.Version,
		Solutions: c.Int("solutions-per-page"), LargePrint: c.Bool("large-print"), Hints: c.Bool("hints"), Notes: c.Int("notes"),
		NoLessons: c.Bool("no-lessons"), NoTick: c.Bool("no-tick"), NoTime: c.Bool("no-time"),
		Plain: c.String("order") != "sections", Labels: labels(c),
	}
	var err error
	if spec.Trim, err = book.ParseTrim(c.String("trim")); err != nil {
		return spec, cli.UsageError(err, "for example: --trim 6x9")
	}
	if spec.PerPage, err = perPage(c.String("per-page")); err != nil {
		return spec, cli.UsageError(err, "for example: --per-page 2, or --per-page 4x4=6,9x9=2")
	}
	if n := c.Int("notes"); n < 0 || n > book.MaxPages {
		return spec, cli.UsageError(fmt.Errorf("--notes is %d; it must be from 0 to %d", n, book.MaxPages), cli.HelpAdvice(c))
	}
	if strings.TrimSpace(spec.Title) == "" {
		return spec, cli.UsageError(fmt.Errorf("--title is empty"), "leave it out for \"Sudoku\"")
	}
	if err := bookFonts(c, &spec); err != nil {
		return spec, err
	}
	return spec, nil
}

// labels reads what stands under a puzzle.
func labels(c *urfave.Context) []string {
	var all []string
	for _, l := range strings.Split(c.String("labels"), ",") {
		if l = strings.ToLower(strings.TrimSpace(l)); l != "" {
			all = append(all, l)
		}
	}
	return all
}

// bookFonts reads the user's fonts and checks, before anything else is done, that
// they have what the book needs.
func bookFonts(c *urfave.Context, spec *book.Spec) error {
	words, err := book.WordsFor(spec.Lang)
	if err != nil {
		return cli.UsageError(err, "for example: --lang de")
	}
	path := c.String("font")
	if path == "" {
		if c.IsSet("font-bold") {
			return cli.UsageError(fmt.Errorf("--font-bold goes with --font"), "name the regular face too")
		}
		if words.NeedsFont() {
			return cli.UsageError(fmt.Errorf("the Go fonts have no characters for %s (%s)", words.Language, words.Lang),
				"name a font that has them with --font FILE.ttf (or .ttc), and digits as well, for example wqy-zenhei.ttc")
		}
		return bookCover(spec.Cover(words), "the title can only have characters of the font; name another with --font FILE.ttf")
	}
	regular, err := os.ReadFile(path)
	if err != nil {
		return cli.DataError(err, "check the name and whether you may read it")
	}
	var bold []byte
	if c.IsSet("font-bold") {
		if bold, err = os.ReadFile(c.String("font-bold")); err != nil {
			return cli.DataError(err, "check the name and whether you may read it")
		}
	}
	if spec.Fonts, err = draw.ReadFonts(regular, bold); err != nil {
		return cli.DataError(fmt.Errorf("%s cannot be used: %w", path, err), "name a TrueType font (.ttf)")
	}
	return bookCover(spec.Cover(words), path+" does not do for this book; name another font with --font FILE.ttf")
}

func bookCover(err error, advice string) error {
	if err == nil {
		return nil
	}
	return cli.DataError(err, advice)
}

// perPage reads "2" or "4x4=6,9x9=2".
func perPage(text string) (map[int]int, error) {
	if text == "" {
		return nil, nil
	}
	counts := map[int]int{}
	for _, item := range strings.Split(text, ",") {
		name, number, bySize := strings.Cut(strings.TrimSpace(item), "=")
		size := 0
		if bySize {
			var err error
			if size, err = cli.SizeNamed(name); err != nil {
				return nil, fmt.Errorf("--per-page: %w", err)
			}
		} else {
			number = name
		}
		n, err := cli.Whole(number)
		if err != nil {
			return nil, fmt.Errorf("--per-page: %w", err)
		}
		if _, twice := counts[size]; twice {
			return nil, fmt.Errorf("--per-page says %q twice", name)
		}
		counts[size] = n
	}
	return counts, nil
}
