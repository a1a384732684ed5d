package grade

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	urfave "github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/cmd/gradoku/cli"
	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/predict"
	"gradoku/solve"
)

func Command(s cli.Streams) *urfave.Command {
	return &urfave.Command{
		Name:      "grade",
		Usage:     "grade puzzles: blank count, blank freedom, scan effort, letters, rating, level",
		ArgsUsage: "[PUZZLE|FILE|-]...",
		UsageText: "gradoku grade 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n" +
			"gradoku grade --json puzzles.txt > grades.jsonl\n" +
			"gradoku grade --steps puzzle.txt\n" +
			"gradoku grade --explain-next puzzle.txt\n" +
			"gradoku grade --ladder human --steps puzzle.txt\n" +
			"gradoku grade --model default puzzles.txt",
		Description: "Files may be in any format of gradoku list formats, plain, .gz or .zst; their content tells. A puzzle without\n" +
			"exactly one solution is reported on stderr with exit code 1; the others are graded all the same.",
		Flags: []urfave.Flag{
			&urfave.BoolFlag{Name: "steps", Usage: "print how each puzzle is solved, step by step"},
			&urfave.BoolFlag{Name: "chains", Usage: "with --steps: write out the chains of each step, as A=1-->B<>2, and what kind they are"},
			LadderFlag(),
			&urfave.BoolFlag{Name: "explain-next", Usage: "print only the next step of each puzzle: a hint"},
			&urfave.Int64Flag{Name: "budget", Value: grade.DefaultBudget, Usage: "end the rating of a puzzle after `N` units of work with \"at least\", 0 for never; 25000000 is about a second"},
			&urfave.DurationFlag{Name: "timeout", Usage: "the same by the clock, for example 10s; what it says then depends on the machine"},
			&urfave.StringFlag{Name: "scheme", Usage: "show X, Y and the letter of one scheme: " + schemeNames()},
			modelFlag(),
			cli.JSONFlag(nil, "print one JSON object per puzzle"),
		},
		Action: func(c *urfave.Context) error { return gradeAction(c, s) },
	}
}

// schemeNames lists the schemes for the help text.
func schemeNames() string {
	var names []string
	for _, s := range grade.Schemes() {
		names = append(names, s.Name)
	}
	return strings.Join(names, ", ")
}

func gradeAction(c *urfave.Context, s cli.Streams) error {
	human, err := checkGrade(c)
	if err != nil {
		return err
	}
	predict, err := predictor(c)
	if err != nil {
		return err
	}
	out := gradeWriter(c, s.Out)
	if human {
		out = humanWriter(c, s.Out)
	}
	work := Workspaces{}
	bad := cli.Complaints{W: s.Err}
	var far extrapolations
	for src, err := range cli.PuzzlesOf(c, s) {
		if c.Context.Err() != nil {
			return errors.Join(out.finish(), c.Context.Err())
		}
		var p *cli.Problem
		switch {
		case errors.As(err, &p):
			return errors.Join(out.finish(), err)
		case err != nil:
			bad.Add(err)
			continue
		}
		work.limit(&src.Record.Puzzle, c.Int64("budget"), c.Duration("timeout"))
		g, err := work.Climb(&src.Record.Puzzle, human, c.Bool("steps") || c.Bool("explain-next"))
		if err != nil {
			bad.Add(cli.Placed(&src, err))
			continue
		}
		if predict != nil {
			if g.prediction, g.predicted = predict.Predict(&src.Record.Puzzle, &g.Grade); g.predicted {
				far.add(&g.prediction)
			}
		}
		if err := out.write(src, g); err != nil {
			return err
		}
	}
	if err := out.finish(); err != nil {
		return err
	}
	if predict != nil && !c.Bool("json") {
		far.tell(s.Err, predict.Model())
	}
	return bad.Err("a puzzle to be graded must have exactly one solution; gradoku solve --all shows the solutions of one")
}

// checkGrade refuses flags that do not go together, and tells the ladder: true
// for that for people.
func checkGrade(c *urfave.Context) (human bool, err error) {
	if name := c.String("scheme"); name != "" {
		if _, err := grade.SchemeByName(name); err != nil {
			return false, cli.UsageError(err, "for example: --scheme fitted")
		}
	}
	if c.Bool("steps") && c.Bool("explain-next") {
		return false, cli.UsageError(errors.New("--steps and --explain-next exclude each other"), "choose one")
	}
	if c.Bool("chains") && !c.Bool("steps") {
		return false, cli.UsageError(errors.New("--chains goes with --steps"), "add --steps")
	}
	if human, err = HumanLadder(c); err != nil {
		return false, err
	}
	for _, name := range []string{"scheme", "model"} {
		if human && c.String(name) != "" {
			return false, cli.UsageError(fmt.Errorf("--%s belongs to the rating; --ladder human has neither letters nor predictions", name), "leave one of them out")
		}
	}
	if c.Int64("budget") < 0 || c.Duration("timeout") < 0 {
		return false, cli.UsageError(errors.New("--budget and --timeout must not be negative"), "use --budget 0 for no limit")
	}
	return human, nil
}

// graded is one puzzle with all that was found out about it.
type Graded struct {
	Solution board.Grid
	Grade    grade.Grade
	Steps    []grade.Step
	human    grade.HumanPath // of the other ladder; its steps are steps

	prediction predict.Prediction // when predicted: a model was given and knows the size
	predicted  bool
}

// workspaces proves and grades puzzles of any size. The zero value is ready.
type Workspaces struct {
	prover  solve.Prover
	graders grade.Graders
}

// limit bounds the rating of the puzzle that comes next.
func (w *Workspaces) limit(p *board.Grid, budget int64, timeout time.Duration) {
	g := w.graders.Of(p.Geometry())
	g.Budget, g.Stop = budget, nil
	if timeout > 0 {
		end := time.Now().Add(timeout)
		g.Stop = func() bool { return time.Now().After(end) }
	}
}

// grade proves that a puzzle is proper and grades it.
func (w *Workspaces) Grade(p *board.Grid, steps bool) (Graded, error) {
	solution, err := w.prover.Prove(p)
	if err != nil {
		return Graded{}, err
	}
	g, grader := Graded{Solution: solution}, w.graders.Of(p.Geometry())
	if steps {
		g.Grade, g.Steps = grader.Path(p)
	} else {
		g.Grade = grader.Grade(p)
	}
	return g, nil
}

// gradeOutput is one of the two forms in which grades are printed.
type gradeOutput struct {
	write  func(cli.Source, Graded) error
	finish func() error
}

func gradeWriter(c *urfave.Context, w io.Writer) gradeOutput {
	switch {
	case c.Bool("explain-next"):
		return gradeNext(w, c.Bool("json"), false)
	case c.Bool("json"):
		return gradeJSON(w, c.Bool("steps"), false, ratingValues(c.String("scheme"), c.String("model") != ""))
	case c.Bool("steps"):
		return gradeSteps(w, c.Bool("chains"))
	}
	return gradeTable(w, letterColumns(c.String("scheme")), c.String("model") != "")
}

// schemeValues returns what a scheme adds to a JSON object, nothing for "".
func schemeValues(name string) func(geo *board.Geometry, g *grade.Grade) []corpus.Value {
	s, err := grade.SchemeByName(name)
	if err != nil {
		return func(*board.Geometry, *grade.Grade) []corpus.Value { return nil }
	}
	return func(geo *board.Geometry, g *grade.Grade) []corpus.Value {
		return []corpus.Value{
			corpus.Text("scheme", s.Name),
			corpus.Int("scheme_x", s.LevelX(geo, g.Blanks)),
			corpus.Int("scheme_y", s.LevelY(geo, g.Freedom)),
			corpus.Text("scheme_letter", string(rune(s.Letter(geo, g.Blanks, g.Freedom)))),
		}
	}
}

// lettering is the part of the table that depends on the scheme.
type lettering struct {
	header string
	cells  func(geo *board.Geometry, g *grade.Grade) string
}

// letterColumns shows one scheme, or both letters that every grade has.
func letterColumns(name string) lettering {
	s, err := grade.SchemeByName(name)
	if err != nil {
		return lettering{"X\tY\tprinted\tfitted", func(_ *board.Geometry, g *grade.Grade) string {
			return fmt.Sprintf("%d\t%d\t%c\t%c", g.X, g.Y, g.LetterPrinted, g.LetterFitted)
		}}
	}
	return lettering{"X\tY\t" + s.Name, func(geo *board.Geometry, g *grade.Grade) string {
		return fmt.Sprintf("%d\t%d\t%c", s.LevelX(geo, g.Blanks), s.LevelY(geo, g.Freedom), s.Letter(geo, g.Blanks, g.Freedom))
	}}
}

// gradeJSON writes an object for each puzzle, with the values of a ladder and, when
// asked, its steps.
func gradeJSON(w io.Writer, steps, scored bool, values func(*board.Grid, *Graded) []corpus.Value) gradeOutput {
	var line []byte
	return gradeOutput{
		write: func(src cli.Source, g Graded) error {
			puzzle := &src.Record.Puzzle
			row := corpus.Row{Puzzle: puzzle.String(), Solution: g.Solution.String(), Values: values(puzzle, &g)}
			line = row.AppendJSON(line[:0])
			if steps {
				line = appendSteps(bytes.TrimSuffix(line, []byte("}")), puzzle.Geometry(), g.Steps, scored)
			} else {
				line = append(line, '\n')
			}
			_, err := w.Write(line)
			return err
		},
		finish: func() error { return nil },
	}
}

// ratingValues returns what the ladder of the rating says of a puzzle, with the
// values that a scheme and a model add.
func ratingValues(scheme string, model bool) func(*board.Grid, *Graded) []corpus.Value {
	more := schemeValues(scheme)
	return func(p *board.Grid, g *Graded) []corpus.Value {
		values := append(cli.GradeValues(p.Clues(), &g.Grade), more(p.Geometry(), &g.Grade)...)
		if model {
			values = append(values, g.predictionValues()...)
		}
		return values
	}
}

func gradeSteps(w io.Writer, chains bool) gradeOutput {
	return gradeOutput{
		write: func(src cli.Source, g Graded) error {
			fmt.Fprintf(w, "%s\n%s\n", src.Record.Puzzle, cli.GradeText(&g.Grade))
			if g.predicted {
				fmt.Fprintf(w, "predicted: %s minutes\n", g.predictionText())
			}
			printSteps(w, src.Record.Puzzle.Geometry(), &g.Grade, g.Steps, chains)
			_, err := fmt.Fprintln(w)
			return err
		},
		finish: func() error { return nil },
	}
}

// gradeNext prints the first step, as a sentence or as an object.
func gradeNext(w io.Writer, asJSON, scored bool) gradeOutput {
	return gradeOutput{
		write: func(src cli.Source, g Graded) error {
			geo := src.Record.Puzzle.Geometry()
			switch {
			case len(g.Steps) == 0:
				return errors.New("there is no next step: nothing is blank")
			case asJSON:
				_, err := w.Write(appendSteps([]byte(fmt.Sprintf(`{"puzzle":%q`, src.Record.Puzzle)), geo, g.Steps[:1], scored))
				return err
			}
			_, err := fmt.Fprintln(w, g.Steps[0].Sentence(geo))
			return err
		},
		finish: func() error { return nil },
	}
}

// tableRows are aligned at a time, so that a long file does not wait in memory.
const tableRows = 200

func gradeTable(w io.Writer, letters lettering, model bool) gradeOutput {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	n := 0
	return gradeOutput{
		write: func(src cli.Source, g Graded) error {
			if n%tableRows == 0 {
				if err := t.Flush(); err != nil {
					return err
				}
				minutes := ""
				if model {
					minutes = "\tminutes"
				}
				fmt.Fprintf(t, "puzzle\tclues\tblanks\tfreedom\tscan\t%s\trating\tpearl\tdiamond\tlevel\thardest\tlogic%s\n", letters.header, minutes)
			}
			n++
			logic := "solved"
			if !g.Grade.SolvedByLogic {
				logic = "open"
			}
			if model {
				logic += "\t" + g.predictionText()
			}
			_, err := fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n",
				src.Record.Puzzle, src.Record.Puzzle.Clues(), g.Grade.Blanks, g.Grade.Freedom, cli.RatingText(g.Grade.Scan),
				letters.cells(src.Record.Puzzle.Geometry(), &g.Grade),
				cli.GradeRating(&g.Grade), cli.RatingText(g.Grade.Pearl), cli.RatingText(g.Grade.Diamond), cli.OrNone(g.Grade.Level), cli.OrNone(g.Grade.Hardest), logic)
			return err
		},
		finish: t.Flush,
	}
}
