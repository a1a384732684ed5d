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
		if err != nil && !errors.Is(err, store.ErrOlder) { // which will be brought up to date
			return nil, err
		}
	}
	return store.Open(ctx, path, mode)
}

// Exists reports whether there is a database, or a file that may not be one, so
// that a command that only takes something from it makes none. A server that
// cannot be asked counts as having it: opening it will say why.
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

// Close closes a database to which a command wrote. Unless the command has failed
// already, its error is that of closing.
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
