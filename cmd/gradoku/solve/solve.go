package solve

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	urfave "github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/cmd/gradoku/cli"
	"gradoku/literature"
	"gradoku/solve"
)

func Command(s cli.Streams) *urfave.Command {
	return &urfave.Command{
		Name:      "solve",
		Usage:     "solve puzzles, and say whether the solution is the only one",
		ArgsUsage: "[PUZZLE|FILE|-]...",
		UsageText: "gradoku solve 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n" +
			"gradoku solve --framed puzzle.txt\n" +
			"gradoku solve puzzle.txt --solver moler --stats --trace\n" +
			"gradoku solve puzzle.txt --solver all\n" +
			"gradoku solve --all --limit 20 puzzles.txt\n" +
			"gradoku solve --count --limit 0 puzzles.txt",
		Description: "Prints one solution per line. A puzzle with no or several solutions is reported on stderr\n" +
			"with exit code 1, unless --all or --count asks for just that.",
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "solver", Usage: "which solver (gradoku list solvers), or all to compare them; default: the fastest for the size"},
			&urfave.StringFlag{Name: "scan", Usage: "the order in which historical solvers look at cells: column or row"},
			&urfave.BoolFlag{Name: "trace", Usage: "print what the search does, step by step (for solvers that tell)"},
			&urfave.BoolFlag{Name: "all", Usage: "print every solution up to --limit"},
			&urfave.BoolFlag{Name: "count", Usage: "print how many solutions there are, up to --limit"},
			&urfave.IntFlag{Name: "limit", Value: 1000, Usage: "with --all and --count: stop after `N` solutions, 0 for never"},
			&urfave.DurationFlag{Name: "timeout", Usage: "give each puzzle at most this long, for example 10s"},
			&urfave.Int64Flag{Name: "budget", Usage: "give each puzzle at most `N` search nodes"},
			&urfave.BoolFlag{Name: "stats", Usage: "print search nodes, guesses and time on stderr"},
			&urfave.StringFlag{Name: "write-lp", Usage: "write the puzzle's 0-1 programme to `FILE` in CPLEX-LP form, for glpsol, cbc or HiGHS"},
			&urfave.BoolFlag{Name: "framed", Usage: "draw the solutions as boards"},
			cli.JSONFlag(nil, "print one JSON object per puzzle"),
		},
		Action: func(c *urfave.Context) error { return solveAction(c, s) },
	}
}

// Solvers is the table of all solvers: those in use, then those of the documents.
func Solvers() []solve.Solver {
	return slices.Concat(solve.Solvers(), literature.Solvers())
}

func solveAction(c *urfave.Context, s cli.Streams) error {
	for _, name := range []string{"limit", "budget"} {
		if c.Int64(name) < 0 {
			return cli.UsageError(fmt.Errorf("--%s is %d; it must not be negative", name, c.Int64(name)), "use 0 for no limit")
		}
	}
	if c.Duration("timeout") < 0 {
		return cli.UsageError(fmt.Errorf("--timeout is negative"), "for example: --timeout 10s")
	}
	if c.Bool("all") && c.Bool("count") {
		return cli.UsageError(fmt.Errorf("--all and --count exclude each other"), "choose one")
	}
	if name := c.String("solver"); name != "" && name != "all" {
		if _, err := solve.ByName(Solvers(), name); err != nil {
			return cli.UsageError(err, "gradoku list solvers tells what each can do")
		}
	}
	if _, err := solve.ScanByName(c.String("scan")); err != nil {
		return cli.UsageError(err, "for example: --scan row")
	}
	one := solveOne
	if c.String("solver") == "all" {
		one = compareAll
	}
	bad, n := cli.Complaints{W: s.Err}, 0
	for src, err := range cli.PuzzlesOf(c, s) {
		var p *cli.Problem
		switch {
		case errors.As(err, &p):
			return err
		case err != nil:
			bad.Add(err)
			continue
		}
		if n++; n > 1 && c.IsSet("write-lp") {
			return cli.UsageError(errors.New("--write-lp writes the programme of one puzzle, but there are several"), "call it once for each")
		}
		err := one(c, s, src)
		if c.Context.Err() != nil {
			return c.Context.Err()
		}
		if err != nil {
			bad.Add(cli.Placed(&src, err))
		}
	}
	return bad.Err("")
}

// solved is one line of "solve --json".
type solved struct {
	Puzzle    string   `json:"puzzle"`
	Solutions int      `json:"solutions"`
	Status    string   `json:"status"`
	Unique    bool     `json:"unique"`
	Solution  string   `json:"solution,omitempty"`
	All       []string `json:"all,omitempty"`
	Solver    string   `json:"solver"`
	Nodes     int64    `json:"nodes"`
	Guesses   int64    `json:"guesses"`
	Seconds   float64  `json:"seconds"`

	Counters map[string]int64 `json:"counters,omitempty"`
	Partial  string           `json:"partial,omitempty"`
	Trace    []traced         `json:"trace,omitempty"`
}

// solving is one puzzle under way.
type solving struct {
	c      *urfave.Context
	s      cli.Streams
	src    cli.Source
	solver solve.Solver
	out    solved
	events int // that --trace was told
	result solve.Result
}

func solveOne(c *urfave.Context, s cli.Streams, src cli.Source) error {
	solver := solve.Default(src.Record.Puzzle.Geometry())
	if name := c.String("solver"); name != "" {
		solver, _ = solve.ByName(Solvers(), name) // checked before the first puzzle was read
	}
	v := solving{c: c, s: s, src: src, solver: solver}
	if path := c.String("write-lp"); path != "" {
		if err := cli.ToFile(path, literature.NewProgramme(&src.Record.Puzzle).WriteLP); err != nil {
			return err
		}
	}
	if err := v.run(); err != nil {
		return err
	}
	if err := v.tell(); err != nil {
		return err
	}
	if c.Bool("trace") && v.events == 0 {
		fmt.Fprintf(s.Err, "%s: %s told no steps; the solvers of the documents do, such as --solver moler\n", src.Place(), solver.Name)
	}
	return v.complaint()
}

// asked reports whether several solutions are welcome.
func (v *solving) asked() bool { return v.c.Bool("all") || v.c.Bool("count") }

// run solves the puzzle; --all and --trace print while it does.
func (v *solving) run() error {
	grid := v.src.Record.Puzzle
	ctx := v.c.Context
	if d := v.c.Duration("timeout"); d > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, d)
		defer cancel()
	}
	scan, err := solve.ScanByName(v.c.String("scan"))
	if err != nil {
		return err
	}
	opt := solve.Options{Limit: 2, Budget: v.c.Int64("budget"), Scan: scan}
	if v.asked() {
		opt.Limit = v.c.Int("limit")
	}
	if v.c.Bool("all") {
		opt.Each = v.each
	}
	if v.c.Bool("trace") {
		tell := tracer(v.c, v.s, grid.Geometry(), &v.out)
		opt.Trace = func(e solve.Event) {
			v.events++
			tell(e)
		}
	}
	start := time.Now()
	r, err := solve.Run(ctx, v.solver, &grid, opt)
	if err != nil {
		return err
	}
	v.result = r
	v.out.Seconds = time.Since(start).Seconds()
	v.out.Puzzle, v.out.Solver = grid.String(), v.solver.Name
	v.out.Solutions, v.out.Status, v.out.Unique = r.Solutions, r.Status.String(), r.Unique()
	v.out.Solution, v.out.Partial = r.First.String(), r.Partial.String()
	v.out.Nodes, v.out.Guesses, v.out.Counters = r.Stats.Nodes, r.Stats.Guesses, counterMap(&r.Stats)
	return nil
}

func (v *solving) each(g *board.Grid) bool {
	if v.c.Bool("json") {
		v.out.All = append(v.out.All, g.String())
	} else {
		printGrid(v.c, v.s, g)
	}
	return true
}

// tell prints the outcome.
func (v *solving) tell() error {
	r := &v.result
	if v.c.Bool("stats") {
		fmt.Fprintf(v.s.Err, "%s: %s: %s, %d nodes, %d guesses, %.3g s\n",
			v.src.Place(), v.solver.Name, verdict(*r), r.Stats.Nodes, r.Stats.Guesses, v.out.Seconds)
		for _, n := range r.Stats.Counters {
			fmt.Fprintf(v.s.Err, "  %-16s %12s\n", n.Name, cli.Grouped(n.Value))
		}
	}
	switch {
	case v.c.Bool("json"):
		return cli.PrintJSON(v.s.Out, v.out)
	case v.c.Bool("count"):
		fmt.Fprintln(v.s.Out, verdict(*r))
	case r.Status == solve.Stuck:
		printGrid(v.c, v.s, &r.Partial)
	case !v.c.Bool("all") && (r.Unique() || v.firstOnly()):
		printGrid(v.c, v.s, &r.First)
	}
	return nil
}

// firstOnly reports whether a solution was found by a solver that never looks
// for a second one: then its number is no complaint.
func (v *solving) firstOnly() bool {
	return v.result.Solutions == 1 && !v.solver.Caps.Has(solve.Counts)
}

// complaint is what is wrong with the puzzle, nil when nothing is.
func (v *solving) complaint() error {
	r := &v.result
	grid := &v.src.Record.Puzzle
	switch {
	case r.Status == solve.Stuck:
		return fmt.Errorf("%s fills no more: %d of %d blanks are left", v.solver.Name, r.Partial.Blanks(), grid.Blanks())
	case r.Unique(), v.firstOnly(), v.asked() && r.Solutions > 0 && r.Status != solve.Canceled:
		return nil
	case r.Solutions == 0 && r.Status == solve.Exhausted:
		if err := grid.Check(); err != nil {
			return fmt.Errorf("no solution: %w", err)
		}
	case !v.asked() && r.Solutions > 1:
		return fmt.Errorf("%s, --all shows them", verdict(*r))
	}
	return errors.New(verdict(*r))
}

// verdict says in words what is known about the number of solutions.
func verdict(r solve.Result) string {
	count := fmt.Sprintf("%s solutions", cli.Grouped(int64(r.Solutions)))
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
		return count + " found before the budget was spent"
	case solve.Stuck:
		return "stuck"
	}
	return count + " found before the time was up"
}

func printGrid(c *urfave.Context, s cli.Streams, g *board.Grid) {
	if c.Bool("framed") {
		fmt.Fprintln(s.Out, g.Framed())
		return
	}
	fmt.Fprintln(s.Out, g.String())
}
