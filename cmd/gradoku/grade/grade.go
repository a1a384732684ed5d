package grade

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"text/tabwriter"

	urfave "github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/cmd/gradoku/cli"
	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/predict"
	"gradoku/solve"
	"gradoku/task"
)

type options struct {
	cli.Call `fields:"from,workers,json"`
	Steps    bool `query:"steps" doc:"print how each puzzle is solved, step by step"`
	Chains   bool `query:"chains" needs:"steps" doc:"also print the chains of each step, such as A=1-->B<>2, and their kind"`
	Ladder
	Model string `query:"model" not:"technique-order=human" value:"FILE" doc:"predict solving times in minutes by a FILE of gradoku study fit, or by the built-in default: the median and the range of half of such puzzles; ? marks an extrapolation"`
	task.Budgeted
}

// Command is "gradoku grade".
func Command(s cli.Streams) *urfave.Command {
	var o options
	o.Candidates = true
	return cli.New(s, "grade", "[PUZZLE|FILE|-]...", &o, o.run,
		cli.LineOf("a puzzle", record{}), cli.LineOf("a puzzle, with --technique-order human", humanRecord{}), cli.RejectedLine())
}

func (o *options) run(ctx context.Context) error {
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
	out := printer{options: o, table: tabwriter.NewWriter(o.Out, 0, 0, 2, ' ', 0)}
	o.Idle = func() { out.table.Flush() } // the error is reported at the end
	advice := ""
	predicted, beyond := 0, 0
	newWork := func() func(*task.Source) (Graded, error) {
		work := Grader{Human: o.Human(), Steps: o.Steps}
		var predictor *predict.Predictor
		if model != nil {
			predictor = predict.NewPredictor(model)
		}
		return func(src *task.Source) (Graded, error) {
			puzzle := &src.Record.Puzzle
			grader := work.graders.Of(puzzle.Geometry())
			if o.Budget != nil {
				grader.Budget = *o.Budget
			}
			// What Ctrl-C cuts short is never shown: InParallel hands nothing over.
			grader.Stop = func() bool { return ctx.Err() != nil }
			g, err := work.Grade(&src.Record)
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
	err = cli.InParallel(ctx, &o.Call, 1, newWork, func(w *cli.Worked[Graded]) error {
		g := &w.Result
		switch {
		case w.Err != nil:
			o.Reject(w.Err)
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
	return o.Rejections(advice)
}

// Graded is the grade of one puzzle, with its solution, steps and prediction.
type Graded struct {
	Solution board.Grid
	Within   *board.Board // what a puzzle begins with whose candidates are part of it, else nil
	Grade    grade.Grade  // by the technique order for people only AtLeast is set
	Steps    []grade.Step

	human      *grade.HumanPath    // nil by the ladder of the rating
	prediction *predict.Prediction // nil unless a model was given and knows the size
}

// Grader proves and grades puzzles of any size. The zero value gives ratings
// without their steps.
type Grader struct {
	Human bool // use the technique order for people
	Steps bool // list the steps, as the technique order for people always does

	prover  solve.Prover
	graders grade.Graders
}

// Grade proves that the puzzle of a record is proper and grades it, within its candidates if they
// are part of it.
func (g *Grader) Grade(rec *corpus.Record) (Graded, error) {
	solution, within, err := task.Prove(&g.prover, rec)
	if err != nil {
		return Graded{}, err
	}
	p := &rec.Puzzle
	result, grader := Graded{Solution: solution, Within: within}, g.graders.Of(p.Geometry())
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

type regradeOptions struct {
	cli.Call `fields:"workers,db,quiet"`
	task.Regrade
}

// RegradeCommand is "gradoku regrade".
func RegradeCommand(s cli.Streams) *urfave.Command {
	var o regradeOptions
	return cli.New(s, "regrade", "", &o, o.run)
}

func (o *regradeOptions) run(ctx context.Context) error {
	done, err := cli.Do(ctx, &o.Call, &o.Regrade, nil)
	if errors.Is(err, task.ErrWatching) {
		return task.Fail(task.Interrupted, errors.New("the workers continue the regrade"),
			fmt.Sprintf("gradoku runs%s shows its progress, gradoku runs --cancel %v%s ends it", o.DBHint(), done.Shared, o.DBHint()))
	}
	return err
}
