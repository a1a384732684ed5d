package book

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/book"
	"gradoku/cmd/gradoku/cli"
	"gradoku/draw"
)

// pages are the options that "gradoku book" and "gradoku sheet" share: what their
// pages look like and where they are written.
type pages struct {
	cli.Call
	spec                 book.Spec // from flags, and from readSpec where a flag must be parsed
	trim                 string
	perPage, labels      string
	font, fontBold       string
	output, format, page string
	dpi                  int
	quiet                bool
}

// fontFlags are the flags about languages and fonts.
func (p *pages) fontFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.StringFlag{Name: "lang", Destination: &p.spec.Lang, Value: "en", Usage: "language of all fixed words: " + strings.Join(book.Languages(), ", ") + " (zh and ja need --font)"},
		&urfave.StringFlag{Name: "font", Destination: &p.font, Usage: "a TrueType `FILE` instead of the Go fonts"},
		&urfave.StringFlag{Name: "font-bold", Destination: &p.fontBold, Usage: "its bold face"},
	}
}

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
	if p.spec.PerPage, err = perPage(p.perPage); err != nil {
		return cli.UsageError(err, "for example: "+perPageExample)
	}
	words, err := book.WordsFor(p.spec.Lang)
	if err != nil {
		return cli.UsageError(err, "for example: --lang de")
	}
	advice := "the title can only have characters of the font; name another with --font FILE.ttf"
	switch {
	case p.font != "":
		if err := p.readFonts(); err != nil {
			return err
		}
		advice = p.font + " is not suitable; name another font with --font FILE.ttf"
	case p.Given("font-bold"):
		return cli.UsageError(fmt.Errorf("--font-bold goes with --font"), "name the regular face too")
	case words.NeedsFont():
		return cli.UsageError(fmt.Errorf("the Go fonts have no characters for %s (%s)", words.Language, words.Lang),
			"name a font that has them with --font FILE.ttf (or .ttc), and digits as well, for example wqy-zenhei.ttc")
	}
	if err := p.spec.Cover(words); err != nil {
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

// readFonts reads the user's fonts.
func (p *pages) readFonts() error {
	regular, err := os.ReadFile(p.font)
	if err != nil {
		return cli.CannotRead(err)
	}
	var bold []byte
	if p.Given("font-bold") {
		if bold, err = os.ReadFile(p.fontBold); err != nil {
			return cli.CannotRead(err)
		}
	}
	if p.spec.Fonts, err = draw.ReadFonts(regular, bold); err != nil {
		return cli.DataError(fmt.Errorf("%s cannot be used: %w", p.font, err), "name a TrueType font (.ttf)")
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
		if ext := strings.ToLower(filepath.Ext(p.output)); ext == ".svg" || ext == ".png" {
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

// onePage reports whether a picture of one page is asked for, not the whole PDF.
func (p *pages) onePage() bool { return p.format != "pdf" }

// writePage writes the page asked for.
func (p *pages) writePage(b *book.Book) error {
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
	return p.write(image.Bytes())
}

func (p *pages) write(data []byte) error {
	return p.Write(p.output, func(w io.Writer) error { _, err := w.Write(data); return err })
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
	case errors.As(err, &coverage):
		return cli.UsageError(err, "name a font that has them with --font FILE.ttf")
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
