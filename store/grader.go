package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"gradoku/grade"
)

// syncTechniques adds the current grader's techniques that the table lacks.
func (d *DB) syncTechniques(ctx context.Context) error {
	have, err := checkTechniques(ctx, d.writer, d.grader)
	if err != nil || have == len(techniques) {
		return err
	}
	return transact(ctx, d.writer, func(tx *sql.Tx) error {
		for i, t := range techniques {
			if _, err := tx.ExecContext(ctx, `INSERT INTO technique (grader, ordinal, id, name, rating)
				VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`, d.grader, i, t.ID, t.Name, t.Rating); err != nil {
				return fmt.Errorf("adding technique %s: %w", t.ID, err)
			}
		}
		return nil
	})
}

// checkTechniques returns how many of the grader's techniques a database has. It returns an
// error when database and program have different tables for the same grader: grades would
// then be misread. A change of the program's table needs a new grade.Version.
func checkTechniques(ctx context.Context, q querier, grader int) (have int, err error) {
	rows, err := q.QueryContext(ctx, "SELECT ordinal, id, name, rating FROM technique WHERE grader = ? ORDER BY ordinal", grader)
	err = each(rows, err, func(row scanner) error {
		var id, name string
		var ordinal, rating int
		if err := row.Scan(&ordinal, &id, &name, &rating); err != nil {
			return err
		}
		switch want := techniques[min(have, len(techniques)-1)]; {
		case ordinal != have:
			return fmt.Errorf("%w: technique %d of grader %d is missing, and %.60q is number %d", ErrCorrupt, have, grader, id, ordinal)
		case have == len(techniques):
			return fmt.Errorf("%w: grader %d has %d techniques, but the database has a further one, %.60q", ErrCorrupt, grade.Version, len(techniques), id)
		case id != want.ID || name != want.Name || rating != want.Rating:
			return fmt.Errorf("%w: technique %d of grader %d is %.60q, called %.60q and rated %d, in the database, but %q, %q and %d in this program", ErrCorrupt,
				have, grade.Version, id, name, rating, want.ID, want.Name, want.Rating)
		}
		have++
		return nil
	})
	return have, err
}

// Ungraded is a puzzle that has no grade by the current grader.
type Ungraded struct {
	ID     int64
	Givens string
}

var scanUngraded = into(func(u *Ungraded) []any { return []any{&u.ID, &u.Givens} })

// Graded is a grade by the current grader for a puzzle.
type Graded struct {
	Ungraded // the puzzle that was graded
	Grade    grade.Grade
}

// fromUngraded joins each puzzle that has no grade by a given grader with its newest
// grade by another, if any. The grader is the first argument of a query; two places
// use it.
const fromUngraded = ` FROM puzzle AS p LEFT JOIN grade AS g ON g.puzzle_id = p.id
	AND g.grader = (SELECT max(newest.grader) FROM grade AS newest WHERE newest.puzzle_id = p.id AND newest.grader <> ?1)
	WHERE NOT EXISTS (SELECT 1 FROM grade AS h WHERE h.puzzle_id = p.id AND h.grader = ?1)`

// Ungraded returns up to limit puzzles that have no grade by the current grader, in
// the order of their ids, which are greater than after and at most last. Conditions of
// the filter on grades apply to the newest grade of a puzzle. The filter's order, limit
// and offset are ignored.
func (d *DB) Ungraded(ctx context.Context, f Filter, after, last int64, limit int) ([]Ungraded, error) {
	rest, args, err := d.ungraded(f)
	var list []Ungraded
	if err == nil {
		look := d.provers.take(ctx, false)
		defer d.provers.putBack(look)
		list, err = collect(ctx, d.readers, func(row scanner) (Ungraded, error) {
			p, err := scanPuzzle(row, look)
			return Ungraded{p.ID, p.Givens}, err
		}, "SELECT "+puzzleColumns+rest+" AND p.id > ? AND p.id <= ? ORDER BY p.id LIMIT ?", append(args, after, last, limit)...)
	}
	return list, d.fail(ctx, "looking for puzzles without a grade", err)
}

// CountUngraded counts all puzzles that Ungraded would return.
func (d *DB) CountUngraded(ctx context.Context, f Filter) (int64, error) {
	var n int64
	rest, args, err := d.ungraded(f)
	if err == nil {
		err = d.readers.QueryRowContext(ctx, "SELECT count(*)"+rest, args...).Scan(&n)
	}
	return n, d.fail(ctx, "counting puzzles without a grade", err)
}

// ungraded returns a query without its columns.
func (d *DB) ungraded(f Filter) (string, []any, error) {
	f = f.on(d)
	q, err := f.query()
	rest := fromUngraded
	for _, condition := range q.where {
		rest += " AND " + condition
	}
	return rest, q.args, err
}

// SaveGrades adds grades in one transaction. A puzzle that has meanwhile been given one
// by the current grader keeps it. A puzzle that was removed gets none; nor does another
// puzzle that now has its id, as after a backup was restored.
func (d *DB) SaveGrades(ctx context.Context, graded []Graded) error {
	return d.write(ctx, "saving grades", func(tx txn) error {
		_, err := saveGrades(ctx, tx, d.grader, graded)
		return err
	})
}

// CommitGrades is SaveGrades for a committer. In the same transaction, its shared run
// advances to the puzzle with the id to.
func (d *DB) CommitGrades(ctx context.Context, by Committer, graded []Graded, to int64) error {
	return d.writeShared(ctx, "saving grades", func(tx txn) error {
		saved, err := saveGrades(ctx, tx, d.grader, graded)
		if err != nil {
			return err
		}
		return by.advance(ctx, tx, to, saved, nil)
	})
}

func saveGrades(ctx context.Context, tx txn, grader int, graded []Graded) (saved int64, err error) {
	ids := make([]int64, len(graded))
	for i := range graded {
		ids[i] = graded[i].ID
	}
	without, err := collect(ctx, tx, scanUngraded, "SELECT p.id, "+givensText+" FROM puzzle AS p WHERE p.id IN "+tx.engine.list+
		" AND NOT EXISTS (SELECT 1 FROM grade AS g WHERE g.puzzle_id = p.id AND g.grader = ?)", listOf(ids), grader)
	if err != nil {
		return 0, err
	}
	open := map[Ungraded]bool{}
	for _, u := range without {
		open[u] = true
	}
	kept := slices.DeleteFunc(slices.Clone(graded), func(g Graded) bool { return !open[g.Ungraded] })
	return int64(len(kept)), insertGrades(ctx, tx, grader, func(yield func(int64, *grade.Grade) bool) {
		for i := range kept {
			if !yield(kept[i].ID, &kept[i].Grade) {
				return
			}
		}
	})
}

// GradeDiff is how the grades of two versions of the grader differ on the puzzles
// that both have graded.
type GradeDiff struct {
	Both, OnlyFirst, OnlySecond int64 // puzzles graded by both, or by one only
	Same, Harder, Easier        int64 // according to the second's rating
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

// RatingMove counts the puzzles whose rating differs by this many tenths.
type RatingMove struct{ Tenths, Puzzles int64 }

// PuzzleMove is a puzzle with its two ratings in tenths, 0 for none.
type PuzzleMove struct {
	ID                     int64
	Givens                 string
	From, To               int
	FromAtLeast, ToAtLeast bool
	FromHardest, ToHardest string
	FromLevel, ToLevel     string
}

const fromBoth = ` FROM grade AS a JOIN grade AS b ON b.puzzle_id = a.puzzle_id AND b.grader = ?2 WHERE a.grader = ?1`

// DiffGrades compares the grades of two versions and lists the largest differences
// in rating, at most top of them.
func (d *DB) DiffGrades(ctx context.Context, first, second, top int) (m GradeDiff, err error) {
	defer d.failing(ctx, "comparing grades", &err)
	err = d.readers.QueryRowContext(ctx, `SELECT
		(SELECT count(*) FROM grade AS a WHERE grader = ?1 AND NOT EXISTS (SELECT 1 FROM grade AS b WHERE b.puzzle_id = a.puzzle_id AND b.grader = ?2)),
		(SELECT count(*) FROM grade AS b WHERE grader = ?2 AND NOT EXISTS (SELECT 1 FROM grade AS a WHERE a.puzzle_id = b.puzzle_id AND a.grader = ?1))`,
		first, second).Scan(&m.OnlyFirst, &m.OnlySecond)
	if err != nil {
		return m, err
	}
	m.Levels, err = collect(ctx, d.readers, into(func(l *LevelMove) []any { return []any{&l.From, &l.To, &l.Puzzles} }), "SELECT a.level, b.level, count(*)"+fromBoth+" GROUP BY 1, 2 ORDER BY coalesce(min(a.rating), 0), 1, coalesce(min(b.rating), 0), 2", first, second)
	if err != nil {
		return m, err
	}
	m.Ratings, err = collect(ctx, d.readers, into(func(r *RatingMove) []any { return []any{&r.Tenths, &r.Puzzles} }), "SELECT coalesce(b.rating, 0) - coalesce(a.rating, 0), count(*)"+fromBoth+" GROUP BY 1 ORDER BY 1", first, second)
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
	m.Largest, err = collect(ctx, d.readers, into(func(p *PuzzleMove) []any {
		return []any{&p.ID, &p.Givens, &p.From, &p.To, &p.FromAtLeast, &p.ToAtLeast, &p.FromHardest, &p.ToHardest, &p.FromLevel, &p.ToLevel}
	}), `SELECT p.id, `+givensText+`, coalesce(a.rating, 0), coalesce(b.rating, 0),
		a.at_least, b.at_least, coalesce(a.hardest, ''), coalesce(b.hardest, ''), a.level, b.level
		FROM grade AS a JOIN grade AS b ON b.puzzle_id = a.puzzle_id AND b.grader = ?2 JOIN puzzle AS p ON p.id = a.puzzle_id
		WHERE a.grader = ?1 AND coalesce(a.rating, 0) <> coalesce(b.rating, 0)
		ORDER BY abs(coalesce(a.rating, 0) - coalesce(b.rating, 0)) DESC, p.id LIMIT ?3`, first, second, top)
	for i := 0; err == nil && i < len(m.Largest); i++ {
		_, err = d.PuzzleByID(ctx, m.Largest[i].ID) // verifies the puzzle
	}
	return m, err
}
