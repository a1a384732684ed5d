package cli

import (
	"context"
	"fmt"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/store"
	"gradoku/task"
)

// ReadingDB is [Action] for a command that only reads the database at path.
func ReadingDB(s Streams, call *Call, path *string, run func(context.Context, *store.DB) error) urfave.ActionFunc {
	return Action(s, call, func(ctx context.Context) error {
		return task.WithDB(ctx, *path, func(db *store.DB) error { return run(ctx, db) })
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

// NeedsServer is the error for a database file where several machines must share the
// database.
func NeedsServer(path string) error {
	return UsageError(fmt.Errorf("%s is a file, and machines cannot share a database file", path), "name a database on a server: --db postgres://user@host/name")
}

// DBFlag names the database.
func DBFlag(to *string) *urfave.StringFlag {
	const usual = "puzzles.db"
	return &urfave.StringFlag{
		Name: "db", Destination: to, Value: usual, EnvVars: []string{"GRADOKU_DB"},
		Usage: "the database: a `FILE`, or postgres://user@host/name",
		Action: func(_ *urfave.Context, path string) error {
			if path == "" { // an empty GRADOKU_DB counts as unset
				*to = usual
			}
			return nil
		},
	}
}
