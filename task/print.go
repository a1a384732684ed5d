package task

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gradoku/book"
)

// Printout says where and in which format pages are written.
type Printout struct {
	Format string `query:"format" json:"format,omitempty" choices:"pdf,png" doc:"pdf, or png for one page" usual:"by the file's extension, else pdf"`
	Page   string `query:"page" json:"page,omitempty" needs:"format=png" doc:"with png: which page, by its printed number (12, vii) or #N for the N-th of the file"`
	DPI    int    `query:"dpi" json:"dpi,omitempty" needs:"format=png" not:"preview" minimum:"20" maximum:"1200" doc:"with png: dots per inch" usual:"150" example:"300"`
}

// settle sets the output format, from the file's name if it is not given, and checks the
// options that depend on it. what is book, sheet or cover. page is the default page of a
// picture, "" for none.
func (p *Printout) settle(what, output, page string) error {
	if output == "" {
		return UsageError(fmt.Errorf("say where to write the %s", what), fmt.Sprintf("for example: -o %s.pdf, or -o - for stdout", what))
	}
	if p.Format = strings.ToLower(p.Format); p.Format == "" {
		if p.Format = impliedFormat(output); !slices.Contains([]string{"pdf", "png"}, p.Format) {
			return UsageError(fmt.Errorf("a %s is written as .pdf or .png, but %s ends in .%s", what, output, p.Format),
				fmt.Sprintf("for example: -o %s.pdf, or --format pdf with any name", what))
		}
	}
	if p.onePage() {
		if p.Page = cmp.Or(p.Page, page); p.Page == "" {
			return UsageError(errors.New("png shows one page: say which"), "for example: --page 12, --page vii or --page '#3'")
		}
	}
	return nil
}

func (p *Printout) implied(name, output string) string {
	if name != "format" {
		return ""
	}
	return cmp.Or(p.Format, impliedFormat(output))
}

// impliedFormat is the format of pages that are written to a file of this name: its
// extension, or else pdf.
func impliedFormat(output string) string {
	return cmp.Or(strings.ToLower(strings.TrimPrefix(filepath.Ext(output), ".")), "pdf")
}

// onePage reports whether the output is a picture of one page and not the whole PDF.
func (p *Printout) onePage() bool { return p.Format != "pdf" }

// write writes the requested page.
func (p *Printout) write(ctx context.Context, env *Env, output string, b *book.Book) error {
	index, err := pageIndex(b, p.Page)
	if err != nil {
		return err
	}
	var image bytes.Buffer
	if err := b.Pages[index].PNG(&image, p.dots()); err != nil {
		return UsageError(err, "for example: --dpi 150")
	}
	return env.write(ctx, output, Whole(image.Bytes()))
}

// dots returns the resolution in dots per inch.
func (p *Printout) dots() int { return cmp.Or(p.DPI, 150) }

// pageIndex finds a page by its printed number, or by "#N", which counts from the front.
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
	has := fmt.Sprintf("the pages are 1 to %s", last)
	if b.Front > 0 {
		has = fmt.Sprintf("the pages are i to %s and 1 to %s, or #1 to #%d", b.Pages[b.Front-1].Label, last, len(b.Pages))
	}
	return 0, UsageError(fmt.Errorf("there is no page %q", name), has)
}
