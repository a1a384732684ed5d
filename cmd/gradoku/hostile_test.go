package main

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	_ "modernc.org/sqlite"
)

// hostile would rename a terminal's window, colour what follows, turn the direction of
// the text, and overwrite the line from its beginning.
const hostile = "\x1b]0;window\x07\u009b31m\u202e\rX"

// TestHostileTexts writes it over each column of text of a database, one at a time, and
// looks at all that the commands say: nothing of it may reach a terminal as it is.
func TestHostileTexts(t *testing.T) {
	dir := t.TempDir()
	whole, changed := filepath.Join(dir, "whole.db"), filepath.Join(dir, "changed.db")
	file := filepath.Join(dir, "one.csv")
	if err := os.WriteFile(file, []byte("puzzle,note\n..3..4...21.....,1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"generate", "-n", "4", "--seed", "1", "--quiet"},
		{"import", file, "--name", "one"},
		{"export", "-o", filepath.Join(dir, "out.txt")},
	} {
		if code, _, talk := call(t, append(args, "--db", whole)...); code != 0 {
			t.Fatal(talk)
		}
	}
	image, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	columns := 0
	for _, column := range textColumns(t, whole) {
		if err := os.WriteFile(changed, image, 0o600); err != nil {
			t.Fatal(err)
		}
		raw, err := sql.Open("sqlite", changed+"?_pragma=foreign_keys(0)&_pragma=ignore_check_constraints(1)")
		if err != nil {
			t.Fatal(err)
		}
		value := hostile
		if strings.HasSuffix(column[1], "_json") {
			value = `{"` + hostile + `":1}`
		}
		result, err := raw.Exec("UPDATE OR REPLACE "+column[0]+" SET "+column[1]+" = ?", value)
		if err != nil {
			t.Fatal(column, err)
		}
		if n, err := result.RowsAffected(); err == nil && n > 0 {
			columns++
		}
		if err := raw.Close(); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{
			{"db", "check"},
			{"db", "info"},
			{"runs"},
			{"runs", "--json"},
			{"runs", "--manifest", "1"},
			{"replay", "1"},
			{"list", "exports"},
			{"list", "exports", "--json"},
			{"corpus", "list"},
			{"corpus", "list", "--json"},
			{"corpus", "show", hostile},
			{"corpus", "show", "one", "--json"},
			{"show", "1"},
			{"show", "5", "--json"},
			{"export", "--format", "csv"},
			{"export", "--format", "jsonl"},
			{"regrade"},
		} {
			_, out, talk := call(t, append(args, "--db", changed)...)
			if i := strings.IndexFunc(out+talk, func(r rune) bool {
				return unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r)
			}); i >= 0 {
				t.Errorf("%s.%s, gradoku %q: %q", column[0], column[1], args, (out + talk)[i:min(i+40, len(out+talk))])
			}
		}
	}
	if columns < 20 {
		t.Errorf("%d columns have rows, want at least 20", columns)
	}
}

// textColumns lists the columns of text of all tables.
func textColumns(t *testing.T, path string) (columns [][2]string) {
	t.Helper()
	raw, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	rows, err := raw.Query("SELECT m.name, c.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table' AND c.type IN ('TEXT', 'ANY') ORDER BY 1, 2")
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
