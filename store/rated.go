package store

import (
	"context"

	"gradoku/grade"
)

// Rated counts the puzzles of a run whose rating is known and in a range, for
// each range, by the current grader's grades.
func (d *DB) Rated(ctx context.Context, runID int64, ranges []grade.Range) ([]int64, error) {
	counts := make([]int64, len(ranges))
	if len(ranges) == 0 {
		return counts, nil
	}
	columns, args, into := "", []any{}, []any{}
	for i, r := range ranges {
		if i > 0 {
			columns += ", "
		}
		columns += "coalesce(sum(g.rating BETWEEN ? AND ? AND g.level <> ?), 0)"
		args = append(args, r.From, r.To, grade.Beyond)
		into = append(into, &counts[i])
	}
	f := Filter{RunID: runID, grader: d.grader}
	q, err := f.query()
	if err == nil {
		err = d.readers.QueryRowContext(ctx, "SELECT "+columns+fromPuzzles+q.conditions(), append(args, q.args...)...).Scan(into...)
	}
	return counts, d.fail(ctx, "counting ratings", err)
}
