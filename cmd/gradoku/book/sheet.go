package book

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/book"
	"gradoku/cmd/gradoku/cli"
	grading "gradoku/cmd/gradoku/grade"
)

func SheetCommand(s cli.Streams) *urfave.Command {
	return &urfave.Command{
		Name:      "sheet",
		Usage:     "make pages of given puzzles to print at home: PDF, SVG or PNG",
		ArgsUsage: "PUZZLE|FILE|-...",
		UsageText: "gradoku sheet 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.. -o sheet.pdf\n" +
			"gradoku sheet puzzles.txt --per-page 4 --solutions --title \"For the train\" -o sheet.pdf\n" +
			"gradoku export --level Hard --limit 6 -q | gradoku sheet - --paper A4 -o hard.pdf",
		Description: "All puzzles go on one page if they can (up to 9, and large enough to write in), each as large as fits.\n" +
			"Nothing is taken from or written to a database. A book with contents and cross-references is made by: gradoku book.",
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "o", Aliases: []string{"output"}, Usage: "write to `FILE`, - for stdout"},
			&urfave.StringFlag{Name: "format", Usage: "pdf, svg or png (default: by the file's extension, else pdf)"},
			&urfave.StringFlag{Name: "paper", Value: "letter", Usage: "paper size: " + strings.Join(book.TrimNames(), ", ") + ", or measures such as 170x240mm"},
			&urfave.StringFlag{Name: "per-page", Usage: "puzzles on a page: 1, 2, 4, 6 or 9 (default: all, as far as 9 go)"},
			&urfave.BoolFlag{Name: "solutions", Usage: "add the solutions, on pages of their own"},
			&urfave.IntFlag{Name: "solutions-per-page", Usage: "1, 2, 4, 6, 9, 12 or 16", DefaultText: "as many as are legible"},
			&urfave.StringFlag{Name: "title", Usage: "over the puzzles"},
			&urfave.StringFlag{Name: "labels", Value: "level,rating", Usage: "under each puzzle: level, rating, letter, or none"},
			&urfave.BoolFlag{Name: "large-print", Usage: "large digits and text, at most 2 puzzles on a page"},
			&urfave.BoolFlag{Name: "no-tick", Usage: "leave out the box to tick under each puzzle"},
			&urfave.BoolFlag{Name: "no-time", Usage: "leave out the line for the time"},
			&urfave.StringFlag{Name: "lang", Value: "en", Usage: "language of all fixed words: " + strings.Join(book.Languages(), ", ") + " (zh and ja need --font)"},
			&urfave.StringFlag{Name: "font", Usage: "a TrueType `FILE` instead of the Go fonts"},
			&urfave.StringFlag{Name: "font-bold", Usage: "its bold face"},
			&urfave.StringFlag{Name: "page", Value: "1", Usage: "with svg or png: which page"},
			&urfave.IntFlag{Name: "dpi", Value: 150, Usage: "with png: dots per inch"},
			cli.QuietFlag(nil),
		},
		Action: func(c *urfave.Context) error { return sheetAction(c, s) },
	}
}

func sheetAction(c *urfave.Context, s cli.Streams) error {
	spec, err := sheetSpec(c)
	if err != nil {
		return err
	}
	out, err := bookOutput(c)
	if err != nil {
		return err
	}
	list, err := sheetPuzzles(c, s)
	if err != nil {
		return err
	}
	b, err := book.Sheet(spec, list, c.Bool("solutions"))
	if err != nil {
		return bookProblem(err)
	}
	for _, w := range b.Warnings {
		fmt.Fprintf(s.Err, "gradoku: warning: %s\n", w)
	}
	var data bytes.Buffer
	if out.render == nil {
		err = b.PDF(&data)
	} else {
		var index int
		if index, err = pageIndex(b, c.String("page")); err == nil {
			err = out.render(b, index, &data, c.Int("dpi"))
		}
	}
	if err != nil {
		return err
	}
	write := func(w io.Writer) error { _, err := w.Write(data.Bytes()); return err }
	if out.path == "-" {
		return write(s.Out)
	}
	if err := cli.ToFile(out.path, write); err != nil {
		return err
	}
	cli.TalkTo(s.Err, c.Bool("quiet"))("puzzles: %d, pages: %d, written to %s", b.Puzzles, len(b.Pages), out.path)
	return nil
}

// sheetSpec reads the flags that say what the pages look like.
func sheetSpec(c *urfave.Context) (book.Spec, error) {
	spec := book.Spec{
		Title: c.String("title"), Lang: strings.ToLower(c.String("lang")), Version: cli.Version, Solutions: c.Int("solutions-per-page"),
		LargePrint: c.Bool("large-print"), NoTick: c.Bool("no-tick"), NoTime: c.Bool("no-time"), Labels: labels(c),
	}
	var err error
	if spec.Trim, err = book.ParseTrim(c.String("paper")); err != nil {
		return spec, cli.UsageError(err, "for example: --paper A4")
	}
	if spec.PerPage, err = perPage(c.String("per-page")); err != nil {
		return spec, cli.UsageError(err, "for example: --per-page 4")
	}
	return spec, bookFonts(c, &spec)
}

// sheetPuzzles reads and solves the puzzles; one that is not proper is an error,
// since nobody should be given it.
func sheetPuzzles(c *urfave.Context, s cli.Streams) ([]book.Puzzle, error) {
	var list []book.Puzzle
	work := grading.Grader{}
	for src, err := range cli.PuzzlesOf(c, s) {
		if err != nil {
			return nil, err
		}
		if err := c.Context.Err(); err != nil {
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
	if len(list) == 0 {
		return nil, cli.DataError(fmt.Errorf("there is no puzzle in the input"), cli.HelpAdvice(c))
	}
	return list, nil
}
