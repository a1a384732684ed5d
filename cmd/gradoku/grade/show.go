package grade

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/cmd/gradoku/cli"
	"gradoku/cmd/gradoku/export"
	"gradoku/grade"
	"gradoku/store"
)

func ShowCommand(s cli.Streams) *urfave.Command {
	return &urfave.Command{
		Name:      "show",
		Usage:     "show one saved puzzle: clues, solution, grade, labels and how it is solved",
		ArgsUsage: "ID",
		UsageText: "gradoku show 17\ngradoku show 17 --json",
		Flags:     []urfave.Flag{cli.DBFlag(nil), cli.JSONFlag(nil, "print one JSON object, steps included")},
		Action: func(c *urfave.Context) error {
			if c.NArg() != 1 {
				return cli.UsageError(fmt.Errorf("show takes one puzzle's ID, got %d arguments", c.NArg()), "gradoku export --limit 10 --format csv lists IDs")
			}
			id, err := strconv.ParseInt(c.Args().First(), 10, 64)
			if err != nil || id < 1 {
				return cli.UsageError(fmt.Errorf("%q is not an ID: a whole number from 1", c.Args().First()), "gradoku export --limit 10 --format csv lists IDs")
			}
			return cli.WithDBOf(c, s, func(c *urfave.Context, s cli.Streams, db *store.DB) error { return show(c, s, db, id) })
		},
	}
}

func show(c *urfave.Context, s cli.Streams, db *store.DB, id int64) error {
	p, err := db.PuzzleByID(c.Context, id)
	if errors.Is(err, store.ErrNotFound) {
		return cli.DataError(err, "gradoku export --limit 10 --format csv lists IDs")
	}
	if err != nil {
		return err
	}
	puzzle, err := board.Parse(p.Givens)
	if err != nil {
		return fmt.Errorf("reading the clues of puzzle %d: %w", id, err)
	}
	solution, err := board.Parse(p.Solution)
	if err != nil {
		return fmt.Errorf("reading the solution of puzzle %d: %w", id, err)
	}
	mentions, err := db.CorpusEntries(c.Context, id)
	if err != nil {
		return err
	}
	geo := puzzle.Geometry()
	current, path := grade.NewGrader(geo).Path(&puzzle)
	if c.Bool("json") {
		row := export.ExportRow(&p)
		object := bytes.TrimSuffix(row.AppendJSON(nil), []byte("}"))
		if object, err = appendMentions(object, mentions); err != nil {
			return err
		}
		_, err = s.Out.Write(appendSteps(object, geo, path, false))
		return err
	}
	fmt.Fprintf(s.Out, "puzzle %d: %d clues, symmetry %s%s\n\n", p.ID, p.Clues, p.Symmetry, minimalText(p.Minimal))
	sideBySide(s.Out, puzzle.Framed(), solution.Framed())
	fmt.Fprintf(s.Out, "\n%s\n\n%s\n\n", puzzle, cli.GradeText(&current))
	printMentions(s.Out, mentions)
	printSteps(s.Out, geo, &current, path, false)
	return nil
}

// appendMentions appends a member to an object that is still open.
func appendMentions(object []byte, mentions []store.CorpusEntry) ([]byte, error) {
	for i := range mentions {
		if mentions[i].Labels == nil {
			mentions[i].Labels = []store.Label{} // [] and not null
		}
	}
	if mentions == nil {
		mentions = []store.CorpusEntry{}
	}
	text, err := json.Marshal(mentions)
	return append(append(object, `,"corpora":`...), text...), err
}

// printMentions says where a puzzle comes from and what is said about it there.
func printMentions(w io.Writer, mentions []store.CorpusEntry) {
	for _, m := range mentions {
		fmt.Fprintf(w, "corpus %s, %s:%d\n", cli.OnOneLine(m.Corpus), cli.OnOneLine(m.File), m.Line)
		for _, l := range m.Labels {
			fmt.Fprintf(w, "  %s %s\n", cli.OnOneLine(l.Name), cli.OnOneLine(l.Value))
		}
	}
	if len(mentions) > 0 {
		fmt.Fprintln(w)
	}
}

func minimalText(minimal bool) string {
	if minimal {
		return ", minimal"
	}
	return ""
}

func sideBySide(w io.Writer, left, right string) {
	l, r := strings.Split(strings.TrimSuffix(left, "\n"), "\n"), strings.Split(strings.TrimSuffix(right, "\n"), "\n")
	for i := range l {
		fmt.Fprintf(w, "%s   %s\n", l[i], r[i])
	}
}
