package migrations

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"
	"testing/fstest"
)

// released are the beginnings of the SHA-256 of migrations that databases have. Even the words
// of a comment stay as they are: SQLite keeps them in the schema, by which a database is known.
var released = map[string]string{
	"sqlite":   "b35967ed",
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
		if !strings.Contains(m.SQL, "CREATE ") && !strings.Contains(m.SQL, "COMMENT ON COLUMN ") {
			t.Errorf("%s has a comment for no column: see doc.go on how to add a column with its comment", m.Name)
		}
	}
}

func TestMisnumberedFiles(t *testing.T) {
	for name, c := range map[string]struct{ files, want string }{
		"from two":      {"0002_a.sql", "should have the number 0001"},
		"a gap":         {"0001_a.sql 0003_b.sql", "0003_b.sql should have the number 0002"},
		"a number held": {"0001_a.sql 0001_b.sql", "0001_b.sql should have the number 0002"},
		"no number":     {"0001_a.sql tables.sql", "tables.sql is not named like"},
		"short number":  {"1_a.sql", "is not named like"},
		"other letters": {"0001_A-b.sql", "is not named like"},
	} {
		dir := fstest.MapFS{}
		for _, f := range strings.Fields(c.files) {
			dir[f] = &fstest.MapFile{Data: []byte("SELECT 1;")}
		}
		if _, err := list(dir); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q in it", name, err, c.want)
		}
	}
}
