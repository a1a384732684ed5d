package grade

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"text/tabwriter"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/internal/text"
	"gradoku/store"
	"gradoku/task"
)

type diffOptions struct {
	cli.Call
	top int
}

// DiffGradesCommand is "gradoku diff-grades".
func DiffGradesCommand(s cli.Streams) *urfave.Command {
	var o diffOptions
	return cli.Help("diff-grades", &urfave.Command{
		ArgsUsage: "VERSION VERSION",
		Flags: []urfave.Flag{
			&urfave.IntFlag{Name: "top", Destination: &o.top, Value: 10, Usage: "list the `N` largest changes"},
			o.DBFlag(), o.JSONFlag("print one JSON object", cli.LineOf("the comparison", diffObject{})),
		},
		Action: cli.Action(s, &o.Call, o.run),
	})
}

func (o *diffOptions) run(ctx context.Context) error {
	if len(o.Args) != 2 {
		return cli.UsageError(errors.New("name two versions of the grader"), "for example: gradoku diff-grades 1 2")
	}
	if o.top < 0 {
		return cli.UsageError(fmt.Errorf("--top is %d; it must not be negative", o.top), "--top 0 lists no changes")
	}
	var versions [2]int
	for i, arg := range o.Args {
		n, err := strconv.Atoi(arg)
		if err != nil || n < 1 {
			return cli.UsageError(fmt.Errorf("%q is not a version of the grader", arg), "gradoku db info lists the versions")
		}
		versions[i] = n
	}
	if versions[0] == versions[1] {
		return cli.UsageError(fmt.Errorf("version %d is given twice: there is nothing to compare", versions[0]), "gradoku db info lists the versions")
	}
	return task.WithDB(ctx, o.DB, func(db *store.DB) error { return o.compare(ctx, db, versions) })
}

func (o *diffOptions) compare(ctx context.Context, db *store.DB, versions [2]int) error {
	d, err := db.DiffGrades(ctx, versions[0], versions[1], o.top)
	if err != nil {
		return err
	}
	if d.Both == 0 {
		return cli.DataError(fmt.Errorf("no puzzle in %s has a grade of both versions: %s have one of %d only, %s of %d only",
			db.Path(), text.Grouped(d.OnlyFirst), versions[0], text.Grouped(d.OnlySecond), versions[1]),
			"gradoku regrade adds grades of this version; gradoku db info lists the versions")
	}
	if o.JSON {
		return cli.PrintJSON(o.Out, diffJSON(versions, &d))
	}
	share := func(n int64) string { return fmt.Sprintf("%.2f%%", 100*float64(n)/float64(d.Both)) }
	fmt.Fprintf(o.Out, "%s grades of versions %d and %d; %s of %d only, %s of %d only\n",
		text.Count(d.Both, "puzzle has", "puzzles have"), versions[0], versions[1], text.Grouped(d.OnlyFirst), versions[0], text.Grouped(d.OnlySecond), versions[1])
	fmt.Fprintf(o.Out, "rating: %s the same (%s), %s harder (%s), %s easier (%s)\n\n",
		text.Grouped(d.Same), share(d.Same), text.Grouped(d.Harder), share(d.Harder), text.Grouped(d.Easier), share(d.Easier))
	t := tabwriter.NewWriter(o.Out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "level\tthen\tpuzzles\tshare\t")
	for _, l := range d.Levels {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t\n", cli.Cell(cli.OrNone(l.From)), cli.Cell(cli.OrNone(l.To)), text.Grouped(l.Puzzles), share(l.Puzzles))
	}
	fmt.Fprintln(t, "\t\t\t\t\nchanged by\t\tpuzzles\tshare\t")
	for _, r := range d.Ratings {
		fmt.Fprintf(t, "%+.1f\t\t%s\t%s\t\n", float64(r.Tenths)/10, text.Grouped(r.Puzzles), share(r.Puzzles))
	}
	if err := t.Flush(); err != nil || len(d.Largest) == 0 {
		return err
	}
	fmt.Fprintln(o.Out)
	var rows [][]string
	for _, p := range d.Largest {
		rows = append(rows, []string{
			fmt.Sprint(p.ID), cli.BoundText(p.From, p.FromAtLeast), cli.BoundText(p.To, p.ToAtLeast), cli.OrNone(p.FromHardest), cli.OrNone(p.ToHardest), p.Givens,
		})
	}
	return cli.TextRows(o.Out, []string{"puzzle", "rating", "then", "hardest", "then", "givens"}, rows)
}

// diffObject is what diff-grades prints with --json; ratings have one decimal.
type diffObject struct {
	Both       int64         `json:"both"`
	Easier     int64         `json:"easier"`
	Harder     int64         `json:"harder"`
	Largest    []movedPuzzle `json:"largest"`
	Levels     []movedLevel  `json:"levels"`
	OnlyFirst  int64         `json:"only_first"`
	OnlySecond int64         `json:"only_second"`
	Ratings    []movedRating `json:"ratings"`
	Same       int64         `json:"same"`
	Versions   [2]int        `json:"versions"`
}

type movedLevel struct {
	From    string `json:"from"`
	Puzzles int64  `json:"puzzles"`
	To      string `json:"to"`
}

type movedRating struct {
	By      float64 `json:"by"`
	Puzzles int64   `json:"puzzles"`
}

type movedPuzzle struct {
	From   oneGrade `json:"from"`
	ID     int64    `json:"id"`
	Puzzle string   `json:"puzzle"`
	To     oneGrade `json:"to"`
}

type oneGrade struct {
	AtLeast bool    `json:"at_least"`
	Hardest string  `json:"hardest"`
	Level   string  `json:"level"`
	Rating  float64 `json:"rating"`
}

func diffJSON(versions [2]int, d *store.GradeDiff) diffObject {
	o := diffObject{
		Versions: versions, Both: d.Both, OnlyFirst: d.OnlyFirst, OnlySecond: d.OnlySecond, Same: d.Same, Harder: d.Harder, Easier: d.Easier,
		Levels: []movedLevel{}, Ratings: []movedRating{}, Largest: []movedPuzzle{}, // [], not null
	}
	for _, l := range d.Levels {
		o.Levels = append(o.Levels, movedLevel{From: l.From, To: l.To, Puzzles: l.Puzzles})
	}
	for _, r := range d.Ratings {
		o.Ratings = append(o.Ratings, movedRating{By: float64(r.Tenths) / 10, Puzzles: r.Puzzles})
	}
	for _, p := range d.Largest {
		o.Largest = append(o.Largest, movedPuzzle{
			ID: p.ID, Puzzle: p.Givens,
			From: oneGrade{Rating: float64(p.From) / 10, AtLeast: p.FromAtLeast, Hardest: p.FromHardest, Level: p.FromLevel},
			To:   oneGrade{Rating: float64(p.To) / 10, AtLeast: p.ToAtLeast, Hardest: p.ToHardest, Level: p.ToLevel},
		})
	}
	return o
}
