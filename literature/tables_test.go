package literature

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// about matches the comment lines that begin each table.
var about = regexp.MustCompile(`^# title: .+\n# source: .+\n(# note: .+\.\n)*[^#]`)

// The shape of each table: rows and columns.
func TestTables(t *testing.T) {
	want := map[string][2]int{
		"blank_levels": {5, 3}, "exclusion": {9, 7}, "fills": {9, 3},
		"freedom_levels_full": {5, 4}, "freedom_levels_used": {5, 4},
		"moler_counts": {5, 2}, "moler_puzzles": {9, 3}, "moler_steps": {6, 5},
		"pointers": {9, 4}, "stack": {7, 4}, "synthesis": {9, 5}, "tutorial": {4, 14},
		"table1": {4, 9}, "table2": {4, 8}, "table3": {5, 13}, "table4": {4, 5}, "table5": {9, 2},
		"table6": {5, 3}, "table7": {5, 8}, "table8": {9, 9},
	}
	got := map[string][2]int{}
	last := ""
	for _, table := range allTables(t) {
		got[table.Key] = [2]int{len(table.Rows), len(table.Columns)}
		if table.Key <= last {
			t.Errorf("%s stands after %s", table.Key, last)
		}
		last = table.Key
		text, err := tables.ReadFile("tables/" + table.Key + ".tsv")
		if err != nil || !about.Match(text) {
			t.Errorf("%s: it must begin with its title, its source and notes in sentences; %v", table.Key, err)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// allTables returns the tables in the order of their files.
func allTables(t *testing.T) (list []Table) {
	t.Helper()
	files, err := tables.ReadDir("tables")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if key := strings.TrimSuffix(f.Name(), ".tsv"); key != "puzzles" {
			list = append(list, TableOf(key))
		}
	}
	return list
}

// Every puzzle that a table names is there.
func TestTablesNamePuzzles(t *testing.T) {
	known := map[string]bool{}
	for _, p := range Puzzles() {
		known[p.Key] = true
	}
	for _, table := range allTables(t) {
		for i, c := range table.Columns {
			if c != "puzzle" {
				continue
			}
			for _, row := range table.Rows {
				if !known[row[i]] {
					t.Errorf("%s names the puzzle %q", table.Key, row[i])
				}
			}
		}
	}
}

// The ranges of all levels follow one another; the printed slips are kept
// beside the right values.
func TestTableLevels(t *testing.T) {
	for _, c := range []struct {
		key          string
		from, to     int // of the whole
		shared       int // 0 when neighbours share their end point, else 1
		wantPrinted  string
		wantInstead5 string
	}{
		{"blank_levels", 37, 81, 1, "", "73"},
		{"freedom_levels_full", 0, 2106, 1, "1683", "1684"},
		{"freedom_levels_used", 700, 1300, 0, "1080", "1180"},
	} {
		table := TableOf(c.key)
		next := c.from
		for i := range table.Rows {
			from, to := table.Int(i, "from"), table.Int(i, "to")
			if from != next || to <= from {
				t.Errorf("%s: level %d goes from %d to %d, want from %d", c.key, i+1, from, to, next)
			}
			next = to + c.shared
		}
		if next-c.shared != c.to || table.Value(4, "from") != c.wantInstead5 {
			t.Errorf("%s ends at %d, level 5 begins at %s", c.key, next-c.shared, table.Value(4, "from"))
		}
		if c.wantPrinted != "" && table.Value(4, "from printed") != c.wantPrinted {
			t.Errorf("%s: printed is %s, want %s", c.key, table.Value(4, "from printed"), c.wantPrinted)
		}
	}
}

// Where a table has a column of printed values beside another, they differ in three
// places, which docs/LITERATURE.md names; everything else is as printed.
func TestMisprints(t *testing.T) {
	var got []string
	for _, table := range allTables(t) {
		for _, c := range table.Columns {
			right, ok := strings.CutSuffix(c, " printed")
			for i := range table.Rows {
				if ok && table.Value(i, c) != table.Value(i, right) {
					got = append(got, table.Key+": "+table.Value(i, c)+" for "+table.Value(i, right))
				}
			}
		}
	}
	want := []string{"freedom_levels_full: 1683 for 1684", "freedom_levels_used: 1080 for 1180", "table3: 15 for 14"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// What the print says twice is the same in our tables; the seconds of table 7 are its
// times.
func TestTablesAgree(t *testing.T) {
	four, six, seven := TableOf("table4"), TableOf("table6"), TableOf("table7")
	if diff := cmp.Diff(six.Column("stars"), seven.Column("stars")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(six.Column("stars")[2:], four.Column("book level")[1:]); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(seven.Column("freedom")[2:], four.Column("freedom")[1:]); diff != "" {
		t.Error(diff)
	}
	for i, text := range seven.Column("time") {
		d, err := time.ParseDuration(strings.Replace(text, "min", "m", 1))
		if n := seven.Int(i, "seconds"); err != nil || d != time.Duration(n)*time.Second {
			t.Errorf("%s is %v, %v; the table has %d s", text, d, err, n)
		}
	}
}

func TestTableValues(t *testing.T) {
	table := TableOf("table7")
	if got := table.Value(4, "time"); got != "29min57s" {
		t.Errorf("time %q", got)
	}
	if n := table.Int(4, "freedom"); n != 1054 {
		t.Errorf("freedom %d", n)
	}
	if n := table.Int(4, "letter"); n != 0 {
		t.Errorf("the letter is the number %d", n)
	}
	for name, wrong := range map[string]func(){
		"table":  func() { TableOf("table9") },
		"column": func() { table.Value(0, "colour") },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			wrong()
		})
	}
}
