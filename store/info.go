package store

import (
	"context"
	"strings"

	"gradoku/grade"
)

// Info describes a database.
type Info struct {
	Bytes    int64            `json:"bytes"`
	Engine   string           `json:"engine"` // "SQLite"
	Path     string           `json:"path"`
	Schema   int              `json:"schema"`    // its version
	Tables   map[string]int64 `json:"tables"`    // rows of each
	Version  string           `json:"version"`   // of the engine; for a file, of the SQLite library in this program
	WALBytes int64            `json:"wal_bytes"` // size of a file's -wal file, which SQLite merges into the file from time to time
	Graders  []Count          `json:"-"`         // puzzles graded by each version of the grader
	Variants []Count          `json:"-"`         // puzzles of each variant, layouts left out
}

// Count is a name and a number of rows.
type Count struct {
	Name string
	Rows int64
}

// Info describes the database. It counts rows, which takes about a second for a
// few million.
func (d *DB) Info(ctx context.Context) (i Info, err error) {
	defer d.failing(ctx, "describing the database", &err)
	i = Info{Path: d.Path(), Engine: d.engine.name, Tables: map[string]int64{}}
	if err := d.engine.describe(d, ctx, &i); err != nil {
		return i, err
	}
	tables, err := tableNames()
	if err != nil {
		return i, err
	}
	for _, name := range tables {
		var rows int64
		if err := d.readers.QueryRowContext(ctx, "SELECT count(*) FROM "+name).Scan(&rows); err != nil {
			return i, err
		}
		i.Tables[name] = rows
	}
	i.Graders, err = counts(ctx, d.readers, "SELECT CAST(p.grader AS TEXT), count(*) FROM puzzle AS p"+d.engine.index("puzzle_facts")+" WHERE p.grader IS NOT NULL GROUP BY p.grader ORDER BY p.grader")
	if err != nil {
		return i, err
	}
	i.Variants, err = counts(ctx, d.readers, byVariant)
	return i, err
}

// counts reads rows that have a name and a number.
func counts(ctx context.Context, q querier, query string, args ...any) ([]Count, error) {
	return collect(ctx, q, into(func(c *Count) []any { return []any{&c.Name, &c.Rows} }), query, args...)
}

// Rated counts, for each of the selections, the puzzles of a run that it selects: by the current grader, and
// with a known rating where it asks for ratings.
func (d *DB) Rated(ctx context.Context, runID int64, selections []grade.Selection) ([]int64, error) {
	counts := make([]int64, len(selections))
	if len(selections) == 0 {
		return counts, nil
	}
	var columns []string
	var args, into []any
	for i, s := range selections {
		one := Filter{Selection: Selection{Selection: s}}.on(d)
		q, err := one.query()
		if err != nil {
			return nil, d.fail(ctx, "counting ratings", err)
		}
		if !s.Rating.IsZero() {
			q.and("p.at_least = 0")
		}
		q.and("p.grader = ?", grade.Version)
		columns = append(columns, "count(*) FILTER ("+q.conditions()+")")
		args, into = append(args, q.args...), append(into, &counts[i])
	}
	f := Filter{Selection: Selection{Run: runID}}.on(d)
	q, err := f.query()
	if err == nil {
		err = d.readers.QueryRowContext(ctx, "SELECT "+strings.Join(columns, ", ")+f.source(&q)+q.conditions(), append(args, q.args...)...).Scan(into...)
	}
	return counts, d.fail(ctx, "counting ratings", err)
}
