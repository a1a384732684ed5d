package book

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/book"
	"gradoku/cmd/gradoku/cli"
	grading "gradoku/cmd/gradoku/grade"
	"gradoku/task"
)

// sheetOptions are what the command line of "gradoku sheet" says.
type sheetOptions struct {
	pages
	solutions bool
}

// SheetCommand is "gradoku sheet".
func SheetCommand(s cli.Streams) *urfave.Command {
	var o sheetOptions
	return &urfave.Command{
		Name:      "sheet",
		Usage:     "make pages of given puzzles to print at home: PDF, SVG or PNG",
		ArgsUsage: "PUZZLE|FILE|-...",
		UsageText: "gradoku sheet 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.. -o sheet.pdf\n" +
			"gradoku sheet puzzles.txt --per-page 4 --solutions --title \"For the train\" -o sheet.pdf\n" +
			"gradoku export --level Hard --limit 6 -q | gradoku sheet - --paper A4 -o hard.pdf",
		Description: "All puzzles go on one page if they can (up to 9, and large enough to write in), each as large as fits.\n" +
			"Nothing is taken from or written to a database. A book with contents and cross-references is made by: gradoku book.",
		Flags: slices.Concat([]urfave.Flag{
			&urfave.StringFlag{Name: "o", Aliases: []string{"output"}, Destination: &o.output, Usage: "write to `FILE`, - for stdout"},
			cli.Choice(&urfave.StringFlag{Name: "format", Destination: &o.format, Usage: "pdf, svg or png (default: by the file's extension, else pdf)"}, "pdf", "svg", "png"),
			&urfave.StringFlag{Name: "paper", Destination: &o.trim, Value: "letter", Usage: "paper size: " + strings.Join(book.TrimNames(), ", ") + ", or measures such as 170x240mm"},
			&urfave.StringFlag{Name: "per-page", Destination: &o.perPage, Usage: "puzzles on a page: 1, 2, 3, 4, 6, 8, 9 or 12 (default: all, as far as 9 go)"},
			&urfave.BoolFlag{Name: "solutions", Destination: &o.solutions, Usage: "add the solutions, on pages of their own"},
			&urfave.IntFlag{Name: "solutions-per-page", Destination: &o.spec.Solutions, Usage: "1, 2, 4, 6, 9, 12 or 16", DefaultText: "as many as are legible"},
			&urfave.StringFlag{Name: "title", Destination: &o.spec.Title, Usage: "over the puzzles"},
			&urfave.StringFlag{Name: "labels", Destination: &o.labels, Value: "level,rating", Usage: "under each puzzle: level, rating, letter, or none"},
			&urfave.BoolFlag{Name: "large-print", Destination: &o.spec.LargePrint, Usage: "large digits and text, at most 2 puzzles on a page"},
			&urfave.BoolFlag{Name: "no-tick", Destination: &o.spec.NoTick, Usage: "leave out the box to tick under each puzzle"},
			&urfave.BoolFlag{Name: "no-time", Destination: &o.spec.NoTime, Usage: "leave out the line for the time"},
		}, o.fontFlags(), o.pdfFlags(), []urfave.Flag{
			&urfave.StringFlag{Name: "page", Destination: &o.page, Value: "1", Usage: "with svg or png: which page"},
			&urfave.IntFlag{Name: "dpi", Destination: &o.dpi, Value: 150, Usage: "with png: dots per inch"},
			cli.FromFlag(&o.Call), cli.QuietFlag(&o.quiet),
		}),
		Action: cli.Action(s, &o.Call, o.run),
	}
}

func (o *sheetOptions) run(ctx context.Context) error {
	if err := o.CheckApart("", task.Output{Flag: "-o", Path: o.output}); err != nil {
		return err
	}
	if err := o.readSpec("--paper A4", "--per-page 4"); err != nil {
		return err
	}
	if err := o.checkOutput("sheet"); err != nil {
		return err
	}
	list, err := o.puzzles(ctx)
	if err != nil {
		return err
	}
	b, err := book.Sheet(o.spec, list, o.solutions)
	if err != nil {
		return o.layoutError(err)
	}
	o.warn(b)
	switch {
	case o.onePage() && !o.Given("page") && len(b.Pages) > 1:
		return o.writeAll(ctx, b)
	case o.onePage():
		err = o.writePage(ctx, b)
	default:
		var pdf bytes.Buffer
		if err = b.PDF(&pdf); err == nil {
			err = o.write(ctx, pdf.Bytes())
		}
	}
	if err != nil || o.output == "-" {
		return err
	}
	say := cli.TalkTo(o.Err, o.quiet)
	if o.onePage() && len(b.Pages) > 1 {
		say("page %s of %d written to %s", o.page, len(b.Pages), o.output)
	} else {
		say("puzzles: %d, pages: %d, written to %s", b.Puzzles, len(b.Pages), o.output)
	}
	return nil
}

// writeAll writes pictures of all pages: of -o hard.png, hard-1.png, hard-2.png and so on.
func (o *sheetOptions) writeAll(ctx context.Context, b *book.Book) error {
	if o.output == "-" {
		return cli.UsageError(fmt.Errorf("the sheet has %d pages, and stdout takes one picture", len(b.Pages)), "say which with --page, or write files: -o sheet."+o.format)
	}
	ext := filepath.Ext(o.output)
	stem, first, last := strings.TrimSuffix(o.output, ext), "", ""
	for i := range b.Pages {
		last = fmt.Sprintf("%s-%d%s", stem, i+1, ext)
		if i == 0 {
			first = last
		}
		o.output, o.page = last, fmt.Sprintf("#%d", i+1)
		if err := o.writePage(ctx, b); err != nil {
			return err
		}
	}
	cli.TalkTo(o.Err, o.quiet)("puzzles: %d, pages: %d, written to %s to %s", b.Puzzles, len(b.Pages), first, last)
	return nil
}

// puzzles reads and solves the puzzles; one that is not proper is an error, since
// nobody should be given it.
func (o *sheetOptions) puzzles(ctx context.Context) ([]book.Puzzle, error) {
	var list []book.Puzzle
	work := grading.Grader{}
	for src, err := range o.Puzzles(ctx) {
		if err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p := src.Record.Puzzle
		g, err := work.Grade(&p)
		if err != nil {
			return nil, cli.DataError(cli.Placed(&src, err), "a sheet takes puzzles with exactly one solution")
		}
		if len(list) == book.MaxPages {
			return nil, cli.UsageError(fmt.Errorf("there are more than %d puzzles", book.MaxPages), "gradoku book makes books of saved puzzles")
		}
		list = append(list, book.Puzzle{Givens: p, Solution: g.Solution, Canon: board.Key(&p, &g.Solution), Grade: g.Grade})
	}
	return list, nil
}
