package store

import (
	"context"
	"strings"
	"time"

	"gradoku/grade"
)

// Info describes a database.
type Info struct {
	Path        string
	Application string // "gradoku"
	Engine      string // "SQLite"
	Version     string // of the engine; for a file, of the SQLite library in this program
	Schema      int    // version of the schema
	Migrations  []AppliedMigration
	FileBytes   int64 // size of the file
	WALBytes    int64 // size of its -wal file, which SQLite merges into the file from time to time
	PageSize    int64
	Pages       int64
	FreePages   int64
	Tables      []Count // rows of each table, in the order of their creation
	Graders     []Count // puzzles graded by each version of the grader
	Variants    []Count // puzzles of each variant, layouts left out
}

// AppliedMigration is a row of the table migration.
type AppliedMigration struct {
	Version   int
	Name      string
	SHA256    string // of the SQL that was applied, in hex
	AppliedAt time.Time
}

// Count is a name and a number of rows.
type Count struct {
	Name string
	Rows int64
}

// Info describes the database. It counts rows, which takes about a second for a
// few million.
func (d *DB) Info(ctx context.Context) (i Info, err error) {
	defer d.failing(ctx, "describing the database", &err)
	i = Info{Path: d.Path(), Application: "gradoku", Engine: d.engine.name}
	if err := d.engine.describe(d, ctx, &i); err != nil {
		return i, err
	}
	i.Migrations, err = collect(ctx, d.readers, into(func(m *AppliedMigration) []any {
		return []any{&m.Version, &m.Name, &m.SHA256, timeIn{&m.AppliedAt}}
	}), "SELECT version, name, sha256, applied_at FROM migration ORDER BY version")
	if err != nil {
		return i, err
	}
	tables, err := tableNames()
	if err != nil {
		return i, err
	}
	for _, name := range tables {
		t := Count{Name: name}
		if err := d.readers.QueryRowContext(ctx, "SELECT count(*) FROM "+name).Scan(&t.Rows); err != nil {
			return i, err
		}
		i.Tables = append(i.Tables, t)
	}
	i.Graders, err = counts(ctx, d.readers, "SELECT CAST(p.grader AS TEXT), count(*) FROM puzzle AS p"+d.engine.index("puzzle_facts")+" WHERE p.grader IS NOT NULL GROUP BY p.grader ORDER BY p.grader")
	if err != nil {
		return i, err
	}
	i.Variants, err = counts(ctx, d.readers, byVariant)
	return i, err
}

// counts reads rows that have a name and a number.
func counts(ctx context.Context, q querier, query string, args ...any) ([]Count, error) {
	return collect(ctx, q, into(func(c *Count) []any { return []any{&c.Name, &c.Rows} }), query, args...)
}

// Tally is how the graded puzzles of a run are distributed.
type Tally struct {
	Puzzles        int
	Beyond         int            // not solved by the grader's techniques
	MeanClues      float64        // 0 without puzzles
	LettersPrinted map[string]int // by letter, "A" to "I"; absent letters have no entry
	LettersFitted  map[string]int
	Levels         map[string]int // by the name of the level
}

// tallied is a value of an expression that the summary counts, and where to store the
// count, under which name.
type tallied struct {
	sql, value, name string
	into             map[string]int
}

// Summary counts the puzzles of a run by the current grader's grades; run 0
// means the whole database. It does so in one pass, with a sum for each possible value:
// GROUP BY would be shorter, but sorts the rows first, for which SQLite took
// 130 MB on a million puzzles.
func (d *DB) Summary(ctx context.Context, runID int64) (t Tally, err error) {
	defer d.failing(ctx, "summarising the database", &err)
	t = Tally{LettersPrinted: map[string]int{}, LettersFitted: map[string]int{}, Levels: map[string]int{}}
	f := Filter{Selection: Selection{Run: runID}, outdated: true}.on(d)
	q, err := f.query()
	if err != nil {
		return t, err
	}
	q.and("p.grader = ?", grade.Version)
	values := tallies(&t)
	columns, args := "count(*), coalesce(sum(p.clues), 0), count(*) FILTER (WHERE p.solved_by_logic = 0)", []any{}
	var clues int
	counts := make([]int, len(values))
	into := []any{&t.Puzzles, &clues, &t.Beyond}
	for i, v := range values {
		columns += ", count(*) FILTER (WHERE " + v.sql + " = ?)"
		args = append(args, v.value)
		into = append(into, &counts[i])
	}
	err = d.readers.QueryRowContext(ctx, "SELECT "+columns+f.source(&q)+q.conditions(), append(args, q.args...)...).Scan(into...)
	if err != nil {
		return t, err
	}
	for i, v := range values {
		if counts[i] > 0 {
			v.into[v.name] = counts[i]
		}
	}
	if t.Puzzles > 0 {
		t.MeanClues = float64(clues) / float64(t.Puzzles)
	}
	return t, nil
}

// tallies lists the values to count: both letters, and the levels.
func tallies(t *Tally) (list []tallied) {
	for letter := 'A'; letter <= 'I'; letter++ {
		list = append(list,
			tallied{"p.letter_printed", string(letter), string(letter), t.LettersPrinted},
			tallied{"p.letter_fitted", string(letter), string(letter), t.LettersFitted})
	}
	for _, id := range grade.LevelIDs() {
		list = append(list, tallied{levelSQL, id, id, t.Levels})
	}
	return list
}

// Rated counts, for each of the selections, the puzzles of a run that it selects: by the current grader, and
// with a known rating where it asks for ratings.
func (d *DB) Rated(ctx context.Context, runID int64, selections []grade.Selection) ([]int64, error) {
	counts := make([]int64, len(selections))
	if len(selections) == 0 {
		return counts, nil
	}
	var columns []string
	var args, into []any
	for i, s := range selections {
		one := Filter{Selection: Selection{Selection: s}}.on(d)
		q, err := one.query()
		if err != nil {
			return nil, d.fail(ctx, "counting ratings", err)
		}
		if !s.Rating.IsZero() {
			q.and("p.at_least = 0")
		}
		q.and("p.grader = ?", grade.Version)
		columns = append(columns, "count(*) FILTER ("+q.conditions()+")")
		args, into = append(args, q.args...), append(into, &counts[i])
	}
	f := Filter{Selection: Selection{Run: runID}}.on(d)
	q, err := f.query()
	if err == nil {
		err = d.readers.QueryRowContext(ctx, "SELECT "+strings.Join(columns, ", ")+f.source(&q)+q.conditions(), append(args, q.args...)...).Scan(into...)
	}
	return counts, d.fail(ctx, "counting ratings", err)
}
