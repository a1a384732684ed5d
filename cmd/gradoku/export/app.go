package export

import (
	"context"
	"errors"
	"fmt"
	"hash"
	"io"
	"iter"
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

// writeApp writes puzzles as an app database, hashes the file, and returns their
// ids.
func writeApp(ctx context.Context, to *cli.Draft, puzzles iter.Seq2[store.Puzzle, error], sum hash.Hash) (ids []int64, err error) {
	var reading error // says more than that the file cannot be written
	err = to.WriteAt(func(path string) error {
		ids, err = store.WriteApp(ctx, path, func(yield func(store.Puzzle, error) bool) {
			for p, err := range puzzles {
				reading = err
				if !yield(p, err) {
					return
				}
			}
		})
		if err != nil {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = io.Copy(sum, f)
		return err
	})
	switch {
	case errors.Is(err, context.Canceled):
		err = context.Canceled
	case reading != nil:
		err = reading
	}
	return ids, err
}
