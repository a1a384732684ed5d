package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"gradoku/grade"
)

// syncTechniques adds the techniques that the table lacks.
func (d *DB) syncTechniques(ctx context.Context) error {
	missing, err := checkTechniques(ctx, d.writer)
	if err != nil || len(missing) == 0 {
		return err
	}
	return transact(ctx, d.writer, func(tx *sql.Tx) error {
		for _, t := range missing {
			if _, err := tx.ExecContext(ctx, `INSERT INTO technique (number, id, name) VALUES (?, ?, ?)
				ON CONFLICT (number) DO UPDATE SET name = excluded.name`, t.Number, t.ID, t.Name); err != nil {
				return fmt.Errorf("adding technique %s: %w", t.ID, err)
			}
		}
		return nil
	})
}

// checkTechniques returns the techniques that a database lacks, or has with another name for
// people. It returns an error when a number means another technique in the database than in
// the program: grades would then be misread.
func checkTechniques(ctx context.Context, q querier) (missing []grade.Technique, err error) {
	missing = grade.Techniques()
	err = each(ctx, q, func(row scanner) error {
		var id, name string
		var number int
		if err := row.Scan(&number, &id, &name); err != nil {
			return err
		}
		i := slices.IndexFunc(techniques, func(t grade.Technique) bool { return t.Number == number || t.ID == id })
		switch {
		case i < 0: // of a later version
		case techniques[i].ID != id || techniques[i].Number != number:
			return fmt.Errorf("%w: technique %d is %.60q in the database, but technique %d is %q in this program", ErrCorrupt, number, id, techniques[i].Number, techniques[i].ID)
		case techniques[i].Name == name:
			missing = slices.DeleteFunc(missing, func(t grade.Technique) bool { return t.ID == id })
		}
		return nil
	}, "SELECT number, id, name FROM technique ORDER BY number")
	return missing, err
}

// Ungraded is a puzzle that has no grade by this version of the grader.
type Ungraded struct {
	ID     int64
	Givens string
}

var scanUngraded = into(func(u *Ungraded) []any { return []any{&u.ID, &u.Givens} })

// Graded is a grade by this version of the grader for a puzzle.
type Graded struct {
	Ungraded // the puzzle that was graded
	Grade    grade.Grade
}

// Regraded is a puzzle whose grade was replaced.
type Regraded struct {
	Graded
	Before Verdict // zero if there was none
}

// Verdict is what people see of a grade.
type Verdict struct {
	Grader  int
	Rating  int // tenths, 0 for none
	AtLeast bool
	Level   string
}

// Ungraded returns up to limit puzzles that have no grade by this version, in the order of
// their ids, which are greater than after and at most last. Conditions of the filter on
// grades apply to the grade that a puzzle has. The filter's order, limit and offset are
// ignored.
func (d *DB) Ungraded(ctx context.Context, f Filter, after, last int64, limit int) (list []Ungraded, err error) {
	defer d.failing(ctx, "looking for puzzles without a grade", &err)
	q, err := f.ungraded(d)
	if err != nil {
		return nil, err
	}
	q.and("p.id > ? AND p.id <= ?", after, last)
	look := d.provers.take(ctx, false)
	defer d.provers.putBack(look)
	return collect(ctx, d.readers, func(row scanner) (Ungraded, error) {
		p, err := scanPuzzle(row, look)
		return Ungraded{p.ID, p.Givens}, err
	}, "SELECT "+puzzleColumns+f.source(&q)+q.conditions()+" ORDER BY p.id LIMIT ?", append(q.args, limit)...)
}

// CountUngraded counts all puzzles that Ungraded would return.
func (d *DB) CountUngraded(ctx context.Context, f Filter) (n int64, err error) {
	q, err := f.ungraded(d)
	if err == nil {
		err = d.readers.QueryRowContext(ctx, "SELECT count(*)"+f.source(&q)+q.conditions(), q.args...).Scan(&n)
	}
	return n, d.fail(ctx, "counting puzzles without a grade", err)
}

// ungraded returns the conditions for puzzles without a grade by this version.
func (f *Filter) ungraded(d *DB) (query, error) {
	*f = f.on(d)
	f.outdated = true
	q, err := f.query()
	q.and("p.grader IS DISTINCT FROM ?", grade.Version)
	return q, err
}

// SaveGrades replaces grades in one transaction and returns what it replaced. A puzzle that
// has meanwhile been given a grade by this version keeps it. A puzzle that was removed gets
// none; nor does another puzzle that now has its id, as after a backup was restored.
func (d *DB) SaveGrades(ctx context.Context, graded []Graded) (done []Regraded, err error) {
	err = d.write(ctx, "saving grades", func(tx txn) error {
		done, err = saveGrades(ctx, tx, graded)
		return err
	})
	return done, err
}

// CommitGrades is SaveGrades for a committer. In the same transaction, its shared run
// advances to the puzzle with the id to.
func (d *DB) CommitGrades(ctx context.Context, by *SharedRun, graded []Graded, to int64) error {
	return d.writeShared(ctx, "saving grades", func(tx txn) error {
		saved, err := saveGrades(ctx, tx, graded)
		if err != nil {
			return err
		}
		return by.advance(ctx, tx, to, int64(len(saved)), nil)
	})
}

func saveGrades(ctx context.Context, tx txn, graded []Graded) (done []Regraded, err error) {
	ids := make([]int64, len(graded))
	for i := range graded {
		ids[i] = graded[i].ID
	}
	before := map[Ungraded]Verdict{}
	err = each(ctx, tx, func(row scanner) error {
		var u Ungraded
		var v Verdict
		var size, scan int
		err := row.Scan(&u.ID, &u.Givens, &v.Grader, &v.Rating, &v.AtLeast, &size, &scan)
		if v.Grader != 0 {
			v.Level = grade.LevelOf(size, v.Rating, scan)
		}
		before[u] = v
		return err
	}, "SELECT p.id, "+givensText+", coalesce(p.grader, 0), coalesce(p.rating, 0), coalesce(p.at_least, 0), p.size, coalesce(p.scan, 0) FROM puzzle AS p WHERE p.id IN "+tx.engine.list+
		" AND p.grader IS DISTINCT FROM ?", listOf(ids), grade.Version)
	if err != nil {
		return nil, err
	}
	ids = ids[:0]
	for _, g := range graded {
		if v, open := before[g.Ungraded]; open {
			done, ids = append(done, Regraded{g, v}), append(ids, g.ID)
		}
	}
	for _, t := range techniques { // the table is in the order of techniques
		if t.Number < leastListed {
			continue
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM puzzle_technique WHERE technique = ? AND puzzle_id IN "+tx.engine.list, t.Number, listOf(ids)); err != nil {
			return nil, err
		}
	}
	update, err := tx.PrepareContext(ctx, "UPDATE puzzle SET ("+gradeColumns+") = ("+repeat("?", strings.Count(gradeColumns, ",")+1)+") WHERE id = ?")
	if err != nil {
		return nil, err
	}
	in := newInserter(ctx, tx, "puzzle_technique", "puzzle_id, technique, uses")
	for i := range done {
		values, err := gradeValues(&done[i].Grade, false)
		if err == nil {
			_, err = update.ExecContext(ctx, append(values, done[i].ID)...)
		}
		if err == nil {
			err = addUses(in, done[i].ID, &done[i].Grade)
		}
		if err != nil {
			return nil, err
		}
	}
	return done, in.finish()
}
