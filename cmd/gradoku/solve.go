package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gradoku/api"
	"gradoku/board"
	"gradoku/internal/text"
	"gradoku/literature"
	"gradoku/solve"
	"gradoku/task"
)

type solveOptions struct {
	Call    `fields:"from,json"`
	Framed  bool          `query:"framed" doc:"draw the solutions as boards"`
	All     bool          `query:"all" not:"count,solver=all" doc:"print every solution up to --limit"`
	Count   bool          `query:"count" not:"solver=all" doc:"print the number of solutions, up to --limit"`
	Limit   int           `query:"limit" minimum:"0" needs:"all|count" value:"N" doc:"stop after N solutions, 0 for no limit"`
	Timeout time.Duration `query:"timeout" minimum:"1" value:"TIME" doc:"stop the search of a puzzle after this TIME, for example 10s"`

	Solver  solverOrAll `query:"solver" group:"Solvers" doc:"solver to use (gradoku list solvers), or all to compare them" usual:"the fastest for the size"`
	Scan    string      `query:"scan" group:"Solvers" choices:"column,row" doc:"the order in which a solver scans the cells, column or row; only for solvers that scan (gradoku list solvers)"`
	Trace   bool        `query:"trace" group:"Solvers" not:"solver=all" doc:"print the search step by step; only for solvers that trace (gradoku list solvers)"`
	Stats   bool        `query:"stats" group:"Solvers" doc:"print search nodes, choices among several candidates and time on stderr"`
	WriteLP string      `query:"write-lp" group:"Solvers" value:"FILE" doc:"write the puzzle's 0-1 programme to FILE in CPLEX-LP form, for glpsol, cbc or HiGHS"`
}

func solveCommand(s Streams) *cli.Command {
	o := solveOptions{Limit: 1000}
	o.Candidates = true
	return newCommand(s, "solve", "[PUZZLE|FILE|-]...", &o, o.run,
		lineKind{"a puzzle", solved{}}, lineKind{"a solver and a puzzle, with --solver all", compared{}}, rejectedLine())
}

// solverOrAll is the name of a solver, or all.
type solverOrAll string

const allSolvers = "all"

// Choices lists the names.
func (n solverOrAll) Choices() []string { return append(solverNames(0), allSolvers) }

// solvers is the table of all solvers: those in use, then those of the documents.
func solvers() []solve.Solver {
	return slices.Concat(solve.Solvers(), literature.Solvers())
}

func (o *solveOptions) run(ctx context.Context) error {
	if err := o.checkApart(task.Output{Flag: "--write-lp", Path: o.WriteLP}); err != nil {
		return err
	}
	scan, err := solve.ScanByName(o.Scan)
	if err != nil {
		return err
	}
	for _, f := range []struct {
		flag  string
		given bool
		caps  solve.Caps
		lacks string
	}{
		{"--scan", o.Scan != "", solve.Scans, "does not scan the cells in a given order"},
		{"--trace", o.Trace, solve.Traces, "cannot trace its search"},
		{"--all and --count", o.several() && o.Solver != "", solve.Counts, "stops at its first solution"},
	} {
		switch v, err := solve.ByName(solvers(), string(o.Solver)); {
		case !f.given || o.Solver == allSolvers: // solvers that scan use the order
		case err != nil:
			return task.UsageError(fmt.Errorf("%s: the default solver %s", f.flag, f.lacks), "with --solver, name "+solversWith(f.caps))
		case !v.Caps.Has(f.caps):
			return task.UsageError(fmt.Errorf("%s: %s %s", f.flag, v.Name, f.lacks), "with --solver, name "+solversWith(f.caps))
		}
	}
	one := o.solve
	if o.Solver == allSolvers {
		one = o.compare
	}
	n := 0
	var first board.Grid
	for src, err := range o.puzzles(ctx) {
		var p *task.Problem
		switch {
		case errors.As(err, &p):
			return err
		case err != nil:
			o.reject(err)
			continue
		}
		if n++; n == 1 {
			first = src.Record.Puzzle
		} else if o.WriteLP != "" {
			return task.UsageError(errors.New("--write-lp writes the programme of one puzzle, but there are several"), "call it once for each")
		}
		if o.WriteLP != "" {
			if err := task.OnlyClues(new(solve.Prover), &src, "--write-lp"); err != nil {
				return err
			}
		}
		err := one(ctx, &src, scan)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			o.reject(task.Placed(&src, err))
		}
		o.counted()
	}
	if o.WriteLP != "" && n > 0 {
		if err := task.ToFile(ctx, o.WriteLP, literature.NewProgramme(&first).WriteLP); err != nil {
			return err
		}
	}
	return o.rejections("")
}

// solverNames returns the solvers with the given capabilities; 0 returns all.
func solverNames(caps solve.Caps) (names []string) {
	for _, v := range solvers() {
		if v.Caps.Has(caps) {
			names = append(names, v.Name)
		}
	}
	return names
}

func solversWith(caps solve.Caps) string { return text.List(solverNames(caps), "or") }

type solved struct {
	api.Solved
	Seconds float64 `json:"seconds"`

	Counters map[string]int64 `json:"counters,omitempty" jsonschema:"other counters of this solver, by name"`
	Partial  string           `json:"partial,omitempty" jsonschema:"the grid at which a solver that does not guess stopped"`
	Trace    []traced         `json:"trace,omitempty" jsonschema:"with --trace: the steps of the search"`
	Error    *fault           `json:"error,omitempty" jsonschema:"the error in the puzzle or the search"`
	Input
}

type traced struct {
	Step  int64  `json:"step"`
	Event string `json:"event"`
	Cell  string `json:"cell,omitempty"`
	Digit string `json:"digit,omitempty"`
	Depth int    `json:"depth"`
	Text  string `json:"text"`
}

// solve solves a puzzle and prints the outcome; --all and --trace print during the
// search. A problem with the puzzle becomes a complaint; an error is returned if there
// is nothing to print.
func (o *solveOptions) solve(ctx context.Context, src *task.Source, scan solve.Scan) error {
	grid := src.Record.Puzzle
	solver := solve.Default(grid.Geometry())
	if o.Solver != "" {
		solver, _ = solve.ByName(solvers(), string(o.Solver)) // checked before the first puzzle was read
	}
	within := task.Within(new(solve.Prover), &src.Record)
	if within != nil && !solver.Caps.Has(solve.Positions) {
		return fmt.Errorf("the candidates are part of the puzzle (a sukaku), and %s takes only clues; use %s", solver.Name, solversWith(solve.Positions))
	}
	call := ctx
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.Timeout)
		defer cancel()
	}
	out := solved{Solved: api.Solved{Puzzle: grid.String(), Solver: solver.Name}, Input: inputOf(src)}
	opt := solve.Options{Limit: 2, Scan: scan, Within: within}
	if o.several() {
		opt.Limit = o.Limit
	}
	if o.All {
		opt.Each = func(g *board.Grid) bool {
			if o.JSON {
				out.All = append(out.All, g.String())
			} else {
				o.printGrid(g)
			}
			return true
		}
	}
	if o.Trace {
		opt.Trace = func(e solve.Event) { o.tell(e, grid.Geometry(), &out) }
	}
	start := time.Now()
	r, err := solve.Run(ctx, solver, &grid, opt)
	if err != nil {
		return err
	}
	out.Seconds = time.Since(start).Seconds()
	known := r // about the number of solutions
	if r.Solutions == 1 && r.Status == solve.LimitReached && !solver.Caps.Has(solve.Counts) {
		known, err = solve.Run(ctx, solve.Default(grid.Geometry()), &grid, solve.Options{Limit: 2, Budget: solve.ProofBudget, Within: within})
		if err != nil {
			return err
		}
	}
	out.Solutions, out.Status, out.Unique = r.Solutions, r.Status.String(), known.Unique()
	out.Solution, out.Partial = r.First.String(), r.Partial.String()
	out.Nodes, out.Guesses, out.Counters = r.Stats.Nodes, r.Stats.Guesses, counterMap(&r.Stats)
	if o.Stats {
		fmt.Fprintf(o.Err, "%s: %s: %s, %s, %s, %.3g s\n",
			text.OneLine(src.Place()), solver.Name, verdict(r), text.Count(r.Stats.Nodes, "node", "nodes"), text.Count(r.Stats.Guesses, "choice", "choices"), out.Seconds)
		for _, n := range r.Stats.Counters {
			fmt.Fprintf(o.Err, "  %-16s %12s\n", n.Name, text.Grouped(n.Value))
		}
	}
	complaint := o.complaint(&grid, solver, known)
	if complaint != nil {
		out.Error = &fault{Code: resultCode(known), Place: src.Place(), Text: complaint.Error()}
	}
	switch {
	case o.JSON:
		if err := printJSON(o.Out, out); err != nil {
			return err
		}
	case o.Count:
		fmt.Fprintln(o.Out, verdict(r))
	case r.Status == solve.Stuck:
		o.printGrid(&r.Partial)
	case !o.All && known.Unique():
		o.printGrid(&r.First)
	}
	if complaint != nil && call.Err() == nil {
		o.note(task.Placed(src, complaint))
	}
	return nil
}

// several reports whether a puzzle may have several solutions.
func (o *solveOptions) several() bool { return o.All || o.Count }

// tell prints an event of a search on one line, indented by the number of open trials,
// or keeps it for JSON.
func (o *solveOptions) tell(e solve.Event, geo *board.Geometry, out *solved) {
	if !o.JSON {
		fmt.Fprintf(o.Out, "%8d  %s%s\n", e.Step, strings.Repeat("  ", e.Depth), e.Sentence(geo))
		return
	}
	t := traced{Step: e.Step, Event: e.Kind.String(), Depth: e.Depth, Text: e.Sentence(geo)}
	if e.Kind != solve.Solved {
		t.Cell = geo.CellName(e.Cell)
	}
	if e.Digit != 0 {
		t.Digit = e.Digit.String()
	}
	out.Trace = append(out.Trace, t)
}

// complaint returns the error about the puzzle, or nil. r has what is known about the
// number of solutions.
func (o *solveOptions) complaint(grid *board.Grid, v solve.Solver, r solve.Result) error {
	switch {
	case r.Status == solve.Stuck:
		return fmt.Errorf("%s cannot continue: %d of %s left", v.Name, r.Partial.Blanks(), text.Count(grid.Blanks(), "blank is", "blanks are"))
	case r.Unique(), o.several() && r.Solutions > 0 && r.Status != solve.Canceled:
		return nil
	case r.Solutions == 0 && r.Status == solve.Exhausted:
		if err := grid.Check(); err != nil {
			return fmt.Errorf("no solution: %w", err)
		}
	case !o.several() && r.Solutions > 1 && !v.Caps.Has(solve.Counts):
		return fmt.Errorf("%s; --all without --solver shows them, since %s stops at its first", verdict(r), v.Name)
	case !o.several() && r.Solutions > 1 && o.Solver == allSolvers:
		return fmt.Errorf("%s; --all without --solver shows them", verdict(r))
	case !o.several() && r.Solutions > 1:
		return fmt.Errorf("%s; --all shows them", verdict(r))
	}
	return errors.New(verdict(r))
}

// resultCode is the error code of a result that reports an error.
func resultCode(r solve.Result) api.Code {
	switch {
	case r.Status == solve.Stuck:
		return api.CodeStuck
	case r.Status == solve.BudgetSpent:
		return api.CodeBudget
	case r.Status == solve.Canceled:
		return api.CodeTimeout
	case r.Solutions == 0:
		return api.CodeNone
	}
	return api.CodeSeveral
}

// verdict describes what is known about the number of solutions.
func verdict(r solve.Result) string {
	count := text.Count(r.Solutions, "solution", "solutions")
	switch r.Solutions {
	case 0:
		count = "no solution"
	case 1:
		count = "one solution"
	}
	switch r.Status {
	case solve.Exhausted:
		return count
	case solve.LimitReached:
		return "at least " + count
	case solve.BudgetSpent:
		return count + " found before the budget ran out"
	case solve.Stuck:
		return "stuck"
	}
	return count + " found before the timeout"
}

func (o *solveOptions) printGrid(g *board.Grid) {
	if o.Framed {
		fmt.Fprintln(o.Out, g.Framed())
		return
	}
	fmt.Fprintln(o.Out, g.String())
}
