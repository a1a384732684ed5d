package main

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gradoku/internal/pgtest"
	"gradoku/task"
)

// warnings are lines of what a command says that are not about its end.
var warnings = regexp.MustCompile(`(?m)^gradoku: warning: .*\n`)

// TestRoles: a user who may only read can do all that reads, and one who may not make
// tables can do all that needs none. Anything else is refused in one line that says what
// is not permitted, and nothing of it is done. Their password is in no answer, file or
// row.
func TestRoles(t *testing.T) {
	const password = "hush-4711"
	owner, empty := pgtest.URL(t), pgtest.URL(t)
	dir := t.TempDir()
	must := func(args ...string) string {
		t.Helper()
		code, said, talk := call(t, args...)
		if code != 0 {
			t.Fatal(args, talk)
		}
		return said
	}
	made, sheet := filepath.Join(dir, "made.db"), filepath.Join(dir, "sheet.txt")
	must("generate", "-n", "3", "--seed", "5", "--quiet", "--db", made)
	must("export", "-o", sheet, "--quiet", "--db", made)
	must("generate", "-n", "12", "--seed", "1", "--quiet", "--db", owner)
	must("import", sheet, "--grade", "none", "--quiet", "--db", owner)
	schema := func(place string) string {
		u, err := url.Parse(place)
		if err != nil {
			t.Fatal(err)
		}
		return u.Query().Get("search_path")
	}
	pgtest.Exec(t, owner, "CREATE SCHEMA "+schema(empty))

	as := func(role, rights string) func(place string) string {
		role = fmt.Sprintf("%s_%d", role, rand.Int32())
		pgtest.Exec(t, owner, "CREATE ROLE "+role+" LOGIN PASSWORD '"+password+"'",
			"GRANT USAGE ON SCHEMA "+schema(owner)+", "+schema(empty)+" TO "+role, "GRANT "+rights+" ON ALL TABLES IN SCHEMA "+schema(owner)+" TO "+role)
		t.Cleanup(func() { pgtest.Exec(t, owner, "DROP OWNED BY "+role, "DROP ROLE "+role) })
		return func(place string) string {
			u, err := url.Parse(place)
			if err != nil {
				t.Fatal(err)
			}
			u.User = url.UserPassword(role, password)
			return u.String()
		}
	}
	commands := []struct {
		args           string // DB is the database, EMPTY one without tables, OUT a file
		reader, writer string // the refusal of who may only read, and of who may not make tables; "" where they may
	}{
		{"export --quiet --no-record -o OUT.csv --db DB", "", ""},
		{"export --quiet --no-record --format jsonl --labels all --db DB", "", ""},
		{"db copy --quiet -o OUT.db --db DB", "", ""},
		{"show 3 --db DB", "", ""},
		{"runs --db DB", "", ""},
		{"db check --run 1 --write-manifest OUT.json --db DB", "", ""},
		{"db check --run 1 --quiet --db DB", "", ""},
		{"list exports --json --db DB", "", ""},
		{"corpus list --json --db DB", "", ""},
		{"corpus show sheet --db DB", "", ""},
		{"db info --json --db DB", "", ""},
		{"db check --db DB", "", ""},
		{"study report --fast --resamples 100 --quiet -o OUT --db DB", "", ""},
		{"study measure --solves 1 --quiet --format csv -o OUT.csv --db DB", "", ""},
		{"grade --json DB", "", ""},

		{"generate -n 15 --seed 1 --quiet --db DB", "table run", ""},
		{"generate -n 1000000 --seed 2 --distribute --detach --quiet --db DB", "table run", ""},
		{"runs --cancel 2 --db DB", "there is no run 2", ""},
		{"import SHEET --name other --grade none --quiet --db DB", "table corpus", ""},
		{"regrade --quiet --db DB", "table puzzle_technique", ""},
		{"corpus remove other --yes --quiet --db DB", `there is no corpus "other"`, ""},
		{"corpus remove sheet --yes --quiet --db DB", "table label", ""},
		{"export --quiet --limit 2 -o OUT.csv --db DB", "table export", ""},
		{"export --quiet --limit 2 -o OUT.sqlite --db DB", "table export", ""},
		{"book --quiet --without lessons -n 2 -o OUT.pdf --db DB", "table export", ""},
		{"book --quiet --without lessons --size 6 -n 2 --generate-missing --seed 8 -o OUT.pdf --db DB", "table run", ""},

		{"worker --quiet --db DB", "schema ", "schema "},
		{"generate -n 5 --quiet --db EMPTY", "schema ", "schema "},
		{"generate -n 5 --distribute --quiet --db EMPTY", "schema ", "schema "},
		{"import SHEET --quiet --db EMPTY", "schema ", "schema "},
		{"db copy --quiet --db MADE -o EMPTY", "schema ", "schema "},
		{"worker --quiet --db EMPTY", "schema ", "schema "},
		{"generate -n 5 --quiet --db NONE", "database ", "database "},
	}
	whole := func() string {
		return must("export", "--quiet", "--no-record", "--format", "jsonl", "--labels", "all", "--db", owner) + must("runs", "--json", "--db", owner) +
			must("list", "exports", "--json", "--db", owner) + must("corpus", "list", "--json", "--db", owner)
	}
	for _, role := range []struct {
		name, rights string
		writes       bool
	}{
		{"reader", "SELECT", false},
		{"writer", "SELECT, INSERT, UPDATE, DELETE", true},
	} {
		place := as(role.name, role.rights)
		before := whole()
		for _, c := range commands {
			if role.writes && c.reader == "" && !*long {
				continue // it may do all that the reader may
			}
			out := t.TempDir()
			args := strings.Fields(c.args)
			for i := range args {
				args[i] = strings.NewReplacer("DB", place(owner), "EMPTY", place(empty), "NONE", place(owner)+"_none",
					"OUT", filepath.Join(out, "out"), "SHEET", sheet, "MADE", made).Replace(args[i])
			}
			want := c.reader
			if role.writes {
				want = c.writer
			}
			code, said, talk := call(t, args...)
			talk = warnings.ReplaceAllString(talk, "")
			line, _, _ := strings.Cut(talk, "\n")
			switch {
			case want == "":
				if code != 0 {
					t.Errorf("%s: %s: exit code %d\n%s", role.name, c.args, code, talk)
				}
			case code != task.Data || !strings.HasPrefix(line, "gradoku: ") || strings.Count(talk, "\n") != 2 || !strings.Contains(line, want) ||
				!strings.HasPrefix(want, "there is no") && !strings.Contains(line, "not permitted (permission denied for "+want):
				t.Errorf("%s: %s: exit code %d, want %q\n%s", role.name, c.args, code, want, talk)
			}
			all := said + talk
			if err := fs.WalkDir(os.DirFS(out), ".", func(path string, d fs.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return err
				}
				if code != 0 && want != "" {
					t.Errorf("%s: %s: it left %s", role.name, c.args, path)
				}
				text, err := fs.ReadFile(os.DirFS(out), path)
				all += string(text)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(all, password) {
				t.Errorf("%s: %s: its password is in what it wrote", role.name, c.args)
			}
		}
		if diff := cmp.Diff(before, whole()); !role.writes && diff != "" {
			t.Errorf("something was changed for %s:\n%s", role.name, diff)
		}
	}
	file := filepath.Join(dir, "all.db")
	must("db", "copy", "--quiet", "-o", file, "--db", owner)
	if text, err := os.ReadFile(file); err != nil || strings.Contains(string(text), password) {
		t.Errorf("the password is in a row, or %v", err)
	}
}
