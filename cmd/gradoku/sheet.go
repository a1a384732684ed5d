package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/book"
)

func sheetCommand(s streams) *cli.Command {
	return &cli.Command{
		Name:      "sheet",
		Usage:     "make pages of given puzzles to print at home: PDF, SVG or PNG",
		ArgsUsage: "PUZZLE|FILE|-...",
		UsageText: "gradoku sheet 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.. -o sheet.pdf\n" +
			"gradoku sheet puzzles.txt --per-page 4 --solutions --title \"For the train\" -o sheet.pdf\n" +
			"gradoku export --level Hard --limit 6 -q | gradoku sheet - --paper A4 -o hard.pdf",
		Description: "All puzzles go on one page if they can (up to 9, and large enough to write in), each as large as fits.\n" +
			"Nothing is taken from or written to a database. A book with contents and cross-references is made by: gradoku book.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "o", Aliases: []string{"output"}, Usage: "write to `FILE`, - for stdout"},
			&cli.StringFlag{Name: "format", Usage: "pdf, svg or png (default: by the file's extension, else pdf)"},
			&cli.StringFlag{Name: "paper", Value: "letter", Usage: "paper size: " + strings.Join(book.TrimNames(), ", ") + ", or measures such as 170x240mm"},
			&cli.StringFlag{Name: "per-page", Usage: "puzzles on a page: 1, 2, 4, 6 or 9 (default: all, as far as 9 go)"},
			&cli.BoolFlag{Name: "solutions", Usage: "add the solutions, on pages of their own"},
			&cli.IntFlag{Name: "solutions-per-page", Usage: "1, 2, 4, 6, 9, 12 or 16", DefaultText: "as many as are legible"},
			&cli.StringFlag{Name: "title", Usage: "over the puzzles"},
			&cli.StringFlag{Name: "labels", Value: "level,rating", Usage: "under each puzzle: level, rating, letter, or none"},
			&cli.BoolFlag{Name: "large-print", Usage: "large digits and text, at most 2 puzzles on a page"},
			&cli.BoolFlag{Name: "no-tick", Usage: "leave out the box to tick under each puzzle"},
			&cli.BoolFlag{Name: "no-time", Usage: "leave out the line for the time"},
			&cli.StringFlag{Name: "lang", Value: "en", Usage: "language of all fixed words: " + strings.Join(book.Languages(), ", ") + " (zh and ja need --font)"},
			&cli.StringFlag{Name: "font", Usage: "a TrueType `FILE` instead of the Go fonts"},
			&cli.StringFlag{Name: "font-bold", Usage: "its bold face"},
			&cli.StringFlag{Name: "page", Value: "1", Usage: "with svg or png: which page"},
			&cli.IntFlag{Name: "dpi", Value: 150, Usage: "with png: dots per inch"},
			quietFlag(),
		},
		Action: func(c *cli.Context) error { return sheetAction(c, s) },
	}
}

func sheetAction(c *cli.Context, s streams) error {
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
		fmt.Fprintf(s.err, "gradoku: warning: %s\n", w)
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
		return write(s.out)
	}
	if err := toFile(out.path, write); err != nil {
		return err
	}
	talkTo(s.err, c.Bool("quiet"))("puzzles: %d, pages: %d, written to %s", b.Puzzles, len(b.Pages), out.path)
	return nil
}

// sheetSpec reads the flags that say what the pages look like.
func sheetSpec(c *cli.Context) (book.Spec, error) {
	spec := book.Spec{
		Title: c.String("title"), Lang: strings.ToLower(c.String("lang")), Version: version, Solutions: c.Int("solutions-per-page"),
		LargePrint: c.Bool("large-print"), NoTick: c.Bool("no-tick"), NoTime: c.Bool("no-time"), Labels: labels(c),
	}
	var err error
	if spec.Trim, err = book.ParseTrim(c.String("paper")); err != nil {
		return spec, usageError(err, "for example: --paper A4")
	}
	if spec.PerPage, err = perPage(c.String("per-page")); err != nil {
		return spec, usageError(err, "for example: --per-page 4")
	}
	return spec, bookFonts(c, &spec)
}

// sheetPuzzles reads and solves the puzzles; one that is not proper is an error,
// since nobody should be given it.
func sheetPuzzles(c *cli.Context, s streams) ([]book.Puzzle, error) {
	var list []book.Puzzle
	work := workspaces{}
	for src, err := range puzzles(c, s) {
		if err != nil {
			return nil, err
		}
		if err := c.Context.Err(); err != nil {
			return nil, err
		}
		p := src.record.Puzzle
		g, err := work.grade(&p, false)
		if err != nil {
			return nil, dataError(placed(&src, err), "a sheet takes puzzles with exactly one solution")
		}
		if len(list) == book.MaxPages {
			return nil, usageError(fmt.Errorf("there are more than %d puzzles", book.MaxPages), "gradoku book makes books of saved puzzles")
		}
		list = append(list, book.Puzzle{Givens: p, Solution: g.solution, Canon: board.Key(&p, &g.solution), Grade: g.grade})
	}
	if len(list) == 0 {
		return nil, dataError(fmt.Errorf("there is no puzzle in the input"), helpAdvice(c))
	}
	return list, nil
}
