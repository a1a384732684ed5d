package cli

import (
	"errors"

	urfave "github.com/urfave/cli/v2"

	"gradoku/store"
)

// withDB opens the database of --db for reading round an action.
func WithDB(c *urfave.Context, s Streams, action func(*urfave.Context, Streams, *store.DB) error) error {
	db, err := store.Open(c.Context, DbPath(c), store.ReadOnly)
	if err != nil {
		return err
	}
	defer db.Close()
	return action(c, s, db)
}

// openExisting opens the database of --db and does not make one.
func OpenExisting(c *urfave.Context, mode store.Mode) (*store.DB, error) {
	if mode == store.ReadWrite {
		db, err := store.Open(c.Context, DbPath(c), store.ReadOnly)
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
	return store.Open(c.Context, DbPath(c), mode)
}

// dbHint repeats --db in an advised command when the user gave it.
func DbHint(c *urfave.Context) string {
	if !c.IsSet("db") {
		return ""
	}
	return " --db " + DbPath(c)
}

func DbFlag() *urfave.StringFlag {
	return &urfave.StringFlag{
		Name: "db", Value: "puzzles.db", EnvVars: []string{"GRADOKU_DB"},
		Usage: "the database `FILE`",
	}
}

// dbPath is the database to use. An empty GRADOKU_DB counts as none.
func DbPath(c *urfave.Context) string {
	if path := c.String("db"); path != "" {
		return path
	}
	return "puzzles.db"
}
