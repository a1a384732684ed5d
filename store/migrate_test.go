package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gradoku/migrations"
)

// nextVersion is SQLite with a made-up version that follows the newest.
func nextVersion() *engine {
	next := sqliteEngine
	next.migrations = append(slices.Clone(next.migrations), migrations.Migration{
		Version: len(next.migrations) + 1, Name: "next.sql", SHA256: strings.Repeat("0", 64),
		SQL: "CREATE INDEX puzzle_size ON puzzle (size);\nUPDATE puzzle SET minimal = 1;\n",
	})
	return &next
}

// openNext opens a file with the program of the made-up version.
func openNext(ctx context.Context, t *testing.T, path string, mode Mode) (*DB, error) {
	t.Helper()
	d, err := open(ctx, &DB{engine: nextVersion(), path: path}, mode)
	if err == nil {
		t.Cleanup(func() { d.Close() })
	}
	return d, err
}

// TestUpdate: a file of this version is updated by the first command of the next that writes.
// Until then the next version does not read it, and afterwards this one does not open it. Two
// programs may update it at the same time.
func TestUpdate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	d := reopen(t, path, ReadWrite)
	save(t, d, Batch{RunID: begin(t, d, wish(1, 3)).ID, To: 3, Puzzles: []Puzzle{fake(0, 1), fake(1, 2), fake(2, 3)}})
	before := puzzles(t, d, Filter{})
	d.Close()
	if _, err := openNext(t.Context(), t, path, ReadOnly); !errors.Is(err, ErrOlder) {
		t.Errorf("reading it with the next version: %v, want ErrOlder", err)
	}
	errs := make(chan error)
	for range 2 {
		go func() {
			_, err := openNext(t.Context(), t, path, ReadWrite)
			errs <- err
		}()
	}
	for range 2 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	next, err := openNext(t.Context(), t, path, ReadOnly)
	must(t, err)
	for i := range before {
		before[i].Minimal = true
	}
	same(t, "puzzles", puzzles(t, next, Filter{}), before)
	info, err := next.Info(t.Context())
	if newest := len(next.engine.migrations); err != nil || info.Schema != newest || info.Tables["migration"] != int64(newest) {
		t.Errorf("%v, schema %d, %d migrations recorded", err, info.Schema, info.Tables["migration"])
	}
	for _, mode := range []Mode{ReadOnly, ReadWrite} {
		if _, err := Open(t.Context(), path, mode); !errors.Is(err, ErrNewer) {
			t.Errorf("opening it with the version before: %v, want ErrNewer", err)
		}
	}
}

// TestDevelopmentVersion: a file that a version before 0.1.0 made is refused, and so is its
// schema on a server.
func TestDevelopmentVersion(t *testing.T) {
	onEveryEngine(t, func(t *testing.T) {
		d := create(t)
		exec(t, d, "CREATE TABLE grade (puzzle_id INTEGER PRIMARY KEY)")
		for _, mode := range []Mode{ReadOnly, ReadWrite} {
			if _, err := Open(t.Context(), d.path, mode); !errors.Is(err, ErrDevelopment) {
				t.Errorf("got %v, want ErrDevelopment", err)
			}
		}
	})
}

func TestAFailedMigrationLeavesNothing(t *testing.T) {
	d := create(t)
	before := schema(t, d)
	all := migrations.SQLite()
	all = append(all, migrations.Migration{Version: len(all) + 1, Name: "bad.sql", SQL: "CREATE TABLE t (a); CREATE TABLE t (a);"})
	if err := migrateTo(t.Context(), d.writer, all); err == nil || !strings.Contains(err.Error(), "bad.sql") {
		t.Errorf("got %v, want an error that names bad.sql", err)
	}
	same(t, "schema", schema(t, d), before)
}

func TestTechniquesAreRecorded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	d := reopen(t, path, ReadWrite)
	if missing, err := checkTechniques(t.Context(), d.readers); err != nil || len(missing) > 0 {
		t.Fatalf("the file lacks %d techniques: %v", len(missing), err)
	}
	// A technique that is new in the program appears in the file too, and so does a new name.
	// One of a later version does no harm.
	exec(t, d, "DELETE FROM technique WHERE id = 'x-wing'")
	exec(t, d, "UPDATE technique SET name = 'Something else' WHERE id = 'swordfish'")
	exec(t, d, "INSERT INTO technique VALUES (9999, 'later', 'Later')")
	d.Close()
	d = reopen(t, path, ReadWrite)
	if missing, err := checkTechniques(t.Context(), d.readers); err != nil || len(missing) > 0 {
		t.Errorf("%d techniques did not come back: %v", len(missing), err)
	}
	exec(t, d, "UPDATE technique SET id = 'another' WHERE number = 12")
	if _, err := checkTechniques(t.Context(), d.readers); !errors.Is(err, ErrCorrupt) {
		t.Errorf("a number of another technique: %v, want ErrCorrupt", err)
	}
}

// schema returns the schema's text.
func schema(t *testing.T, d *DB) string {
	t.Helper()
	rows, err := counts(t.Context(), d.readers, "SELECT type || ' ' || name || ' ' || coalesce(sql, ''), 0 FROM sqlite_schema ORDER BY type, name")
	must(t, err)
	return fmt.Sprint(rows)
}
