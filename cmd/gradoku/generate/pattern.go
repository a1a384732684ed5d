package generate

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/cmd/gradoku/cli"
	"gradoku/generate"
)

type patternOptions struct {
	cli.Call `fields:"from,workers,json"`
	Count    bool `query:"count" doc:"print each canonical pattern once with its number of puzzles, most frequent first"`
}

// PatternCommand is "gradoku pattern".
func PatternCommand(s cli.Streams) *urfave.Command {
	var o patternOptions
	return cli.New(s, "pattern", "[PUZZLE|FILE|-]...", &o, o.run,
		cli.LineOf("a pattern", patternRecord{}), cli.LineOf("a form of patterns, with --count", kindRecord{}), cli.RejectedLine())
}

type clued struct {
	geo              *board.Geometry
	cells, canonical board.CellSet
	symmetries       []string
	flaws            []string
}

// patternKind is a class of equivalent patterns.
type patternKind struct {
	geo       *board.Geometry
	canonical board.CellSet
}

func (o *patternOptions) run(ctx context.Context) error {
	kinds := map[patternKind]int{}
	newWork := func() func(*cli.Source) (clued, error) { return patternOf }
	err := cli.InParallel(ctx, &o.Call, cli.WorkBatch, newWork, func(w *cli.Worked[clued]) error {
		switch {
		case w.Err != nil:
			o.Reject(w.Err)
			return nil
		case o.Count:
			kinds[patternKind{w.Result.geo, w.Result.canonical}]++
			return nil
		}
		return o.print(&w.Src, &w.Result)
	})
	if err != nil {
		return err
	}
	var rows []kindRecord
	for k, n := range kinds {
		rows = append(rows, kindRecord{n, k.canonical.Len(), generate.Mask{Cells: k.canonical, Geometry: k.geo}.String()})
	}
	slices.SortFunc(rows, func(a, b kindRecord) int {
		return cmp.Or(cmp.Compare(b.Puzzles, a.Puzzles), cmp.Compare(a.Clues, b.Clues), cmp.Compare(a.Form, b.Form))
	})
	for _, r := range rows {
		if o.JSON {
			err = cli.PrintJSON(o.Out, r)
		} else {
			_, err = fmt.Fprintf(o.Out, "%d\t%d\t%s\n", r.Puzzles, r.Clues, r.Form)
		}
		if err != nil {
			return err
		}
	}
	return o.Rejections("")
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

type patternRecord struct {
	Pattern    string   `json:"pattern" jsonschema:"1 for a clue, . for a blank"`
	Clues      int      `json:"clues"`
	Symmetries []string `json:"symmetries" jsonschema:"names of the symmetries that the pattern has"`
	Canonical  string   `json:"canonical" jsonschema:"the canonical pattern, the same for all equivalent patterns"`
	Flaws      []string `json:"impossible" jsonschema:"why no puzzle with this pattern has exactly one solution; empty if no reason is known"`
	cli.Input
}

type kindRecord struct {
	Puzzles int    `json:"puzzles" jsonschema:"number of puzzles with an equivalent pattern"`
	Clues   int    `json:"clues"`
	Form    string `json:"canonical" jsonschema:"the canonical pattern"`
}

func (o *patternOptions) print(src *cli.Source, p *clued) error {
	mask, form := generate.Mask{Cells: p.cells, Geometry: p.geo}.String(), generate.Mask{Cells: p.canonical, Geometry: p.geo}.String()
	if o.JSON {
		return cli.PrintJSON(o.Out, patternRecord{mask, p.cells.Len(), p.symmetries, form, append([]string{}, p.flaws...), cli.InputOf(src)})
	}
	flaws := "-"
	if len(p.flaws) > 0 {
		flaws = strings.Join(p.flaws, "; ")
	}
	_, err := fmt.Fprintf(o.Out, "%s\t%d\t%s\t%s\t%s\n", mask, p.cells.Len(), strings.Join(p.symmetries, ","), form, flaws)
	return err
}
