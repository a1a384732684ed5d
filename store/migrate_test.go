package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"gradoku/grade"
	"gradoku/migrations"
)

// TestSwitchingToWALWaits lets another connection read while a file is still in
// the mode in which it was made: the reader ends in a pause, or never, or the
// user gives up in one.
func TestSwitchingToWALWaits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	db, err := connect(path, "mode=rwc&_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := migrate(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	tx, err := db.BeginTx(t.Context(), &sql.TxOptions{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	if _, err := checkObjects(t.Context(), tx); err != nil {
		t.Fatal(err)
	}
	other, err := connect(path, "mode=rw&_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	other.SetMaxOpenConns(1)
	if _, err := other.Exec("PRAGMA busy_timeout = 1"); err != nil {
		t.Fatal(err)
	}
	over := make(chan time.Time)
	close(over)

	var pauses []time.Duration
	err = switchToWAL(t.Context(), other, func(d time.Duration) <-chan time.Time {
		pauses = append(pauses, d)
		return over
	})
	if !errors.Is(classify(err), ErrBusy) || len(pauses) < 5 || pauses[4] != 16*pauses[0] {
		t.Errorf("with a reader that does not end: %v after pauses of %v", err, pauses)
	}
	ctx, cancel := context.WithCancel(t.Context())
	err = switchToWAL(ctx, other, func(time.Duration) <-chan time.Time {
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v", err)
	}
	err = switchToWAL(t.Context(), other, func(time.Duration) <-chan time.Time {
		if err := tx.Rollback(); err != nil {
			t.Error(err)
		}
		return over
	})
	if err != nil {
		t.Errorf("when the reader has ended: %v", err)
	}
	if begin(t, reopen(t, path, ReadWrite), wish(1, 1)).ID != 1 {
		t.Error("the database does not work")
	}
}

// olderFile makes a file of an older version, which the caller closes.
func olderFile(t *testing.T, applied []migrations.Migration) (path string, db *sql.DB) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "a.db")
	db, err := connect(path, "mode=rwc&_txlock=immediate")
	if err == nil && len(applied) > 0 {
		err = migrateTo(t.Context(), db, applied)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path, db
}

// TestMigratingStepwise opens files of every older version.
func TestMigratingStepwise(t *testing.T) {
	all := migrations.SQLite()
	want := schema(t, create(t))
	for version := range len(all) {
		path, db := olderFile(t, all[:version])
		db.Close()
		d := reopen(t, path, ReadWrite)
		same(t, fmt.Sprintf("schema migrated from version %d", version), schema(t, d), want)
		info, err := d.Info(t.Context())
		if err != nil || info.Schema != len(all) || len(info.Migrations) != len(all) {
			t.Errorf("from version %d: %v, schema %d, %d migrations recorded", version, err, info.Schema, len(info.Migrations))
		}
	}
}

// TestUpdateIsReported: opening a large database of an older schema reports the update.
func TestUpdateIsReported(t *testing.T) {
	all := migrations.SQLite()
	path, db := olderFile(t, all[:7])
	_, err := db.Exec(`INSERT INTO corpus VALUES (1, 'c', '', '', '');
		INSERT INTO puzzle VALUES (?, NULL, 1, 0, 4, '1.3.............', '1234341221434321', zeroblob(16), 2, 'none', 0)`, largeUpdate)
	if err = errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	var lines []string
	d, err := Open(OnUpdate(t.Context(), func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }), path, ReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	d.Close()
	want := fmt.Sprintf("updating the database from schema 7 to %d: step 1 of %d, statement 1 of %d: CREATE INDEX puzzle_clues ON puzzle; about 1s left",
		len(all), len(all)-7, len(lines))
	if len(lines) < 7 || lines[0] != want {
		t.Errorf("got %q, want %q first", lines, want)
	}
}

// TestStatementsIn: the parts of a migration are statements, and nothing is lost.
func TestStatementsIn(t *testing.T) {
	for _, all := range [][]migrations.Migration{migrations.SQLite(), migrations.Postgres()} {
		for _, m := range all {
			parts := statementsIn(m.SQL)
			same(t, m.Name, strings.Join(parts, ""), m.SQL)
			for _, part := range parts {
				code := strings.TrimSuffix(regexp.MustCompile(`--.*|'[^']*'|\s`).ReplaceAllString(part, ""), ";")
				if strings.Contains(code, ";") || strings.Count(code, "(") != strings.Count(code, ")") {
					t.Errorf("%s: not one statement: %s", m.Name, part)
				}
			}
		}
	}
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
	got, err := checkTechniques(t.Context(), d.readers, grade.Version)
	if err != nil || got != len(grade.Techniques()) {
		t.Fatalf("%d techniques, want %d: %v", got, len(grade.Techniques()), err)
	}
	// A technique appended to the table of the program appears in the file too.
	exec(t, d, "DELETE FROM technique WHERE ordinal = ?", got-1)
	d.Close()
	again, err := checkTechniques(t.Context(), reopen(t, path, ReadWrite).readers, grade.Version)
	if err != nil || again != got {
		t.Errorf("the last technique did not come back: %v", err)
	}
}

// schema returns the schema's text.
func schema(t *testing.T, d *DB) string {
	t.Helper()
	rows, err := counts(t.Context(), d.readers, "SELECT type || ' ' || name || ' ' || coalesce(sql, ''), 0 FROM sqlite_schema ORDER BY type, name")
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(rows)
}

// TestGradesAreKeptByMigrations: a file with grades, made before ratings said
// whether they are lower bounds.
func TestGradesAreKeptByMigrations(t *testing.T) {
	all := migrations.SQLite()
	path, db := olderFile(t, all[:2])
	for _, query := range []string{
		`INSERT INTO run (id, command, options_json, seed, version, target, next_index, accepted, last_index, started_at)
			VALUES (1, 'generate', '{}', 1, '1', 2, 2, 2, 1, '2026-01-01T00:00:00.000Z')`,
		`INSERT INTO puzzle SELECT column1, 1, NULL, column1 - 1, 4, '1...............', '1234341221434321', randomblob(16), 1, 'none', 0
			FROM (VALUES (1), (2))`,
		`INSERT INTO technique VALUES (@grader, 0, 'full-house', 'Full house', 10)`,
		`INSERT INTO grade SELECT column1, @grader, 15, 90, 1, 1, 'A', 'A', 75, NULL, NULL, 'full-house', column2, 0
			FROM (VALUES (1, 'Beyond'), (2, 'Extreme'))`,
		`INSERT INTO grade_use VALUES (1, @grader, 0, 7), (2, @grader, 0, 8)`,
	} {
		query = strings.ReplaceAll(query, "@grader", fmt.Sprint(grade.Version))
		if _, err := db.Exec(query); err != nil {
			t.Fatal(err)
		}
	}
	db.Close()
	got := puzzles(t, reopen(t, path, ReadWrite), Filter{})
	if len(got) != 2 || !got[0].Grade.AtLeast || got[1].Grade.AtLeast || got[0].Grade.Uses[0] != 7 || got[1].Grade.Rating != 75 {
		t.Errorf("after the migration: %+v", got)
	}
}
