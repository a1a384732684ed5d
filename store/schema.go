package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"sync"

	"gradoku/migrations"
)

// object is a table, index, view or trigger, as sqlite_schema has it.
type object struct{ kind, name, table, sql string }

// readSchema reads the version and the objects of one state of a database. It runs
// no code from the database: it uses the pragma user_version and not the table
// pragma_user_version, because a file may define a view with that name. Indices that
// SQLite makes for a UNIQUE constraint have no SQL text and belong to their table.
func readSchema(ctx context.Context, q querier) (version int, objects []object, err error) {
	if db, ok := q.(*sql.DB); ok {
		err = reading(ctx, db, func(tx *sql.Tx) error {
			version, objects, err = readSchema(ctx, tx)
			return err
		})
		return version, objects, err
	}
	if err := q.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return 0, nil, err
	}
	objects, err = collect(ctx, q, into(func(o *object) []any { return []any{&o.kind, &o.name, &o.table, &o.sql} }), `SELECT coalesce(type, ''), coalesce(name, ''), coalesce(tbl_name, ''), coalesce(sql, '')
		FROM sqlite_schema WHERE NOT (type = 'index' AND sql IS NULL) ORDER BY rowid`)
	return version, objects, err
}

// schemaOf returns the objects that these migrations make.
func schemaOf(all []migrations.Migration) (objects []object, err error) {
	err = inMemory(all, func(ctx context.Context, db *sql.DB) error {
		_, objects, err = readSchema(ctx, db)
		return err
	})
	return objects, err
}

// inMemory makes a database in memory with some migrations and passes it to use.
func inMemory(all []migrations.Migration, use func(context.Context, *sql.DB) error) error {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // each connection has its own database in memory
	ctx := context.Background()
	for _, m := range all {
		if _, err := db.ExecContext(ctx, m.SQL); err != nil {
			return fmt.Errorf("applying %s: %w", m.Name, err)
		}
	}
	return use(ctx, db)
}

// currentSchema is the schema that all migrations make. It is computed once, since
// nearly every opened file has it and making it takes some milliseconds.
var currentSchema = sync.OnceValues(func() ([]object, error) { return schemaOf(migrations.SQLite()) })

// statistics are the tables that ANALYZE makes. They are allowed, since any user may
// have run it.
var statistics = []object{
	{"table", "sqlite_stat1", "sqlite_stat1", "CREATE TABLE sqlite_stat1(tbl,idx,stat)"},
	{"table", "sqlite_stat4", "sqlite_stat4", "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)"},
}

// checkObjects refuses a database that has objects gradoku did not make, or in
// which gradoku's objects are missing or changed. A third-party file may contain
// triggers that change what is saved, views in place of tables, and names that are
// SQL. So this check comes before everything that would run them, and before a name
// from the file is used. It returns the version of the schema, 0 for a database
// without one.
func checkObjects(ctx context.Context, q querier, all []migrations.Migration) (int, error) {
	version, have, err := readSchema(ctx, q)
	if err != nil || version == 0 && len(have) == 0 {
		return 0, err
	}
	switch {
	case slices.ContainsFunc(have, func(o object) bool { return o.name == developmentTable }):
		return 0, ErrDevelopment
	case version == 0:
		return 0, fmt.Errorf("%w: it has tables but no schema version", ErrForeign)
	case version < 0:
		return 0, fmt.Errorf("%w: its schema has version %d", ErrForeign, version)
	case version > len(all):
		return 0, newer(version, len(all))
	}
	var want []object
	if version == len(migrations.SQLite()) {
		want, err = currentSchema()
	} else {
		want, err = schemaOf(all[:version])
	}
	if err != nil {
		return 0, err
	}
	return version, compareObjects(have, want)
}

func compareObjects(have, want []object) error {
	named := func(o object) func(object) bool {
		return func(p object) bool { return p.kind == o.kind && strings.EqualFold(p.name, o.name) }
	}
	for _, o := range have {
		switch i := slices.IndexFunc(want, named(o)); {
		case slices.Contains(statistics, o):
		case i < 0:
			return fmt.Errorf("%w: it has the %s %q, which gradoku does not create", ErrForeign, o.kind, o.name)
		case want[i] != o:
			return fmt.Errorf("%w: its %s %q differs from what gradoku creates", ErrForeign, o.kind, o.name)
		}
	}
	for _, o := range want {
		if !slices.ContainsFunc(have, named(o)) {
			return fmt.Errorf("%w: its %s %s is missing", ErrCorrupt, o.kind, o.name)
		}
	}
	return nil
}

// checkSchema accepts only the current schema, exactly as gradoku makes it.
func checkSchema(ctx context.Context, q querier, all []migrations.Migration) error {
	version, err := checkObjects(ctx, q, all)
	switch newest := len(all); {
	case err != nil:
		return err
	case version == 0: // SQLite has just rolled back a first transaction that was never completed
		return errEmpty
	case version < newest:
		return older(version, newest)
	}
	return nil
}

// developmentTable is a table of the databases of development versions, before 0.1.0.
const developmentTable = "grade"

func newer(version, known int) error {
	return fmt.Errorf("%w: its schema has version %d, but the newest that this gradoku knows is %d", ErrNewer, version, known)
}

func older(version, newest int) error {
	return fmt.Errorf("%w: its schema has version %d and must be updated to %d; any command that writes to it does this", ErrOlder, version, newest)
}

// currentColumns are the columns of each table of the current schema that can be written.
var currentColumns = sync.OnceValues(func() (map[string][]string, error) {
	columns := map[string][]string{}
	err := inMemory(migrations.SQLite(), func(ctx context.Context, db *sql.DB) error {
		return each(ctx, db, func(row scanner) error {
			var table, column string
			err := row.Scan(&table, &column)
			columns[table] = append(columns[table], column)
			return err
		}, "SELECT s.name, c.name FROM sqlite_schema AS s, pragma_table_info(s.name) AS c WHERE s.type = 'table' ORDER BY s.rowid, c.cid")
	})
	return columns, err
})

// tableNames lists the tables of the current schema.
func tableNames() ([]string, error) {
	objects, err := currentSchema()
	var names []string
	for _, o := range objects {
		if o.kind == "table" {
			names = append(names, o.name)
		}
	}
	return names, err
}
