package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"gradoku/task"
)

// TestStyleKeys: no key that a server takes from a browser has a file read.
func TestStyleKeys(t *testing.T) {
	dir := t.TempDir()
	style := filepath.Join(dir, "style.toml")
	reads := func(line string) bool {
		if err := os.WriteFile(style, []byte(line), 0o666); err != nil {
			t.Fatal(err)
		}
		app := &cli.App{
			Writer: io.Discard, ErrWriter: io.Discard, ExitErrHandler: func(*cli.Context, error) {},
			Commands: []*cli.Command{bookCommand(Streams{Out: io.Discard, Err: io.Discard})},
		}
		err := app.Run([]string{"gradoku", "book", "--db", filepath.Join(dir, "no.db"), "--quota", "easy=1", "--style", style, "-o", filepath.Join(dir, "x.pdf")})
		if err == nil {
			t.Fatalf("%s: there is no database, and a book", line)
		}
		return strings.Contains(err.Error(), "nowhere.ttf") && strings.Contains(err.Error(), "there is no file")
	}
	keys := task.StyleKeys()
	for _, key := range keys {
		if reads(key+` = "nowhere.ttf"`) || reads("["+key+"]\neasy = \"nowhere.ttf\"\n") {
			t.Errorf("the key %s names a file", key)
		}
	}
	if !reads(`font = "nowhere.ttf"`) {
		t.Error("the key font names a file, which is not read")
	}
	for _, key := range []string{"front", "back", "font", "font-bold", "font-italic", "pictures", "style", "o", "solutions-file"} {
		if slices.Contains(keys, key) {
			t.Errorf("a server takes the key %s", key)
		}
	}
}
