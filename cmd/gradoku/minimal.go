package main

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v2"

	"gradoku/api"
	"gradoku/board"
	"gradoku/generate"
	"gradoku/internal/text"
	"gradoku/solve"
	"gradoku/task"
)

type minimalOptions struct {
	Call `fields:"from,workers,json"`
	Seed *int64 `query:"seed" minimum:"0" doc:"random seed, from 0"`
}

func minimalCommand(s Streams) *cli.Command {
	var o minimalOptions
	return newCommand(s, "minimal", "[PUZZLE|FILE|-]...", &o, o.run, lineKind{"a puzzle", minimalRecord{}}, rejectedLine())
}

func (o *minimalOptions) run(ctx context.Context) error {
	err := inParallel(ctx, &o.Call, workBatch, o.reducer, func(w *worked[api.Minimized]) error {
		if w.Err != nil {
			o.reject(w.Err)
			return nil
		}
		if w.Result.Unproved > 0 {
			fmt.Fprintf(o.Err, "gradoku: %s: too hard to prove whether %s can be removed\n", text.OneLine(w.Src.Place()), text.Count(w.Result.Unproved, "clue (which is kept)", "clues (which are kept)"))
		}
		if o.JSON {
			return printJSON(o.Out, minimalRecord{w.Result, inputOf(&w.Src)})
		}
		_, err := fmt.Fprintln(o.Out, w.Result.Minimal)
		return err
	})
	if err != nil {
		return err
	}
	return o.rejections("a puzzle to be reduced must have exactly one solution")
}

// reducer returns the workspace of one worker.
func (o *minimalOptions) reducer() func(*task.Source) (api.Minimized, error) {
	var prover solve.Prover
	sizes := map[*board.Geometry]*generate.Minimizer{}
	return func(src *task.Source) (api.Minimized, error) {
		puzzle := &src.Record.Puzzle
		if _, err := prover.Prove(puzzle); err != nil {
			return api.Minimized{}, task.Placed(src, err)
		}
		geo := puzzle.Geometry()
		if sizes[geo] == nil {
			sizes[geo] = generate.NewMinimizer(geo)
		}
		var minimal board.Grid
		var unproved int
		if o.Seed != nil {
			minimal, unproved = sizes[geo].Shuffled(puzzle, uint64(*o.Seed), uint64(src.Record.Line))
		} else {
			minimal, unproved = sizes[geo].InOrder(puzzle)
		}
		return api.MinimizedOf(puzzle, &minimal, unproved), nil
	}
}

type minimalRecord struct {
	api.Minimized
	Input
}
