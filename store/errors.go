package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
)

// The errors that a caller can test for. Every error of this package names the file
// and what was being done with it, and wraps one of these where one fits.
var (
	ErrNotFound    = errors.New("not found")                                       // no such file or folder, or no such row
	ErrNotDatabase = errors.New("not a database")                                  // not SQLite, unreadable, or no file at all
	ErrForeign     = errors.New("a database of another program")                   // SQLite, but not gradoku's
	ErrNewer       = errors.New("made by a newer gradoku")                         // this program does not know the schema version
	ErrOlder       = errors.New("made by an older gradoku")                        // the schema must be migrated, but it was opened ReadOnly
	ErrDevelopment = errors.New("made by a development version from before 0.1.0") // it has other tables
	ErrBusy        = errors.New("in use by another program")                       // locked for longer than busyTimeout
	ErrFull        = errors.New("the disk is full")                                // nothing of the transaction was kept
	ErrSaved       = errors.New("everything is saved")                             // only the -wal file could not be emptied: nothing has to be repeated
	ErrGone        = errors.New("no longer there")                                 // the open file was deleted, moved or replaced; nothing of the transaction was kept
	ErrReadOnly    = errors.New("cannot be written")                               // because of its permissions, its medium or its Mode
	ErrRaced       = errors.New("another process has continued it")                // nothing of the batch was kept
	ErrTaken       = errors.New("used by another book or export")                  // nothing was recorded
	ErrCorrupt     = errors.New("damaged")                                         // SQLite found the file inconsistent
	ErrServer      = errors.New("no connection to the server")                     // it does not answer, refused the connection, or went away
	ErrDenied      = errors.New("not permitted")                                   // the server's user lacks a right
	ErrLimit       = errors.New("stopped by a limit of the server")                // on time, memory or depth, set by its owner; nothing of the transaction was kept
	ErrFilter      = errors.New("the selection is not valid")                      // a malformed Filter
)

// ErrUnopened is [ErrCorrupt] for a database that cannot be opened for reading at all, not even
// to check it or to rescue what is still readable.
var ErrUnopened = fmt.Errorf("%w, and cannot be opened", ErrCorrupt)

// unopened is an error that matches ErrUnopened without its text.
type unopened struct{ error }

func (u unopened) Unwrap() error        { return u.error }
func (u unopened) Is(target error) bool { return target == ErrUnopened }

// errEmpty is for a file in which no table was ever made, such as a run leaves if it
// ends in its first milliseconds.
var errEmpty = fmt.Errorf("%w: the file is empty: nothing was ever saved in it", ErrNotFound)

// classify puts the matching sentinel in front of an error of the engine.
func (d *DB) classify(err error) error { return explain(err, d.engine.sentinel) }

// classify does the same as the method, for SQLite.
func classify(err error) error { return explain(err, sqliteSentinel) }

func explain(err error, sentinel func(error) (text string, is error)) error {
	if err == nil {
		return nil
	}
	text, is := sentinel(err)
	if wrong := misfit.FindStringSubmatch(err.Error()); wrong != nil {
		text, is = "a value of "+cmp.Or(wrong[1], "a column")+" has the wrong type", ErrCorrupt
	}
	switch {
	case is == nil || errors.Is(err, is):
		return err
	case text == "":
		return fmt.Errorf("%w (%w)", is, err)
	}
	return fmt.Errorf("%w (%s)", is, text)
}

// failing is fail for use in a defer.
func (d *DB) failing(ctx context.Context, doing string, err *error) {
	*err = d.fail(ctx, doing, *err)
}

// orMissing replaces sql.ErrNoRows with ErrNotFound and a text that names what is missing.
func orMissing(err error, format string, args ...any) error {
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("%w: "+format, append([]any{ErrNotFound}, args...)...)
	}
	return err
}

// misfit matches what database/sql says about a value that does not have the type of its
// column, as in a truncated file.
var misfit = regexp.MustCompile(`sql: Scan error on column index [0-9]+, name "(?:(\w+)")?`)

// fail names the file and what was being done with it. When ctx has ended, its cause
// replaces the error that SQLite returned. fail also returns an error if the file was
// read without locks and has changed since: the data may be from different times.
func (d *DB) fail(ctx context.Context, doing string, err error) error {
	switch {
	case err == nil && !d.changed():
		return nil
	case err == nil:
		err = fmt.Errorf("%w: it was written to while it was being read", ErrBusy)
	case ctx.Err() != nil:
		err = context.Cause(ctx)
	}
	return &placed{d.Path(), doing, d.classify(err)}
}

// placed is an error with the place that this package puts before it.
type placed struct {
	path, doing string
	err         error
}

func (p *placed) Error() string { return p.path + ": " + p.doing + ": " + p.err.Error() }
func (p *placed) Unwrap() error { return p.err }

// WithoutPlace returns the part of an error of this package that names neither the database
// nor what was being done with it: what somebody may read who knows neither.
func WithoutPlace(err error) error {
	for {
		p, ok := errors.AsType[*placed](err)
		if !ok {
			return err
		}
		err = p.err
	}
}
