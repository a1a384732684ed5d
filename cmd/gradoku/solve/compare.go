package solve

import (
	"context"
	"fmt"
	"time"

	urfave "github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/cmd/gradoku/cli"
	"gradoku/solve"
)

// compared is one solver's row in "solve --solver all".
type compared struct {
	Solver     string           `json:"solver"`
	Outcome    string           `json:"outcome"`  // what it says about the puzzle
	Solved     bool             `json:"solved"`   // it returned a solution
	Correct    bool             `json:"correct"`  // which the default solver confirms
	Complete   bool             `json:"complete"` // it left nothing open: its answer is a proof
	Nodes      int64            `json:"nodes"`
	Guesses    int64            `json:"guesses"`
	Backtracks int64            `json:"backtracks"`
	Seconds    float64          `json:"seconds"`
	Ratio      float64          `json:"ratio"` // time as a multiple of the default solver's
	Counters   map[string]int64 `json:"counters,omitempty"`
}

// compareTimeout bounds each solver of a comparison that was given no --timeout:
// plain backtracking on a hard 16x16 would not come back.
const compareTimeout = 30 * time.Second

// compareAll runs every solver that takes the size on one puzzle and prints one
// table.
func compareAll(c *urfave.Context, s cli.Streams, src cli.Source) error {
	var rows []compared
	grid := src.Record.Puzzle
	truth, err := solve.Run(c.Context, solve.Default(grid.Geometry()), &grid, solve.Options{Limit: 2, Budget: solve.ProofBudget})
	if err != nil {
		return err
	}
	for _, v := range Solvers() {
		if !v.Takes(grid.Geometry()) {
			continue
		}
		row, err := compareOne(c, v, src, truth)
		if err != nil {
			return err
		}
		if c.Context.Err() != nil {
			return c.Context.Err()
		}
		rows = append(rows, row)
		last := &rows[len(rows)-1]
		last.Ratio = last.Seconds / rows[0].Seconds // the table begins with the default
	}
	if c.Bool("json") {
		for _, row := range rows {
			if err := cli.PrintJSON(s.Out, row); err != nil {
				return err
			}
		}
		return nil
	}
	fmt.Fprintf(s.Out, "%s\n", grid)
	return cli.TextRows(s.Out, []string{"solver", "outcome", "solved", "correct", "complete", "nodes", "guesses", "backtracks", "time", "ratio"},
		comparedText(rows))
}

func compareOne(c *urfave.Context, v solve.Solver, src cli.Source, truth solve.Result) (compared, error) {
	grid := src.Record.Puzzle
	timeout := c.Duration("timeout")
	if timeout == 0 {
		timeout = compareTimeout
	}
	ctx, cancel := context.WithTimeout(c.Context, timeout)
	defer cancel()
	scan, err := solve.ScanByName(c.String("scan"))
	if err != nil {
		return compared{}, err
	}
	r, seconds, err := timed(ctx, v, &grid, solve.Options{Limit: 2, Budget: c.Int64("budget"), Scan: scan})
	if err != nil {
		return compared{}, err
	}
	row := compared{
		Solver: v.Name, Outcome: verdict(r), Solved: r.Solutions > 0,
		Complete: r.Status == solve.Exhausted, Nodes: r.Stats.Nodes, Guesses: r.Stats.Guesses,
		Backtracks: backtracks(&r.Stats), Seconds: seconds, Counters: counterMap(&r.Stats),
	}
	// A solution that keeps the clues was checked by Run; with one solution only,
	// it must also be that one.
	row.Correct = row.Solved && (!truth.Unique() || r.First == truth.First)
	return row, nil
}

// timed runs a solver often enough for its time to mean something, and returns
// the mean time of a run.
func timed(ctx context.Context, v solve.Solver, grid *board.Grid, opt solve.Options) (solve.Result, float64, error) {
	start := time.Now()
	for n := 1; ; n++ {
		r, err := solve.Run(ctx, v, grid, opt)
		took := time.Since(start)
		if err != nil || r.Status == solve.Canceled || took > 20*time.Millisecond || n == 1000 {
			return r, took.Seconds() / float64(n), err
		}
	}
}

// backtracks is how often a search took something back: as its document counts
// it, else what follows from its nodes.
func backtracks(s *solve.Stats) int64 {
	for _, name := range []string{"reverts", "pops", "fails", "fail returns", "dead ends"} {
		for _, c := range s.Counters {
			if c.Name == name {
				return c.Value
			}
		}
	}
	return s.Guesses
}

func counterMap(s *solve.Stats) map[string]int64 {
	m := map[string]int64{}
	for _, c := range s.Counters {
		m[c.Name] = c.Value
	}
	return m
}

func comparedText(rows []compared) [][]string {
	var text [][]string
	yes := map[bool]string{true: "yes", false: "no"}
	for _, r := range rows {
		text = append(text, []string{
			r.Solver, r.Outcome, yes[r.Solved], yes[r.Correct], yes[r.Complete], cli.Grouped(r.Nodes), cli.Grouped(r.Guesses),
			cli.Grouped(r.Backtracks), time.Duration(r.Seconds * 1e9).Round(100 * time.Nanosecond).String(), fmt.Sprintf("%.1f", r.Ratio),
		})
	}
	return text
}
