package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
)

// What a caller can branch on. Every error of this package names the file and
// what was being done with it, and wraps one of these where one fits.
var (
	ErrNotFound    = errors.New("not found")                              // no such file or folder, or no such row
	ErrNotDatabase = errors.New("not a database")                         // not SQLite, unreadable, or no file at all
	ErrForeign     = errors.New("a database of another program")          // SQLite, but not gradoku's
	ErrNewer       = errors.New("made by a newer gradoku")                // schema version unknown to this program
	ErrOlder       = errors.New("made by an older gradoku")               // schema to be migrated, but opened ReadOnly
	ErrBusy        = errors.New("in use by another program")              // locked for longer than busyTimeout
	ErrFull        = errors.New("the disk is full")                       // nothing of the transaction was kept
	ErrSaved       = errors.New("everything is saved")                    // and only the -wal file could not be emptied: nothing is to be done again
	ErrGone        = errors.New("no longer there")                        // the open file was deleted, moved or replaced; nothing of the transaction was kept
	ErrReadOnly    = errors.New("cannot be written")                      // by its permissions, its medium or its Mode
	ErrRaced       = errors.New("another process went on with it")        // nothing of the batch was kept
	ErrTaken       = errors.New("used by another book or export")         // nothing was recorded
	ErrCorrupt     = errors.New("damaged")                                // SQLite found the file inconsistent
	ErrServer      = errors.New("no connection to the server")            // it does not answer, refuses, or has gone away
	ErrDenied      = errors.New("not permitted")                          // the server's user lacks a right
	ErrLimit       = errors.New("ended by a limit of the server")         // of time, memory or depth, set by its owner; nothing of the transaction was kept
	ErrMerge       = errors.New("these databases cannot be merged")       // they contradict each other or something is missing
	ErrFilter      = errors.New("this selection of puzzles is not valid") // a malformed Filter
)

// ErrUnopened is [ErrCorrupt] of a database that cannot be opened to read, not even to be checked
// or to save what can still be read.
var ErrUnopened = fmt.Errorf("%w, and cannot be opened", ErrCorrupt)

// unopened is an error that is ErrUnopened without the words.
type unopened struct{ error }

func (u unopened) Unwrap() error        { return u.error }
func (u unopened) Is(target error) bool { return target == ErrUnopened }

// errEmpty is for a file in which no table was ever made, as left by a run that
// ends in its first milliseconds.
var errEmpty = fmt.Errorf("%w: the file is empty, nothing was ever saved in it", ErrNotFound)

// classify puts the sentinel that fits in front of an error of the engine.
func (d *DB) classify(err error) error { return explain(err, d.engine.sentinel) }

// classify does so for SQLite.
func classify(err error) error { return explain(err, sqliteSentinel) }

func explain(err error, sentinel func(error) (text string, is error)) error {
	if err == nil {
		return nil
	}
	text, is := sentinel(err)
	if wrong := misfit.FindStringSubmatch(err.Error()); wrong != nil {
		text, is = "a value of "+cmp.Or(wrong[1], "a column")+" is of another type", ErrCorrupt
	}
	switch {
	case is == nil || errors.Is(err, is):
		return err
	case text == "":
		return fmt.Errorf("%w (%w)", is, err)
	}
	return fmt.Errorf("%w (%s)", is, text)
}

// misfit is what database/sql says of a value that is not of the type of its column, as
// in a file that was cut off.
var misfit = regexp.MustCompile(`sql: Scan error on column index [0-9]+, name "(?:(\w+)")?`)

// fail names the file and what was being done with it. When ctx has ended, its
// cause is the error, whatever SQLite made of the interruption. What was read without
// locks of a file that has changed meanwhile may be of different times: that fails too.
func (d *DB) fail(ctx context.Context, doing string, err error) error {
	switch {
	case err == nil && !d.changed():
		return nil
	case err == nil:
		err = fmt.Errorf("%w: it was written to while it was read", ErrBusy)
	case ctx.Err() != nil:
		err = context.Cause(ctx)
	}
	return fmt.Errorf("%s: %s: %w", d.Path(), doing, d.classify(err))
}

// busy reports whether waiting for another user of a file may help.
func busy(err error) bool { return errors.Is(classify(err), ErrBusy) }
