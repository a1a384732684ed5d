package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"strconv"

	"github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/pipeline"
)

func verifyCommand(s streams) *cli.Command {
	return &cli.Command{
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
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "rating", Usage: "compare gradoku's rating with the one in this `COLUMN`"},
			&cli.BoolFlag{Name: "minimal", Usage: "a puzzle that is not minimal is wrong too"},
			&cli.BoolFlag{Name: "quick", Usage: "do not look whether puzzles are minimal"},
			budgetFlag(), workersFlag(), jsonFlag("print one JSON object per finding, and one for the summary"),
		},
		Action: func(c *cli.Context) error { return verifyAction(c, s) },
	}
}

func verifyAction(c *cli.Context, s streams) error {
	if err := checkWork(c); err != nil {
		return err
	}
	if c.Bool("quick") && c.Bool("minimal") {
		return usageError(errors.New("--quick does not look at what --minimal asks for"), "drop one of the two")
	}
	v := verification{out: s.out, json: c.Bool("json"), column: c.String("rating"), minimal: c.Bool("minimal"), seen: map[[16]byte]place{}}
	var work []func(context.Context, verifyChunk) (verifyChunk, error)
	for range c.Int("workers") {
		w := verifier{column: v.column, quick: c.Bool("quick"), budget: c.Int64("budget"), graders: map[*board.Geometry]*grade.Grader{}}
		work = append(work, w.work)
	}
	size := 128
	if v.column != "" {
		size = 8 // a rating can take a second
	}
	err := pipeline.InOrder(c.Context, verifyChunks(puzzles(c, s), size), work, v.take)
	if err != nil {
		return err
	}
	if err := v.sum.print(s.out, v.json, v.column, c.Bool("quick")); err != nil {
		return err
	}
	r := &v.sum.Ratings
	switch {
	case v.sum.Read == 0: // a check that checked nothing must not look passed
		return dataError(errNoPuzzle, "gradoku list formats tells what is read")
	case r.None > 0 && r.Compared+r.Bounds == 0:
		return dataError(fmt.Errorf("no item has a rating in a column %q", v.column), "the first line of a csv or tsv file names its columns")
	case v.sum.Wrong > 0:
		return dataError(fmt.Errorf("something is wrong with %s of %s items", grouped(v.sum.Wrong), grouped(v.sum.Read)),
			"gradoku import takes in those that are in order; gradoku solve --all shows the solutions of one")
	}
	return nil
}

// finding is an item of a file, and what it turned out to be.
type finding struct {
	source  source
	fault   error // that reading gave instead of a record
	fatal   bool  // and ends the reading
	verdict pipeline.Verdict

	badAnswer bool
	redundant bool // not minimal
	minimal   bool
	theirs    int // tenths; 0 when the column has no rating
	ours      int
	atLeast   bool
}

// verifyChunk is a job: sources, and then what they are.
type verifyChunk []finding

func verifyChunks(sources iter.Seq2[source, error], size int) iter.Seq[verifyChunk] {
	return func(yield func(verifyChunk) bool) {
		c := make(verifyChunk, 0, size)
		for src, err := range sources {
			var bad *corpus.LineError
			f := finding{source: src, fault: err, fatal: err != nil && !errors.As(err, &bad)}
			if c = append(c, f); len(c) < size && !f.fatal {
				continue
			}
			if !yield(c) || f.fatal {
				return
			}
			c = make(verifyChunk, 0, size)
		}
		yield(c)
	}
}

// verifier is a worker.
type verifier struct {
	column  string
	quick   bool
	budget  int64
	judge   pipeline.Judge
	graders map[*board.Geometry]*grade.Grader
}

func (w *verifier) work(ctx context.Context, c verifyChunk) (verifyChunk, error) {
	for i := range c {
		if ctx.Err() != nil {
			return c, context.Cause(ctx)
		}
		if c[i].fault == nil {
			w.verify(ctx, &c[i])
		}
	}
	if ctx.Err() != nil { // which may have cut a rating short
		return c, context.Cause(ctx)
	}
	return c, nil
}

func (w *verifier) verify(ctx context.Context, f *finding) {
	rec := &f.source.record
	f.verdict = w.judge.Judge(&rec.Puzzle)
	if f.verdict.Status != "" {
		return
	}
	f.badAnswer = rec.Solution.Geometry() != nil && rec.Solution != f.verdict.Solution
	if !w.quick {
		var sure bool
		_, f.redundant, sure = w.judge.Redundant(&rec.Puzzle)
		f.minimal = sure && !f.redundant
	}
	if w.column == "" {
		return
	}
	if f.theirs = ratingIn(rec, w.column); f.theirs == 0 {
		return
	}
	geo := rec.Puzzle.Geometry()
	if w.graders[geo] == nil {
		w.graders[geo] = grade.NewGrader(geo)
		w.graders[geo].Budget = w.budget
	}
	w.graders[geo].Stop = func() bool { return ctx.Err() != nil }
	g := w.graders[geo].Grade(&rec.Puzzle)
	f.ours, f.atLeast = g.Rating, g.AtLeast
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
