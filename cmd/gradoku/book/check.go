package book

import (
	"errors"
	"fmt"
	"os"

	urfave "github.com/urfave/cli/v2"

	"gradoku/book"
	"gradoku/cmd/gradoku/cli"
	"gradoku/store"
)

func bookCheckCommand(s cli.Streams) *urfave.Command {
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
			cli.DBFlag(nil),
			&urfave.BoolFlag{Name: "no-db", Usage: "do not compare with a database"},
			cli.JSONFlag(nil, "print one JSON object"), cli.QuietFlag(nil),
		},
		Action: func(c *urfave.Context) error { return bookCheckAction(c, s) },
	}
}

func bookCheckAction(c *urfave.Context, s cli.Streams) error {
	if c.NArg() != 1 {
		return cli.UsageError(fmt.Errorf("name one PDF to check"), "for example: gradoku book check book.pdf")
	}
	path := c.Args().First()
	f, err := os.Open(path)
	if err != nil {
		return cli.DataError(err, "check the name and whether you may read it")
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return cli.DataError(err, "check whether you may read it")
	}
	if info.IsDir() {
		return cli.DataError(fmt.Errorf("%s is a directory", path), "name a PDF in it")
	}
	known, closeDB, err := knownFor(c)
	if err != nil {
		return err
	}
	defer closeDB()
	report, err := book.Check(f, info.Size(), known)
	if err != nil {
		return cli.DataError(fmt.Errorf("%s: %w", path, err), "only a PDF that gradoku book wrote can be checked")
	}
	return printReport(c, s, path, report)
}

// knownFor opens the database to compare with. The one that is there by default
// may be missing: a book can be checked anywhere.
func knownFor(c *urfave.Context) (book.Known, func() error, error) {
	nothing := func() error { return nil }
	if c.Bool("no-db") {
		return nil, nothing, nil
	}
	if _, err := os.Stat(cli.DBPath(c)); err != nil && !c.IsSet("db") {
		return nil, nothing, nil
	}
	db, err := store.Open(c.Context, cli.DBPath(c), store.ReadOnly)
	if err != nil {
		return nil, nothing, err
	}
	return knownIn(c, db), db.Close, nil
}

// knownIn looks puzzles up in a database.
func knownIn(c *urfave.Context, db *store.DB) book.Known {
	return func(canon [16]byte) (string, string, bool, error) {
		p, err := db.PuzzleByCanon(c.Context, canon)
		if errors.Is(err, store.ErrNotFound) {
			return "", "", false, nil
		}
		return p.Givens, p.Solution, err == nil, err
	}
}

func printReport(c *urfave.Context, s cli.Streams, path string, r *book.Report) error {
	if c.Bool("json") {
		problems := append([]string{}, r.Problems...)
		err := cli.PrintJSON(s.Out, struct {
			Path     string   `json:"path"`
			Pages    int      `json:"pages"`
			Width    float64  `json:"width_points"`
			Height   float64  `json:"height_points"`
			Puzzles  int      `json:"puzzles"`
			Compared bool     `json:"compared_with_database"`
			Problems []string `json:"problems"`
		}{path, r.Pages, r.W, r.H, len(r.Puzzles), r.Compared, problems})
		if err != nil {
			return err
		}
	} else {
		for _, p := range r.Problems {
			fmt.Fprintln(s.Out, p)
		}
	}
	if len(r.Problems) > 0 {
		return cli.DataError(fmt.Errorf("%s has %d problems", path, len(r.Problems)), "make it anew; gradoku book --again N takes the puzzles of export N")
	}
	compared := "not compared with a database"
	if r.Compared {
		compared = "and in the database"
	}
	cli.TalkTo(s.Err, c.Bool("quiet"))("%s is in order: %d pages of %.4g x %.4g in, %d puzzles, each solved and equal to its printed solution, %s",
		path, r.Pages, r.W/72, r.H/72, len(r.Puzzles), compared)
	return nil
}
