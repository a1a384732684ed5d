package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"pgregory.net/rapid"

	"gradoku/internal/pgtest"
	"gradoku/migrations"
)

// allKinds fills a database with all kinds of rows.
func allKinds(t testing.TB, d *DB) {
	t.Helper()
	r := rand.New(rand.NewPCG(7, 7))
	run := begin(t, d, wish(1, 500))
	b := Batch{RunID: run.ID, To: 700}
	for seq := range b.To {
		if r.IntN(4) > 0 {
			b.Puzzles = append(b.Puzzles, varied(r, seq))
		}
	}
	save(t, d, b)
	begin(t, d, wish(2, 10))
	f := imported(t, d, "first", "a.tsv")
	first := item(1, 1, Label{"se", "7.2"}, Label{"Author", "Ada"}, Label{"votes", "12"}, Label{"large", "1.5e+20"}, Label{"code", "007"})
	f, _ = take(t, d, f, first, turned(item(2, 1, Label{"se", "7.0"})), item(3, 2))
	take(t, d, f, Item{Line: 4, Column: 2, Status: StatusMalformed, Reason: "what?"},
		Item{Line: 5, Status: StatusSeveral, Reason: "two", Puzzle: Puzzle{Givens: "1..."}, Labels: []Label{{"x", "y"}}})
	must(t, d.EndImport(t.Context(), f.ID))
	if _, err := record(t.Context(), d, Export{Kind: "sdm", Path: "a.sdm", SHA256: strings.Repeat("0f", 32), FilterJSON: "{}", IDs: []int64{3, 1, 2}}); err != nil {
		t.Fatal(err)
	}
}

// everything reads all tables of a database, without the times.
func everything(t testing.TB, d *DB) map[string][][]any {
	t.Helper()
	all := map[string][][]any{}
	columns, err := currentColumns()
	must(t, err)
	tables, err := tableNames()
	must(t, err)
	for _, table := range tables {
		if table == "migration" {
			continue
		}
		names := slices.DeleteFunc(slices.Clone(columns[table]), func(name string) bool { return strings.HasSuffix(name, "_at") || name == "value" })
		if table == "label" {
			names = append(names, d.engine.label.columns)
		}
		rows := rowsOf(t, d, "SELECT "+strings.Join(names, ", ")+" FROM "+table)
		if n := len(columns["label"]) - 1; table == "label" {
			for i, row := range rows {
				rows[i] = append(slices.Clone(row[:n]), d.engine.label.read(row[n:]))
			}
		}
		slices.SortFunc(rows, func(a, b []any) int { return strings.Compare(fmt.Sprintf("%6v", a), fmt.Sprintf("%6v", b)) })
		all[table] = rows
	}
	return all
}

// TestEnginesHaveTheSameRows: the same calls make the same rows.
func TestEnginesHaveTheSameRows(t *testing.T) {
	var first map[string][][]any
	onEveryEngine(t, func(t *testing.T) {
		d := create(t)
		allKinds(t, d)
		sound(t, d)
		got := everything(t, d)
		if first == nil {
			first = got
		}
		same(t, "rows", got, first)
	})
}

// TestCopyBetweenEngines moves a file to a server and back: the rows are the same, and nothing
// goes into a database that has some.
func TestCopyBetweenEngines(t *testing.T) {
	folder := t.TempDir()
	file, back, server, other := filepath.Join(folder, "a.db"), filepath.Join(folder, "back.db"), pgtest.URL(t), pgtest.URL(t)
	d := reopen(t, file, ReadWrite)
	allKinds(t, d)
	want := everything(t, d)
	d.Close()
	for _, c := range []struct{ from, to string }{{file, server}, {server, other}, {other, back}} {
		from := reopen(t, c.from, ReadOnly)
		var read, total int64
		must(t, from.Copy(t.Context(), c.to, func(done, of int64) { read, total = done, of }))
		if read == 0 || read != total {
			t.Errorf("from %s: %d of %d rows", from.Path(), read, total)
		}
		copied := reopen(t, c.to, ReadOnly)
		sound(t, copied)
		same(t, "rows of "+copied.Path(), everything(t, copied), want)
	}
	if err := reopen(t, file, ReadOnly).Copy(t.Context(), server, nil); err == nil || !strings.Contains(err.Error(), "it already holds runs") {
		t.Errorf("copying into a database with rows: %v", err)
	}
	if left, err := filepath.Glob(filepath.Join(folder, ".*")); err != nil || len(left) > 0 {
		t.Errorf("copies leave %v, %v", left, err)
	}
}

// TestServerCheckFinds plants faults that no constraint is in the way of.
func TestServerCheckFinds(t *testing.T) {
	d := reopen(t, pgtest.URL(t), ReadWrite)
	run := begin(t, d, wish(1, 8))
	save(t, d, Batch{RunID: run.ID, To: 10, Puzzles: genuine(8)})
	for _, c := range []struct{ fault, undo, want string }{
		{"UPDATE run SET accepted = 6", "UPDATE run SET accepted = 8", "run 1: counts 6 puzzles but has 8"},
		{
			"UPDATE puzzle SET run_id = 99 WHERE id = 8", "UPDATE puzzle SET run_id = 1 WHERE id = 8",
			"puzzle 8: refers to a row of run that does not exist",
		},
		{"UPDATE puzzle SET freedom = freedom + 1 WHERE id = 3", "UPDATE puzzle SET freedom = freedom - 1 WHERE id = 3", "puzzle 3: its freedom is"},
		{"INSERT INTO puzzle_technique VALUES (11, 99, 1)", "DELETE FROM puzzle_technique WHERE puzzle_id = 99", "puzzle_technique 99: uses technique 11"},
		{"UPDATE puzzle SET hardest = 1000 WHERE id = 2", "", "puzzle 2: refers to a row of technique that does not exist"},
	} {
		exec(t, d, c.fault)
		problems, err := d.Check(t.Context(), true, nil)
		if err != nil || !slices.ContainsFunc(problems, func(p Problem) bool { return strings.HasPrefix(p.String(), c.want) }) {
			t.Errorf("%s: %v, %v", c.fault, problems, err)
		}
		if c.undo != "" {
			exec(t, d, c.undo)
		}
	}
}

// TestServerComments: whoever looks at the schema with a tool of PostgreSQL's finds
// every table and column explained.
func TestServerComments(t *testing.T) {
	d := reopen(t, pgtest.URL(t), ReadWrite)
	bare, err := collect(t.Context(), d.readers, scanText, `SELECT c.relname || coalesce('.' || a.attname, '')
		FROM pg_class AS c LEFT JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0
		WHERE c.relkind IN ('r', 'v') AND c.relnamespace = CAST(current_schema() AS regnamespace)
			AND (obj_description(c.oid) IS NULL OR col_description(c.oid, a.attnum) IS NULL)`)
	if err != nil || len(bare) > 0 {
		t.Errorf("without a comment: %q, %v", bare, err)
	}
}

// TestShownURL: what is shown never holds a password.
func TestShownURL(t *testing.T) {
	for place, want := range map[string]string{
		"postgres://ada@host/name":                                            "postgres://ada@host/name",
		"postgres://ada:hush@host:5433/name?sslmode=require":                  "postgres://ada@host:5433/name",
		"postgresql://host/name?password=hush&user=ada":                       "postgresql://host/name?user=ada",
		"postgres:///name?host=/run/postgresql&search_path=books&sslkey=hush": "postgres:///name?host=/run/postgresql&search_path=books",
		"POSTGRES://ada:hu%73h@host/name":                                     "postgres://ada@host/name",
		"postgres://ada:hu/sh@host/name":                                      "postgres://...",
		"postgres://ada:12/hush@host/name":                                    "postgres://...",
		"postgres://ada:12#hush@host/name":                                    "postgres://...",
		"postgres://ada:12?hush@host/name":                                    "postgres://...",
		"postgres://ada:1@2/hush@host/name":                                   "postgres://...",
		"postgres://ada:hu sh@host/name":                                      "postgres://...",
		"postgres://ada:hush@host1:1,host2:2/name?target_session_attrs=any":   "postgres://ada@host1:1,host2:2/name",
		"postgres://?service=books&passfile=/hush":                            "postgres:?service=books",
		"postgres://ada:%zz@host/name":                                        "postgres://...",
		"mysql://ada:hush@host/name":                                          "mysql://...",
		"puzzles.db":                                                          "puzzles.db",
	} {
		got := Shown(place)
		if got != want && strings.TrimPrefix(got, "postgres://...") != "" {
			t.Errorf("%s is shown as %s, want %s", place, got, want)
		}
		if strings.Contains(got, "hush") || strings.Contains(got, "hu/sh") {
			t.Errorf("%s is shown as %s", place, got)
		}
	}
}

// refused opens what cannot be opened and checks the error: of a kind, one line,
// and no password.
func refused(t *testing.T, place string, mode Mode, want error, text string) {
	t.Helper()
	d, err := Open(t.Context(), place, mode)
	if err == nil {
		d.Close()
	}
	if !errors.Is(err, want) || !strings.Contains(fmt.Sprint(err), text) {
		t.Errorf("%s, mode %d: %v; want %v with %q", Shown(place), mode, err, want, text)
		return
	}
	if strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "hush") {
		t.Errorf("%s: %q", Shown(place), err)
	}
}

func TestOpenServerRefuses(t *testing.T) {
	server := pgtest.URL(t)
	with := func(place string, change func(u *url.URL, q url.Values)) string {
		u, err := url.Parse(place)
		must(t, err)
		q := u.Query()
		change(u, q)
		u.RawQuery = q.Encode()
		return u.String()
	}
	for _, mode := range []Mode{ReadWrite, ReadOnly} {
		for place, text := range map[string]string{
			"postgres://ada:hush@host:port/name":                                                           "its URL cannot be read",
			"postgres://ada:hu sh@host/name":                                                               "its URL cannot be read",
			"mysql://ada:hush@127.0.0.1:1/name":                                                            "its URL cannot be read",
			"postgres://ada:hush@127.0.0.1:1/name":                                                         "connection refused",
			"POSTGRES://ada:hush@127.0.0.1:1/name":                                                         "dial tcp 127.0.0.1:1",
			"postgres://ada:hush@localhost:1/name?sslmode=prefer":                                          "connection refused",
			"postgres://ada:hush@no-such-host.invalid/name":                                                "no-such-host.invalid",
			"postgres:///name?host=/no/such/folder&user=ada":                                               "no such file",
			"postgres://ada:hush@host/name?search_path=a,b":                                                "search_path must be one",
			with(server, func(u *url.URL, _ url.Values) { u.Path = "/nowhere" }):                           `database "nowhere" does not exist`,
			with(server, func(u *url.URL, _ url.Values) { u.User = url.UserPassword("stranger", "hush") }): "stranger",
		} {
			refused(t, place, mode, ErrServer, text)
		}
	}
	refused(t, server, ReadOnly, ErrNotFound, "nothing was ever saved")

	d := reopen(t, server, ReadWrite)
	allKinds(t, d)
	limited := fmt.Sprintf("limited_%d", rand.Int32())
	u, _ := url.Parse(server)
	schema := u.Query().Get("search_path")
	pgtest.Exec(t, server, "CREATE ROLE "+limited+" LOGIN", "GRANT USAGE ON SCHEMA "+schema+" TO "+limited)
	t.Cleanup(func() { pgtest.Exec(t, server, "DROP OWNED BY "+limited, "DROP ROLE "+limited) })
	asLimited := with(server, func(u *url.URL, _ url.Values) { u.User = url.User(limited) })
	refused(t, asLimited, ReadOnly, ErrDenied, "permission denied for table migration")
	refused(t, with(asLimited, func(_ *url.URL, q url.Values) { q.Set("search_path", "elsewhere") }), ReadWrite, ErrDenied, "permission denied for database")
	pgtest.Exec(t, server, "GRANT SELECT ON ALL TABLES IN SCHEMA "+schema+" TO "+limited)
	reader := reopen(t, asLimited, ReadOnly)
	same(t, "rows of a reader without rights to write", everything(t, reader), everything(t, d))

	for _, c := range []struct {
		change, undo string
		want         error
		text         string
	}{
		{"UPDATE migration SET version = 1000 WHERE version = 1", "UPDATE migration SET version = 1 WHERE version = 1000", ErrNewer, "its schema has version 1000"},
		{"CREATE TABLE mine (a int)", "DROP TABLE mine", ErrForeign, `it has the table "mine"`},
		{"CREATE MATERIALIZED VIEW copied AS SELECT 1 AS a", "DROP MATERIALIZED VIEW copied", ErrForeign, `"copied"`},
		{"ALTER TABLE run ADD COLUMN mine int", "ALTER TABLE run DROP COLUMN mine", ErrForeign, `its table run has the column "mine"`},
		{"ALTER TABLE puzzle RENAME scan TO effort", "ALTER TABLE puzzle RENAME effort TO scan", ErrCorrupt, "its table puzzle has no column scan"},
		{"CREATE RULE quiet AS ON INSERT TO run DO INSTEAD NOTHING", "DROP RULE quiet ON run", ErrForeign, `rule "quiet"`},
		{
			"CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'; CREATE TRIGGER loud BEFORE INSERT ON run EXECUTE FUNCTION f()",
			"DROP FUNCTION f CASCADE", ErrForeign, `trigger "loud"`,
		},
		{"ALTER TABLE export_item RENAME TO kept; CREATE VIEW export_item AS SELECT * FROM kept", "DROP VIEW export_item; ALTER TABLE kept RENAME TO export_item", ErrForeign, `it has the view "export_item"`},
		{"CREATE VIEW river_job AS SELECT 1 AS a", "DROP VIEW river_job", ErrForeign, `it has the view "river_job"`},
		{
			"CREATE TABLE river_job (a int); CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'; CREATE TRIGGER loud BEFORE INSERT ON river_job EXECUTE FUNCTION f()",
			"DROP TABLE river_job; DROP FUNCTION f", ErrForeign, `trigger "loud"`,
		},
		{"CREATE FUNCTION format(text, bigint, bigint) RETURNS text LANGUAGE sql AS 'SELECT $1'", "DROP FUNCTION format(text, bigint, bigint)", ErrForeign, `function "format"`},
		{"CREATE OPERATOR || (LEFTARG = text, RIGHTARG = integer, FUNCTION = repeat)", "DROP OPERATOR || (text, integer)", ErrForeign, `operator "||"`},
		{
			"CREATE FUNCTION never(oid, regnamespace) RETURNS boolean LANGUAGE sql AS 'SELECT false'; CREATE OPERATOR = (LEFTARG = oid, RIGHTARG = regnamespace, FUNCTION = never)",
			"DROP FUNCTION never(oid, regnamespace) CASCADE", ErrForeign, `function "never"`,
		},
	} {
		pgtest.Exec(t, server, c.change)
		for _, mode := range []Mode{ReadWrite, ReadOnly} {
			refused(t, server, mode, c.want, c.text)
		}
		pgtest.Exec(t, server, c.undo)
	}
	alien := pgtest.URL(t)
	u, _ = url.Parse(alien)
	pgtest.Exec(t, alien, "CREATE SCHEMA "+u.Query().Get("search_path"), "CREATE TABLE migration (a int)")
	refused(t, alien, ReadWrite, ErrForeign, "no schema version")
}

// TestUpdatedServer: the next version refuses this schema for reading and brings it up to date
// for writing, after which this version refuses it.
func TestUpdatedServer(t *testing.T) {
	place := pgtest.URL(t)
	reopen(t, place, ReadWrite).Close()
	next := postgresEngine
	next.migrations = append(slices.Clone(next.migrations), migrations.Migration{
		Version: len(next.migrations) + 1, Name: "next.sql", SHA256: strings.Repeat("0", 64), SQL: "CREATE INDEX puzzle_size ON puzzle (size);",
	})
	openNext := func(mode Mode) error {
		d, err := open(t.Context(), &DB{engine: &next, path: place}, mode)
		if err == nil {
			err = d.Close()
		}
		return err
	}
	if err := openNext(ReadOnly); !errors.Is(err, ErrOlder) {
		t.Errorf("reading it: %v, want ErrOlder", err)
	}
	if err := errors.Join(openNext(ReadWrite), openNext(ReadOnly)); err != nil {
		t.Error(err)
	}
	refused(t, place, ReadWrite, ErrNewer, "its schema has version 2")
}

// TestServerTakesAnyText: what PostgreSQL cannot store in a text becomes the
// replacement character.
func TestServerTakesAnyText(t *testing.T) {
	d := reopen(t, pgtest.URL(t), ReadWrite)
	take(t, d, imported(t, d, "first", "a.tsv"), item(1, 1, Label{"a\x00b", "\xff\x00"}))
	said, err := d.LabelsOf(t.Context(), 1)
	if err != nil || said["a\uFFFDb"] != "\uFFFD\uFFFD" {
		t.Errorf("%q, %v", said, err)
	}
}

// TestSettingsOfUsers: what a user or a database sets for all sessions changes no row.
func TestSettingsOfUsers(t *testing.T) {
	place := pgtest.URL(t)
	u, err := url.Parse(place)
	must(t, err)
	name := fmt.Sprintf("particular_%d", rand.Int32())
	pgtest.Exec(t, place, "CREATE ROLE "+name+" SUPERUSER LOGIN", "ALTER ROLE "+name+" SET client_encoding = LATIN1",
		"ALTER ROLE "+name+" SET quote_all_identifiers = on", "ALTER ROLE "+name+" SET standard_conforming_strings = off",
		"ALTER ROLE "+name+" SET search_path = pg_temp, public", "ALTER ROLE "+name+" SET default_transaction_isolation = serializable",
		"ALTER ROLE "+name+" SET DateStyle = German", "ALTER ROLE "+name+" SET idle_session_timeout = '3s'")
	t.Cleanup(func() { pgtest.Exec(t, place, "REASSIGN OWNED BY "+name+" TO current_user", "DROP ROLE "+name) })
	u.User = url.User(name)
	for _, mode := range []Mode{ReadWrite, ReadOnly} {
		d := reopen(t, u.String(), mode)
		if mode == ReadWrite {
			allKinds(t, d)
			take(t, d, imported(t, d, "letters", "a.tsv"), item(7, 1, Label{"name", "Zoë"}))
		}
		same(t, "rows", everything(t, d), everything(t, reopen(t, place, ReadOnly)))
		var idle string
		if err := d.readers.QueryRowContext(t.Context(), "SHOW idle_session_timeout").Scan(&idle); err != nil || idle != "0" {
			t.Errorf("sessions may be idle for %s, %v", idle, err)
		}
	}
	pgtest.Exec(t, place, "DO $$ BEGIN ASSERT (SELECT count(*) FROM label WHERE value = 'Zo\u00eb') = 1; END $$",
		"DO $$ BEGIN ASSERT NOT EXISTS (SELECT 1 FROM run WHERE beat_at NOT LIKE '2___-__-__T%'); END $$")
}

// TestServerGone: when the server dies, every kind of call ends with one line, and
// when it is back nothing is half done.
func TestServerGone(t *testing.T) {
	server := pgtest.StartIn(t, "/tmp")
	d := reopen(t, server.URL(), ReadWrite)
	run := begin(t, d, wish(1, 1000))
	save(t, d, fakeBatch(run.ID, 0, 40))
	before := everything(t, d)
	next, stop := 0, errors.New("none")
	for _, err := range d.Puzzles(t.Context(), Filter{}) {
		if next++; next == 5 {
			server.Stop(t)
		}
		if err != nil {
			stop = err
		}
	}
	// Rows that were on their way may have arrived before the end.
	if next < 40 && !errors.Is(stop, ErrServer) {
		t.Errorf("%d puzzles, then %v", next, stop)
	}
	_, saving := d.SaveBatch(t.Context(), fakeBatch(run.ID, 40, 40))
	_, reading := d.Run(t.Context(), run.ID)
	_, opening := Open(t.Context(), server.URL(), ReadOnly)
	for _, err := range []error{saving, reading, opening} {
		if !errors.Is(err, ErrServer) || strings.Contains(err.Error(), "\n") {
			t.Errorf("without a server: %v", err)
		}
	}
	server.Restart(t)
	same(t, "rows after a crash", everything(t, d), before)
	save(t, d, fakeBatch(run.ID, 40, 40))
}

// TestTimeLimits: a time limit, gradoku's own or one of the server for idle sessions, is not
// told as a server that cannot be reached.
func TestTimeLimits(t *testing.T) {
	for _, c := range []struct{ err, want error }{
		{fmt.Errorf("timeout: %w", context.DeadlineExceeded), nil},
		{&pgconn.PgError{Code: "57P05", Message: "idle"}, ErrLimit},
		{&pgconn.PgError{Code: "57P01", Message: "shut down"}, ErrServer},
		{&net.OpError{Op: "read", Err: os.ErrDeadlineExceeded}, ErrServer},
	} {
		if _, is := serverSentinel(c.err); is != c.want {
			t.Errorf("%v is told as %v, want %v", c.err, is, c.want)
		}
	}
}

// TestServerLimits: what the server's owner does not allow a session is told as such, and
// so is a session that is not one's own.
func TestServerLimits(t *testing.T) {
	d := reopen(t, pgtest.URL(t), ReadWrite)
	for _, c := range []struct {
		limit, statement string
		is               error
		text             string
	}{
		{"SET statement_timeout = 1", "SELECT pg_sleep(60)", ErrLimit, "statement timeout"},
		{"SET work_mem = '64kB'; SET temp_file_limit = 0", "SELECT a FROM generate_series(1, 100000) AS a ORDER BY -a", ErrLimit, "temp_file_limit"},
		{"SET max_stack_depth = '100kB'", "SELECT 1" + strings.Repeat(" + (1", 3000) + strings.Repeat(")", 3000), ErrLimit, "stack depth"},
		{"PREPARE mine AS SELECT 1", "PREPARE mine AS SELECT 1", ErrServer, "session mode"},
		{"SELECT 1", "EXECUTE another", ErrServer, "session mode"},
	} {
		conn, err := d.readers.Conn(t.Context())
		if err == nil {
			_, err = conn.ExecContext(t.Context(), c.limit)
		}
		must(t, err)
		_, err = conn.ExecContext(t.Context(), c.statement)
		conn.Raw(func(any) error { return driver.ErrBadConn }) // nobody gets a session with limits
		conn.Close()
		if err = d.fail(t.Context(), "asking", err); !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.text) || strings.Contains(err.Error(), "SQLSTATE") {
			t.Errorf("%s: %v", c.limit, err)
		}
	}
}

// TestWritersOfStrictServers: who waited for another writer sees what that has written, also
// where transactions usually keep the view of their beginning.
func TestWritersOfStrictServers(t *testing.T) {
	place := pgtest.URL(t) + "&default_transaction_isolation=serializable"
	d, other := reopen(t, place, ReadWrite), reopen(t, place, ReadWrite)
	begun := make(chan error, 1)
	if err := d.write(t.Context(), "holding on", func(tx txn) error {
		go func() {
			_, err := other.BeginRun(context.Background(), wish(2, 1))
			begun <- err
		}()
		for waits := false; !waits; {
			if err := d.readers.QueryRowContext(t.Context(), "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = CAST(CAST(hashtext(current_setting('search_path')) AS bit(32)) AS bigint))").Scan(&waits); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(t.Context(), "INSERT INTO run (id, command, options_json, seed, version, target, started_at) VALUES (1, 'generate', '{}', 1, 'x', 1, '2026-01-01T00:00:00Z')")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if err := <-begun; err != nil {
		t.Error(err)
	}
}

// TestBusyServer: a writer waits for another, but not for ever.
func TestBusyServer(t *testing.T) {
	place := pgtest.URL(t)
	d, other := reopen(t, place, ReadWrite), reopen(t, place, ReadWrite)
	err := d.write(t.Context(), "holding on", func(txn) error {
		_, err := other.BeginRun(context.Background(), wish(1, 1))
		return err
	})
	if !errors.Is(err, ErrBusy) {
		t.Error(err)
	}
}

// TestLabelText: both engines write numbers of up to twelve digits alike.
func TestLabelText(t *testing.T) {
	d := create(t)
	rapid.Check(t, func(r *rapid.T) {
		value := labelValue(rapid.OneOf(rapid.StringMatching(`-?[0-9]{1,6}(\.[0-9]{1,6})?|[0-9]{1,15}`),
			rapid.StringMatching(`-?[0-9]\.[0-9]{1,11}e[+-][0-9]{1,2}`)).Draw(r, "text"))
		var want string
		if err := d.readers.QueryRow("SELECT "+labelAsText("?1"), value).Scan(&want); err != nil {
			r.Fatal(err)
		}
		if got := labelText(value); got != want {
			r.Errorf("%v is %s, to SQLite %s", value, got, want)
		}
	})
}

func TestOpenServerAtOnce(t *testing.T) {
	place := pgtest.URL(t)
	errs := make(chan error)
	for range 8 {
		go func() {
			d, err := Open(t.Context(), place, ReadWrite)
			if err == nil {
				err = d.Close()
			}
			errs <- err
		}()
	}
	for range 8 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}
