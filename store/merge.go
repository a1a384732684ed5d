package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync/atomic"

	"gradoku/internal/atomicfile"
)

// Merged is the outcome of a merge.
type Merged struct {
	Runs, Corpora, Exports int
	Rows                   int64 // puzzles read, in all inputs
	Puzzles                int64 // puzzles in the new database
	Clashes                int64 // labels whose value differs from an earlier input's for the same item; the first value is kept
}

// Merge makes a new database from everything in the inputs: puzzles, grades, labels,
// runs, corpora and exports, under new ids. If several inputs have the same puzzle, up
// to isomorphism, only the first is kept, in the order of the inputs.
//
// If several inputs have a corpus with the same name and files, it becomes one corpus,
// no matter in which order its files were imported and how far. The items of a file
// are those of the input that has most of the file. The status of an item is
// determined again: it is known, or an isomorph, when an earlier input has its puzzle.
//
// The slices of a run are joined to the run, with their rows in the order of its
// tries, and with its counters as if it had never been sliced. Every slice must be in
// an input and be complete. Slices are copied last, so the rows are those that the run
// would have in a database that already held everything else.
//
// The new file gets its name when it is complete and the inputs are checked, which
// happens at the same time. An input that is given twice, or that is the result of
// merging other inputs, adds nothing. progress, when not nil, is first called with the
// rows of puzzles and items read, and then, while inputs are still being checked, with
// the puzzles checked of the current one. Errors: those of [Open] for an input,
// [ErrCorrupt] for one in which [DB.Check] finds a problem, and [ErrMerge] for inputs
// that do not fit together.
//
// out and inputs may be on servers. A database out on a server must have no runs,
// corpora or exports. It gets all rows at once, at the end.
func Merge(ctx context.Context, out string, inputs []string, progress func(unit string, done, total int64)) (Merged, error) {
	if progress == nil {
		progress = func(string, int64, int64) {}
	}
	var copied atomic.Bool
	check := func(ctx context.Context, input *DB) error {
		return checkInput(ctx, input, func(done, total int64) {
			if copied.Load() {
				progress("puzzles", done, total)
			}
		})
	}
	return mergeFrom(ctx, out, inputs, check, func(done, total int64) {
		progress("rows", done, total)
		copied.Store(done >= total)
	})
}

// inputCheck checks a database to be merged.
type inputCheck func(ctx context.Context, input *DB) error

func mergeFrom(ctx context.Context, out string, inputs []string, check inputCheck, progress func(done, total int64)) (Merged, error) {
	if err := checkNoFile(out); err != nil {
		return Merged{}, err
	}
	if !IsFile(out) || slices.ContainsFunc(inputs, func(place string) bool { return !IsFile(place) }) {
		return mergeElsewhere(ctx, out, inputs, check, progress)
	}
	var sources []*DB
	defer func() { closeAll(sources) }()
	for _, path := range inputs {
		s, err := Open(ctx, path, ReadOnly)
		if err != nil {
			return Merged{}, err
		}
		sources = append(sources, s)
	}
	return mergeOpen(ctx, out, sources, check, progress)
}

// checkInput checks a database to be merged completely, because its errors would be
// copied to the new database.
func checkInput(ctx context.Context, input *DB, progress func(done, total int64)) error {
	problems, err := input.Check(ctx, true, progress)
	if err == nil && len(problems) > 0 {
		err = input.fail(ctx, "reading it for the merge", fmt.Errorf("%w: %v", ErrCorrupt, problems[0]))
	}
	return err
}

// checkNoFile refuses to overwrite a file, or to write next to the -wal or -journal
// file of an earlier one.
func checkNoFile(out string) error {
	if !IsFile(out) {
		return nil
	}
	switch _, err := os.Lstat(out); {
	case err == nil:
		atomicfile.Sweep(out)
		return fmt.Errorf("%w: %s already exists", ErrMerge, out)
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("merging into %s: %w", out, err)
	}
	if err := CheckAlone(out); err != nil {
		return fmt.Errorf("%w: %w: remove it, or name another file", ErrMerge, err)
	}
	return nil
}

func closeAll(sources []*DB) {
	for _, s := range sources {
		s.Close() // opened for reading: nothing can be lost
	}
}

// mergeOpen merges open files into a new one, while it checks them.
func mergeOpen(ctx context.Context, out string, sources []*DB, check inputCheck, progress func(done, total int64)) (Merged, error) {
	within, cancel := context.WithCancel(ctx)
	checked := make(chan error, 1)
	go func() {
		for _, s := range sources {
			if s.origin != "" { // a copy of a database that was checked
				continue
			}
			if err := check(within, s); err != nil {
				cancel()
				checked <- err
				return
			}
		}
		checked <- nil
	}()
	var place *atomicfile.Place
	var m Merged
	plan, err := planMerge(within, sources)
	if err == nil {
		place, m, err = carryOut(within, out, plan, progress)
	}
	if errors.Is(err, ErrFull) {
		cancel()
		<-checked
		return m, err
	}
	// The copying of an input that is not in order can fail in any way. What is wrong with
	// the input is the error then.
	broken := <-checked
	cancel()
	switch {
	case broken != nil && err == nil:
		return m, errors.Join(broken, place.Remove())
	case broken != nil && ctx.Err() == nil:
		return m, broken
	case err != nil:
		return m, err
	}
	for _, s := range sources {
		if err := s.fail(ctx, "reading it for the merge", nil); err != nil {
			return m, errors.Join(err, place.Remove())
		}
	}
	// SQLite keeps files next to the inputs while they are read. Closing the inputs
	// removes these files. That happens before the new file appears: if the process
	// were killed later, nobody would open the inputs again to repeat the merge.
	closeAll(sources)
	// Another process may have made the file meanwhile.
	if err := checkNoFile(out); err != nil {
		return m, errors.Join(err, place.Remove())
	}
	switch err := place.KeepNew(); {
	case errors.Is(err, fs.ErrExist):
		return m, fmt.Errorf("%w: %s already exists", ErrMerge, out)
	case err != nil:
		return m, fmt.Errorf("merging into %s: %w", out, err)
	}
	return m, nil
}

// carryOut carries out a merge in a file that does not have its name yet.
func carryOut(ctx context.Context, out string, plan *mergePlan, progress func(done, total int64)) (*atomicfile.Place, Merged, error) {
	place, err := atomicfile.Make(out)
	if err != nil {
		return nil, Merged{}, fmt.Errorf("merging into %s: %w", out, err)
	}
	m := merger{plan: plan, progress: progress}
	if err := m.fill(ctx, place.Path()); err != nil {
		return nil, m.Merged, errors.Join(fmt.Errorf("merging into %s: %w", out, err), place.Remove())
	}
	return place, m.Merged, nil
}

// merger fills a new database. It copies with SQL from one attached input at a
// time: no row passes through Go, and columns that a later schema adds are
// copied too.
type merger struct {
	Merged
	conn     *sql.Conn
	plan     *mergePlan
	progress func(done, total int64)

	read     int64               // rows read, of puzzles and items of corpora
	attached int                 // the input that is attached, from 1; 0 for none
	columns  map[string][]string // of each table, except those whose values change
}

// mergeRows is how many rows are copied in one transaction.
const mergeRows = 20_000

// fill makes the database, copies the rows and checks that its counters are right.
func (m *merger) fill(ctx context.Context, path string) error {
	d, err := Open(ctx, path, ReadWrite)
	if err != nil {
		return err
	}
	defer d.Close()
	m.conn, err = d.writer.Conn(ctx) // attached files belong to a connection
	if err != nil {
		return err
	}
	defer m.conn.Close()
	if err := m.copyAll(ctx); err != nil {
		return classify(err)
	}
	if err := m.conn.Close(); err != nil {
		return err
	}
	problems, err := d.checkAll(ctx, counterChecks, nil)
	if err == nil && len(problems) > 0 {
		err = fmt.Errorf("%w: the result is inconsistent: %v", ErrMerge, problems[0])
	}
	if err == nil {
		err = d.checkpoint(ctx, "TRUNCATE")
	}
	return cmp.Or(err, d.Close()) // after an error the file is thrown away
}

// copyAll copies table by table. It does not test the constraints of the schema again: the
// check of the inputs tested them, and rows keep their values except for ids, which come from
// rows of this database.
func (m *merger) copyAll(ctx context.Context) error {
	for _, setup := range []string{
		"PRAGMA foreign_keys = 0", "PRAGMA ignore_check_constraints = 1",
		"CREATE TEMP TABLE pair (source INTEGER PRIMARY KEY, id INTEGER NOT NULL)", // ids of the same puzzle, in an input and here
	} {
		if _, err := m.conn.ExecContext(ctx, setup); err != nil {
			return err
		}
	}
	m.columns = map[string][]string{}
	for _, t := range []struct{ table, changes string }{
		{"puzzle", "id run_id corpus_id seq"},
		{"grade", "puzzle_id"},
		{"grade_use", "puzzle_id"},
		{"minutes", "puzzle_id"},
		{"people", "puzzle_id"},
		{"measured", "puzzle_id"},
		{"label", "puzzle_id corpus_id seq"},
		{"play", "corpus_id seq"},
		{"corpus", "id"},
		{"corpus_file", "id corpus_id items finished_at"},
		{"corpus_item", "corpus_id seq file_id status puzzle_id givens"},
		{"export", "id"},
		{"technique", ""},
	} {
		names, err := collect(ctx, m.conn, scanText, "SELECT name FROM pragma_table_info(?) ORDER BY cid", t.table)
		if err != nil {
			return err
		}
		changes := strings.Fields(t.changes)
		m.columns[t.table] = slices.DeleteFunc(names, func(name string) bool { return slices.Contains(changes, name) })
	}
	for i := range m.plan.sources {
		for _, step := range []func(context.Context, *sql.Tx) error{m.techniques, m.corpora} {
			if err := m.transact(ctx, i, step); err != nil {
				return err
			}
		}
	}
	for i := range m.plan.items {
		if err := m.puzzles(ctx, &m.plan.items[i]); err != nil {
			return err
		}
	}
	// The status of an item depends on the puzzles of all inputs.
	for _, item := range m.plan.items {
		if o := item.from[0]; o.corpus != nil {
			if err := m.chunks(ctx, o, "corpus_item", o.corpus.id, m.copyItems); err != nil {
				return err
			}
		}
	}
	for i := range m.plan.sources {
		if err := m.transact(ctx, i, m.exports); err != nil {
			return err
		}
	}
	if err := m.detach(ctx); err != nil {
		return err
	}
	return m.conn.QueryRowContext(ctx, "SELECT count(*), (SELECT count(*) FROM run), (SELECT count(*) FROM corpus), (SELECT count(*) FROM export) FROM puzzle").
		Scan(&m.Puzzles, &m.Runs, &m.Corpora, &m.Exports)
}

// list returns the columns of a table with a prefix, separated by commas.
func (m *merger) list(table, prefix string) string {
	return prefix + strings.Join(m.columns[table], ", "+prefix)
}

// transact runs f in one transaction while an input is attached as src.
func (m *merger) transact(ctx context.Context, input int, f func(context.Context, *sql.Tx) error) error {
	if err := m.attach(ctx, input); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	tx, err := m.conn.BeginTx(context.WithoutCancel(ctx), nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after a commit
	if err := f(context.WithoutCancel(ctx), tx); err != nil {
		return err
	}
	return tx.Commit()
}

// attach makes an input readable as src and detaches the previous one. The input's
// own handle stays open, so that reading it here leaves no files next to it. If that
// handle reads without locks, so does this one.
func (m *merger) attach(ctx context.Context, input int) error {
	if m.attached == input+1 {
		return nil
	}
	if err := m.detach(ctx); err != nil {
		return err
	}
	source, params := m.plan.sources[input], "mode=ro"
	if source.sealed != nil {
		params += "&immutable=1"
	}
	ctx = context.WithoutCancel(ctx)
	name, err := fileURL(source.path, params)
	if err == nil {
		_, err = m.conn.ExecContext(ctx, "ATTACH ? AS src", name)
	}
	if err == nil {
		m.attached = input + 1
		if err = m.conn.QueryRowContext(ctx, "SELECT count(*) FROM src.migration").Scan(new(int)); err != nil { // it cannot be read
			err = errors.Join(err, m.detach(ctx))
		}
	}
	if err != nil {
		return fmt.Errorf("reading %s: %w", source.Path(), classify(err))
	}
	return nil
}

func (m *merger) detach(ctx context.Context) error {
	if m.attached == 0 {
		return nil
	}
	m.attached = 0
	_, err := m.conn.ExecContext(context.WithoutCancel(ctx), "DETACH src")
	return err
}

// techniques copies the techniques of all graders in an input.
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
		err = fmt.Errorf("%w: %s has different techniques for grader %d than an earlier input", ErrMerge, m.plan.sources[m.attached-1].Path(), grader)
	}
	return err
}

// corpora makes or finds the corpora and files of an input. The values of the first
// input are kept; a source or licence that it lacks comes from a later one. A file is
// complete if it is complete in one of the inputs.
func (m *merger) corpora(ctx context.Context, tx *sql.Tx) error {
	var loose bool
	if err := tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM src.label AS l WHERE NOT "+labelItem("src.")+")").Scan(&loose); err != nil {
		return err
	}
	if loose {
		return fmt.Errorf("%w: %s has labels of items that are missing; a merge would lose these labels", ErrMerge, m.plan.sources[m.attached-1].Path())
	}
	columns := m.list("corpus", "")
	for _, c := range m.plan.corpora {
		err := tx.QueryRowContext(ctx, "INSERT INTO corpus ("+columns+") SELECT "+columns+` FROM src.corpus WHERE name = ?
			ON CONFLICT (name) DO UPDATE SET source = iif(source = '', excluded.source, source), licence = iif(licence = '', excluded.licence, licence)
			RETURNING id`, c.name).Scan(&c.id)
		if err != nil && !errors.Is(err, sql.ErrNoRows) { // the input has no such corpus
			return err
		}
	}
	columns = m.list("corpus_file", "")
	for _, f := range m.plan.files {
		if f.input != m.attached-1 {
			continue
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO corpus_file (corpus_id, items, finished_at, "+columns+") SELECT ?, ?, iif(?, finished_at, NULL), "+columns+
			` FROM src.corpus_file WHERE id = ?
			ON CONFLICT (corpus_id, sha256) DO UPDATE SET finished_at = coalesce(finished_at, excluded.finished_at)`,
			f.corpus.id, f.corpus.items(f.sha256), f.done, f.id)
		if err != nil {
			return err
		}
	}
	return nil
}

// puzzles copies the puzzles of a run or a corpus. A run is inserted before its
// puzzles and gets its counters after them.
func (m *merger) puzzles(ctx context.Context, item *mergeItem) error {
	first := item.from[0]
	if first.corpus != nil {
		return m.chunks(ctx, first, "puzzle", first.corpus.id, m.copyPuzzles)
	}
	var id int64
	err := m.transact(ctx, first.input, func(ctx context.Context, tx *sql.Tx) error {
		r := item.run
		return tx.QueryRowContext(ctx, `INSERT INTO run (command, options_json, seed, version, target, next_index, started_at, finished_at, state)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'stopped') RETURNING id`, r.Command, r.Options, r.Seed, r.Version, r.Target, r.Next,
			r.StartedAt.Format(timeLayout), r.FinishedAt.Format(timeLayout)).Scan(&id)
	})
	for _, o := range item.from {
		if err != nil {
			return err
		}
		err = m.chunks(ctx, o, "puzzle", id, m.copyPuzzles)
	}
	if err != nil {
		return err
	}
	return m.transact(ctx, first.input, func(ctx context.Context, tx *sql.Tx) error { return settleRun(ctx, tx, id, item) })
}

// settleRun writes the counters of a run after all its rows are copied. A try whose
// puzzle is not among them counts as a duplicate. If the run ends after a number of
// puzzles and has lost some as duplicates, it can continue. It can also have more puzzles
// than any input's target, because the input that went furthest had skipped some of
// them as known; then their number becomes its target.
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
	r.Target = max(r.Target, r.Accepted)
	_, end := cut.Range(r.Target)
	if r.State == Running || r.State == Done && (r.Accepted < r.Target && !cut.Tries || r.Next < end) {
		r.State = Stopped
	}
	_, err = tx.ExecContext(ctx, "UPDATE run SET target = ?, accepted = ?, duplicates = ?, last_index = ?, state = ? WHERE id = ?",
		r.Target, r.Accepted, item.found-r.Accepted, r.Last, r.State, id)
	return err
}

// chunks calls f for the rows of an origin in a table, some thousands at a
// time, with a transaction for each call. id is the id of the run or corpus in the
// new database.
func (m *merger) chunks(ctx context.Context, o mergeOrigin, table string, id int64,
	f func(ctx context.Context, tx *sql.Tx, o mergeOrigin, id int64, part offset) error,
) error {
	for _, rest := range o.pieces {
		for rest.from < rest.to {
			err := m.transact(ctx, o.input, func(ctx context.Context, tx *sql.Tx) error {
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
				return f(ctx, tx, o, id, part)
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

// copyPuzzles copies puzzles, then their grades. Ids are given in the order of
// seq. A grade is copied only with its own puzzle and not with an isomorph, since the
// solution path depends on how a puzzle is turned. The uses of techniques belong to a
// grade: if an earlier input already has a grade, these uses are not copied either,
// because the two grades may have had different budgets. Uses are copied before
// grades, while it can still be seen whether there was an earlier grade.
func (m *merger) copyPuzzles(ctx context.Context, tx *sql.Tx, o mergeOrigin, id int64, part offset) error {
	where := " WHERE p." + o.column + " = ? AND p.seq >= ? AND p.seq < ? "
	args := []any{o.id, part.from, part.to}
	var read int64
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM src.puzzle AS p"+where, args...).Scan(&read); err != nil {
		return err
	}
	m.Rows += read
	m.read += read
	// The same try of a run, or item of a corpus, must have the same puzzle.
	var seq int64
	err := tx.QueryRowContext(ctx, "SELECT p.seq FROM src.puzzle AS p CROSS JOIN main.puzzle AS q ON q."+o.column+" = ? AND q.seq = p.seq + ?"+
		where+"AND q.canon <> p.canon LIMIT 1", append([]any{id, part.shift}, args...)...).Scan(&seq)
	if err == nil && o.corpus == nil {
		return fmt.Errorf("%w: in %s, attempt %d of run %d gave a different puzzle than in an earlier input with the same run, "+
			"so the two were not made by the same version of gradoku", ErrMerge, m.plan.sources[o.input].Path(), seq, o.id)
	}
	if err = m.noClash(o, seq, err); err != nil {
		return err
	}
	result, err := tx.ExecContext(ctx, "INSERT INTO puzzle ("+o.column+", seq, "+m.list("puzzle", "")+") SELECT ?, p.seq + ?, "+m.list("puzzle", "p.")+
		" FROM src.puzzle AS p"+where+"ORDER BY p.seq ON CONFLICT DO NOTHING", append([]any{id, part.shift}, args...)...)
	if err != nil {
		return err
	}
	added, err := result.RowsAffected()
	if err == nil {
		_, err = tx.ExecContext(ctx, "DELETE FROM temp.pair")
	}
	if err == nil {
		_, err = tx.ExecContext(ctx, "INSERT INTO temp.pair SELECT p.id, q.id FROM src.puzzle AS p "+
			"CROSS JOIN main.puzzle AS q ON q.canon = p.canon AND q.givens = p.givens"+where, args...)
	}
	if err != nil {
		return err
	}
	which := "WHERE true " // of the uses
	if added < read {      // else no puzzle was here before, and none has a grade
		which = "WHERE NOT EXISTS (SELECT 1 FROM main.grade AS y WHERE y.puzzle_id = q.id AND y.grader = x.grader) "
	}
	for _, table := range []string{"grade_use", "grade", "minutes", "people", "measured"} {
		_, err := tx.ExecContext(ctx, "INSERT INTO "+table+" (puzzle_id, "+m.list(table, "")+") SELECT q.id, "+m.list(table, "x.")+
			" FROM temp.pair AS q CROSS JOIN src."+table+" AS x ON x.puzzle_id = q.source "+which+"ON CONFLICT DO NOTHING")
		if err != nil {
			return fmt.Errorf("copying the table %s: %w", table, err)
		}
		which = "WHERE true "
	}
	return nil
}

// noClash turns the result of a search for an item that differs between two inputs
// into an error. err is nil when the search found one, whose place is seq.
func (m *merger) noClash(o mergeOrigin, seq int64, err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err == nil {
		err = fmt.Errorf("%w: in %s, item %d of corpus %q differs from the same item of an earlier input: %w",
			ErrMerge, m.plan.sources[o.input].Path(), seq, o.corpus.name, errRead)
	}
	return err
}

// Parts of the statements about the items i of a piece. p is an item's puzzle in the
// input and q the same puzzle here; both are NULL for an item without a puzzle.
const (
	fromItems = ` FROM src.corpus_item AS i
		LEFT JOIN src.puzzle AS p ON p.id = i.puzzle_id
		LEFT JOIN main.puzzle AS q ON q.canon = p.canon `
	inPiece  = " WHERE i.corpus_id = @source AND i.seq >= @from AND i.seq < @to "
	itemFile = `(SELECT g.id FROM src.corpus_file AS f JOIN main.corpus_file AS g ON g.corpus_id = @corpus AND g.sha256 = f.sha256
		WHERE f.id = i.file_id)`
	itemGivens = "coalesce(i.givens, p.givens)" // as the file has them
	itemStatus = "CASE WHEN q.id IS NULL THEN i.status WHEN " + itemGivens + ` <> q.givens THEN 'isomorph'
		WHEN q.corpus_id IS @corpus AND q.seq = i.seq + @shift THEN 'new' ELSE 'known' END`
	keptGivens = "CASE WHEN q.id IS NULL THEN i.givens WHEN " + itemGivens + " <> q.givens THEN " + itemGivens + " END"

	// betterItem replaces an item if this input knows more about it than an earlier one,
	// which gave up its search or did not keep improper puzzles.
	betterItem = ` ON CONFLICT (corpus_id, seq) DO UPDATE SET
		(status, puzzle_id, reason, givens, labels_json) = (excluded.status, excluded.puzzle_id, excluded.reason, excluded.givens, excluded.labels_json)
		WHERE status = 'unproved' AND excluded.status <> 'unproved'
			OR status = excluded.status AND puzzle_id IS NULL AND givens IS NULL AND excluded.givens IS NOT NULL`

	// otherItem finds an item that differs from the one already in the new database.
	otherItem = "SELECT i.seq" + fromItems + "CROSS JOIN main.corpus_item AS y ON y.corpus_id = @corpus AND y.seq = i.seq + @shift" + inPiece + `
		AND (y.line <> i.line OR y.col <> i.col
			OR 'unproved' NOT IN (y.status, i.status) AND (y.puzzle_id IS NOT q.id OR q.id IS NULL AND y.status <> i.status)) LIMIT 1`
)

// copyItems copies items and labels. The status of an item is determined again,
// since an earlier input may have had its puzzle: the givens in the file are
// compared with those that were kept.
func (m *merger) copyItems(ctx context.Context, tx *sql.Tx, o mergeOrigin, corpus int64, part offset) error {
	args := []any{
		sql.Named("corpus", corpus), sql.Named("shift", part.shift),
		sql.Named("source", o.id), sql.Named("from", part.from), sql.Named("to", part.to),
	}
	var seq, read int64
	err := tx.QueryRowContext(ctx, otherItem, args...).Scan(&seq)
	if err = m.noClash(o, seq, err); err != nil {
		return err
	}
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM src.corpus_item AS i"+inPiece, args...).Scan(&read); err != nil {
		return err
	}
	m.read += read
	_, err = tx.ExecContext(ctx, "INSERT INTO corpus_item (corpus_id, seq, file_id, status, puzzle_id, givens, "+m.list("corpus_item", "")+
		") SELECT @corpus, i.seq + @shift, "+itemFile+", "+itemStatus+", q.id, "+keptGivens+", "+m.list("corpus_item", "i.")+
		fromItems+inPiece+"ORDER BY i.seq"+betterItem, args...)
	if err != nil {
		return fmt.Errorf("copying items: %w", err)
	}
	// Count the labels whose value differs from that of an earlier input.
	const said = fromItems + "CROSS JOIN src.label AS x ON x.puzzle_id = i.puzzle_id AND x.corpus_id = i.corpus_id AND x.seq = i.seq "
	var clashes int64
	err = tx.QueryRowContext(ctx, "SELECT count(*)"+said+`CROSS JOIN main.label AS y
		ON y.puzzle_id = q.id AND y.name = x.name AND y.corpus_id = @corpus AND y.seq = i.seq + @shift`+inPiece+"AND y.value IS NOT x.value", args...).Scan(&clashes)
	if err != nil {
		return err
	}
	m.Clashes += clashes
	_, err = tx.ExecContext(ctx, "INSERT INTO label (puzzle_id, corpus_id, seq, "+m.list("label", "")+
		") SELECT q.id, @corpus, i.seq + @shift, "+m.list("label", "x.")+said+inPiece+"ON CONFLICT DO NOTHING", args...)
	if err != nil {
		return fmt.Errorf("copying labels: %w", err)
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO play (corpus_id, seq, "+m.list("play", "")+") SELECT @corpus, i.seq + @shift, "+m.list("play", "x.")+
		" FROM src.corpus_item AS i CROSS JOIN src.play AS x ON x.corpus_id = i.corpus_id AND x.seq = i.seq"+inPiece+"ON CONFLICT DO NOTHING", args...)
	if err != nil {
		return fmt.Errorf("copying plays: %w", err)
	}
	return nil
}

// exports copies the exports of an input that no earlier input has.
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
