package draw

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	grading "gradoku/cmd/gradoku/grade"
	solving "gradoku/cmd/gradoku/solve"
	"gradoku/draw"
	"gradoku/internal/text"
	"gradoku/literature"
	"gradoku/solve"
	"gradoku/task"
)

// renderer is one file format in which a page can be written.
type renderer struct {
	name  string // also the file's extension
	write func(p *draw.Page, w io.Writer, px int) error
}

// renderers lists them, the default first.
var renderers = [...]renderer{
	{"svg", (*draw.Page).SVG},
	{"png", (*draw.Page).PNG},
}

// drawing says what to draw and where to.
type drawing struct {
	Output      string `query:"o" alias:"output" value:"FILE" doc:"write to FILE, - for stdout" usual:"-"`
	Format      string `query:"format" choices:"svg,png" doc:"svg or png" usual:"by the file's extension; svg on stdout"`
	Candidates  bool   `query:"candidates" doc:"show the candidates in the blanks"`
	Singles     bool   `query:"singles" not:"solution,step,at-step" doc:"show the candidates, and emphasise those that are the only one in their cell"`
	Solution    bool   `query:"solution" not:"candidates,step,at-step" doc:"show the solution's digits in the blanks"`
	Step        int    `query:"step" minimum:"1" not:"at-step" value:"K" doc:"show the K-th step, from 1, with candidates and a sentence that explains it"`
	Solver      string `query:"solver" needs:"at-step" doc:"show the search of this solver at --at-step, for example moler (gradoku list solvers)"`
	AtStep      int64  `query:"at-step" minimum:"1" needs:"solver" not:"ladder" value:"N" doc:"with --solver: show the search at step N, as numbered by gradoku solve --trace"`
	Scan        string `query:"scan" needs:"solver" doc:"with --solver: the order in which it scans the cells: column or row"`
	Coordinates bool   `query:"coordinates" doc:"label the rows r1, r2, ... and the columns c1, c2, ... in the margins"`
	Pixels      int    `query:"size-px" minimum:"1" value:"N" doc:"make the picture N pixels wide" usual:"80 per cell" example:"600"`
}

type options struct {
	cli.Call
	want   drawing
	ladder string
}

// Command is "gradoku draw".
func Command(s cli.Streams) *urfave.Command {
	var o options
	return cli.Help("draw", &urfave.Command{
		ArgsUsage: "PUZZLE|FILE|-",
		Flags:     append(cli.BoundFlags(&o.want), grading.LadderFlag(&o.ladder), o.FromFlag(), o.QuietFlag()),
		Action:    cli.Action(s, &o.Call, o.run, &o.want),
	})
}

func (o *options) run(ctx context.Context) error {
	o.want.Output = cmp.Or(o.want.Output, "-")
	if err := o.CheckApart(task.Output{Flag: "-o", Path: o.want.Output}); err != nil {
		return err
	}
	if len(o.Args) > 1 {
		return severalPuzzles()
	}
	human, err := grading.HumanLadder(o.ladder)
	if err != nil {
		return err
	}
	if o.want.Solver != "" {
		if _, err := solve.ByName(solving.Solvers(), o.want.Solver); err != nil {
			return cli.UsageError(err, "gradoku list solvers shows what each can do")
		}
	}
	scan, err := solve.ScanByName(o.want.Scan)
	if err != nil {
		return cli.UsageError(err, "for example: --scan row")
	}
	r, err := rendererFor(o.want.Format, o.want.Output)
	if err != nil {
		return err
	}
	src, err := o.onePuzzle(ctx)
	if err != nil {
		return err
	}
	page, err := o.picture(ctx, &src, human, scan)
	if err != nil {
		return err
	}
	// Rendering first distinguishes a wrong width from a full disk.
	var image strings.Builder
	if err := r.write(page, &image, o.want.Pixels); err != nil {
		return cli.UsageError(fmt.Errorf("--size-px: %w", err), "leave it out for a width that fits")
	}
	write := func(w io.Writer) error {
		_, err := io.WriteString(w, image.String())
		return err
	}
	if err := o.Write(ctx, o.want.Output, write); err != nil || o.want.Output == "-" {
		return err
	}
	o.Say("%s drawn to %s as %s", page.Title, o.want.Output, r.name)
	return nil
}

func severalPuzzles() error {
	return cli.UsageError(errors.New("draw makes a picture of one puzzle, but there are several"), "call it once for each")
}

// rendererFor returns the renderer that was named, or that of the extension.
func rendererFor(name, path string) (renderer, error) {
	what := fmt.Sprintf("there is no format %q", name)
	if name == "" {
		if path == "-" {
			return renderers[0], nil
		}
		ext := filepath.Ext(path)
		name = strings.TrimPrefix(ext, ".")
		what = fmt.Sprintf("%s: the extension %q names no format", path, ext)
	}
	for _, r := range renderers {
		if strings.EqualFold(r.name, name) {
			return r, nil
		}
	}
	return renderer{}, cli.UsageError(errors.New(what), "use .svg or .png, or add --format svg or --format png")
}

func (o *options) onePuzzle(ctx context.Context) (cli.Source, error) {
	var one cli.Source
	count := 0
	for src, err := range o.Puzzles(ctx) {
		if err != nil {
			return cli.Source{}, err
		}
		if count++; count > 1 {
			return cli.Source{}, severalPuzzles()
		}
		one = src
	}
	return one, nil
}

// picture decides what to draw. Only --solution and --step need a proper puzzle; any
// other input is drawn as it is.
func (o *options) picture(ctx context.Context, src *cli.Source, human bool, scan solve.Scan) (*draw.Page, error) {
	puzzle := &src.Record.Puzzle
	d := draw.Options{Candidates: o.want.Candidates || o.want.Singles, Singles: o.want.Singles, Coordinates: o.want.Coordinates}
	if o.want.AtStep > 0 {
		m, err := o.searchState(ctx, src, scan)
		if err != nil {
			return nil, err
		}
		d.Search = m.Search()
		return draw.New(puzzle, d), nil
	}
	if !o.want.Solution && o.want.Step == 0 {
		return draw.New(puzzle, d), nil
	}
	grader := grading.Grader{Human: human, Steps: o.want.Step > 0}
	g, err := grader.Grade(puzzle)
	if err != nil {
		return nil, cli.DataError(cli.Placed(src, err),
			"--solution and --step need a puzzle with exactly one solution; without them any can be drawn")
	}
	if o.want.Solution {
		d.Solution = &g.Solution
		return draw.New(puzzle, d), nil
	}
	if o.want.Step <= len(g.Steps) {
		d.Path = g.Steps[:o.want.Step]
		return draw.New(puzzle, d), nil
	}
	if len(g.Steps) == 0 {
		return nil, cli.DataError(cli.Placed(src, cli.ErrSolved), "leave --step out")
	}
	advice := "gradoku grade --steps lists them"
	if g.Grade.AtLeast {
		advice += "; after that the search ran out of budget"
	}
	return nil, cli.UsageError(fmt.Errorf("--step is %d, but this puzzle has %s", o.want.Step, text.Count(len(g.Steps), "step", "steps")), advice)
}

// searchState runs the solver as far as --at-step.
func (o *options) searchState(ctx context.Context, src *cli.Source, scan solve.Scan) (literature.SearchState, error) {
	solver, _ := solve.ByName(solving.Solvers(), o.want.Solver) // checked before the puzzle was read
	m, err := literature.SearchStateAt(ctx, solver, &src.Record.Puzzle, scan, o.want.AtStep)
	var none *literature.NoStepError
	switch {
	case err == nil || ctx.Err() != nil:
		return m, err
	case !errors.As(err, &none):
		return m, cli.DataError(cli.Placed(src, err), "without --solver any puzzle can be drawn")
	case none.Mute:
		return m, cli.UsageError(err, "the solvers of the documents do, such as --solver moler")
	}
	return m, cli.UsageError(err, "gradoku solve --trace lists them")
}
