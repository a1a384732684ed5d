package task

import (
	"context"
	"errors"
	"os"

	"gradoku/store"
)

// OpenExisting opens a database but never creates one.
func OpenExisting(ctx context.Context, path string, mode store.Mode) (*store.DB, error) {
	if mode == store.ReadWrite {
		db, err := store.Open(ctx, path, store.ReadOnly)
		if err == nil {
			err = db.Close()
		}
		if err != nil && !errors.Is(err, store.ErrOlder) { // older databases are upgraded below
			return nil, err
		}
	}
	return store.Open(ctx, path, mode)
}

// Exists reports whether there is a database, or a file that may not be one. Commands that
// only read ask it first, so that they do not create a database. If a server cannot be
// reached, Exists returns true: opening the database will report why.
func Exists(ctx context.Context, place string) bool {
	if store.IsFile(place) {
		_, err := os.Stat(place)
		return err == nil
	}
	db, err := store.Open(ctx, place, store.ReadOnly)
	if err == nil {
		db.Close()
	}
	return !errors.Is(err, store.ErrNotFound)
}

// openFor opens a database for a task that writes to it, or that only keeps values there which
// it could also compute again. If the latter cannot write, it reads. Otherwise the database is
// opened for reading. No empty one is created, unless the task writes to one that is missing.
func openFor(ctx context.Context, path string, writes, keeps bool) (*store.DB, error) {
	if writes || keeps && Exists(ctx, path) {
		db, err := store.Open(ctx, path, store.ReadWrite)
		if writes || !errors.Is(err, store.ErrReadOnly) {
			return db, err
		}
	}
	return store.Open(ctx, path, store.ReadOnly)
}

// Close closes a database that a command wrote to. An error of closing is returned through
// err, unless err is set already.
func Close(db *store.DB, err *error) {
	if closing := db.Close(); *err == nil {
		*err = closing
	}
}

// WithDB opens a database for reading, passes it to use, and closes it.
func WithDB(ctx context.Context, path string, use func(*store.DB) error) error {
	db, err := store.Open(ctx, path, store.ReadOnly)
	if err != nil {
		return err
	}
	defer db.Close()
	return use(db)
}
