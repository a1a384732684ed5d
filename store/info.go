package store

import (
	"context"
	"os"
	"time"
)

// Info says what a database file is.
type Info struct {
	Path        string
	Application string // "gradoku"
	SQLite      string // version of the SQLite library in this program
	Schema      int    // version of the schema
	Migrations  []AppliedMigration
	FileBytes   int64 // size of the file
	WALBytes    int64 // size of its -wal file, which is folded in at times
	PageSize    int64
	Pages       int64
	FreePages   int64
	Tables      []Count // rows of each table, in the order of their creation
	Graders     []Count // puzzles graded by each version of the grader
}

// AppliedMigration is a row of the table migration.
type AppliedMigration struct {
	Version   int
	Name      string
	SHA256    string // of the SQL that was applied, in hex
	AppliedAt time.Time
}

// Count is a name and how many there are of it.
type Count struct {
	Name string
	Rows int64
}

// Info describes the database. It counts rows, which takes a second or so for
// some millions.
func (d *DB) Info(ctx context.Context) (Info, error) {
	i := Info{Path: d.path, Application: "gradoku", FileBytes: fileSize(d.path), WALBytes: fileSize(d.path + "-wal")}
	err := d.info(ctx, &i)
	return i, d.fail(ctx, "describing the database", err)
}

func (d *DB) info(ctx context.Context, i *Info) error {
	for _, v := range []struct {
		query string
		into  any
	}{
		{"SELECT sqlite_version()", &i.SQLite},
		{"PRAGMA user_version", &i.Schema},
		{"PRAGMA page_size", &i.PageSize},
		{"PRAGMA page_count", &i.Pages},
		{"PRAGMA freelist_count", &i.FreePages},
	} {
		if err := d.readers.QueryRowContext(ctx, v.query).Scan(v.into); err != nil {
			return err
		}
	}
	var err error
	if i.Migrations, err = appliedMigrations(ctx, d.readers); err != nil {
		return err
	}
	if i.Tables, err = tableCounts(ctx, d.readers); err != nil {
		return err
	}
	i.Graders, err = counts(ctx, d.readers, "SELECT CAST(grader AS TEXT), count(*) FROM grade GROUP BY grader ORDER BY grader")
	return err
}

func appliedMigrations(ctx context.Context, q querier) ([]AppliedMigration, error) {
	rows, err := q.QueryContext(ctx, "SELECT version, name, sha256, applied_at FROM migration ORDER BY version")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var applied []AppliedMigration
	for rows.Next() {
		var m AppliedMigration
		var at string
		if err := rows.Scan(&m.Version, &m.Name, &m.SHA256, &at); err != nil {
			return nil, err
		}
		if m.AppliedAt, err = time.Parse(timeLayout, at); err != nil {
			return nil, err
		}
		applied = append(applied, m)
	}
	return applied, rows.Err()
}

// tableCounts counts the rows of every table. The names come from the schema
// that this program made, so they can stand in a statement as they are.
func tableCounts(ctx context.Context, q querier) ([]Count, error) {
	tables, err := counts(ctx, q, "SELECT name, 0 FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid")
	if err != nil {
		return nil, err
	}
	for i := range tables {
		t := &tables[i]
		if err := q.QueryRowContext(ctx, `SELECT count(*) FROM "`+t.Name+`"`).Scan(&t.Rows); err != nil {
			return nil, err
		}
	}
	return tables, nil
}

// counts reads rows of a name and a number.
func counts(ctx context.Context, q querier, query string, args ...any) ([]Count, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []Count
	for rows.Next() {
		var c Count
		if err := rows.Scan(&c.Name, &c.Rows); err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, rows.Err()
}

// fileSize is 0 for a file that does not exist.
func fileSize(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}
