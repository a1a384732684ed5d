package store

import (
	"bytes"
	"cmp"
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
	"strconv"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"gradoku/internal/atomicfile"
	"gradoku/internal/text"
	"gradoku/migrations"
)

// sqliteEngine keeps a database in a file.
var sqliteEngine = engine{
	name:       "SQLite",
	migrations: migrations.SQLite(),
	owns:       func(string) bool { return true },
	shown:      func(place string) string { return place },
	open:       (*DB).openFile,
	close:      (*DB).closeFile,
	saving:     (*DB).checkNotReplaced,
	claim:      func(_ context.Context, _ txn, writer string) (bool, error) { return !atomicfile.Held(writer), nil },
	sentinel:   sqliteSentinel,
	describe:   (*DB).describeFile,
	structure:  checksOfFile,
	insert:     insertBlock,
	// With 1, 8, 32 and 128 rows in an INSERT, a puzzle with its grade took 25.1,
	// 22.6, 18.7 and 18.1 µs of processor time. A statement with more rows takes
	// longer to prepare.
	block: 32,
	dialect: dialect{
		list: "(SELECT value FROM json_each(?))",
		keys: func(keys [][16]byte) (string, []any) {
			args := make([]any, len(keys))
			for i := range keys {
				args[i] = keys[i][:]
			}
			return "canon IN (" + repeat("?", len(keys)) + ")", args
		},
		noCase: func(text string) string { return text + " COLLATE NOCASE" },
		index: func(name string) string {
			if name == "" {
				return " NOT INDEXED"
			}
			return " INDEXED BY " + name
		},
		uses: func(number int) string {
			at := fmt.Sprintf("instr(' ' || p.techniques, ' %d=')", number)
			return fmt.Sprintf("(CASE WHEN %s > 0 THEN CAST(substr(p.techniques, %s + %d) AS INTEGER) WHEN p.grader > 0 THEN 0 END)", at, at, len(strconv.Itoa(number))+1)
		},
		value: func(columnKind, bool, bool) string { return "?" },
		label: labelDialect{
			columns: "value",
			values:  func(value any) []any { return []any{value} },
			read:    func(values []any) any { return values[0] },
			text:    labelAsText("l.value"),
			same:    "l.value",
			order:   "l.value",
			number:  "CASE WHEN typeof(l.value) <> 'text' THEN l.value END",
			word:    "CASE WHEN typeof(l.value) = 'text' THEN l.value END",
			collate: " COLLATE NOCASE",
			least:   labelAsText("min(l.value)"),
			most:    labelAsText("max(l.value)"),
			pairs:   "json_group_array(json_array(l.name, " + labelAsText("l.value") + ") ORDER BY l.name, l.corpus_id, l.seq)",
		},
	},
}

// labelAsText returns the text of a label's value with up to 15 digits: a cast writes
// up to 17, and so makes 0.00099900000000000011 of 0.000999.
func labelAsText(value string) string {
	return fmt.Sprintf("(CASE typeof(%[1]s) WHEN 'real' THEN format('%%!.15g', %[1]s) ELSE CAST(%[1]s AS TEXT) END)", value)
}

// openFile makes the handles of a file, and the file if it is missing.
func (d *DB) openFile(ctx context.Context, mode Mode) error {
	err := identify(d.path, mode)
	if err == nil && mode == ReadWrite {
		err = d.openWriter(ctx)
	}
	if err == nil {
		err = d.openReaders(ctx, mode)
	}
	return err
}

// closeFile closes a file. The last connection removes -wal and -shm, but a read-only one
// cannot. SQLite makes a connection read-only by itself if the system has once refused to
// open the file for writing. In that case another connection is opened to remove the files.
func (d *DB) closeFile() error {
	err := errors.Join(d.emptyWAL(), d.closeHandles())
	if _, left := os.Stat(walOf(d.path)); left != nil || d.readers == nil || d.sealed != nil {
		return err
	}
	if last, err := connect(d.path, "mode=rw"); err == nil {
		// If this connection is not the last, or is refused, the files stay for the process
		// that closes the file last.
		_ = last.QueryRow("SELECT count(*) FROM sqlite_schema").Scan(new(int))
		_ = last.Close()
	}
	return err
}

// emptyWAL moves the contents of the -wal file into the database before it is
// closed. SQLite does so too, but does not report a failure. A reader may prevent
// part of it; then the last process to close the file does the rest.
func (d *DB) emptyWAL() error {
	if d.file == nil {
		return nil
	}
	_, err := d.writer.Exec("PRAGMA wal_checkpoint(PASSIVE)") // does not wait for other processes
	if err = classify(err); err == nil || errors.Is(err, ErrBusy) {
		return nil
	}
	return fmt.Errorf("%w, but part of it only in %s: %w", ErrSaved, filepath.Base(walOf(d.path)), err)
}

// identify checks a file without SQLite, which would lock it, might replay its
// journal, and with some pragmas would write to it. The header is enough because of
// how migrate works: the first transaction of a new file sets the application id
// before the file is in WAL mode, so the id is in the file itself as soon as there is
// a table.
func identify(path string, mode Mode) error {
	if err := atomicfile.CheckName(path); err != nil {
		return fmt.Errorf("%w: %w", ErrNotDatabase, err)
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && mode == ReadOnly:
		return fmt.Errorf("%w: there is no such file", ErrNotFound)
	case errors.Is(err, fs.ErrNotExist):
		if err := atomicfile.CheckNew(path); err != nil {
			return fmt.Errorf("%w: %w", ErrNotDatabase, err)
		}
		if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
			return fmt.Errorf("%w: there is no folder %s", ErrNotFound, filepath.Dir(path))
		}
	case err != nil: // mostly a folder that may not be read
		return text.FileError(err)
	case info.IsDir():
		return fmt.Errorf("%w: it is a folder", ErrNotDatabase)
	case !info.Mode().IsRegular(): // reading from a pipe would wait forever
		return fmt.Errorf("%w: it is not a regular file", ErrNotDatabase)
	case info.Size() == 0 && mode == ReadOnly:
		return errEmpty
	case mode == ReadWrite && links(info) > 1 && !swept(path):
		// SQLite names the -wal file after the path that it was given. If two processes
		// write under two names, one of them loses its data.
		return fmt.Errorf("%w: the file has %d names (hard links): copy it, or keep one of them", ErrReadOnly, links(info))
	case mode == ReadWrite && mounted(path): // also a second name, but not in the count of links
		return fmt.Errorf("%w: the file is mounted by itself (a bind mount): mount its folder", ErrReadOnly)
	case info.Size() > 0:
		if err := identifyHeader(path); err != nil || mode == ReadOnly {
			return err
		}
	}
	// SQLite would make a file with fewer permissions than the user's umask
	// allows. If it may not write a file, it opens it for reading and fails
	// only at the first transaction, perhaps after an hour of work.
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrReadOnly, err)
	}
	return f.Close()
}

// swept removes the temporary name that a killed copy may have left for a file. It
// reports whether the file then has only one name.
func swept(path string) bool {
	atomicfile.Sweep(path)
	info, err := os.Stat(path)
	return err == nil && links(info) == 1
}

// header reads the version and the application id in the header of a SQLite file, the 100 bytes
// described in "Database File Format", section 1.3, on sqlite.org.
func header(path string) (version int, id uint32, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	var header [100]byte
	if _, err := io.ReadFull(f, header[:]); err != nil {
		return 0, 0, fmt.Errorf("%w: it is too short to be one", ErrNotDatabase)
	}
	if !bytes.HasPrefix(header[:], []byte("SQLite format 3\x00")) {
		return 0, 0, fmt.Errorf("%w: it is not a SQLite file", ErrNotDatabase)
	}
	return int(binary.BigEndian.Uint32(header[60:])), binary.BigEndian.Uint32(header[68:]), nil
}

// DatabaseAt reports whether path is a SQLite file, and whether it is one of gradoku's
// databases. For a file that cannot be read, both are false: writing to it will show why.
func DatabaseAt(path string) (isSQLite, isOurs bool) {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() { // opening a pipe would wait for a writer
		return false, false
	}
	_, id, err := header(path)
	return err == nil, id == ApplicationID
}

// identifyHeader looks for SQLite's magic and gradoku's id.
func identifyHeader(path string) error {
	switch _, id, err := header(path); {
	case err != nil:
		return text.FileError(err)
	case id == ApplicationID:
		return nil
	case id == AppID:
		return fmt.Errorf("%w: gradoku exported it for an app; use the database that it came from", ErrNotDatabase)
	default:
		return fmt.Errorf("%w: its application id is %d", ErrForeign, id)
	}
}

// openWriter makes the handle that writes, and the file and its schema if they
// are missing.
func (d *DB) openWriter(ctx context.Context) error {
	// The undo log of an INSERT of many rows is kept in memory; in a file it
	// would take 3 of 25 µs per puzzle. Readers, which may sort millions of rows,
	// still use files.
	var err error
	if d.writer, err = connect(d.path, "mode=rwc&_txlock=immediate&_pragma=temp_store(MEMORY)&_pragma=cell_size_check(1)"+writerCache); err != nil {
		return err
	}
	d.writer.SetMaxOpenConns(1)
	if err := migrateTo(ctx, d.writer, d.engine.migrations); err != nil {
		return err
	}
	if err := switchToWAL(ctx, d.writer); err != nil {
		return err
	}
	if d.file, err = os.Stat(d.path); err != nil {
		return fmt.Errorf("%w: %w", ErrGone, err)
	}
	return d.syncTechniques(ctx)
}

// checkNotReplaced returns an error unless the writer's open file still has its
// name. Without this check, SQLite would continue writing to a deleted file, and
// everything saved would be lost when the file is closed.
func (d *DB) checkNotReplaced() error {
	switch now, err := os.Stat(d.path); {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w: it was deleted or moved", ErrGone)
	case err == nil && !os.SameFile(now, d.file):
		return fmt.Errorf("%w: another file now has its name", ErrGone)
	}
	return nil // also when this cannot be determined
}

// openReaders makes the handles that read. They do not use mode=ro: SQLite
// cannot clean up after such a connection and would leave -wal and -shm files
// next to the database. query_only refuses writes just as well.
func (d *DB) openReaders(ctx context.Context, mode Mode) error {
	var err error
	if d.readers, err = connect(d.path, "mode=rw&_query_only=1"+readerCache); err != nil {
		return err
	}
	d.readers.SetMaxIdleConns(idleReaders)
	if mode == ReadWrite {
		return nil
	}
	// A file without write permission, to which nobody writes now, is read without locks.
	// With locks, SQLite would create -wal and -shm files that belong to this user and have
	// the mode of the file: this process could not remove them, and users with write
	// permission for the file could not write to them.
	before, err := os.Stat(d.path)
	if err != nil {
		return err
	}
	sealed := (before.Mode().Perm()&0o222 == 0 || !mayWrite(d.path)) && !hasWAL(d.path)
	if !sealed {
		err = checkSchema(ctx, d.readers, d.engine.migrations)
		sealed = errors.Is(classify(err), ErrReadOnly) && !hasWAL(d.path)
	}
	if sealed {
		d.sealed = before
		d.readers.Close()
		if d.readers, err = connect(d.path, "mode=ro&immutable=1"+readerCache); err != nil {
			return err
		}
		err = checkSchema(ctx, d.readers, d.engine.migrations)
	}
	if err != nil {
		return err
	}
	_, err = checkTechniques(ctx, d.readers) // some may be missing
	return err
}

// Outdated reports whether a file that is read without locks was written to since it was
// opened, so that its data is old. Reading fails if the data may be from different times.
func (d *DB) Outdated() bool { return d.changed() || d.sealed != nil && hasWAL(d.path) }

// changed reports whether a file that is read without locks has changed since it was opened.
func (d *DB) changed() bool {
	if d.sealed == nil {
		return false
	}
	now, err := os.Stat(d.path)
	return err == nil && (now.Size() != d.sealed.Size() || !now.ModTime().Equal(d.sealed.ModTime()))
}

// hasWAL reports whether part of the database is in its -wal file.
func hasWAL(path string) bool { return fileSize(walOf(path)) > 0 }

// CheckAlone returns an error when an earlier database left a -wal or -journal file next to
// the name of a new one: SQLite would apply that file to the new database.
func CheckAlone(path string) error {
	for _, suffix := range []string{"-wal", "-journal"} {
		if fileSize(path+suffix) > 0 {
			return fmt.Errorf("%s%s is left over from an earlier database of the same name and would corrupt the new one", path, suffix)
		}
	}
	return nil
}

// walOf returns the name of a database's -wal file. If path is a symbolic link, SQLite puts
// this file next to the link's target.
func walOf(path string) string { return linked(path) + "-wal" }

// linked returns the target of a symbolic link, or path itself.
func linked(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

const (
	// idleReaders is how many connections are kept. More are made when needed, so
	// that a loop over puzzles can query the database without waiting for itself.
	idleReaders = 4
	// busyTimeout is how long, in milliseconds, a connection waits for another
	// process. One of gradoku's batches takes a tenth of a second.
	busyTimeout = "5000"
	// writerCache, 32 MiB, holds the index over canon for some hundred thousand puzzles.
	// Only in this index does a batch write to pages all over the file.
	writerCache = "&_pragma=cache_size(-32768)"
	// readerCache, 8 MiB, is a quarter of writerCache: each commit by another process empties
	// a reader's cache, and with 32 MiB look-ups took a tenth longer. Mapping the file
	// (mmap_size) would avoid the copying, but truncating the file would then end this
	// process with a SIGBUS.
	readerCache = "&_pragma=cache_size(-8192)"
)

// connect returns a pool whose connections all have the same pragmas. They are
// in the data source name because a pragma sent through a pool reaches one
// connection only.
func connect(path, params string) (*sql.DB, error) {
	name, err := fileURL(path, params+
		"&_busy_timeout="+busyTimeout+
		"&_foreign_keys=1"+
		"&_synchronous=NORMAL"+
		"&_dqs=0&_error_rc=1")
	if err != nil {
		return nil, err
	}
	return sql.Open("sqlite", name)
}

// fileURL returns the URI of a file for SQLite. The path is made absolute and escaped,
// because ?, # and % have a special meaning in URIs.
func fileURL(path, params string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	name := url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(abs), "/"), RawQuery: params}
	return name.String(), nil
}

// codes maps SQLite's result codes to sentinels. Extended codes come first,
// because they are looked up before their primary code, the low byte.
var codes = map[int]error{
	// The file ends early; there is no space for the WAL index.
	sqlite3.SQLITE_IOERR_SHORT_READ: ErrCorrupt,
	sqlite3.SQLITE_IOERR_SHMSIZE:    ErrFull,

	sqlite3.SQLITE_BUSY:     ErrBusy,
	sqlite3.SQLITE_LOCKED:   ErrBusy,
	sqlite3.SQLITE_FULL:     ErrFull,
	sqlite3.SQLITE_READONLY: ErrReadOnly,
	sqlite3.SQLITE_PERM:     ErrReadOnly,
	// The header was already read, so the file exists. What is missing is permission
	// to write the file, or its -wal and -shm.
	sqlite3.SQLITE_CANTOPEN: ErrReadOnly,
	sqlite3.SQLITE_CORRUPT:  ErrCorrupt,
	// The next id after the largest number that a column can hold is not an integer.
	sqlite3.SQLITE_MISMATCH: ErrCorrupt,
	sqlite3.SQLITE_NOTADB:   ErrNotDatabase,
}

// sqliteSentinel classifies the errors of SQLite's driver.
func sqliteSentinel(err error) (text string, is error) {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		is = cmp.Or(codes[e.Code()], codes[e.Code()&0xff])
	}
	return "", is
}

// describeFile fills in what a file and SQLite's library report about themselves.
func (d *DB) describeFile(ctx context.Context, i *Info) error {
	i.Bytes, i.WALBytes = fileSize(d.path), fileSize(walOf(d.path))
	return d.readers.QueryRowContext(ctx, "SELECT sqlite_version(), user_version FROM pragma_user_version").Scan(&i.Version, &i.Schema)
}

// fileSize returns the size of a file, 0 if it does not exist.
func fileSize(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// checksOfFile returns SQLite's own checks.
func checksOfFile(full bool) []check {
	name := "quick_check"
	if full {
		name = "integrity_check"
	}
	pragma := func(c *checker, ctx context.Context) error { // returns "ok" or a line for each problem
		return each(ctx, c.q, func(row scanner) error {
			line, err := scanText(row)
			if err != nil || line == "ok" {
				return err
			}
			return c.add("", 0, "SQLite: %s", line)
		}, "PRAGMA "+name)
	}
	return []check{pragma, problemsIn(danglingReferences)}
}

// danglingReferences looks for rows that refer to missing rows.
const danglingReferences = `SELECT "table", coalesce(rowid, 0), 'refers to a row of ' || parent || ' that does not exist'
		FROM pragma_foreign_key_check`

// insertBlock inserts the rows of an inserter in one statement, which is
// prepared once for a full block. The statements get a context that never ends,
// because otherwise the driver starts a goroutine for each. A prepared statement is
// closed with the transaction.
func insertBlock(in *inserter) error {
	ctx := context.WithoutCancel(in.ctx)
	if len(in.args) < cap(in.args) {
		_, err := in.tx.ExecContext(ctx, in.statement(len(in.args)/in.width), in.args...)
		return err
	}
	if in.full == nil {
		var err error
		if in.full, err = in.tx.PrepareContext(ctx, in.statement(in.tx.engine.block)); err != nil {
			return err
		}
	}
	_, err := in.full.ExecContext(ctx, in.args...)
	return err
}

// statement returns the statement that inserts n rows.
func (in *inserter) statement(n int) string {
	tuple := "(" + repeat("?", in.width) + ")"
	return "INSERT INTO " + in.table + " (" + in.columns + ") VALUES " + repeat(tuple, n)
}
