package migrations

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"regexp"
	"strconv"
	"sync"
)

//go:embed sqlite/*.sql postgres/*.sql
var files embed.FS

// Migration is one step from a schema version to the next.
type Migration struct {
	Version int    // the schema's version after this step, from 1
	Name    string // the file's name
	SQL     string // one or more statements
	SHA256  string // of SQL, in hex: what a database records about the step
}

// SQLite returns the migrations of a SQLite file in the order in which they apply:
// the one at index i migrates version i to i+1.
func SQLite() []Migration { return sqlite() }

// Postgres returns the migrations of a PostgreSQL database. Its versions are
// numbered independently of SQLite's. The newest versions of both have the same
// tables and columns, except where PostgreSQL's migrations say otherwise.
func Postgres() []Migration { return postgres() }

var sqlite, postgres = in("sqlite"), in("postgres")

// in returns a function that returns the migrations in a folder.
func in(folder string) func() []Migration {
	return sync.OnceValue(func() []Migration {
		dir, err := fs.Sub(files, folder)
		var all []Migration
		if err == nil {
			all, err = list(dir)
		}
		if err != nil {
			panic(err) // the files are part of the program, and a test reads them
		}
		return all
	})
}

var fileName = regexp.MustCompile(`^([0-9]{4})_[a-z0-9_]+\.sql$`)

// list reads the SQL files of a folder; fs.Glob sorts by name, hence by number.
func list(dir fs.FS) ([]Migration, error) {
	names, err := fs.Glob(dir, "*.sql")
	if err != nil {
		return nil, fmt.Errorf("listing migrations: %w", err)
	}
	var all []Migration
	for i, name := range names {
		m := fileName.FindStringSubmatch(name)
		if m == nil {
			return nil, fmt.Errorf("migration %s is not named like 0001_what.sql", name)
		}
		if n, _ := strconv.Atoi(m[1]); n != i+1 {
			return nil, fmt.Errorf("migration %s should have the number %04d", name, i+1)
		}
		text, err := fs.ReadFile(dir, name)
		if err != nil {
			return nil, fmt.Errorf("reading migration %s: %w", name, err)
		}
		sum := sha256.Sum256(text)
		all = append(all, Migration{i + 1, name, string(text), hex.EncodeToString(sum[:])})
	}
	return all, nil
}
