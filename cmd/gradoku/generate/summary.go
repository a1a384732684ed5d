package generate

import (
	"fmt"
	"text/tabwriter"

	"gradoku/cmd/gradoku/cli"
	"gradoku/grade"
	"gradoku/internal/text"
	"gradoku/task"
)

// print prints the summary of a run, as a table of levels, and of letters if there are any, or as JSON.
func (o *options) print(sum *task.Summary) error {
	if o.JSON {
		return cli.PrintJSON(o.Out, sum)
	}
	fmt.Fprintf(o.Out, "%s in %s, run %d, seed %d: %s new in %.1f s, %s puzzles/s\n",
		text.Count(sum.Puzzles, "puzzle", "puzzles"), cli.OnOneLine(sum.Database), sum.Run, sum.Seed, text.Grouped(sum.New), sum.Seconds, text.Grouped(int64(sum.PerSecond)))
	fmt.Fprintf(o.Out, "%s, %s duplicates, %s without a match; mean clues %.2f\n\n",
		text.Count(sum.Attempts, "attempt", "attempts"), text.Grouped(sum.Duplicates), text.Grouped(sum.Missed), sum.MeanClues)
	t := tabwriter.NewWriter(o.Out, 0, 0, 2, ' ', tabwriter.AlignRight)
	levels := grade.Levels()
	if len(sum.Printed) == 0 {
		fmt.Fprintln(t, "level\tpuzzles\t")
		for _, l := range levels {
			fmt.Fprintf(t, "%s\t%d\t\n", l.Label, sum.Levels[l.ID])
		}
		return t.Flush()
	}
	fmt.Fprintln(t, "letter\tprinted\tfitted\t\tlevel\tpuzzles\t")
	for i := 0; i < max(9, len(levels)); i++ {
		letter, printed, fitted := "", "", ""
		if i < 9 {
			letter = string(rune('A' + i))
			printed, fitted = fmt.Sprint(sum.Printed[letter]), fmt.Sprint(sum.Fitted[letter])
		}
		name, count := "", ""
		if i < len(levels) {
			l := levels[i]
			name, count = l.Label, fmt.Sprint(sum.Levels[l.ID])
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t\t%s\t%s\t\n", letter, printed, fitted, name, count)
	}
	return t.Flush()
}
