package grade

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/store"
)

func DiffGradesCommand(s cli.Streams) *urfave.Command {
	return &urfave.Command{
		Name:      "diff-grades",
		Usage:     "tell what moved between two versions of the grader",
		ArgsUsage: "VERSION VERSION",
		UsageText: "gradoku diff-grades 1 2\ngradoku diff-grades --top 50 --json 1 2",
		Description: "Compares the grades of the puzzles that both versions have graded: how many moved and how far, from which\n" +
			"level to which, and the largest moves. gradoku db info tells which versions there are.",
		Flags: []urfave.Flag{
			&urfave.IntFlag{Name: "top", Value: 10, Usage: "list the `N` largest moves"},
			cli.DBFlag(nil), cli.JSONFlag(nil, "print one JSON object"),
		},
		Action: func(c *urfave.Context) error { return cli.WithDBOf(c, s, diffGrades) },
	}
}

func diffGrades(c *urfave.Context, s cli.Streams, db *store.DB) error {
	if c.NArg() != 2 || c.Int("top") < 0 {
		return cli.UsageError(errors.New("name two versions of the grader, and no negative --top"), "for example: gradoku diff-grades 1 2")
	}
	var versions [2]int
	for i, arg := range c.Args().Slice() {
		n, err := strconv.Atoi(arg)
		if err != nil || n < 1 {
			return cli.UsageError(fmt.Errorf("%q is no version of the grader", arg), "gradoku db info tells which there are")
		}
		versions[i] = n
	}
	m, err := db.DiffGrades(c.Context, versions[0], versions[1], c.Int("top"))
	if err != nil {
		return err
	}
	if m.Both == 0 {
		return cli.DataError(fmt.Errorf("no puzzle in %s has a grade of both versions: %s have one of %d only, %s of %d only",
			db.Path(), cli.Grouped(m.OnlyFirst), versions[0], cli.Grouped(m.OnlySecond), versions[1]),
			"gradoku regrade adds those of this version; gradoku db info tells which there are")
	}
	if c.Bool("json") {
		return cli.PrintJSON(s.Out, movesJSON(versions, &m))
	}
	return printMoves(s.Out, versions, &m)
}

func printMoves(w io.Writer, versions [2]int, m *store.GradeDiff) error {
	share := func(n int64) string { return fmt.Sprintf("%.2f %%", 100*float64(n)/float64(m.Both)) }
	fmt.Fprintf(w, "%s puzzles have grades of versions %d and %d; %s of %d only, %s of %d only\n",
		cli.Grouped(m.Both), versions[0], versions[1], cli.Grouped(m.OnlyFirst), versions[0], cli.Grouped(m.OnlySecond), versions[1])
	fmt.Fprintf(w, "rating: %s the same (%s), %s harder (%s), %s easier (%s)\n\n",
		cli.Grouped(m.Same), share(m.Same), cli.Grouped(m.Harder), share(m.Harder), cli.Grouped(m.Easier), share(m.Easier))
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "level\tthen\tpuzzles\tshare\t")
	for _, l := range m.Levels {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t\n", cli.OrNone(l.From), cli.OrNone(l.To), cli.Grouped(l.Puzzles), share(l.Puzzles))
	}
	fmt.Fprintln(t, "\t\t\t\t\nmoved by\t\tpuzzles\tshare\t")
	for _, r := range m.Ratings {
		fmt.Fprintf(t, "%+.1f\t\t%s\t%s\t\n", float64(r.Tenths)/10, cli.Grouped(r.Puzzles), share(r.Puzzles))
	}
	if err := t.Flush(); err != nil || len(m.Largest) == 0 {
		return err
	}
	fmt.Fprintln(w)
	var rows [][]string
	for _, p := range m.Largest {
		rows = append(rows, []string{
			fmt.Sprint(p.ID), boundText(p.From, p.FromAtLeast), boundText(p.To, p.ToAtLeast), cli.OrNone(p.FromHardest), cli.OrNone(p.ToHardest), p.Givens,
		})
	}
	return cli.TextRows(w, []string{"puzzle", "rating", "then", "hardest", "then", "givens"}, rows)
}

func boundText(rating int, atLeast bool) string {
	if atLeast {
		return "≥" + cli.RatingText(rating)
	}
	return cli.RatingText(rating)
}

// movesJSON is what diff-grades prints with --json; ratings have one decimal.
func movesJSON(versions [2]int, m *store.GradeDiff) map[string]any {
	levels, moved, largest := []any{}, []any{}, []any{}
	for _, l := range m.Levels {
		levels = append(levels, map[string]any{"from": l.From, "to": l.To, "puzzles": l.Puzzles})
	}
	for _, r := range m.Ratings {
		moved = append(moved, map[string]any{"by": float64(r.Tenths) / 10, "puzzles": r.Puzzles})
	}
	for _, p := range m.Largest {
		largest = append(largest, map[string]any{
			"id": p.ID, "puzzle": p.Givens,
			"from": map[string]any{"rating": float64(p.From) / 10, "at_least": p.FromAtLeast, "hardest": p.FromHardest, "level": p.FromLevel},
			"to":   map[string]any{"rating": float64(p.To) / 10, "at_least": p.ToAtLeast, "hardest": p.ToHardest, "level": p.ToLevel},
		})
	}
	return map[string]any{
		"versions": versions, "both": m.Both, "only_first": m.OnlyFirst, "only_second": m.OnlySecond,
		"same": m.Same, "harder": m.Harder, "easier": m.Easier, "levels": levels, "ratings": moved, "largest": largest,
	}
}
