package cli

import (
	"context"
	"fmt"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/store"
	"gradoku/task"
)

// ReadingDB is [Action] for a command that only reads the database.
func ReadingDB(s Streams, call *Call, run func(context.Context, *store.DB) error) urfave.ActionFunc {
	return Action(s, call, func(ctx context.Context) error {
		return task.WithDB(ctx, call.DB, func(db *store.DB) error { return run(ctx, db) })
	})
}

// DBHint returns the --db to add to an advised command, if the user gave one.
func (c *Call) DBHint() string {
	if !c.Given("db") {
		return ""
	}
	if shown := store.Shown(c.DB); strings.ContainsAny(shown, "?&") {
		return " --db '" + shown + "'"
	}
	return " --db " + store.Shown(c.DB)
}

// NeedsServer returns an error if the database is a file where several machines must share
// it.
func (c *Call) NeedsServer() error {
	if !store.IsFile(c.DB) {
		return nil
	}
	return UsageError(fmt.Errorf("%s is a file, and machines cannot share a database file", c.DB), "name a database on a server: --db postgres://user@host/name")
}

// DBFlag names the database.
func (c *Call) DBFlag() *urfave.StringFlag {
	const usual = "puzzles.db"
	return &urfave.StringFlag{
		Name: "db", Destination: &c.DB, Value: usual, EnvVars: []string{"GRADOKU_DB"},
		Usage: "the database: a `FILE`, or postgres://user@host/name",
		Action: func(_ *urfave.Context, path string) error {
			if path == "" { // an empty GRADOKU_DB counts as unset
				c.DB = usual
			}
			return nil
		},
	}
}
