package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

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

type drawOptions struct {
	Call        `fields:"from,quiet"`
	Output      string `query:"o" alias:"output" minLength:"1" value:"FILE" doc:"write to FILE, - for stdout"`
	Candidates  bool   `query:"candidates" doc:"show the candidates in the blanks"`
	Singles     bool   `query:"singles" not:"solution,step" doc:"show the candidates, and emphasise those that are the only one in their cell"`
	Solution    bool   `query:"solution" not:"candidates,step" doc:"show the solution's digits in the blanks"`
	Coordinates bool   `query:"coordinates" doc:"label the rows r1, r2, ... and the columns c1, c2, ... in the margins"`
	Width       int    `query:"size-px" minimum:"1" value:"N" doc:"make the picture N pixels wide" usual:"as its cells need"`

	Step   int `query:"step" group:"One step" minimum:"1" value:"K" doc:"show step K of the solution, from 1, with candidates and a sentence that explains it"`
	ladder `group:"One step"`

	Solver solverName `query:"solver" group:"A search" needs:"at-step" doc:"show the search of this solver at --at-step, for example moler (gradoku list solvers)"`
	AtStep int64      `query:"at-step" group:"A search" minimum:"1" needs:"solver" not:"solution,singles,step,technique-order" value:"N" doc:"show the search at step N, as numbered by gradoku solve --trace"`
	Scan   string     `query:"scan" group:"A search" choices:"column,row" needs:"solver" doc:"the order in which a solver scans the cells, column or row; only for solvers that scan (gradoku list solvers)"`
}

// solverName is the name of a solver.
type solverName string

// Choices lists the names.
func (solverName) Choices() []string { return solverNames(0) }

func drawCommand(s Streams) *cli.Command {
	o := drawOptions{Output: "-"}
	o.Call.Candidates = true
	return newCommand(s, "draw", "[PUZZLE|FILE|-]", &o, o.run)
}

func (o *drawOptions) run(ctx context.Context) error {
	if err := o.checkApart(task.Output{Flag: "-o", Path: o.Output}); err != nil {
		return err
	}
	if len(o.Args) > 1 {
		return severalPuzzles()
	}
	scan, err := solve.ScanByName(o.Scan)
	if err != nil {
		return task.UsageError(err, "for example: --scan row")
	}
	r, err := rendererFor(o.Output)
	if err != nil {
		return err
	}
	src, err := o.onePuzzle(ctx)
	if err != nil {
		return err
	}
	page, err := o.picture(ctx, &src, scan)
	if err != nil {
		return err
	}
	// Rendering first distinguishes a wrong width from a full disk.
	var image bytes.Buffer
	if err := r.write(page, &image, o.Width); err != nil {
		return task.UsageError(fmt.Errorf("--size-px: %w", err), "leave it out for a width that fits")
	}
	if err := o.write(ctx, o.Output, task.Whole(image.Bytes())); err != nil || o.Output == "-" {
		return err
	}
	o.say("%s drawn to %s as %s", page.Title, o.Output, r.name)
	return nil
}

func severalPuzzles() error {
	return task.UsageError(errors.New("draw makes a picture of one puzzle, but there are several"), "call it once for each")
}

// rendererFor returns the renderer of a file's extension.
func rendererFor(path string) (renderer, error) {
	if path == "-" {
		return renderers[0], nil
	}
	ext := filepath.Ext(path)
	for _, r := range renderers {
		if strings.EqualFold("."+r.name, ext) {
			return r, nil
		}
	}
	return renderer{}, task.UsageError(fmt.Errorf("%s: the extension %q names no format", path, ext), "use .svg or .png")
}

func (o *drawOptions) onePuzzle(ctx context.Context) (task.Source, error) {
	var one task.Source
	count := 0
	for src, err := range o.puzzles(ctx) {
		if err != nil {
			return task.Source{}, err
		}
		if count++; count > 1 {
			return task.Source{}, severalPuzzles()
		}
		one = src
	}
	return one, nil
}

// picture decides what to draw. Only --solution and --step need a proper puzzle; any
// other input is drawn as it is.
func (o *drawOptions) picture(ctx context.Context, src *task.Source, scan solve.Scan) (*draw.Page, error) {
	puzzle := &src.Record.Puzzle
	d := draw.Options{Candidates: o.Candidates || o.Singles, Singles: o.Singles, Coordinates: o.Coordinates}
	if o.AtStep > 0 {
		if err := task.OnlyClues(new(solve.Prover), src, "--at-step"); err != nil {
			return nil, err
		}
		var err error
		if d.Search, err = o.searchState(ctx, src, scan); err != nil {
			return nil, err
		}
		return draw.New(puzzle, d), nil
	}
	if !o.Solution && o.Step == 0 {
		d.On = task.Within(new(solve.Prover), &src.Record)
		return draw.New(puzzle, d), nil
	}
	grader := provingGrader{Human: o.human(), Steps: o.Step > 0}
	g, err := grader.grade(&src.Record)
	if err != nil {
		return nil, task.DataError(task.Placed(src, err),
			"--solution and --step need a puzzle with exactly one solution; without them any can be drawn")
	}
	if o.Solution {
		d.Solution = &g.Solution
		return draw.New(puzzle, d), nil
	}
	if o.Step <= len(g.Steps) {
		d.Path = g.Steps[:o.Step]
		if d.On = g.Within; d.On != nil {
			for _, step := range d.Path[:o.Step-1] {
				step.Apply(d.On)
			}
		}
		return draw.New(puzzle, d), nil
	}
	if len(g.Steps) == 0 {
		return nil, task.DataError(task.Placed(src, errSolved), "leave --step out")
	}
	advice := "gradoku grade --steps lists them"
	if g.Grade.AtLeast {
		advice += "; after that the search ran out of budget"
	}
	return nil, task.UsageError(fmt.Errorf("--step is %d, but this puzzle has %s", o.Step, text.Count(len(g.Steps), "step", "steps")), advice)
}

// searchState runs the solver as far as --at-step.
func (o *drawOptions) searchState(ctx context.Context, src *task.Source, scan solve.Scan) (*draw.Search, error) {
	solver, _ := solve.ByName(solvers(), string(o.Solver)) // checked before the puzzle was read
	m, err := literature.SearchStateAt(ctx, solver, &src.Record.Puzzle, scan, o.AtStep)
	var none *literature.NoStepError
	switch {
	case err == nil || ctx.Err() != nil:
		return m, err
	case !errors.As(err, &none):
		return m, task.DataError(task.Placed(src, err), "without --solver any puzzle can be drawn")
	case none.Mute:
		return m, task.UsageError(err, "the solvers of the documents do, such as --solver moler")
	}
	return m, task.UsageError(err, "gradoku solve --trace lists them")
}
