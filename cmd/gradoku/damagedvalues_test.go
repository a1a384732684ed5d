package main

import (
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"gradoku/board"
	"gradoku/solve"
	"gradoku/task"
)

// hostileValues are what a damaged or hostile file may hold where something else
// belongs. Tables are STRICT, so a column takes those of its type alone. It is a function because the scripts start this binary
// a thousand times, and ten megabytes would take longer than the rest of its beginning.
func hostileValues() []any {
	return []any{
		int64(0), int64(1), int64(-1), int64(7), int64(250), int64(1) << 32, int64(1<<63 - 1), int64(-1 << 63), 0.5, 1e300, nil,
		"", "x", "-1", "9999999999999999999999", strings.Repeat("9", 81), strings.Repeat(".", 81), strings.Repeat("x", 1<<16),
		"[]", "{}", "null", `{"size":-1}`, `[["a"]]`, "2026-13-45T99:99:99.999Z", "running",
		[]byte{},
		make([]byte, 16), []byte("\xff\xfe"), "\xff\xfe", strings.Repeat("x", 10<<20),
	}
}

// TestDamagedValues puts such values into a column of a database and gives it to all
// commands. None panics or hangs; an error is one for people; what is written out is
// a puzzle with one solution; and what a command that writes leaves can be read.
func TestDamagedValues(t *testing.T) {
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole.db")
	file := filepath.Join(dir, "one.csv")
	if err := os.WriteFile(file, []byte("puzzle,note\n..3..4...21.....,1\n..3..4...21.....,2\nx,3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"generate", "-n", "6", "--size", "6", "--seed", "1", "--quiet"},
		{"generate", "-n", "1", "--seed", "1", "--quiet"},
		{"import", file, "--name", "one"},
		{"export", "-o", filepath.Join(dir, "out.txt")},
	} {
		if code, _, talk := call(t, append(args, "--db", whole)...); code != 0 && args[0] != "import" {
			t.Fatal(talk)
		}
	}
	image, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	columns, values := columnsOf(t, whole, "true"), hostileValues()
	rng := rand.New(rand.NewPCG(20, 26))
	n := rounds(2)
	for i := range n {
		column, value := columns[(i+rng.IntN(3))%len(columns)], values[rng.IntN(len(values))]
		what := fmt.Sprintf("%s.%s = %.40v (%T)", column[0], column[1], value, value)
		path := filepath.Join(dir, fmt.Sprintf("%d.db", i))
		if err := os.WriteFile(path, image, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := damageValue(path, column[0], column[1], value, rng.IntN(2) == 0); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		for _, args := range damagedCommands(dir, file) {
			if number, ok := value.(int64); ok && column == [2]string{"run", "next_index"} && number > 1000 && args[2] == "--run" {
				continue // so many tries can be right, and take long to compute again
			}
			checkValue(t, what, path, args)
		}
		os.Remove(path)
	}
}

// damagedCommands are commands of every kind; DB stands for the database.
func damagedCommands(dir, file string) [][]string {
	out := func(name string) string { return filepath.Join(dir, name) }
	return [][]string{
		{"db", "check", "--db", "DB"},
		{"db", "info", "--db", "DB"},
		{"db", "copy", "-o", out("copy.db"), "--db", "DB"},
		{"import", "DB", "--quiet", "--db", out("taken.db")},
		{"runs", "--json", "--db", "DB"},
		{"db", "check", "--run", "1", "--write-manifest", "-", "--db", "DB"},
		{"db", "check", "--run", "2", "--quiet", "--db", "DB"},
		{"list", "exports", "--db", "DB"},
		{"corpus", "list", "--json", "--db", "DB"},
		{"corpus", "show", "one", "--db", "DB"},
		{"show", "1", "--db", "DB"},
		{"show", "9", "--json", "--db", "DB"},
		{"export", "--format", "line", "--no-record", "--db", "DB"},
		{"export", "--format", "jsonl", "--skip-damaged", "--labels", "all", "--db", "DB"},
		{"export", "-o", out("app.sqlite"), "--db", "DB"},
		{"export", "--sample", "3", "--seed", "4", "--order", "-rating,clues", "--where", "rating > 1 and clues < 60", "--db", "DB"},
		{"convert", "--format", "line", "DB"},
		{"book", "-n", "2", "--size", "6", "-o", out("book.pdf"), "--db", "DB"},
		{"import", file, "--name", "one", "--db", "DB"},
		{"regrade", "--quiet", "--db", "DB"},
		{"generate", "-n", "8", "--size", "6", "--seed", "1", "--patience", "300", "--quiet", "--db", "DB"},
		{"corpus", "remove", "one", "--yes", "--db", "DB"},
		{"db", "info", "--db", "DB"},
	}
}

// checkValue runs a command on a damaged database.
func checkValue(t *testing.T, what, path string, args []string) {
	t.Helper()
	given := make([]string, len(args))
	for i, a := range args {
		given[i] = strings.ReplaceAll(a, "DB", path)
		if ext := filepath.Ext(a); i > 0 && args[i-1] == "-o" && ext != "" {
			defer removeAll(a)
		}
	}
	code, out, talk := call(t, given...)
	what = fmt.Sprintf("%s, gradoku %s: exit %d\n%.400s%.400s", what, strings.Join(args, " "), code, out, talk)
	switch {
	case strings.Contains(talk, "a bug in gradoku"):
		t.Errorf("%s: a panic", what)
	case code != 0 && code != task.Data && code != task.Exhausted:
		t.Errorf("%s: not an exit code", what)
	case code != 0 && args[0] != "db" && !strings.Contains(talk, "gradoku: "):
		t.Errorf("%s: no message", what)
	case strings.Contains(out+talk, "sql: "):
		t.Errorf("%s: not a message for people", what)
	case len(talk) > 10_000:
		t.Errorf("%s: a message of %d bytes", what, len(talk))
	case !utf8.ValidString(out + talk):
		t.Errorf("%s: not UTF-8", what)
	}
	if args[0] == "export" && args[2] == "line" || args[0] == "convert" {
		for line := range strings.FieldsSeq(out) {
			p, err := board.Parse(line)
			if err != nil || !solve.Count(&p, 2).Unique() {
				t.Errorf("%s: %q is no puzzle with one solution (%v)", what, line, err)
			}
		}
	}
}

func removeAll(path string) {
	ext := filepath.Ext(path)
	written, _ := filepath.Glob(strings.TrimSuffix(path, ext) + "*" + ext)
	for _, w := range written {
		os.Remove(w)
	}
}

// damageValue writes a value over a column, in one row or all, past its conditions.
// What its type does not allow cannot be there.
func damageValue(path, table, column string, value any, all bool) error {
	raw, err := sql.Open("sqlite", path+"?_pragma=foreign_keys(0)&_pragma=ignore_check_constraints(1)")
	if err != nil {
		return err
	}
	where := ""
	if !all {
		where = " WHERE " + column + " = (SELECT min(" + column + ") FROM " + table + ")"
	}
	_, err = raw.Exec("UPDATE OR IGNORE "+table+" SET "+column+" = ?"+where, value)
	if err != nil && (strings.Contains(err.Error(), "constraint failed") || strings.Contains(err.Error(), "mismatch") || strings.Contains(err.Error(), "cannot store")) {
		err = nil
	}
	return errors.Join(err, raw.Close())
}

// columnsOf lists the columns of all tables that meet a condition.
func columnsOf(t *testing.T, path, condition string) (columns [][2]string) {
	t.Helper()
	raw, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	rows, err := raw.Query("SELECT m.name, c.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table' AND " + condition + " ORDER BY 1, 2")
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var c [2]string
		if err := rows.Scan(&c[0], &c[1]); err != nil {
			t.Fatal(err)
		}
		columns = append(columns, c)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return columns
}
