package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"gradoku/grade"
)

// ApplicationID marks a database as gradoku's: "gdku" in ASCII. In a SQLite file
// it is in the bytes 68 to 71.
const ApplicationID = 'g'<<24 | 'd'<<16 | 'k'<<8 | 'u'

// Mode says what Open may do with the database.
type Mode int

const (
	// ReadWrite makes the database when it is missing or empty, and brings an
	// older schema up to date.
	ReadWrite Mode = iota
	// ReadOnly needs an existing database of the current schema and changes no
	// row. It also opens a file on a medium that cannot be written.
	ReadOnly
)

// DB is an open database. Its methods may be called from several goroutines.
type DB struct {
	engine  *engine
	path    string      // as Open was given it: a server's may hold a password
	origin  string      // what messages call it, when it is a copy of another
	writer  *sql.DB     // one connection; nil when ReadOnly
	file    fs.FileInfo // what the writer has open; nil when ReadOnly, and for a server
	sealed  fs.FileInfo // a file that is read without locks, as it was before: see Outdated
	readers *sql.DB
	worker  string        // the name of a worker, see OpenWorker
	pool    *pgxpool.Pool // of a worker, else nil
	grader  int           // the version whose grades are written and read
	provers *provers      // nil in tests of puzzles that are not what they say
}

// Open opens the database at a place, for example in a file. Errors:
// [ErrNotFound] when the file does not exist (or its folder, when the file is to
// be made), [ErrNotDatabase], [ErrForeign], [ErrNewer], [ErrOlder],
// [ErrReadOnly], [ErrBusy], [ErrFull], [ErrCorrupt]. What is refused is left as it
// was, a file byte for byte.
func Open(ctx context.Context, place string, mode Mode) (*DB, error) {
	return open(ctx, &DB{engine: engineOf(place), path: place, grader: grade.Version, provers: new(provers)}, mode)
}

// OpenWorker is [Open] for a worker, which needs a server. Its connections have its
// name, and one that breaks off in a transaction loses it soon.
func OpenWorker(ctx context.Context, place, name string) (*DB, error) {
	d := &DB{engine: engineOf(place), path: place, grader: grade.Version, provers: new(provers), worker: name}
	if !d.engine.shares {
		return nil, d.fail(ctx, "opening the database", errNotShared)
	}
	return open(ctx, d, ReadWrite)
}

func open(ctx context.Context, d *DB, mode Mode) (*DB, error) {
	if err := d.engine.open(d, ctx, mode); err != nil {
		d.Close()
		err = d.fail(ctx, "opening the database", err)
		if mode == ReadOnly && errors.Is(err, ErrCorrupt) {
			err = unopened{err}
		}
		return nil, err
	}
	return d, nil
}

// Close ends all use of the database. The last process to close a file moves the
// contents of its -wal file into it. Where that fails, for example on a full
// disk, all that was saved is still in the -wal file, and the next process that
// opens the database reads it there ([ErrSaved]).
func (d *DB) Close() error {
	if err := d.engine.close(d); err != nil {
		return d.fail(context.Background(), "closing the database", err)
	}
	return nil
}

// closeHandles closes what the engine has opened.
func (d *DB) closeHandles() error {
	if d.pool != nil {
		d.pool.Close()
	}
	var errs []error
	for _, db := range []*sql.DB{d.readers, d.writer} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(errs...)
}

// As returns the same open file for another version of the grader: it reads and
// writes the grades of that version. Closing either closes both.
func (d *DB) As(ctx context.Context, grader int) (*DB, error) {
	other := *d
	other.grader = grader
	if d.writer == nil {
		return &other, nil
	}
	return &other, d.fail(ctx, "adding a grader's techniques", other.syncTechniques(ctx))
}

// Grader returns the version of the grader whose grades are written and read.
func (d *DB) Grader() int { return d.grader }

// Path returns the place that Open was given, without a password.
func (d *DB) Path() string {
	if d.origin != "" {
		return d.origin
	}
	return d.engine.shown(d.path)
}

// Shown is how messages write the place of a database: without a password.
func Shown(place string) string { return engineOf(place).shown(place) }

// IsFile reports whether a place is that of a file.
func IsFile(place string) bool { return engineOf(place) == &sqliteEngine }

// transact runs f in one transaction. When f fails, or ctx ends before the
// commit, nothing remains. The transaction begins with a context that never
// ends, so that it is rolled back here and not while f runs.
func transact(ctx context.Context, db *sql.DB, f func(tx *sql.Tx) error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	tx, err := db.BeginTx(context.WithoutCancel(ctx), nil)
	if err != nil {
		return err
	}
	// After a commit this does nothing. After a full disk SQLite has already
	// rolled back and says so, which is nothing new.
	defer tx.Rollback()
	if err := f(tx); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return tx.Commit()
}

// write runs f in one transaction of the writer.
func (d *DB) write(ctx context.Context, doing string, f func(tx txn) error) error {
	if d.writer == nil {
		return d.fail(ctx, doing, fmt.Errorf("%w: it was opened for reading", ErrReadOnly))
	}
	return d.fail(ctx, doing, transact(ctx, d.writer, func(tx *sql.Tx) error {
		if err := f(txn{tx, d.engine}); err != nil {
			return err
		}
		return d.engine.saving(d)
	}))
}

// reading runs f in one transaction that sees one state of the database.
func (d *DB) reading(ctx context.Context, f func(tx *sql.Tx) error) error {
	return reading(ctx, d.readers, f)
}

func reading(ctx context.Context, db *sql.DB, f func(tx *sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	defer tx.Rollback()
	return f(tx)
}

// scanner is what *sql.Row and *sql.Rows have in common.
type scanner interface{ Scan(dest ...any) error }

// querier is what *sql.DB and *sql.Tx have in common for reading.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// collect reads all rows of a query.
func collect[T any](ctx context.Context, q querier, scan func(scanner) (T, error), query string, args ...any) ([]T, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, rows.Err()
}

func scanText(row scanner) (string, error) {
	var text string
	err := row.Scan(&text)
	return text, err
}

func scanInt(row scanner) (int64, error) {
	var n int64
	err := row.Scan(&n)
	return n, err
}

// timeLayout is how all tables write a time, in UTC.
const timeLayout = "2006-01-02T15:04:05.000Z"

// readTime reads such a time. What is none is the zero time: nothing hangs on it.
func readTime(text string) time.Time {
	t, err := time.Parse(timeLayout, text)
	if err != nil {
		return time.Time{}
	}
	return t
}

// now is the current time as all tables write it.
func now() string { return time.Now().UTC().Format(timeLayout) }
