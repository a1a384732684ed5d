package migrations

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"path"
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

// SQLite are the migrations of a SQLite file in the order in which they apply:
// the one at index i migrates version i to i+1.
var SQLite = sync.OnceValue(func() []Migration { return in("sqlite") })

// Postgres are the migrations of a PostgreSQL database. Its versions are
// numbered independently of SQLite's. The newest versions of both have the same
// tables and columns, except where PostgreSQL's migrations say otherwise.
var Postgres = sync.OnceValue(func() []Migration { return in("postgres") })

// in returns the migrations in a folder. A test checks their names.
func in(folder string) (all []Migration) {
	names, err := fs.Glob(files, folder+"/*.sql") // sorted by name, hence by number
	for i, name := range names {
		var text []byte
		if text, err = files.ReadFile(name); err != nil {
			break
		}
		sum := sha256.Sum256(text)
		all = append(all, Migration{i + 1, path.Base(name), string(text), hex.EncodeToString(sum[:])})
	}
	if err != nil {
		panic(err) // the files are part of the program
	}
	return all
}
