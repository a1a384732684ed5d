package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Export is a row of the table export: a file written from the database.
type Export struct {
	Kind       string
	Path       string
	SHA256     string  // of the file, 64 hex digits
	FilterJSON string  // which puzzles were requested
	Request    string  // the whole task, as JSON; "" for none
	Writer     string  // the folder that holds the file until it has its name, locked by this process; "" for none
	IDs        []int64 // of the puzzles, in the order of the file
	Last       int64   // the last export to this path when the file was begun, 0 for none
}

// ErrWriting means that another process is writing the same file for an export.
var ErrWriting = errors.New("another command is writing it")

// RecordExport records a file that is written but does not have its name yet, with the
// puzzles in it. Then it calls name, which gives the file its name, and marks the row as
// done. It returns the id of the export. If the process is killed in between, or name fails,
// the row stays pending: [DB.Settle] finds out from the file what happened.
//
// unused means that the puzzles were chosen because no export has them. If an export has
// one of them by now, the error is [ErrTaken]; then nothing is recorded, and name is not
// called. The error is also ErrTaken if an export to the same path is newer than
// [Export.Last], or if again, the result of Settle, has a row that the export does not
// match: that row is then marked as done and keeps its puzzles. If another process is
// about to name the file, the error is [ErrWriting].
func (d *DB) RecordExport(ctx context.Context, e Export, unused bool, again []int64, name func() error) (id int64, err error) {
	if ctx.Err() != nil {
		return 0, d.fail(ctx, "recording an export", context.Cause(ctx))
	}
	other := false
	// From here on, an interruption is ignored.
	ctx = context.WithoutCancel(ctx)
	err = d.write(ctx, "recording an export", func(tx txn) error {
		if id, err = sameExport(ctx, tx, e, again); err != nil {
			return err
		}
		left := slices.DeleteFunc(slices.Clone(again), func(i int64) bool { return i == id })
		if other = len(left) > 0; other {
			_, err := tx.ExecContext(ctx, "UPDATE export SET writer = NULL WHERE id IN "+tx.engine.list, listOf(again))
			return err
		}
		if err := checkFile(ctx, tx, e, again); err != nil {
			return err
		}
		if unused {
			if err := checkUnused(ctx, tx, e.IDs, again); err != nil {
				return err
			}
		}
		if _, err := tx.engine.claim(ctx, tx, e.Writer); err != nil {
			return err
		}
		if id == 0 {
			id, err = insertExport(ctx, tx, e)
		} else {
			_, err = tx.ExecContext(ctx, "UPDATE export SET writer = nullif(?, '') WHERE id = ?", e.Writer, id)
		}
		return err
	})
	if err == nil && other {
		err = ErrTaken
	}
	if err == nil {
		err = name()
	}
	if err != nil {
		return 0, err
	}
	err = d.write(ctx, "recording an export", func(tx txn) error {
		_, err := tx.ExecContext(ctx, "UPDATE export SET writer = NULL WHERE id = ?", id)
		return err
	})
	if errors.Is(err, ErrServer) {
		err = nil // the file and its row exist; Settle will mark it as done
	}
	return id, err
}

// Settle resolves the pending rows of commands that were killed, or failed, before they
// had marked them as done. If the file of a row has its name, the row is marked as done.
// Otherwise the row is removed, and its puzzles are unused again. Rows whose writer is
// alive stay.
//
// A row whose file has its name stays pending and is returned if it is from the same
// request and its file is in the same folder: the command is being repeated. If it chooses
// the same puzzles when this row is ignored ([Filter.Spare]), it has nothing to record.
func (d *DB) Settle(ctx context.Context, request, folder string) (again []int64, err error) {
	rows, err := pendingExports(ctx, d.readers)
	if err != nil || len(rows) == 0 || d.writer == nil {
		return nil, d.fail(ctx, "looking for exports that were cut short", err)
	}
	var gone []pendingExport
	err = d.write(ctx, "finishing exports that were cut short", func(tx txn) (err error) {
		gone, err = withoutWriter(ctx, tx, rows)
		return err
	})
	if err != nil || len(gone) == 0 {
		return nil, err
	}
	// Hashing may take long and must not keep other writers waiting. Nobody gives these
	// files their names any more.
	whole := map[int64]bool{}
	for _, r := range gone {
		whole[r.id] = r.whole()
	}
	err = d.write(ctx, "finishing exports that were cut short", func(tx txn) error {
		for _, r := range gone {
			var err error
			switch {
			case !whole[r.id]:
				_, err = tx.ExecContext(ctx, "DELETE FROM export WHERE id = ? AND writer = ?", r.id, r.writer)
			case r.request == request && filepath.Dir(r.writer) == folder:
				again = append(again, r.id)
			default:
				_, err = tx.ExecContext(ctx, "UPDATE export SET writer = NULL WHERE id = ? AND writer = ?", r.id, r.writer)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	return again, err
}

// Abandoned returns the exports that were cut short before their files had their names. A
// command that only reads cannot remove them, but their puzzles are unused: see
// [Filter.Spare].
func (d *DB) Abandoned(ctx context.Context) (ids []int64, err error) {
	err = d.reading(ctx, func(tx *sql.Tx) error {
		rows, err := pendingExports(ctx, tx)
		if err != nil {
			return err
		}
		gone, err := withoutWriter(ctx, txn{tx, d.engine}, rows)
		for _, r := range gone {
			if !r.whole() {
				ids = append(ids, r.id)
			}
		}
		return err
	})
	return ids, d.fail(ctx, "looking for exports that were cut short", err)
}

// withoutWriter returns the rows whose processes have ended.
func withoutWriter(ctx context.Context, tx txn, rows []pendingExport) (gone []pendingExport, err error) {
	for _, r := range rows {
		ended, err := tx.engine.claim(ctx, tx, r.writer)
		if err != nil {
			return nil, err
		}
		if ended {
			gone = append(gone, r)
		}
	}
	return gone, nil
}

// pendingExport is a row of an export that is not marked as done.
type pendingExport struct {
	id                         int64
	path, sum, request, writer string
}

// whole reports whether the file has its name.
func (r *pendingExport) whole() bool {
	return Intact(filepath.Join(filepath.Dir(r.writer), filepath.Base(r.path)), r.sum)
}

func pendingExports(ctx context.Context, q querier) ([]pendingExport, error) {
	return collect(ctx, q, into(func(r *pendingExport) []any { return []any{&r.id, &r.path, &r.sum, &r.request, &r.writer} }),
		"SELECT id, path, sha256, coalesce(request_json, ''), writer FROM export WHERE writer IS NOT NULL ORDER BY id")
}

// checkFile returns an error if another command has recorded an export to the same file
// since this one was begun. again are rows of this command.
func checkFile(ctx context.Context, tx txn, e Export, again []int64) error {
	pending, err := pendingExports(ctx, tx)
	if err != nil {
		return err
	}
	for _, r := range pending {
		if e.Writer == "" || filepath.Dir(r.writer) != filepath.Dir(e.Writer) || filepath.Base(r.path) != filepath.Base(e.Path) || slices.Contains(again, r.id) {
			continue
		}
		dead, err := tx.engine.claim(ctx, tx, r.writer)
		if err == nil && !dead {
			err = fmt.Errorf("%s: %w", e.Path, ErrWriting)
		}
		if err != nil {
			return err
		}
	}
	var last int64
	err = tx.QueryRowContext(ctx, "SELECT coalesce(max(id), 0) FROM export WHERE path = ?", e.Path).Scan(&last)
	if err == nil && last > e.Last && !slices.Contains(again, last) {
		err = fmt.Errorf("%s: %w: export %d is newer", e.Path, ErrTaken, last)
	}
	return err
}

// Intact reports whether a file exists and has this SHA-256, in hex.
func Intact(path, sum string) bool {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false // opening a pipe would wait for its writer
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	hash := sha256.New()
	_, err = io.Copy(hash, f)
	return err == nil && fmt.Sprintf("%x", hash.Sum(nil)) == sum
}

// sameExport returns the id of the row, out of the given ones, that records the same file
// with the same puzzles, or 0 if none does.
func sameExport(ctx context.Context, tx txn, e Export, rows []int64) (int64, error) {
	ids, err := collect(ctx, tx, scanInt, "SELECT id FROM export WHERE kind = ? AND path = ? AND sha256 = ? AND request_json = ? AND id IN "+tx.engine.list,
		e.Kind, e.Path, e.SHA256, e.Request, listOf(rows))
	for _, id := range ids {
		items, err := collect(ctx, tx, scanInt, itemsOf, id)
		if err != nil || slices.Equal(items, e.IDs) {
			return id, err
		}
	}
	return 0, err
}

const itemsOf = "SELECT puzzle_id FROM export_item WHERE export_id = ? ORDER BY ordinal"

// checkUnused returns ErrTaken if an export that is not in spare has one of the puzzles.
func checkUnused(ctx context.Context, tx txn, puzzles, spare []int64) error {
	var used int
	err := tx.QueryRowContext(ctx, "SELECT count(*) FROM "+tx.engine.list+` AS j
		WHERE EXISTS (SELECT 1 FROM export_item AS e WHERE e.puzzle_id = j.value AND e.export_id NOT IN `+tx.engine.list+")", listOf(puzzles), listOf(spare)).Scan(&used)
	if err == nil && used > 0 {
		err = fmt.Errorf("%d of %d puzzles were %w", used, len(puzzles), ErrTaken)
	}
	return err
}

func insertExport(ctx context.Context, tx txn, e Export) (int64, error) {
	var id int64
	err := tx.QueryRowContext(ctx, "INSERT INTO export (id, kind, path, sha256, filter_json, created_at, request_json, writer) VALUES ("+nextID("export")+
		", ?, ?, ?, ?, ?, nullif(?, ''), nullif(?, '')) RETURNING id", e.Kind, e.Path, e.SHA256, e.FilterJSON, now(), e.Request, e.Writer).Scan(&id)
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

// FreeExports removes the records of exports that are done, so that their puzzles count as
// unused again.
func (d *DB) FreeExports(ctx context.Context, ids ...int64) error {
	return d.write(ctx, "freeing the puzzles of an export", func(tx txn) error {
		_, err := tx.ExecContext(ctx, "DELETE FROM export WHERE writer IS NULL AND id IN "+tx.engine.list, listOf(ids))
		return err
	})
}

// ExportRow is an export as it was recorded.
type ExportRow struct {
	ID         int64           `json:"export" jsonschema:"its number, for --exclude-used-in and book --from-export"`
	Kind       string          `json:"format"`
	Path       string          `json:"file"`
	SHA256     string          `json:"sha256" jsonschema:"SHA-256 of the file, 64 hex digits"`
	FilterJSON json.RawMessage `json:"filter" jsonschema:"the recorded selection of puzzles; a book has other fields than an export"`
	Request    string          `json:"-"` // the whole task, as JSON; "" for none
	CreatedAt  time.Time       `json:"created"`
	Puzzles    int64           `json:"puzzles"`
	Pending    bool            `json:"pending,omitempty" jsonschema:"the file is being moved into place, or the command was killed while doing so; the next export or book finds out which"`
}

// Exports returns all exports, oldest first.
func (d *DB) Exports(ctx context.Context) ([]ExportRow, error) {
	all, err := collect(ctx, d.readers, into(func(e *ExportRow) []any {
		return []any{&e.ID, &e.Kind, &e.Path, &e.SHA256, (*[]byte)(&e.FilterJSON), &e.Request, timeIn{&e.CreatedAt}, &e.Pending, &e.Puzzles}
	}), `SELECT id, kind, path, sha256, filter_json, coalesce(request_json, ''), created_at, writer IS NOT NULL,
		(SELECT count(*) FROM export_item AS i WHERE i.export_id = e.id) FROM export AS e ORDER BY id`)
	return all, d.fail(ctx, "listing exports", err)
}

// ExportItems returns the ids of the puzzles of an export, in the order of its file.
func (d *DB) ExportItems(ctx context.Context, export int64) ([]int64, error) {
	ids, err := collect(ctx, d.readers, scanInt, itemsOf, export)
	return ids, d.fail(ctx, "listing the puzzles of an export", err)
}

// Use is how many of the requested puzzles an export has.
type Use struct {
	Export  int64 // its number
	Kind    string
	Path    string
	Puzzles int64
}

// Uses returns the exports that have puzzles of a filter, oldest first. It reads the
// exported puzzles, which are fewer than all puzzles.
func (d *DB) Uses(ctx context.Context, f Filter) ([]Use, error) {
	q, err := f.weighed(ctx, d)
	var uses []Use
	if err == nil {
		q.and("p.id = i.puzzle_id AND e.id = i.export_id")
		uses, err = collect(ctx, d.readers, into(func(u *Use) []any { return []any{&u.Export, &u.Kind, &u.Path, &u.Puzzles} }),
			"SELECT e.id, e.kind, e.path, count(*) FROM export_item AS i CROSS JOIN export AS e CROSS JOIN puzzle AS p"+d.engine.index("")+
				q.conditions()+" GROUP BY e.id, e.kind, e.path ORDER BY e.id", q.args...)
	}
	return uses, d.fail(ctx, "looking for the exports of puzzles", err)
}
