package main

import (
	"errors"
	"gradoku/store"

	"github.com/urfave/cli/v2"
)

// withDB opens the database of --db for reading round an action.
func withDB(c *cli.Context, s streams, action func(*cli.Context, streams, *store.DB) error) error {
	db, err := store.Open(c.Context, dbPath(c), store.ReadOnly)
	if err != nil {
		return err
	}
	defer db.Close()
	return action(c, s, db)
}

// openExisting opens the database of --db and does not make one.
func openExisting(c *cli.Context, mode store.Mode) (*store.DB, error) {
	if mode == store.ReadWrite {
		db, err := store.Open(c.Context, dbPath(c), store.ReadOnly)
		switch {
		case errors.Is(err, store.ErrOlder): // it will be brought up to date
		case err != nil:
			return nil, err
		default:
			if err := db.Close(); err != nil {
				return nil, err
			}
		}
	}
	return store.Open(c.Context, dbPath(c), mode)
}

// dbHint repeats --db in an advised command when the user gave it.
func dbHint(c *cli.Context) string {
	if !c.IsSet("db") {
		return ""
	}
	return " --db " + dbPath(c)
}

func dbFlag() *cli.StringFlag {
	return &cli.StringFlag{
		Name: "db", Value: "puzzles.db", EnvVars: []string{"GRADOKU_DB"},
		Usage: "the database `FILE`",
	}
}

// dbPath is the database to use. An empty GRADOKU_DB counts as none.
func dbPath(c *cli.Context) string {
	if path := c.String("db"); path != "" {
		return path
	}
	return "puzzles.db"
}
