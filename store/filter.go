package store

import (
	"fmt"
	"slices"
	"strings"

	"gradoku/board"
	"gradoku/grade"
)

// Filter selects puzzles; the zero Filter selects all of them, in the order of
// their ids. A zero field excludes nothing. A condition on grades excludes puzzles without a
// grade, and those with a grade by another version of
// the grader. If a rating is a lower bound, the bound is compared.
type Filter struct {
	Selection
	Classical     bool    `json:"-"`                        // only classical puzzles, unless the filter has a variant or names single puzzles
	NotExported   []int64 `json:"not_exported,omitempty"`   // puzzles in none of these exports
	NeverExported bool    `json:"never_exported,omitempty"` // puzzles in no export
	Spare         []int64 `json:"-"`                        // exports that NeverExported ignores: see DB.Settle
	Exported      bool    `json:"exported,omitempty"`       // puzzles in some export
	ExportID      int64   `json:"export,omitempty"`         // puzzles in this export
	IDs           []int64 `json:"-"`                        // these puzzles; nil for all
	Sample        int     `json:"sample,omitempty"`         // how IDs were sampled, for the record: see DB.Sample
	Seed          int64   `json:"seed,omitempty"`           // of the sample
	Order         string  `json:"order,omitempty"`          // names of orders (id, rating, clues, freedom, scan, random) or Columns, separated by commas, with - before a descending one; "" for id
	Limit         int     `json:"limit,omitempty"`          // at most this many puzzles, 0 for all
	Offset        int     `json:"offset,omitempty"`         // how many of the first puzzles to skip
	Keys          bool    `json:"-"`                        // verify the keys of the puzzles too, which takes ten times as long as the rest

	Wanted   Needs       `json:"-"` // needed in addition to what the conditions need: see DB.Lacking
	possible bool        // include puzzles for which it is not known yet whether they match: see needs.go
	outdated bool        // puzzles that lack a grade of this version: conditions on grades apply to an older one
	below    []byte      // only keys below this one; nil for all
	rare     map[int]int // techniques that few puzzles use, and how many: see find.go
	engine   *engine     // the engine whose SQL it is translated to; the DB sets it
}

// on returns the filter for a database.
func (f Filter) on(d *DB) Filter {
	f.engine = d.engine
	return f
}

// query is the conditions of a SELECT from puzzle AS p.
type query struct {
	where []string
	args  []any
}

func (q *query) and(condition string, args ...any) {
	q.where = append(q.where, condition)
	q.args = append(q.args, args...)
}

// conditions returns the WHERE clause, "" when all rows are wanted.
func (q *query) conditions() string {
	if len(q.where) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(q.where, " AND ")
}

// query translates the conditions on rows. Errors wrap ErrFilter.
func (f *Filter) query() (query, error) {
	var q query
	if err := f.selection(&q); err != nil {
		return query{}, err
	}
	if f.ExportID != 0 {
		q.and("p.id IN (SELECT puzzle_id FROM export_item WHERE export_id = ?)", f.ExportID)
	}
	if f.NeverExported {
		condition, args := "NOT EXISTS (SELECT 1 FROM export_item AS e WHERE e.puzzle_id = p.id", []any(nil)
		if len(f.Spare) > 0 {
			condition, args = condition+" AND e.export_id NOT IN "+f.engine.list, []any{listOf(f.Spare)}
		}
		q.and(condition+")", args...)
	}
	if f.Exported {
		q.and("p.id IN (SELECT puzzle_id FROM export_item)")
	}
	if len(f.NotExported) > 0 {
		q.and("NOT EXISTS (SELECT 1 FROM export_item AS e WHERE e.puzzle_id = p.id AND e.export_id IN "+f.engine.list+")",
			listOf(f.NotExported))
	}
	if f.IDs != nil {
		q.and("p.id IN "+f.engine.list, listOf(f.IDs))
	}
	if f.below != nil {
		q.and("p.canon < ?", f.below)
	}
	return q, nil
}

// levelSQL is the level of a puzzle p, as the column of that name has it. It is written out
// because SQLite reads the row for a generated column, even where an index has all that it
// follows from.
var levelSQL = func() string {
	sql, below := "(CASE", 0
	for _, l := range grade.Levels() {
		condition := fmt.Sprintf("p.rating <= %d", l.MaxRating)
		if l.MaxRating >= grade.NoCeiling {
			condition = fmt.Sprintf("p.rating > %d", below)
		}
		if l.MaxScan > 0 {
			condition += fmt.Sprintf(" AND coalesce(p.scan, 0) * 81 <= %d * p.size * p.size", l.MaxScan)
		}
		sql, below = sql+fmt.Sprintf(" WHEN %s THEN '%s'", condition, l.ID), l.MaxRating
	}
	return sql + " WHEN p.grader > 0 THEN '' END)"
}()

// with returns the names of the symmetries that have a symmetry.
func with(s board.Symmetry) (names []string) {
	for _, larger := range board.Symmetries() {
		if larger.Has(s) {
			names = append(names, larger.Name)
		}
	}
	return names
}

// listOf writes ids as one parameter, since a statement may have only a few
// thousand parameters.
func listOf(ids []int64) string { return strings.ReplaceAll(fmt.Sprint(ids), " ", ",") }

// techniqueNamed returns the technique of an id.
func techniqueNamed(id string) (grade.Technique, error) {
	i := slices.IndexFunc(techniques, func(t grade.Technique) bool { return t.ID == id })
	if i < 0 {
		return grade.Technique{}, fmt.Errorf("%w: there is no technique %q", ErrFilter, id)
	}
	return techniques[i], nil
}

// leastRating is the least rating of a puzzle that uses the techniques asked for: no path is
// rated below one of its steps.
func (f *Filter) leastRating() (least int) {
	for _, t := range techniques {
		if slices.Contains(f.Technique.IDs, t.ID) && !f.outdated {
			least = max(least, t.Rating)
		}
	}
	return least
}

// using is the condition that a puzzle uses a technique so often; it excludes those that do not
// use it.
func (f *Filter) using(t grade.Technique, operator string, uses any) (string, []any) {
	if t.Number < leastListed {
		return f.engine.uses(t.Number) + " " + operator + " ?", []any{uses}
	}
	rows := fmt.Sprintf("FROM puzzle_technique AS u WHERE u.technique = %d AND u.uses %s ?", t.Number, operator)
	if _, rare := f.rare[t.Number]; rare {
		return "p.id IN (SELECT u.puzzle_id " + rows + ")", []any{uses}
	}
	return "EXISTS (SELECT 1 " + rows + " AND u.puzzle_id = p.id)", []any{uses}
}

// statement returns the SELECT of puzzleColumns for the filter without its limit and offset,
// and its arguments. Errors wrap ErrFilter.
func (f *Filter) statement() (string, []any, error) {
	q, err := f.query()
	if err != nil {
		return "", nil, err
	}
	order, orderArgs, err := f.ordering()
	if err != nil {
		return "", nil, err
	}
	return "SELECT " + puzzleColumns + f.source(&q) + q.conditions() + order, slices.Concat(q.args, orderArgs), nil
}

// ordering returns the ORDER BY clause and its arguments. Ids have the direction of the first
// column.
func (f *Filter) ordering() (string, []any, error) {
	if f.Limit < 0 || f.Offset < 0 {
		return "", nil, fmt.Errorf("%w: limit %d and offset %d must not be negative", ErrFilter, f.Limit, f.Offset)
	}
	keys, args, backwards := "", []any(nil), false
	for name := range strings.SplitSeq(f.Order, ",") {
		if f.Order == "" {
			break
		}
		name, desc := strings.CutPrefix(strings.TrimSpace(name), "-")
		c, err := orderNamed(name)
		if err != nil {
			return "", nil, fmt.Errorf("%w: %w", ErrFilter, err)
		}
		if keys == "" {
			backwards = desc
		}
		keys += f.engine.sorted(&c, desc) + ", "
		args = append(args, c.args...)
	}
	return " ORDER BY " + keys + "p.id" + direction(backwards), args, nil
}

// sorted is a column in an ORDER BY clause.
func (d *dialect) sorted(c *column, desc bool) string {
	key := c.operand(d)
	if c.kind == kindAny {
		key = labelOf(d, d.label.order) + d.label.collate
	}
	if key += direction(desc); !c.notNull {
		key += " NULLS LAST"
	}
	return key
}

func direction(desc bool) string {
	if desc {
		return " DESC"
	}
	return ""
}

// orderNamed returns the column to sort by: that of an order, or any other.
func orderNamed(name string) (column, error) {
	if o, ok := orders[name]; ok {
		return column{sql: o.key, notNull: name == "id" || name == "clues" || name == "random"}, nil
	}
	c, err := columnNamed(name)
	if err != nil {
		err = fmt.Errorf("there is no order %q, and %w", name, err)
	}
	return c, err
}

func anys(texts []string) []any {
	values := make([]any, len(texts))
	for i, s := range texts {
		values[i] = s
	}
	return values
}
