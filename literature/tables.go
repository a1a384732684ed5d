package literature

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

//go:embed tables
var tables embed.FS

// Table is a table of the literature, or a list of its figures. Where the print is
// wrong, the table has the right value, and the printed one in a column beside it:
// "total" and "total printed". Figures that a document does not print, but describes
// so well that they can be counted, are in tables whose Source says that something
// was run.
type Table struct {
	Key     string   // a short name: "table3", "moler_steps"
	Title   string   // what it is about
	Source  string   // the document, and where in it; what was run
	Notes   []string // what is lost or wrong in the print, in sentences
	Columns []string
	Rows    [][]string // a value for each column, "" where the print has none
}

// Tables returns all tables of the literature, sorted by key. Puzzles are named
// by the keys of [Puzzles].
func Tables() []Table {
	paths, err := fs.Glob(tables, "tables/*.tsv")
	if err != nil {
		panic(fmt.Sprintf("literature: the embedded tables: %v", err))
	}
	var list []Table
	for _, p := range paths {
		if key := strings.TrimSuffix(path.Base(p), ".tsv"); key != "puzzles" {
			list = append(list, TableOf(key))
		}
	}
	return list
}

// TableOf returns the table with a key. The keys are part of the program: it
// panics when there is no such table.
func TableOf(key string) Table {
	text, err := tables.ReadFile("tables/" + key + ".tsv")
	if err != nil {
		panic(fmt.Sprintf("literature: there is no table %q", key))
	}
	t, err := parseTable(string(text))
	if err != nil {
		panic(fmt.Sprintf("literature: the table %q: %v", key, err))
	}
	t.Key = key
	return t
}

// parseTable reads lines "# title:", "# source:" and "# note:", then a header
// and the rows, tab-separated.
func parseTable(text string) (Table, error) {
	var t Table
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if rest, ok := strings.CutPrefix(line, "# "); ok {
			if err := t.remark(rest); err != nil {
				return Table{}, fmt.Errorf("line %d: %w", i+1, err)
			}
			continue
		}
		row := strings.Split(line, "\t")
		switch {
		case t.Columns == nil:
			t.Columns = row
		case len(row) != len(t.Columns):
			return Table{}, fmt.Errorf("line %d: %d values for %d columns", i+1, len(row), len(t.Columns))
		default:
			t.Rows = append(t.Rows, row)
		}
	}
	if t.Title == "" || t.Source == "" || len(t.Rows) == 0 {
		return Table{}, fmt.Errorf("it lacks a title, a source or rows")
	}
	return t, nil
}

func (t *Table) remark(line string) error {
	name, text, _ := strings.Cut(line, ": ")
	switch name {
	case "title":
		t.Title = text
	case "source":
		t.Source = text
	case "note":
		t.Notes = append(t.Notes, text)
	default:
		return fmt.Errorf("%q is not title, source or note", name)
	}
	return nil
}

// Value returns the text in a row, counted from 0, and a column. A missing column is
// a mistake in the program, and panics.
func (t *Table) Value(row int, column string) string {
	for i, c := range t.Columns {
		if c == column {
			return t.Rows[row][i]
		}
	}
	panic(fmt.Sprintf("literature: the table %q has no column %q", t.Key, column))
}

// Int returns a whole number; false where the print has none.
func (t *Table) Int(row int, column string) (int, bool) {
	n, err := strconv.Atoi(t.Value(row, column))
	return n, err == nil
}

// Column returns all values of a column.
func (t *Table) Column(column string) []string {
	var values []string
	for i := range t.Rows {
		values = append(values, t.Value(i, column))
	}
	return values
}
