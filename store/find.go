package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"gradoku/grade"
)

// The first puzzles of a selection are found in one of two ways. Where many puzzles match, it
// is best to read puzzles in the wanted order and to test them until there are enough. Where
// few match, it is best to test all of them and to sort the few. Nobody knows beforehand how
// many match, so a few hundred, then a few thousand puzzles of the order are tested first.
// After that, if few puzzles meet one of the conditions, those are looked up. Otherwise the
// index puzzle_facts is read from its beginning to its end, which takes a tenth of a second
// for a million puzzles, whatever the conditions and the order are.
//
// A file has no statistics by which SQLite could choose an index, so each statement names it.
// A server has them, and chooses by itself.

// orders are the orders of listings, with their sort keys and their indices, and the number by
// which a puzzle is sorted, if it has one. Ties are broken by id, so that an order is always the
// same. Puzzles without a value come last, in either direction.
var orders = map[string]struct {
	key, index string
	of         func(*Puzzle) (n int, known bool)
}{
	"id":      {key: "p.id"},
	"rating":  {"p.rating", "puzzle_rating", func(z *Puzzle) (int, bool) { return z.Grade.Rating, z.Grade.Rating != 0 }},
	"clues":   {"p.clues", "puzzle_clues", func(z *Puzzle) (int, bool) { return z.Clues, true }},
	"freedom": {"p.freedom", "puzzle_freedom", func(z *Puzzle) (int, bool) { return z.Grade.Freedom, z.Grader != 0 }},
	"scan":    {"p.scan", "puzzle_scan", func(z *Puzzle) (int, bool) { return z.Grade.Scan, z.Grade.Scan != 0 }},
	"random":  {key: "p.canon", index: "sqlite_autoindex_puzzle_1"}, // a hash: its order is unrelated to the puzzles
}

// mostTried is how many puzzles of an order are tested before all are.
const mostTried = 8192

// place is a puzzle's place in an order.
type place struct {
	value any // its sort key, nil when it has none
	id    int64
}

// behind returns the condition that a puzzle comes after the place.
func (a *place) behind(key string, desc bool) (string, []any) {
	than := ">"
	if desc {
		than = "<"
	}
	switch {
	case a == nil:
		return "", nil
	case key == "p.id":
		return fmt.Sprintf("p.id %s ?", than), []any{a.id}
	case a.value == nil:
		return fmt.Sprintf("%s IS NULL AND p.id %s ?", key, than), []any{a.id}
	}
	return fmt.Sprintf("(%s %s ? OR %s = ? AND p.id %s ? OR %s IS NULL)", key, than, key, than, key), []any{a.value, a.value, a.id}
}

// first returns the ids of the first most puzzles that a filter selects, in its order, of
// those after a place, which may be nil. Errors wrap ErrFilter.
func (f *Filter) first(ctx context.Context, q querier, after *place, most int) ([]int64, error) {
	if err := f.weigh(ctx, q); err != nil {
		return nil, err
	}
	wanted, err := f.query()
	if err != nil {
		return nil, err
	}
	name, desc := strings.CutPrefix(strings.TrimSpace(f.Order), "-")
	order := orders[cmp.Or(name, "id")]
	if order.index != "" && most < mostTried && f.IDs == nil && !f.listed() && (after == nil || after.value != nil) {
		for among := 16 + most; among <= mostTried; among *= 4 {
			ids, err := f.among(ctx, q, wanted, order.key, order.index, desc, after, among, most)
			if err != nil || len(ids) == most {
				return ids, err
			}
		}
	}
	sort, args, err := f.ordering()
	if err != nil {
		return nil, err
	}
	if condition, values := after.behind(order.key, desc); condition != "" {
		wanted.and(condition, values...)
	}
	source, err := f.narrow(ctx, q, &wanted)
	if err != nil {
		return nil, err
	}
	return collect(ctx, q, scanInt, "SELECT p.id"+cmp.Or(source, f.source(&wanted))+wanted.conditions()+sort+" LIMIT ?",
		slices.Concat(wanted.args, args, []any{most})...)
}

// among tests the next puzzles of an order.
func (f *Filter) among(ctx context.Context, q querier, wanted query, key, index string, desc bool, after *place, among, most int) ([]int64, error) {
	near := query{where: []string{key + " IS NOT NULL"}}
	if after != nil {
		than := ">="
		if desc {
			than = "<="
		}
		near.and(key+" "+than+" ?", after.value) // SQLite begins there; after an OR it would begin at the start of the index
		condition, values := after.behind(key, desc)
		near.and(condition, values...)
	}
	f.within(&near, key)
	sort := " ORDER BY " + key + direction(desc) + ", p.id" + direction(desc) + " LIMIT ?"
	wanted.where = append(slices.Clone(wanted.where), "p.id = near.id")
	return collect(ctx, q, scanInt, "SELECT p.id FROM (SELECT p.id FROM puzzle AS p"+f.engine.index(index)+near.conditions()+sort+
		") AS near CROSS JOIN puzzle AS p"+f.engine.index("")+wanted.conditions()+sort,
		slices.Concat(near.args, []any{among}, wanted.args, []any{most})...)
}

// within adds the limits that the filter sets to the sort key of an order.
func (f *Filter) within(q *query, key string) {
	least, greatest := f.span(key)
	if least > 0 {
		q.and(key+" >= ?", least)
	}
	if greatest > 0 {
		q.and(key+" <= ?", greatest)
	}
}

// span returns the limits that the filter sets to the sort key of an order, 0 for none.
func (f *Filter) span(key string) (least, greatest int) {
	switch key {
	case "p.clues":
		return f.Clues.From, f.Clues.To
	case "p.rating":
		for i, r := range f.Rating.Ranges {
			if i == 0 || r.From < least { // 0 is a limit too: the first range may have none below
				least = r.From
			}
			greatest = max(greatest, r.To)
		}
		return max(least, f.leastRating()), greatest
	}
	return 0, 0
}

// source returns the FROM clause for reading all that a query selects.
func (f *Filter) source(q *query) string {
	if f.IDs != nil || f.ExportID != 0 || len(q.where) == 0 && len(f.Order) == 0 {
		return " FROM puzzle AS p" + f.engine.index("")
	}
	return " FROM puzzle AS p" + f.engine.index("puzzle_facts")
}

// narrow looks for a condition of a filter that only few puzzles meet. It returns the FROM clause
// that reads these puzzles, and adds the condition to wanted. If there is no such condition, it
// returns "". It also returns "" for PostgreSQL, whose planner chooses the index itself.
func (f *Filter) narrow(ctx context.Context, q querier, wanted *query) (string, error) {
	if f.engine.index("puzzle_facts") == "" || f.IDs != nil || f.ExportID != 0 || f.listed() {
		return "", nil
	}
	for _, order := range []string{"clues", "rating"} {
		var span query
		f.within(&span, orders[order].key)
		if source, err := f.few(ctx, q, wanted, orders[order].index, span); source != "" || err != nil {
			return source, err
		}
	}
	var symmetric query
	f.symmetric(&symmetric)
	return f.few(ctx, q, wanted, "puzzle_symmetry", symmetric)
}

// few is narrow for one condition, which can be looked up in an index.
func (f *Filter) few(ctx context.Context, q querier, wanted *query, index string, condition query) (string, error) {
	if len(condition.where) == 0 {
		return "", nil
	}
	source, rows := " FROM puzzle AS p"+f.engine.index(index), 0
	err := q.QueryRowContext(ctx, "SELECT count(*) FROM (SELECT 1"+source+condition.conditions()+" LIMIT ?) AS n",
		slices.Concat(condition.args, []any{rareRows + 1})...).Scan(&rows)
	if err != nil || rows > rareRows {
		return "", err
	}
	wanted.and(strings.Join(condition.where, " AND "), condition.args...)
	return source, nil
}

// rareRows is the largest number of matching puzzles for which a condition is looked up in an index.
const rareRows = 1 << 16

// weigh finds out which of the techniques that a filter names are rare: their ids are listed
// and then looked up. That a puzzle uses a common one is tested puzzle by puzzle. No engine
// knows how many puzzles use a technique.
func (f *Filter) weigh(ctx context.Context, q querier) error {
	f.rare = map[int]int{}
	for _, t := range techniques {
		if t.Number < leastListed || !slices.Contains(f.Technique.IDs, t.ID) && !f.names(usesPrefix+t.ID) {
			continue
		}
		var rows int
		err := q.QueryRowContext(ctx, "SELECT count(*) FROM (SELECT 1 FROM puzzle_technique WHERE technique = ? LIMIT ?) AS n", t.Number, rareRows+1).Scan(&rows)
		if err != nil {
			return err
		}
		if rows <= rareRows {
			f.rare[t.Number] = rows
		}
	}
	return nil
}

// listed reports whether the filter requires a rare technique, whose puzzles are looked up at once.
func (f *Filter) listed() bool {
	return slices.ContainsFunc(techniques, func(t grade.Technique) bool {
		rows, rare := f.rare[t.Number]
		return rare && rows <= mostTried && slices.Contains(f.Technique.IDs, t.ID)
	})
}

// weighed is the query of a filter for a database.
func (f *Filter) weighed(ctx context.Context, d *DB) (query, error) {
	*f = f.on(d)
	if err := f.weigh(ctx, d.readers); err != nil {
		return query{}, err
	}
	return f.query()
}

// leastListed is the number of the first technique in puzzle_technique, naked pair.
const leastListed = 11
