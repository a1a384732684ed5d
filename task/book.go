package task

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"

	"gradoku/book"
	"gradoku/draw"
	"gradoku/generate"
	"gradoku/internal/bind"
	"gradoku/internal/text"
	"gradoku/store"
)

// BookWish says which puzzles a book should have, and in which order. It names no files, so
// the web pages use it too.
type BookWish struct {
	Quota           generate.Quotas `query:"quota" json:"quota,omitzero" list:"," maxLength:"1000" not:"n,keys,from-export,level" doc:"how many puzzles of each level, size, variant or hardest technique for people, for example gentle=60,easy=60 or 4x4=40,6x6:easy=20 or x:easy=30,jigsaw=30 or skyscraper=20,xy-wing=20" example:"gentle=60,easy=60"`
	N               int             `query:"n" json:"n,omitempty" minimum:"1" not:"keys,from-export" doc:"how many puzzles of any level, instead of a quota" usual:"as the quota says" example:"100"`
	store.Selection `topic:"selection" not:"keys,from-export"`
	Reuse           bool   `query:"reuse" json:"reuse,omitempty" doc:"also use puzzles that were exported before"`
	Order           string `query:"order" group:"Which book it is" json:"order,omitempty" choices:"sections,ramp,shuffled,given" doc:"sections (by level, from easy to hard), ramp (the same without opening pages), shuffled, given (as the list of keys or the recorded export has them)" usual:"sections; given with keys"`
	Seed            *int64 `query:"seed" group:"Which book it is" json:"seed,omitempty" minimum:"0" needs:"order=shuffled|generate-missing" doc:"random seed, from 0" usual:"0 to shuffle; to generate, chosen at random and printed"`
	Draft           bool   `query:"draft" group:"Which book it is" json:"draft,omitempty" doc:"make a trial book: it is written and checked, but its puzzles are not marked as used"`
	GenerateMissing bool   `query:"generate-missing" json:"generate_missing,omitempty" not:"run" doc:"generate missing puzzles and save them in the database; above 4x4 their clues look the same upside down unless --symmetry, --clues or --minimal says otherwise"`
	Patience        int64  `query:"patience" group:"Which book it is" json:"patience,omitempty" minimum:"1" value:"N" doc:"when generating missing puzzles, give up after N attempts in a row without one" usual:"as many as any run"`
}

// Book makes a puzzle book as a PDF from saved puzzles. It records the book, so that no
// other book uses its puzzles.
type Book struct {
	BookWish
	Keys            string `query:"keys" group:"Which book it is" json:"keys,omitempty" value:"FILE" not:"from-export,generate-missing" doc:"the puzzles that FILE names, by key or number, one on a line, instead of --quota; - for stdin"`
	FromExport      int64  `query:"from-export" group:"Which book it is" json:"from_export,omitempty" minimum:"1" not:"generate-missing" value:"N" doc:"use the puzzles of the recorded export N, a book or any other export" usual:"none"`
	Preview         bool   `query:"preview" group:"Which book it is" json:"preview,omitempty" not:"page,draft" doc:"only write one PNG with small pictures of all pages, and print their number"`
	Volumes         int    `query:"volumes" group:"Which book it is" json:"volumes,omitempty" minimum:"1" maximum:"999" not:"draft,preview,page,from-export,keys,reuse" value:"N" doc:"make N books that have no puzzle in common; {volume} in --title, --subtitle, -o and --solutions-file is the number of each" usual:"a single book"`
	ContinueNumbers bool   `query:"continue-numbers" group:"Which book it is" json:"continue_numbers,omitempty" needs:"volumes" doc:"with --volumes: continue the numbers of puzzles from volume to volume"`
	Output          string `query:"o" json:"output,omitempty" minLength:"1" alias:"output" value:"FILE" doc:"write to FILE, - for stdout"`
	SolutionsFile   string `query:"solutions-file" group:"Which book it is" json:"solutions_file,omitempty" value:"FILE" doc:"write the solutions to FILE, a separate PDF; implies --solutions separate" example:"solutions.pdf"`
	Force           bool   `query:"force" group:"Which book it is" json:"force,omitempty" doc:"replace the file of a recorded book or export even if it has another title or other puzzles"`
	Style           string `query:"style" json:"style,omitempty" value:"FILE" doc:"a TOML FILE that sets layout flags by name, trim = \"6x9\", and finer settings (docs/BOOKS.md); flags on the command line override it"`
	Look
	Printout `group:"Pages"`

	Fixed func(name string) bool `json:"-"` // which fields a style file must not set although they are zero; nil for none
}

// Implied returns the format of the file: see [bind.Implier].
func (b *Book) Implied(name string) string { return b.Printout.implied(name, b.Output) }

// BookMade says what was made.
type BookMade struct {
	Path     string  `json:"path"`
	Puzzles  int     `json:"puzzles"`
	Pages    int     `json:"pages,omitempty"`    // 0 for pictures
	Trim     string  `json:"trim"`               // the name of the page's size
	Gutter   float64 `json:"gutter"`             // the inside margin, in points
	Edition  string  `json:"edition,omitempty"`  // of a book
	Export   int64   `json:"export,omitempty"`   // the number of the export, 0 if nothing was recorded
	Same     bool    `json:"same,omitempty"`     // the file was already the same
	Replaces int64   `json:"replaces,omitempty"` // the export with the same puzzles whose file this one replaces
	Task     *Book   `json:"-"`                  // the options that made it, for one volume
}

// BookResult says what was made: one book, or one for each volume.
type BookResult struct {
	Books []BookMade `json:"books"`
}

// Again returns the task that makes the same book again from its export.
func (m *BookMade) Again() Book {
	b := *m.Task
	if b.Order == "" && b.Keys != "" {
		b.Order = "given"
	}
	b.BookWish = BookWish{Order: b.Order, Seed: b.Seed}
	b.Keys, b.Volumes, b.ContinueNumbers, b.FromExport = "", 0, false, m.Export
	if b.Order != "shuffled" {
		b.Seed = nil
	}
	return b
}

// making is a book that is being made.
type making struct {
	Book
	env    *Env
	db     *store.DB
	style  *style
	spec   book.Spec
	choice BookChoice
	again  []int64         // see [store.DB.Settle]
	last   int64           // see [store.Export]
	kept   store.ExportRow // the recorded export that this book replaces
	made   BookMade
}

// volumeMark is replaced by the number of a volume.
const volumeMark = "{volume}"

// Run makes the book, or one for each volume. If another command took one of the puzzles
// first, Run chooses again. If asked to, it generates missing puzzles. It reads the
// finished book again and checks it. Only a correct book gets its name, in one step with
// its record.
func (b Book) Run(ctx context.Context, env Env) (result BookResult, err error) {
	asked := b
	var look *style
	defer func() { err = look.blame(&asked, err) }()
	if err := bind.Check(&b, nil); err != nil {
		return result, err
	}
	spec := book.Spec{Version: Version}
	if b.Style != "" || b.Preset != "" {
		if look, err = openStyle(b.Style, b.Preset, "trim = \"6x9\""); err != nil {
			return result, err
		}
		if err := cmp.Or(look.apply(&b.Look, &spec, b.Fixed), bind.Check(&b, nil)); err != nil {
			return result, err
		}
	}
	mentions := strings.Contains(strings.Join([]string{b.Output, b.SolutionsFile, b.Title, b.Subtitle}, " "), volumeMark)
	switch {
	case b.Volumes == 0 && mentions && !b.Preview && !b.Draft && b.Page == "":
		return result, UsageError(errors.New(volumeMark+" is the number of a volume, but there are no volumes"), "add --volumes N, or write the number itself")
	case b.Volumes == 0:
	case !strings.Contains(b.Output, volumeMark):
		return result, UsageError(fmt.Errorf("all volumes would be written to %q", b.Output), "say where the volume number goes: -o 'quiet-"+volumeMark+".pdf'")
	case b.SolutionsFile != "" && !strings.Contains(b.SolutionsFile, volumeMark):
		return result, UsageError(fmt.Errorf("the solutions of all volumes would be written to %q", b.SolutionsFile), "say where the volume number goes: --solutions-file 'solutions-"+volumeMark+".pdf'")
	}
	for k := range max(1, b.Volumes) {
		asked := asked
		volume := making{Book: b, env: &env, style: look, spec: spec}
		volume.made.Task = &asked
		if b.Volumes > 0 {
			volume.spec.Volume = k + 1
			for _, v := range []*Book{&asked, &volume.Book} {
				for _, text := range []*string{&v.Output, &v.SolutionsFile, &v.Title, &v.Subtitle} {
					*text = strings.ReplaceAll(*text, volumeMark, fmt.Sprint(k+1))
				}
			}
			if strings.Contains(b.Title, volumeMark) { // also from a style file
				asked.Title = volume.Title
			}
			if strings.Contains(b.Subtitle, volumeMark) {
				asked.Subtitle = volume.Subtitle
			}
			if b.ContinueNumbers {
				asked.First = b.First
			}
		}
		if err := volume.one(ctx); err != nil {
			return result, err
		}
		result.Books = append(result.Books, volume.made)
		if b.ContinueNumbers {
			b.First = max(1, b.First) + volume.made.Puzzles
		}
	}
	return result, nil
}

// one makes one book.
func (b *making) one(ctx context.Context) (err error) {
	apart := CheckApart(b.env.DB, nil, Output{"-o", b.Output}, Output{"--solutions-file", b.SolutionsFile}, Output{"--keys", b.Keys})
	if err := cmp.Or(apart, b.settleLook()); err != nil {
		return err
	}
	records := b.GenerateMissing || b.Output != "-" && !b.onePage() && !b.Draft && Exists(ctx, b.env.DB)
	if err := cmp.Or(b.settleChoice(ctx), CheckOutput(b.Output)); err != nil {
		return err
	}
	keeps := b.choice.Minutes || !b.choice.Filter.Needs().None()
	if b.db, err = openFor(ctx, b.env.DB, records, keeps); err != nil {
		return err
	}
	defer Close(b.db, &err)
	request, asked := "", b.FromExport // a new book has no request: keep finds an earlier book at the output
	if asked != 0 {
		request = requestJSON(b.made.Task)
	}
	if records {
		defer settle(ctx, b.db, request, b.Output, &err)
	}
	for {
		if records {
			b.again, err = b.db.Settle(ctx, request, folderOf(b.Output))
		} else {
			b.choice.Filter.Spare, err = b.db.Abandoned(ctx)
		}
		if err != nil {
			return err
		}
		b.FromExport = asked
		if err := b.keep(ctx); err != nil {
			return err
		}
		sections, err := b.choose(ctx)
		if err == nil {
			err = b.make(ctx, sections)
		}
		if !errors.Is(err, store.ErrTaken) { // otherwise another book or export took a puzzle first: choose again
			return err
		}
	}
}

// make makes what was asked for from the puzzles: pictures, preview pages, or the book.
func (b *making) make(ctx context.Context, sections []book.Section) error {
	if b.Pictures != "" {
		return b.writePictures(ctx, sections)
	}
	laid, err := b.lay(ctx, sections)
	if err != nil {
		return err
	}
	switch {
	case b.Preview:
		const width = 2400
		var image bytes.Buffer
		if err := draw.ContactSheet(&image, laid.Pages, width); err != nil {
			return err
		}
		err = b.env.write(ctx, b.Output, Whole(image.Bytes()))
	case b.onePage(): // a preview, not the book: nothing is recorded
		err = b.Printout.write(ctx, b.env, b.Output, laid)
	default:
		return b.writeBook(ctx, laid, sections)
	}
	if err == nil {
		b.finish(0)
	}
	return err
}

// settleLook reads what the book looks like, and refuses contradictory options.
func (b *making) settleLook() error {
	b.Title = cmp.Or(b.Title, "Sudoku")
	if strings.TrimSpace(b.Title) == "" {
		return UsageError(fmt.Errorf("--title is empty"), "leave it out for \"Sudoku\"")
	}
	b.Labels = cmp.Or(b.Labels, book.LabelStars)
	if b.Order = orDefault(b.Order, book.Orders[0]); b.Keys != "" && b.made.Task.Order == "" {
		b.Order = "given"
	}
	b.spec.Plain = b.Order != "sections"
	if err := b.Look.spec(&b.spec); err != nil {
		return err
	}
	s := &b.spec // the spec is recorded with its defaults filled in
	s.Placement, s.Openers, s.Printer = cmp.Or(s.Placement, book.Placements[0]), cmp.Or(s.Openers, book.Openings[0]), cmp.Or(s.Printer, book.PrinterNames()[0])
	b.Pictures = strings.ToLower(b.Pictures)
	switch {
	case b.Pictures != "":
		if err := b.checkPictures(); err != nil {
			return err
		}
	case b.Preview:
		if b.Format == "" && !strings.EqualFold(filepath.Ext(b.Output), ".png") && b.Output != "-" {
			return UsageError(fmt.Errorf("--preview writes a PNG, but %s does not end in .png", b.Output), "for example: --preview -o pages.png")
		}
		b.Format, b.Page = "png", "all"
		fallthrough
	default:
		if err := b.settle("book", b.Output, ""); err != nil {
			return err
		}
	}
	// Check whether the solutions go into a separate file.
	switch {
	case b.SolutionsFile == "" && b.spec.Placement == book.Separate && !b.onePage():
		return UsageError(errors.New("--solutions separate writes a second PDF, but --solutions-file does not name one"), "for example: --solutions-file solutions.pdf")
	case b.SolutionsFile == "":
		return nil
	case b.Placement != "" && b.spec.Placement != book.Separate:
		return UsageError(fmt.Errorf("--solutions-file and --solutions %s both say where the solutions go", b.spec.Placement), "drop one of the two")
	case !strings.EqualFold(filepath.Ext(b.SolutionsFile), ".pdf"):
		return UsageError(fmt.Errorf("the solutions are a PDF, but %s does not end in .pdf", b.SolutionsFile), "for example: --solutions-file solutions.pdf")
	}
	b.spec.Placement = book.Separate
	return CheckOutput(b.SolutionsFile)
}

// lay lays out the book.
func (b *making) lay(ctx context.Context, sections []book.Section) (*book.Book, error) {
	var err error
	if s := &b.spec; s.Date.IsZero() && s.Holder() != "" { // the year comes from the database, not the clock, so the same book gives the same file
		if s.Year, err = b.db.YearOf(ctx, idsOf(sections)); err != nil {
			return nil, err
		}
	}
	laid, err := book.New(ctx, b.spec, sections)
	if errors.Is(err, context.Canceled) {
		return nil, err
	}
	if err != nil {
		return nil, layoutError(err)
	}
	b.made.Puzzles, b.made.Pages, b.made.Edition = laid.Puzzles, len(laid.Pages), laid.ID
	b.made.Trim, b.made.Gutter = laid.Spec.Trim.Name, laid.Gutter
	for _, w := range laid.Warnings {
		b.env.warn("%s", w)
	}
	return laid, nil
}

// idsOf lists the puzzles of a book in its order.
func idsOf(sections []book.Section) (ids []int64) {
	for _, s := range sections {
		for i := range s.Puzzles {
			ids = append(ids, s.Puzzles[i].ID)
		}
	}
	return ids
}

// writeBook makes the PDF, reads it again, and gives it its name only if it is correct. The
// same step records the book, so that no later book uses its puzzles.
func (b *making) writeBook(ctx context.Context, laid *book.Book, sections []book.Section) error {
	var pdf, separate bytes.Buffer
	write := func(impose string) error {
		pdf.Reset()
		if laid.Spec.Impose = impose; laid.Solutions == nil {
			return laid.PDF(&pdf)
		}
		separate.Reset()
		laid.Solutions.Spec.Impose = impose
		return cmp.Or(laid.PDF(&pdf), laid.Solutions.PDF(&separate))
	}
	impose := laid.Spec.Impose
	if err := write(""); err != nil { // the check reads pages
		return err
	}
	var answers io.ReaderAt
	if laid.Solutions != nil {
		answers = bytes.NewReader(separate.Bytes())
	}
	report, err := book.Check(bytes.NewReader(pdf.Bytes()), int64(pdf.Len()), answers, int64(separate.Len()), "", knownIn(ctx, b.db))
	if err != nil {
		return err
	}
	same := func(a, b float64) bool { return math.Abs(a-b) < 0.02 } // PDFs round points
	if report.Pages != len(laid.Pages) || len(report.Puzzles) != laid.Puzzles || !same(report.W, laid.Spec.Trim.W) || !same(report.H, laid.Spec.Trim.H) {
		report.Problems = append(report.Problems, fmt.Sprintf("it has %d puzzles on %d pages of %.1f by %.1f points, unlike the layout",
			len(report.Puzzles), report.Pages, report.W, report.H))
	}
	if len(report.Problems) > 0 {
		return DataError(fmt.Errorf("the finished book failed its check and was not written: %s", report.Problems[0]),
			"this is a bug in gradoku; another --trim or --per-page may avoid it")
	}
	if impose != "" {
		if err := write(impose); err != nil {
			return err
		}
	}
	return b.record(ctx, pdf.Bytes(), separate.Bytes(), bookRequest{Edition: laid.ID, Spec: laid.Spec}, sections)
}

// record writes the separate solutions, if any. Then it names and records the book in one
// step. A draft and what goes to stdout are only written.
func (b *making) record(ctx context.Context, data, answers []byte, what bookRequest, sections []book.Section) (err error) {
	if b.Output == "-" || b.Draft {
		if err = b.writeSolutions(ctx, answers); err == nil {
			err = b.env.write(ctx, b.Output, Whole(data))
		}
		if err == nil {
			b.finish(0)
		}
		return err
	}
	draft, err := NewDraft(b.Output)
	if err != nil {
		return err
	}
	defer draft.Remove(&err)
	if err := draft.Write(ctx, Whole(data)); err != nil {
		return err
	}
	record := store.Export{Kind: "book", Path: b.Output, SHA256: fmt.Sprintf("%x", sha256.Sum256(data)), Request: requestJSON(b.made.Task), Writer: draft.Folder(), Last: b.last, IDs: idsOf(sections)}
	if b.kept.ID != 0 && record.SHA256 == b.kept.SHA256 {
		if err := b.writeSolutions(ctx, answers); err != nil {
			return err
		}
		b.made.Same = true
		b.finish(b.kept.ID)
		return nil
	}
	what.Quota, what.Choice, what.Again = b.Quota.String(), b.choice, b.FromExport
	asked, err := json.Marshal(what)
	if err != nil {
		return fmt.Errorf("recording the book: %w", err)
	}
	record.FilterJSON = string(asked)
	unused := b.choice.Filter.NeverExported && b.FromExport == 0
	id, err := b.db.RecordExport(ctx, record, unused, b.again, func() error {
		if err := b.writeSolutions(ctx, answers); err != nil { // first, so that a finished book always has its solutions
			return err
		}
		return draft.Name()
	})
	if err != nil {
		return err
	}
	b.made.Replaces = b.kept.ID
	b.finish(id)
	return nil
}

// writeSolutions writes the solutions to a separate PDF.
func (b *making) writeSolutions(ctx context.Context, pdf []byte) error {
	if len(pdf) == 0 {
		return nil
	}
	return b.env.write(ctx, b.SolutionsFile, Whole(pdf))
}

// finish reports that the book is written; export is its number, 0 for none.
func (b *making) finish(export int64) {
	b.made.Path, b.made.Export = b.Output, export
	made := b.made
	b.env.notify(Event{Written: &Written{
		Path: b.Output, Kind: "book", Puzzles: made.Puzzles, Book: &made,
		Text: fmt.Sprintf("%s on %s, %s, inside margin %.3f in", text.Count(made.Puzzles, "puzzle", "puzzles"), text.Count(made.Pages, "page", "pages"), made.Trim, made.Gutter/72),
	}})
}
