package solve

import (
	"errors"
	"fmt"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/cmd/gradoku/cli"
	"gradoku/solve"
)

func CanonCommand(s cli.Streams) *urfave.Command {
	return &urfave.Command{
		Name:      "canon",
		Usage:     "print the canonical form of puzzles, or keep one of each kind",
		ArgsUsage: "[PUZZLE|FILE|-]...",
		UsageText: "gradoku canon puzzles.txt\n" +
			"gradoku canon --key --transform puzzles.txt\n" +
			"gradoku canon --unique --original puzzles.txt > different.txt",
		Description: "The canonical form is the same for all puzzles that are alike up to relabelling, reordering rows and\n" +
			"columns, and transposing, and for no others: the solution is brought to the image that reads least,\n" +
			"and of the places of the clues on it the one that reads least counts. The key is 16 bytes of its\n" +
			"SHA-256, the name under which a database knows the puzzle. Columns are parted by tabs.\n\n" +
			"--transform says how to get there: mirror at the main diagonal, where it says transpose; then the\n" +
			"rows of the result are the old rows with these numbers, from the top, and the columns likewise;\n" +
			"then digit 1 becomes the first of digits, 2 the second and so on.\n\n" +
			"A puzzle without exactly one solution has no canonical form: it is reported on stderr with exit code 1.",
		Flags: []urfave.Flag{
			&urfave.BoolFlag{Name: "key", Usage: "print the key of the form in hex instead of the form"},
			&urfave.BoolFlag{Name: "original", Usage: "print the puzzle as it is instead of the form"},
			&urfave.BoolFlag{Name: "transform", Usage: "print how to get from the puzzle to the form, too"},
			&urfave.BoolFlag{Name: "unique", Usage: "leave out puzzles that are the same as an earlier one, and say on stderr which"},
			cli.WorkersFlag(nil), cli.QuietFlag(nil), cli.JSONFlag(nil, "print one JSON object per puzzle"),
		},
		Action: func(c *urfave.Context) error { return canonAction(c, s) },
	}
}

// canonical is a puzzle with its canonical form.
type canonical struct {
	form board.Grid
	key  [16]byte
	way  board.Transform
}

// canonizer returns the workspace of one worker.
func canonizer() func(*cli.Source) (canonical, error) {
	var prover solve.Prover
	var z board.Canonicalizer
	return func(src *cli.Source) (canonical, error) {
		puzzle := &src.Record.Puzzle
		solution, err := prover.Prove(puzzle)
		if err != nil {
			return canonical{}, cli.Placed(src, err)
		}
		way := z.Transform(puzzle, &solution)
		form := way.Apply(puzzle)
		return canonical{form: form, key: z.KeyOf(&form), way: way}, nil
	}
}

func canonAction(c *urfave.Context, s cli.Streams) error {
	if c.Bool("key") && c.Bool("original") && !c.Bool("json") {
		return cli.UsageError(errors.New("--key and --original exclude each other: one of them is printed in the place of the form"), "--json prints all")
	}
	n, err := cli.WorkersOf(c)
	if err != nil {
		return err
	}
	var known cli.Seen
	bad := cli.Complaints{W: s.Err}
	say := cli.TalkTo(s.Err, c.Bool("quiet"))
	read, same := int64(0), int64(0)
	err = cli.InParallel(c.Context, cli.CallFrom(c, s), n, cli.WorkBatch, canonizer, func(w *cli.Worked[canonical]) error {
		if w.Err != nil {
			bad.Add(w.Err)
			return nil
		}
		read++
		if c.Bool("unique") {
			if earlier, twice := known.First(w.Result.key, &w.Src); twice {
				same++
				say("%s: the same puzzle as %s", w.Src.Place(), earlier.Place())
				return nil
			}
		}
		return printCanon(c, s, w)
	})
	if err != nil {
		return err
	}
	if c.Bool("unique") {
		say("%s puzzles, %s different, %s the same as an earlier one", cli.Grouped(read), cli.Grouped(read-same), cli.Grouped(same))
	}
	return bad.Err("only a puzzle with exactly one solution has a canonical form")
}

func printCanon(c *urfave.Context, s cli.Streams, w *cli.Worked[canonical]) error {
	puzzle, r := w.Src.Record.Puzzle, &w.Result
	if c.Bool("json") {
		return cli.PrintJSON(s.Out, struct {
			Puzzle    string `json:"puzzle"`
			Form      string `json:"canonical"`
			Key       string `json:"key"`
			Transform string `json:"transform"`
			Place     string `json:"place"`
		}{puzzle.String(), r.form.String(), fmt.Sprintf("%x", r.key), r.way.String(), w.Src.Place()})
	}
	columns := []string{r.form.String()}
	switch {
	case c.Bool("key"):
		columns[0] = fmt.Sprintf("%x", r.key)
	case c.Bool("original"):
		columns[0] = puzzle.String()
	}
	if c.Bool("transform") {
		columns = append(columns, r.way.String())
	}
	_, err := fmt.Fprintln(s.Out, strings.Join(columns, "\t"))
	return err
}
