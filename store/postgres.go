package store

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"

	"gradoku/migrations"
)

// postgresEngine keeps a database in a schema of a PostgreSQL database, so that other
// programs' tables do not matter. The schema is called gradoku, unless the URL sets
// another name as search_path.
//
// Writers take turns, as with a file: a transaction that writes begins with an
// advisory lock. So it can read the largest id and use the next ones. Readers see the
// last commit and never wait.
var postgresEngine = engine{
	name:       "PostgreSQL",
	migrations: migrations.Postgres(),
	owns:       func(place string) bool { return anyScheme.MatchString(place) },
	shown:      shownURL,
	open:       (*DB).openServer,
	close:      (*DB).closeHandles,
	saving:     func(*DB) error { return nil },
	// The folder may be on another machine, so the lock is on the server. It ends with the
	// session.
	claim: func(ctx context.Context, tx txn, writer string) (free bool, err error) {
		return free, tx.QueryRowContext(ctx, "SELECT pg_try_advisory_lock(hashtextextended(?, 0))", writer).Scan(&free)
	},
	sentinel:  serverSentinel,
	describe:  (*DB).describeServer,
	structure: func(bool) []check { return []check{problemsIn(serverReferences)} },
	insert:    copyBlock,
	block:     4096,
	sends:     true,
	shares:    true,
	loaded:    "VACUUM (ANALYZE) puzzle, puzzle_technique, corpus_item, label, export_item",
	dialect: dialect{
		list: "(SELECT CAST(value AS BIGINT) AS value FROM json_array_elements_text(CAST(? AS JSON)))",
		keys: func(keys [][16]byte) (string, []any) {
			list := make([][]byte, len(keys))
			for i := range keys {
				list[i] = keys[i][:]
			}
			return "canon = ANY(?)", []any{list}
		},
		noCase: func(text string) string { return "lower(" + text + ")" },
		index:  func(string) string { return "" },
		uses: func(number int) string {
			return fmt.Sprintf("(CASE WHEN p.grader > 0 THEN coalesce(CAST(substring(' ' || p.techniques FROM ' %d=([0-9]+)') AS INTEGER), 0) END)", number)
		},
		// A value gets an explicit type. Otherwise a value that its column cannot hold
		// would be an error instead of a condition that no row meets.
		value: func(kind columnKind, ordered, number bool) string {
			switch {
			case kind == kindText:
				return "?"
			case kind != kindAny:
				return "CAST(? AS BIGINT)"
			case ordered && number:
				return "CAST(? AS DOUBLE PRECISION)"
			case ordered:
				return "CAST(? AS TEXT)"
			case number:
				return "('n' || CAST(? AS DOUBLE PRECISION) + 0)"
			}
			return "('t' || CAST(? AS TEXT))"
		},
		// The column value holds every label as a text, number those that are numbers.
		label: labelDialect{
			columns: "value, number",
			values: func(value any) []any {
				text := labelText(value)
				switch n := value.(type) {
				case int64:
					return []any{text, float64(n)}
				case float64:
					return []any{text, n}
				}
				return []any{text, nil}
			},
			read: func(values []any) any {
				text, number := values[0].(string), values[1]
				if number == nil {
					return text
				}
				if n, err := strconv.ParseInt(text, 10, 64); err == nil {
					return n
				}
				return number
			},
			text:   "l.value",
			same:   "CASE WHEN l.number IS NULL THEN 't' || lower(l.value) ELSE 'n' || l.number + 0 END",
			order:  "ROW(l.number IS NULL, l.number, lower(l.value))",
			number: "l.number",
			word:   "CASE WHEN l.number IS NULL THEN lower(l.value) END",
			least:  "(array_agg(l.value ORDER BY l.number NULLS LAST, l.value))[1]",
			most:   "(array_agg(l.value ORDER BY l.number DESC NULLS FIRST, l.value DESC))[1]",
			pairs:  "CAST(coalesce(json_agg(json_build_array(l.name, l.value) ORDER BY l.name, l.corpus_id, l.seq), '[]') AS TEXT)",
		},
	},
}

var (
	serverScheme = regexp.MustCompile(`^(?i:postgres(ql)?://)`)
	// anyScheme matches any URL: no file's name begins like this. Such a URL may contain a
	// password.
	anyScheme  = regexp.MustCompile(`^(?i:[a-z][a-z0-9+.-]+://)`)
	schemaName = regexp.MustCompile(`^[a-z_][a-z0-9_]{0,62}$`)
)

// errURL does not say what is wrong with a URL, because any part of it may be a piece
// of a password that was not escaped.
var errURL = fmt.Errorf("%w: its URL cannot be read; write postgres://user@host:5432/name, and %%40 for an @ within a part of it", ErrServer)

// shownURL leaves out the password and all parameters that do not say where the
// database is.
func shownURL(place string) string {
	u, err := url.Parse(place)
	if err != nil || u.Opaque != "" || !serverScheme.MatchString(place) || misread(u) {
		return anyScheme.FindString(place) + "..."
	}
	shown := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}
	if u.User != nil {
		shown.User = url.User(u.User.Username())
	}
	var where []string
	for _, key := range []string{"host", "port", "dbname", "user", "service", "search_path"} {
		if value := u.Query().Get(key); value != "" {
			where = append(where, key+"="+strings.ReplaceAll(url.QueryEscape(value), "%2F", "/"))
		}
	}
	shown.RawQuery = strings.Join(where, "&")
	return shown.String()
}

// misread reports whether a URL has an @ in its path, query or fragment. That happens only if
// a password contains an unescaped /, ? or #; then parts of the password are misread as other
// parts of the URL.
func misread(u *url.URL) bool {
	before, _, _ := strings.Cut(u.RawQuery, "=")
	return strings.Contains(u.Path+before+u.Fragment, "@")
}

// connectTimeout is how long a server may take to answer.
const connectTimeout = 10 * time.Second

// serverConfig reads a URL, and what the environment, a service file and a
// password file add to it. Every session must begin with the settings that it returns.
func serverConfig(place string) (config *pgx.ConnConfig, settings map[string]string, err error) {
	if u, err := url.Parse(place); err != nil || !serverScheme.MatchString(place) || misread(u) {
		return nil, nil, errURL
	}
	config, err = pgx.ParseConfig(plainScheme(place))
	if err != nil {
		return nil, nil, errURL
	}
	config.ConnectTimeout = cmp.Or(config.ConnectTimeout, connectTimeout)
	params := config.RuntimeParams
	schema := cmp.Or(params["search_path"], "gradoku")
	delete(params, "search_path")
	if !schemaName.MatchString(schema) {
		return nil, nil, fmt.Errorf("%w: search_path must be one plain name in lower-case letters", ErrServer)
	}
	params["application_name"] = cmp.Or(params["application_name"], "gradoku")
	// Statements here are short or read whole tables, so JIT compilation is wasted on them.
	return config, map[string]string{"search_path": schema, "jit": "off", "lock_timeout": busyTimeout, "TimeZone": "UTC", "DateStyle": "ISO"}, nil
}

// beginning returns a function that applies the settings to a new connection. A pooler refuses
// or drops most settings at the start of a session, and then the tables of another schema would
// be used. So the settings are made within the session, and the schema is checked.
func beginning(settings map[string]string) pgconn.AfterConnectFunc {
	var set strings.Builder
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		fmt.Fprintf(&set, "SET %s = '%s'; ", name, settings[name])
	}
	// A worker listens, and a web server waits, for longer than a limit for forgotten sessions
	// allows. PostgreSQL 13 has no such limit.
	set.WriteString("SELECT set_config('idle_session_timeout', '0', FALSE) WHERE current_setting('idle_session_timeout', TRUE) <> '0'; ")
	schema := settings["search_path"]
	set.WriteString("SELECT coalesce(current_schema(), '" + schema + "')") // there is no schema before the first command that writes
	return func(ctx context.Context, conn *pgconn.PgConn) error {
		if err := sameEncoding(ctx, conn); err != nil {
			return err
		}
		results, err := conn.Exec(ctx, set.String()).ReadAll()
		if err != nil {
			return err
		}
		if got := string(results[len(results)-1].Rows[0][0]); got != schema {
			return fmt.Errorf("the session is in the schema %s instead of %s", got, schema)
		}
		return nil
	}
}

// plainScheme writes a URL's scheme in lower case. pgx would take other spellings for its
// key=value form, find nothing in it, and connect to the default database.
func plainScheme(place string) string {
	return serverScheme.ReplaceAllStringFunc(place, strings.ToLower)
}

// sameEncoding makes a server exchange texts in the encoding in which it stores them. With
// a setting of the user's (ALTER ROLE ... SET client_encoding), UTF-8 could be converted as
// if it were LATIN1, and other users would not read what was saved.
func sameEncoding(ctx context.Context, conn *pgconn.PgConn) error {
	kept := conn.ParameterStatus("server_encoding")
	if kept == "" || conn.ParameterStatus("client_encoding") == kept {
		return nil
	}
	_, err := conn.Exec(ctx, "SET client_encoding = "+kept).ReadAll()
	return err
}

// openServer makes the handles of a database on a server, and its schema if it
// is missing.
func (d *DB) openServer(ctx context.Context, mode Mode) error {
	config, settings, err := serverConfig(d.path)
	if err != nil {
		return err
	}
	watchLinks(ctx, config)
	limit := time.Duration(0)
	if d.worker != "" {
		limit = TransactionTime
		maps.Copy(settings, workerParams)
		config.RuntimeParams["application_name"] = d.worker
	}
	config.AfterConnect = beginning(settings)
	if mode == ReadWrite {
		d.writer = sql.OpenDB(serverConnector{stdlib.GetConnector(*config), true, limit})
		d.writer.SetMaxOpenConns(1)
		if err := d.prepareServer(ctx, settings["search_path"]); err != nil {
			return err
		}
	}
	reading := config.Copy()
	settings["default_transaction_read_only"] = "on"
	reading.AfterConnect = beginning(settings)
	d.readers = sql.OpenDB(serverConnector{stdlib.GetConnector(*reading), false, 0})
	d.readers.SetMaxIdleConns(idleReaders)
	if d.worker != "" {
		d.readers.SetMaxOpenConns(workerReaders)
		return d.openPool(ctx, config)
	}
	if mode == ReadWrite {
		return nil
	}
	version, err := checkServer(ctx, d.readers, d.engine.migrations)
	switch newest := len(d.engine.migrations); {
	case err != nil:
		return err
	case version == 0:
		return fmt.Errorf("%w: nothing was ever saved in it", ErrNotFound)
	case version < newest:
		return older(version, newest)
	}
	_, err = checkTechniques(ctx, d.readers)
	return err
}

// workerParams are settings that release the locks of a worker that was disconnected or stopped.
var workerParams = map[string]string{
	"idle_in_transaction_session_timeout": "10s",
	"tcp_keepalives_idle":                 "10", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "3", "tcp_user_timeout": "20s",
}

// poolSize is how many connections a worker has for the queue, one of which listens, and
// workerReaders how many it has for reading. They are few because a server allows a hundred
// in all, for many workers.
const poolSize, workerReaders = 4, 2

// openPool makes the connections for the queue.
func (d *DB) openPool(ctx context.Context, config *pgx.ConnConfig) error {
	pool, err := pgxpool.ParseConfig(plainScheme(d.path))
	if err != nil {
		return errURL
	}
	pool.ConnConfig, pool.MaxConns = config.Copy(), poolSize
	d.pool, err = pgxpool.NewWithConfig(ctx, pool)
	return err
}

// prepareServer brings the schema up to date, one transaction per migration.
func (d *DB) prepareServer(ctx context.Context, schema string) error {
	all := d.engine.migrations
	version, err := checkServer(ctx, d.writer, all)
	for err == nil && version < len(all) {
		err = transact(ctx, d.writer, func(tx *sql.Tx) error {
			// Another process may have migrated it since, or added tables.
			if version, err = checkServer(ctx, tx, all); err != nil || version == len(all) {
				return err
			}
			if version == 0 {
				var made bool
				err := tx.QueryRowContext(ctx, schemaExists).Scan(&made)
				if err == nil && !made {
					_, err = tx.ExecContext(ctx, "CREATE SCHEMA "+pgx.Identifier{schema}.Sanitize())
				}
				if err != nil {
					return err
				}
			}
			m := all[version]
			version = m.Version
			return apply(ctx, tx, m, commentsIn(m.SQL))
		})
	}
	if err != nil {
		return err
	}
	return d.syncTechniques(ctx)
}

// documented matches what commentsIn and serverColumns look for in a migration: the beginning of a table, a comment
// on it, a column with its comment, and the end of a statement.
var documented = regexp.MustCompile(`(?m)^CREATE TABLE ([a-z_]+)|^  -- (.*)$|^  ([a-z0-9_]+)\b.*? -- (.*)$|;$`)

// commentsIn turns the comments inside the CREATE statements of a migration into
// COMMENT statements, which keep them in the database. SQLite keeps the text itself.
func commentsIn(text string) string {
	var statements strings.Builder
	var table, about string
	say := func(on, comment string) {
		fmt.Fprintf(&statements, "COMMENT ON %s IS '%s';\n", on, strings.ReplaceAll(comment, "'", "''"))
	}
	for _, m := range documented.FindAllStringSubmatch(text, -1) {
		switch create, comment, column := m[1], m[2], m[3]; {
		case create != "":
			table, about = create, ""
		case table == "": // the comment is in a statement of another kind
		case comment != "":
			about = strings.TrimSpace(about + " " + comment)
		case column != "":
			if about != "" {
				say("TABLE "+table, about)
				about = ""
			}
			say("COLUMN "+table+"."+column, m[4])
		default:
			table = ""
		}
	}
	return statements.String()
}

// schemaExists reads from a table. Otherwise the session could give an outdated answer, if
// it waited for another session that has made the schema since.
const schemaExists = "SELECT current_schema() IS NOT NULL FROM pg_namespace LIMIT 1"

// checkServer returns the version of the schema, 0 if there is none. It refuses a schema
// that has other tables or columns than gradoku makes, or code that would run when gradoku
// reads or writes. Whoever may create more than that in gradoku's own schema has the rights
// of its owner: see docs/OPERATIONS.md.
func checkServer(ctx context.Context, q querier, all []migrations.Migration) (int, error) {
	var exists bool
	if err := q.QueryRowContext(ctx, schemaExists).Scan(&exists); err != nil || !exists {
		return 0, err
	}
	columns, err := columnsThere(ctx, q)
	if err != nil || len(columns) == 0 {
		return 0, err
	}
	want := serverColumns()
	for _, c := range columns {
		switch known := want[c.table] != nil || slices.Contains(queueTables, c.table); {
		case c.table == developmentTable:
			return 0, ErrDevelopment
		case !known || c.kind != "table": // a view in place of a table could run any code
			return 0, fmt.Errorf("%w: it has the %s %q, which gradoku does not create", ErrForeign, c.kind, c.table)
		}
	}
	var added string
	err = q.QueryRowContext(ctx, serverAdded).Scan(&added)
	if err == nil {
		return 0, fmt.Errorf("%w: it has the %s, which gradoku does not create", ErrForeign, added)
	} else if !errors.Is(err, sql.ErrNoRows) {
		return 0, err
	}
	version := 0
	if slices.Contains(columns, serverColumn{"table", "migration", "version"}) {
		if err := q.QueryRowContext(ctx, "SELECT coalesce(max(version), 0) FROM migration").Scan(&version); err != nil {
			return 0, err
		}
	}
	switch newest := len(all); {
	case version <= 0:
		return 0, fmt.Errorf("%w: it has tables but no schema version", ErrForeign)
	case version > newest:
		return 0, newer(version, newest)
	case version < newest:
		return version, nil
	}
	// Another process may have migrated the schema since the columns were read.
	if columns, err = columnsThere(ctx, q); err != nil {
		return 0, err
	}
	have := map[string][]string{}
	for _, c := range columns {
		have[c.table] = append(have[c.table], c.name)
	}
	for table, names := range want {
		for _, name := range names {
			if !slices.Contains(have[table], name) {
				return 0, fmt.Errorf("%w: its table %s has no column %s", ErrCorrupt, table, name)
			}
		}
		for _, name := range have[table] {
			if !slices.Contains(names, name) {
				return 0, fmt.Errorf("%w: its table %s has the column %q, which gradoku does not create", ErrForeign, table, name)
			}
		}
	}
	return version, nil
}

// serverAdded looks for code that others added to a schema. A function or operator of the
// schema is called instead of the server's own if its arguments fit better. River, the queue,
// has one function.
const serverAdded = `WITH here AS (SELECT CAST(CAST(current_schema() AS regnamespace) AS oid) AS oid)
	SELECT 'trigger "' || CAST(tgname AS TEXT) || '"' FROM pg_trigger JOIN pg_class AS c ON c.oid = tgrelid
		WHERE NOT tgisinternal AND c.relnamespace = (SELECT oid FROM here)
	UNION ALL SELECT 'rule "' || CAST(rulename AS TEXT) || '"' FROM pg_rewrite JOIN pg_class AS c ON c.oid = ev_class
		WHERE c.relnamespace = (SELECT oid FROM here)
	UNION ALL SELECT 'function "' || CAST(proname AS TEXT) || '"' FROM pg_proc
		WHERE pronamespace = (SELECT oid FROM here) AND proname <> 'river_job_state_in_bitmask'
	UNION ALL SELECT 'operator "' || CAST(oprname AS TEXT) || '"' FROM pg_operator WHERE oprnamespace = (SELECT oid FROM here)
	LIMIT 1`

// serverColumn is a column of a table or a view.
type serverColumn struct{ kind, table, name string }

func columnsThere(ctx context.Context, q querier) ([]serverColumn, error) {
	return collect(ctx, q, into(func(c *serverColumn) []any { return []any{&c.kind, &c.table, &c.name} }), `SELECT CASE c.relkind WHEN 'r' THEN 'table' WHEN 'v' THEN 'view' ELSE 'relation' END, c.relname, a.attname
		FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
		WHERE c.relnamespace = CAST(CAST(current_schema() AS regnamespace) AS oid) AND c.relkind NOT IN ('i', 'c', 'S')
		ORDER BY c.relname, a.attnum`)
}

// queueTables are the tables of River, the queue, which maintains them itself. Workers
// make them, next to gradoku's.
var queueTables = []string{"river_job", "river_leader", "river_migration", "river_notification", "river_queue"}

// serverColumns are the columns of each table that the migrations make.
var serverColumns = sync.OnceValue(func() map[string][]string {
	columns, table := map[string][]string{}, ""
	for _, m := range migrations.Postgres() {
		for _, part := range documented.FindAllStringSubmatch(m.SQL, -1) {
			switch column := part[3]; {
			case column != "" && table != "":
				columns[table] = append(columns[table], column)
			case part[1] != "", part[0] == ";":
				table = part[1]
			}
		}
	}
	return columns
})

// describeServer fills in what the server reports about itself.
func (d *DB) describeServer(ctx context.Context, i *Info) error {
	return d.readers.QueryRowContext(ctx, `SELECT split_part(current_setting('server_version'), ' ', 1),
		(SELECT max(version) FROM migration),
		(SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class
			WHERE relkind = 'r' AND relnamespace = CAST(current_schema() AS regnamespace))`).Scan(&i.Version, &i.Schema, &i.Bytes)
}

// serverReferences looks for rows that refer to missing rows, for references that have no foreign
// key. Checking the pages is left to the server's own tools.
const serverReferences = `SELECT 'puzzle', p.id, 'refers to a row of run that does not exist' FROM puzzle AS p
			WHERE p.run_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM run AS r WHERE r.id = p.run_id)
		UNION ALL SELECT 'puzzle', p.id, 'refers to a row of technique that does not exist' FROM puzzle AS p
			WHERE p.hardest IS NOT NULL AND NOT EXISTS (SELECT 1 FROM technique AS t WHERE t.number = p.hardest)`

// serverSentinel classifies the errors of the server and of the connection to it. Its text
// is one line, even if connecting was tried in several ways.
func serverSentinel(err error) (text string, is error) {
	var said *pgconn.PgError
	var connecting *pgconn.ConnectError
	var network net.Error
	var op *net.OpError
	connected := !errors.As(err, &connecting)
	switch {
	case errors.As(err, &said):
		text = said.Message
		switch code := said.Code; {
		case code == "57P05": // the server owner's limit for idle sessions
			return text, ErrLimit
		case !connected || strings.HasPrefix(code, "28") || strings.HasPrefix(code, "57P") || strings.HasPrefix(code, "08"):
			return text, ErrServer
		case code == "26000" || code == "42P05": // a prepared statement from another session
			return "a connection pooler shares the session with other clients: set it to session mode, or connect without it", ErrServer
		case code == "55P03":
			return text, ErrBusy
		case code == "53100":
			return text, ErrFull
		case code == "57014" || code == "25P03" || code == "25P04" || strings.HasPrefix(code, "53") || strings.HasPrefix(code, "54"):
			return text, ErrLimit // timeouts, memory, temporary files, the depth of a condition
		case code == "42501":
			return text, ErrDenied
		case code == "25006":
			return text, ErrReadOnly
		case strings.HasPrefix(code, "XX00"):
			return text, ErrCorrupt
		}
		return "", nil
	case connected && errors.Is(err, context.DeadlineExceeded):
		return "", nil // a time limit of gradoku's own is not an error of the server
	case errors.As(err, &op):
		return op.Error(), ErrServer
	case errors.As(err, &network) && network.Timeout():
		return "it does not answer", ErrServer
	case !connected:
		lines := strings.Split(strings.TrimSpace(err.Error()), "\n")
		return strings.TrimSpace(lines[len(lines)-1]), ErrServer
	case errors.Is(err, driver.ErrBadConn), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, net.ErrClosed), errors.Is(err, io.EOF),
		strings.Contains(err.Error(), "conn closed"):
		return "the connection was lost", ErrServer
	}
	return "", nil
}

// writersLock makes writers take turns. The end of the transaction releases it.
var writersLock = fmt.Sprintf("SELECT pg_advisory_xact_lock(%d, hashtext(current_setting('search_path')))", ApplicationID)

// serverConnector makes connections that accept statements as this package writes them.
// locks is true for the writer's connections; limit is the time limit of its transactions.
type serverConnector struct {
	driver.Connector
	locks bool
	limit time.Duration // 0 for none
}

// Connect makes a connection.
func (c serverConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &serverConn{conn.(*stdlib.Conn), c.locks, c.limit}, nil
}

// serverConn is a connection.
type serverConn struct {
	*stdlib.Conn
	locks bool
	limit time.Duration
}

// BeginTx begins a transaction, whatever isolation is the server's default. One that writes
// waits until no other writes, and sees what they wrote while it waited. One that reads sees
// the same state of the database to its end.
func (c *serverConn) BeginTx(ctx context.Context, opts driver.TxOptions) (driver.Tx, error) {
	opts.Isolation = driver.IsolationLevel(sql.LevelReadCommitted)
	if opts.ReadOnly {
		opts.Isolation = driver.IsolationLevel(sql.LevelRepeatableRead)
	}
	tx, err := c.Conn.BeginTx(ctx, opts)
	if err != nil || !c.locks || opts.ReadOnly {
		return tx, err
	}
	if conn := c.Conn.Conn().PgConn().Conn(); c.limit > 0 {
		tx = &limitedTx{tx, time.AfterFunc(c.limit, func() { conn.SetDeadline(time.Now()) })}
	}
	if _, err := c.Conn.Conn().Exec(ctx, writersLock); err != nil {
		return nil, errors.Join(err, tx.Rollback())
	}
	return tx, nil
}

// PrepareContext prepares a statement.
func (c *serverConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	return c.Conn.PrepareContext(ctx, numbered(query))
}

// QueryContext runs a query.
func (c *serverConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	return c.Conn.QueryContext(ctx, numbered(query), args)
}

// ExecContext runs a statement, any number of statements without values, or
// the COPY of a block of rows.
func (c *serverConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if len(args) == 0 {
		tag, err := c.Conn.Conn().Exec(ctx, query, pgx.QueryExecModeSimpleProtocol)
		return driver.RowsAffected(tag.RowsAffected()), err
	}
	if in, ok := args[0].Value.(*inserter); ok {
		row := make([]any, in.width)
		rows := pgx.CopyFromSlice(len(in.args)/in.width, func(i int) ([]any, error) {
			for k := range row {
				row[k] = serverValue(in.args[i*in.width+k])
			}
			return row, nil
		})
		n, err := c.Conn.Conn().CopyFrom(ctx, pgx.Identifier{in.table}, strings.Split(in.columns, ", "), rows)
		return driver.RowsAffected(n), err
	}
	return c.Conn.ExecContext(ctx, numbered(query), args)
}

// CheckNamedValue converts a value to one that the tables can hold.
func (c *serverConn) CheckNamedValue(v *driver.NamedValue) error {
	v.Value = serverValue(v.Value)
	return nil
}

// serverValue converts true and false to the numbers in the tables. In texts it replaces
// NUL and bytes that are not UTF-8, which the server does not accept.
func serverValue(v any) any {
	switch v := v.(type) {
	case bool:
		if v {
			return int64(1)
		}
		return int64(0)
	case string:
		return strings.ReplaceAll(strings.ToValidUTF8(v, "\uFFFD"), "\x00", "\uFFFD")
	}
	return v
}

// copyBlock inserts the rows of an inserter with COPY.
func copyBlock(in *inserter) error {
	_, err := in.tx.ExecContext(context.WithoutCancel(in.ctx), "COPY "+in.table, in)
	return err
}

// numbered rewrites the placeholders of a statement for the server: ?1 becomes $1, and
// ? gets the number after the largest so far, as in SQLite.
func numbered(query string) string {
	var b strings.Builder
	largest := 0
	for {
		at := strings.IndexAny(query, `?'"`)
		if at < 0 {
			return b.String() + query
		}
		mark, rest := query[at:at+1], query[at+1:]
		b.WriteString(query[:at])
		if mark != "?" { // a ? in quotes is no placeholder
			quoted, after, _ := strings.Cut(rest, mark)
			b.WriteString(mark + quoted + mark)
			query = after
			continue
		}
		query = strings.TrimLeft(rest, "0123456789")
		n, err := strconv.Atoi(rest[:len(rest)-len(query)])
		if err != nil {
			n = largest + 1
		}
		largest = max(largest, n)
		fmt.Fprintf(&b, "$%d", n)
	}
}
