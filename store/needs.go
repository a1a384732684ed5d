package store

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gradoku/grade"
	"gradoku/predict"
)

// What people need for a puzzle is its minutes by the built-in model and its path for
// people. These take milliseconds to compute, so they are computed on request. Beside each is
// the version of what computed it; it is out of date when this program has another.
//
// A filter on minutes matches only puzzles that have them. So a caller of such a filter
// first computes them for the puzzles that may match: see [DB.Lacking].

// need is one of these values.
type need struct{ column, current, lacks string }

var (
	needMinutes = need{"minutes", "p.model = '" + predict.Version() + "'", "p.size = 9 AND p.model IS DISTINCT FROM '" + predict.Version() + "'"}
	needPeople  = need{"people_score", fmt.Sprintf("p.people_grader = %d", grade.PeopleVersion), fmt.Sprintf("p.people_grader IS DISTINCT FROM %d", grade.PeopleVersion)}
)

// known is a value that depends on the need, NULL while it is out of date.
func (n *need) known(sql string) string { return "(CASE WHEN " + n.current + " THEN " + sql + " END)" }

// Needs lists what a filter must know about puzzles in addition to their grades.
type Needs struct{ Minutes, People bool }

// None reports whether the grades are enough.
func (n Needs) None() bool { return n == Needs{} }

// Needs returns what the filter, its condition and its order need.
func (f *Filter) Needs() Needs {
	return Needs{
		Minutes: f.Wanted.Minutes || f.Minutes != (grade.Span{}) || f.names(needMinutes.column),
		People:  f.Wanted.People || f.ForPeople() || f.names(needPeople.column),
	}
}

// names reports whether the condition or the order names a column.
func (f *Filter) names(column string) bool {
	p := parser{text: f.Where.Text + " " + strings.ReplaceAll(f.Order, "-", " ")}
	_ = p.scan() // an error is reported when the filter is used
	return slices.ContainsFunc(p.tokens, func(t token) bool { return t.kind == tokenWord && strings.EqualFold(t.text, column) })
}

// value returns the SQL of a value that depends on a need.
func (f *Filter) value(n *need, sql string) string {
	if f.possible {
		return n.known(sql)
	}
	return sql
}

// possibly returns the SQL for the conditions that may depend on needs.
func (f *Filter) possibly(q query) (string, []any) {
	all := "(" + strings.Join(q.where, " AND ") + ")"
	switch {
	case !f.possible:
		return all, q.args
	case f.names("null"): // a test for NULL is never NULL itself: any unknown puzzle may match
		return "(" + all + " OR " + f.lacks() + ")", q.args
	}
	// An unknown value is NULL, so a condition that depends on it is neither true nor false.
	return "(" + all + " OR " + f.lacks() + " AND " + all + " IS NOT FALSE)", slices.Concat(q.args, q.args)
}

// lacks is the condition that a puzzle does not have all that the filter needs.
func (f *Filter) lacks() string {
	var parts []string
	needs := f.Needs()
	if needs.Minutes {
		parts = append(parts, needMinutes.lacks)
	}
	if needs.People {
		parts = append(parts, needPeople.lacks)
	}
	return "(" + strings.Join(parts, " OR ") + ")"
}

// lackingRows is how many puzzles are looked for at a time.
const lackingRows = 256

// Lacking returns some of the puzzles that may match a filter and lack what it needs, and
// none when the filter's result is certain. If the filter has no limit, they are in the
// order of their ids, which are greater than after. If it has one, they are among the first
// in the filter's order, and after is ignored: so ten of a million puzzles can be found
// without computing the needs of all.
func (d *DB) Lacking(ctx context.Context, f Filter, after int64) (list []Ungraded, err error) {
	defer d.failing(ctx, "looking for puzzles without minutes", &err)
	f = f.on(d)
	if f.Needs().None() {
		return nil, nil
	}
	f.possible = true
	q, err := f.query()
	if err != nil {
		return nil, err
	}
	if byNeeds := (Filter{Order: f.Order}); f.Limit == 0 || !byNeeds.Needs().None() {
		q.and(f.lacks())
		q.and("p.id > ?", after)
		return collect(ctx, d.readers, scanUngraded, "SELECT p.id, "+givensText+f.source(&q)+q.conditions()+" ORDER BY p.id LIMIT ?", append(q.args, lackingRows)...)
	}
	order, orderArgs, err := f.ordering()
	if err != nil {
		return nil, err
	}
	type possible struct {
		Ungraded
		lacks bool
	}
	first := f.Limit + f.Offset
	all, err := collect(ctx, d.readers, into(func(u *possible) []any { return []any{&u.ID, &u.Givens, &u.lacks} }),
		"SELECT p.id, "+givensText+", "+f.lacks()+f.source(&q)+q.conditions()+order+" LIMIT ?",
		slices.Concat(q.args, orderArgs, []any{max(first, lackingRows)})...)
	if err != nil || !slices.ContainsFunc(all[:min(first, len(all))], func(u possible) bool { return u.lacks }) {
		return nil, err
	}
	for _, u := range all {
		if u.lacks {
			list = append(list, u.Ungraded)
		}
	}
	return list, nil
}

// CountLacking counts all puzzles that may match a filter and lack what it needs.
func (d *DB) CountLacking(ctx context.Context, f Filter) (n int64, err error) {
	f = f.on(d)
	if f.Needs().None() {
		return 0, nil
	}
	f.possible = true
	q, err := f.query()
	if err == nil {
		q.and(f.lacks())
		err = d.readers.QueryRowContext(ctx, "SELECT count(*)"+f.source(&q)+q.conditions(), q.args...).Scan(&n)
	}
	return n, d.fail(ctx, "counting puzzles without minutes", err)
}

// ReadOnly reports whether the database cannot be written to.
func (d *DB) ReadOnly() bool { return d.writer == nil }

// CheckKnown refuses a filter that may match puzzles which lack what it needs. It is for
// callers that cannot compute and save what is missing.
func (d *DB) CheckKnown(ctx context.Context, f Filter) error {
	n, err := d.CountLacking(ctx, f)
	if err != nil || n == 0 {
		return err
	}
	flag, what := "--minutes", "minutes"
	if f.Needs().People {
		flag, what = "--people", "path for people"
	}
	return fmt.Errorf("%w: %d of the puzzles have no %s yet: gradoku regrade %s computes them", ErrFilter, n, what, flag)
}

// Needed is what was computed for a puzzle. A part that was not requested is nil.
type Needed struct {
	Ungraded
	Minutes *predict.Prediction // the zero Prediction if the model gives none
	Path    *grade.HumanPath
}

// SaveNeeded saves what was computed, in one transaction. It skips puzzles that were removed
// or replaced meanwhile, as when a backup was restored.
func (d *DB) SaveNeeded(ctx context.Context, list []Needed) error {
	return d.write(ctx, "saving minutes", func(tx txn) error {
		for _, n := range list {
			if err := n.save(ctx, tx); err != nil {
				return fmt.Errorf("puzzle %d: %w", n.ID, err)
			}
		}
		return nil
	})
}

func (n *Needed) save(ctx context.Context, tx txn) error {
	set := func(columns string, values ...any) error {
		_, err := tx.ExecContext(ctx, "UPDATE puzzle AS p SET "+columns+" WHERE p.id = ? AND "+givensText+" = ?", append(values, n.ID, n.Givens)...)
		return err
	}
	if m := n.Minutes; m != nil {
		minutes := 0
		if m.Median > 0 {
			minutes = m.Minutes()
		}
		if err := set("model = ?, minutes = ?", predict.Version(), orNull(minutes)); err != nil {
			return err
		}
	}
	if n.Path == nil {
		return nil
	}
	ids := map[string]bool{}
	for _, s := range n.Path.Steps {
		ids[s.Technique] = true
	}
	score := any(n.Path.Score)
	if n.Path.AtLeast {
		score = nil
	}
	return set("people_grader = ?, people_score = ?, people_techniques = ?", grade.PeopleVersion, score, " "+strings.Join(slices.Sorted(maps.Keys(ids)), " ")+" ")
}

// Minutes returns the stored minutes of puzzles by id, without those not computed yet. It
// returns 0 for a puzzle for which the model gives none.
func (d *DB) Minutes(ctx context.Context, ids []int64) (map[int64]int, error) {
	known := map[int64]int{}
	err := each(ctx, d.readers, func(row scanner) error {
		var id int64
		var minutes sql.NullInt64
		err := row.Scan(&id, &minutes)
		known[id] = int(minutes.Int64)
		return err
	}, "SELECT id, minutes FROM puzzle WHERE model = ? AND id IN "+d.engine.list, predict.Version(), listOf(ids))
	return known, d.fail(ctx, "reading minutes", err)
}
