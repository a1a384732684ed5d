package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/text"
)

// maxCell is the largest number of characters in a cell of a table, as many as a path
// may have. Every other cell of the column is padded to the widest one, so a single
// text of a megabyte in a database would print gigabytes of spaces.
const maxCell = 4096

// textRows writes a table with aligned columns, and a header unless it is nil. A cell longer than [maxCell] is cut
// there and ends in "…"; JSON output has the whole text.
func textRows(w io.Writer, header []string, rows [][]string) error {
	b := bufio.NewWriter(w) // the tabwriter writes two spaces at a time
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	if header != nil {
		fmt.Fprintln(t, strings.Join(header, "\t"))
	}
	for _, r := range rows {
		cells := make([]string, len(r))
		for i, cell := range r {
			cells[i] = text.OneLine(cell)
			if begun := fmt.Sprintf("%.*s", maxCell, cells[i]); begun != cells[i] {
				cells[i] = begun + "…"
			}
		}
		fmt.Fprintln(t, strings.Join(cells, "\t"))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	return b.Flush()
}

// table is a list that a command prints with [textRows] or, with --json, as one record per line.
type table struct {
	Header  []string
	rows    [][]string
	records []any
}

// add adds a record, and the cells of its row.
func (t *table) add(record any, cells ...string) {
	t.records, t.rows = append(t.records, record), append(t.rows, cells)
}

// print prints the list.
func (t *table) print(c *Call) error {
	if c.JSON {
		return printLines(c.Out, t.records)
	}
	return textRows(c.Out, t.Header, t.rows)
}

// timeText writes a time from the database, or "unknown" if it could not be read.
func timeText(t time.Time, layout string) string {
	if t.IsZero() {
		return "unknown"
	}
	return t.Format(layout)
}

// boundText is [text.Rating], marked if the rating is a lower bound.
func boundText(tenths int, atLeast bool) string {
	if atLeast {
		return "≥" + text.Rating(tenths)
	}
	return text.Rating(tenths)
}

// gradeText describes the grade of a puzzle in two lines. A variant and a position have no letters,
// and the text says what their rating follows.
func gradeText(geo *board.Geometry, g *grade.Grade) string {
	needs := "solved by the known techniques"
	switch {
	case g.Blanks == 0:
		needs = errSolved.Error()
	case g.AtLeast:
		needs = "the search for steps ran out of budget: the rating is at least this"
	case !g.SolvedByLogic:
		needs = "the known techniques do not solve it"
	}
	letters := fmt.Sprintf("X %d, Y %d, letter %c printed, %c fitted", g.X, g.Y, g.LetterPrinted, g.LetterFitted)
	switch {
	case g.X == 0:
		letters = "rated from its candidates on, which are part of the puzzle"
	case !geo.Classical():
		letters = "rated by the rules of Sudoku Explainer with the houses of " + geo.Variant.Title()
	}
	return fmt.Sprintf("%s, rating %s (pearl %s, diamond %s), hardest %s; %s\n"+
		"%s, freedom %d, scan effort %s: %s",
		cmp.Or(grade.LevelLabel(g.Level), "none"), boundText(g.Rating, g.AtLeast), text.Rating(g.Pearl), text.Rating(g.Diamond), cmp.Or(g.Hardest, "none"), needs,
		text.Count(g.Blanks, "blank", "blanks"), g.Freedom, text.Rating(g.Scan), letters)
}
