package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Export is a row of the table export: a file that was written from the
// database.
type Export struct {
	Kind       string
	Path       string
	SHA256     string  // of the file, 64 hex digits
	FilterJSON string  // which puzzles were asked for
	IDs        []int64 // of the puzzles, in the order of the file
}

// RecordExport notes a file and the puzzles in it, so that a later book can
// leave them out. It returns the export's id.
func (d *DB) RecordExport(ctx context.Context, e Export) (int64, error) {
	var id int64
	err := d.write(ctx, "recording an export", func(tx *sql.Tx) error {
		err := tx.QueryRowContext(context.WithoutCancel(ctx), `INSERT INTO export (kind, path, sha256, filter_json, created_at)
			VALUES (?, ?, ?, ?, `+now+") RETURNING id", e.Kind, e.Path, e.SHA256, e.FilterJSON).Scan(&id)
		if err != nil {
			return err
		}
		in := newInserter(ctx, tx, "export_item", "export_id, ordinal, puzzle_id", "(?, ?, ?)")
		for i, puzzle := range e.IDs {
			if err := in.add(id, int64(i), puzzle); err != nil {
				return fmt.Errorf("puzzle %d of the file: %w", i, err)
			}
		}
		return in.finish()
	})
	if err != nil {
		return 0, err
	}
	return id, nil
}

// ExportRow is an export as it was recorded.
type ExportRow struct {
	ID         int64
	Kind       string
	Path       string
	SHA256     string
	FilterJSON string
	CreatedAt  time.Time
	Puzzles    int64
}

// Exports returns all exports, oldest first.
func (d *DB) Exports(ctx context.Context) ([]ExportRow, error) {
	all, err := collect(ctx, d.readers, func(row scanner) (ExportRow, error) {
		var e ExportRow
		var at string
		err := row.Scan(&e.ID, &e.Kind, &e.Path, &e.SHA256, &e.FilterJSON, &at, &e.Puzzles)
		if err == nil {
			e.CreatedAt, err = time.Parse(timeLayout, at)
		}
		return e, err
	}, `SELECT id, kind, path, sha256, filter_json, created_at,
		(SELECT count(*) FROM export_item AS i WHERE i.export_id = e.id) FROM export AS e ORDER BY id`)
	return all, d.fail(ctx, "listing exports", err)
}

// LevelsOf returns the levels of the puzzles that a filter selects, by name; ""
// stands for those without a grade, and for full grids, which have no level.
func (d *DB) LevelsOf(ctx context.Context, f Filter) ([]string, error) {
	f.grader = d.grader
	q, err := f.query()
	var levels []string
	if err == nil {
		levels, err = collect(ctx, d.readers, scanText, "SELECT DISTINCT coalesce(g.level, '')"+fromPuzzles+q.conditions()+" ORDER BY 1", q.args...)
	}
	return levels, d.fail(ctx, "listing levels", err)
}
