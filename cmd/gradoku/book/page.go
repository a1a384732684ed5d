package book

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/book"
	"gradoku/cmd/gradoku/cli"
	"gradoku/draw"
	"gradoku/grade"
	"gradoku/task"
)

// pages are the options that "gradoku book" and "gradoku sheet" share: what their
// pages look like and where they are written.
type pages struct {
	cli.Call
	spec                 book.Spec // from flags, and from readSpec where a flag must be parsed
	trim, margin, gutter string
	lines, words         string
	perPage, labels      string
	symbols, pencil      string
	font, fontBold       string
	fontItalic           string
	output, format, page string
	dpi                  int
	pdf                  draw.PDFOptions
	profile, spot        string
	quiet                bool
}

// pencils are the values of --pencil.
var pencils = []string{"none", string(draw.PencilDigits), string(draw.PencilBoxes)}

// fontFlags are the flags about languages and fonts.
func (p *pages) fontFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.StringFlag{Name: "lang", Destination: &p.spec.Lang, Value: "en", Usage: "language of all fixed words: " + strings.Join(book.Languages(), ", ") + " (zh and ja need --font)"},
		&urfave.StringFlag{Name: "font", TakesFile: true, Destination: &p.font, Usage: "a font `FILE` (.ttf, .otf, .ttc) instead of the built-in one"},
		&urfave.StringFlag{Name: "font-bold", TakesFile: true, Destination: &p.fontBold, Usage: "its bold face, by which givens are told from other digits"},
		&urfave.StringFlag{Name: "font-italic", TakesFile: true, Destination: &p.fontItalic, Usage: "its italic face"},
	}
}

// pdfFlags say what a PDF is for.
func (p *pages) pdfFlags() []urfave.Flag {
	return []urfave.Flag{
		cli.Choice(&urfave.StringFlag{Name: "pdf", Destination: &p.pdf.Kind, Usage: "what the PDF is for: plain (any use), x1a or x4 (a press that asks for PDF/X-1a:2001 or PDF/X-4: boxes, printing condition, no link), tagged (screen readers), fillable (a field in each blank)", DefaultText: "plain"}, draw.PDFKinds...),
		cli.Choice(&urfave.StringFlag{Name: "condition", Destination: &p.pdf.Condition, Usage: "of PDF/X: the registered printing condition", DefaultText: draw.PrintConditions[0]}, draw.PrintConditions...),
		&urfave.StringFlag{Name: "icc", TakesFile: true, Destination: &p.profile, Usage: "of PDF/X: an ICC `FILE` that describes the press; PDF/X-4 needs it, and printers give it out"},
		&urfave.StringFlag{Name: "spot", Destination: &p.spot, Usage: "a second ink for stars and tints, with its likeness in cyan, magenta, yellow and black: \"Reflex Blue=100,73,0,2\""},
	}
}

// readPDF reads them.
func (p *pages) readPDF() (err error) {
	if p.profile != "" {
		if p.pdf.Profile, err = task.ReadRegular(p.profile, maxFont); err != nil {
			return err
		}
	}
	if p.spot != "" {
		p.pdf.Spot, err = draw.ParseSpot(p.spot)
	}
	if err == nil {
		err = p.pdf.Check()
	}
	switch {
	case err != nil && p.profile != "":
		return cli.UsageError(err, p.profile+" must be the profile of a press; it goes with --pdf x4 or --pdf x1a")
	case err != nil && p.pdf.Kind == draw.PDFX4:
		return cli.UsageError(err, "name it: --icc PSOuncoated_v3.icc; --pdf x1a needs none")
	case err != nil:
		return cli.UsageError(err, "for example: --pdf x1a --condition FOGRA39 --spot \"Reflex Blue=100,73,0,2\"")
	}
	p.spec.PDF = p.pdf
	return nil
}

// printerFlag names the printer whose rules hold.
func printerFlag(to *string) urfave.Flag {
	return cli.Choice(&urfave.StringFlag{Name: "printer", Destination: to, Value: "any", Usage: "whose least margins and numbers of pages hold"}, book.PrinterNames()...)
}

// marginFlags are the flags about the room round the pages' content.
func (p *pages) marginFlags() []urfave.Flag {
	return []urfave.Flag{
		printerFlag(&p.spec.Printer),
		&urfave.StringFlag{Name: "margin", Destination: &p.margin, Usage: "outside, top and bottom, in inches or as in 12mm (default: by the page size)"},
		&urfave.StringFlag{Name: "gutter", Destination: &p.gutter, Usage: "the inside margin (default: an eighth of an inch more than outside, or what the printer asks for)"},
	}
}

// readMargins reads them.
func (p *pages) readMargins() error {
	for _, m := range []struct {
		flag, text string
		to         *float64
	}{{"--margin", p.margin, &p.spec.Margin}, {"--gutter", p.gutter, &p.spec.Gutter}} {
		if m.text == "" {
			continue
		}
		var err error
		if *m.to, err = book.ParseLength(m.text); err != nil {
			return cli.UsageError(fmt.Errorf("%s: %w", m.flag, err), "for example: "+m.flag+" 0.6, or "+m.flag+" 15mm")
		}
	}
	return nil
}

// readLines reads the weights of a grid's lines.
func (p *pages) readLines() (err error) {
	if p.lines != "" {
		if p.spec.Lines, err = book.ParseLines(p.lines); err != nil {
			return cli.UsageError(fmt.Errorf("--line-weights: %w", err), "for example: --line-weights 0.5,1.2,2")
		}
	}
	return nil
}

// transliterate is what to do about a text in a script that is not set.
const transliterate = "books are set in scripts that run from left to right, letter by letter; transliterate it"

// readSpec completes the spec and checks, before anything else is done, that the
// fonts have what the pages need.
func (p *pages) readSpec(trimExample, perPageExample string) error {
	p.spec.Version, p.spec.Lang = cli.Version, strings.ToLower(p.spec.Lang)
	for _, l := range strings.Split(p.labels, ",") {
		if l = strings.ToLower(strings.TrimSpace(l)); l != "" {
			p.spec.Labels = append(p.spec.Labels, l)
		}
	}
	var err error
	if p.spec.Trim, err = book.ParseTrim(p.trim); err != nil {
		return cli.UsageError(err, "for example: "+trimExample)
	}
	if err := p.readMargins(); err != nil {
		return err
	}
	if err := p.readPDF(); err != nil {
		return err
	}
	if err := p.readLines(); err != nil {
		return err
	}
	if p.symbols != "" {
		if p.spec.Symbols, err = book.ParseSymbols(p.symbols); err != nil {
			return cli.UsageError(fmt.Errorf("--symbols: %w", err), "for example: --symbols 0-F, or --symbols ABCDEFGHI")
		}
	}
	if p.pencil != "" && p.pencil != "none" {
		p.spec.Pencil = draw.Pencil(strings.ToLower(p.pencil))
	}
	if p.spec.PerPage, err = perPage(p.perPage); err != nil {
		return cli.UsageError(err, "for example: "+perPageExample)
	}
	words, err := book.WordsFor(p.spec.Lang)
	if err != nil {
		return cli.UsageError(err, "for example: --lang de")
	}
	advice := "titles and texts can only have characters of the font; name another with --font FILE"
	switch {
	case p.font != "":
		if err := p.readFonts(); err != nil {
			return err
		}
		advice = p.font + " is not suitable; name another font with --font FILE"
	case p.Given("font-bold") || p.Given("font-italic"):
		return cli.UsageError(fmt.Errorf("--font-bold and --font-italic go with --font"), "name the regular face too")
	case words.NeedsFont():
		return cli.UsageError(fmt.Errorf("the built-in fonts have no characters for %s (%s)", words.Language, words.Lang),
			"name a font that has them with --font FILE (or .ttc), and digits as well, for example wqy-zenhei.ttc")
	}
	for _, file := range p.spec.Words {
		if words, err = words.Replace(file); err != nil {
			return err
		}
	}
	if err := p.spec.Cover(words); err != nil {
		var script *draw.ScriptError
		if errors.As(err, &script) {
			advice = transliterate
		}
		return cli.DataError(err, advice)
	}
	return nil
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
		n, err := grade.ParseWhole(number)
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

// The most bytes of files that a user names. The largest fonts, collections of Chinese
// and Japanese ones, have some 30 million.
const (
	maxFont = 1 << 27
	maxText = 1 << 20
)

// readFonts reads the user's fonts.
func (p *pages) readFonts() error {
	regular, err := task.ReadRegular(p.font, maxFont)
	if err != nil {
		return err
	}
	faces := [3][]byte{regular}
	for i, path := range []string{p.fontBold, p.fontItalic} {
		if path == "" {
			continue
		}
		if faces[i+1], err = task.ReadRegular(path, maxFont); err != nil {
			return err
		}
	}
	if p.spec.Fonts, err = draw.ReadFonts(faces[0], faces[1], faces[2]); err != nil {
		return cli.DataError(fmt.Errorf("%s cannot be used: %w", p.font, err), "name a font in OpenType or TrueType (.otf, .ttf, .ttc)")
	}
	return nil
}

// checkOutput settles the format, by the file's name if --format is not given, and
// checks the flags that go with it. what is "book" or "sheet".
func (p *pages) checkOutput(what string) error {
	if p.output == "" {
		return cli.UsageError(fmt.Errorf("say where to write the %s", what), fmt.Sprintf("for example: -o %s.pdf, or -o - for stdout", what))
	}
	p.format = strings.ToLower(p.format)
	if p.format == "" {
		p.format = "pdf"
		if ext := strings.ToLower(filepath.Ext(p.output)); len(ext) > 1 && ext != ".pdf" {
			if ext != ".svg" && ext != ".png" {
				return cli.UsageError(fmt.Errorf("a %s is written as .pdf, .svg or .png, and %s says %s", what, p.output, ext),
					fmt.Sprintf("for example: -o %s.pdf, or --format pdf with any name", what))
			}
			p.format = ext[1:]
		}
	}
	switch {
	case p.format != "pdf" && p.format != "svg" && p.format != "png":
		return cli.UsageError(fmt.Errorf("there is no format %q", p.format), "use pdf, svg or png")
	case p.onePage() && p.page == "":
		return cli.UsageError(fmt.Errorf("%s shows one page: say which", p.format), "for example: --page 12, --page vii or --page '#3'")
	case !p.onePage() && p.Given("page"):
		return cli.UsageError(fmt.Errorf("--page goes with --format svg or png"), "leave it out for the whole book")
	case p.dpi < 20 || p.dpi > 1200:
		return cli.UsageError(fmt.Errorf("--dpi is %d; it must be from 20 to 1200", p.dpi), "for example: --dpi 300")
	}
	return nil
}

// warn says what a reader or a printer may not like.
func (p *pages) warn(b *book.Book) {
	for _, w := range b.Warnings {
		cli.Warn(p.Err, w)
	}
}

// onePage reports whether a picture of one page is asked for, not the whole PDF.
func (p *pages) onePage() bool { return p.format != "pdf" }

// writePage writes the page asked for.
func (p *pages) writePage(ctx context.Context, b *book.Book) error {
	index, err := pageIndex(b, p.page)
	if err != nil {
		return err
	}
	var image bytes.Buffer
	if p.format == "svg" {
		err = b.Pages[index].SVG(&image, 0)
	} else {
		err = b.Pages[index].PNG(&image, p.dpi)
	}
	if err != nil {
		return cli.UsageError(err, "for example: --dpi 150")
	}
	return p.write(ctx, image.Bytes())
}

func (p *pages) write(ctx context.Context, data []byte) error {
	return p.Write(ctx, p.output, task.Whole(data))
}

// layoutError says what to do about an impossible layout.
func (p *pages) layoutError(err error) error {
	var coverage *draw.CoverageError
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, book.ErrTooLong):
		return cli.UsageError(err, "put more puzzles on a page (--per-page, --solutions-per-page), or make two books")
	case errors.Is(err, book.ErrTooSmall):
		return cli.UsageError(err, "put fewer on a page (--per-page, --solutions-per-page), or take a larger page")
	case errors.Is(err, book.ErrMargin):
		return cli.UsageError(err, "give another --margin or --gutter, or leave them out")
	case errors.Is(err, book.ErrISBN):
		return cli.UsageError(err, "copy it once more from where it was assigned")
	case errors.As(err, &coverage):
		return cli.UsageError(err, "name a font that has them with --font FILE")
	}
	return cli.UsageError(err, p.HelpAdvice())
}

// pageIndex finds a page by its printed number, or by "#N" from the front.
func pageIndex(b *book.Book, name string) (int, error) {
	if number, ok := strings.CutPrefix(name, "#"); ok {
		n, err := strconv.Atoi(number)
		if err == nil && n >= 1 && n <= len(b.Pages) {
			return n - 1, nil
		}
	}
	for i := range b.Pages {
		if b.Pages[i].Label == name {
			return i, nil
		}
	}
	last := b.Pages[len(b.Pages)-1].Label
	has := fmt.Sprintf("it has 1 to %s", last)
	if b.Front > 0 {
		has = fmt.Sprintf("it has i to %s and 1 to %s, or #1 to #%d", b.Pages[b.Front-1].Label, last, len(b.Pages))
	}
	return 0, cli.UsageError(fmt.Errorf("there is no page %q", name), has)
}
