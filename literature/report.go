package literature

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"gradoku/corpus"
	"gradoku/grade"
)

// TimedPuzzles are the puzzles of "Mathematical models in Sudoku" that have stars
// and times, with these as fields.
func TimedPuzzles() []corpus.Record {
	var list []corpus.Record
	puzzles := puzzlesByKey()
	seven := TableOf("table7")
	for i, key := range seven.Column("puzzle") {
		list = append(list, corpus.Record{Puzzle: puzzles[key].Puzzle, Fields: []corpus.Field{
			{Name: "key", Value: key},
			{Name: "stars", Value: seven.Value(i, "stars")},
			{Name: "seconds", Value: seven.Value(i, "seconds")},
		}})
	}
	return list
}

// ReportTable is a table for the report of a study.
type ReportTable struct {
	File    string // without extension
	Title   string
	Note    string
	Columns []string
	Rows    [][]string
	Words   int // the first columns are words, the rest are numbers
}

// ReportTables recomputes tables 1 to 3, 6 and 7 of "Mathematical models in
// Sudoku".
func ReportTables(ctx context.Context) ([]ReportTable, error) {
	one, three := newStarTable("table1"), newStarTable("table3")
	tables := []ReportTable{
		one.recount("document_tables_1_2", "Tables 1 and 2: stars by blanks, counts and shares"),
		three.recount("document_table_3", "Table 3: stars by blanks, counts and shares"),
		testPuzzleTable(),
	}
	findings, err := Recompute(ctx, Scope{Documents: []string{"models"}})
	if err != nil {
		return nil, err
	}
	t := ReportTable{File: "document_figures", Title: "Tables 1 to 3, 6 and 7: published beside ours", Columns: []string{"figure", "published", "ours", "verdict", "reason"}, Words: 5}
	for _, f := range findings {
		for _, prefix := range []string{"table 1", "table 2", "table 3", "table 6", "table 7"} {
			if strings.HasPrefix(f.Figure, prefix) {
				t.Rows = append(t.Rows, []string{f.Figure, f.Published, f.Ours, f.Verdict.String(), f.Reason})
			}
		}
	}
	return append(tables, t), nil
}

// recount counts the puzzles of each cell, and their share of the row. A total
// that is printed wrong is marked.
func (t *starTable) recount(file, title string) ReportTable {
	r := ReportTable{File: file, Title: title, Columns: []string{"stars"}, Words: 1}
	for _, b := range t.blanks {
		r.Columns = append(r.Columns, strconv.Itoa(b))
	}
	r.Columns = append(r.Columns, "total")
	for i, total := range t.rowTotals() {
		stars := strconv.Itoa(i + 1)
		number, share := []string{stars}, []string{stars + ", share"}
		for _, b := range t.blanks {
			n, part := "", ""
			if count := t.count(i, b); count > 0 {
				n, part = strconv.Itoa(count), strconv.FormatFloat(float64(count)/float64(total), 'f', 2, 64)
			}
			number, share = append(number, n), append(share, part)
		}
		r.Rows = append(r.Rows, append(number, strconv.Itoa(total)), append(share, "1"))
	}
	if !slices.Contains(t.Columns, "total printed") {
		return r
	}
	r.Columns = append(r.Columns, "total as printed")
	for i := range r.Rows {
		printed := ""
		if i%2 == 0 {
			printed = t.Value(i/2, "total printed")
			if printed != r.Rows[i][len(r.Columns)-2] {
				printed += " (misprint)"
			}
		}
		r.Rows[i] = append(r.Rows[i], printed)
	}
	return r
}

// testPuzzleTable is tables 6 and 7: the five test puzzles, computed.
func testPuzzleTable() ReportTable {
	t := ReportTable{
		File: "document_tables_6_7", Title: "Tables 6 and 7: the test puzzles", Words: 1,
		Note:    "Ours computed from the puzzles; printed values in brackets where they differ. Letter: the scheme that fits, then the one printed. Seconds as printed, the mean of three people.",
		Columns: []string{"puzzle", "stars", "blanks", "freedom", "letter", "letter, printed borders", "seconds"},
	}
	seven := TableOf("table7")
	puzzles := puzzlesByKey()
	for i, key := range seven.Column("puzzle") {
		p := puzzles[key].Puzzle
		g := grade.NewGrader(p.Geometry()).Grade(&p)
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
