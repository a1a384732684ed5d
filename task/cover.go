package task

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gradoku/book"
	"gradoku/draw"
	"gradoku/internal/bind"
	"gradoku/internal/field"
)

// BookCover makes the cover of a finished book: back, spine and front on one page.
type BookCover struct {
	Output string `query:"o" json:"output,omitempty" minLength:"1" alias:"output" doc:"write to FILE, - for stdout" value:"FILE"`
	Style  string `query:"style" json:"style,omitempty" value:"FILE" doc:"the book's style FILE: its printer, fonts, lines, words and subtitle apply to the cover, unless its table [cover] gives other flags: colour = \"7A1F2B\"; flags win over it"`
	Names
	Blurb string `query:"blurb" json:"blurb,omitempty" value:"FILE" doc:"a Markdown FILE with the text of the back: paragraphs, **bold**, lists" usual:"what is in the book"`
	CoverDesign
	Art string `query:"art" json:"art,omitempty" value:"FILE" doc:"a PNG or JPEG FILE to draw in place of the front's puzzle; a picture about as wide as the whole cover goes over back, spine and front. Texts on it get labels in the cover's colour"`

	Font string `query:"font" json:"font,omitempty" value:"FILE" doc:"a font FILE (.ttf, .otf, .ttc) instead of the built-in one"`
	DPI  int    `query:"dpi" group:"Pages" json:"dpi,omitempty" needs:"o=.png" minimum:"20" maximum:"1200" doc:"with png: dots per inch" usual:"150" example:"300"`

	Fine   CoverFine              `json:"-"`
	Book   string                 `json:"-"` // the PDF of the book
	Volume int                    `json:"-"` // for a book that does not record its volume; 0 for none
	Fixed  func(name string) bool `json:"-"` // which fields the book and its style file must not set although they are zero; nil for none
}

// CoverDesign is the part of a cover's look that names no files. The web pages use it too.
type CoverDesign struct {
	Colour   string `query:"colour" json:"colour,omitempty" doc:"colour of the cover as RRGGBB, or 1 to 10 for one of gradoku's pairs of colours; later volumes get other pairs" usual:"a pair that suits the book's main level" example:"1F4E79"`
	Template string `query:"template" json:"template,omitempty" choices:"band,plain" doc:"arrangement of the front: band (with a puzzle), or plain (the number of puzzles on a disc)" usual:"band"`
	Burst    string `query:"burst" json:"burst,omitempty" maxLength:"200" doc:"a line of its own on the front" usual:"the levels of the book" example:"Large print · easy to hard"`
	Spine    string `query:"spine" json:"spine,omitempty" doc:"width of the spine, in inches or as in 8mm" usual:"by the printer's formula" example:"0.31"`
	Case     string `query:"case" json:"case,omitempty" needs:"spine" doc:"for a hardcover: the size of its whole cover with what is folded in, as the printer's calculator or template states it; --spine is then from there too" usual:"none, a paperback" example:"14.35x10.42"`
	Price    string `query:"price-code" json:"price_code,omitempty" maxLength:"5" doc:"five digits for the small barcode beside that of the ISBN, which state the price: 51299 for 12.99 US dollars" usual:"none" example:"51299"`
}

// CoverFine is the part of a cover's look that only a style file sets.
type CoverFine struct {
	Accent string `query:"accent" doc:"second colour, for the band or the disc on the front, as RRGGBB" usual:"the second of the pair, else F2B705" example:"F2B705"`
	Print
}

// keys lists the keys of the table of a style file that set the cover's look.
func (c *BookCover) keys() []bind.Field {
	about := func(f bind.Field) bool { return slices.Contains([]string{"o", "style", "preset", "dpi"}, f.Name) }
	return append(slices.DeleteFunc(bind.Fields(c), about), bind.Fields(&c.Fine)...)
}

// Implied returns the extension of the file's name: see [bind.Implier].
func (c *BookCover) Implied(name string) string {
	if name != "o" {
		return ""
	}
	return filepath.Ext(c.Output)
}

// CoverResult says what was made. Lengths are in points.
type CoverResult struct {
	Path       string  `json:"path"`
	Pages      int     `json:"pages"` // of the book
	PageWidth  float64 `json:"page_width"`
	PageHeight float64 `json:"page_height"`
	Width      float64 `json:"width"` // with bleed
	Height     float64 `json:"height"`
	Spine      float64 `json:"spine"`
}

// Run makes the cover.
func (c BookCover) Run(ctx context.Context, env Env) (CoverResult, error) {
	result := CoverResult{Path: c.Output}
	if err := cmp.Or(CheckApart("", []string{c.Book}, Output{"-o", c.Output}), bind.Check(&c, nil)); err != nil {
		return result, err
	}
	spec := book.CoverSpec{Spec: book.Spec{Version: Version}}
	look, err := c.applyStyle()
	if err != nil {
		return result, err
	}
	print := Printout{DPI: c.DPI}
	if err := print.settle("cover", c.Output, "1"); err != nil {
		return result, err
	}
	interior, size, err := openPDF(ctx, c.Book)
	if err != nil {
		return result, err
	}
	defer interior.Close()
	in, err := book.ReadInterior(interior, size)
	switch {
	case ctx.Err() != nil: // which the reader of PDFs calls a damaged file
		return result, context.Cause(ctx)
	case err != nil:
		return result, notBook(c.Book, err, "only a PDF that gradoku book wrote can have a cover")
	}
	in.Volume = cmp.Or(in.Volume, c.Volume)
	for _, text := range []*string{&c.Output, &c.Title, &c.Subtitle, &c.Burst} {
		if strings.Contains(*text, volumeMark) && in.Volume == 0 {
			return result, UsageError(fmt.Errorf("%q needs the number of a volume, and %s is not part of a series", *text, c.Book), "write the number instead of "+volumeMark)
		}
		*text = strings.ReplaceAll(*text, volumeMark, fmt.Sprint(in.Volume))
	}
	result.Path = c.Output
	if look != nil {
		if spec.Words, err = look.words(in.Lang); err != nil {
			return result, err
		}
	}
	if err := c.fill(&spec, in); err != nil {
		return result, err
	}
	cover, err := book.NewCover(in, spec)
	switch {
	case errors.Is(err, book.ErrSpine):
		return result, UsageError(err, "give it: --spine 0.31")
	case err != nil:
		return result, layoutError(err)
	}
	for _, w := range cover.Warnings {
		env.warn("%s", w)
	}
	var out bytes.Buffer
	if print.onePage() {
		err = cover.Page.PNG(&out, print.dots())
	} else {
		err = cover.PDF(&out)
	}
	if err != nil {
		return result, err
	}
	if err := env.write(ctx, c.Output, Whole(out.Bytes())); err != nil {
		return result, err
	}
	env.notify(Event{Written: &Written{Path: c.Output, Kind: "cover"}})
	result.Pages, result.PageWidth, result.PageHeight = in.Pages, in.W, in.H
	result.Width, result.Height, result.Spine = cover.Page.Right, cover.Page.Bottom, cover.Spine
	return result, nil
}

// sharedKeys are the keys outside the [cover] table of a style file that also apply to the
// cover. Title, author and ISBN are read from the book.
var sharedKeys = []string{"for", "paper", "subtitle", "font", "font-bold", "line-weights", "box-tint", "pdf", "condition"}

// applyStyle applies the settings of a style file to the cover. It returns the file, nil for
// none.
func (c *BookCover) applyStyle() (*style, error) {
	if c.Style == "" && c.Preset == "" {
		return nil, nil
	}
	s, err := openStyle(c.Style, c.Preset, "[cover] and below it colour = \"7A1F2B\"")
	if err != nil {
		return nil, err
	}
	own, err := s.cover()
	if err != nil {
		return nil, err
	}
	values := maps.Clone(s.values)
	maps.DeleteFunc(values, func(key string, _ any) bool { return !slices.Contains(sharedKeys, key) })
	maps.Copy(values, own)
	return s, s.fill(c.keys(), values, c.Fixed)
}

// colour parses the colour of an option.
func colour(option, text string) (draw.RGB, error) {
	digits := strings.TrimPrefix(text, "#")
	rgb, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || len(digits) != 6 {
		return 0, UsageError(fmt.Errorf("%q is not a colour", text), "write red, green and blue in hexadecimal: --"+option+" 1F4E79")
	}
	return draw.RGB(rgb), nil
}

// fill completes the spec, also with what the book contains.
func (c *BookCover) fill(s *book.CoverSpec, in *book.Interior) (err error) {
	look := Look{Names: c.Names, Design: Design{Lang: in.Lang}, Font: c.Font, Fine: Fine{Print: c.Fine.Print}}
	theirs := style{path: c.Book, gives: map[string]string{}}
	values := map[string]any{"title": in.Title, "subtitle": in.Subtitle, "author": in.Author, "isbn": in.ISBN, "for": in.Printer, "paper": in.Paper}
	if err := theirs.fill(look.keys(), values, c.Fixed); err != nil {
		return err
	}
	if c.Font == "" {
		look.Fine.FontBold = "" // the style file may have set it for the book
	}
	if _, err = look.settings(&s.Spec); err != nil {
		return err
	}
	if strings.TrimSpace(s.Title) == "" {
		return UsageError(errors.New("the cover has no title"), "give one: --title \"Quiet Sudoku\"")
	}
	if c.Art != "" {
		if s.Art, err = ReadRegular(c.Art, maxImage); err != nil {
			return err
		}
	}
	s.Template, s.Burst = strings.ToLower(c.Template), c.Burst
	s.Accent = 0xF2B705
	if n, err := strconv.Atoi(cmp.Or(c.Colour, "0")); err == nil && len(c.Colour) < 6 {
		if n < 0 || n > book.Palette || n == 0 && c.Colour != "" {
			return UsageError(fmt.Errorf("there is no pair of colours %d: use 1 to %d", n, book.Palette), "or write red, green and blue in hexadecimal: --colour 1F4E79")
		}
		s.Colour, s.Accent = in.Colours(n)
	} else if s.Colour, err = colour("colour", c.Colour); err != nil {
		return err
	}
	if c.Fine.Accent != "" {
		if s.Accent, err = colour("accent", c.Fine.Accent); err != nil {
			return err
		}
	}
	if c.Spine != "" {
		if s.Spine, err = book.ParseLength(c.Spine); err != nil {
			return &field.Error{Field: "spine", Err: err}
		}
	}
	if c.Case != "" {
		var ok bool
		if s.Case, ok = book.ParseSize(c.Case); !ok {
			return &field.Error{Field: "case", Err: fmt.Errorf("%q is not a size: write width and height, as in 14.35x10.42 or 364x265mm", c.Case)}
		}
	}
	if s.PriceCode = c.Price; s.PriceCode != "" && s.ISBN == "" {
		return UsageError(errors.New("a price code stands beside the barcode of an ISBN, and the book has none"), "for example: --isbn 978-3-16-148410-0")
	}
	if c.Blurb != "" {
		blurb, err := ReadRegular(c.Blurb, maxText)
		if err != nil {
			return err
		}
		if !utf8.Valid(blurb) || bytes.ContainsRune(blurb, 0) {
			return DataError(fmt.Errorf("%s is not a text file in UTF-8", c.Blurb), "write the text for the back cover in UTF-8, with empty lines between paragraphs")
		}
		if s.Blurb = string(blurb); strings.TrimSpace(s.Blurb) == "" {
			return DataError(fmt.Errorf("%s is empty", c.Blurb), "leave --blurb out to get what is in the book")
		}
	}
	return nil
}
