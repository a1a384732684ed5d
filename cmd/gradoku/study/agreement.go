package study

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/internal/text"
	"gradoku/study"
)

// agreementOptions are what the command line of "gradoku study agreement" says.
type agreementOptions struct {
	cli.Call
	label, of string
	where     urfave.StringSlice
	json      bool
}

func agreementCommand(s cli.Streams) *urfave.Command {
	var o agreementOptions
	return &urfave.Command{
		Name:      "agreement",
		Usage:     "compare our ratings with those that a file carries",
		ArgsUsage: "FILE...",
		UsageText: "gradoku study agreement ratings.tsv --label se\n" +
			"gradoku study agreement ratings.tsv --label EP\n" +
			"gradoku study agreement ratings.tsv --label ER --where rater=SE1.2.1.3 --json",
		Description: "Prints how many ratings are the same, a table of their bands against ours, and every disagreement with\n" +
			"both values. Ratings of other scales (Sukaku Explainer's, HoDoKu's) differ by design.",
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "label", Destination: &o.label, Usage: "the `NAME` of the column with their rating"},
			&urfave.StringFlag{Name: "of", Destination: &o.of, Usage: "which rating it is: er, ep (pearl) or ed (diamond) (default: what the column's name says, else er)"},
			&urfave.StringSliceFlag{Name: "where", Destination: &o.where, Usage: "only rows whose column has this value, as `NAME=VALUE`; may be repeated"},
			cli.FromFlag(&o.Call), cli.JSONFlag(&o.json, "print the counts as one JSON object and each disagreement as another"),
		},
		Action: cli.Action(s, &o.Call, o.run),
	}
}

func (o *agreementOptions) run(ctx context.Context) error {
	if o.label == "" {
		return cli.UsageError(errors.New("--label is missing"), "name the column with their rating, for example --label se")
	}
	of := strings.ToLower(o.of)
	if of == "" {
		of = study.RatingOf(o.label)
	}
	if !slices.Contains(study.RatingNames(), of) {
		return cli.UsageError(fmt.Errorf("there is no rating %q", of), "use --of er, ep or ed")
	}
	where := map[string]string{}
	for _, w := range o.where.Value() {
		name, value, ok := strings.Cut(w, "=")
		if !ok {
			return cli.UsageError(fmt.Errorf("--where %s: it must be NAME=VALUE", w), "for example: --where rater=SE1.2.1.3")
		}
		where[name] = value
	}
	a := study.NewAgreement(o.label, of, where)
	bad := cli.Complaints{W: o.Err}
	for src, err := range o.Puzzles(ctx) {
		var p *cli.Problem
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.As(err, &p):
			return err
		case err != nil:
			bad.Add(err)
		default:
			a.Add(&src.Record)
		}
	}
	if a.Result.Compared+a.Result.Bounds == 0 {
		why := "there is none"
		if len(a.Result.Skipped) > 0 {
			why = reasons(a.Result.Skipped)
		}
		return cli.DataError(fmt.Errorf("no puzzle could be compared: %s", why), "--label names the column with their rating")
	}
	write := printAgreement
	if o.json {
		write = printAgreementJSON
	}
	if err := write(o.Out, strings.ToUpper(of), &a.Result); err != nil {
		return err
	}
	return bad.Err("")
}

// reasons lists what was skipped, in the order of the reasons' text.
func reasons(skipped map[string]int) string {
	var list []string
	for _, why := range slices.Sorted(maps.Keys(skipped)) {
		list = append(list, fmt.Sprintf("%s: %s", text.Grouped(skipped[why]), why))
	}
	if list == nil {
		return "none"
	}
	return strings.Join(list, ", ")
}

// agreementSummary is the first line of "study agreement --json".
type agreementSummary struct {
	Bands    []string       `json:"bands" jsonschema:"the rows and columns of the table, as 1.3-2.0"`
	Bounds   int            `json:"bounds" jsonschema:"how many of our ratings are lower bounds that theirs meets"`
	Compared int            `json:"compared"`
	Of       string         `json:"of" jsonschema:"which rating it is: ER, EP or ED"`
	Same     int            `json:"same"`
	Skipped  map[string]int `json:"skipped" jsonschema:"how many rows were left out, by the reason"`
	Table    [][]int        `json:"table" jsonschema:"bands of theirs against bands of ours"`
}

// disagreement is each of the other lines.
type disagreement struct {
	AtLeast bool    `json:"at_least" jsonschema:"whether our rating is a lower bound"`
	Line    int     `json:"line"`
	Ours    float64 `json:"ours"`
	Puzzle  string  `json:"puzzle"`
	Theirs  float64 `json:"theirs"`
}

func printAgreementJSON(w io.Writer, of string, a *study.Agreement) error {
	var bands []string
	for _, b := range study.Bands() {
		bands = append(bands, b.String())
	}
	err := cli.PrintJSON(w, agreementSummary{bands, a.Bounds, a.Compared, of, a.Same, a.Skipped, a.Table})
	for _, d := range a.Differences {
		if err != nil {
			return err
		}
		err = cli.PrintJSON(w, disagreement{d.AtLeast, d.Line, float64(d.Ours) / 10, d.Puzzle, float64(d.Theirs) / 10})
	}
	return err
}

func printAgreement(w io.Writer, of string, a *study.Agreement) error {
	fmt.Fprintf(w, "%s: %s of %s ratings are the same (%.2f %%); %s more of ours are lower bounds that theirs meets\nskipped: %s\n\n",
		of, text.Grouped(a.Same), text.Grouped(a.Compared), 100*float64(a.Same)/float64(max(a.Compared, 1)), text.Grouped(a.Bounds), reasons(a.Skipped))
	header, rows := []string{"theirs \\ ours"}, [][]string{}
	for i, b := range study.Bands() {
		header = append(header, b.String())
		row := []string{b.String()}
		for _, n := range a.Table[i] {
			row = append(row, fmt.Sprint(n))
		}
		rows = append(rows, row)
	}
	if err := cli.TextRows(w, header, rows); err != nil {
		return err
	}
	for _, d := range a.Differences {
		bound := ""
		if d.AtLeast {
			bound = "≥"
		}
		fmt.Fprintf(w, "line %d: theirs %s, ours %s%s  %s\n", d.Line, cli.RatingText(d.Theirs), bound, cli.RatingText(d.Ours), d.Puzzle)
	}
	return nil
}
