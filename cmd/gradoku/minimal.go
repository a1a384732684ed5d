package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"gradoku/api"
	"gradoku/board"
	"gradoku/generate"
	"gradoku/internal/text"
	"gradoku/solve"
	"gradoku/task"
)

type minimalOptions struct {
	Call  `fields:"from,workers,json"`
	Seed  *int64 `query:"seed" minimum:"0" not:"check" doc:"random seed, from 0"`
	Check bool   `query:"check" doc:"print only the puzzles that are not minimal, with the clues that could be removed, and change nothing; if there are any, the exit code is 1"`
}

func minimalCommand(s Streams) *cli.Command {
	var o minimalOptions
	return newCommand(s, "minimal", "[PUZZLE|FILE|-]...", &o, o.run, lineKind{"a puzzle", minimalRecord{}}, rejectedLine())
}

type reduced struct {
	minimal   board.Grid    // the zero Grid with --check
	redundant board.CellSet // clues that can be removed, or were removed
	unproved  int
}

func (o *minimalOptions) run(ctx context.Context) error {
	loose := 0
	err := inParallel(ctx, &o.Call, workBatch, o.reducer, func(w *worked[reduced]) error {
		if w.Err != nil {
			o.reject(w.Err)
			return nil
		}
		if w.Result.unproved > 0 {
			fmt.Fprintf(o.Err, "gradoku: %s: too hard to prove whether %s can be removed\n", text.OneLine(w.Src.Place()), text.Count(w.Result.unproved, "clue (which is kept)", "clues (which are kept)"))
		}
		if !w.Result.redundant.Empty() {
			loose++
		}
		return o.print(w)
	})
	if err != nil {
		return err
	}
	if err := o.rejections("a puzzle to be reduced must have exactly one solution"); err != nil {
		return err
	}
	if o.Check && loose > 0 {
		return task.DataError(fmt.Errorf("%s not minimal", text.Count(loose, "puzzle is", "puzzles are")), "gradoku minimal reduces them")
	}
	return nil
}

// reducer returns the workspace of one worker.
func (o *minimalOptions) reducer() func(*task.Source) (reduced, error) {
	var prover solve.Prover
	sizes := map[*board.Geometry]*generate.Minimizer{}
	return func(src *task.Source) (reduced, error) {
		puzzle := &src.Record.Puzzle
		if _, err := prover.Prove(puzzle); err != nil {
			return reduced{}, task.Placed(src, err)
		}
		geo := puzzle.Geometry()
		if sizes[geo] == nil {
			sizes[geo] = generate.NewMinimizer(geo)
		}
		var r reduced
		switch {
		case o.Check:
			r.redundant, r.unproved = sizes[geo].Redundant(puzzle)
			return r, nil
		case o.Seed != nil:
			r.minimal, r.unproved = sizes[geo].Shuffled(puzzle, uint64(*o.Seed), uint64(src.Record.Line))
		default:
			r.minimal, r.unproved = sizes[geo].InOrder(puzzle)
		}
		r.redundant = puzzle.ClueSet().Minus(r.minimal.ClueSet())
		return r, nil
	}
}

type minimalRecord struct {
	api.Minimized
	Input
}

func (o *minimalOptions) print(w *worked[reduced]) error {
	puzzle, r := w.Src.Record.Puzzle, &w.Result
	clues := api.ClueNames(&puzzle, r.redundant)
	if o.Check && len(clues) == 0 {
		return nil
	}
	if o.JSON {
		return printJSON(o.Out, minimalRecord{api.Minimized{Puzzle: puzzle.String(), Minimal: r.minimal.String(), Clues: clues, Unproved: r.unproved}, inputOf(&w.Src)})
	}
	if !o.Check {
		_, err := fmt.Fprintln(o.Out, r.minimal.String())
		return err
	}
	_, err := fmt.Fprintf(o.Out, "%s\t%s\t%s\n", text.OneLine(w.Src.Place()), puzzle, strings.Join(clues, " "))
	return err
}
