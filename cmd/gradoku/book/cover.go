package book

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	urfave "github.com/urfave/cli/v2"

	"gradoku/book"
	"gradoku/cmd/gradoku/cli"
	"gradoku/draw"
	"gradoku/internal/text"
	"gradoku/task"
)

// coverOptions are what the command line of "gradoku book cover" says.
type coverOptions struct {
	pages
	cover         book.CoverSpec
	spine, colour string
	blurb, style  string
	styleWords    string // the table of the style file, as TOML
}

func coverCommand(s cli.Streams) *urfave.Command {
	var o coverOptions
	return &urfave.Command{
		Name:      "cover",
		Usage:     "make the cover of a finished book: back, spine and front on one page, with bleed and barcode",
		ArgsUsage: "BOOK.pdf",
		UsageText: "gradoku book cover book.pdf --isbn 978-3-16-148410-0 --blurb back.txt -o cover.pdf\n" +
			"gradoku book cover book.pdf --printer lulu --colour 1F4E79 -o cover.pdf\n" +
			"gradoku book cover book.pdf --printer ingram --spine 0.31 -o cover.pdf",
		Description: "Reads the book's PDF: the spine is as wide as its pages on the paper, by the printer's published formula,\n" +
			"and trim, title, author, language and ISBN are the book's unless flags say otherwise. An ISBN that is\n" +
			"not the book's is refused. The barcode is an EAN-13, the page has trim and bleed boxes.",
		Flags:  o.flags(),
		Action: cli.Action(s, &o.Call, o.run),
	}
}

func (o *coverOptions) flags() []urfave.Flag {
	return append([]urfave.Flag{
		&urfave.StringFlag{Name: "o", Aliases: []string{"output"}, Destination: &o.output, Usage: "write to `FILE` (.pdf, .png, .svg), - for stdout"},
		&urfave.StringFlag{Name: "style", Destination: &o.style, Usage: "the book's style `FILE`: what it says of printer, fonts, lines, words and subtitle holds for the cover, unless its table [cover] gives other flags: colour = \"7A1F2B\"; flags win over it"},
		&urfave.StringFlag{Name: "words", Destination: &o.words, Usage: "a TOML `FILE` of texts in the place of the language's"},
		&urfave.StringFlag{Name: "title", Destination: &o.cover.Title, Usage: "on front and spine (default: the book's)"},
		&urfave.StringFlag{Name: "subtitle", Destination: &o.cover.Subtitle, Usage: "under the title"},
		&urfave.StringFlag{Name: "author", Destination: &o.cover.Author, Usage: "on front and spine (default: the book's)"},
		&urfave.StringFlag{Name: "isbn", Destination: &o.cover.ISBN, Usage: "of the barcode (default: the book's)"},
		&urfave.StringFlag{Name: "blurb", Destination: &o.blurb, Usage: "a `FILE` with the text of the back, empty lines between its paragraphs (default: a word on the puzzles)"},
		&urfave.StringFlag{Name: "colour", Destination: &o.colour, Value: "1F4E79", Usage: "of the cover, as RRGGBB"},
		cli.Choice(&urfave.StringFlag{Name: "paper", Destination: &o.cover.Paper, Value: book.Papers[0], Usage: "of the book's pages: white, cream or colour (KDP's premium colour)"}, book.Papers...),
		&urfave.StringFlag{Name: "spine", Destination: &o.spine, Usage: "its width, in inches or as in 8mm (default: by the printer's formula)"},
		printerFlag(&o.cover.Printer),
		&urfave.StringFlag{Name: "line-weights", Destination: &o.lines, Usage: "of the puzzle on the front, in points: 0.5,1.2,2"},
		&urfave.IntFlag{Name: "box-tint", Destination: &o.cover.BoxTint, Usage: "shade every other box of it with so many percent of black"},
		&urfave.StringFlag{Name: "font", Destination: &o.font, Usage: "a font `FILE` (.ttf, .otf, .ttc) instead of the built-in one"},
		&urfave.StringFlag{Name: "font-bold", Destination: &o.fontBold, Usage: "its bold face"},
		&urfave.IntFlag{Name: "dpi", Destination: &o.dpi, Value: 150, Usage: "with png: dots per inch"},
		cli.QuietFlag(&o.quiet),
	}, o.pdfFlags()[:3]...) // a cover has no second ink
}

func (o *coverOptions) run(ctx context.Context) error {
	if len(o.Args) != 1 {
		return cli.UsageError(errors.New("name the PDF of one book"), "for example: gradoku book cover book.pdf -o cover.pdf")
	}
	if err := o.CheckApart("", task.Output{Flag: "-o", Path: o.output}); err != nil {
		return err
	}
	if err := o.readStyle(); err != nil {
		return err
	}
	o.page = "1"
	if err := o.checkOutput("cover"); err != nil {
		return err
	}
	interior, size, err := openPDF(o.Args[0])
	if err != nil {
		return err
	}
	defer interior.Close()
	in, err := book.ReadInterior(interior, size)
	if err != nil {
		return cli.DataError(fmt.Errorf("%s: %w", o.Args[0], err), "only a PDF that gradoku book wrote can have a cover")
	}
	if err := o.readPDF(); err != nil {
		return err
	}
	o.cover.PDF = o.pdf
	if err := o.fill(in); err != nil {
		return err
	}
	c, err := book.NewCover(in, o.cover)
	var coverage *draw.CoverageError
	var script *draw.ScriptError
	switch {
	case err == nil:
	case errors.As(err, &script):
		return cli.DataError(err, transliterate)
	case errors.Is(err, book.ErrISBN):
		return cli.UsageError(err, "copy it once more from where it was assigned")
	case errors.As(err, &coverage):
		return cli.UsageError(err, "name a font that has them with --font FILE")
	case errors.Is(err, book.ErrPaper):
		return cli.UsageError(err, "for example: --paper cream")
	case strings.Contains(err.Error(), "with its template"):
		return cli.UsageError(err, "give it: --spine 0.31")
	default:
		return cli.UsageError(err, o.HelpAdvice())
	}
	for _, w := range c.Warnings {
		cli.Warn(o.Err, w)
	}
	var out bytes.Buffer
	switch o.format {
	case "png":
		err = c.Page.PNG(&out, o.dpi)
	case "svg":
		err = c.Page.SVG(&out, 0)
	default:
		if err = c.PDF(&out); err == nil {
			err = in.Fits(bytes.NewReader(out.Bytes()), int64(out.Len()), c.Spine)
		}
	}
	if err != nil {
		return err
	}
	if err := o.write(ctx, out.Bytes()); err != nil || o.output == "-" {
		return err
	}
	cli.TalkTo(o.Err, o.quiet)("cover of %s, %s of %.4g x %.4g in: %.3f x %.3f in with bleed, spine %.3f in; written to %s",
		o.Args[0], text.Count(in.Pages, "page", "pages"), in.W/72, in.H/72, c.Page.Right/72, c.Page.Bottom/72, c.Spine/72, o.output)
	return nil
}

// coverTable is the table of a style file with the flags of a cover alone.
const coverTable = "cover"

// readStyle reads it.
func (o *coverOptions) readStyle() error {
	if o.style == "" {
		return nil
	}
	var file map[string]any
	if err := readTOML(o.style, &file, "[cover] and below it colour = \"7A1F2B\""); err != nil {
		return err
	}
	if err := o.checkKeys(o.style, file[coverTable]); err != nil {
		return err
	}
	values := map[string]any{}
	for _, key := range sharedKeys {
		if value, ok := file[key]; ok {
			values[key] = value
		}
	}
	if table, ok := values[wordsTable].(map[string]any); ok {
		var err error
		if o.styleWords, err = tableText(table); err != nil {
			return cli.UsageError(fmt.Errorf("%s: %w", o.style, err), "write texts in quotes: contents = \"…\"")
		}
		delete(values, wordsTable)
	}
	if kind := values["pdf"]; kind == draw.PDFTagged || kind == draw.PDFFillable { // nobody reads or fills in a cover
		delete(values, "pdf")
	}
	if s, ok := values["subtitle"].(string); ok && strings.Contains(s, volumeMark) && !o.Given("subtitle") {
		return cli.UsageError(fmt.Errorf("%s: the subtitle %q does not say which volume this is", o.style, s), "give it: --subtitle \""+strings.ReplaceAll(s, volumeMark, "1")+"\"")
	}
	if own, ok := file[coverTable].(map[string]any); ok {
		maps.Copy(values, own)
	}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		value, err := flagText(values[key])
		if err != nil {
			return cli.UsageError(fmt.Errorf("%s: %s: %w", o.style, key, err), o.HelpAdvice())
		}
		if o.Given(key) {
			continue
		}
		// Files are looked for beside the style file.
		if slices.Contains([]string{"font", "font-bold", "icc", "blurb", "words"}, key) && !filepath.IsAbs(value) {
			value = filepath.Join(filepath.Dir(o.style), value)
		}
		if err := o.Set(key, value); err != nil {
			return cli.UsageError(fmt.Errorf("%s: %s cannot be %q", o.style, key, value), o.HelpAdvice())
		}
	}
	return nil
}

// sharedKeys are the keys of a style file, outside its table [cover], that hold for the
// cover too. Title, author and ISBN stand in the book.
var sharedKeys = []string{"printer", "subtitle", "font", "font-bold", "line-weights", "box-tint", "words", "pdf", "condition", "icc"}

// checkKeys refuses a table [cover] with a key that is no flag of a cover. There may be none.
func (o *coverOptions) checkKeys(style string, cover any) error {
	table, ok := cover.(map[string]any)
	if cover != nil && !ok {
		return cli.UsageError(fmt.Errorf("%s: %s is no table", style, coverTable), "write [cover] and the flags of a cover below it, without dashes")
	}
	var keys []string
	for _, f := range o.flags() {
		if name := f.Names()[0]; !slices.Contains([]string{"o", "style", "dpi", "quiet"}, name) {
			keys = append(keys, name)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(table)) {
		if !slices.Contains(keys, key) {
			advice := "its keys are the flags of a cover, without dashes: gradoku book cover --help shows what there is"
			if near := cli.Nearest(key, keys); near != "" {
				advice = fmt.Sprintf("did you mean %q?", near)
			}
			return cli.UsageError(fmt.Errorf("%s: [%s] has no key %q", style, coverTable, key), advice)
		}
	}
	return nil
}

// fill completes the spec by what the book says.
func (o *coverOptions) fill(in *book.Interior) error {
	c := &o.cover
	for _, v := range []struct {
		flag string
		to   *string
		book string
	}{{"title", &c.Title, in.Title}, {"author", &c.Author, in.Author}, {"isbn", &c.ISBN, in.ISBN}} {
		if !o.Given(v.flag) {
			*v.to = v.book
		}
	}
	c.Lang, c.Version = in.Lang, cli.Version
	if strings.TrimSpace(c.Title) == "" {
		return cli.UsageError(errors.New("the cover has no title"), "give one: --title \"Quiet Sudoku\"")
	}
	colour, err := strconv.ParseUint(strings.TrimPrefix(o.colour, "#"), 16, 32)
	if err != nil || len(strings.TrimPrefix(o.colour, "#")) != 6 {
		return cli.UsageError(fmt.Errorf("%q is not a colour", o.colour), "write red, green and blue in hexadecimal: --colour 1F4E79")
	}
	c.Colour = draw.RGB(colour)
	if err := o.readLines(); err != nil {
		return err
	}
	c.Lines = o.spec.Lines
	o.spec.Lang = in.Lang
	if o.styleWords != "" {
		if err := o.useWords(o.style+": ["+wordsTable+"]", o.styleWords); err != nil {
			return err
		}
	}
	if err := o.readWords(); err != nil {
		return err
	}
	c.Words = o.spec.Words
	if o.spine != "" {
		if c.Spine, err = book.ParseLength(o.spine); err != nil {
			return cli.UsageError(fmt.Errorf("--spine: %w", err), "for example: --spine 0.31, or --spine 8mm")
		}
	}
	if o.blurb != "" {
		blurb, err := task.ReadRegular(o.blurb, maxText)
		if err != nil {
			return err
		}
		if !utf8.Valid(blurb) || bytes.ContainsRune(blurb, 0) {
			return cli.DataError(fmt.Errorf("%s is no text", o.blurb), "write the text of the back in UTF-8, with empty lines between its paragraphs")
		}
		if c.Blurb = string(blurb); strings.TrimSpace(c.Blurb) == "" {
			return cli.DataError(fmt.Errorf("%s is empty", o.blurb), "leave --blurb out for a word on the puzzles")
		}
	}
	if o.font != "" {
		if err := o.readFonts(); err != nil {
			return err
		}
		c.Fonts = o.spec.Fonts
	} else if words, err := book.WordsFor(c.Lang); err == nil && words.NeedsFont() {
		return cli.UsageError(fmt.Errorf("the built-in fonts have no characters for %s (%s)", words.Language, words.Lang), "name a font that has them with --font FILE")
	}
	return nil
}
