package store

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Export is a row of the table export: a file written from the database.
type Export struct {
	Kind       string
	Path       string
	SHA256     string  // of the file, 64 hex digits
	FilterJSON string  // which puzzles were asked for
	IDs        []int64 // of the puzzles, in the order of the file
}

// RecordExports records files and the puzzles in them, so that a later book can
// leave them out, and returns the ids of the exports. All are recorded in one
// transaction. Its last step before the commit is name, which gives the files
// their names: no file stands without its record, except when the process is
// killed in between or the commit fails, and no record without its file. If the server
// is lost in the commit, the error is also [ErrUnsure].
//
// unused says that the puzzles were chosen because no export has them. If one
// has by now, the error is [ErrTaken]; then nothing is recorded, and name is not
// called.
func (d *DB) RecordExports(ctx context.Context, exports []Export, unused bool, name func() error) ([]int64, error) {
	if ctx.Err() != nil {
		return nil, d.fail(ctx, "recording an export", context.Cause(ctx))
	}
	var ids []int64
	named := false
	// From here on an interruption comes too late.
	ctx = context.WithoutCancel(ctx)
	err := d.write(ctx, "recording an export", func(tx txn) error {
		for _, e := range exports {
			if unused {
				if err := checkUnused(ctx, tx, e.IDs); err != nil {
					return err
				}
			}
			id, err := insertExport(ctx, tx, e)
			if err != nil {
				return err
			}
			ids = append(ids, id)
		}
		if err := d.engine.saving(d); err != nil {
			return err
		}
		err := name()
		named = err == nil
		return err
	})
	if named && errors.Is(err, ErrServer) {
		err = fmt.Errorf("%w: %w", ErrUnsure, err)
	}
	if err != nil {
		return nil, err
	}
	return ids, nil
}

// checkUnused returns ErrTaken if an export has one of the puzzles.
func checkUnused(ctx context.Context, tx txn, puzzles []int64) error {
	var used int
	err := tx.QueryRowContext(ctx, "SELECT count(*) FROM "+tx.engine.list+` AS j
		WHERE EXISTS (SELECT 1 FROM export_item AS e WHERE e.puzzle_id = j.value)`, listOf(puzzles)).Scan(&used)
	if err == nil && used > 0 {
		err = fmt.Errorf("%d of %d puzzles were %w", used, len(puzzles), ErrTaken)
	}
	return err
}

func insertExport(ctx context.Context, tx txn, e Export) (int64, error) {
	var id int64
	err := tx.QueryRowContext(ctx, "INSERT INTO export (id, kind, path, sha256, filter_json, created_at) VALUES ("+nextID("export")+
		", ?, ?, ?, ?, ?) RETURNING id", e.Kind, e.Path, e.SHA256, e.FilterJSON, now()).Scan(&id)
	if err != nil {
		return 0, err
	}
	in := newInserter(ctx, tx, "export_item", "export_id, ordinal, puzzle_id")
	for i, puzzle := range e.IDs {
		if err := in.add(id, int64(i), puzzle); err != nil {
			return 0, fmt.Errorf("puzzle %d of the file: %w", i, err)
		}
	}
	return id, in.finish()
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
		e.CreatedAt = readTime(at)
		return e, err
	}, `SELECT id, kind, path, sha256, filter_json, created_at,
		(SELECT count(*) FROM export_item AS i WHERE i.export_id = e.id) FROM export AS e ORDER BY id`)
	return all, d.fail(ctx, "listing exports", err)
}

// ExportItems returns the ids of the puzzles of an export, in the order of its file.
func (d *DB) ExportItems(ctx context.Context, export int64) ([]int64, error) {
	ids, err := collect(ctx, d.readers, func(row scanner) (id int64, err error) { return id, row.Scan(&id) },
		"SELECT puzzle_id FROM export_item WHERE export_id = ? ORDER BY ordinal", export)
	return ids, d.fail(ctx, "listing the puzzles of an export", err)
}

// Use is how many of the puzzles that somebody asks about an export has.
type Use struct {
	Export  int64 // its number
	Kind    string
	Path    string
	Puzzles int64
}

// Uses returns the exports that have puzzles of a filter, oldest first. It goes through
// what was exported, which is less than what there is.
func (d *DB) Uses(ctx context.Context, f Filter) ([]Use, error) {
	f = f.on(d)
	q, err := f.query()
	var uses []Use
	if err == nil {
		q.and("p.id = i.puzzle_id AND e.id = i.export_id")
		uses, err = collect(ctx, d.readers, func(row scanner) (u Use, err error) {
			return u, row.Scan(&u.Export, &u.Kind, &u.Path, &u.Puzzles)
		}, "SELECT e.id, e.kind, e.path, count(*) FROM export_item AS i CROSS JOIN export AS e CROSS JOIN puzzle AS p LEFT JOIN grade AS g ON"+
			ofPuzzle+q.conditions()+" GROUP BY e.id, e.kind, e.path ORDER BY e.id", q.args...)
	}
	return uses, d.fail(ctx, "looking for what has puzzles", err)
}

// LevelsOf returns the levels of the puzzles that a filter selects, by name. ""
// stands for those without a grade, and for full grids, which have no level.
func (d *DB) LevelsOf(ctx context.Context, f Filter) ([]string, error) {
	f = f.on(d)
	q, err := f.query()
	var levels []string
	if err == nil {
		levels, err = collect(ctx, d.readers, scanText, "SELECT DISTINCT coalesce(g.level, '')"+fromPuzzles+q.conditions()+" ORDER BY 1", q.args...)
	}
	return levels, d.fail(ctx, "listing levels", err)
}
