package study

import (
	"cmp"
	"fmt"
	"io"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/internal/text"
	"gradoku/study"
	"gradoku/task"
)

func agreementCommand(s cli.Streams) *urfave.Command {
	var o struct {
		cli.Call `fields:"json"`
		task.Agreement
	}
	return cli.New(s, "study agreement", "FILE...", &o, act(&o.Call, &o.Agreement, &o.Files, func(a *task.Agreed) error {
		if o.JSON {
			return printAgreementJSON(o.Out, a)
		}
		return printAgreement(o.Out, a)
	}), cli.LineOf("the counts, first", agreementSummary{}), cli.LineOf("a rating that differs", disagreement{}))
}

type agreementSummary struct {
	Bands    []string       `json:"bands" jsonschema:"the bands of the table's rows and columns, such as 1.3-2.0"`
	Bounds   int            `json:"bounds" jsonschema:"number of our ratings that are lower bounds and do not contradict theirs"`
	Compared int            `json:"compared"`
	Of       string         `json:"of" jsonschema:"the rating compared: ER, EP or ED"`
	Same     int            `json:"same"`
	Skipped  map[string]int `json:"skipped" jsonschema:"number of rows skipped, by reason"`
	Table    [][]int        `json:"table" jsonschema:"bands of theirs against bands of ours"`
}

type disagreement struct {
	AtLeast bool    `json:"at_least" jsonschema:"whether our rating is a lower bound"`
	Line    int     `json:"line"`
	Ours    float64 `json:"ours"`
	Puzzle  string  `json:"puzzle"`
	Theirs  float64 `json:"theirs"`
}

func printAgreementJSON(w io.Writer, a *task.Agreed) error {
	var bands []string
	for _, b := range study.Bands() {
		bands = append(bands, b.String())
	}
	lines := []any{agreementSummary{bands, a.Bounds, a.Compared, a.Of, a.Same, a.Skipped, a.Table}}
	for _, d := range a.Differences {
		lines = append(lines, disagreement{d.AtLeast, d.Line, float64(d.Ours) / 10, d.Puzzle, float64(d.Theirs) / 10})
	}
	return cli.PrintLines(w, lines)
}

func printAgreement(w io.Writer, a *task.Agreed) error {
	fmt.Fprintf(w, "%s: %s of %s ratings are the same (%.2f%%); %s more of ours are lower bounds that do not contradict theirs\nskipped: %s\n\n",
		a.Of, text.Grouped(a.Same), text.Grouped(a.Compared), 100*float64(a.Same)/float64(max(a.Compared, 1)), text.Grouped(a.Bounds), cmp.Or(a.Reasons(), "none"))
	if scale := a.Scale(); scale != "" {
		fmt.Fprintf(w, "%s\n\n", scale)
	}
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
