package main

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v2"

	"gradoku/book"
	"gradoku/internal/text"
	"gradoku/task"
)

type bookCheckOptions struct {
	Call `fields:"db,json,quiet"`
	task.BookCheck
}

func bookCheckCommand(s Streams) *cli.Command {
	var o bookCheckOptions
	return newCommand(s, "book check", "FILE.pdf", &o, o.run, lineKind{"the book", bookCheckRecord{}})
}

func (o *bookCheckOptions) run(ctx context.Context) error {
	o.Book, o.Compare = o.Args[0], o.Given("db")
	report, err := o.BookCheck.Run(ctx, task.Env{DB: o.DB})
	if err != nil {
		return err
	}
	return o.print(o.Args[0], report)
}

type bookCheckRecord struct {
	Path     string   `json:"path"`
	Pages    int      `json:"pages"`
	Width    float64  `json:"width_points"`
	Height   float64  `json:"height_points"`
	Puzzles  int      `json:"puzzles"`
	Compared bool     `json:"compared_with_database"`
	Problems []string `json:"problems"`
}

func (o *bookCheckOptions) print(path string, r *book.Report) error {
	if o.JSON {
		problems := append([]string{}, r.Problems...)
		err := printJSON(o.Out, bookCheckRecord{path, r.Pages, r.W, r.H, len(r.Puzzles), r.Compared, problems})
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
	solved, compared := "each solved and equal to its printed solution", "not compared with a database"
	if !r.Answers {
		solved = "each solved, without printed solutions"
	}
	if r.Compared {
		compared = "as in the database"
	}
	o.say("%s is in order: %s of %s, %s, %s, %s",
		path, text.Count(r.Pages, "page", "pages"), inchesText(r.W, r.H), text.Count(len(r.Puzzles), "puzzle", "puzzles"), solved, compared)
	return nil
}
