package generate

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/cmd/gradoku/cli"
	"gradoku/generate"
)

func PatternCommand(s cli.Streams) *urfave.Command {
	return &urfave.Command{
		Name:      "pattern",
		Usage:     "tell the patterns that clues make: symmetries, kind, and whether a puzzle can have them",
		ArgsUsage: "[PUZZLE|FILE|-]...",
		UsageText: "gradoku pattern puzzles.txt\n" +
			"gradoku pattern --count puzzles.txt\n" +
			"gradoku pattern --json mask.txt",
		Description: "A pattern is where the clues of a puzzle stand; digits count for nothing, so any digits will do to ask\n" +
			"about one. Printed are, with tabs between: the pattern with 1 for a clue; the number of clues; the\n" +
			"symmetries; the canonical pattern, which is the same for all patterns that are alike up to reordering\n" +
			"rows and columns and transposing; and why no puzzle with one solution can have it, or a dash when\n" +
			"there is no simple reason. --count tells how many puzzles there are of each kind of pattern.",
		Flags: []urfave.Flag{
			&urfave.BoolFlag{Name: "count", Usage: "print each canonical pattern once, with how many puzzles have it, the most frequent first"},
			cli.WorkersFlag(nil), cli.JSONFlag(nil, "print one JSON object per puzzle or pattern"),
		},
		Action: func(c *urfave.Context) error { return patternAction(c, s) },
	}
}

// clued is what pattern finds out about a puzzle.
type clued struct {
	geo              *board.Geometry
	cells, canonical board.CellSet
	symmetries       []string
	flaws            []string
}

func patternAction(c *urfave.Context, s cli.Streams) error {
	n, err := cli.WorkersOf(c)
	if err != nil {
		return err
	}
	bad, kinds := cli.Complaints{W: s.Err}, map[patternKind]int{}
	err = cli.InParallel(c.Context, cli.CallFrom(c, s), n, cli.WorkBatch, func() func(*cli.Source) (clued, error) { return patternOf }, func(w *cli.Worked[clued]) error {
		switch {
		case w.Err != nil:
			bad.Add(w.Err)
			return nil
		case c.Bool("count"):
			kinds[patternKind{w.Result.geo, w.Result.canonical}]++
			return nil
		}
		return printPattern(c, s, &w.Result)
	})
	if err == nil {
		err = printKinds(c, s, kinds)
	}
	if err != nil {
		return err
	}
	return bad.Err("")
}

func patternOf(src *cli.Source) (clued, error) {
	geo, cells := src.Record.Puzzle.Geometry(), src.Record.Puzzle.ClueSet()
	p := clued{geo: geo, cells: cells, canonical: board.CanonicalPattern(cells, geo), flaws: generate.PatternFlaws(cells, geo)}
	largest := board.SymmetryOf(cells, geo)
	for _, sym := range board.Symmetries() {
		if largest.Has(sym) && (sym.Name != "none" || largest.Name == "none") {
			p.symmetries = append(p.symmetries, sym.Name)
		}
	}
	return p, nil
}

// maskText writes a pattern with 1 for a clue, which every reader of puzzles
// takes; x would be read as a blank.
func maskText(cells board.CellSet, g *board.Geometry) string {
	text := bytes.Repeat([]byte("."), g.Cells)
	for c := range cells.All() {
		text[c] = '1'
	}
	return string(text)
}

func printPattern(c *urfave.Context, s cli.Streams, p *clued) error {
	mask, form := maskText(p.cells, p.geo), maskText(p.canonical, p.geo)
	if c.Bool("json") {
		return cli.PrintJSON(s.Out, struct {
			Pattern    string   `json:"pattern"`
			Clues      int      `json:"clues"`
			Symmetries []string `json:"symmetries"`
			Canonical  string   `json:"canonical"`
			Flaws      []string `json:"impossible"`
		}{mask, p.cells.Len(), p.symmetries, form, append([]string{}, p.flaws...)})
	}
	flaws := "-"
	if len(p.flaws) > 0 {
		flaws = strings.Join(p.flaws, "; ")
	}
	_, err := fmt.Fprintf(s.Out, "%s\t%d\t%s\t%s\t%s\n", mask, p.cells.Len(), strings.Join(p.symmetries, ","), form, flaws)
	return err
}

// patternKind is all patterns that are alike.
type patternKind struct {
	geo       *board.Geometry
	canonical board.CellSet
}

func printKinds(c *urfave.Context, s cli.Streams, kinds map[patternKind]int) error {
	type row struct {
		Puzzles int    `json:"puzzles"`
		Clues   int    `json:"clues"`
		Form    string `json:"canonical"`
	}
	var rows []row
	for k, n := range kinds {
		rows = append(rows, row{n, k.canonical.Len(), maskText(k.canonical, k.geo)})
	}
	slices.SortFunc(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(b.Puzzles, a.Puzzles), cmp.Compare(a.Clues, b.Clues), cmp.Compare(a.Form, b.Form))
	})
	for _, r := range rows {
		if c.Bool("json") {
			if err := cli.PrintJSON(s.Out, r); err != nil {
				return err
			}
			continue
		}
		if _, err := fmt.Fprintf(s.Out, "%d\t%d\t%s\n", r.Puzzles, r.Clues, r.Form); err != nil {
			return err
		}
	}
	return nil
}
