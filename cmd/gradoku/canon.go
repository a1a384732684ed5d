package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/solve"
)

func canonCommand(s streams) *cli.Command {
	return &cli.Command{
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
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "key", Usage: "print the key of the form in hex instead of the form"},
			&cli.BoolFlag{Name: "original", Usage: "print the puzzle as it is instead of the form"},
			&cli.BoolFlag{Name: "transform", Usage: "print how to get from the puzzle to the form, too"},
			&cli.BoolFlag{Name: "unique", Usage: "leave out puzzles that are the same as an earlier one, and say on stderr which"},
			workersFlag(), quietFlag(), jsonFlag("print one JSON object per puzzle"),
		},
		Action: func(c *cli.Context) error { return canonAction(c, s) },
	}
}

// canonical is a puzzle with its canonical form.
type canonical struct {
	form board.Grid
	key  [16]byte
	way  board.Transform
}

// canonizer returns the workspace of one worker.
func canonizer() func(*source) (canonical, error) {
	var prover solve.Prover
	var z board.Canonicalizer
	return func(src *source) (canonical, error) {
		puzzle := &src.record.Puzzle
		solution, err := prover.Prove(puzzle)
		if err != nil {
			return canonical{}, placed(src, err)
		}
		way := z.Transform(puzzle, &solution)
		form := way.Apply(puzzle)
		return canonical{form: form, key: z.KeyOf(&form), way: way}, nil
	}
}

func canonAction(c *cli.Context, s streams) error {
	if c.Bool("key") && c.Bool("original") && !c.Bool("json") {
		return usageError(errors.New("--key and --original exclude each other: one of them is printed in the place of the form"), "--json prints all")
	}
	n, err := workers(c)
	if err != nil {
		return err
	}
	var known seen
	bad := complaints{w: s.err}
	say := talkTo(s.err, c.Bool("quiet"))
	read, same := int64(0), int64(0)
	err = inParallel(c, s, n, workBatch, canonizer, func(w *worked[canonical]) error {
		if w.err != nil {
			bad.add(w.err)
			return nil
		}
		read++
		if c.Bool("unique") {
			if earlier, twice := known.first(w.result.key, &w.src); twice {
				same++
				say("%s: the same puzzle as %s", w.src.place(), earlier.place())
				return nil
			}
		}
		return printCanon(c, s, w)
	})
	if err != nil {
		return err
	}
	if c.Bool("unique") {
		say("%s puzzles, %s different, %s the same as an earlier one", grouped(read), grouped(read-same), grouped(same))
	}
	return bad.err("only a puzzle with exactly one solution has a canonical form")
}

func printCanon(c *cli.Context, s streams, w *worked[canonical]) error {
	puzzle, r := w.src.record.Puzzle, &w.result
	if c.Bool("json") {
		return printJSON(s.out, struct {
			Puzzle    string `json:"puzzle"`
			Form      string `json:"canonical"`
			Key       string `json:"key"`
			Transform string `json:"transform"`
			Place     string `json:"place"`
		}{puzzle.String(), r.form.String(), fmt.Sprintf("%x", r.key), r.way.String(), w.src.place()})
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
	_, err := fmt.Fprintln(s.out, strings.Join(columns, "\t"))
	return err
}
