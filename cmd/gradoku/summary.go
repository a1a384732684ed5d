package main

import (
	"fmt"

	"gradoku/grade"
	"gradoku/internal/text"
	"gradoku/task"
)

// print prints the summary of a run: what it made by level, and by letter if there are any, and
// what one may do next. Or it prints the summary as JSON.
func (o *generateOptions) print(sum *task.Summary) error {
	if o.JSON {
		return printJSON(o.Out, sum)
	}
	fmt.Fprintf(o.Out, "%s in %s, run %d, seed %d: %s new in %.1f s, %s puzzles/s\n",
		text.Count(sum.Puzzles, "puzzle", "puzzles"), text.OneLine(sum.Database), sum.Run, sum.Seed, text.Grouped(sum.New), sum.Seconds, text.Grouped(int64(sum.PerSecond)))
	fmt.Fprintf(o.Out, "%s, %s duplicates, %s without a match; mean clues %.2f\n\n",
		text.Count(sum.Attempts, "attempt", "attempts"), text.Grouped(sum.Duplicates), text.Grouped(sum.Missed), sum.MeanClues)
	var levels, letters [][]string
	for _, l := range grade.Levels() {
		if n := sum.Levels[l.ID]; n > 0 {
			levels = append(levels, []string{l.Label, text.Grouped(n)})
		}
	}
	for letter := 'A'; letter <= 'I'; letter++ {
		if printed, fitted := sum.Printed[string(letter)], sum.Fitted[string(letter)]; printed+fitted > 0 {
			letters = append(letters, []string{string(letter), text.Grouped(printed), text.Grouped(fitted)})
		}
	}
	err := textRows(o.Out, []string{"level", "puzzles"}, levels)
	if err == nil && letters != nil {
		fmt.Fprintln(o.Out)
		err = textRows(o.Out, []string{"letter", "printed", "fitted"}, letters)
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(o.Out, "\nnext:")
	return textRows(o.Out, nil, [][]string{
		{"  gradoku show 1" + o.dbHint(), "# one puzzle, its grade and its solution"},
		{"  gradoku serve" + o.dbHint(), "# browse and solve them in a browser"},
		{"  gradoku export -o puzzles.csv --no-record" + o.dbHint(), "# write a file"},
		{fmt.Sprintf("  gradoku book -n %d -o book.pdf%s", min(sum.Puzzles, 100), o.dbHint()), "# print a book"},
	})
}
