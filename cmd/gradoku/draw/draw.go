package draw

import (
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
	"gradoku/grade"
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

type options struct {
	cli.Call
	output, format       string
	candidates, solution bool
	singles              bool
	step                 int
	ladder               string
	solver, scan         string
	atStep               int64
	coordinates          bool
	px                   int
}

// Command is "gradoku draw".
func Command(s cli.Streams) *urfave.Command {
	var o options
	return cli.Help("draw", &urfave.Command{
		ArgsUsage: "PUZZLE|FILE|-",
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "o", Aliases: []string{"output"}, Destination: &o.output, Value: "-", Usage: "write to `FILE`, - for stdout"},
			cli.Choice(&urfave.StringFlag{Name: "format", Destination: &o.format, Usage: "svg or png (default: by the file's extension; svg on stdout)"}, "svg", "png"),
			&urfave.BoolFlag{Name: "candidates", Destination: &o.candidates, Usage: "show the candidates in the blanks"},
			&urfave.BoolFlag{Name: "singles", Destination: &o.singles, Usage: "show the candidates, and emphasise those that are the only one in their cell"},
			&urfave.BoolFlag{Name: "solution", Destination: &o.solution, Usage: "show the solution's digits in the blanks"},
			&urfave.IntFlag{Name: "step", Destination: &o.step, Usage: "show the `K`-th step, from 1, with candidates and a sentence that explains it"},
			grading.LadderFlag(&o.ladder),
			&urfave.StringFlag{Name: "solver", Destination: &o.solver, Usage: "show the search of this solver at --at-step, for example moler (gradoku list solvers)"},
			&urfave.Int64Flag{Name: "at-step", Destination: &o.atStep, Usage: "with --solver: show the search at step `N`, as numbered by gradoku solve --trace"},
			&urfave.StringFlag{Name: "scan", Destination: &o.scan, Usage: "with --solver: the order in which it scans the cells: column or row"},
			&urfave.BoolFlag{Name: "coordinates", Destination: &o.coordinates, Usage: "label the rows r1, r2, ... and the columns c1, c2, ... in the margins"},
			&urfave.IntFlag{Name: "size-px", Destination: &o.px, Usage: fmt.Sprintf("make the picture `N` pixels wide (default: %d per cell)", draw.DefaultCell)},
			o.FromFlag(), o.QuietFlag(),
		},
		Action: cli.Action(s, &o.Call, o.run),
	})
}

func (o *options) run(ctx context.Context) error {
	if err := o.CheckApart(task.Output{Flag: "-o", Path: o.output}); err != nil {
		return err
	}
	if len(o.Args) > 1 {
		return severalPuzzles()
	}
	human, err := grading.HumanLadder(o.ladder)
	switch {
	case err != nil:
		return err
	case o.solution && (o.candidates || o.Given("step")):
		return cli.UsageError(errors.New("--solution fills all blanks, so --candidates and --step have nothing to show"), "draw two pictures")
	case o.Given("step") && o.step < 1:
		return cli.UsageError(fmt.Errorf("--step is %d; steps count from 1", o.step), "gradoku grade --steps lists them")
	case o.Given("solver") != o.Given("at-step"), o.Given("scan") && !o.Given("solver"):
		return cli.UsageError(errors.New("--solver and --at-step need each other, and --scan needs both"), "for example: --solver moler --at-step 22")
	case o.Given("at-step") && (o.solution || o.singles || o.Given("step") || o.Given("ladder")):
		return cli.UsageError(errors.New("--at-step shows a search; --solution, --singles, --step and --ladder show something else"), "draw two pictures")
	case o.singles && (o.solution || o.Given("step")):
		return cli.UsageError(errors.New("--singles shows the puzzle as given, so it excludes --solution and --step"), "draw two pictures")
	case o.Given("at-step") && o.atStep < 1:
		return cli.UsageError(fmt.Errorf("--at-step is %d; steps count from 1", o.atStep), "gradoku solve --trace lists them")
	case o.Given("size-px") && o.px < 1:
		return cli.UsageError(fmt.Errorf("--size-px is %d; it must be at least 1", o.px), "for example: --size-px 600")
	}
	if o.Given("solver") {
		if _, err := solve.ByName(solving.Solvers(), o.solver); err != nil {
			return cli.UsageError(err, "gradoku list solvers shows what each can do")
		}
	}
	scan, err := solve.ScanByName(o.scan)
	if err != nil {
		return cli.UsageError(err, "for example: --scan row")
	}
	r, err := rendererFor(o.format, o.output)
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
	if err := r.write(page, &image, o.px); err != nil {
		return cli.UsageError(fmt.Errorf("--size-px: %w", err), "leave it out for a width that fits")
	}
	write := func(w io.Writer) error {
		_, err := io.WriteString(w, image.String())
		return err
	}
	if err := o.Write(ctx, o.output, write); err != nil || o.output == "-" {
		return err
	}
	o.Say("%s drawn to %s as %s", page.Title, o.output, r.name)
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
	d := draw.Options{Candidates: o.candidates || o.singles, Singles: o.singles, Coordinates: o.coordinates}
	if o.atStep > 0 {
		m, err := o.searchState(ctx, src, scan)
		if err != nil {
			return nil, err
		}
		d.Search = m.Search()
		return draw.New(puzzle, d), nil
	}
	if !o.solution && o.step == 0 {
		return draw.New(puzzle, d), nil
	}
	grader := grading.Grader{Human: human, Steps: o.step > 0}
	g, err := grader.Grade(puzzle)
	if err != nil {
		return nil, cli.DataError(cli.Placed(src, err),
			"--solution and --step need a puzzle with exactly one solution; without them any can be drawn")
	}
	if o.solution {
		d.Solution = &g.Solution
		return draw.New(puzzle, d), nil
	}
	if o.step <= len(g.Steps) {
		d.Path = g.Steps[:o.step]
		return draw.New(puzzle, d), nil
	}
	if len(g.Steps) == 0 {
		return nil, cli.DataError(cli.Placed(src, cli.ErrSolved), "leave --step out")
	}
	advice := "gradoku grade --steps lists them"
	if g.Grade.Level == grade.Beyond {
		advice += "; after that the search ran out of budget"
	}
	return nil, cli.UsageError(fmt.Errorf("--step is %d, but this puzzle has %s", o.step, text.Count(len(g.Steps), "step", "steps")), advice)
}

// searchState runs the solver as far as --at-step.
func (o *options) searchState(ctx context.Context, src *cli.Source, scan solve.Scan) (literature.SearchState, error) {
	solver, _ := solve.ByName(solving.Solvers(), o.solver) // checked before the puzzle was read
	m, err := literature.SearchStateAt(ctx, solver, &src.Record.Puzzle, scan, o.atStep)
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
