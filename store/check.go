package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"gradoku/grade"
	"gradoku/internal/ordered"
	"gradoku/solve"
)

// Problem is an error found in a database.
type Problem struct {
	Table string `json:"table" jsonschema:"empty when it is not about one table"`
	Row   int64  `json:"row" jsonschema:"the row's id, or its rowid where it has none; 0 when it is not about one row"`
	Text  string `json:"text"`
}

// String writes the problem on one line.
func (p Problem) String() string {
	switch {
	case p.Table == "":
		return p.Text
	case p.Row == 0:
		return p.Table + ": " + p.Text
	}
	return fmt.Sprintf("%s %d: %s", p.Table, p.Row, p.Text)
}

// maxProblems is the number of problems at which a check ends; listing more helps
// nobody.
const maxProblems = 100

// errEnough ends a check after maxProblems.
var errEnough = errors.New("too many problems")

// checker collects the problems that one check finds in a database.
type checker struct {
	q      *sql.DB
	engine *engine
	tell   func(done, total int64) // reports how many puzzles were read
	read   int64                   // puzzles
	found  []Problem
}

// check is one of the checks that together make [DB.Check].
type check func(c *checker, ctx context.Context) error

// add records a problem, shortened if it quotes a long value. It returns errEnough when
// there are too many.
func (c *checker) add(table string, row int64, format string, args ...any) error {
	c.found = append(c.found, Problem{table, row, fmt.Sprintf("%.300s", fmt.Sprintf(format, args...))})
	if len(c.found) >= maxProblems {
		return errEnough
	}
	return nil
}

// Check looks for errors in the database. It returns at most a hundred problems,
// nil when all is well. The quick check covers the file's structure, the
// references between tables and the counters of runs. The full check, which
// takes half a minute of one core for a million puzzles, also covers each value and each
// index, and reads every puzzle: the solution solves it; the clues, the
// symmetry and the canonical key match it; so do its grades. It uses all cores.
// progress, when not nil, is called with the puzzles read so far and in all.
func (d *DB) Check(ctx context.Context, full bool, progress func(done, total int64)) ([]Problem, error) {
	if progress == nil {
		progress = func(int64, int64) {}
	}
	checks := append(d.engine.structure(full), problemsIn(wrongRuns), (*checker).ends, problemsIn(wrongItems), problemsIn(wrongExports))
	if full {
		checks = append(checks, (*checker).puzzles, (*checker).grades)
	}
	checkers, errs := make([]checker, len(checks)), make([]error, len(checks))
	var group sync.WaitGroup
	for i, check := range checks {
		checkers[i] = checker{q: d.readers, engine: d.engine, tell: progress}
		group.Go(func() { errs[i] = d.classify(check(&checkers[i], ctx)) })
	}
	group.Wait()
	var found []Problem
	for i, err := range errs {
		found = append(found, checkers[i].found...)
		switch {
		case err == nil, errors.Is(err, errEnough):
		case errors.Is(err, ErrCorrupt):
			// This check could not continue, but others may have found more.
			found = append(found, Problem{Text: err.Error()})
		default:
			return found, d.fail(ctx, "checking the database", err)
		}
		if len(found) >= maxProblems {
			return found[:maxProblems], nil
		}
	}
	return found, nil
}

// wrongRuns compares the counters of runs with their puzzles.
const wrongRuns = `
		WITH has AS (
			SELECT r.id, r.accepted, r.last_index, count(p.id) AS puzzles, coalesce(max(p.seq), -1) AS last
			FROM run AS r LEFT JOIN puzzle AS p ON p.run_id = r.id GROUP BY r.id)
		SELECT 'run', id, format('counts %s puzzles but has %s', accepted, puzzles) FROM has WHERE accepted <> puzzles
		UNION ALL
		SELECT 'run', id, format('says that attempt %s was its last to be accepted but has a puzzle of attempt %s', last_index, last)
			FROM has WHERE last_index <> last`

// ends checks that runs are done exactly when they have reached their targets.
func (c *checker) ends(ctx context.Context) error {
	runs, err := allRuns(ctx, c.q)
	if err != nil {
		return err
	}
	for _, r := range runs {
		byAttempts, err := r.EndsByAttempts()
		if err != nil {
			if err := c.add("run", r.ID, "%v", err); err != nil {
				return err
			}
			continue
		}
		switch {
		case !byAttempts && r.State == Done && r.Accepted < r.Target:
			err = c.add("run", r.ID, "is done with %d of %d puzzles", r.Accepted, r.Target)
		case byAttempts && (r.Next > r.Target || r.State == Done && r.Next < r.Target):
			err = c.add("run", r.ID, "computes attempts 0 to %d but is %s at attempt %d", r.Target-1, r.State, r.Next)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// problemsIn returns a check that reports the problems that a query finds.
func problemsIn(query string) check {
	return func(c *checker, ctx context.Context) error { return c.each(ctx, query) }
}

// each adds a problem for each row of the query: table, row id and text.
func (c *checker) each(ctx context.Context, query string) error {
	return each(ctx, c.q, func(row scanner) error {
		var p Problem
		if err := row.Scan(&p.Table, &p.Row, &p.Text); err != nil {
			return err
		}
		return c.add(p.Table, p.Row, "%s", p.Text)
	}, query)
}

// wrongItems compares files with their items, items with their puzzles, and labels
// with their items.
const wrongItems = `
		SELECT 'corpus_file', f.id, format('counts %s items but has %s', f.items, count(i.seq))
			FROM corpus_file AS f LEFT JOIN corpus_item AS i ON i.corpus_id = f.corpus_id AND i.file_id = f.id
			GROUP BY f.id HAVING f.items <> count(i.seq)
		UNION ALL
		SELECT 'corpus_item', i.seq, format('of corpus %s made puzzle %s, which says otherwise', i.corpus_id, i.puzzle_id)
			FROM corpus_item AS i JOIN puzzle AS p ON p.id = i.puzzle_id
			WHERE i.status = 'new' AND (p.corpus_id IS DISTINCT FROM i.corpus_id OR p.seq <> i.seq)
		UNION ALL
		SELECT 'corpus_item', i.seq, format('of corpus %s says that puzzle %s was known, and made it', i.corpus_id, i.puzzle_id)
			FROM corpus_item AS i JOIN puzzle AS p ON p.id = i.puzzle_id AND p.corpus_id = i.corpus_id AND p.seq = i.seq
			WHERE i.status = 'known'
		UNION ALL
		SELECT 'label', l.puzzle_id, format('%s is said by item %s of corpus %s, which is not this puzzle', l.name, l.seq, l.corpus_id)
			FROM label AS l WHERE NOT EXISTS (SELECT 1 FROM corpus_item AS i
				WHERE i.corpus_id = l.corpus_id AND i.seq = l.seq AND i.puzzle_id = l.puzzle_id)
		UNION ALL
		SELECT 'play', y.seq, format('of corpus %s is of an item that is not a puzzle', y.corpus_id)
			FROM play AS y WHERE NOT EXISTS (SELECT 1 FROM corpus_item AS i
				WHERE i.corpus_id = y.corpus_id AND i.seq = y.seq AND i.puzzle_id IS NOT NULL)`

// wrongExports looks for exports whose record lacks a puzzle or has another in its place:
// the missing puzzle would count as unused.
const wrongExports = `
		SELECT 'export', export_id, format('numbers its puzzles up to %s but has %s', max(ordinal), count(*))
			FROM export_item GROUP BY export_id HAVING count(*) <> max(ordinal) + 1
		UNION ALL
		SELECT 'export', export_id, format('has puzzle %s %s times', puzzle_id, count(*))
			FROM export_item GROUP BY export_id, puzzle_id HAVING count(*) > 1`

// checkedAtOnce bounds how many parts of the puzzles are read at a time: SQLite's own check
// of the file takes as long as two of the readers, and a server has few connections.
const checkedAtOnce = 8

// puzzles reads every puzzle with its grade, in several parts at a time.
func (c *checker) puzzles(ctx context.Context) error {
	var total int64
	if err := c.q.QueryRowContext(ctx, "SELECT count(*) FROM puzzle").Scan(&total); err != nil {
		return err
	}
	workers := make([]ordered.Worker[ordered.Range, checker], min(runtime.GOMAXPROCS(0), checkedAtOnce))
	for i := range workers {
		look := new(provers).take(ctx, true)
		look.Budget = solve.ProofBudget
		workers[i] = func(ctx context.Context, ids ordered.Range) (checker, error) {
			part := checker{q: c.q, engine: c.engine}
			err := part.proofs(ctx, look, ids)
			return part, err
		}
	}
	var dividing error // the ids of a damaged file may be any, so they are not divided without looking
	parts := func(yield func(ordered.Range) bool) {
		for ids := (ordered.Range{From: math.MinInt64}); ids.To < math.MaxInt64; ids.From = ids.To + 1 {
			err := c.q.QueryRowContext(ctx, "SELECT id FROM puzzle WHERE id >= ? ORDER BY id LIMIT 1 OFFSET 4095", ids.From).Scan(&ids.To)
			if errors.Is(err, sql.ErrNoRows) {
				ids.To, err = math.MaxInt64, nil
			}
			if dividing = err; err != nil || !yield(ids) {
				return
			}
		}
	}
	for part, err := range ordered.Map(ctx, parts, workers) {
		c.read += part.read
		c.found = append(c.found, part.found...)
		if err == nil && len(c.found) >= maxProblems {
			err = errEnough
		}
		if err != nil {
			return err
		}
		c.tell(c.read, total)
	}
	return dividing
}

// proofs reads the puzzles whose ids are from ids.From to ids.To. Its query assumes nothing,
// not even that a puzzle has a grade.
func (c *checker) proofs(ctx context.Context, look *prover, ids ordered.Range) error {
	return each(ctx, c.q, func(row scanner) error {
		p, err := scanPuzzle(row, look)
		if damaged, ok := errors.AsType[*RowError](err); ok {
			err = c.add("puzzle", p.ID, "%s", damaged.Reason)
		}
		c.read++
		return cmp.Or(err, ctx.Err())
	}, "SELECT "+puzzleColumns+" FROM puzzle AS p WHERE p.id BETWEEN ? AND ? ORDER BY p.id", ids.From, ids.To)
}

// grades looks for what the proof of a puzzle does not see. A puzzle from a corpus may still
// wait for its grade; one from a run may not.
func (c *checker) grades(ctx context.Context) error {
	err := c.each(ctx, `
		SELECT 'puzzle', id, 'was made by a run and has no grade' FROM puzzle WHERE run_id IS NOT NULL AND grader IS NULL
		UNION ALL
		SELECT 'puzzle', id, format('its rating %s, pearl %s and diamond %s are not in descending order', rating, pearl, diamond)
			FROM puzzle WHERE rating < pearl OR pearl < diamond
		UNION ALL
		SELECT 'puzzle', id, 'is both solved by logic and a lower bound, or neither'
			FROM puzzle WHERE grader = `+strconv.Itoa(grade.Version)+` AND solved_by_logic = at_least
				AND coalesce(hardest, 0) <> `+strconv.Itoa(techniques[len(techniques)-1].Number)+` -- the last resort is neither
		UNION ALL
		SELECT 'puzzle', id, format('its path for people has the techniques "%s"', people_techniques)
			FROM puzzle WHERE people_techniques NOT LIKE ' %' OR people_techniques NOT LIKE '% '
		UNION ALL
		SELECT 'puzzle_technique', u.puzzle_id, format('uses technique %s %s times, which its grade does not say', u.technique, u.uses)
			FROM puzzle_technique AS u WHERE NOT EXISTS (SELECT 1 FROM puzzle AS p
				WHERE p.id = u.puzzle_id AND ' ' || p.techniques || ' ' LIKE '% ' || u.technique || '=' || u.uses || ' %')`)
	if err != nil {
		return err
	}
	// So no row is too many; if they are as many as the grades say, none is missing.
	var rows, listed int64
	if err := c.q.QueryRowContext(ctx, "SELECT count(*) FROM puzzle_technique").Scan(&rows); err != nil {
		return err
	}
	err = each(ctx, c.q, func(row scanner) error {
		text, err := scanText(row)
		for item := range strings.SplitSeq(text, " ") {
			number, _, _ := strings.Cut(item, "=")
			if n, err := strconv.Atoi(number); err == nil && n >= leastListed {
				listed++
			}
		}
		return cmp.Or(err, ctx.Err())
	}, "SELECT techniques FROM puzzle WHERE techniques IS NOT NULL")
	if err == nil && listed != rows {
		err = c.add("puzzle_technique", 0, "has %d rows, but the grades have %d", rows, listed)
	}
	return err
}
