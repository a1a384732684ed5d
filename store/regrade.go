package store

import (
	"context"
	"database/sql"

	"gradoku/grade"
)

// Ungraded is a puzzle that has no grade of the current grader.
type Ungraded struct {
	ID     int64
	Givens string
}

// Graded is a grade of the current grader for a puzzle.
type Graded struct {
	ID    int64
	Grade grade.Grade
}

// fromUngraded joins each puzzle that has no grade of one grader with the newest
// grade it has of another, if any; the grader is the first argument of a query,
// twice.
const fromUngraded = ` FROM puzzle AS p LEFT JOIN grade AS g ON g.puzzle_id = p.id
	AND g.grader = (SELECT max(newest.grader) FROM grade AS newest WHERE newest.puzzle_id = p.id AND newest.grader <> ?1)
	WHERE NOT EXISTS (SELECT 1 FROM grade AS h WHERE h.puzzle_id = p.id AND h.grader = ?1)`

// Ungraded returns up to limit of the puzzles that have no grade of the current
// grader, in the order of their ids, from the one behind after. What the filter
// says about grades is meant of the newest grade that a puzzle has; its order,
// limit and offset are left aside.
func (d *DB) Ungraded(ctx context.Context, f Filter, after int64, limit int) ([]Ungraded, error) {
	rest, args, err := d.ungraded(f)
	var list []Ungraded
	if err == nil {
		list, err = collect(ctx, d.readers, func(row interface{ Scan(dest ...any) error }) (Ungraded, error) {
			var u Ungraded
			err := row.Scan(&u.ID, &u.Givens)
			return u, err
		}, "SELECT p.id, p.givens"+rest+" AND p.id > ? ORDER BY p.id LIMIT ?", append(args, after, limit)...)
	}
	return list, d.fail(ctx, "looking for puzzles without a grade", err)
}

// CountUngraded counts all that Ungraded would return.
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
	f.grader = d.grader
	q, err := f.query()
	rest := fromUngraded
	for _, condition := range q.where {
		rest += " AND " + condition
	}
	return rest, q.args, err
}

// SaveGrades adds grades in one transaction. A puzzle that has one of the
// current grader meanwhile keeps it.
func (d *DB) SaveGrades(ctx context.Context, graded []Graded) error {
	return d.write(ctx, "saving grades", func(tx *sql.Tx) error {
		has, err := d.graded(ctx, tx, graded)
		if err != nil {
			return err
		}
		grades, uses := newGradeInserter(ctx, tx, d.grader), newUseInserter(ctx, tx, d.grader)
		for i := range graded {
			if has[graded[i].ID] {
				continue
			}
			if err := addGrade(grades, graded[i].ID, &graded[i].Grade); err != nil {
				return err
			}
		}
		if err := grades.finish(); err != nil {
			return err
		}
		for i := range graded {
			if has[graded[i].ID] {
				continue
			}
			if err := addUses(uses, graded[i].ID, &graded[i].Grade); err != nil {
				return err
			}
		}
		return uses.finish()
	})
}

// graded returns which of the puzzles have a grade of the current grader.
func (d *DB) graded(ctx context.Context, tx *sql.Tx, list []Graded) (map[int64]bool, error) {
	ids := make([]int64, len(list))
	for i := range list {
		ids[i] = list[i].ID
	}
	found, err := collect(ctx, tx, func(row interface{ Scan(dest ...any) error }) (int64, error) {
		var id int64
		err := row.Scan(&id)
		return id, err
	}, "SELECT puzzle_id FROM grade WHERE grader = ? AND puzzle_id IN (SELECT value FROM json_each(?))", d.grader, listOf(ids))
	has := make(map[int64]bool, len(found))
	for _, id := range found {
		has[id] = true
	}
	return has, err
}
