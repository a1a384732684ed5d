package main

import (
	"bytes"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gradoku/store"
	"gradoku/task"

	_ "modernc.org/sqlite"
)

// TestDamagedRows: no command lets a puzzle out whose row cannot be right, none panics,
// and all of them name the puzzle. --skip-damaged leaves it out and says so.
func TestDamagedRows(t *testing.T) {
	for _, change := range []string{
		"UPDATE puzzle SET solution = replace(replace(replace(solution, '1', 'x'), '2', '1'), 'x', '2') WHERE id = 3",
		"UPDATE puzzle SET techniques = '250=1 ' || techniques WHERE id = 3",
	} {
		dir := t.TempDir()
		db := filepath.Join(dir, "a.db")
		output(t, "generate", "-n", "8", "--seed", "1", "--quiet", "--db", db)
		tamper(t, db, change)
		for _, args := range [][]string{
			{"export"},
			{"export", "-o", filepath.Join(dir, "out.csv")},
			{"export", "-o", filepath.Join(dir, "out.sqlite")},
			{"book", "-n", "8", "-o", filepath.Join(dir, "out.pdf")},
			{"show", "3"},
			{"db", "check", "--run", "1"},
			{"db", "check", "--run", "1", "--write-manifest", "-"},
			{"study", "measure"},
		} {
			code, _, talk := call(t, append(args, "--db", db)...)
			if code != task.Data || !strings.Contains(talk, "puzzle 3: ") || !strings.Contains(talk, "gradoku db check") {
				t.Errorf("%s; %v: exit %d\n%s", change, args, code, talk)
			}
		}
		if left, err := filepath.Glob(filepath.Join(dir, "out.*")); err != nil || len(left) > 0 {
			t.Errorf("written all the same: %v, %v", left, err)
		}
		code, out, talk := call(t, "export", "--skip-damaged", "--db", db)
		if code != 0 || strings.Count(out, "\n") != 7 || !strings.Contains(talk, "skipped, because its row is damaged: puzzle 3: ") || !strings.Contains(talk, "1 damaged puzzle was skipped") {
			t.Errorf("%s: exit %d\n%s%s", change, code, out, talk)
		}
	}
}

// TestDamagedAppFile: an import goes on after the row of an app file that is none, and names it.
func TestDamagedAppFile(t *testing.T) {
	dir := t.TempDir()
	db, app := filepath.Join(dir, "a.db"), filepath.Join(dir, "app.sqlite")
	output(t, "generate", "-n", "8", "--seed", "1", "--quiet", "--db", db)
	output(t, "export", "--db", db, "-o", app)
	tamper(t, app, "UPDATE puzzle SET rating = 'much' WHERE id = 3", "UPDATE puzzle SET puzzle = 'none' WHERE id = 5")
	code, out, talk := call(t, "import", app, "--db", filepath.Join(dir, "b.db"))
	if code != task.Data || !strings.Contains(out, "6  new") || !strings.Contains(talk, "app.sqlite:3:1: puzzle 3: ") || !strings.Contains(talk, "app.sqlite:5:1: puzzle 5: ") {
		t.Errorf("exit %d\n%s%s", code, out, talk)
	}
}

// TestLostRows: an export of a whole run says that rows are missing, and writes no file.
func TestLostRows(t *testing.T) {
	dir := t.TempDir()
	db, out := filepath.Join(dir, "a.db"), filepath.Join(dir, "out.csv")
	output(t, "generate", "-n", "8", "--seed", "1", "--quiet", "--db", db)
	tamper(t, db, "DELETE FROM puzzle_technique WHERE puzzle_id = 3", "DELETE FROM puzzle WHERE id = 3")
	for _, args := range [][]string{{"--run", "1"}, {"--run", "1", "--order", "rating"}} {
		if code, _, talk := call(t, append([]string{"export", "-o", out, "--db", db}, args...)...); code != task.Data || !strings.Contains(talk, "run 1 counts 8 rows but has 7: run gradoku db check for details") {
			t.Errorf("%v: exit %d\n%s", args, code, talk)
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("written all the same")
	}
	for _, args := range [][]string{{}, {"--run", "1", "--limit", "5"}, {"--run", "1", "--size", "9"}} {
		output(t, append([]string{"export", "-o", out, "--db", db}, args...)...)
	}
}

// tamper changes a database behind the back of gradoku.
func tamper(t testing.TB, path string, statements ...string) {
	t.Helper()
	raw, err := sql.Open("sqlite", path)
	for _, s := range statements {
		if err == nil {
			_, err = raw.Exec(s)
		}
	}
	if err := errors.Join(err, raw.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestDamagedKey: a key that is not its puzzle's gets into no other database.
func TestDamagedKey(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "a.db")
	output(t, "generate", "-n", "8", "--seed", "1", "--quiet", "--db", db)
	tamper(t, db, "UPDATE puzzle SET canon = zeroblob(16) WHERE id = 3")
	keys := filepath.Join(dir, "keys.txt")
	if err := os.WriteFile(keys, []byte("3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"export", "-o", filepath.Join(dir, "out.sqlite"), "--db", db},
		{"book", "-n", "8", "-o", filepath.Join(dir, "out.pdf"), "--db", db},
		{"book", "--quota", "easy=1", "-o", filepath.Join(dir, "out.pdf"), "--db", db},
		{"book", "--keys", keys, "-o", filepath.Join(dir, "out.pdf"), "--db", db},
		{"db", "check", "--run", "1", "--write-manifest", "-", "--db", db},
	} {
		code, _, talk := call(t, args...)
		if code != task.Data || !strings.Contains(talk, "puzzle 3: its canonical key is ") {
			t.Errorf("%v: exit %d\n%s", args, code, talk)
		}
	}
	if code, _, talk := call(t, "export", "--skip-damaged", "-o", filepath.Join(dir, "out.sqlite"), "--db", db); code != 0 || !strings.Contains(talk, "7 puzzles written") {
		t.Errorf("without it: exit %d\n%s", code, talk)
	}
}

// TestDamagedSeed: a check finds a run whose seed does not give its puzzles.
func TestDamagedSeed(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "a.db")
	output(t, "generate", "-n", "2", "--seed", "1", "--quiet", "--db", db)
	tamper(t, db, "UPDATE run SET seed = seed + 1")
	code, out, talk := call(t, "db", "check", "--db", db)
	if code != task.Data || !strings.Contains(out+talk, "its seed and options does not give its puzzles") {
		t.Errorf("exit %d\n%s%s", code, out, talk)
	}
}

// TestDamagedTimes: a time that cannot be read is told as unknown, not as one of the
// year 1, and what cannot be opened is not to be checked.
func TestDamagedTimes(t *testing.T) {
	db := filepath.Join(t.TempDir(), "a.db")
	output(t, "generate", "-n", "2", "--seed", "1", "--quiet", "--db", db)
	tamper(t, db, "UPDATE run SET started_at = 'yesterday'")
	if code, out, talk := call(t, "runs", "--db", db); code != 0 || !strings.Contains(out, "unknown") || strings.Contains(out, "0001") {
		t.Errorf("exit %d\n%s%s", code, out, talk)
	}
	tamper(t, db, "DROP INDEX puzzle_run")
	if code, _, talk := call(t, "db", "check", "--db", db); code != task.Data || !strings.Contains(talk, "index puzzle_run is missing") || strings.Contains(talk, "gradoku db check") {
		t.Errorf("exit %d\n%s", code, talk)
	}
}

// TestMalformedPages: an unreadable part of a file never hides puzzles silently. A page of a
// listing that lacks some is an error; --skip-damaged writes the rest and names each lost one.
func TestMalformedPages(t *testing.T) {
	const n = 200
	dir := t.TempDir()
	whole, db := filepath.Join(dir, "a.db"), filepath.Join(dir, "b.db")
	output(t, "generate", "-n", strconv.Itoa(n), "--size", "4", "--clues", "6", "--seed", "1", "--quiet", "--db", whole)
	file, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	ours, err := store.Open(t.Context(), whole, store.ReadOnly)
	if err != nil {
		t.Fatal(err)
	}
	p, err := ours.PuzzleByID(t.Context(), n/2)
	if err := errors.Join(err, ours.Close()); err != nil {
		t.Fatal(err)
	}
	page := bytes.Index(file, []byte(p.Givens+p.Solution)) / 4096 * 4096
	if page <= 0 {
		t.Fatal("the row of the puzzle is not in the file")
	}
	for _, at := range []int{0, 8, 60, 1000, 2000, 3500} {
		spoilt := slices.Clone(file)
		for i := range 300 {
			spoilt[page+at+i] ^= 0x55
		}
		if err := os.WriteFile(db, spoilt, 0o600); err != nil {
			t.Fatal(err)
		}
		broken, err := store.Open(t.Context(), db, store.ReadOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, order := range []string{"id", "clues", "random"} {
			got, _, err := broken.Page(t.Context(), store.Filter{Limit: n + 1, Order: order}, "")
			if err == nil && len(got) != n || err != nil && !errors.Is(err, store.ErrCorrupt) {
				t.Errorf("damage at %d: a page by %s has %d puzzles, %v", at, order, len(got), err)
			}
		}
		if err := broken.Close(); err != nil {
			t.Fatal(err)
		}
		code, out, talk := call(t, "export", "--no-record", "--skip-damaged", "--db", db)
		lost := strings.Count(talk, "its row is damaged: puzzle ")
		if code != 0 || strings.Count(out, "\n")+lost < n || lost == 0 || lost > n/2 {
			t.Errorf("damage at %d: exit %d, %d written, %d lost\n%s", at, code, strings.Count(out, "\n"), lost, talk)
		}
	}
}
