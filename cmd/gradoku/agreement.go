package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gradoku/study"
)

func agreementCommand(s streams) *cli.Command {
	return &cli.Command{
		Name:      "agreement",
		Usage:     "compare our ratings with those that a file carries",
		ArgsUsage: "FILE...",
		UsageText: "gradoku study agreement ratings.tsv --label se\n" +
			"gradoku study agreement ratings.tsv --label EP\n" +
			"gradoku study agreement ratings.tsv --label ER --where rater=SE1.2.1.3 --json",
		Description: "Prints how many ratings are the same, a table of their bands against ours, and every disagreement with\n" +
			"both values. Ratings of other scales (Sukaku Explainer's, HoDoKu's) differ by design.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "label", Usage: "the `NAME` of the column with their rating"},
			&cli.StringFlag{Name: "of", Usage: "which rating it is: er, ep (pearl) or ed (diamond) (default: what the column's name says, else er)"},
			&cli.StringSliceFlag{Name: "where", Usage: "only rows whose column has this value, as `NAME=VALUE`; may be repeated"},
			jsonFlag("print the counts as one JSON object and each disagreement as another"),
		},
		Action: func(c *cli.Context) error { return agreementAction(c, s) },
	}
}

func agreementAction(c *cli.Context, s streams) error {
	label := c.String("label")
	if label == "" {
		return usageError(errors.New("--label is missing"), "name the column with their rating, for example --label se")
	}
	of := strings.ToLower(c.String("of"))
	if of == "" {
		of = study.RatingOf(label)
	}
	if !slices.Contains(study.RatingNames(), of) {
		return usageError(fmt.Errorf("there is no rating %q", of), "use --of er, ep or ed")
	}
	where := map[string]string{}
	for _, w := range c.StringSlice("where") {
		name, value, ok := strings.Cut(w, "=")
		if !ok {
			return usageError(fmt.Errorf("--where %s: it must be NAME=VALUE", w), "for example: --where rater=SE1.2.1.3")
		}
		where[name] = value
	}
	a := study.NewAgreement(label, of, where)
	bad := complaints{w: s.err}
	for src, err := range puzzles(c, s) {
		var p *problem
		switch {
		case c.Context.Err() != nil:
			return c.Context.Err()
		case errors.As(err, &p):
			return err
		case err != nil:
			bad.add(err)
		default:
			a.Add(&src.record)
		}
	}
	if a.Result.Compared+a.Result.Bounds == 0 {
		why := "there is none"
		if len(a.Result.Skipped) > 0 {
			why = reasons(a.Result.Skipped)
		}
		return dataError(fmt.Errorf("no puzzle could be compared: %s", why), "--label names the column with their rating")
	}
	if err := printAgreement(c, s.out, strings.ToUpper(of), &a.Result); err != nil {
		return err
	}
	return bad.err("")
}

// reasons lists what was skipped, in the order of the reasons' text.
func reasons(skipped map[string]int) string {
	var list []string
	for _, why := range slices.Sorted(maps.Keys(skipped)) {
		list = append(list, fmt.Sprintf("%s: %s", grouped(int64(skipped[why])), why))
	}
	if list == nil {
		return "none"
	}
	return strings.Join(list, ", ")
}

func printAgreement(c *cli.Context, w io.Writer, of string, a *study.Agreement) error {
	if c.Bool("json") {
		if err := printJSON(w, map[string]any{
			"of": of, "compared": a.Compared, "same": a.Same, "bounds": a.Bounds, "skipped": a.Skipped, "table": a.Table,
		}); err != nil {
			return err
		}
		for _, d := range a.Differences {
			if err := printJSON(w, map[string]any{
				"line": d.Line, "puzzle": d.Puzzle, "theirs": float64(d.Theirs) / 10, "ours": float64(d.Ours) / 10, "at_least": d.AtLeast,
			}); err != nil {
				return err
			}
		}
		return nil
	}
	fmt.Fprintf(w, "%s: %s of %s ratings are the same (%.2f %%); %s more of ours are lower bounds that theirs meets\nskipped: %s\n\n",
		of, grouped(int64(a.Same)), grouped(int64(a.Compared)), 100*float64(a.Same)/float64(max(a.Compared, 1)), grouped(int64(a.Bounds)), reasons(a.Skipped))
	header, rows := []string{"theirs \\ ours"}, [][]string{}
	for i, b := range study.Bands() {
		header = append(header, b.String())
		row := []string{b.String()}
		for _, n := range a.Table[i] {
			row = append(row, fmt.Sprint(n))
		}
		rows = append(rows, row)
	}
	if err := textRows(w, header, rows); err != nil {
		return err
	}
	for _, d := range a.Differences {
		bound := ""
		if d.AtLeast {
			bound = "≥"
		}
		fmt.Fprintf(w, "line %d: theirs %s, ours %s%s  %s\n", d.Line, ratingText(d.Theirs), bound, ratingText(d.Ours), d.Puzzle)
	}
	return nil
}
