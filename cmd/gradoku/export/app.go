package export

import (
	"context"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gradoku/cmd/gradoku/cli"
	"gradoku/store"
)

// appFormat is the database that an app ships. It is not a text format, so the
// tables of package corpus do not list it.
const appFormat = "sqlite"

// wantsApp reports whether an app database is to be written.
func (o *options) wantsApp() bool {
	ext := strings.ToLower(filepath.Ext(o.output))
	return o.format == appFormat || o.format == "" && slices.Contains([]string{".sqlite", ".sqlite3"}, ext)
}

// checkApp refuses flags that do not go with an app database.
func (o *options) checkApp() error {
	if o.output == "-" {
		return cli.UsageError(errors.New("an app database cannot be written to stdout"), "name a file: -o puzzles.sqlite")
	}
	if _, isOurs := cli.DatabaseAt(o.output); isOurs {
		return cli.DataError(fmt.Errorf("%s is a database of gradoku, which is not overwritten", o.output), "name another file with -o")
	}
	for _, name := range []string{"morph", "labels"} {
		if o.Given(name) {
			return cli.UsageError(fmt.Errorf("--%s does not go with an app database, whose columns are fixed", name), "choose another --format, such as csv")
		}
	}
	return nil
}

// writeApp writes the puzzles of a filter as an app database, hashes the file,
// and returns their ids.
func writeApp(ctx context.Context, db *store.DB, filter store.Filter, path string, sum hash.Hash) ([]int64, error) {
	ids, err := store.WriteApp(ctx, path, db.Puzzles(ctx, filter))
	switch {
	case errors.Is(err, store.ErrFilter):
		return nil, err
	case errors.Is(err, context.Canceled):
		return nil, context.Canceled
	case err != nil:
		return nil, cli.DataError(err, "check that the folder exists, can be written to and has room")
	}
	f, err := os.Open(path)
	if err != nil {
		return ids, fmt.Errorf("recording the export: %w", err)
	}
	defer f.Close()
	if _, err := io.Copy(sum, f); err != nil {
		return ids, fmt.Errorf("recording the export: %w", err)
	}
	return ids, nil
}
