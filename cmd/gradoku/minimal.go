package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/generate"
	"gradoku/solve"
)

func minimalCommand(s streams) *cli.Command {
	return &cli.Command{
		Name:      "minimal",
		Usage:     "take out clues that are not needed, list them, or check that there are none",
		ArgsUsage: "[PUZZLE|FILE|-]...",
		UsageText: "gradoku minimal puzzles.txt > minimal.txt\n" +
			"gradoku minimal --seed 7 puzzles.txt\n" +
			"gradoku minimal --list puzzles.txt\n" +
			"gradoku minimal --check puzzles.txt",
		Description: "A puzzle is minimal when it has one solution and no clue can go without losing that. A puzzle that\n" +
			"is not can often be reduced in many ways: clues are tried row by row, or with --seed in random\n" +
			"order, which is the same each time for the same seed and place in the input. --list names the clues\n" +
			"that could go, each by itself. A puzzle without exactly one solution is reported on stderr with\n" +
			"exit code 1; the others are worked on all the same.",
		Flags: []cli.Flag{
			&cli.Int64Flag{Name: "seed", Usage: "try the clues in the random order of this seed, from 0"},
			&cli.BoolFlag{Name: "list", Usage: "print each puzzle with the clues that could go, and change nothing"},
			&cli.BoolFlag{Name: "check", Usage: "print only the puzzles that are not minimal; exit code 1 when there are any"},
			workersFlag(), jsonFlag("print one JSON object per puzzle"),
		},
		Action: func(c *cli.Context) error { return minimalAction(c, s) },
	}
}

// reduced is what minimal finds out about a puzzle.
type reduced struct {
	minimal   board.Grid    // the zero Grid with --list and --check
	redundant board.CellSet // clues that could go, or that went
	unproved  int
}

func minimalAction(c *cli.Context, s streams) error {
	if c.Bool("list") && c.Bool("check") {
		return usageError(errors.New("--list and --check exclude each other"), "choose one")
	}
	look := c.Bool("list") || c.Bool("check")
	if look && c.IsSet("seed") {
		return usageError(errors.New("--seed is about the order in which clues go; --list and --check take none out"), "drop one of the two")
	}
	if c.Int64("seed") < 0 {
		return usageError(fmt.Errorf("--seed is %d; it must not be negative", c.Int64("seed")), helpAdvice(c))
	}
	n, err := workers(c)
	if err != nil {
		return err
	}
	reducer := func() func(*source) (reduced, error) { return reduceWith(c, look) }
	bad, loose := complaints{w: s.err}, 0
	err = inParallel(c, s, n, workBatch, reducer, func(w *worked[reduced]) error {
		if w.err != nil {
			bad.add(w.err)
			return nil
		}
		if w.result.unproved > 0 {
			fmt.Fprintf(s.err, "gradoku: %s: whether %d of its clues can go is too hard to prove; they stay\n", w.src.place(), w.result.unproved)
		}
		if !w.result.redundant.Empty() {
			loose++
		}
		return printReduced(c, s, w)
	})
	if err != nil {
		return err
	}
	if err := bad.err("a puzzle to be reduced must have exactly one solution"); err != nil {
		return err
	}
	if c.Bool("check") && loose > 0 {
		return dataError(fmt.Errorf("%d puzzles are not minimal", loose), "gradoku minimal reduces them")
	}
	return nil
}

// reduceWith returns the workspace of one worker.
func reduceWith(c *cli.Context, look bool) func(*source) (reduced, error) {
	var prover solve.Prover
	sizes := map[*board.Geometry]*generate.Minimizer{}
	return func(src *source) (reduced, error) {
		puzzle := &src.record.Puzzle
		if _, err := prover.Prove(puzzle); err != nil {
			return reduced{}, placed(src, err)
		}
		geo := puzzle.Geometry()
		if sizes[geo] == nil {
			sizes[geo] = generate.NewMinimizer(geo)
		}
		var r reduced
		switch {
		case look:
			r.redundant, r.unproved = sizes[geo].Redundant(puzzle)
			return r, nil
		case c.IsSet("seed"):
			r.minimal, r.unproved = sizes[geo].Shuffled(puzzle, uint64(c.Int64("seed")), uint64(src.record.Line))
		default:
			r.minimal, r.unproved = sizes[geo].InOrder(puzzle)
		}
		r.redundant = puzzle.ClueSet().Minus(r.minimal.ClueSet())
		return r, nil
	}
}

func printReduced(c *cli.Context, s streams, w *worked[reduced]) error {
	puzzle, r := w.src.record.Puzzle, &w.result
	clues := cluesText(&puzzle, r.redundant)
	if c.Bool("check") && len(clues) == 0 {
		return nil
	}
	looked := r.minimal.Geometry() == nil
	if c.Bool("json") {
		return printJSON(s.out, struct {
			Place    string   `json:"place"`
			Puzzle   string   `json:"puzzle"`
			Minimal  string   `json:"minimal,omitempty"`
			Clues    []string `json:"redundant"`
			Unproved int      `json:"unproved,omitempty"`
		}{w.src.place(), puzzle.String(), r.minimal.String(), clues, r.unproved})
	}
	if !looked {
		_, err := fmt.Fprintln(s.out, r.minimal.String())
		return err
	}
	text := "minimal"
	switch {
	case len(clues) > 0:
		text = strings.Join(clues, " ")
	case r.unproved > 0:
		text = "not proved minimal"
	}
	_, err := fmt.Fprintf(s.out, "%s\t%s\t%s\n", w.src.place(), puzzle, text)
	return err
}

// cluesText lists clues as r1c2=5.
func cluesText(puzzle *board.Grid, cells board.CellSet) []string {
	list := []string{}
	for c := range cells.All() {
		list = append(list, fmt.Sprintf("%s=%v", puzzle.Geometry().CellName(c), puzzle.At(c)))
	}
	return list
}
