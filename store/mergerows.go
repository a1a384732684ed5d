package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// merger fills a new database. It copies in SQL from one attached input at a
// time: no row passes through Go, and columns that a later schema adds come
// along by themselves.
type merger struct {
	Merged
	conn     *sql.Conn
	plan     *mergePlan
	progress func(done, total int64)

	read     int64               // rows, of puzzles and items of corpora
	attached int                 // the input that is attached, from 1; 0 for none
	columns  map[string][]string // of the tables, without the ids that change
}

// mergeRows rows are copied in one transaction.
const mergeRows = 20_000

func (m *merger) carryOut(ctx context.Context) error {
	m.columns = map[string][]string{}
	for _, t := range []struct{ table, changes string }{
		{"puzzle", "id run_id corpus_id seq"},
		{"grade", "puzzle_id"},
		{"grade_use", "puzzle_id"},
		{"label", "puzzle_id corpus_id seq"},
		{"corpus", "id"},
		{"corpus_file", "id corpus_id items finished_at"},
		{"corpus_item", "corpus_id seq file_id status puzzle_id givens"},
		{"export", "id"},
		{"technique", ""},
	} {
		names, err := m.columnsOf(ctx, t.table, strings.Fields(t.changes))
		if err != nil {
			return err
		}
		m.columns[t.table] = names
	}
	for i := range m.plan.sources {
		if err := m.with(ctx, i, m.techniques); err != nil {
			return err
		}
		if err := m.with(ctx, i, m.corpora); err != nil {
			return err
		}
	}
	for i := range m.plan.items {
		if err := m.item(ctx, &m.plan.items[i]); err != nil {
			return err
		}
	}
	// What an item is depends on the puzzles of all inputs.
	if err := m.corpusItems(ctx); err != nil {
		return err
	}
	for i := range m.plan.sources {
		if err := m.with(ctx, i, m.exports); err != nil {
			return err
		}
	}
	if err := m.detach(ctx); err != nil {
		return err
	}
	return m.conn.QueryRowContext(ctx, "SELECT count(*), (SELECT count(*) FROM run), (SELECT count(*) FROM corpus), (SELECT count(*) FROM export) FROM puzzle").
		Scan(&m.Puzzles, &m.Runs, &m.Corpora, &m.Exports)
}

// columnsOf returns the names of a table's columns but for those left out.
func (m *merger) columnsOf(ctx context.Context, table string, but []string) ([]string, error) {
	all, err := counts(ctx, m.conn, "SELECT name, 0 FROM pragma_table_info('"+table+"') ORDER BY cid")
	var names []string
	for _, c := range all {
		if !slices.Contains(but, c.Name) {
			names = append(names, c.Name)
		}
	}
	return names, err
}

// list writes columns with a prefix and commas between.
func (m *merger) list(table, prefix string) string {
	return prefix + strings.Join(m.columns[table], ", "+prefix)
}

// techniques copies the techniques of all graders that an input knows.
func (m *merger) techniques(ctx context.Context, tx *sql.Tx) error {
	columns := m.list("technique", "")
	_, err := tx.ExecContext(ctx, "INSERT INTO technique ("+columns+") SELECT "+columns+" FROM src.technique WHERE true ON CONFLICT DO NOTHING")
	if err != nil {
		return err
	}
	var grader int
	err = tx.QueryRowContext(ctx, "SELECT grader FROM (SELECT "+columns+" FROM src.technique EXCEPT SELECT "+columns+" FROM main.technique) LIMIT 1").Scan(&grader)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err == nil {
		err = fmt.Errorf("%w: %s has other techniques for grader %d than an earlier input", ErrMerge, m.plan.sources[m.attached-1].path, grader)
	}
	return err
}

// item copies the puzzles of a run or a corpus.
func (m *merger) item(ctx context.Context, item *mergeItem) error {
	if c := item.from[0].corpus; c != nil {
		return m.rows(ctx, item.from[0], c.id)
	}
	var id int64
	err := m.with(ctx, item.from[0].input, func(ctx context.Context, tx *sql.Tx) (err error) {
		id, err = m.run(ctx, tx, item.run)
		return err
	})
	for _, o := range item.from {
		if err != nil {
			return err
		}
		err = m.rows(ctx, o, id)
	}
	if err != nil {
		return err
	}
	return m.with(ctx, item.from[0].input, func(ctx context.Context, tx *sql.Tx) error { return settleRun(ctx, tx, id, item) })
}

// run makes the row of a run that has no puzzle yet.
func (m *merger) run(ctx context.Context, tx *sql.Tx, r Run) (int64, error) {
	var id int64
	err := tx.QueryRowContext(ctx, `INSERT INTO run (command, options_json, seed, version, target, next_index, started_at, finished_at, state)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'stopped') RETURNING id`, r.Command, r.Options, r.Seed, r.Version, r.Target, r.Next,
		r.StartedAt.Format(timeLayout), r.FinishedAt.Format(timeLayout)).Scan(&id)
	return id, err
}

// settleRun writes the counters of a run whose rows are all there. A try whose
// puzzle is not among them was a duplicate; a run that ends by its puzzles and
// has lost some in this way can go on.
func settleRun(ctx context.Context, tx *sql.Tx, id int64, item *mergeItem) error {
	r := item.run
	err := tx.QueryRowContext(ctx, "SELECT count(*), coalesce(max(seq), -1) FROM puzzle WHERE run_id = ?", id).Scan(&r.Accepted, &r.Last)
	if err != nil {
		return err
	}
	cut, err := ShardOf(r.Options)
	if err != nil {
		return err
	}
	_, end := cut.Range(r.Target)
	if r.State == Running || r.State == Done && (r.Accepted < r.Target && !cut.Tries || r.Next < end) {
		r.State = Stopped
	}
	_, err = tx.ExecContext(ctx, "UPDATE run SET accepted = ?, duplicates = ?, last_index = ?, state = ? WHERE id = ?",
		r.Accepted, item.brought-r.Accepted, r.Last, r.State, id)
	return err
}

// rows copies the puzzles of a run or a corpus.
func (m *merger) rows(ctx context.Context, o mergeOrigin, id int64) error {
	return m.chunks(ctx, o, "puzzle", func(ctx context.Context, tx *sql.Tx, part offset) error {
		return m.copyRows(ctx, tx, o, id, part)
	})
}

// chunks calls f for the rows that an origin has in a table, some thousands at a
// time, each time in a transaction of its own.
func (m *merger) chunks(ctx context.Context, o mergeOrigin, table string, f func(context.Context, *sql.Tx, offset) error) error {
	for _, rest := range o.pieces {
		for rest.from < rest.to {
			err := m.with(ctx, o.input, func(ctx context.Context, tx *sql.Tx) error {
				part := rest
				var last int64
				err := tx.QueryRowContext(ctx, "SELECT seq FROM src."+table+" WHERE "+o.column+" = ? AND seq >= ? AND seq < ? ORDER BY seq LIMIT 1 OFFSET ?",
					o.id, rest.from, rest.to, m.plan.chunk-1).Scan(&last)
				if err == nil {
					part.to = last + 1
				} else if !errors.Is(err, sql.ErrNoRows) {
					return err
				}
				rest.from = part.to
				return f(ctx, tx, part)
			})
			if err != nil {
				return err
			}
			if m.progress != nil {
				m.progress(m.read, m.plan.rows)
			}
		}
	}
	return nil
}

// copyRows copies puzzles, then their grades. Ids are given in the order of seq.
// A grade goes with its puzzle alone, since the way to the solution depends on
// how a puzzle lies. Which techniques were used belongs to a grade: where an
// earlier input has one already they are not copied either, for the two may
// differ in the work that was allowed. Uses come first, while that can be seen.
func (m *merger) copyRows(ctx context.Context, tx *sql.Tx, o mergeOrigin, id int64, part offset) error {
	where := " WHERE p." + o.column + " = ? AND p.seq >= ? AND p.seq < ? "
	args := []any{o.id, part.from, part.to}
	var read int64
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM src.puzzle AS p"+where, args...).Scan(&read); err != nil {
		return err
	}
	m.Rows += read
	m.read += read
	if err := m.sameRows(ctx, tx, o, id, part); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, "INSERT INTO puzzle ("+o.column+", seq, "+m.list("puzzle", "")+") SELECT ?, p.seq + ?, "+m.list("puzzle", "p.")+
		" FROM src.puzzle AS p"+where+"ORDER BY p.seq ON CONFLICT DO NOTHING", append([]any{id, part.shift}, args...)...)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "PRAGMA defer_foreign_keys = 1"); err != nil { // to the end of the transaction
		return err
	}
	for _, t := range []struct{ table, unless string }{
		{"grade_use", "AND NOT EXISTS (SELECT 1 FROM main.grade AS y WHERE y.puzzle_id = q.id AND y.grader = x.grader) "}, {"grade", ""},
	} {
		_, err := tx.ExecContext(ctx, "INSERT INTO "+t.table+" (puzzle_id, "+m.list(t.table, "")+") SELECT q.id, "+m.list(t.table, "x.")+
			" FROM src.puzzle AS p CROSS JOIN main.puzzle AS q ON q.canon = p.canon AND q.givens = p.givens "+
			"CROSS JOIN src."+t.table+" AS x ON x.puzzle_id = p.id"+where+t.unless+"ON CONFLICT DO NOTHING", args...)
		if err != nil {
			return fmt.Errorf("copying the table %s: %w", t.table, err)
		}
	}
	return nil
}

// sameRows refuses puzzles that are other ones than an earlier input has from the
// same try of the run or the same item of the corpus.
func (m *merger) sameRows(ctx context.Context, tx *sql.Tx, o mergeOrigin, id int64, part offset) error {
	var seq int64
	err := tx.QueryRowContext(ctx, "SELECT p.seq FROM src.puzzle AS p CROSS JOIN main.puzzle AS q ON q."+o.column+" = ? AND q.seq = p.seq + ? WHERE p."+
		o.column+" = ? AND p.seq >= ? AND p.seq < ? AND q.canon <> p.canon LIMIT 1", id, part.shift, o.id, part.from, part.to).Scan(&seq)
	if err == nil && o.corpus == nil {
		return fmt.Errorf("%w: in %s the try %d of run %d brought another puzzle than in an earlier input that has the run, "+
			"so the two were not made by the same gradoku", ErrMerge, m.plan.sources[o.input].path, seq, o.id)
	}
	return m.otherwise(o, seq, err)
}

// exports copies what an input has exported, unless an earlier one says so too.
func (m *merger) exports(ctx context.Context, tx *sql.Tx) error {
	columns := m.list("export", "")
	_, err := tx.ExecContext(ctx, "INSERT INTO export ("+columns+") SELECT "+columns+" FROM src.export AS e WHERE NOT EXISTS ("+
		"SELECT 1 FROM main.export AS x WHERE x.kind = e.kind AND x.path = e.path AND x.sha256 = e.sha256 AND x.created_at = e.created_at) ORDER BY e.id")
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO export_item (export_id, ordinal, puzzle_id)
		SELECT x.id, i.ordinal, q.id FROM src.export AS e
		CROSS JOIN main.export AS x ON x.kind = e.kind AND x.path = e.path AND x.sha256 = e.sha256 AND x.created_at = e.created_at
		CROSS JOIN src.export_item AS i ON i.export_id = e.id
		CROSS JOIN src.puzzle AS p ON p.id = i.puzzle_id
		CROSS JOIN main.puzzle AS q ON q.canon = p.canon WHERE true ON CONFLICT DO NOTHING`)
	return err
}
