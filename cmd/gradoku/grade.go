package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/predict"
	"gradoku/solve"
	"gradoku/task"
)

type gradeOptions struct {
	Call   `fields:"from,workers,json"`
	Steps  bool `query:"steps" doc:"print how each puzzle is solved, step by step"`
	Chains bool `query:"chains" needs:"steps" doc:"also print the chains of each step, such as A=1-->B<>2, and their kind"`
	ladder
	Model string `query:"model" not:"technique-order=human" value:"FILE" doc:"predict solving times in minutes by a FILE of gradoku study fit, or by the built-in default: the median and the range of half of such puzzles; ? marks an extrapolation"`
	task.Budgeted
}

func gradeCommand(s Streams) *cli.Command {
	var o gradeOptions
	o.Candidates = true
	return newCommand(s, "grade", "[PUZZLE|FILE|-]...", &o, o.run,
		lineKind{"a puzzle", gradeRecord{}}, lineKind{"a puzzle, with --technique-order human", humanRecord{}}, rejectedLine())
}

func (o *gradeOptions) run(ctx context.Context) error {
	var err error
	var model *predict.Model
	if o.Model != "" {
		if model, err = task.ReadModel(ctx, o.In, o.Model); err != nil {
			return err
		}
		if model.Minutes() == 0 {
			return task.DataError(fmt.Errorf("%s predicts %s in %s, not a time", o.Model, model.Label, model.Unit), "fit it on a column of seconds or minutes")
		}
	}
	out := printer{gradeOptions: o, table: tabwriter.NewWriter(o.Out, 0, 0, 2, ' ', 0)}
	o.Idle = func() { out.table.Flush() } // the error is reported at the end
	advice := ""
	predicted, beyond := 0, 0
	newWork := func() func(*task.Source) (gradedPuzzle, error) {
		work := provingGrader{Human: o.human(), Steps: o.Steps}
		var predictor *predict.Predictor
		if model != nil {
			predictor = predict.NewPredictor(model)
		}
		return func(src *task.Source) (gradedPuzzle, error) {
			puzzle := &src.Record.Puzzle
			grader := work.graders.Of(puzzle.Geometry())
			if o.Budget != nil {
				grader.Budget = *o.Budget
			}
			// What Ctrl-C cuts short is never shown: InParallel hands nothing over.
			grader.Stop = func() bool { return ctx.Err() != nil }
			g, err := work.grade(&src.Record)
			if err != nil {
				return g, task.Placed(src, err)
			}
			if predictor != nil && g.Within == nil {
				predictor.Stop = grader.Stop
				if p, ok := predictor.Predict(puzzle); ok {
					g.prediction = &p
				}
			}
			return g, nil
		}
	}
	err = inParallel(ctx, &o.Call, 1, newWork, func(w *worked[gradedPuzzle]) error {
		g := &w.Result
		switch {
		case w.Err != nil:
			o.reject(w.Err)
			if advice == "" {
				advice = "a puzzle to be graded must have exactly one solution"
			}
			if errors.Is(w.Err, solve.ErrSeveral) {
				advice = "a puzzle to be graded must have exactly one solution; gradoku solve --all shows all solutions of a puzzle"
			}
			return nil
		case g.prediction != nil:
			if predicted++; g.prediction.Beyond != nil {
				beyond++
			}
		}
		return out.print(&w.Src, g)
	})
	if err := errors.Join(out.table.Flush(), err); err != nil {
		return err
	}
	if model != nil && !o.JSON {
		tellExtrapolations(o.Err, model, predicted, beyond)
	}
	return o.rejections(advice)
}

// gradedPuzzle is the grade of one puzzle, with its solution, steps and prediction.
type gradedPuzzle struct {
	Solution board.Grid
	Within   *board.Board // what a puzzle begins with whose candidates are part of it, else nil
	Grade    grade.Grade  // by the technique order for people only AtLeast is set
	Steps    []grade.Step

	human      *grade.HumanPath    // nil by the ladder of the rating
	prediction *predict.Prediction // nil unless a model was given and knows the size
}

// provingGrader proves and grades puzzles of any size. The zero value gives ratings
// without their steps.
type provingGrader struct {
	Human bool // use the technique order for people
	Steps bool // list the steps, as the technique order for people always does

	prover  solve.Prover
	graders grade.Graders
}

// grade proves that the puzzle of a record is proper and grades it, within its candidates if they
// are part of it.
func (g *provingGrader) grade(rec *corpus.Record) (gradedPuzzle, error) {
	solution, within, err := task.Prove(&g.prover, rec)
	if err != nil {
		return gradedPuzzle{}, err
	}
	p := &rec.Puzzle
	result, grader := gradedPuzzle{Solution: solution, Within: within}, g.graders.Of(p.Geometry())
	switch {
	case g.Human:
		path := grader.HumanOn(cmp.Or(within, new(board.NewBoard(p))))
		result.human, result.Steps = &path, path.Steps
		result.Grade.AtLeast = path.AtLeast
	case within != nil:
		result.Grade, result.Steps = grader.PathOn(within)
	case g.Steps:
		result.Grade, result.Steps = grader.Path(p)
	default:
		result.Grade = grader.Grade(p)
	}
	return result, nil
}
