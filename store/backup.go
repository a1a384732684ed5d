package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"modernc.org/sqlite"

	"gradoku/internal/atomicfile"
)

// copyPages is how many pages are copied at a time, which takes a few milliseconds.
const copyPages = 1000

// Copy writes the database, as it is now, to a new file, while other processes may write to
// the database: SQLite's online backup, sqlite.org/backup.html. It refuses the name
// of an existing file, and one next to which an earlier database left a -wal or -journal
// file. progress is called with the pages copied so far and in all.
func (d *DB) Copy(ctx context.Context, out string, progress func(done, total int64)) error {
	if !IsFile(d.path) || !IsFile(out) {
		return errors.New("a database on a server cannot be copied this way: use the server's own tools, such as pg_dump, or gradoku db merge, which writes a file")
	}
	if _, err := os.Lstat(out); !errors.Is(err, fs.ErrNotExist) {
		atomicfile.Sweep(out)
		return fmt.Errorf("copying to %s: it already exists", out)
	}
	if err := CheckAlone(out); err != nil {
		return fmt.Errorf("copying to %s: %w", out, err)
	}
	place, err := atomicfile.Make(out)
	if err != nil {
		return fmt.Errorf("copying to %s: %w", out, err)
	}
	if err := d.fail(ctx, "copying to "+out, d.copyPages(ctx, place.Path(), progress)); err != nil {
		return errors.Join(err, place.Remove())
	}
	if err := place.KeepNew(); err != nil {
		return fmt.Errorf("copying to %s: %w", out, err)
	}
	return nil
}

// copyPages copies the file in one transaction, so that commits by other processes do
// not make SQLite start over.
func (d *DB) copyPages(ctx context.Context, to string, progress func(done, total int64)) error {
	name, err := fileURL(to, "")
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
