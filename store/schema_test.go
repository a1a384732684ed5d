package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/golden"
	"gradoku/migrations"
)

// recipes are queries that docs/SCHEMA.md promises to work, each with a part of
// SQLite's plan for it: an index in the schema is there for one of these or for
// a query of this package.
var recipes = []struct {
	title, sql string
	args       []any
	plan       string
}{
	{"A puzzle by its id", "SELECT givens, solution, level, rating / 10.0 AS rating FROM puzzle WHERE id = ?", []any{1}, "SEARCH puzzle USING INTEGER PRIMARY KEY"},
	{"The next puzzle of a level that a player has not had", `SELECT id, givens, solution, rating FROM puzzle
WHERE level = ? AND id > ? ORDER BY id LIMIT 1`, []any{"gentle", 1}, "SEARCH puzzle USING INTEGER PRIMARY KEY (rowid>?)"},
	{"How many puzzles there are of each level", "SELECT level, count(*), round(avg(rating) / 10, 2) FROM puzzle GROUP BY level ORDER BY avg(rating)", nil, "SCAN puzzle"},
	{"The hardest ten", `SELECT p.id, p.givens, p.rating / 10.0 AS rating, t.name
FROM puzzle AS p JOIN technique AS t ON t.number = p.hardest
WHERE p.rating IS NOT NULL ORDER BY p.rating DESC LIMIT 10`, nil, "INDEX puzzle_rating"},
	{"The puzzles that need a technique", `SELECT p.givens, u.uses FROM technique AS t JOIN puzzle_technique AS u ON u.technique = t.number
JOIN puzzle AS p ON p.id = u.puzzle_id WHERE t.id = ?`, []any{"x-wing"}, "SEARCH u USING PRIMARY KEY (technique=?)"},
	{"The puzzles of a run, in the order in which they were made", "SELECT seq, givens FROM puzzle WHERE run_id = ? ORDER BY seq", []any{1}, "INDEX puzzle_run (run_id=?)"},
	{"What other people say about a puzzle, and who", `SELECT l.name, l.value, c.name
FROM label AS l JOIN corpus AS c ON c.id = l.corpus_id WHERE l.puzzle_id = ?`, []any{1}, "SEARCH l USING PRIMARY KEY (puzzle_id=?)"},
	{"One label of a corpus, beside the rating", `SELECT p.id, l.value, p.rating / 10.0 AS rating
FROM label AS l JOIN corpus AS c ON c.id = l.corpus_id JOIN puzzle AS p ON p.id = l.puzzle_id
WHERE c.name = ? AND l.name = ?`, []any{"first", "se"}, "SEARCH c USING"},
	{"Items of a corpus that are no proper puzzle", `SELECT f.name, i.line, i.col, i.reason
FROM corpus_item AS i JOIN corpus_file AS f ON f.id = i.file_id JOIN corpus AS c ON c.id = i.corpus_id
WHERE c.name = ? AND i.puzzle_id IS NULL`, []any{"first"}, "SEARCH i USING PRIMARY KEY (corpus_id=?)"},
	{"Puzzles that no book has had yet", `SELECT id, givens FROM puzzle AS p
WHERE level = ? AND NOT EXISTS (SELECT 1 FROM export_item AS e WHERE e.puzzle_id = p.id)`, []any{"gentle"}, "INDEX export_item_puzzle (puzzle_id=?)"},
}

// ownIndex is an index that an app may add to a file it ships, and ownQuery what
// it then makes quick.
const (
	ownIndex = "CREATE INDEX app_level ON puzzle (level, canon)"
	ownQuery = "SELECT id, givens FROM puzzle WHERE level = 'hard' ORDER BY canon LIMIT 10"
)

func TestRecipes(t *testing.T) {
	d, _ := library(t)
	take(t, d, imported(t, d, "first", "a.tsv"), item(1, 1, Label{"se", "7.2"}), Item{Line: 2, Status: StatusMalformed, Reason: "what?"})
	exec(t, d, "INSERT INTO label SELECT 1, name, corpus_id, seq, value FROM label")
	for _, r := range recipes {
		if plan := planOf(t, d, r.sql, r.args...); !strings.Contains(plan, r.plan) {
			t.Errorf("%s: the plan lacks %q:\n%s", r.title, r.plan, plan)
		}
		rows, err := d.readers.Query(r.sql, r.args...)
		if err != nil {
			t.Fatalf("%s: %v", r.title, err)
		}
		if !rows.Next() {
			t.Errorf("%s: no row", r.title)
		}
		rows.Close()
	}
	exec(t, d, ownIndex)
	if plan := planOf(t, d, ownQuery); !strings.Contains(plan, "INDEX app_level") {
		t.Errorf("%s is not used:\n%s", ownIndex, plan)
	}
}

func planOf(t *testing.T, d *DB, query string, args ...any) string {
	t.Helper()
	// A plan does not notice that another connection changed the schema, so ask
	// the one that did.
	rows, err := d.writer.Query("EXPLAIN QUERY PLAN "+query, args...)
	must(t, err)
	defer rows.Close()
	var plan strings.Builder
	for rows.Next() {
		var id, parent, unused int
		var detail string
		must(t, rows.Scan(&id, &parent, &unused, &detail))
		fmt.Fprintln(&plan, detail)
	}
	return plan.String()
}

// TestDeduced compares the generated columns with what package grade says, for every size and
// all values at the borders: in larger sizes, each number of clues with a quarter of the freedoms.
func TestDeduced(t *testing.T) {
	onEveryEngine(t, func(t *testing.T) {
		d := create(t)
		var batch Batch
		for _, geo := range board.Sizes() {
			for clues := range geo.Cells {
				for k, freedom := range []int{0, 420, 699, 700, 701, 819, 820, 821, 939, 940, 941, 1059, 1060, 1061, 1179, 1180, 2106} {
					if geo.Size > 6 && (clues+k)%4 != 0 {
						continue
					}
					p := fake(int64(len(batch.Puzzles)), int64(len(batch.Puzzles)+1))
					p.Size, p.Clues, p.Solution = geo.Size, clues, plain(geo)
					p.Givens = p.Solution[:clues] + strings.Repeat(".", geo.Cells-clues)
					p.Grade.Freedom = freedom * geo.Cells * (3*geo.Size - 1) / 2106
					p.Grade.Uses, p.Grade.Hardest = [grade.MaxTechniques]uint16{}, ""
					p.Grade.Rating = max(len(batch.Puzzles)%130, 10) % 129
					limit := grade.Levels()[len(batch.Puzzles)%4].ScanLimit(geo.Size) // the other levels have none
					p.Grade.Scan = max(0, limit-1+len(batch.Puzzles)%3)
					deduce(&p)
					batch.Puzzles = append(batch.Puzzles, p)
				}
			}
		}
		batch.To = int64(len(batch.Puzzles))
		batch.RunID = begin(t, d, wish(1, batch.To)).ID
		save(t, d, batch)
		for i, row := range rowsOf(t, d, "SELECT blanks, x, y, letter_printed, letter_fitted, level, "+levelSQL+" FROM puzzle AS p ORDER BY id") {
			g := &batch.Puzzles[i].Grade
			want := fmt.Sprintln(g.Blanks, g.X, g.Y, string(g.LetterPrinted), string(g.LetterFitted), g.Level, g.Level)
			if got := fmt.Sprintln(row...); got != want {
				t.Fatalf("puzzle %+v: the columns say %s, package grade %s", batch.Puzzles[i], got, want)
			}
		}
	})
}

// TestSchemaDocument generates docs/SCHEMA.md from the schema of a new database
// and compares.
func TestSchemaDocument(t *testing.T) {
	golden.Check(t, filepath.Join("..", "docs", "SCHEMA.md"), document(t, create(t)))
}

const preface = `# The database

Generated from the SQL files in migrations: to change it, change those and run ` + "`go test ./store -run SchemaDocument -update`" + `.

A gradoku database is one SQLite file, schema version %d, application id %d ("gdku"), for any SQLite tool. The file has
the same explanations (` + "`.schema`" + `), and the expressions of generated columns. The files ` + "`-wal`" + ` and ` + "`-shm`" + ` beside it belong to it.

`

// document writes the schema of a database in Markdown.
func document(t *testing.T, d *DB) string {
	t.Helper()
	all := migrations.SQLite()
	var b strings.Builder
	fmt.Fprintf(&b, preface, len(all), ApplicationID)
	for _, s := range statements(t, d, "table") {
		describe(t, d, &b, s[0], s[1])
	}
	fmt.Fprintf(&b, "## Indexes\n\nBeside those of the keys:\n\n")
	for _, s := range statements(t, d, "index") {
		fmt.Fprintf(&b, "- `%s`\n", s[1])
	}
	fmt.Fprintf(&b, "\nIn a copy of your own you can add others, such as\n\n"+
		"```sql\n%s;\n```\n\nwhich makes this quick:\n\n```sql\n%s;\n```\n\n"+
		"gradoku itself does not open such a copy: a file with a table, view, trigger or index of another program is refused.\n\n", ownIndex, ownQuery)
	fmt.Fprintf(&b, "## Queries\n")
	for _, r := range recipes {
		fmt.Fprintf(&b, "\n%s:\n\n```sql\n%s;\n```\n", r.title, r.sql)
	}
	return b.String()
}

// statements returns names and texts of what CREATE statements of a kind made.
func statements(t *testing.T, d *DB, kind string) [][2]string {
	t.Helper()
	rows, err := d.readers.Query("SELECT name, sql FROM sqlite_schema WHERE type = ? AND sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid", kind)
	must(t, err)
	defer rows.Close()
	var all [][2]string
	for rows.Next() {
		var s [2]string
		must(t, rows.Scan(&s[0], &s[1]))
		all = append(all, s)
	}
	return all
}

var (
	introLine  = regexp.MustCompile(`^ +-- (.*)$`)
	columnLine = regexp.MustCompile(`^  (\w+) +([A-Z]+)(.*?),? +-- (.*)$`)
	expression = regexp.MustCompile(`GENERATED ALWAYS AS .*`)
	ruleLine   = regexp.MustCompile(`^  ((?:PRIMARY|UNIQUE|FOREIGN|CHECK)\b.*?),?$`)
)

// describe writes one table or view: what its comments say, column by column.
func describe(t *testing.T, d *DB, b *strings.Builder, name, sql string) {
	t.Helper()
	var intro, columns, rules []string
	for _, line := range strings.Split(sql, "\n") {
		if m := introLine.FindStringSubmatch(line); m != nil {
			intro = append(intro, m[1])
		} else if m := columnLine.FindStringSubmatch(line); m != nil {
			rule := strings.Join(strings.Fields(m[2]+m[3]), " ")
			rule = expression.ReplaceAllString(rule, "GENERATED") // the file has the expression
			columns = append(columns, fmt.Sprintf("| `%s` | %s | `%s` |", m[1], m[4], strings.ReplaceAll(rule, "|", `\|`)))
		} else if m := ruleLine.FindStringSubmatch(line); m != nil {
			rules = append(rules, "- `"+m[1]+"`\n")
		}
	}
	has, err := counts(t.Context(), d.readers, "SELECT name, 0 FROM pragma_table_xinfo('"+name+"')")
	if err != nil || len(has) != len(columns) || len(intro) == 0 {
		t.Errorf("%s has %d columns, of which %d are explained (%v); its own comment is %q", name, len(has), len(columns), err, intro)
	}
	head := "| column | meaning | type and rule |\n|---|---|---|"
	fmt.Fprintf(b, "## %s\n\n%s\n\n%s\n%s\n\n%s", name,
		strings.Join(intro, "\n"), head, strings.Join(columns, "\n"), strings.Join(rules, ""))
	if len(rules) > 0 {
		fmt.Fprintln(b)
	}
}

// TestHostileSchema: a file from somebody else may hold objects that change what
// is saved, hang whoever reads, or have names that are SQL. None is opened, and
// none of its names is run.
func TestHostileSchema(t *testing.T) {
	dir := t.TempDir()
	owned := filepath.Join(dir, "owned.db")
	injection := `puzzle"; PRAGMA query_only=0; ATTACH '` + owned + `' AS e; CREATE TABLE e.t AS SELECT 'owned'; DELETE FROM export_item; --`
	for i, c := range []struct {
		sql  []string
		want error
		text string
	}{
		{[]string{`CREATE TABLE "` + strings.ReplaceAll(injection, `"`, `""`) + `" (x)`}, ErrForeign, "which gradoku does not create"},
		{[]string{"CREATE TABLE x (y)", `CREATE TABLE "x"" WHERE 0); ATTACH 'e.db' AS e; --" (y)`}, ErrForeign, "which gradoku does not create"},
		{[]string{"CREATE TRIGGER thief AFTER INSERT ON puzzle BEGIN DELETE FROM puzzle WHERE id <= 50; END"}, ErrForeign, `it has the trigger "thief"`},
		{[]string{"DROP TABLE label", "CREATE VIEW label AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS puzzle_id FROM n"}, ErrForeign, `it has the view "label"`},
		{[]string{"CREATE VIEW pragma_user_version AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) AS user_version FROM n"}, ErrForeign, `it has the view "pragma_user_version"`},
		{[]string{"CREATE VIEW pragma_user_version AS SELECT 1 AS user_version WHERE 0"}, ErrForeign, `it has the view "pragma_user_version"`},
		{[]string{"DROP INDEX puzzle_run"}, ErrCorrupt, "its index puzzle_run is missing"},
		{[]string{"CREATE UNIQUE INDEX one ON puzzle (size)"}, ErrForeign, `it has the index "one"`},
		{[]string{"CREATE TABLE diary (day)"}, ErrForeign, `it has the table "diary"`},
		{[]string{"PRAGMA user_version = -1"}, ErrForeign, "its schema has version -1"},
		{[]string{"PRAGMA user_version = -2147483648"}, ErrForeign, "its schema has version -2147483648"},
		{[]string{"PRAGMA user_version = 2147483647"}, ErrNewer, "version 2147483647"},
		{[]string{"PRAGMA user_version = 2"}, ErrNewer, "version 2"},
		{[]string{"PRAGMA user_version = 0"}, ErrForeign, "no schema version"},
		{[]string{"ANALYZE"}, nil, ""},
	} {
		path := filepath.Join(dir, fmt.Sprintf("%d.db", i))
		d := reopen(t, path, ReadWrite)
		for _, s := range c.sql {
			exec(t, d, s)
		}
		must(t, d.Close())
		before := snapshot(t, path)
		for _, mode := range []Mode{ReadOnly, ReadWrite} {
			d, err := Open(t.Context(), path, mode)
			if err == nil {
				d.Close()
			}
			if !errors.Is(err, c.want) || err != nil && !strings.Contains(err.Error(), c.text) {
				t.Errorf("%v, mode %d: %v, want %v and %q", c.sql, mode, err, c.want, c.text)
			}
		}
		if c.want == nil {
			continue
		}
		same(t, "files", snapshot(t, path), before)
	}
	if _, err := os.Stat(owned); err == nil {
		t.Error("a name was run")
	}
}
