package book

import (
	"context"
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"gradoku/book"
	"gradoku/cmd/gradoku/cli"
	"gradoku/internal/text"
	"gradoku/task"
)

type checkOptions struct {
	cli.Call `fields:"db,json,quiet"`
	task.BookCheck
}

func checkCommand(s cli.Streams) *urfave.Command {
	var o checkOptions
	return cli.New(s, "book check", "FILE.pdf", &o, o.run, cli.LineOf("the book", checkRecord{}))
}

func (o *checkOptions) run(ctx context.Context) error {
	o.Book, o.Compare = o.Args[0], o.Given("db")
	report, err := o.BookCheck.Run(ctx, task.Env{DB: o.DB})
	if err != nil {
		return err
	}
	return o.print(o.Args[0], report)
}

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
	if o.JSON {
		problems := append([]string{}, r.Problems...)
		err := cli.PrintJSON(o.Out, checkRecord{path, r.Pages, r.W, r.H, len(r.Puzzles), r.Compared, problems})
		if err != nil {
			return err
		}
	} else {
		for _, p := range r.Problems {
			fmt.Fprintln(o.Out, text.OneLine(p))
		}
	}
	if len(r.Problems) > 0 {
		return task.DataError(fmt.Errorf("%s has %s", path, text.Count(len(r.Problems), "problem", "problems")), "make the book again; gradoku book --from-export N uses the puzzles of export N")
	}
	compared := "not compared with a database"
	if r.Compared {
		compared = "and to the database"
	}
	o.Say("%s is in order: %s of %s, %s, each solved and equal to its printed solution, %s",
		path, text.Count(r.Pages, "page", "pages"), printed(r.W, r.H), text.Count(len(r.Puzzles), "puzzle", "puzzles"), compared)
	return nil
}
