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

	attached int                 // the input that is attached, from 1; 0 for none
	columns  map[string][]string // of the tables, without the ids that change
}

// mergeRows rows are copied in one transaction.
const mergeRows = 20_000

func (m *merger) carryOut(ctx context.Context) error {
	m.columns = map[string][]string{}
	for _, t := range []struct{ table, changes string }{
		{"puzzle", "id run_id corpus_id"},
		{"grade", "puzzle_id"},
		{"grade_use", "puzzle_id"},
		{"label", "puzzle_id"},
		{"corpus", "id"},
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
	}
	for i := range m.plan.items {
		if err := m.item(ctx, &m.plan.items[i]); err != nil {
			return err
		}
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

// item copies a run or a corpus.
func (m *merger) item(ctx context.Context, item *mergeItem) error {
	var id int64
	err := m.with(ctx, item.from[0].input, func(ctx context.Context, tx *sql.Tx) (err error) {
		if item.from[0].column == "corpus_id" {
			id, err = m.corpus(ctx, tx, item.from[0].id)
		} else {
			id, err = m.run(ctx, tx, item.run)
		}
		return err
	})
	for _, o := range item.from {
		if err != nil {
			return err
		}
		err = m.rows(ctx, o, id)
	}
	if err != nil || item.from[0].column == "corpus_id" {
		return err
	}
	return m.with(ctx, item.from[0].input, func(ctx context.Context, tx *sql.Tx) error { return settleRun(ctx, tx, id, item) })
}

// corpus copies a corpus, or finds it: its name and its file are the same.
func (m *merger) corpus(ctx context.Context, tx *sql.Tx, id int64) (int64, error) {
	var found int64
	err := tx.QueryRowContext(ctx, `SELECT c.id FROM corpus AS c JOIN src.corpus AS s USING (name, sha256) WHERE s.id = ?`, id).Scan(&found)
	if !errors.Is(err, sql.ErrNoRows) {
		return found, err
	}
	var name string
	err = tx.QueryRowContext(ctx, "SELECT name FROM corpus JOIN src.corpus AS s USING (name) WHERE s.id = ?", id).Scan(&name)
	if err == nil {
		return 0, fmt.Errorf("%w: %s has a corpus %q of another file than an earlier input has under that name",
			ErrMerge, m.plan.sources[m.attached-1].path, name)
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return 0, err
	}
	columns := m.list("corpus", "")
	err = tx.QueryRowContext(ctx, "INSERT INTO corpus ("+columns+") SELECT "+columns+" FROM src.corpus WHERE id = ? RETURNING id", id).Scan(&found)
	return found, err
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
	cut, err := CutOf(r.Options)
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

// rows copies the puzzles of a run or a corpus, some thousands at a time.
func (m *merger) rows(ctx context.Context, o mergeOrigin, id int64) error {
	for from, more := int64(0), true; more; {
		err := m.with(ctx, o.input, func(ctx context.Context, tx *sql.Tx) error {
			var to int64
			err := tx.QueryRowContext(ctx, "SELECT seq FROM src.puzzle WHERE "+o.column+" = ? AND seq >= ? AND seq < ? ORDER BY seq LIMIT 1 OFFSET ?",
				o.id, from, o.end, m.plan.chunk-1).Scan(&to)
			if errors.Is(err, sql.ErrNoRows) {
				more = false
				to, err = o.end-1, nil
			}
			if err != nil {
				return err
			}
			if err := m.copyRows(ctx, tx, o, id, from, to); err != nil {
				return err
			}
			from = to + 1
			return nil
		})
		if err != nil {
			return err
		}
		if m.progress != nil {
			m.progress(m.Rows, m.plan.rows)
		}
	}
	return nil
}

// copyRows copies the puzzles with a seq from one to another, then what hangs on
// them. Ids are given in the order of seq. A grade goes with its puzzle alone,
// since the way to the solution depends on how a puzzle lies; a label is said
// about all its images.
func (m *merger) copyRows(ctx context.Context, tx *sql.Tx, o mergeOrigin, id, from, to int64) error {
	where := " WHERE p." + o.column + " = ? AND p.seq BETWEEN ? AND ? "
	args := []any{o.id, from, to}
	var read int64
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM src.puzzle AS p"+where, args...).Scan(&read); err != nil {
		return err
	}
	m.Rows += read
	image := " FROM src.puzzle AS p CROSS JOIN main.puzzle AS q ON q.canon = p.canon "
	clash := "SELECT count(*)" + image + "CROSS JOIN src.label AS x ON x.puzzle_id = p.id CROSS JOIN main.label AS y ON y.puzzle_id = q.id AND y.name = x.name" +
		where + "AND x.value IS NOT y.value"
	_, err := tx.ExecContext(ctx, "INSERT INTO puzzle ("+o.column+", "+m.list("puzzle", "")+") SELECT ?, "+m.list("puzzle", "p.")+
		" FROM src.puzzle AS p"+where+"ORDER BY p.seq ON CONFLICT DO NOTHING", append([]any{id}, args...)...)
	if err != nil {
		return err
	}
	var clashes int64
	if err := tx.QueryRowContext(ctx, clash, args...).Scan(&clashes); err != nil {
		return err
	}
	m.Clashes += clashes
	for _, t := range []struct{ table, same string }{
		{"grade", "AND q.givens = p.givens "}, {"grade_use", "AND q.givens = p.givens "}, {"label", ""},
	} {
		_, err := tx.ExecContext(ctx, "INSERT INTO "+t.table+" (puzzle_id, "+m.list(t.table, "")+") SELECT q.id, "+m.list(t.table, "x.")+image+t.same+
			"CROSS JOIN src."+t.table+" AS x ON x.puzzle_id = p.id"+where+"ON CONFLICT DO NOTHING", args...)
		if err != nil {
			return fmt.Errorf("copying the table %s: %w", t.table, err)
		}
	}
	return nil
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
