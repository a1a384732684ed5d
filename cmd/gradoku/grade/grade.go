package grade

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	urfave "github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/cmd/gradoku/cli"
	"gradoku/grade"
	"gradoku/predict"
	"gradoku/solve"
	"gradoku/task"
)

type options struct {
	cli.Call
	steps, chains bool
	ladder        string
	budget        int64
	timeout       time.Duration
	scheme, model string
}

// Command is "gradoku grade".
func Command(s cli.Streams) *urfave.Command {
	var schemes []string
	for _, s := range grade.Schemes() {
		schemes = append(schemes, s.Name)
	}
	var o options
	return cli.Help("grade", &urfave.Command{
		ArgsUsage: "[PUZZLE|FILE|-]...",
		Flags: []urfave.Flag{
			&urfave.BoolFlag{Name: "steps", Destination: &o.steps, Usage: "print how each puzzle is solved, step by step"},
			&urfave.BoolFlag{Name: "chains", Destination: &o.chains, Usage: "with --steps: also print the chains of each step, such as A=1-->B<>2, and their kind"},
			LadderFlag(&o.ladder),
			&urfave.Int64Flag{Name: "budget", Destination: &o.budget, Value: grade.DefaultBudget, Usage: "end the rating of a puzzle after `N` units of work and print a lower bound, 0 for no limit; 25000000 is about a second"},
			&urfave.DurationFlag{Name: "timeout", Destination: &o.timeout, Usage: "end the rating of a puzzle after this much time, for example 10s; results then depend on the machine"},
			cli.Choice(&urfave.StringFlag{Name: "scheme", Destination: &o.scheme, Usage: "print X, Y and the difficulty letter of one scheme: " + strings.Join(schemes, ", ")}, schemes...),
			&urfave.StringFlag{
				Name: "model", Destination: &o.model,
				Usage: "predict solving times in minutes with the model in `FILE`, made by gradoku study fit; \"default\" is the built-in model, " +
					"for everyday puzzles. Prints the median and the range that half of such puzzles fall into; ? marks an extrapolation to a puzzle unlike the model's training data, with the reasons at the end or, with --json, in each object",
			},
			o.FromFlag(), o.WorkersFlag(),
			o.JSONFlag("print one JSON object per puzzle",
				cli.LineOf("a puzzle", record{}), cli.LineOf("a puzzle, with --ladder human", humanRecord{}), cli.RejectedLine()),
		},
		Action: cli.Action(s, &o.Call, o.run),
	})
}

func (o *options) run(ctx context.Context) error {
	human, err := o.check()
	if err != nil {
		return err
	}
	var model *predict.Model
	if o.model != "" {
		if model, err = task.ReadModel(ctx, o.In, o.model); err != nil {
			return err
		}
		if model.Minutes() == 0 {
			return cli.DataError(fmt.Errorf("%s predicts %s in %s, not a time", o.model, model.Label, model.Unit), "fit it on a column of seconds or minutes")
		}
	}
	out := printer{options: o, table: tabwriter.NewWriter(o.Out, 0, 0, 2, ' ', 0)}
	o.Idle = func() { out.table.Flush() } // the error is reported at the end
	if s, err := grade.SchemeByName(o.scheme); err == nil {
		out.letters = &s
	}
	advice := ""
	var far extrapolations
	newWork := func() func(*cli.Source) (Graded, error) {
		work := Grader{Human: human, Steps: o.steps}
		var predictor *predict.Predictor
		if model != nil {
			predictor = predict.NewPredictor(model)
		}
		return func(src *cli.Source) (Graded, error) {
			puzzle := &src.Record.Puzzle
			grader, end := work.graders.Of(puzzle.Geometry()), time.Now().Add(o.timeout)
			grader.Budget = o.budget
			// What Ctrl-C cuts short is never shown: InParallel hands nothing over.
			grader.Stop = func() bool { return ctx.Err() != nil || o.timeout > 0 && time.Now().After(end) }
			g, err := work.Grade(puzzle)
			if err != nil {
				return g, cli.Placed(src, err)
			}
			if predictor != nil {
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
			far.add(g.prediction)
		}
		return out.print(&w.Src, g)
	})
	if err := errors.Join(out.table.Flush(), err); err != nil {
		return err
	}
	if model != nil && !o.JSON {
		far.tell(o.Err, model)
	}
	return o.Rejections(advice)
}

// check refuses flags that exclude each other, and returns the ladder: true for the
// human one.
func (o *options) check() (human bool, err error) {
	if o.scheme != "" {
		if _, err := grade.SchemeByName(o.scheme); err != nil {
			return false, cli.UsageError(err, "for example: --scheme fitted")
		}
	}
	if o.chains && !o.steps {
		return false, cli.UsageError(errors.New("--chains goes with --steps"), "add --steps")
	}
	if human, err = HumanLadder(o.ladder); err != nil {
		return false, err
	}
	for _, f := range []struct{ name, value string }{{"scheme", o.scheme}, {"model", o.model}} {
		if human && f.value != "" {
			return false, cli.UsageError(fmt.Errorf("--%s needs the rating's ladder; --ladder human gives neither letters nor predictions", f.name), "drop one of the two")
		}
	}
	if o.budget < 0 || o.timeout < 0 {
		return false, cli.UsageError(errors.New("--budget and --timeout must not be negative"), "use --budget 0 for no limit")
	}
	return human, nil
}

// Graded is the grade of one puzzle, with its solution, steps and prediction.
type Graded struct {
	Solution board.Grid
	Grade    grade.Grade // by the ladder for people only its level, where that is Beyond
	Steps    []grade.Step

	human      *grade.HumanPath    // nil by the ladder of the rating
	prediction *predict.Prediction // nil unless a model was given and knows the size
}

// Grader proves and grades puzzles of any size. The zero value gives ratings
// without their steps.
type Grader struct {
	Human bool // use the ladder for people
	Steps bool // list the steps, as the ladder for people always does

	prover  solve.Prover
	graders grade.Graders
}

// Grade proves that a puzzle is proper and grades it.
func (g *Grader) Grade(p *board.Grid) (Graded, error) {
	solution, err := g.prover.Prove(p)
	if err != nil {
		return Graded{}, err
	}
	result, grader := Graded{Solution: solution}, g.graders.Of(p.Geometry())
	switch {
	case g.Human:
		path := grader.Human(p)
		result.human, result.Steps = &path, path.Steps
		result.Grade.AtLeast = path.AtLeast
	case g.Steps:
		result.Grade, result.Steps = grader.Path(p)
	default:
		result.Grade = grader.Grade(p)
	}
	return result, nil
}
