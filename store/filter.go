package store

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gradoku/board"
	"gradoku/grade"
)

// Filter selects puzzles; the zero Filter selects all of them, in the order of
// their ids. A zero field excludes nothing. Ratings, letters, levels and uses
// are those of the current grader, so a condition on them excludes puzzles that
// it has not graded. If a rating is a lower bound, the bound is compared.
type Filter struct {
	ID    int64
	RunID int64
	Size  int
	// Variant is a [VariantChoice]; "" for all puzzles, or with Classical, which is not
	// recorded, for those of no variant.
	Variant   string `json:",omitempty"`
	Classical bool   `json:"-"`
	grade.Criteria
	CluesMin, CluesMax int      // both included
	Symmetries         []string // any of these, by name
	Minimal, Logic     *bool    // minimal or not; solved by logic or not
	Where              string   // a condition, see where.go
	NotExported        []int64  // puzzles in none of these exports
	NeverExported      bool     // puzzles in no export
	Spare              []int64  `json:"-"`          // exports that NeverExported ignores: see DB.Settle
	Exported           bool     `json:",omitempty"` // puzzles in some export
	ExportID           int64    // puzzles in this export
	Level              *string  // this level; "" for puzzles without a grade
	IDs                []int64  `json:"-"` // these puzzles; nil for all
	Sample             int      // how IDs were sampled, for the record: see DB.Sample
	Seed               int64    // of the sample
	Order              string   // names of orders (id, rating, clues, freedom, scan, random) or Columns, separated by commas, with - before a descending one; "" for id
	Desc               bool     // the order reversed
	Limit, Offset      int      // at most Limit puzzles (0: all) after the first Offset
	Keys               bool     `json:"-"` // verify the keys of the puzzles too, which takes ten times as long as the rest

	Wanted   Needs `json:"-"` // needed in addition to what the conditions need: see DB.Lacking
	possible bool  // include puzzles for which it is not known yet whether they match: see needs.go

	grader int     // the version that "current" means; the DB sets it
	engine *engine // the engine whose SQL it is translated to; the DB sets it
}

// SetSymmetry selects patterns that have a symmetry. The database keeps the largest
// symmetry of each pattern.
func (f *Filter) SetSymmetry(name string) error {
	sym, err := board.SymmetryByName(name)
	if err != nil {
		return err
	}
	f.Symmetries = nil
	for _, larger := range board.Symmetries() {
		if larger.Has(sym) {
			f.Symmetries = append(f.Symmetries, larger.Name)
		}
	}
	return nil
}

// on returns the filter for a database.
func (f Filter) on(d *DB) Filter {
	f.grader, f.engine = d.grader, d.engine
	return f
}

// orders are the orders that have an index, with their sort keys. Ties are broken by id, so
// that an order is always the same.
var orders = map[string]string{
	"id":      "p.id",
	"rating":  "g.rating",
	"clues":   "p.clues",
	"freedom": "g.freedom",
	"scan":    "g.scan",
	"random":  "p.canon", // a hash: its order is unrelated to the puzzles
}

// letterColumns names the column of each scheme of letters.
var letterColumns = [...]struct{ scheme, column string }{
	{"printed", "g.letter_printed"},
	{"fitted", "g.letter_fitted"},
}

// query is the part of a SELECT after fromPuzzles.
type query struct {
	where []string
	args  []any // the argument of fromPuzzles first
	nears []near
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
	q := query{args: []any{f.grader}}
	for _, w := range []struct {
		condition string
		value     int64
	}{
		{"p.id = ?", f.ID},
		{"p.run_id = ?", f.RunID},
		{"p.size = ?", int64(f.Size)},
		{"p.clues >= ?", int64(f.CluesMin)},
		{"p.clues <= ?", int64(f.CluesMax)},
	} {
		if w.value != 0 {
			q.and(w.condition, w.value)
		}
	}
	switch v, err := board.ParseVariant(f.Variant); {
	case f.Variant == AnyVariant:
	case err != nil:
		return query{}, fmt.Errorf("%w: %w", ErrFilter, err)
	case v.Open():
		q.and("p.variant LIKE ?", "%"+v.Title()+":%")
		if s := v.LayoutSymmetry(); s.Name != "none" {
			q.and(layoutHas(s))
		}
	case f.Variant != "":
		q.and("p.variant = ?", f.Variant)
	case f.Classical && f.ID == 0 && f.IDs == nil:
		q.and(f.engine.classical)
	}
	if len(f.Symmetries) > 0 {
		q.and("p.symmetry IN ("+repeat("?", len(f.Symmetries))+")", anys(f.Symmetries)...)
	}
	if len(f.Ratings) > 0 {
		var bounds []any
		for _, r := range f.Ratings {
			bounds = append(bounds, r.From, r.To)
		}
		q.and("("+strings.Repeat("g.rating BETWEEN ? AND ? OR ", len(f.Ratings)-1)+"g.rating BETWEEN ? AND ?)", bounds...)
	}
	if len(f.Levels) > 0 {
		q.and("g.level IN ("+repeat("?", len(f.Levels))+")", anys(f.Levels)...)
	}
	if f.Minimal != nil {
		q.and("p.minimal = ?", *f.Minimal)
	}
	if f.Logic != nil {
		q.and("g.solved_by_logic = ?", *f.Logic)
	}
	if err := f.addLetters(&q); err != nil {
		return query{}, err
	}
	if err := f.addTechniques(&q); err != nil {
		return query{}, err
	}
	condition, args, nears, err := f.needing()
	if err != nil {
		return query{}, err
	}
	if q.nears = nears; condition != "" {
		q.and(condition, args...)
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
	if f.Level != nil {
		q.and("coalesce(g.level, '') = ?", *f.Level)
	}
	if f.IDs != nil {
		q.and("p.id IN "+f.engine.list, listOf(f.IDs))
	}
	return q, nil
}

// layoutHas is the condition that the layout of a jigsaw, with which its variant ends, has a
// symmetry: if a map of the square takes regions to regions, there are only as many different
// pairs (region of a cell, region of its image) as regions.
func layoutHas(s board.Symmetry) string {
	var sizes []string
	for _, size := range [...]int{4, 6, 9} {
		geo, _ := board.ForSize(size)
		all := fmt.Sprintf("p.size = %d", size)
		for m := range s.Images(geo, 0)[1:] {
			var pairs []string
			for c := range board.Cell(geo.Cells) {
				pairs = append(pairs, fmt.Sprintf("(%d,%d)", c, s.Images(geo, c)[m+1]))
			}
			const region = "substr(p.variant, length(p.variant) - "
			all += " AND p.size = (SELECT count(DISTINCT " + region + "column1, 1) || " + region + "column2, 1)) FROM (VALUES " + strings.Join(pairs, ",") + ") AS cells)"
		}
		sizes = append(sizes, all)
	}
	return "(" + strings.Join(sizes, " OR ") + ")"
}

// listOf writes ids as one parameter, since a statement may have only a few
// thousand parameters.
func listOf(ids []int64) string {
	text := []byte{'['}
	for i, id := range ids {
		if i > 0 {
			text = append(text, ',')
		}
		text = strconv.AppendInt(text, id, 10)
	}
	return string(append(text, ']'))
}

func (f *Filter) addLetters(q *query) error {
	if f.Letters == "" {
		return nil
	}
	for _, r := range f.Letters {
		if r < 'A' || r > 'I' {
			return fmt.Errorf("%w: there is no letter %q, only A to I", ErrFilter, r)
		}
	}
	for _, l := range letterColumns {
		if l.scheme == f.Scheme {
			letters := strings.Split(f.Letters, "")
			q.and(l.column+" IN ("+repeat("?", len(letters))+") AND p.variant = ''", anys(letters)...) // letters are of classical puzzles
			return nil
		}
	}
	return fmt.Errorf("%w: letters need a scheme, printed or fitted, not %q", ErrFilter, f.Scheme)
}

func (f *Filter) addTechniques(q *query) error {
	rows := func(ids []string) (list []int64, err error) {
		all := grade.Techniques()
		for _, id := range ids {
			i := slices.IndexFunc(all, func(t grade.Technique) bool { return t.ID == id })
			if i < 0 {
				return nil, fmt.Errorf("%w: there is no technique %q", ErrFilter, id)
			}
			list = append(list, int64(i))
		}
		return list, nil
	}
	const use = "EXISTS (SELECT 1 FROM grade_use AS u WHERE u.puzzle_id = g.puzzle_id AND u.grader = g.grader AND u.technique "
	uses, err := rows(f.Uses)
	if err != nil {
		return err
	}
	for _, row := range uses {
		q.and(use+"= ?)", row)
	}
	if len(f.Only) == 0 {
		return nil
	}
	only, err := rows(append([]string{grade.Always}, f.Only...))
	if err != nil {
		return err
	}
	q.and("g.at_least = 0 AND NOT "+use+"NOT IN "+f.engine.list+")", listOf(only))
	return nil
}

// statement returns the SELECT of puzzleColumns for the filter, and its
// arguments. Errors wrap ErrFilter.
func (f *Filter) statement() (string, []any, error) {
	q, err := f.query()
	if err != nil {
		return "", nil, err
	}
	order, orderArgs, err := f.ordering()
	if err != nil {
		return "", nil, err
	}
	from := fromPuzzles
	if f.IDs != nil {
		from = " FROM puzzle AS p LEFT JOIN grade AS g" + f.engine.index(gradeKey) + " ON" + ofPuzzle
	}
	if f.Limit == 0 && f.Offset == 0 {
		return "SELECT " + puzzleColumns + from + q.conditions() + order, slices.Concat(q.args, orderArgs), nil
	}
	// Select the ids first and then the rows: sorting a million ids to keep the first
	// ten is quick, sorting a million whole rows is not.
	return "SELECT " + puzzleColumns + fromPuzzles +
			" WHERE p.id IN (SELECT p.id" + fromPuzzles + q.conditions() + order + " LIMIT ? OFFSET ?)" + order,
		slices.Concat([]any{f.grader}, q.args, orderArgs, []any{cmp.Or(int64(f.Limit), math.MaxInt64), f.Offset}, orderArgs), nil
}

// ordering returns the ORDER BY clause and its arguments.
func (f *Filter) ordering() (string, []any, error) {
	if f.Limit < 0 || f.Offset < 0 {
		return "", nil, fmt.Errorf("%w: limit %d and offset %d must not be negative", ErrFilter, f.Limit, f.Offset)
	}
	keys, args := "", []any(nil)
	for name := range strings.SplitSeq(f.Order, ",") {
		if f.Order == "" {
			break
		}
		name, desc := strings.CutPrefix(strings.TrimSpace(name), "-")
		c, err := orderNamed(name)
		if err != nil {
			return "", nil, fmt.Errorf("%w: %w", ErrFilter, err)
		}
		keys += f.engine.sorted(&c, desc != f.Desc) + ", "
		args = append(args, c.args...)
	}
	return " ORDER BY " + keys + "p.id" + direction(f.Desc), args, nil
}

// sorted is a column in an ORDER BY clause.
func (d *dialect) sorted(c *column, desc bool) string {
	key := c.operand(d)
	if c.kind == kindAny {
		key = labelOf(d, d.label.order) + d.label.collate
	}
	switch {
	case c.notNull:
		return key + direction(desc)
	case desc:
		return key + d.descending
	}
	return key + d.ascending
}

func direction(desc bool) string {
	if desc {
		return " DESC"
	}
	return ""
}

// orderNamed returns the column to sort by: that of an order, or any other.
func orderNamed(name string) (column, error) {
	if key, ok := orders[name]; ok {
		return column{sql: key, notNull: strings.HasPrefix(key, "p.")}, nil
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
