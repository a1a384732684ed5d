package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gradoku/grade"
)

// ApplicationID marks a SQLite file as gradoku's: bytes 68 to 71 of the file,
// "gdku" in ASCII.
const ApplicationID = 'g'<<24 | 'd'<<16 | 'k'<<8 | 'u'

// Mode says what Open may do with the file.
type Mode int

const (
	// ReadWrite makes the file when it is missing or empty, and brings an older
	// schema up to date.
	ReadWrite Mode = iota
	// ReadOnly needs an existing file of the current schema and changes no row.
	// It also opens a file on a medium that cannot be written.
	ReadOnly
)

// DB is an open database. Its methods may be called from several goroutines.
type DB struct {
	path    string
	writer  *sql.DB     // one connection; nil when ReadOnly
	file    fs.FileInfo // what the writer has open; nil when ReadOnly
	readers *sql.DB
	grader  int // the version whose grades are written and read
}

// Open opens the database in a file. Errors: [ErrNotFound] when the file does
// not exist (or its folder, when the file is to be made), [ErrNotDatabase],
// [ErrForeign], [ErrNewer], [ErrOlder], [ErrReadOnly], [ErrBusy], [ErrFull],
// [ErrCorrupt]. A file that is refused is left as it was, byte for byte.
func Open(ctx context.Context, path string, mode Mode) (*DB, error) {
	d := &DB{path: path, grader: grade.Version}
	err := identify(path, mode)
	if err == nil && mode == ReadWrite {
		err = d.openWriter(ctx)
	}
	if err == nil {
		err = d.openReaders(ctx, mode)
	}
	if err != nil {
		d.Close()
		return nil, d.fail(ctx, "opening the database", err)
	}
	return d, nil
}

// Close ends all use of the file. The last process to close it moves the
// contents of its -wal file into it. Where that fails, for example on a full
// disk ([ErrFull]), all that was saved is still in the -wal file, and the next
// process that opens the database reads it there.
func (d *DB) Close() error {
	var errs []error
	if d.file != nil {
		// SQLite does so too when it closes, but says nothing when it fails. A
		// reader may hold some of it back: then it is for the last one to do.
		if err := d.checkpoint(context.Background(), "PASSIVE"); err != nil && !errors.Is(err, ErrBusy) {
			errs = append(errs, fmt.Errorf("everything is saved, but part of it only in %s: %w", filepath.Base(d.path)+"-wal", err))
		}
	}
	for _, db := range []*sql.DB{d.readers, d.writer} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return d.fail(context.Background(), "closing the database", errors.Join(errs...))
}

// checkpoint moves the contents of the -wal file into the database, in a mode
// of SQLite's: PASSIVE waits for nobody, TRUNCATE for all others.
func (d *DB) checkpoint(ctx context.Context, mode string) error {
	var blocked bool
	var frames, moved int
	err := d.writer.QueryRowContext(ctx, "PRAGMA wal_checkpoint("+mode+")").Scan(&blocked, &frames, &moved)
	if err == nil && blocked {
		err = fmt.Errorf("%w: its -wal file cannot be emptied", ErrBusy)
	}
	return classify(err)
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

// Path returns the path that Open was given.
func (d *DB) Path() string { return d.path }

// identify looks at a file without SQLite, which would lock it, might replay
// its journal, and with some pragmas would write to it. The header is enough
// thanks to migrate: the first transaction of a new file sets the application
// id before the file is in WAL mode, so the id is in the file itself as soon as
// there is a table.
func identify(path string, mode Mode) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && mode == ReadOnly:
		return fmt.Errorf("%w: there is no such file", ErrNotFound)
	case errors.Is(err, fs.ErrNotExist):
		if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
			return fmt.Errorf("%w: there is no folder %s", ErrNotFound, filepath.Dir(path))
		}
	case err != nil:
		return fmt.Errorf("%w: %w", ErrNotDatabase, err)
	case info.IsDir():
		return fmt.Errorf("%w: it is a folder", ErrNotDatabase)
	case !info.Mode().IsRegular(): // reading from a pipe would wait for ever
		return fmt.Errorf("%w: it is not a regular file", ErrNotDatabase)
	case info.Size() == 0 && mode == ReadOnly:
		return errEmpty
	case mode == ReadWrite && links(info) > 1:
		// SQLite names the -wal file after the name that it was given: what two
		// processes write under two names, one of them loses.
		return fmt.Errorf("%w: the file has %d names (hard links)", ErrReadOnly, links(info))
	case info.Size() > 0:
		if err := identifyHeader(path); err != nil || mode == ReadOnly {
			return err
		}
	}
	// SQLite would make a file with fewer permissions than the user's umask
	// leaves. A file that it may not write, it opens for reading, and fails
	// only at the first transaction: after an hour of work.
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrReadOnly, err)
	}
	return f.Close()
}

// identifyHeader looks for SQLite's magic and gradoku's id in the 100 bytes
// described in "Database File Format", section 1.3, on sqlite.org.
func identifyHeader(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNotDatabase, err)
	}
	defer f.Close()
	var header [100]byte
	if _, err := io.ReadFull(f, header[:]); err != nil {
		return fmt.Errorf("%w: it is too short for one", ErrNotDatabase)
	}
	if !bytes.HasPrefix(header[:], []byte("SQLite format 3\x00")) {
		return fmt.Errorf("%w: it is not a SQLite file", ErrNotDatabase)
	}
	if id := binary.BigEndian.Uint32(header[68:]); id != ApplicationID {
		return fmt.Errorf("%w: its application id is %d", ErrForeign, id)
	}
	return nil
}

// openWriter makes the handle that writes, and the file and its schema if they
// are missing.
func (d *DB) openWriter(ctx context.Context) error {
	// The undo log of an INSERT of many rows stays in memory; in a file it
	// takes 3 of 25 µs per puzzle. Readers, which may sort millions of rows,
	// still use files.
	var err error
	if d.writer, err = connect(d.path, "mode=rwc&_txlock=immediate&_pragma=temp_store(MEMORY)&_pragma=cell_size_check(1)"); err != nil {
		return err
	}
	d.writer.SetMaxOpenConns(1)
	if _, err := checkObjects(ctx, d.writer); err != nil {
		return err
	}
	if err := checkSound(ctx, d.writer, smallPages); err != nil {
		return err
	}
	if err := migrate(ctx, d.writer); err != nil {
		return err
	}
	if err := switchToWAL(ctx, d.writer, time.After); err != nil {
		return err
	}
	if d.file, err = os.Stat(d.path); err != nil {
		return fmt.Errorf("%w: %w", ErrGone, err)
	}
	return d.syncTechniques(ctx)
}

// checkNotReplaced returns an error unless the writer's open file still has its
// name. SQLite goes on writing to a deleted file, and everything saved would be
// gone when it is closed.
func (d *DB) checkNotReplaced() error {
	switch now, err := os.Stat(d.path); {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w: it was deleted or moved", ErrGone)
	case err == nil && !os.SameFile(now, d.file):
		return fmt.Errorf("%w: another file has its name", ErrGone)
	}
	return nil // also when there is no way to know
}

// openReaders makes the handles that read. They do not use mode=ro: SQLite
// cannot clean up after such a connection and would leave -wal and -shm files
// beside the database. query_only refuses writes just as well.
func (d *DB) openReaders(ctx context.Context, mode Mode) error {
	var err error
	if d.readers, err = connect(d.path, "mode=rw&_query_only=1"); err != nil {
		return err
	}
	d.readers.SetMaxIdleConns(idleReaders)
	if mode == ReadWrite {
		return nil
	}
	// A file that may not be written is read without any lock: nobody else writes it
	// either. SQLite would make -wal and -shm files with its mode, which could not be
	// removed and later not be written.
	sealed := func() bool { return (readOnlyMode(d.path) || errors.Is(classify(err), ErrReadOnly)) && !hasWAL(d.path) }
	if !sealed() {
		err = checkSchema(ctx, d.readers)
	}
	if sealed() {
		d.readers.Close()
		if d.readers, err = connect(d.path, "mode=ro&immutable=1"); err != nil {
			return err
		}
		err = checkSchema(ctx, d.readers)
	}
	if err != nil {
		return err
	}
	have, err := storedTechniques(ctx, d.readers, d.grader)
	if err != nil {
		return err
	}
	return sameTechniques(have, techniqueRows()) // some may be missing; none may differ
}

// readOnlyMode reports whether the mode of a file lets nobody write it.
func readOnlyMode(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().Perm()&0o222 == 0
}

// hasWAL reports whether part of the database is in its -wal file.
func hasWAL(path string) bool {
	info, err := os.Stat(path + "-wal")
	return err == nil && info.Size() > 0
}

const (
	// idleReaders connections are kept; more are made when more are in use, so
	// that a loop over puzzles can ask for others without waiting for itself.
	idleReaders = 4
	// busyTimeout in milliseconds is how long a connection waits for another
	// process. A batch of gradoku takes a tenth of a second.
	busyTimeout = "5000"
	// cacheKiB holds the index over canon of some hundred thousand puzzles,
	// the one place where a batch writes all over the file.
	cacheKiB = "32768"
)

// connect returns a pool whose connections all have the same pragmas. They are
// in the data source name because a pragma sent through a pool reaches one
// connection only.
func connect(path, params string) (*sql.DB, error) {
	name, err := fileURL(path, params+
		"&_busy_timeout="+busyTimeout+
		"&_foreign_keys=1"+
		"&_synchronous=NORMAL"+
		"&_pragma=cache_size(-"+cacheKiB+")"+
		"&_dqs=0&_error_rc=1")
	if err != nil {
		return nil, err
	}
	return sql.Open("sqlite", name)
}

// fileURL names a file for SQLite. The path is made absolute and escaped,
// because SQLite reads names as URIs here, in which ? # and % have a meaning.
func fileURL(path, params string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	name := url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(abs), "/"), RawQuery: params}
	return name.String(), nil
}

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

// write runs f in one transaction of the writer. It saves nothing to a file
// that nobody could find later.
func (d *DB) write(ctx context.Context, doing string, f func(tx *sql.Tx) error) error {
	if d.writer == nil {
		return d.fail(ctx, doing, fmt.Errorf("%w: it was opened for reading", ErrReadOnly))
	}
	return d.fail(ctx, doing, transact(ctx, d.writer, func(tx *sql.Tx) error {
		if err := f(tx); err != nil {
			return err
		}
		return d.checkNotReplaced()
	}))
}

// reading runs f in one transaction that sees one state of the database.
func (d *DB) reading(ctx context.Context, f func(tx *sql.Tx) error) error {
	tx, err := d.readers.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
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
