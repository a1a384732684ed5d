package literature

import (
	"bytes"
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gradoku/board"
	"gradoku/corpus"
)

//go:embed tables
var tables embed.FS

// Table is a table of the literature, or a list of its figures, as printed, including
// errors. There is one exception: if a printed number contradicts the rest of its own
// table, the table has the consistent number, and a separate column has the printed
// one: "total" and "total printed". The lines above a table in its file state its subject, its
// place in a document, and what is lost or misprinted there. If a document does not print figures,
// but describes their computation exactly, they were computed, and the source of their table says
// so.
type Table struct {
	Key     string // a short name: "table3", "moler_steps"
	Columns []string
	Rows    [][]string // a value for each column, "" if none is printed
}

// TableOf returns the table with a key; its puzzles are named by the keys of [Puzzles]. The keys are
// part of the program: it panics when there is no such table.
func TableOf(key string) Table {
	text, err := tables.ReadFile("tables/" + key + ".tsv")
	if err != nil {
		panic(fmt.Sprintf("literature: there is no table %q", key))
	}
	t := Table{Key: key}
	for line := range strings.SplitSeq(strings.TrimSuffix(string(text), "\n"), "\n") {
		row := strings.Split(line, "\t")
		switch {
		case strings.HasPrefix(line, "# "):
		case t.Columns == nil:
			t.Columns = row
		case len(row) != len(t.Columns):
			panic(fmt.Sprintf("literature: the table %q has %d columns and the row %q", key, len(t.Columns), row))
		default:
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// Value returns the text in a row, counted from 0, and a column. A missing column is a
// programming error and panics.
func (t *Table) Value(row int, column string) string {
	i := slices.Index(t.Columns, column)
	if i < 0 {
		panic(fmt.Sprintf("literature: the table %q has no column %q", t.Key, column))
	}
	return t.Rows[row][i]
}

// Int returns a whole number, 0 where the print has none.
func (t *Table) Int(row int, column string) int {
	n, _ := strconv.Atoi(t.Value(row, column))
	return n
}

// Column returns all values of a column.
func (t *Table) Column(column string) []string {
	var values []string
	for i := range t.Rows {
		values = append(values, t.Value(i, column))
	}
	return values
}

// PrintedPuzzle is a puzzle that a document prints.
type PrintedPuzzle struct {
	Key              string // a short name: "inkala", "T6_3"
	Source           string // document and table or figure
	Puzzle, Solution board.Grid
}

// Puzzles returns the puzzles of the documents this project grew out of, in
// the order of the documents' tables. Each is proper.
func Puzzles() []PrintedPuzzle {
	var list []PrintedPuzzle
	text, err := tables.ReadFile("tables/puzzles.tsv")
	if err != nil {
		panic(fmt.Sprintf("literature: the embedded puzzles: %v", err))
	}
	for rec, err := range corpus.Read("puzzles.tsv", bytes.NewReader(text)) {
		if err != nil {
			panic(fmt.Sprintf("literature: the embedded puzzles: %v", err))
		}
		p := PrintedPuzzle{Puzzle: rec.Puzzle, Solution: rec.Solution}
		p.Key, _ = rec.Field("key")
		p.Source, _ = rec.Field("source")
		list = append(list, p)
	}
	return list
}

func puzzlesByKey() map[string]PrintedPuzzle {
	byKey := map[string]PrintedPuzzle{}
	for _, p := range Puzzles() {
		byKey[p.Key] = p
	}
	return byKey
}

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
