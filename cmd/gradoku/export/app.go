package export

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/store"
)

// appFormat is the one format of export that is no text and so is in no table of
// package corpus: the database that an app ships.
const appFormat = "sqlite"

// wantsApp reports whether an app database is to be written.
func wantsApp(c *urfave.Context) bool {
	name := c.String("format")
	ext := strings.ToLower(filepath.Ext(c.String("o")))
	return name == appFormat || name == "" && slices.Contains([]string{".sqlite", ".sqlite3"}, ext)
}

// checkApp refuses what an app database cannot be.
func checkApp(c *urfave.Context) error {
	path := c.String("o")
	if path == "-" {
		return cli.UsageError(errors.New("an app database cannot be written to stdout"), "name a file: -o puzzles.sqlite")
	}
	if _, isOurs := cli.DatabaseAt(path); isOurs {
		return cli.DataError(fmt.Errorf("%s is a database of gradoku, which is not overwritten", path), "name another file with -o")
	}
	for _, name := range []string{"morph", "labels"} {
		if c.IsSet(name) {
			return cli.UsageError(fmt.Errorf("--%s does not go with an app database, whose columns are fixed", name), "choose another --format, such as csv")
		}
	}
	return nil
}

// toApp writes the selected puzzles as an app database and records it.
func (e *export) toApp(c *urfave.Context, db *store.DB, path string, say func(string, ...any)) error {
	ids, err := store.WriteApp(c.Context, path, db.Puzzles(c.Context, e.filter))
	switch {
	case errors.Is(err, store.ErrFilter):
		return err
	case errors.Is(err, context.Canceled):
		return context.Canceled
	case err != nil:
		return cli.DataError(err, "check that the folder exists, can be written to and has room")
	}
	e.ids = ids
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("recording the export: %w", err)
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return fmt.Errorf("recording the export: %w", err)
	}
	if err := e.record(c, db, appFormat, path, sum); err != nil {
		return err
	}
	say("%s puzzles written to %s as %s", cli.Grouped(int64(len(ids))), path, appFormat)
	return nil
}
