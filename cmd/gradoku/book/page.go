package book

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/book"
	"gradoku/cmd/gradoku/cli"
)

// bookOut is where a book, or one page of it, goes.
type bookOut struct {
	path   string
	render func(b *book.Book, index int, w io.Writer, dpi int) error // nil for the whole book
}

// pageRenderers are the forms of a single page.
var pageRenderers = map[string]func(b *book.Book, index int, w io.Writer, dpi int) error{
	"svg": func(b *book.Book, index int, w io.Writer, _ int) error { return b.Pages[index].SVG(w, 0) },
	"png": func(b *book.Book, index int, w io.Writer, dpi int) error { return b.Pages[index].PNG(w, dpi) },
}

// bookOutput reads -o, --format and --page.
func bookOutput(c *urfave.Context) (bookOut, error) {
	out := bookOut{path: c.String("o")}
	if out.path == "" {
		return out, cli.UsageError(fmt.Errorf("say where to write the %s", c.Command.Name), fmt.Sprintf("for example: -o %s.pdf, or -o - for stdout", c.Command.Name))
	}
	name := strings.ToLower(c.String("format"))
	if name == "" {
		name = strings.ToLower(strings.TrimPrefix(filepath.Ext(out.path), "."))
		if pageRenderers[name] == nil {
			name = "pdf"
		}
	}
	out.render = pageRenderers[name]
	switch {
	case out.render == nil && name != "pdf":
		return out, cli.UsageError(fmt.Errorf("there is no format %q", name), "use pdf, svg or png")
	case out.render != nil && c.String("page") == "":
		return out, cli.UsageError(fmt.Errorf("%s shows one page: say which", name), "for example: --page 12, --page vii or --page '#3'")
	case out.render == nil && c.IsSet("page"):
		return out, cli.UsageError(fmt.Errorf("--page goes with --format svg or png"), "leave it out for the whole book")
	case c.Int("dpi") < 20 || c.Int("dpi") > 1200:
		return out, cli.UsageError(fmt.Errorf("--dpi is %d; it must be from 20 to 1200", c.Int("dpi")), "for example: --dpi 300")
	}
	return out, nil
}

// onePage writes a single page. It is a look at the book, not the book: nothing
// is recorded.
func (out bookOut) onePage(c *urfave.Context, s cli.Streams, b *book.Book) error {
	index, err := pageIndex(b, c.String("page"))
	if err != nil {
		return err
	}
	var image bytes.Buffer
	if err := out.render(b, index, &image, c.Int("dpi")); err != nil {
		return cli.UsageError(err, "for example: --dpi 150")
	}
	write := func(w io.Writer) error { _, err := w.Write(image.Bytes()); return err }
	if out.path == "-" {
		return write(s.Out)
	}
	if err := cli.ToFile(out.path, write); err != nil {
		return err
	}
	cli.TalkTo(s.Err, c.Bool("quiet"))("page %s of %d written to %s; the book is not recorded", c.String("page"), len(b.Pages), out.path)
	return nil
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
