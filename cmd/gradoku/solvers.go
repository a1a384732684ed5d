package main

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"gradoku/board"
	"gradoku/internal/text"
	"gradoku/solve"
	"gradoku/task"
)

// compared is one row of "solve --solver all": the result of one solver.
type compared struct {
	Puzzle     string           `json:"puzzle"`
	Solver     string           `json:"solver"`
	Outcome    string           `json:"outcome" jsonschema:"its verdict on the puzzle"`
	Solved     bool             `json:"solved" jsonschema:"whether it returned a solution"`
	Correct    bool             `json:"correct" jsonschema:"whether the default solver confirms the solution"`
	Complete   bool             `json:"complete" jsonschema:"whether its search was exhaustive, so that its answer is a proof"`
	Nodes      int64            `json:"nodes"`
	Guesses    int64            `json:"guesses"`
	Backtracks int64            `json:"backtracks"`
	Seconds    float64          `json:"seconds"`
	Ratio      float64          `json:"ratio" jsonschema:"time as a multiple of the default solver's"`
	Counters   map[string]int64 `json:"counters,omitempty" jsonschema:"other counters of this solver, by name"`
	Input
}

// compareTimeout limits each solver in a comparison without --timeout: plain
// backtracking on a hard 16x16 would practically never end.
const compareTimeout = 30 * time.Second

// compare runs every solver that supports the size on one puzzle and prints one table.
func (o *solveOptions) compare(ctx context.Context, src *task.Source, scan solve.Scan) error {
	grid := src.Record.Puzzle
	within := task.Within(new(solve.Prover), &src.Record)
	solution, err := solve.Run(ctx, solve.Default(grid.Geometry()), &grid, solve.Options{Limit: 2, Budget: solve.ProofBudget, Within: within})
	if err != nil {
		return err
	}
	timeout := o.Timeout
	if timeout == 0 {
		timeout = compareTimeout
	}
	t := table{Header: []string{"solver", "outcome", "solved", "correct", "complete", "nodes", "guesses", "backtracks", "time", "ratio"}}
	yes := map[bool]string{true: "yes", false: "no"}
	usual := 0.0 // the seconds of the default solver, which is the first
	for _, v := range solvers() {
		if !v.Takes(grid.Geometry()) || within != nil && !v.Caps.Has(solve.Positions) {
			continue
		}
		r, seconds, err := timed(ctx, timeout, v, &grid, solve.Options{Limit: 2, Scan: scan, Within: within})
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		usual = cmp.Or(usual, seconds)
		row := compared{
			Puzzle: grid.String(), Input: inputOf(src), Solver: v.Name, Outcome: verdict(r), Solved: r.Solutions > 0,
			// Run has checked that the solution keeps the clues. If the puzzle has a
			// single solution, the result must equal it.
			Correct:  r.Solutions > 0 && (!solution.Unique() || r.First == solution.First),
			Complete: r.Status == solve.Exhausted, Nodes: r.Stats.Nodes, Guesses: r.Stats.Guesses,
			Backtracks: backtracks(&r.Stats), Seconds: seconds, Ratio: seconds / usual, Counters: counterMap(&r.Stats),
		}
		t.add(row, row.Solver, row.Outcome, yes[row.Solved], yes[row.Correct], yes[row.Complete], text.Grouped(row.Nodes), text.Grouped(row.Guesses),
			text.Grouped(row.Backtracks), time.Duration(seconds*1e9).Round(100*time.Nanosecond).String(), fmt.Sprintf("%.1f", row.Ratio))
	}
	if !o.JSON {
		fmt.Fprintf(o.Out, "%s\n", grid)
	}
	if err := t.print(&o.Call); err != nil {
		return err
	}
	return o.complaint(&grid, solve.Default(grid.Geometry()), solution)
}

// timed repeats a solver until its mean time is meaningful, but no longer than the
// timeout, and returns that mean.
func timed(ctx context.Context, timeout time.Duration, v solve.Solver, grid *board.Grid, opt solve.Options) (solve.Result, float64, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	start := time.Now()
	for n := 1; ; n++ {
		r, err := solve.Run(ctx, v, grid, opt)
		took := time.Since(start)
		if err != nil || r.Status == solve.Canceled || took > 20*time.Millisecond || n == 1000 {
			return r, took.Seconds() / float64(n), err
		}
	}
}

// backtracks is how often a search backtracked: as counted by its document, or else as
// implied by its nodes.
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
