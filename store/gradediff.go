package store

import "context"

// GradeDiff is how the grades of two versions of the grader differ, over the puzzles
// that both have graded.
type GradeDiff struct {
	Both, OnlyFirst, OnlySecond int64 // puzzles that both, or one only, has graded
	Same, Harder, Easier        int64 // by the second's rating
	Levels                      []LevelMove
	Ratings                     []RatingMove
	Largest                     []PuzzleMove
}

// LevelMove counts the puzzles that have one level in the first version and one
// in the second.
type LevelMove struct {
	From, To string
	Puzzles  int64
}

// RatingMove counts the puzzles whose rating differs by so many tenths.
type RatingMove struct{ Tenths, Puzzles int64 }

// PuzzleMove is a puzzle with both its ratings, in tenths, 0 for none.
type PuzzleMove struct {
	ID                     int64
	Givens                 string
	From, To               int
	FromAtLeast, ToAtLeast bool
	FromHardest, ToHardest string
	FromLevel, ToLevel     string
}

const fromBoth = ` FROM grade AS a JOIN grade AS b ON b.puzzle_id = a.puzzle_id AND b.grader = ?2 WHERE a.grader = ?1`

// DiffGrades compares the grades of two versions and lists the top largest
// differences of ratings.
func (d *DB) DiffGrades(ctx context.Context, first, second, top int) (GradeDiff, error) {
	m, err := d.diffGrades(ctx, first, second, top)
	return m, d.fail(ctx, "comparing grades", err)
}

func (d *DB) diffGrades(ctx context.Context, first, second, top int) (GradeDiff, error) {
	var m GradeDiff
	err := d.readers.QueryRowContext(ctx, `SELECT
		(SELECT count(*) FROM grade AS a WHERE grader = ?1 AND NOT EXISTS (SELECT 1 FROM grade AS b WHERE b.puzzle_id = a.puzzle_id AND b.grader = ?2)),
		(SELECT count(*) FROM grade AS b WHERE grader = ?2 AND NOT EXISTS (SELECT 1 FROM grade AS a WHERE a.puzzle_id = b.puzzle_id AND a.grader = ?1))`,
		first, second).Scan(&m.OnlyFirst, &m.OnlySecond)
	if err != nil {
		return m, err
	}
	m.Levels, err = collect(ctx, d.readers, func(row interface{ Scan(dest ...any) error }) (LevelMove, error) {
		var l LevelMove
		err := row.Scan(&l.From, &l.To, &l.Puzzles)
		return l, err
	}, "SELECT a.level, b.level, count(*)"+fromBoth+" GROUP BY 1, 2 ORDER BY min(a.rating), 1, min(b.rating), 2", first, second)
	if err != nil {
		return m, err
	}
	m.Ratings, err = collect(ctx, d.readers, func(row interface{ Scan(dest ...any) error }) (RatingMove, error) {
		var r RatingMove
		err := row.Scan(&r.Tenths, &r.Puzzles)
		return r, err
	}, "SELECT coalesce(b.rating, 0) - coalesce(a.rating, 0), count(*)"+fromBoth+" GROUP BY 1 ORDER BY 1", first, second)
	if err != nil {
		return m, err
	}
	for _, r := range m.Ratings {
		m.Both += r.Puzzles
		switch {
		case r.Tenths == 0:
			m.Same += r.Puzzles
		case r.Tenths > 0:
			m.Harder += r.Puzzles
		default:
			m.Easier += r.Puzzles
		}
	}
	m.Largest, err = collect(ctx, d.readers, scanMove, `SELECT p.id, p.givens, coalesce(a.rating, 0), coalesce(b.rating, 0),
		a.at_least, b.at_least, coalesce(a.hardest, ''), coalesce(b.hardest, ''), a.level, b.level
		FROM grade AS a JOIN grade AS b ON b.puzzle_id = a.puzzle_id AND b.grader = ?2 JOIN puzzle AS p ON p.id = a.puzzle_id
		WHERE a.grader = ?1 AND coalesce(a.rating, 0) <> coalesce(b.rating, 0)
		ORDER BY abs(coalesce(a.rating, 0) - coalesce(b.rating, 0)) DESC, p.id LIMIT ?3`, first, second, top)
	return m, err
}

func scanMove(row interface{ Scan(dest ...any) error }) (PuzzleMove, error) {
	var p PuzzleMove
	err := row.Scan(&p.ID, &p.Givens, &p.From, &p.To, &p.FromAtLeast, &p.ToAtLeast,
		&p.FromHardest, &p.ToHardest, &p.FromLevel, &p.ToLevel)
	return p, err
}
