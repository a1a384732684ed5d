package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"modernc.org/sqlite"

	"gradoku/internal/atomicfile"
)

// copyPages is how many pages are copied at a time, which takes a few milliseconds.
const copyPages = 1000

// Copy writes the database, as it is now, to another place, while other processes may write
// to the database. A new file is refused if it exists, or if an earlier database left a -wal
// or -journal file next to it; it gets its name when it is complete. A database on a server
// must be empty and gets all rows at once. progress is called with the pages, or the
// puzzles and items, copied so far and in all.
func (d *DB) Copy(ctx context.Context, out string, progress func(done, total int64)) (err error) {
	if !IsFile(out) {
		return d.copyTo(ctx, out, progress)
	}
	if _, err := os.Lstat(out); !errors.Is(err, fs.ErrNotExist) {
		atomicfile.Sweep(out)
		return fmt.Errorf("copying to %s: it already exists; name another file", out)
	}
	if err := CheckAlone(out); err != nil {
		return fmt.Errorf("copying to %s: %w", out, err)
	}
	place, err := atomicfile.Make(out)
	if err != nil {
		return fmt.Errorf("copying to %s: %w", out, err)
	}
	if IsFile(d.path) {
		err = d.fail(ctx, "copying to "+out, d.copyPages(ctx, place, progress))
	} else {
		err = d.copyTo(ctx, place.Path(), progress)
	}
	if err != nil {
		return errors.Join(err, place.Remove())
	}
	if err := place.KeepNew(); err != nil {
		return fmt.Errorf("copying to %s: %w", out, err)
	}
	return nil
}

// tickEvery is how many rows are copied between two reports of progress.
const tickEvery = 20_000

// copyPages copies the file with SQLite's online backup (sqlite.org/backup.html), in one
// transaction, so that commits by other processes do not make SQLite start over.
func (d *DB) copyPages(ctx context.Context, to *atomicfile.Place, progress func(done, total int64)) error {
	f, err := to.Create() // SQLite would give it fewer permissions than the umask allows
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	name, err := fileURL(to.Path(), "")
	if err != nil {
		return err
	}
	conn, err := d.readers.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "BEGIN"); err != nil {
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK") // nothing was written
	if err := conn.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(new(int)); err != nil {
		return err
	}
	return conn.Raw(func(driver any) error {
		b, err := driver.(interface {
			NewBackup(uri string) (*sqlite.Backup, error)
		}).NewBackup(name)
		if err != nil {
			return err
		}
		for more := true; more && err == nil; {
			if more, err = b.Step(copyPages); err == nil {
				err = ctx.Err()
			}
			progress(int64(b.PageCount()-b.Remaining()), int64(b.PageCount()))
		}
		return errors.Join(err, b.Finish())
	})
}

// copyTo copies all rows of a database, as they are at one moment, to an empty database
// at a place, in one transaction.
func (d *DB) copyTo(ctx context.Context, place string, progress func(done, total int64)) (err error) {
	to, err := Open(ctx, place, ReadWrite)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	var done, total int64
	err = d.readers.QueryRowContext(ctx, "SELECT (SELECT count(*) FROM puzzle) + (SELECT count(*) FROM corpus_item)").Scan(&total)
	if err != nil {
		return d.fail(ctx, "copying to "+to.Path(), err)
	}
	tick := func() {
		if done++; done%tickEvery == 0 || done == total {
			progress(done, total)
		}
	}
	tables, err := tableNames()
	if err != nil {
		return err
	}
	columns, err := currentColumns()
	if err != nil {
		return err
	}
	err = to.write(ctx, "copying a database", func(tx txn) error {
		var used bool
		err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM run) OR EXISTS (SELECT 1 FROM corpus)
			OR EXISTS (SELECT 1 FROM puzzle) OR EXISTS (SELECT 1 FROM export)`).Scan(&used)
		if err == nil && used {
			err = errors.New("it already holds runs, corpora or exports: name an empty database")
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, "DELETE FROM technique") // the rows to be copied include this program's techniques
		}
		if err != nil {
			return err
		}
		return d.classify(d.reading(ctx, func(source *sql.Tx) error {
			for _, table := range tables { // in the order of creation, so parents come first
				if table == "migration" {
					continue
				}
				if err := copyTable(ctx, source, d.engine, tx, table, columns[table], tick); err != nil {
					return fmt.Errorf("%s: copying the table %s: %w", d.Path(), table, d.classify(err))
				}
			}
			return nil
		}))
	})
	if err == nil && to.engine.loaded != "" {
		_, _ = to.writer.ExecContext(ctx, to.engine.loaded) // the rows are saved; if this fails, queries are only slower at first
	}
	return err
}

func copyTable(ctx context.Context, source *sql.Tx, e *engine, tx txn, table string, columns []string, tick func()) error {
	plain := slices.DeleteFunc(slices.Clone(columns), func(c string) bool { return table == "label" && c == "value" })
	reads, writes := strings.Join(plain, ", "), strings.Join(plain, ", ")
	if table == "label" {
		reads, writes = reads+", "+e.label.columns, writes+", "+tx.engine.label.columns
	}
	query := "SELECT " + reads + " FROM " + table
	if slices.Contains(columns, "id") && table != "technique" {
		query += " ORDER BY id"
	}
	in := newInserter(ctx, tx, table, writes)
	values := make([]any, strings.Count(reads, ",")+1)
	cells := make([]any, len(values))
	for i := range values {
		cells[i] = &values[i]
	}
	err := each(ctx, source, func(row scanner) error {
		if err := row.Scan(cells...); err != nil {
			return err
		}
		if table == "puzzle" || table == "corpus_item" {
			tick()
		}
		if table == "label" {
			return in.add(append(slices.Clone(values[:len(plain)]), tx.engine.label.values(e.label.read(values[len(plain):]))...)...)
		}
		return in.add(values...)
	}, query)
	if err != nil {
		return err
	}
	return in.finish()
}
