package solve

import (
	"errors"
	"fmt"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/cmd/gradoku/cli"
	"gradoku/generate"
	"gradoku/solve"
)

func MinimalCommand(s cli.Streams) *urfave.Command {
	return &urfave.Command{
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
		Flags: []urfave.Flag{
			&urfave.Int64Flag{Name: "seed", Usage: "try the clues in the random order of this seed, from 0"},
			&urfave.BoolFlag{Name: "list", Usage: "print each puzzle with the clues that could go, and change nothing"},
			&urfave.BoolFlag{Name: "check", Usage: "print only the puzzles that are not minimal; exit code 1 when there are any"},
			cli.WorkersFlag(nil), cli.JSONFlag(nil, "print one JSON object per puzzle"),
		},
		Action: func(c *urfave.Context) error { return minimalAction(c, s) },
	}
}

// reduced is what minimal finds out about a puzzle.
type reduced struct {
	minimal   board.Grid    // the zero Grid with --list and --check
	redundant board.CellSet // clues that could go, or that went
	unproved  int
}

func minimalAction(c *urfave.Context, s cli.Streams) error {
	if c.Bool("list") && c.Bool("check") {
		return cli.UsageError(errors.New("--list and --check exclude each other"), "choose one")
	}
	look := c.Bool("list") || c.Bool("check")
	if look && c.IsSet("seed") {
		return cli.UsageError(errors.New("--seed is about the order in which clues go; --list and --check take none out"), "drop one of the two")
	}
	if c.Int64("seed") < 0 {
		return cli.UsageError(fmt.Errorf("--seed is %d; it must not be negative", c.Int64("seed")), cli.HelpAdvice(c))
	}
	n, err := cli.WorkersOf(c)
	if err != nil {
		return err
	}
	reducer := func() func(*cli.Source) (reduced, error) { return reduceWith(c, look) }
	bad, loose := cli.Complaints{W: s.Err}, 0
	err = cli.InParallel(c.Context, cli.CallFrom(c, s), n, cli.WorkBatch, reducer, func(w *cli.Worked[reduced]) error {
		if w.Err != nil {
			bad.Add(w.Err)
			return nil
		}
		if w.Result.unproved > 0 {
			fmt.Fprintf(s.Err, "gradoku: %s: whether %d of its clues can go is too hard to prove; they stay\n", w.Src.Place(), w.Result.unproved)
		}
		if !w.Result.redundant.Empty() {
			loose++
		}
		return printReduced(c, s, w)
	})
	if err != nil {
		return err
	}
	if err := bad.Err("a puzzle to be reduced must have exactly one solution"); err != nil {
		return err
	}
	if c.Bool("check") && loose > 0 {
		return cli.DataError(fmt.Errorf("%d puzzles are not minimal", loose), "gradoku minimal reduces them")
	}
	return nil
}

// reduceWith returns the workspace of one worker.
func reduceWith(c *urfave.Context, look bool) func(*cli.Source) (reduced, error) {
	var prover solve.Prover
	sizes := map[*board.Geometry]*generate.Minimizer{}
	return func(src *cli.Source) (reduced, error) {
		puzzle := &src.Record.Puzzle
		if _, err := prover.Prove(puzzle); err != nil {
			return reduced{}, cli.Placed(src, err)
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
			r.minimal, r.unproved = sizes[geo].Shuffled(puzzle, uint64(c.Int64("seed")), uint64(src.Record.Line))
		default:
			r.minimal, r.unproved = sizes[geo].InOrder(puzzle)
		}
		r.redundant = puzzle.ClueSet().Minus(r.minimal.ClueSet())
		return r, nil
	}
}

func printReduced(c *urfave.Context, s cli.Streams, w *cli.Worked[reduced]) error {
	puzzle, r := w.Src.Record.Puzzle, &w.Result
	clues := cluesText(&puzzle, r.redundant)
	if c.Bool("check") && len(clues) == 0 {
		return nil
	}
	looked := r.minimal.Geometry() == nil
	if c.Bool("json") {
		return cli.PrintJSON(s.Out, struct {
			Place    string   `json:"place"`
			Puzzle   string   `json:"puzzle"`
			Minimal  string   `json:"minimal,omitempty"`
			Clues    []string `json:"redundant"`
			Unproved int      `json:"unproved,omitempty"`
		}{w.Src.Place(), puzzle.String(), r.minimal.String(), clues, r.unproved})
	}
	if !looked {
		_, err := fmt.Fprintln(s.Out, r.minimal.String())
		return err
	}
	text := "minimal"
	switch {
	case len(clues) > 0:
		text = strings.Join(clues, " ")
	case r.unproved > 0:
		text = "not proved minimal"
	}
	_, err := fmt.Fprintf(s.Out, "%s\t%s\t%s\n", w.Src.Place(), puzzle, text)
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
