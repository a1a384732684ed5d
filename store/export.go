package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"time"

	"gradoku/grade"
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
// killed in between, and no record without its file.
//
// unused says that the puzzles were chosen because no export has them. If one
// has by now, the error is [ErrTaken]; then nothing is recorded, and name is not
// called.
func (d *DB) RecordExports(ctx context.Context, exports []Export, unused bool, name func() error) ([]int64, error) {
	if ctx.Err() != nil {
		return nil, d.fail(ctx, "recording an export", context.Cause(ctx))
	}
	var ids []int64
	// From here on an interruption comes too late.
	ctx = context.WithoutCancel(ctx)
	err := d.write(ctx, "recording an export", func(tx *sql.Tx) error {
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
		if err := d.checkNotReplaced(); err != nil {
			return err
		}
		return name()
	})
	if err != nil {
		return nil, err
	}
	return ids, nil
}

// checkUnused returns ErrTaken if an export has one of the puzzles.
func checkUnused(ctx context.Context, tx *sql.Tx, puzzles []int64) error {
	var used int
	err := tx.QueryRowContext(ctx, `SELECT count(*) FROM json_each(?) AS j
		WHERE EXISTS (SELECT 1 FROM export_item AS e WHERE e.puzzle_id = j.value)`, listOf(puzzles)).Scan(&used)
	if err == nil && used > 0 {
		err = fmt.Errorf("%d of %d puzzles were %w", used, len(puzzles), ErrTaken)
	}
	return err
}

func insertExport(ctx context.Context, tx *sql.Tx, e Export) (int64, error) {
	var id int64
	err := tx.QueryRowContext(ctx, `INSERT INTO export (kind, path, sha256, filter_json, created_at)
		VALUES (?, ?, ?, ?, `+now+") RETURNING id", e.Kind, e.Path, e.SHA256, e.FilterJSON).Scan(&id)
	if err != nil {
		return 0, err
	}
	in := newInserter(ctx, tx, "export_item", "export_id, ordinal, puzzle_id", "(?, ?, ?)")
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
		if err == nil {
			e.CreatedAt, err = time.Parse(timeLayout, at)
		}
		return e, err
	}, `SELECT id, kind, path, sha256, filter_json, created_at,
		(SELECT count(*) FROM export_item AS i WHERE i.export_id = e.id) FROM export AS e ORDER BY id`)
	return all, d.fail(ctx, "listing exports", err)
}

// LevelsOf returns the levels of the puzzles that a filter selects, by name. ""
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

// AppID marks an app database: bytes 68 to 71 of the file, "gdka" in ASCII. It
// differs from [ApplicationID], so that gradoku does not take such a file for
// its own.
const AppID = 'g'<<24 | 'd'<<16 | 'k'<<8 | 'a'

// appSchema is written for the SQLite of old phones: no STRICT, no views, no
// generated columns. Its comments are kept in the file, where
// "SELECT sql FROM sqlite_master" shows them.
const appSchema = `CREATE TABLE puzzle (
  -- One row per puzzle, each with exactly one solution and no two of them the
  -- same even after turning, relabelling or reordering. Read only.
  id       INTEGER PRIMARY KEY, -- 1, 2, 3, ...: the order of the export
  level    TEXT    NOT NULL,    -- Gentle ... Extreme, Beyond; '' when not graded
  pick     INTEGER NOT NULL,    -- 1, 2, 3, ... within its level, shuffled
  rating   REAL,                -- the hardest step, such as 4.2; NULL when unknown
  clues    INTEGER NOT NULL,    -- number of givens
  size     INTEGER NOT NULL,    -- digits in a row: 4, 6, 9, 12 or 16
  puzzle   TEXT    NOT NULL,    -- row by row; . is a blank, A to G are 10 to 16
  solution TEXT    NOT NULL,    -- the same without blanks
  symmetry TEXT    NOT NULL,    -- of the places of the givens
  hardest  TEXT    NOT NULL     -- the technique that set the rating, '' when unknown
  -- A random puzzle of a level, all equally likely:
  --   SELECT * FROM puzzle WHERE level = 'Hard' AND pick = 1 + abs(random()) %
  --     (SELECT max(pick) FROM puzzle WHERE level = 'Hard')
  -- The next one that the player has not seen: the level's pick + 1.
)`

// appSteps make the file. Rows come in through the table incoming, because a
// puzzle's place in its level is known only when all are there. The key of the
// canonical form, a hash, shuffles them the same way on every machine.
var appSteps = struct{ before, after []string }{
	before: []string{
		"PRAGMA page_size = 4096",
		"PRAGMA journal_mode = OFF", // the file is thrown away when anything fails
		"PRAGMA synchronous = OFF",
		"PRAGMA temp_store = FILE", // a million rows are sorted outside memory
		fmt.Sprintf("PRAGMA application_id = %d", AppID),
		"PRAGMA user_version = 1",
		appSchema,
		"CREATE TABLE incoming (id INTEGER PRIMARY KEY, level, shuffle, rating, clues, size, puzzle, solution, symmetry, hardest)",
	},
	after: []string{
		`INSERT INTO puzzle SELECT id, level, row_number() OVER (PARTITION BY level ORDER BY shuffle, id),
			rating, clues, size, puzzle, solution, symmetry, hardest FROM incoming ORDER BY id`,
		"DROP TABLE incoming",
		"CREATE UNIQUE INDEX puzzle_level ON puzzle (level, pick)",
		"CREATE INDEX puzzle_rating ON puzzle (rating)",
		"ANALYZE",
		"VACUUM",
	},
}

// WriteApp writes puzzles to a SQLite file that an app ships and reads: one
// flat table, see [appSchema], without a journal or a second file. It returns
// the ids of the puzzles in their order. There must be no file at path, or an
// empty one; an error, or the end of ctx, leaves half a file.
func WriteApp(ctx context.Context, path string, puzzles iter.Seq2[Puzzle, error]) (ids []int64, err error) {
	name, err := fileURL(path, "")
	if err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, err
	}
	defer func() {
		err = errors.Join(err, db.Close())
		if err != nil && ctx.Err() != nil {
			err = context.Cause(ctx) // not what the driver made of it
		}
	}()
	db.SetMaxOpenConns(1) // the pragmas reach one connection
	if err := execAll(ctx, db, appSteps.before); err != nil {
		return nil, err
	}
	if ids, err = insertApp(ctx, db, puzzles); err != nil {
		return nil, err
	}
	return ids, execAll(ctx, db, appSteps.after)
}

func execAll(ctx context.Context, db *sql.DB, statements []string) error {
	for _, s := range statements {
		if _, err := db.ExecContext(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

func insertApp(ctx context.Context, db *sql.DB, puzzles iter.Seq2[Puzzle, error]) ([]int64, error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback() // nothing happens after the commit
	insert, err := tx.PrepareContext(ctx, "INSERT INTO incoming VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
	if err != nil {
		return nil, err
	}
	defer insert.Close()
	names := map[string]string{}
	for _, t := range grade.Techniques() {
		names[t.ID] = t.Name
	}
	var ids []int64
	for p, err := range puzzles {
		if err != nil {
			return nil, err
		}
		ids = append(ids, p.ID)
		var rating any // NULL
		if p.Grade.Rating != 0 {
			rating = float64(p.Grade.Rating) / 10
		}
		if _, err := insert.ExecContext(ctx, len(ids), p.Grade.Level, p.Canon[:], rating, p.Clues, p.Size,
			p.Givens, p.Solution, p.Symmetry, names[p.Grade.Hardest]); err != nil {
			return nil, err
		}
	}
	return ids, tx.Commit()
}
