package store

import (
	"context"
	"slices"
	"strings"

	"gradoku/grade"
)

// The most common requests should not read millions of rows: a few puzzles of a
// level or a rating, the hardest ones, some at random. The indices have them in
// order, level by level and rating by rating, but SQLite, with or without the
// statistics of ANALYZE, reads and sorts all of them. So the ids are looked up
// first, each group through its index and no further than the limit. Requests that
// cannot be answered that way (a limit above shortcutRows, a condition that hardly
// any puzzle meets) are read like any other selection.

// shortcutRows is the largest sum of limit and offset, since ids are held in memory.
const shortcutRows = 10_000

// gradeKey is the index with which SQLite looks up a puzzle's grade instead of
// going through all grades of a level for the matching ones.
const gradeKey = "sqlite_autoindex_grade_1"

// group is a set of grades that an index keeps in the order of the puzzles' ids.
type group struct {
	index, condition string
	args             []any
	order            string // sorts the grades of a group with many values of the index; "" for none
}

// shortcut returns the ids that a filter with a limit selects, in no particular order.
// ok is false when there is no quick way to find them.
func (f *Filter) shortcut(ctx context.Context, q querier) (ids []int64, ok bool, err error) {
	if f.Limit < 1 || f.Limit > shortcutRows || f.Offset < 0 || f.Offset > shortcutRows-f.Limit ||
		f.IDs != nil || f.Level != nil || f.ID != 0 || f.RunID != 0 || f.ExportID != 0 {
		return nil, false, nil
	}
	name, turned := strings.CutPrefix(strings.TrimSpace(f.Order), "-")
	desc := turned != f.Desc
	switch name {
	case "", "id":
		if ok = len(f.Ratings)+len(f.Levels) > 0; ok { // else the table already has this order
			ids, err = f.merged(ctx, q, desc, f.Limit+f.Offset, "")
		}
	case "rating":
		ids, ok, err = f.firstRated(ctx, q, desc)
	case "random":
		ids, ok, err = f.firstShuffled(ctx, q, desc)
	}
	if !ok || err != nil {
		return nil, false, err
	}
	return ids[min(f.Offset, len(ids)):], true, nil
}

// merged merges the first ids of each selected level or rating that also meet a condition.
func (f *Filter) merged(ctx context.Context, q querier, desc bool, most int, condition string, args ...any) ([]int64, error) {
	var groups []group
	var err error
	if len(f.Ratings) > 0 {
		groups, err = f.ratings(ctx, q)
	} else {
		for _, level := range f.Levels {
			groups = append(groups, group{index: "grade_level", condition: "g.level = ?", args: []any{level}})
		}
	}
	ids := []int64{}
	for _, g := range groups {
		g.condition, g.args = g.condition+condition, slices.Concat(g.args, args)
		of, err := f.idsOf(ctx, q, g, desc, most)
		if err != nil {
			return nil, err
		}
		ids = append(ids, of...)
	}
	slices.Sort(ids)
	ids = slices.Compact(ids) // the same level may be listed twice
	if desc {
		slices.Reverse(ids)
	}
	return ids[:min(most, len(ids))], err
}

// firstRated goes from rating to rating until it has enough.
func (f *Filter) firstRated(ctx context.Context, q querier, desc bool) ([]int64, bool, error) {
	graded := !f.None() || f.Logic != nil
	if !graded && !desc {
		return nil, false, nil // puzzles without a grade come first
	}
	groups, err := f.ratings(ctx, q)
	if err != nil {
		return nil, false, err
	}
	groups = append([]group{{index: "grade_rating", condition: "g.rating IS NULL"}}, groups...)
	if desc {
		slices.Reverse(groups)
		if !graded {
			groups = groups[:len(groups)-1] // puzzles without a grade come last
		}
	}
	most := f.Limit + f.Offset
	ids := []int64{}
	for _, g := range groups {
		of, err := f.idsOf(ctx, q, g, f.Desc, most-len(ids))
		if err != nil {
			return nil, false, err
		}
		if ids = append(ids, of...); len(ids) == most {
			return ids, true, nil
		}
	}
	return ids, graded, nil
}

// idsOf returns the first ids of a group that match the filter.
func (f *Filter) idsOf(ctx context.Context, q querier, g group, desc bool, most int) ([]int64, error) {
	wanted, err := f.query()
	if err != nil {
		return nil, err
	}
	wanted.where = slices.Insert(wanted.where, 0, "p.id = g.puzzle_id AND g.grader = ?")
	wanted.and(g.condition, g.args...)
	order := ""
	if g.order != "" {
		order = g.order + direction(desc) + ", "
	}
	return collect(ctx, q, scanInt, "SELECT g.puzzle_id FROM grade AS g"+f.engine.index(g.index)+" CROSS JOIN puzzle AS p"+wanted.conditions()+
		" ORDER BY "+order+"g.puzzle_id"+direction(desc)+" LIMIT ?", append(wanted.args, most)...)
}

// ratings returns a group for each selected rating in the database, ascending.
// It jumps from one to the next in the index.
func (f *Filter) ratings(ctx context.Context, q querier) ([]group, error) {
	least, most := 0, 1<<30
	if len(f.Ratings) > 0 {
		least, most = f.Ratings[0].From, f.Ratings[0].To
		for _, r := range f.Ratings {
			least, most = min(least, r.From), max(most, r.To)
		}
	}
	for _, t := range grade.Techniques() {
		if slices.Contains(f.Uses, t.ID) { // no path is rated below one of its steps
			least = max(least, t.Rating)
		}
	}
	ratings, err := collect(ctx, q, scanInt, `WITH RECURSIVE found (rating) AS (
			SELECT min(rating) FROM grade`+f.engine.index("grade_rating")+` WHERE rating >= ?
			UNION ALL
			SELECT (SELECT min(g.rating) FROM grade AS g`+f.engine.index("grade_rating")+` WHERE g.rating > found.rating) FROM found WHERE found.rating < ?
		) SELECT rating FROM found WHERE rating <= ?`, least, most, most)
	if err != nil {
		return nil, err
	}
	var groups []group
	for _, r := range ratings {
		groups = append(groups, group{index: "grade_rating", condition: "g.rating = ?", args: []any{r}})
	}
	return groups, nil
}

// firstShuffled searches the first puzzles in the order of their keys, and more of
// them if too few match the filter. If hardly any puzzles match, the filter is left to
// the indices.
func (f *Filter) firstShuffled(ctx context.Context, q querier, desc bool) ([]int64, bool, error) {
	wanted, err := f.query()
	if err != nil {
		return nil, false, err
	}
	wanted.and("p.id = near.id")
	most := f.Limit + f.Offset
	for among := 16 + most; among < 3*shortcutRows; among *= 8 {
		args := slices.Concat([]any{among}, wanted.args, []any{most})
		ids, err := collect(ctx, q, scanInt, "SELECT p.id FROM (SELECT id FROM puzzle ORDER BY canon"+direction(desc)+" LIMIT ?) AS near"+
			" CROSS JOIN puzzle AS p LEFT JOIN grade AS g"+f.engine.index(gradeKey)+" ON"+ofPuzzle+
			wanted.conditions()+" ORDER BY p.canon"+direction(desc)+" LIMIT ?", args...)
		if err != nil || len(ids) == most {
			return ids, true, err
		}
	}
	return nil, false, nil
}
