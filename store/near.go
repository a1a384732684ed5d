package store

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gradoku/grade"
)

// There are two ways to find the puzzles that meet several conditions. If only a few puzzles
// meet an indexed condition, it is best to read these through the index and to test the
// other conditions on them. If many puzzles meet each condition, it is best to read puzzles
// in the requested order and to test them until there are enough. Database engines have to
// guess which way is better; SQLite has no statistics to guess by, and no engine knows how
// many puzzles use a technique often. So matching rows of each index are counted first, up to
// rareRows, which takes a millisecond.

const (
	// rareRows is the most puzzles that a condition may select to be looked up in its index.
	rareRows = 1 << 14
	// fairlyRareRows is the same limit if the alternative is to read all puzzles.
	fairlyRareRows = rareRows << 4
)

// near is a condition on the rows of an index, which it calls n.
type near struct {
	index, condition string
	args             []any
}

// ids selects the ids of the puzzles, once for each grader that graded them so.
func (n *near) ids(e *engine) string {
	table, id := "grade", "puzzle_id"
	switch {
	case n.index == useIndex:
		table = "grade_use"
	case n.ofPuzzle():
		table, id = "puzzle", "id"
	}
	return "SELECT n." + id + " AS id FROM " + table + " AS n" + e.index(n.index) + " WHERE " + n.condition
}

// ofPuzzle reports whether the condition does not depend on the grader.
func (n *near) ofPuzzle() bool { return strings.HasPrefix(n.index, "puzzle") }

// useIndex has the techniques from leastUse on, as the migration says.
const (
	useIndex = "grade_use_technique"
	leastUse = 10
)

// used is the condition that a technique is used often enough. ok is false if the index does
// not have the technique, or has it only for another grader.
func used(id, operator string, uses any) (n near, ok bool) {
	i := slices.IndexFunc(grade.Techniques(), func(t grade.Technique) bool { return t.ID == id })
	return near{useIndex, fmt.Sprintf("n.technique = ? AND n.technique > %d AND n.uses ", leastUse-1) + operator + " ?", []any{int64(i), uses}}, i >= leastUse
}

// nears returns conditions that an index can answer and that every selected puzzle meets. It
// adds those of the filter's fields to list, which has those of Where.
func (f *Filter) nears(list []near) []near {
	if f.CluesMin > 0 || f.CluesMax > 0 {
		list = append(list, near{"puzzle_clues", "n.clues BETWEEN ? AND ?", []any{f.CluesMin, orMost(f.CluesMax)}})
	}
	if len(f.Symmetries) > 0 && !slices.Contains(f.Symmetries, "none") {
		list = append(list, near{"puzzle_symmetry", "n.symmetry <> 'none' AND n.symmetry IN (" + repeat("?", len(f.Symmetries)) + ")", anys(f.Symmetries)})
	}
	if len(f.Ratings) == 1 {
		list = append(list, near{"grade_rating", "n.rating BETWEEN ? AND ?", []any{f.Ratings[0].From, f.Ratings[0].To}})
	}
	if len(f.Levels) > 0 {
		list = append(list, near{"grade_level", "n.level IN (" + repeat("?", len(f.Levels)) + ")", anys(f.Levels)})
	}
	for _, id := range f.Uses {
		if n, ok := used(id, ">=", int64(1)); ok {
			list = append(list, n)
		}
	}
	if f.grader != grade.Version { // techniques may have other numbers
		list = slices.DeleteFunc(list, func(n near) bool { return n.index == useIndex })
	}
	return list
}

// looked returns how to read all puzzles of a selection: the part of a SELECT that begins
// with FROM, and the conditions, with the arguments of both. rare reports that an index
// leads to at most most puzzles.
func (f *Filter) looked(ctx context.Context, q querier, most int64) (from string, wanted query, rare bool, err error) {
	if wanted, err = f.query(); err != nil {
		return "", query{}, false, err
	}
	least, best := int64(math.MaxInt64), (*near)(nil)
	for _, n := range f.nears(wanted.nears) {
		// Rows of all graders are counted, because PostgreSQL's indexes do not have the
		// grader: it would read 16,000 rows of the table, which takes 200 ms.
		var rows int64
		err := q.QueryRowContext(ctx, "SELECT count(*) FROM ("+n.ids(f.engine)+" LIMIT ?) AS n", append(slices.Clone(n.args), most+1)...).Scan(&rows)
		if err != nil {
			return "", query{}, false, err
		}
		if rows <= most && rows < least {
			least, best = rows, &n
		}
	}
	if best == nil {
		return fromPuzzles, wanted, false, nil
	}
	ids, args := best.ids(f.engine), slices.Clone(best.args)
	if !best.ofPuzzle() {
		ids, args = ids+" AND n.grader = ?", append(args, f.grader)
	}
	wanted.where = append(wanted.where, "p.id = near.id")
	wanted.args = slices.Concat(args, wanted.args)
	// Most conditions are on grades, so a puzzle is looked up only when its grade matches.
	return " FROM (" + ids + ") AS near LEFT JOIN grade AS g" + f.engine.index(gradeKey) + " ON g.puzzle_id = near.id AND g.grader = ? CROSS JOIN puzzle AS p", wanted, true, nil
}
