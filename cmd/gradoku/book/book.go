// Package book makes puzzle books and sheets, and checks books.
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
	"path/filepath"
	"slices"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"gradoku/book"
	"gradoku/cmd/gradoku/cli"
	"gradoku/draw"
	"gradoku/internal/bind"
	"gradoku/internal/text"
	"gradoku/predict"
	"gradoku/store"
	"gradoku/task"
)

// options are what the command line of "gradoku book" says.
type options struct {
	pages
	quota string
	n     int
	keys  string
	store.Selection
	reuse           bool
	again           int64
	order           string
	seed            int64
	generateMissing bool
	draft           bool
	preview         bool
	volumes         int
	numberOn        bool
	style           string
	styled          map[string]string // the flags that the style file gives
	pictures        string
	thresholds      map[string]float64 // where levels end, from the style file
	booklet         string             // where the solutions go, "" for into the book
	next            int                // the number after the last puzzle's
	kept            store.ExportRow    // whose book is made again in its place
	maxTries        int64
	db              string
	killed          time.Time // see task.Draft.Killed
}

// Command is "gradoku book".
func Command(s cli.Streams) *urfave.Command {
	var o options
	return &urfave.Command{
		Name:  "book",
		Usage: "make a puzzle book as PDF, ready for the printer, from saved puzzles",
		UsageText: "gradoku book --quota gentle=60,easy=60,medium=60,hard=20 --title \"Quiet Sudoku\" --author \"Jane Doe\" -o book.pdf\n" +
			"gradoku book --quota easy=100 --trim 6x9 --per-page 1 --hints -o travel.pdf\n" +
			"gradoku book --quota 4x4=40,6x6:gentle=40 --large-print --generate-missing -o children.pdf\n" +
			"gradoku book -n 120 --rating 3.0-4.4 --order ramp --lang de -o schwer.pdf\n" +
			"gradoku book --keys chosen.txt --title \"My Favourites\" -o favourites.pdf\n" +
			"gradoku book --quota easy=100 --title \"Another Title\" --draft -o try.pdf\n" +
			"gradoku book check book.pdf",
		Description: "Takes puzzles that are in no recorded export, so that no two books share one; what is written is\n" +
			"recorded as an export in turn. --draft records nothing. The same command with another layout replaces the\n" +
			"book and keeps its puzzles; --again N makes the book of export N once more, also in another file.\n" +
			"Margins follow the rules of print-on-demand: inside by the number of pages, no bleed, black only,\n" +
			"fonts embedded. The finished book is read again and checked before it gets its name; see book check.",
		Flags:       slices.Concat(o.choiceFlags(), o.lookFlags(), []urfave.Flag{cli.DBFlag(&o.db), cli.QuietFlag(&o.quiet)}),
		Subcommands: []*urfave.Command{checkCommand(s), coverCommand(s)},
		Action:      cli.Action(s, &o.Call, o.run),
	}
}

// choiceFlags say which puzzles a book has.
func (o *options) choiceFlags() []urfave.Flag {
	return slices.Concat([]urfave.Flag{
		cli.Choices(&urfave.StringFlag{Name: "quota", Destination: &o.quota, Usage: "how many of what, for example gentle=60,easy=60 or 4x4=40,6x6:easy=20"}, cli.LevelNames()...),
		&urfave.IntFlag{Name: "n", Destination: &o.n, Usage: "how many puzzles of any level, instead of --quota"},
		&urfave.StringFlag{Name: "keys", Destination: &o.keys, Usage: "the puzzles that `FILE` names, by key or number, one on a line, instead of --quota; - for stdin"},
	}, cli.BoundFlags(&o.Selection), []urfave.Flag{
		cli.Choice(&urfave.StringFlag{Name: "grade-by", Destination: &o.spec.GradeBy, Value: "rating", Usage: "what the levels follow: the rating, the ladder for people, or the minutes predicted for them (4 ms a puzzle)"}, book.Gradings...),
		&urfave.BoolFlag{Name: "reuse", Destination: &o.reuse, Usage: "also take puzzles that were exported before"},
		&urfave.Int64Flag{Name: "again", Destination: &o.again, Usage: "take the puzzles of the recorded export `N`, whatever it was"},
		&urfave.StringFlag{Name: "order", Destination: &o.order, Value: "sections", Usage: "sections (by level, from easy to hard), ramp (the same without opening pages), shuffled, given (as --keys or the export of --again has them)", DefaultText: "sections; given with --keys"},
		&urfave.Int64Flag{Name: "seed", Destination: &o.seed, Usage: "of --order shuffled and of --generate-missing, from 0 (default: 0 to shuffle; to generate, drawn at random and printed)"},
		&urfave.BoolFlag{Name: "draft", Destination: &o.draft, Usage: "only try the book out: it is written and checked, but its puzzles stay free"},
		&urfave.BoolFlag{Name: "preview", Destination: &o.preview, Usage: "only write one PNG with small pictures of all pages, and say how many there are"},
		&urfave.IntFlag{Name: "volumes", Destination: &o.volumes, Usage: "make `N` books that have no puzzle in common; {volume} in --title, --subtitle, -o and --booklet is the number of each"},
		&urfave.BoolFlag{Name: "number-on", Destination: &o.numberOn, Usage: "with --volumes: each volume goes on with the numbers of the one before"},
		&urfave.BoolFlag{Name: "generate-missing", Destination: &o.generateMissing, Usage: "make puzzles that the database lacks, and save them there"},
		&urfave.Int64Flag{Name: "max-tries", Destination: &o.maxTries, Usage: "with --generate-missing: give up after `N` tries in a row that bring no puzzle that is lacking (default: as gradoku generate --patience)"},
	})
}

// lookFlags say what it looks like.
func (o *options) lookFlags() []urfave.Flag {
	return slices.Concat([]urfave.Flag{
		&urfave.StringFlag{Name: "o", Aliases: []string{"output"}, TakesFile: true, Destination: &o.output, Usage: "write to `FILE`, - for stdout"},
		&urfave.StringFlag{Name: "style", TakesFile: true, Destination: &o.style, Usage: "a TOML `FILE` that gives flags of what the book looks like, by their names: trim = \"6x9\"; flags win over it"},
		&urfave.StringFlag{Name: "words", TakesFile: true, Destination: &o.words, Usage: "a TOML `FILE` of texts in the place of the language's, as book/words has them: solutions = \"Answers\""},
		&urfave.StringFlag{Name: "title", Destination: &o.spec.Title, Value: "Sudoku", Usage: "of the book"},
		&urfave.StringFlag{Name: "subtitle", Destination: &o.spec.Subtitle, Usage: "under the title"},
		&urfave.StringFlag{Name: "author", Destination: &o.spec.Author, Usage: "on the title page"},
		&urfave.StringFlag{Name: "publisher", Destination: &o.spec.Publisher, Usage: "on the title and copyright pages"},
		&urfave.StringFlag{Name: "copyright", Destination: &o.spec.Copyright, Usage: "who has it, for example \"2026 Jane Doe\""},
		&urfave.StringFlag{Name: "isbn", Destination: &o.spec.ISBN, Usage: "on the copyright page"},
		&urfave.StringFlag{Name: "trim", Destination: &o.trim, Value: "8.5x11", Usage: "page size: " + strings.Join(book.TrimNames(), ", ") + ", or measures such as 7.5x9.25 or 170x240mm"},
		&urfave.StringFlag{Name: "per-page", Destination: &o.perPage, Usage: "puzzles on a page: 1, 2, 3, 4, 6, 8, 9 or 12; by size: 4x4=6,9x9=2 (default: as many as are pleasant)"},
		cli.Choice(&urfave.StringFlag{Name: "solutions", Destination: &o.spec.Placement, Value: "back", Usage: "where they stand: back (of the book), section (at the end of each), overleaf (behind each page of puzzles), upside-down (small, at the foot of their page), booklet (a PDF of their own), none"}, book.Placements...),
		&urfave.StringFlag{Name: "booklet", TakesFile: true, Destination: &o.booklet, Usage: "write the solutions to `FILE`, a PDF of their own, as --solutions booklet says"},
		&urfave.IntFlag{Name: "solutions-per-page", Destination: &o.spec.Solutions, Usage: "1, 2, 4, 6, 9, 12 or 16", DefaultText: "as many as are legible"},
		&urfave.StringFlag{Name: "symbols", Destination: &o.symbols, Usage: "in the place of digits: 1-16, 0-F, A-P, or the symbols themselves, as in ABCDEFGHI (default: 1 to 9 and A to G)"},
		cli.Choice(&urfave.StringFlag{Name: "pencil", Destination: &o.pencil, Value: "none", Usage: "for a reader's candidates, each blank has: digits (all, small and grey, to strike out), boxes (a place for each), none"}, pencils...),
		&urfave.BoolFlag{Name: "scratch", Destination: &o.spec.Scratch, Usage: "leave a quarter of each page of puzzles free for notes"},
		&urfave.IntFlag{Name: "first", Destination: &o.spec.First, DefaultText: "1", Usage: "the number of the first puzzle, for a series that counts through"},
		&urfave.StringFlag{Name: "labels", Destination: &o.labels, Value: book.LabelStars, Usage: "under each puzzle: " + strings.Join(book.LabelNames, ", ")},
		&urfave.BoolFlag{Name: "large-print", Destination: &o.spec.LargePrint, Usage: "digits of at least 16 pt, large text, at most 2 puzzles on a page"},
		&urfave.BoolFlag{Name: "hints", Destination: &o.spec.Hints, Usage: "add pages with the first hard step of each puzzle"},
		&urfave.IntFlag{Name: "notes", Destination: &o.spec.Notes, Usage: "add `N` ruled pages at the end"},
		&urfave.BoolFlag{Name: "no-lessons", Destination: &o.spec.NoLessons, Usage: "leave out the pages on how to solve"},
		&urfave.StringFlag{Name: "line-weights", Destination: &o.lines, Usage: "of lines between cells, boxes and of the outline, in points: 0.5,1.2,2 (default: by the cells)"},
		&urfave.IntFlag{Name: "box-tint", Destination: &o.spec.BoxTint, Usage: "shade every other box with so many percent of black"},
		cli.Choice(&urfave.StringFlag{Name: "openers", Destination: &o.spec.Openers, Value: "auto", Usage: "pages that open a section: recto (on the right), any (on the next page), none, auto (by the section's length)"}, book.Openings...),
		&urfave.BoolFlag{Name: "no-made", Destination: &o.spec.NoMade, Usage: "leave out what the book was made with"},
		&urfave.BoolFlag{Name: "no-tick", Destination: &o.spec.NoTick, Usage: "leave out the box to tick under each puzzle"},
		&urfave.BoolFlag{Name: "no-time", Destination: &o.spec.NoTime, Usage: "leave out the line for the time"},
	}, o.marginFlags(), o.fontFlags(), o.pdfFlags(), []urfave.Flag{
		cli.Choice(&urfave.StringFlag{Name: "format", Destination: &o.format, Usage: "pdf, or svg or png for one page (default: by the file's extension, else pdf)"}, "pdf", "svg", "png"),
		cli.Choice(&urfave.StringFlag{Name: "pictures", Destination: &o.pictures, Usage: "for programs that lay out pages: instead of a book, a picture of each puzzle and each solution, svg, eps or pdf, beside a table for data merge, -o folder/puzzles.csv"}, book.PictureFormats...),
		&urfave.StringFlag{Name: "page", Destination: &o.page, Usage: "with svg or png: which page, by its printed number (12, vii) or #N for the N-th of the file"},
		&urfave.IntFlag{Name: "dpi", Destination: &o.dpi, Value: 150, Usage: "with png: dots per inch"},
	})
}

func (o *options) run(ctx context.Context) (err error) {
	defer func() { err = o.blameStyle(err) }()
	// The style file sets flags, which are those of o: before volumes are made of it.
	if err := o.readStyle(); err != nil {
		return err
	}
	if !o.Given("volumes") {
		if o.numberOn {
			return cli.UsageError(errors.New("--number-on goes with --volumes"), "for a single book, --first says the number of its first puzzle")
		}
		return o.one(ctx)
	}
	switch {
	case o.volumes < 1 || o.volumes > 999:
		return cli.UsageError(fmt.Errorf("--volumes is %d; it must be from 1 to 999", o.volumes), o.HelpAdvice())
	case o.draft || o.preview || o.page != "" || o.again != 0 || o.keys != "" || o.reuse || o.output == "-":
		return cli.UsageError(errors.New("--volumes makes books without a puzzle in common, which only recorded books are sure of"),
			"leave --draft, --preview, --page, --again, --keys and --reuse out, and write to files")
	case !strings.Contains(o.output, volumeMark):
		return cli.UsageError(fmt.Errorf("all volumes would be written to %q", o.output), "say where their number goes: -o 'quiet-"+volumeMark+".pdf'")
	case o.booklet != "" && !strings.Contains(o.booklet, volumeMark):
		return cli.UsageError(fmt.Errorf("the solutions of all volumes would be written to %q", o.booklet), "say where their number goes: --booklet 'solutions-"+volumeMark+".pdf'")
	}
	for k := range o.volumes {
		volume := *o
		for _, text := range []*string{&volume.output, &volume.booklet, &volume.spec.Title, &volume.spec.Subtitle} {
			*text = strings.ReplaceAll(*text, volumeMark, fmt.Sprint(k+1))
		}
		if err := volume.one(ctx); err != nil {
			return err
		}
		if o.numberOn {
			o.spec.First = volume.next
		}
	}
	return nil
}

// volumeMark is replaced by the number of a volume.
const volumeMark = "{volume}"

// one makes one book.
func (o *options) one(ctx context.Context) (err error) {
	if err := o.CheckApart(o.db, task.Output{Flag: "-o", Path: o.output}, task.Output{Flag: "--booklet", Path: o.booklet}, task.Output{Flag: "--keys", Path: o.keys}); err != nil {
		return err
	}
	if len(o.Args) > 0 {
		return cli.UsageError(fmt.Errorf("book takes no argument, but got %q", o.Args[0]), "gradoku book check FILE checks a book, and gradoku book cover FILE makes its cover; "+o.HelpAdvice())
	}
	if err := o.readLook(); err != nil {
		return err
	}
	choice, err := o.choice(ctx)
	if err != nil {
		return err
	}
	if err := task.CheckOutput(o.output); err != nil {
		return err
	}
	if o.output != "-" {
		mark := task.NewMark(o.output)
		defer mark.Lift(&err)
		o.killed = mark.Killed()
	}
	// Where nothing is recorded or made, the database is only read. No empty one is
	// made to take puzzles from.
	mode := store.ReadOnly
	if o.generateMissing || o.output != "-" && !o.onePage() && !o.draft && task.Exists(ctx, o.db) {
		mode = store.ReadWrite
	}
	db, err := store.Open(ctx, o.db, mode)
	if err != nil {
		return err
	}
	defer task.Close(db, &err)
	if !o.killed.IsZero() && !o.onePage() && o.pictures == "" {
		if done, err := o.isDone(ctx, db, choice); done || err != nil {
			return err
		}
	}
	if o.again == 0 && o.output != "-" {
		if o.kept, err = o.keeps(ctx, db, choice); err != nil {
			return err
		}
		o.again = o.kept.ID
		if o.again != 0 && o.draft {
			return cli.UsageError(fmt.Errorf("%s is the book of export %d, and a draft would replace it", o.output, o.again), "write the draft to another file")
		}
	}
	for {
		sections, err := o.choose(ctx, db, choice)
		if err != nil {
			return err
		}
		if o.pictures != "" {
			if err := o.writePictures(ctx, db, choice, sections); !errors.Is(err, store.ErrTaken) {
				return err
			}
			continue
		}
		b, err := o.lay(ctx, sections)
		if err != nil {
			return err
		}
		if o.preview {
			return o.writePreview(ctx, b)
		}
		if o.onePage() {
			// A look at the book, not the book: nothing is recorded.
			if err := o.writePage(ctx, b); err != nil || o.output == "-" {
				return err
			}
			cli.TalkTo(o.Err, o.quiet)("page %s of %d written to %s; the book is not recorded", o.page, len(b.Pages), o.output)
			return nil
		}
		if err := o.writeBook(ctx, db, b, choice, sections); !errors.Is(err, store.ErrTaken) {
			return err
		}
		// Another book or export was faster: choose again.
	}
}

// readLook reads the flags that say what the book looks like, and refuses
// what contradicts itself.
func (o *options) readLook() error {
	if err := o.readWords(); err != nil {
		return err
	}
	if o.spec.Notes < 0 || o.spec.Notes > book.MaxPages {
		return cli.UsageError(fmt.Errorf("--notes is %d; it must be from 0 to %d", o.spec.Notes, book.MaxPages), o.HelpAdvice())
	}
	if o.Given("first") && o.spec.First < 1 {
		return cli.UsageError(fmt.Errorf("--first is %d; it must be at least 1", o.spec.First), "for example: --first 101")
	}
	if strings.TrimSpace(o.spec.Title) == "" {
		return cli.UsageError(fmt.Errorf("--title is empty"), "leave it out for \"Sudoku\"")
	}
	if o.keys != "" && !o.Given("order") {
		o.order = "given"
	}
	o.spec.Plain = o.order != "sections"
	if err := o.readSpec("--trim 6x9", "--per-page 2, or --per-page 4x4=6,9x9=2"); err != nil {
		return err
	}
	if o.preview {
		if o.Given("page") || o.draft {
			return cli.UsageError(errors.New("--preview shows all pages and uses no puzzle up"), "leave --page and --draft out")
		}
		o.page = "all"
		if !o.Given("format") && !strings.EqualFold(filepath.Ext(o.output), ".png") && o.output != "-" {
			return cli.UsageError(fmt.Errorf("--preview writes a PNG, and %s is none", o.output), "for example: --preview -o pages.png")
		}
		o.format = "png"
	}
	if o.pictures != "" {
		if err := o.checkPictures(); err != nil {
			return err
		}
	} else if err := o.checkOutput("book"); err != nil {
		return err
	}
	return o.checkBooklet()
}

// writePreview writes a contact sheet.
func (o *options) writePreview(ctx context.Context, b *book.Book) error {
	const width = 2400
	var image bytes.Buffer
	if err := draw.ContactSheet(&image, b.Pages, width); err != nil {
		return err
	}
	if err := o.write(ctx, image.Bytes()); err != nil || o.output == "-" {
		return err
	}
	what := fmt.Sprintf("%s on %s, %s, inside margin %.3f in", text.Count(b.Puzzles, "puzzle", "puzzles"), text.Count(len(b.Pages), "page", "pages"), b.Spec.Trim.Name, b.Gutter/72)
	cli.Told(o.Err, o.quiet, task.Written{Path: o.output, Kind: "preview", Puzzles: b.Puzzles, Text: what}, fmt.Sprintf("%s: shown in %s; its puzzles stay free", what, o.output))
	return nil
}

// lay lays out the book.
func (o *options) lay(ctx context.Context, sections []book.Section) (*book.Book, error) {
	if slices.Contains(o.spec.Labels, book.LabelMinutes) {
		if err := predictMinutes(sections); err != nil {
			return nil, err
		}
	}
	b, err := book.New(ctx, o.spec, sections)
	if err != nil {
		return nil, o.layoutError(err)
	}
	o.next = max(1, o.spec.First) + b.Puzzles
	o.warn(b)
	return b, nil
}

// predictMinutes asks the built-in model how many minutes people may need. The
// model knows only 9x9; other sizes get no prediction.
func predictMinutes(sections []book.Section) error {
	m, err := predict.DefaultModel()
	if err != nil {
		return err
	}
	model := predict.NewPredictor(m)
	for i := range sections {
		for k := range sections[i].Puzzles {
			p := &sections[i].Puzzles[k]
			if t, ok := model.Predict(&p.Givens); ok {
				p.Minutes = max(1, int(math.Round(t.Median)))
			}
		}
	}
	return nil
}

// writeBook makes the PDF, reads it again, and gives it its name only if it is in
// order. In the same step the book is recorded, so that no later book takes its
// puzzles.
func (o *options) writeBook(ctx context.Context, db *store.DB, b *book.Book, choice book.Choice, sections []book.Section) error {
	var pdf, booklet bytes.Buffer
	if err := b.PDF(&pdf); err != nil {
		return err
	}
	var answers io.ReaderAt
	if b.Booklet != nil {
		if err := b.Booklet.PDF(&booklet); err != nil {
			return err
		}
		answers = bytes.NewReader(booklet.Bytes())
	}
	printer, err := book.PrinterByName(b.Spec.Printer)
	if err != nil {
		return err
	}
	report, err := book.CheckWithBooklet(bytes.NewReader(pdf.Bytes()), int64(pdf.Len()), answers, int64(booklet.Len()), printer, knownIn(ctx, db))
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
	if o.output == "-" || o.draft {
		if err := o.writeBooklet(ctx, booklet.Bytes()); err != nil {
			return err
		}
		if err := o.write(ctx, pdf.Bytes()); err != nil || o.output == "-" {
			return err
		}
		say := cli.TalkTo(o.Err, o.quiet)
		say("%s on %s written to %s as a draft: %s, inside margin %.3f in; checked, its puzzles stay free",
			text.Count(b.Puzzles, "puzzle", "puzzles"), text.Count(len(b.Pages), "page", "pages"), o.output, b.Spec.Trim.Name, b.Gutter/72)
		say("this book for good: %s -o FILE.pdf", o.Again("draft", "o", "quiet"))
		return nil
	}
	return o.record(ctx, db, pdf.Bytes(), booklet.Bytes(), b, choice, sections)
}

// record gives the file its name and records it, in one step, after its booklet, if any.
// b is nil for pictures.
func (o *options) record(ctx context.Context, db *store.DB, data, booklet []byte, b *book.Book, choice book.Choice, sections []book.Section) (err error) {
	draft, err := task.NewDraft(o.output)
	if err != nil {
		return err
	}
	defer draft.Remove(&err)
	if err := draft.Write(ctx, task.Whole(data)); err != nil {
		return err
	}
	record := store.Export{Kind: "book", Path: o.output, SHA256: fmt.Sprintf("%x", sha256.Sum256(data))}
	if o.kept.ID != 0 && record.SHA256 == o.kept.SHA256 {
		if err := o.writeBooklet(ctx, booklet); err != nil {
			return err
		}
		o.sayWritten(b, o.kept.ID, "; it was the same already")
		return nil
	}
	for _, sec := range sections {
		for i := range sec.Puzzles {
			record.IDs = append(record.IDs, sec.Puzzles[i].ID)
		}
	}
	what := request{Quota: o.quota, Spec: o.spec, Choice: choice, Again: o.again}
	if b != nil {
		what.Edition, what.Spec = b.ID, b.Spec
	}
	asked, err := json.Marshal(what)
	if err != nil {
		return fmt.Errorf("recording the book: %w", err)
	}
	record.FilterJSON = string(asked)
	unused := choice.Filter.NeverExported && o.again == 0
	ids, err := db.RecordExports(ctx, []store.Export{record}, unused, func() error {
		if err := o.writeBooklet(ctx, booklet); err != nil { // first: where the book is, its solutions are
			return err
		}
		return draft.Name()
	})
	if err != nil {
		return err
	}
	more := ""
	if o.kept.ID != 0 {
		more = fmt.Sprintf("; it has the puzzles of export %d, which it replaces", o.kept.ID)
		if choice.Names == nil {
			more += ": another -o gives others"
		}
	}
	o.sayWritten(b, ids[0], more)
	return nil
}

// checkBooklet settles whether the solutions are a file of their own.
func (o *options) checkBooklet() error {
	switch {
	case o.booklet == "" && o.spec.Placement == book.Booklet && !o.onePage():
		return cli.UsageError(errors.New("--solutions booklet writes a second PDF: say where"), "for example: --booklet solutions.pdf")
	case o.booklet == "":
		return nil
	case o.Given("solutions") && o.spec.Placement != book.Booklet:
		return cli.UsageError(fmt.Errorf("--booklet and --solutions %s both say where the solutions stand", o.spec.Placement), "drop one of the two")
	case !strings.EqualFold(filepath.Ext(o.booklet), ".pdf"):
		return cli.UsageError(fmt.Errorf("the booklet is a PDF, and %s is none", o.booklet), "for example: --booklet solutions.pdf")
	}
	o.spec.Placement = book.Booklet
	return task.CheckOutput(o.booklet)
}

// writeBooklet writes the solutions that stand in a PDF of their own.
func (o *options) writeBooklet(ctx context.Context, pdf []byte) error {
	if len(pdf) == 0 {
		return nil
	}
	return o.Write(ctx, o.booklet, task.Whole(pdf))
}

// same compares lengths in points as a PDF rounds them.
func same(a, b float64) bool { return math.Abs(a-b) < 0.02 }

func (o *options) sayWritten(b *book.Book, export int64, more string) {
	if b == nil {
		cli.TalkTo(o.Err, o.quiet)("%s, export %d%s", o.picturesWritten(), export, more)
	} else {
		cli.TalkTo(o.Err, o.quiet)("%s on %s written to %s: %s, inside margin %.3f in, edition %s, export %d; checked%s",
			text.Count(b.Puzzles, "puzzle", "puzzles"), text.Count(len(b.Pages), "page", "pages"), o.output, b.Spec.Trim.Name, b.Gutter/72, b.ID, export, more)
	}
	// Which puzzles it has is settled by their export.
	settled := []string{"quota", "n", "keys", "reuse", "again", "generate-missing", "max-tries", "draft", "quiet"}
	for _, f := range bind.Fields(&o.Selection) {
		settled = append(settled, f.Name)
	}
	if o.order != "shuffled" {
		settled = append(settled, "seed")
	}
	more = ""
	if o.volumes > 0 { // each has a command of its own
		settled = append(settled, "volumes", "title", "subtitle", "o", "booklet", "number-on", "first")
		for _, f := range []struct{ name, value string }{{"o", o.output}, {"title", o.spec.Title}, {"subtitle", o.spec.Subtitle}, {"booklet", o.booklet}, {"first", fmt.Sprint(o.spec.First)}} {
			if o.Given(f.name) || f.name == "first" && o.numberOn {
				more += " " + cli.Dashed(f.name) + " " + cli.Quoted(f.value)
			}
		}
	}
	if o.order == "given" && !o.Given("order") {
		more += " --order given"
	}
	line := strings.TrimPrefix(o.Again(settled...), "gradoku book") + more
	cli.TalkTo(o.Err, o.quiet)("the same book again: gradoku book --again %d%s", export, line)
}

// request is what the database records of a book beside its file.
type request struct {
	Edition string      `json:"edition"`
	Quota   string      `json:"quota,omitempty"`
	Spec    book.Spec   `json:"spec"`
	Choice  book.Choice `json:"choice"`
	Again   int64       `json:"again,omitempty"`
}

// isDone reports whether a command that was killed had nothing left to do: its book
// is recorded, and the file is as it was recorded. Without this, the same command
// given again would make another book in its place.
func (o *options) isDone(ctx context.Context, db *store.DB, choice book.Choice) (bool, error) {
	exports, err := db.Exports(ctx)
	if err != nil {
		return false, err
	}
	want, err := json.Marshal(choice)
	if err != nil {
		return false, err
	}
	for _, x := range exports {
		var asked struct {
			Choice json.RawMessage `json:"choice"`
			Again  int64           `json:"again"`
		}
		if x.Path != o.output || x.Kind != "book" || x.CreatedAt.Before(o.killed) || json.Unmarshal([]byte(x.FilterJSON), &asked) != nil ||
			!bytes.Equal(asked.Choice, want) || o.again != 0 && asked.Again != o.again || !task.Intact(x) {
			continue
		}
		// The puzzles are the same; whether the pages are, only making them shows.
		sections, err := book.Recorded(ctx, db, x.ID, choice)
		if err != nil {
			return false, err
		}
		b, err := o.lay(ctx, sections)
		if err != nil {
			return false, err
		}
		sum := sha256.New()
		if err := b.PDF(sum); err != nil {
			return false, err
		}
		if fmt.Sprintf("%x", sum.Sum(nil)) == x.SHA256 {
			o.sayWritten(b, x.ID, " by the same command, which did not get to say so")
			return true, nil
		}
	}
	return false, nil
}
