package solve

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/pipeline"
)

func VerifyCommand(s cli.Streams) *urfave.Command {
	return &urfave.Command{
		Name:      "verify",
		Usage:     "check files: exactly one solution each, no puzzle twice, solutions and ratings that are theirs",
		ArgsUsage: "[FILE|-]...",
		UsageText: "gradoku verify puzzles.csv\n" +
			"gradoku verify --quick --json million.txt.zst\n" +
			"gradoku verify --rating se exchange.tsv",
		Description: "Prints a line for each item that something is wrong with, then a summary. Wrong is what cannot be read, what\n" +
			"has not exactly one solution, a solution beside a puzzle that is not its own, and a puzzle that is the same as\n" +
			"an earlier one after turning, reordering or relabelling, in whichever of the files; then the exit code is 1.\n" +
			"Ratings that differ are listed and summed up, which is no fault.",
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "rating", Usage: "compare gradoku's rating with the one in this `COLUMN`"},
			&urfave.BoolFlag{Name: "minimal", Usage: "a puzzle that is not minimal is wrong too"},
			&urfave.BoolFlag{Name: "quick", Usage: "do not look whether puzzles are minimal"},
			cli.BudgetFlag(nil), cli.WorkersFlag(nil), cli.JSONFlag(nil, "print one JSON object per finding, and one for the summary"),
		},
		Action: func(c *urfave.Context) error { return verifyAction(c, s) },
	}
}

func verifyAction(c *urfave.Context, s cli.Streams) error {
	if err := cli.CheckWorkOf(c); err != nil {
		return err
	}
	if c.Bool("quick") && c.Bool("minimal") {
		return cli.UsageError(errors.New("--quick does not look at what --minimal asks for"), "drop one of the two")
	}
	v := verification{out: s.Out, json: c.Bool("json"), column: c.String("rating"), minimal: c.Bool("minimal")}
	newWork := func() func(*cli.Source) (finding, error) {
		w := verifier{
			column: v.column, quick: c.Bool("quick"), budget: c.Int64("budget"),
			// What is cut short then is never told: inParallel hands nothing over.
			stop: func() bool { return c.Context.Err() != nil },
		}
		return w.verify
	}
	atOnce := cli.WorkBatch
	if v.column != "" {
		atOnce = cli.SlowBatch
	}
	if err := cli.InParallel(c.Context, cli.CallFrom(c, s), c.Int("workers"), atOnce, newWork, v.take); err != nil {
		return err
	}
	if err := v.sum.print(s.Out, v.json, v.column, c.Bool("quick")); err != nil {
		return err
	}
	r := &v.sum.Ratings
	switch {
	case v.sum.Read == 0: // a check that checked nothing must not look passed
		return cli.DataError(cli.ErrNoPuzzle, "gradoku list formats tells what is read")
	case r.None > 0 && r.Compared+r.Bounds == 0:
		return cli.DataError(fmt.Errorf("no item has a rating in a column %q", v.column), "the first line of a csv or tsv file names its columns")
	case v.sum.Wrong > 0:
		return cli.DataError(fmt.Errorf("something is wrong with %s of %s items", cli.Grouped(v.sum.Wrong), cli.Grouped(v.sum.Read)),
			"gradoku import takes in those that are in order; gradoku solve --all shows the solutions of one")
	}
	return nil
}

// finding is what a puzzle turned out to be.
type finding struct {
	verdict pipeline.Verdict

	badAnswer bool
	redundant bool // not minimal
	minimal   bool
	theirs    int // tenths; 0 when the column has no rating
	ours      int
	atLeast   bool
}

// verifier is a worker.
type verifier struct {
	column  string
	quick   bool
	budget  int64
	stop    func() bool // ends a rating
	judge   pipeline.Validator
	graders grade.Graders
}

func (w *verifier) verify(src *cli.Source) (f finding, _ error) {
	rec := &src.Record
	f.verdict = w.judge.Validate(&rec.Puzzle)
	if f.verdict.Status != "" {
		return f, nil
	}
	f.badAnswer = rec.Solution.Geometry() != nil && rec.Solution != f.verdict.Solution
	if !w.quick {
		var sure bool
		_, f.redundant, sure = w.judge.Redundant(&rec.Puzzle)
		f.minimal = sure && !f.redundant
	}
	if w.column == "" {
		return f, nil
	}
	if f.theirs = ratingIn(rec, w.column); f.theirs == 0 {
		return f, nil
	}
	grader := w.graders.Of(rec.Puzzle.Geometry())
	grader.Budget, grader.Stop = w.budget, w.stop
	g := grader.Grade(&rec.Puzzle)
	f.ours, f.atLeast = g.Rating, g.AtLeast
	return f, nil
}

// ratingIn reads a column as a rating in tenths, 0 when there is none.
func ratingIn(rec *corpus.Record, column string) int {
	text, _ := rec.Field(column)
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || x < 0.1 || x > 20 {
		return 0
	}
	return int(math.Round(x * 10))
}
