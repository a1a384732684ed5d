package study

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"gradoku/corpus"
)

// documentSection recomputes tables 1 to 3, 6 and 7 of the founding document.
func documentSection(ctx context.Context) (Section, error) {
	s := Section{ID: "document", Title: "The founding document, recomputed", Text: []string{
		"Tables 1 to 3 count the puzzles of two books by stars and blanks; the puzzles themselves are not printed, so the counts are taken and totals, shares and correlations computed anew. Tables 6 and 7 are computed from the puzzles.",
	}}
	one, three := newStarTable("table1"), newStarTable("table3")
	for _, x := range []struct {
		table *starTable
		file  string
		title string
	}{{&one, "document_tables_1_2", "Tables 1 and 2: stars by blanks, counts and shares"}, {&three, "document_table_3", "Table 3: stars by blanks, counts and shares"}} {
		s.Tables = append(s.Tables, x.table.recount(x.file, x.title))
	}
	findings, err := Literature(ctx, Options{Documents: []string{"models"}})
	if err != nil {
		return s, err
	}
	t := ReportTable{File: "document_figures", Title: "Tables 1 to 3, 6 and 7: published beside ours", Columns: []string{"figure", "published", "ours", "verdict", "reason"}, Words: 5}
	for _, f := range findings {
		for _, prefix := range []string{"table 1", "table 2", "table 3", "table 6", "table 7"} {
			if strings.HasPrefix(f.Figure, prefix) {
				t.Rows = append(t.Rows, []string{f.Figure, f.Published, f.Ours, f.Verdict.String(), f.Reason})
			}
		}
	}
	s.Tables = append(s.Tables, documentTests(), t)
	return s, nil
}

// recount makes a crosstab of the puzzles that a table of the document counts.
// The total of a row that is printed wrong is marked.
func (t *starTable) recount(file, title string) ReportTable {
	stars, blanks := t.puzzles()
	row, column := make(bins, len(stars)), make(bins, len(stars))
	var rows, columns []string
	for i := range t.Rows {
		rows = append(rows, strconv.Itoa(i+1))
	}
	for _, b := range t.blanks {
		columns = append(columns, strconv.Itoa(b))
	}
	for k := range stars {
		row[k] = int16(stars[k]) - 1
		column[k] = int16(slices.Index(t.blanks, int(blanks[k])))
	}
	table := crosstab(file, title, "stars", rows, row, columns, column)
	if !slices.Contains(t.Columns, "total printed") {
		return table
	}
	table.Columns = append(table.Columns, "total as printed")
	for i := range table.Rows {
		printed := ""
		if i%2 == 0 {
			printed = t.Value(i/2, "total printed")
			if printed != table.Rows[i][len(table.Columns)-2] {
				printed += " (misprint)"
			}
		}
		table.Rows[i] = append(table.Rows[i], printed)
	}
	return table
}

// documentTests is tables 6 and 7: the five test puzzles, computed.
func documentTests() ReportTable {
	t := ReportTable{
		File: "document_tables_6_7", Title: "Tables 6 and 7: the test puzzles", Words: 1,
		Note:    "Ours computed from the puzzles; printed values in brackets where they differ. Letter: the scheme that fits, then the one printed. Seconds as printed, the mean of three people.",
		Columns: []string{"puzzle", "stars", "blanks", "freedom", "letter", "letter, printed borders", "seconds"},
	}
	seven := corpus.TableOf("table7")
	puzzles := literaturePuzzles()
	for i, key := range seven.Column("puzzle") {
		p := puzzles[key]
		g := gradeOf(&p)
		row := []string{key, seven.Value(i, "stars")}
		for _, x := range [][2]string{
			{strconv.Itoa(g.Blanks), seven.Value(i, "blanks")},
			{strconv.Itoa(g.Freedom), seven.Value(i, "freedom")},
			{string(rune(g.LetterFitted)), seven.Value(i, "letter")},
		} {
			text := x[0]
			if x[0] != x[1] {
				text += " [" + x[1] + "]"
			}
			row = append(row, text)
		}
		t.Rows = append(t.Rows, append(row, string(rune(g.LetterPrinted)), seven.Value(i, "seconds")))
	}
	return t
}
