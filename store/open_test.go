package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"gradoku/migrations"
)

func TestOpenMakesADatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "puzzles.db")
	d := reopen(t, path, ReadWrite)
	if d.Path() != path {
		t.Errorf("Path() = %s, want %s", d.Path(), path)
	}
	all := migrations.SQLite()
	for _, handle := range []*sql.DB{d.writer, d.readers} {
		for pragma, want := range map[string]string{
			"user_version": fmt.Sprint(len(all)), "application_id": fmt.Sprint(ApplicationID), "journal_mode": "wal",
			"synchronous": "1", "foreign_keys": "1", "busy_timeout": "5000",
		} {
			var got string
			if err := handle.QueryRow("PRAGMA " + pragma).Scan(&got); err != nil || got != want {
				t.Errorf("PRAGMA %s = %s, %v; want %s", pragma, got, err, want)
			}
		}
	}
	if _, err := d.readers.Exec("DELETE FROM puzzle"); err == nil {
		t.Error("a reader could write")
	}
}

func TestEveryTableIsStrict(t *testing.T) {
	d := create(t)
	loose, err := counts(t.Context(), d.readers,
		"SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND NOT strict")
	must(t, err)
	if len(loose) > 0 {
		t.Errorf("not STRICT: %v", loose)
	}
}

func TestReopening(t *testing.T) {
	path := filepath.Join(t.TempDir(), "puzzles.db")
	d := reopen(t, path, ReadWrite)
	run := begin(t, d, wish(1, 10))
	save(t, d, Batch{RunID: run.ID, To: 3, Puzzles: []Puzzle{fake(0, 1), fake(2, 2)}})
	before := dump(t, d)
	must(t, d.Close())
	bytesBefore := read(t, path)
	for _, mode := range []Mode{ReadWrite, ReadOnly} {
		d := reopen(t, path, mode)
		same(t, "rows after reopening", dump(t, d), before)
		must(t, d.Close())
		if !bytes.Equal(read(t, path), bytesBefore) {
			t.Errorf("opening in mode %d and closing changed the file", mode)
		}
		entries, err := os.ReadDir(filepath.Dir(path))
		if err != nil || len(entries) != 1 {
			t.Errorf("opening in mode %d left files behind: %v, %v", mode, entries, err)
		}
	}
}

// TestClosingAfterReadingOnly: SQLite opens a file for reading where the system refuses once
// to open it for writing, and such a connection cannot remove -wal and -shm.
func TestClosingAfterReadingOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "puzzles.db")
	must(t, reopen(t, path, ReadWrite).Close())
	d, err := Open(t.Context(), path, ReadOnly)
	must(t, err)
	refused, err := connect(path, "mode=ro")
	must(t, err)
	if _, err := counts(t.Context(), refused, "SELECT name, 1 FROM sqlite_schema"); err != nil {
		t.Fatal(err)
	}
	d.readers.Close()
	d.readers = refused
	if _, err := os.Stat(path + "-wal"); err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("files were left behind: %v, %v", entries, err)
	}
}

func TestOpenTakesAnEmptyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "empty.db")
	write(t, path, nil)
	begin(t, reopen(t, path, ReadWrite), wish(1, 1))
}

func TestOpenTakesAnyName(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a b.db", "50%.db", "what?mode=memory.db", "#1.db", "größe.db", ":memory:", "file:x.db", "a+b&c=d;.db"} {
		d := reopen(t, name, ReadWrite)
		begin(t, d, wish(1, 1))
		must(t, d.Close())
		if _, err := os.Stat(name); err != nil {
			t.Errorf("%q is not where it should be: %v", name, err)
		}
		if _, err := reopen(t, name, ReadOnly).Run(t.Context(), 1); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestOpenRefuses checks that each kind of wrong file is told from the others
// and is left as it was.
func TestOpenRefuses(t *testing.T) {
	both := []Mode{ReadWrite, ReadOnly}
	noise := make([]byte, 20_000)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	for _, c := range []struct {
		name  string
		make  func(t *testing.T, path string)
		modes []Mode
		want  error
	}{
		{"missing", func(*testing.T, string) {}, []Mode{ReadOnly}, ErrNotFound},
		{"empty", func(t *testing.T, path string) { write(t, path, nil) }, []Mode{ReadOnly}, ErrNotFound},
		{"noise", func(t *testing.T, path string) { write(t, path, noise) }, both, ErrNotDatabase},
		{"text", func(t *testing.T, path string) { write(t, path, []byte("53..7....\n")) }, both, ErrNotDatabase},
		{"magic only", func(t *testing.T, path string) { write(t, path, []byte("SQLite format 3\x00")) }, both, ErrNotDatabase},
		{"folder", func(t *testing.T, path string) { os.Mkdir(path, 0o777) }, both, ErrNotDatabase},
		{"foreign", func(t *testing.T, path string) { foreign(t, path, "DELETE") }, both, ErrForeign},
		{"foreign in WAL mode", func(t *testing.T, path string) { foreign(t, path, "WAL") }, both, ErrForeign},
		{"newer", func(t *testing.T, path string) { altered(t, path, "PRAGMA user_version = 1000") }, both, ErrNewer},
		{"ours, but without a table", func(t *testing.T, path string) {
			sqliteFile(t, path, fmt.Sprintf("PRAGMA application_id = %d", ApplicationID))
		}, []Mode{ReadOnly}, ErrNotFound},
		{"other techniques", func(t *testing.T, path string) {
			altered(t, path, "UPDATE technique SET id = 'other' WHERE number = 1")
		}, both, ErrCorrupt},
		{"of a development version", func(t *testing.T, path string) { altered(t, path, "CREATE TABLE grade (id INTEGER)") }, both, ErrDevelopment},
		{"without an index", func(t *testing.T, path string) { altered(t, path, "DROP INDEX puzzle_run") }, both, ErrCorrupt},
		{"cut off", func(t *testing.T, path string) { altered(t, path, ""); truncate(t, path, 5000) }, both, ErrCorrupt},
		{"our id without schema", func(t *testing.T, path string) {
			foreign(t, path, "DELETE", fmt.Sprintf("PRAGMA application_id = %d", ApplicationID))
		}, []Mode{ReadWrite}, ErrForeign},
	} {
		for _, mode := range c.modes {
			t.Run(fmt.Sprintf("%s/%d", c.name, mode), func(t *testing.T) {
				t.Parallel()
				path := filepath.Join(t.TempDir(), "a.db")
				c.make(t, path)
				before := snapshot(t, path)
				d, err := Open(t.Context(), path, mode)
				if err == nil {
					d.Close()
					t.Fatal("it was opened")
				}
				if c.want != nil && !errors.Is(err, c.want) {
					t.Errorf("got %v, want %v", err, c.want)
				}
				if !strings.HasPrefix(err.Error(), path+": opening the database: ") {
					t.Errorf("the error does not begin with path and deed: %v", err)
				}
				same(t, "files", snapshot(t, path), before)
			})
		}
	}
	_, err := Open(t.Context(), filepath.Join(t.TempDir(), "no", "such", "a.db"), ReadWrite)
	if !errors.Is(err, ErrNotFound) {
		t.Errorf("in a folder that does not exist: %v, want %v", err, ErrNotFound)
	}
}

func TestOpenHonoursItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	path := filepath.Join(t.TempDir(), "a.db")
	if _, err := Open(ctx, path, ReadWrite); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

// TestOpenAtTheSameTime lets many processes' worth of handles make one file.
func TestOpenAtTheSameTime(t *testing.T) {
	for range 3 {
		path := filepath.Join(t.TempDir(), "a.db")
		var wg sync.WaitGroup
		for i := range 8 {
			wg.Go(func() {
				var d *DB
				err := patiently(func() (err error) {
					d, err = Open(t.Context(), path, ReadWrite)
					return err
				})
				if err != nil {
					t.Error(err)
					return
				}
				defer d.Close()
				err = patiently(func() error {
					_, err := d.BeginRun(t.Context(), wish(int64(i), 1))
					return err
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		runs, err := reopen(t, path, ReadOnly).Runs(t.Context())
		if err != nil || len(runs) != 8 {
			t.Errorf("%d runs, %v; want 8", len(runs), err)
		}
	}
}

func TestReadOnlyRefusesWrites(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	d := reopen(t, path, ReadWrite)
	run := begin(t, d, wish(1, 10))
	d.Close()
	d = reopen(t, path, ReadOnly)
	_, beginErr := d.BeginRun(t.Context(), wish(2, 1))
	_, saveErr := d.SaveBatch(t.Context(), Batch{RunID: run.ID, To: 1})
	_, exportErr := record(t.Context(), d, Export{})
	for name, err := range map[string]error{
		"BeginRun": beginErr, "SaveBatch": saveErr, "RecordExport": exportErr, "EndRun": d.EndRun(t.Context(), run.ID, Done),
	} {
		if !errors.Is(err, ErrReadOnly) {
			t.Errorf("%s: got %v, want %v", name, err, ErrReadOnly)
		}
	}
}

func TestUnreadableFile(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("permissions do not bind root")
	}
	path := filepath.Join(t.TempDir(), "a.db")
	altered(t, path, "")
	must(t, os.Chmod(path, 0))
	if d, err := Open(t.Context(), path, ReadOnly); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("unreadable: %v, %v", d, err)
	}
	must(t, os.Chmod(path, 0o444))
	if d, err := Open(t.Context(), path, ReadWrite); !errors.Is(err, ErrReadOnly) {
		t.Errorf("unwritable: %v, %v", d, err)
	}
}

func TestBusy(t *testing.T) {
	d := create(t)
	other, err := connect(d.path, "mode=rw&_txlock=immediate")
	must(t, err)
	defer other.Close()
	tx, err := other.Begin()
	must(t, err)
	defer tx.Rollback()
	exec(t, d, "PRAGMA busy_timeout = 1")
	if _, err := d.BeginRun(t.Context(), wish(1, 1)); !errors.Is(err, ErrBusy) {
		t.Errorf("got %v, want %v", err, ErrBusy)
	}
	if _, err := d.Runs(t.Context()); err != nil {
		t.Errorf("a reader waits for a writer: %v", err)
	}
}

// foreign makes the database of another program.
func foreign(t *testing.T, path, journal string, more ...string) {
	t.Helper()
	sqliteFile(t, path, append([]string{"PRAGMA journal_mode = " + journal, "CREATE TABLE bookmarks (url)"}, more...)...)
}

// sqliteFile makes a file with SQLite alone.
func sqliteFile(t *testing.T, path string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	must(t, err)
	defer db.Close()
	db.SetMaxOpenConns(1)
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatal(err)
		}
	}
}

// altered makes a database of gradoku and then changes it.
func altered(t *testing.T, path, statement string) {
	t.Helper()
	d := reopen(t, path, ReadWrite)
	exec(t, d, statement)
	must(t, d.Close())
}

// snapshot returns the content of all files beside path, folders and pipes
// without content.
func snapshot(t *testing.T, path string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	must(t, err)
	files := map[string]string{}
	for _, e := range entries {
		files[e.Name()] = ""
		if e.Type().IsRegular() {
			files[e.Name()] = string(read(t, filepath.Join(filepath.Dir(path), e.Name())))
		}
	}
	return files
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	must(t, err)
	return b
}

func write(t *testing.T, path string, b []byte) {
	t.Helper()
	must(t, os.WriteFile(path, b, 0o666))
}

func truncate(t *testing.T, path string, size int64) {
	t.Helper()
	must(t, os.Truncate(path, size))
}
