package migrations

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// released are the beginnings of the SHA-256 of migrations that databases have. Even the words
// of a comment stay as they are: SQLite keeps them in the schema, by which a database is known.
var released = map[string]string{
	"sqlite":   "680a32fb",
	"postgres": "e73e72af",
}

func TestMigrations(t *testing.T) {
	for engine, all := range map[string][]Migration{"sqlite": SQLite(), "postgres": Postgres()} {
		t.Run(engine, func(t *testing.T) {
			checkMigrations(t, all)
			for i, sum := range strings.Fields(released[engine]) {
				if !strings.HasPrefix(all[i].SHA256, sum) {
					t.Errorf("%s was altered, so databases made with it cannot be opened; write a new migration instead", all[i].Name)
				}
			}
		})
	}
}

func checkMigrations(t *testing.T, all []Migration) {
	if len(all) == 0 {
		t.Fatal("there is no migration")
	}
	for i, m := range all {
		sum := sha256.Sum256([]byte(m.SQL))
		if m.Version != i+1 || m.SHA256 != hex.EncodeToString(sum[:]) {
			t.Errorf("migration at %d: version %d, name %s, sum %s", i, m.Version, m.Name, m.SHA256)
		}
		if name := regexp.MustCompile(fmt.Sprintf(`^%04d_[a-z0-9_]+\.sql$`, i+1)); !name.MatchString(m.Name) {
			t.Errorf("%s is not named like %04d_what.sql", m.Name, i+1)
		}
		if !strings.Contains(m.SQL, "CREATE ") && !strings.Contains(m.SQL, "COMMENT ON COLUMN ") {
			t.Errorf("%s has a comment for no column: see doc.go on how to add a column with its comment", m.Name)
		}
	}
}
