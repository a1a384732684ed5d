package cli

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	urfave "github.com/urfave/cli/v2"

	"gradoku/store"
)

// outputFlags name what a command writes, wherever they are flags of it.
var outputFlags = []string{"o", "rejects", "write-lp", "raw"}

// apartAnd is the Before of a command that has one already, or none.
func ApartAnd(before urfave.BeforeFunc) urfave.BeforeFunc {
	return func(c *urfave.Context) error {
		if err := Apart(c, outputFlags...); err != nil || before == nil {
			return err
		}
		return before(c)
	}
}

// apart refuses a file to be written that the command reads or writes besides:
// the result would take the place of what it was made from.
func Apart(c *urfave.Context, outputs ...string) error {
	taken := map[string]string{} // path: what it is to the command
	for _, arg := range c.Args().Slice() {
		taken[arg] = "is read"
	}
	if path := c.String("db"); path != "" {
		taken[path] = "is the database"
	}
	for _, name := range outputs {
		path := c.String(name)
		if path == "" || path == "-" {
			continue
		}
		for other, why := range taken {
			if samePlace(path, other) {
				return UsageError(fmt.Errorf("%s %s: the same file %s", Dashed(name), path, why), "name another file to write")
			}
		}
		taken[path] = "is named by " + Dashed(name)
	}
	return nil
}

// samePlace reports whether two names are of one ordinary file, there or not.
// What is no ordinary file, such as /dev/null, may be named twice.
func samePlace(a, b string) bool {
	info, err := os.Stat(a)
	if errors.Is(err, fs.ErrNotExist) {
		a, errA := filepath.Abs(a)
		b, errB := filepath.Abs(b)
		return errA == nil && errB == nil && a == b
	}
	return err == nil && info.Mode().IsRegular() && sameFile(a, b)
}

// noDatabase refuses to write over a database: the puzzles of months are no file
// to be replaced by a list of them. Nor is there a file without a name.
func noDatabase(path string) error {
	if path == "" {
		return UsageError(errors.New("the file to write has no name"), "name a file, or - for stdout where the command can")
	}
	if isSQLite, _ := DatabaseAt(path); isSQLite {
		return DataError(fmt.Errorf("%s is a database, which is not overwritten", path), "name another file to write")
	}
	return nil
}

// DatabaseAt reports whether there is a SQLite file, and whether it is one of
// gradoku's. What cannot be read is none: writing to it will tell why.
func DatabaseAt(path string) (isSQLite, isOurs bool) {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() { // opening a pipe would wait for its writer
		return false, false
	}
	f, err := os.Open(path)
	if err != nil {
		return false, false
	}
	defer f.Close()
	// The first 100 bytes are the header, 68 to 71 the application's number:
	// sqlite.org/fileformat.html, section 1.3.
	var header [100]byte
	if _, err := io.ReadFull(f, header[:]); err != nil || string(header[:16]) != "SQLite format 3\x00" {
		return false, false
	}
	return true, binary.BigEndian.Uint32(header[68:]) == store.ApplicationID
}

func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}
