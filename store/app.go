package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"slices"
	"strings"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/predict"
)

// AppID marks an app database: bytes 68 to 71 of the file, "gdka" in ASCII. It
// differs from [ApplicationID], so that gradoku does not mistake such a file for
// its own.
const AppID = 'g'<<24 | 'd'<<16 | 'k'<<8 | 'a'

// appVersion is the user_version of an app database.
const appVersion = 2

// appSchema is written for the SQLite of old phones: no STRICT, no views, no
// generated columns. Its comments are kept in the file, where
// "SELECT sql FROM sqlite_master" shows them.
const appSchema = `CREATE TABLE puzzle (
  -- One row per puzzle, each with exactly one solution and no two of them the
  -- same even after turning, relabelling or reordering. Read only.
  id       INTEGER PRIMARY KEY, -- 1, 2, 3, ... by size, level (easiest first) and pick; other numbers in the next file
  key      BLOB    NOT NULL,    -- 16 bytes that this puzzle has in every file: remember it by them
  size     INTEGER NOT NULL,    -- digits in a row: 4, 6, 9, 12 or 16
  level    TEXT    NOT NULL,    -- gentle ... extreme; '' when not graded
  pick     INTEGER NOT NULL,    -- shuffles a level: a number below 2^52 that this puzzle has in every file
  rating   REAL,                -- the hardest step, such as 4.2; NULL when unknown
  clues    INTEGER NOT NULL,    -- number of clues
  puzzle   TEXT    NOT NULL,    -- row by row; . is a blank, A to G are 10 to 16
  solution TEXT    NOT NULL,    -- the same without blanks
  symmetry TEXT    NOT NULL,    -- of the places of the clues
  hardest  TEXT    NOT NULL,    -- the technique that set the rating, '' when unknown
  techniques TEXT  NOT NULL,    -- all that a solution uses and how often: 'full-house=20;x-wing=1'
  scan     REAL,                -- how many cells a person looks through; NULL when unknown
  minutes  REAL,                -- expected median of the time that people take; NULL when not asked for
  minutes_low  REAL,            -- half of such puzzles take from here ...
  minutes_high REAL             -- ... to here
)`

// slimSchema is the first table of a slim file, which an app downloads: a third of the
// bytes. Puzzle and solution are one text, and the key is the only index. Within a size and
// level ids follow the keys, so the next puzzle is the one with the next id.
const slimSchema = `CREATE TABLE puzzle (
  -- One row per puzzle, each with exactly one solution and no two of them the
  -- same even after turning, relabelling or reordering. Read only.
  id     INTEGER PRIMARY KEY, -- 1, 2, 3, ... by size, level (easiest first) and key; other numbers in the next file
  key    BLOB    NOT NULL,    -- 16 bytes that this puzzle has in every file: remember it by them
  size   INTEGER NOT NULL,    -- digits in a row: 4, 6, 9, 12 or 16
  level  TEXT    NOT NULL,    -- gentle ... extreme; '' when not graded
  rating REAL,                -- the hardest step, such as 4.2; NULL when unknown
  clues  INTEGER NOT NULL,    -- number of clues
  grid   TEXT    NOT NULL     -- row by row: givens as 1 to 9 and A to G, blanks as their digits, a for 1 to p for 16
)`

// gridOf is the column grid of a slim file.
func gridOf(p *Puzzle) string {
	grid := []byte(p.Solution)
	for i := range grid {
		switch c := grid[i]; {
		case p.Givens[i] != '.':
		case c <= '9':
			grid[i] = c - '1' + 'a'
		default:
			grid[i] = c - 'A' + 'j'
		}
	}
	return string(grid)
}

// fromGrid takes puzzle and solution out of the column grid.
func fromGrid(grid string) (puzzle, solution string) {
	p, s := []byte(grid), []byte(grid)
	for i, c := range s {
		if c < 'a' {
			continue
		}
		if p[i] = '.'; c < 'j' {
			s[i] = c - 'a' + '1'
		} else {
			s[i] = c - 'j' + 'A'
		}
	}
	return string(p), string(s)
}

// byDifficulty orders the rows of a file.
var byDifficulty = func() string {
	ranks := "CASE level WHEN '' THEN 0"
	for i, id := range grade.LevelIDs() {
		ranks += fmt.Sprintf(" WHEN '%s' THEN %d", id, i+1)
	}
	return "size, " + ranks + " END, pick, key"
}()

// stockSchema is the second table: which puzzles the file has, and where.
const stockSchema = `CREATE TABLE stock (
  -- How many puzzles there are of each size and level. Their ids follow each other.
  size     INTEGER NOT NULL,
  level    TEXT    NOT NULL,
  puzzles  INTEGER NOT NULL,
  first_id INTEGER NOT NULL,    -- of the first of them
  PRIMARY KEY (size, level)
) WITHOUT ROWID`

// dailySchema is the third table, made only on request.
const dailySchema = `CREATE TABLE daily (
  -- The puzzle of a day, for each size and level. The next file says the same of
  -- all days that are in this one.
  date     TEXT    NOT NULL,    -- 2026-01-31
  size     INTEGER NOT NULL,
  level    TEXT    NOT NULL,
  key      BLOB    NOT NULL,    -- of the puzzle
  PRIMARY KEY (date, size, level)
) WITHOUT ROWID`

// appSteps are the statements that make the file. Rows first go into the table
// incoming, because a puzzle's place in the file is known only when all rows are in; it is
// temporary, so that it leaves no gaps in the file. A new row gets the next id.
// If two puzzles of a level have the same pick (one chance in 10,000 among a
// million), they get consecutive numbers. Numbering all rows with window functions would
// sort them three times.
var appSteps = struct{ before, full, slim []string }{
	before: []string{
		"PRAGMA page_size = 4096",
		"PRAGMA journal_mode = OFF", // the file is thrown away when anything fails
		"PRAGMA synchronous = OFF",
		"PRAGMA temp_store = FILE", // a million rows are sorted outside memory
		fmt.Sprintf("PRAGMA application_id = %d", AppID),
		fmt.Sprintf("PRAGMA user_version = %d", appVersion),
		stockSchema,
		"CREATE TEMP TABLE incoming (id, key, size, level, pick, rating, clues, puzzle, solution, symmetry, hardest, techniques, scan, minutes, minutes_low, minutes_high)",
	},
	full: []string{
		appSchema,
		`INSERT INTO puzzle SELECT NULL, key, size, level, pick,
			rating, clues, puzzle, solution, symmetry, hardest, techniques, scan, minutes, minutes_low, minutes_high
			FROM incoming ORDER BY ` + byDifficulty,
		`UPDATE puzzle SET pick = pick + same.before FROM (
			SELECT p.id, row_number() OVER (PARTITION BY p.size, p.level, p.pick ORDER BY p.id) AS before
			FROM puzzle AS p JOIN puzzle AS q ON q.id = p.id - 1 AND (q.size, q.level, q.pick) = (p.size, p.level, p.pick)) AS same
			WHERE puzzle.id = same.id`,
		"INSERT INTO stock SELECT size, level, count(*), min(id) FROM puzzle GROUP BY size, level",
		"CREATE UNIQUE INDEX puzzle_key ON puzzle (key)",
		"CREATE UNIQUE INDEX puzzle_pick ON puzzle (size, level, pick)",
		"CREATE INDEX puzzle_rating ON puzzle (size, rating)",
		"CREATE INDEX puzzle_hardest ON puzzle (size, hardest, pick)",
		"CREATE INDEX puzzle_symmetry ON puzzle (size, symmetry, level)",
		"CREATE INDEX puzzle_clues ON puzzle (size, clues, level)",
	},
	slim: []string{
		slimSchema,
		"INSERT INTO puzzle SELECT NULL, key, size, level, rating, clues, puzzle FROM incoming ORDER BY " + byDifficulty,
		"INSERT INTO stock SELECT size, level, count(*), min(id) FROM puzzle GROUP BY size, level",
		"CREATE UNIQUE INDEX puzzle_key ON puzzle (key)",
	},
}

// AppPuzzle is a puzzle for an app, with what the store does not know about it.
type AppPuzzle struct {
	Puzzle
	Minutes *predict.Prediction // nil when not requested, or unknown
}

var (
	// ErrLoss means that the last file has something that the new one would not have.
	ErrLoss = errors.New("something of the last file would be lost")
	// ErrVariant means that a puzzle is of a variant, which an app database cannot hold.
	ErrVariant = errors.New("an app database holds classical puzzles only")
)

// WriteApp writes puzzles to a SQLite file that an app ships and reads: the tables
// of [appSchema] or, for a slim file, [slimSchema], of [stockSchema] and, if days are
// requested, [dailySchema], without a journal or a second file. It returns the ids of the puzzles in the order in which
// they were given. The file at path must be missing or empty. If an error occurs or
// ctx ends, an incomplete file remains. A full disk is [ErrFull].
func WriteApp(ctx context.Context, path string, puzzles iter.Seq2[AppPuzzle, error], daily Daily, slim bool) (ids []int64, err error) {
	kept, err := dailyRows(ctx, daily.Before)
	if err != nil && !daily.Drop {
		return nil, err
	}
	name, err := fileURL(path, "")
	if err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, err
	}
	defer func() {
		err = classify(errors.Join(err, db.Close()))
		if err != nil && ctx.Err() != nil {
			err = context.Cause(ctx) // instead of the driver's error
		}
	}()
	db.SetMaxOpenConns(1) // the pragmas apply to one connection only
	if err := execAll(ctx, db, appSteps.before); err != nil {
		return nil, err
	}
	if ids, err = insertApp(ctx, db, puzzles, slim); err != nil {
		return nil, err
	}
	after := appSteps.full
	if slim {
		after = appSteps.slim
	}
	if err := execAll(ctx, db, after); err != nil {
		return nil, err
	}
	if len(kept) > 0 || !daily.From.IsZero() {
		if err := writeDaily(ctx, db, daily, kept); err != nil {
			return nil, err
		}
	}
	return ids, execAll(ctx, db, []string{"DROP TABLE incoming", "ANALYZE"})
}

func execAll(ctx context.Context, db *sql.DB, statements []string) error {
	for _, s := range statements {
		if _, err := db.ExecContext(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// pickOf is the first 52 bits of a key, which is a hash. Every language, even
// JavaScript, holds such a number exactly.
func pickOf(key [16]byte) int64 { return int64(binary.BigEndian.Uint64(key[:]) >> 12) }

func insertApp(ctx context.Context, db *sql.DB, puzzles iter.Seq2[AppPuzzle, error], slim bool) ([]int64, error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback() // does nothing after the commit
	insert, err := tx.PrepareContext(ctx, "INSERT INTO incoming VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
	if err != nil {
		return nil, err
	}
	defer insert.Close()
	var ids []int64
	for p, err := range puzzles {
		if err != nil {
			return nil, err
		}
		if v, _ := board.CutVariant(p.Givens); !v.IsZero() {
			return nil, fmt.Errorf("puzzle %d is of the variant %s: %w", p.ID, v.Title(), ErrVariant)
		}
		if p.Outdated() {
			p.Grade = grade.Grade{}
		}
		ids = append(ids, p.ID)
		var minutes [3]any // NULL
		if m := p.Minutes; m != nil {
			minutes = [3]any{m.Median, m.Low, m.High}
		}
		if slim {
			p.Givens = gridOf(&p.Puzzle)
		}
		if _, err := insert.ExecContext(ctx, p.ID, p.Canon[:], p.Size, p.Grade.Level, pickOf(p.Canon), tenths(p.Grade.Rating), p.Clues,
			p.Givens, p.Solution, p.Symmetry, p.Grade.Hardest, UsesText(&p.Grade, func(t *grade.Technique) string { return t.ID }, '=', ";"), tenths(p.Grade.Scan),
			minutes[0], minutes[1], minutes[2]); err != nil {
			return nil, err
		}
	}
	return ids, tx.Commit()
}

// tenths converts a number of tenths to a value for SQL, NULL for 0.
func tenths(n int) any {
	if n == 0 {
		return nil
	}
	return float64(n) / 10
}

// CheckApp returns nil if a new app database may replace the file at path: there is none, it
// is empty, or it is an app database of any version. Else the error is [ErrForeign].
func CheckApp(path string) error {
	if info, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return nil
	}
	_, isApp, err := appVersionOf(path)
	if err == nil && !isApp {
		err = fmt.Errorf("%w: %s is not an app database that gradoku wrote", ErrForeign, path)
	}
	return err
}

// dailyRows returns the days of an app database in order, and none when path is "" or no app
// database with days is there. The error is [ErrLoss] if the days cannot be read, or if the
// file has tables of somebody else besides them.
func dailyRows(ctx context.Context, path string) (rows []dailyRow, err error) {
	if version, isApp, _ := appVersionOf(path); !isApp || version < appVersion { // an older version had no days yet
		return nil, nil
	}
	rows, others, err := readDays(ctx, path)
	if err == nil && len(others) > 0 {
		err = fmt.Errorf("it has another table, %s", strings.Join(others, ", "))
	}
	if err != nil {
		err = fmt.Errorf("%s: %w: %w", path, ErrLoss, err)
	}
	return rows, err
}

// readDays returns the days of an app database in order, and the names of the tables that are
// somebody else's.
func readDays(ctx context.Context, path string) (rows []dailyRow, others []string, err error) {
	db, _, err := openApp(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	defer db.Close()
	tables, err := collect(ctx, db, scanText, "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'")
	if err == nil && slices.Contains(tables, "daily") {
		rows, err = collect(ctx, db, scanDaily, "SELECT date, size, level, key FROM daily ORDER BY date, size, level")
	}
	ours := []string{"puzzle", "stock", "daily"}
	return rows, slices.DeleteFunc(tables, func(name string) bool { return slices.Contains(ours, name) }), err
}

func scanDaily(row scanner) (r dailyRow, err error) {
	var key []byte
	if err = row.Scan(&r.Date, &r.Size, &r.Level, &key); err == nil && len(key) != len(r.key) {
		err = fmt.Errorf("%w: a key has %d bytes", ErrCorrupt, len(key))
	}
	copy(r.key[:], key)
	return r, err
}

// AppDays returns the puzzles of the day of an app database.
func AppDays(ctx context.Context, path string) (Days, error) {
	rows, _, err := readDays(ctx, path)
	if err == nil && len(rows) == 0 {
		err = errors.New("it has no puzzles of the day")
	}
	days := Days{}
	for _, row := range rows {
		days[row.DailyKind] = row.key
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return days, err
}

// appVersionOf returns the version of an app database. For another file isApp is false.
func appVersionOf(path string) (version int, isApp bool, err error) {
	version, id, err := header(path)
	if errors.Is(err, ErrNotDatabase) {
		err = nil
	}
	return version, id == AppID, err
}

// IsApp reports whether a file is an app database, of any version.
func IsApp(path string) bool {
	_, isApp, err := appVersionOf(path)
	return err == nil && isApp
}

// openApp opens an app database for reading. It refuses one whose table of puzzles
// is not one that gradoku makes, and reports whether it is slim.
func openApp(ctx context.Context, path string) (db *sql.DB, slim bool, err error) {
	switch version, isApp, err := appVersionOf(path); {
	case err != nil:
		return nil, false, err
	case !isApp:
		return nil, false, fmt.Errorf("%w: it is not an app database made by gradoku", ErrForeign)
	case version < appVersion:
		return nil, false, fmt.Errorf("it has version %d, made by an older gradoku: export it again to read it", version)
	case version > appVersion:
		return nil, false, fmt.Errorf("%w: it has version %d", ErrNewer, version)
	}
	// Nobody should write to this file in place, so it is read without locks. If it
	// were in WAL mode, locks would leave -wal and -shm files next to it.
	params := "mode=ro&immutable=1"
	if CheckAlone(linked(path)) != nil {
		params = "mode=ro" // but it has a journal: somebody writes to it after all
	}
	if db, err = connect(path, params); err != nil {
		return nil, false, err
	}
	var sqlText string
	err = db.QueryRowContext(ctx, "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = 'puzzle'").Scan(&sqlText)
	slim = sqlText == slimSchema
	if err == nil && !slim && sqlText != appSchema {
		err = fmt.Errorf("%w: its table puzzle differs from what gradoku creates", ErrForeign)
	}
	if err != nil {
		return nil, false, errors.Join(classify(err), db.Close())
	}
	return db, slim, nil
}

// AppPuzzles yields the puzzles of an app database, in the order of their ids. A
// grade has only the level, rating, scan and hardest technique, or, in a slim file, level and rating. After a [RowError], it
// continues.
func AppPuzzles(ctx context.Context, path string) iter.Seq2[AppPuzzle, error] {
	return func(yield func(AppPuzzle, error) bool) {
		if err := eachApp(ctx, path, yield); err != nil && !errors.Is(err, errStop) {
			yield(AppPuzzle{}, fmt.Errorf("%s: reading the app database: %w", path, classify(err)))
		}
	}
}

func eachApp(ctx context.Context, path string, yield func(AppPuzzle, error) bool) error {
	db, slim, err := openApp(ctx, path)
	if err != nil {
		return err
	}
	defer db.Close()
	columns := "puzzle, solution, symmetry, hardest, coalesce(scan, 0), minutes, minutes_low, minutes_high"
	if slim {
		columns = "grid, '', '', '', 0, NULL, NULL, NULL"
	}
	return each(ctx, db, func(row scanner) error {
		var p AppPuzzle
		var key []byte
		var rating, scan float64
		var minutes [3]sql.NullFloat64
		err := row.Scan(&p.ID, &key, &p.Size, &p.Grade.Level, &rating, &p.Clues, &p.Givens, &p.Solution, &p.Symmetry,
			&p.Grade.Hardest, &scan, &minutes[0], &minutes[1], &minutes[2])
		if err != nil {
			err = &RowError{p.ID, classify(err).Error()}
		} else if slim {
			p.Givens, p.Solution = fromGrid(p.Givens)
		}
		copy(p.Canon[:], key)
		p.Grade.Rating, p.Grade.Scan = int(rating*10+0.5), int(scan*10+0.5)
		if minutes[0].Valid {
			p.Minutes = &predict.Prediction{Median: minutes[0].Float64, Low: minutes[1].Float64, High: minutes[2].Float64}
		}
		if !yield(p, err) {
			return errStop
		}
		return nil
	}, "SELECT id, key, size, level, coalesce(rating, 0), clues, "+columns+" FROM puzzle ORDER BY id")
}
