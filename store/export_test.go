package store

import (
	"context"
	"database/sql"
	"errors"
	"iter"
	"os"
	osexec "os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gradoku/grade"
)

// appPuzzles are puzzles of three levels, one of them not graded.
func appPuzzles(n int, then error) iter.Seq2[Puzzle, error] {
	return func(yield func(Puzzle, error) bool) {
		for i := range n {
			p := Puzzle{ID: int64(100 + i), Size: 4, Givens: "1.3...1..2.....4", Solution: "1234341221434321", Clues: 5, Symmetry: "none"}
			p.Canon = [16]byte{byte(i * 37), byte(i)}
			p.Grade = grade.Grade{Level: []string{"Easy", "Hard", ""}[i%3], Rating: int(i%3) * 12}
			if !yield(p, nil) {
				return
			}
		}
		if then != nil {
			yield(Puzzle{}, then)
		}
	}
}

func TestWriteApp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "app?# %.sqlite")
	for range 2 { // the second replaces the first
		ids, err := writeApp(t.Context(), path, appPuzzles(30, nil))
		if err != nil || len(ids) != 30 || ids[29] != 129 {
			t.Fatal(ids, err)
		}
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("beside the file: %v, %v", entries, err)
	}
	if _, err := Open(t.Context(), path, ReadOnly); !errors.Is(err, ErrForeign) {
		t.Errorf("gradoku takes it for its own: %v", err)
	}
	db, err := connect(path, "mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, c := range []struct{ query, want string }{
		{"SELECT count(*) || ' ' || min(id) || ' ' || max(id) FROM puzzle", "30 1 30"},
		{"SELECT group_concat(n, ' ') FROM (SELECT level || count(*) || max(pick) || count(DISTINCT pick) AS n FROM puzzle GROUP BY level ORDER BY 1)", "101010 Easy101010 Hard101010"},
		{"SELECT group_concat(pick, ' ') FROM (SELECT pick FROM puzzle WHERE level = 'Easy' ORDER BY id)", "1 5 9 4 8 3 7 2 6 10"},
		{"SELECT group_concat(DISTINCT coalesce(rating, 'none')) FROM puzzle", "none,1.2,2.4"},
		{"SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'", "1"},
		{"SELECT count(*) FROM sqlite_master WHERE name IN ('puzzle_level', 'puzzle_rating')", "2"},
		{"PRAGMA integrity_check", "ok"},
		{"PRAGMA journal_mode", "delete"},
		{"PRAGMA freelist_count", "0"},
		{"PRAGMA user_version", "1"},
	} {
		var got string
		if err := db.QueryRow(c.query).Scan(&got); err != nil || got != c.want {
			t.Errorf("%s: %q, %v; want %q", c.query, got, err, c.want)
		}
	}
	checkPlan(t, db, "SELECT * FROM puzzle WHERE level = 'Hard' AND pick = 3", "puzzle_level (level=? AND pick=?)")
	checkPlan(t, db, "SELECT max(pick) FROM puzzle WHERE level = 'Hard'", "COVERING INDEX puzzle_level")
	checkPlan(t, db, "SELECT * FROM puzzle WHERE rating BETWEEN 2 AND 3", "puzzle_rating")
	checkPrograms(t, path)
}

// checkPlan wants an index to be used.
func checkPlan(t *testing.T, db *sql.DB, query, want string) {
	t.Helper()
	var id, parent, unused int
	var detail string
	if err := db.QueryRow("EXPLAIN QUERY PLAN "+query).Scan(&id, &parent, &unused, &detail); err != nil || !strings.Contains(detail, want) {
		t.Errorf("%s: %s, %v; want %s", query, detail, err, want)
	}
}

// checkPrograms opens the file with the tools of other people.
func checkPrograms(t *testing.T, path string) {
	const query = "SELECT count(*) FROM puzzle WHERE level = 'Hard' AND rating > 1"
	for _, command := range [][]string{
		{"sqlite3", "-readonly", path, query},
		{"python3", "-c", "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone()[0])", path, query},
	} {
		t.Run(command[0], func(t *testing.T) {
			if _, err := osexec.LookPath(command[0]); err != nil {
				t.Skipf("there is no %s", command[0])
			}
			out, err := osexec.Command(command[0], command[1:]...).CombinedOutput()
			if err != nil || strings.TrimSpace(string(out)) != "10" {
				t.Errorf("%s says %s, %v", command[0], out, err)
			}
		})
	}
}

// What fails leaves the old file and nothing beside it.
func TestWriteAppFails(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "app.sqlite")
	if err := os.WriteFile(path, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("the database is gone")
	ended, end := context.WithCancel(t.Context())
	end()
	for _, c := range []struct {
		name string
		ctx  context.Context
		path string
		then error
		want error
	}{
		{"rows fail", t.Context(), path, broken, broken},
		{"interrupted", ended, path, nil, context.Canceled},
		{"no folder", t.Context(), filepath.Join(dir, "none", "app.sqlite"), nil, os.ErrNotExist},
		{"a folder", t.Context(), dir, nil, nil},
	} {
		if _, err := writeApp(c.ctx, c.path, appPuzzles(3, c.then)); err == nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "old" {
		t.Errorf("the old file is %q, %v", text, err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("beside it: %v, %v", entries, err)
	}
}
