package book

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	urfave "github.com/urfave/cli/v2"

	"gradoku/book"
	"gradoku/cmd/gradoku/cli"
	"gradoku/internal/text"
	"gradoku/store"
	"gradoku/task"
)

// checkOptions are what the command line of "gradoku book check" says.
type checkOptions struct {
	cli.Call
	db, printer string
	booklet     string
	noDB        bool
	json, quiet bool
}

func checkCommand(s cli.Streams) *urfave.Command {
	var o checkOptions
	return &urfave.Command{
		Name:      "check",
		Usage:     "read a book again: solve its puzzles, compare them, check pages, margins and fonts",
		ArgsUsage: "FILE.pdf",
		UsageText: "gradoku book check book.pdf\ngradoku book check book.pdf --db puzzles.db\ngradoku book check book.pdf --no-db",
		Description: "Opens the PDF with a reader that shares nothing with the writer, finds grids by their lines and digits by\n" +
			"where they stand, solves every puzzle, and compares it with its printed solution and with the database.\n" +
			"Also checks references between pages, margins, page size, the number of pages, and that fonts are embedded.\n" +
			"Exit code 1 when anything is wrong.",
		Flags: []urfave.Flag{
			cli.DBFlag(&o.db),
			printerFlag(&o.printer),
			&urfave.StringFlag{Name: "booklet", Destination: &o.booklet, Usage: "the PDF with the solutions of the book, where they have one of their own"},
			&urfave.BoolFlag{Name: "no-db", Destination: &o.noDB, Usage: "do not compare with a database"},
			cli.JSONFlag(&o.json, "print one JSON object"), cli.QuietFlag(&o.quiet),
		},
		Action: cli.Action(s, &o.Call, o.run),
	}
}

func (o *checkOptions) run(ctx context.Context) error {
	if len(o.Args) != 1 {
		return cli.UsageError(fmt.Errorf("name one PDF to check"), "for example: gradoku book check book.pdf")
	}
	path := o.Args[0]
	printer, err := book.PrinterByName(o.printer)
	if err != nil {
		return cli.UsageError(err, o.HelpAdvice())
	}
	f, size, err := openPDF(path)
	if err != nil {
		return err
	}
	defer f.Close()
	var booklet io.ReaderAt
	var bookletSize int64
	if o.booklet != "" {
		second, size, err := openPDF(o.booklet)
		if err != nil {
			return err
		}
		defer second.Close()
		booklet, bookletSize = second, size
	}
	var known book.Known
	if !o.noDB && (o.Given("db") || task.Exists(ctx, o.db)) { // a book can be checked without a database
		db, err := store.Open(ctx, o.db, store.ReadOnly)
		if err != nil {
			return err
		}
		defer db.Close()
		known = knownIn(ctx, db)
	}
	report, err := book.CheckWithBooklet(f, size, booklet, bookletSize, printer, known)
	if err != nil {
		return cli.DataError(fmt.Errorf("%s: %w", path, err), "only a PDF that gradoku book wrote can be checked")
	}
	return o.print(path, report)
}

// openPDF opens a file to look at.
func openPDF(path string) (f *os.File, size int64, err error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, 0, task.CannotRead(err)
	case info.IsDir():
		return nil, 0, cli.DataError(fmt.Errorf("%s is a directory", path), "name a PDF in it")
	case !info.Mode().IsRegular(): // a pipe would be waited for
		return nil, 0, cli.DataError(fmt.Errorf("%s is no regular file", path), "name a PDF")
	}
	if f, err = os.Open(path); err != nil {
		return nil, 0, task.CannotRead(err)
	}
	return f, info.Size(), nil
}

// knownIn looks puzzles up in a database.
func knownIn(ctx context.Context, db *store.DB) book.Known {
	return func(canon [16]byte) (string, string, bool, error) {
		p, err := db.PuzzleByCanon(ctx, canon)
		if errors.Is(err, store.ErrNotFound) {
			return "", "", false, nil
		}
		return p.Givens, p.Solution, err == nil, err
	}
}

// JSON lists what the commands of this package print with --json.
func JSON() []cli.Printed {
	return []cli.Printed{{Command: "book check", Lines: []cli.Line{cli.LineOf("the book", checkRecord{})}}}
}

// checkRecord is what "book check --json" prints.
type checkRecord struct {
	Path     string   `json:"path"`
	Pages    int      `json:"pages"`
	Width    float64  `json:"width_points"`
	Height   float64  `json:"height_points"`
	Puzzles  int      `json:"puzzles"`
	Compared bool     `json:"compared_with_database"`
	Problems []string `json:"problems"`
}

func (o *checkOptions) print(path string, r *book.Report) error {
	if o.json {
		problems := append([]string{}, r.Problems...)
		err := cli.PrintJSON(o.Out, checkRecord{path, r.Pages, r.W, r.H, len(r.Puzzles), r.Compared, problems})
		if err != nil {
			return err
		}
	} else {
		for _, p := range r.Problems {
			fmt.Fprintln(o.Out, cli.OnOneLine(p))
		}
	}
	if len(r.Problems) > 0 {
		return cli.DataError(fmt.Errorf("%s has %s", path, text.Count(len(r.Problems), "problem", "problems")), "make it again; gradoku book --again N takes the puzzles of export N")
	}
	compared := "not compared with a database"
	if r.Compared {
		compared = "and in the database"
	}
	cli.TalkTo(o.Err, o.quiet)("%s is in order: %s of %.4g x %.4g in, %s, each solved and equal to its printed solution, %s",
		path, text.Count(r.Pages, "page", "pages"), r.W/72, r.H/72, text.Count(len(r.Puzzles), "puzzle", "puzzles"), compared)
	return nil
}
