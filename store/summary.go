package store

import "context"

// Tally is how the graded puzzles of a run are distributed.
type Tally struct {
	Puzzles        int
	Beyond         int            // not solved by the grader's techniques
	MeanClues      float64        // 0 without puzzles
	LettersPrinted map[string]int // by letter, "A" to "I"; absent letters have no entry
	LettersFitted  map[string]int
	Levels         map[string]int // by the name of the level
}

// Summary counts the puzzles of a run by the current grader's grades; run 0
// means the whole database.
func (d *DB) Summary(ctx context.Context, runID int64) (Tally, error) {
	t, err := d.summary(ctx, runID)
	return t, d.fail(ctx, "summing up", err)
}

// tallied is a value of a column that the summary counts, and where it is
// counted.
type tallied struct {
	column, value string
	into          map[string]int
}

// summary counts everything in one pass, with a sum for each value there can be.
// GROUP BY would say it shorter, but sorts the rows first, for which SQLite took
// 130 MB on a million puzzles.
func (d *DB) summary(ctx context.Context, runID int64) (Tally, error) {
	t := Tally{LettersPrinted: map[string]int{}, LettersFitted: map[string]int{}, Levels: map[string]int{}}
	f := Filter{RunID: runID, grader: d.grader}
	q, err := f.query()
	if err != nil {
		return t, err
	}
	q.and("g.grader IS NOT NULL")
	values, err := d.values(ctx, &t)
	if err != nil {
		return t, err
	}
	columns, args := "count(*), coalesce(sum(p.clues), 0), coalesce(sum(g.solved_by_logic = 0), 0)", []any{}
	var clues int
	counts := make([]int, len(values))
	into := []any{&t.Puzzles, &clues, &t.Beyond}
	for i, v := range values {
		columns += ", coalesce(sum(" + v.column + " = ?), 0)"
		args = append(args, v.value)
		into = append(into, &counts[i])
	}
	err = d.readers.QueryRowContext(ctx, "SELECT "+columns+fromPuzzles+q.conditions(), append(args, q.args...)...).Scan(into...)
	if err != nil {
		return t, err
	}
	for i, v := range values {
		if counts[i] > 0 {
			v.into[v.value] = counts[i]
		}
	}
	if t.Puzzles > 0 {
		t.MeanClues = float64(clues) / float64(t.Puzzles)
	}
	return t, nil
}

// values lists what is counted by value: both letters, and the levels that the
// database has, whose names are the user's to choose.
func (d *DB) values(ctx context.Context, t *Tally) ([]tallied, error) {
	var list []tallied
	for letter := 'A'; letter <= 'I'; letter++ {
		list = append(list,
			tallied{"g.letter_printed", string(letter), t.LettersPrinted},
			tallied{"g.letter_fitted", string(letter), t.LettersFitted})
	}
	// From one level to the next in the index: DISTINCT would read all of it.
	rows, err := d.readers.QueryContext(ctx, `WITH RECURSIVE there (level) AS (
			SELECT min(level) FROM grade
			UNION ALL
			SELECT (SELECT min(g.level) FROM grade AS g WHERE g.level > there.level) FROM there WHERE there.level IS NOT NULL
		) SELECT level FROM there WHERE level IS NOT NULL`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		list = append(list, tallied{"g.level", name, t.Levels})
	}
	return list, rows.Err()
}
