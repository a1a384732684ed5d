package store

import (
	"context"
	"database/sql"
	"fmt"
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
