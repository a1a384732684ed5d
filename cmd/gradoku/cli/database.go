package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	urfave "github.com/urfave/cli/v2"

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

// ReadingDB is [Action] for a command that does nothing but read the database at
// path.
func ReadingDB(s Streams, call *Call, path *string, run func(context.Context, *store.DB) error) urfave.ActionFunc {
	return Action(s, call, func(ctx context.Context) error {
		return WithDB(ctx, *path, func(db *store.DB) error { return run(ctx, db) })
	})
}

// DBHint returns the --db to add to an advised command, if the user gave one.
func DBHint(call *Call, path string) string {
	if !call.Given("db") {
		return ""
	}
	if shown := store.Shown(path); strings.ContainsAny(shown, "?&") {
		return " --db '" + shown + "'"
	}
	return " --db " + store.Shown(path)
}

// NeedsServer refuses a file where several machines are to share the database.
func NeedsServer(path string) error {
	return UsageError(fmt.Errorf("%s is a file, which machines cannot share", path), "name a database on a server: --db postgres://user@host/name")
}

// DBFlag names the database.
func DBFlag(to *string) *urfave.StringFlag {
	const usual = "puzzles.db"
	return &urfave.StringFlag{
		Name: "db", Destination: to, Value: usual, EnvVars: []string{"GRADOKU_DB"},
		Usage: "the database: a `FILE`, or postgres://user@host/name",
		Action: func(_ *urfave.Context, path string) error {
			if path == "" { // an empty GRADOKU_DB counts as none
				*to = usual
			}
			return nil
		},
	}
}
