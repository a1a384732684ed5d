package study

import (
	"context"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"time"

	"gradoku/board"
	"gradoku/cmd/gradoku/cli"
	"gradoku/generate"
	"gradoku/internal/text"
	"gradoku/study"
)

// manyGrids is how many full grids are tested by default.
const manyGrids = 1_000_000

type gridsOptions struct {
	drawOptions
	n     int64
	grids string
}

func (o *gridsOptions) run(ctx context.Context) error {
	if err := o.check(number{"n", o.n, 1000, 1_000_000_000_000}); err != nil {
		return err
	}
	grids, err := generate.GridsByName(o.grids)
	if err != nil {
		return cli.UsageError(err, "for example: --grids uniform")
	}
	bar := cli.NewProgress(o.Err, o.Quiet, "grids", o.n, 0)
	before := cpuTime()
	t, err := study.CompareGrids(ctx, study.GridsOptions{
		Grids: grids.On(board.Nine()), Seed: uint64(o.seed), N: o.n, Workers: o.Workers,
		Progress: func(n int64) { bar.Set(n, n) },
	})
	bar.Finish()
	if err != nil {
		return err
	}
	spent := max(cpuTime()-before, time.Millisecond).Seconds()
	switch {
	case o.JSON:
		err = printGridsJSON(o.Out, t)
	case o.csv:
		err = printGridsCSV(o.Out, t)
	default:
		err = printGrids(o.Out, t)
	}
	if err != nil {
		return err
	}
	o.Say("%.1f s of CPU, %s grids per CPU-second, each sampled once and classified six times", spent, text.Grouped(int64(float64(t.N)/spent)))
	if !t.Uniform() && t.Grids == generate.UniformGrids {
		return cli.DataError(fmt.Errorf("the grids are not uniform: p = %.3g", t.P), "by chance this happens for one seed in a thousand: try another --seed; if that fails too, it is a bug in gradoku")
	}
	return nil
}

func printGrids(w io.Writer, t *study.GridsTest) error {
	fmt.Fprintf(w, "%s %v 9x9 grids of seed %d: how often each of the 416 classes of bands occurs, compared with the exact counts\n\n", text.Grouped(t.N), t.Grids, t.Seed)
	var rows [][]string
	for _, p := range t.Places {
		rows = append(rows, []string{p.Place, fmt.Sprintf("%.1f", p.ChiSquare), fmt.Sprint(p.Degrees), fmt.Sprintf("%.4g", p.P)})
	}
	if err := cli.TextRows(w, []string{"place", "chi-square", "degrees", "p"}, rows); err != nil {
		return err
	}
	verdict := "no deviation from uniform found"
	if !t.Uniform() {
		verdict = "not uniform"
	}
	fmt.Fprintf(w, "\nsix times the smallest p: %.4g: %s\n\n", t.P, verdict)
	fmt.Fprintln(w, "top bands by the number of ways to complete them (z: difference in standard deviations)")
	fmt.Fprintln(w)
	return cli.TextRows(w, []string{"completions", "classes", "expected", "counted", "z"}, completionRows(t))
}

// completionRows groups classes with the same number of completions.
func completionRows(t *study.GridsTest) [][]string {
	type group struct {
		classes, counted int64
		share            float64
	}
	groups := map[uint64]group{}
	for _, c := range t.Classes {
		g := groups[c.Completions]
		groups[c.Completions] = group{g.classes + 1, g.counted + c.Counts[0], g.share + c.Share}
	}
	var rows [][]string
	for _, n := range slices.Sorted(maps.Keys(groups)) {
		g := groups[n]
		expected := g.share * float64(t.N)
		z := (float64(g.counted) - expected) / math.Sqrt(expected*(1-g.share))
		rows = append(rows, []string{
			text.Grouped(int64(n)), fmt.Sprint(g.classes), fmt.Sprintf("%.1f", expected), fmt.Sprint(g.counted), fmt.Sprintf("%+.2f", z),
		})
	}
	return rows
}

type gridsRecord struct {
	Grids   string       `json:"grids" jsonschema:"how the grids were made"`
	N       int64        `json:"n" jsonschema:"how many"`
	P       float64      `json:"p" jsonschema:"six times the smallest p of the places"`
	Places  []gridsPlace `json:"places"`
	Seed    uint64       `json:"seed"`
	Uniform bool         `json:"uniform" jsonschema:"whether the test found no deviation from uniform"`
}

type gridsPlace struct {
	Place     string  `json:"place" jsonschema:"which band or stack"`
	ChiSquare float64 `json:"chi_square"`
	Degrees   int     `json:"degrees"`
	P         float64 `json:"p"`
}

func printGridsJSON(w io.Writer, t *study.GridsTest) error {
	var places []gridsPlace
	for _, p := range t.Places {
		places = append(places, gridsPlace(p))
	}
	return cli.PrintJSON(w, gridsRecord{t.Grids.String(), t.N, t.P, places, t.Seed, t.Uniform()})
}

func printGridsCSV(w io.Writer, t *study.GridsTest) error {
	fmt.Fprintln(w, "class,completions,share,expected,top_band,middle_band,bottom_band,left_stack,centre_stack,right_stack")
	for _, c := range t.Classes {
		fmt.Fprintf(w, "%d,%d,%.12g,%.2f", c.Class, c.Completions, c.Share, c.Share*float64(t.N))
		for _, n := range c.Counts {
			fmt.Fprintf(w, ",%d", n)
		}
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
	}
	return nil
}
