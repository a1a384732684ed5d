package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// ApplicationID marks a database as gradoku's: "gdku" in ASCII. In a SQLite file
// it is in bytes 68 to 71.
const ApplicationID = 'g'<<24 | 'd'<<16 | 'k'<<8 | 'u'

// Mode is what Open may do with the database.
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
	path    string      // as given to Open; that of a server may contain a password
	writer  *sql.DB     // one connection; nil when ReadOnly
	file    fs.FileInfo // what the writer has open; nil when ReadOnly, and for a server
	sealed  fs.FileInfo // a file that is read without locks, as it was when opened: see Outdated
	readers *sql.DB
	byCanon atomic.Pointer[sql.Stmt] // the statement of PuzzleByCanon, once it was needed
	worker  string                   // the name of a worker, see OpenWorker
	pool    *pgxpool.Pool            // only for a worker, else nil
	provers *provers                 // nil in tests with puzzles that are not what they claim
}

// Open opens the database at a place, for example in a file. Errors:
// [ErrNotFound] when the file does not exist (or its folder, if Open should make the
// file), [ErrNotDatabase], [ErrForeign], [ErrNewer], [ErrOlder],
// [ErrReadOnly], [ErrBusy], [ErrFull], [ErrCorrupt]. Open does not change a database
// that it refuses, not even one byte of a file.
func Open(ctx context.Context, place string, mode Mode) (*DB, error) {
	return open(ctx, &DB{engine: engineOf(place), path: place, provers: new(provers)}, mode)
}

// OpenWorker is [Open] for a worker, which needs a server. Its connections bear its
// name. If one is lost in a transaction, the server soon ends that transaction.
func OpenWorker(ctx context.Context, place, name string) (*DB, error) {
	d := &DB{engine: engineOf(place), path: place, provers: new(provers), worker: name}
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
// contents of its -wal file into it. If that fails, for example on a full disk, the
// error is [ErrSaved]: everything saved is still in the -wal file, and the next process
// that opens the database reads it there.
func (d *DB) Close() error {
	if err := d.engine.close(d); err != nil {
		return d.fail(context.Background(), "closing the database", err)
	}
	return nil
}

// closeHandles closes the handles that the engine opened.
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

// Path returns the place that Open was given, without a password.
func (d *DB) Path() string {
	return d.engine.shown(d.path)
}

// Shown returns the place of a database as messages write it: without a password.
func Shown(place string) string { return engineOf(place).shown(place) }

// IsFile reports whether a place is a file.
func IsFile(place string) bool { return engineOf(place) == &sqliteEngine }

// transact runs f in one transaction. If f fails, or ctx ends before the commit,
// nothing is saved. The transaction begins with a context that never ends, so that it
// is rolled back here and not while f runs.
func transact(ctx context.Context, db *sql.DB, f func(tx *sql.Tx) error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	tx, err := db.BeginTx(context.WithoutCancel(ctx), nil)
	if err != nil {
		return err
	}
	// After a commit this does nothing. If the disk was full, SQLite has already
	// rolled back; the error that it then returns is ignored.
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

// reading runs f in one transaction, which sees one state of the database.
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

// each passes the rows of a query to take.
func each(ctx context.Context, q querier, take func(scanner) error, query string, args ...any) error {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := take(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// collect reads all rows of a query.
func collect[T any](ctx context.Context, q querier, scan func(scanner) (T, error), query string, args ...any) (all []T, err error) {
	err = each(ctx, q, func(row scanner) error {
		v, err := scan(row)
		if err == nil {
			all = append(all, v)
		}
		return err
	}, query, args...)
	return all, err
}

// stream yields what read passes to take. It names the file in errors. read ends when take
// returns false.
func stream[T any](ctx context.Context, d *DB, doing string, read func(take func(T, error) bool) error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		more := true
		err := read(func(v T, err error) bool {
			more = yield(v, d.fail(ctx, doing, err))
			return more
		})
		if err = d.fail(ctx, doing, err); err != nil && more {
			var none T
			yield(none, err)
		}
	}
}

// streamRows yields the rows of a query.
func streamRows[T any](ctx context.Context, d *DB, doing string, scan func(scanner) (T, error), query string, args ...any) iter.Seq2[T, error] {
	return stream(ctx, d, doing, func(take func(T, error) bool) error {
		return each(ctx, d.readers, func(row scanner) error {
			v, err := scan(row)
			if err == nil && !take(v, nil) {
				err = errStop
			}
			return cmp.Or(err, ctx.Err())
		}, query, args...)
	})
}

// errStop ends each when the caller of stream wants no more.
var errStop = errors.New("no more rows are wanted")

// into returns a function that reads the columns of a row into these fields of a T.
func into[T any](fields func(*T) []any) func(scanner) (T, error) {
	return func(row scanner) (T, error) {
		var v T
		err := row.Scan(fields(&v)...)
		return v, err
	}
}

var (
	scanText = into(func(text *string) []any { return []any{text} })
	scanInt  = into(func(n *int64) []any { return []any{n} })
)

// scanKey reads the key of a puzzle.
func scanKey(row scanner) (key [16]byte, err error) {
	var canon sql.RawBytes
	err = row.Scan(&canon)
	copy(key[:], canon)
	return key, err
}

// timeIn reads a column into a time.
type timeIn struct{ *time.Time }

// Scan reads the text of a time.
func (t timeIn) Scan(column any) error {
	text, _ := column.(string)
	*t.Time = readTime(text)
	return nil
}

// timeLayout is the format of times in all tables, in UTC.
const timeLayout = "2006-01-02T15:04:05.000Z"

// readTime reads such a time. If the text is not a time, it returns the zero time,
// since nothing depends on these times.
func readTime(text string) time.Time {
	t, _ := time.Parse(timeLayout, text)
	return t
}

// now is the current time in the format of all tables.
func now() string { return time.Now().UTC().Format(timeLayout) }
