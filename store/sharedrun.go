package store

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"gradoku/grade"
)

// SharedRun is a run or a regrade that workers on several machines compute. Their results,
// ranges of attempts or of ids of puzzles, wait in a table of their own until a committer, one
// at a time, saves them in that order. Only a server has shared runs, in its table plan.
type SharedRun struct {
	Name      string // a random name that workers and their jobs use; no other shared run in any database has it
	ID        int64  // unique within its database; another shared run can have it if the database is restored or made again
	Command   string // the command that shares the work: generate or regrade
	RunID     int64  // 0 when it is not a run
	Options   string // how to regrade, in the form of package run
	Version   string // of gradoku; its workers must have this Version and Grader
	Grader    int
	Patience  int64         // as in a Batch
	Next      int64         // the first attempt or id that is not saved yet
	Planned   int64         // the first attempt or id for which the queue has no job yet
	Size      int64         // attempts or puzzles in the next job
	Saved     int64         // grades saved by a regrade
	Target    int64         // grades that were missing when it began
	Room      []int64       // what remains of each quota; nil without quotas, or when nothing is saved yet
	Rate      float64       // puzzles or grades saved per second recently
	Unmoved   time.Duration // since results were last saved, or since it was shared
	Committer string        // the worker that commits its results; "" when there is none, or none is known
	Trouble   string        // the last error of a committer; "" if results have been saved since
	Ended     string        // why workers stopped computing it; "" while they compute it
}

// String is the shared run's name: "run 3", or "regrade-7" by its own number.
func (p SharedRun) String() string {
	if p.RunID > 0 {
		return fmt.Sprintf("run %d", p.RunID)
	}
	return fmt.Sprintf("%s-%d", p.Command, p.ID)
}

const selectShared = `SELECT p.name, p.id, p.command, coalesce(p.run_id, 0), p.options_json, p.version, p.grader, p.patience,
	p.settled, p.planned, p.size, p.saved, p.target, coalesce(p.room, 'null'), p.rate,
	CAST(extract(epoch FROM now()) AS DOUBLE PRECISION) - CAST(extract(epoch FROM p.settled_at) AS DOUBLE PRECISION), CASE WHEN p.lease > now() THEN coalesce(p.settler, '') ELSE '' END, coalesce(p.trouble, ''), coalesce(p.ended, '') FROM plan AS p `

func scanShared(row scanner) (SharedRun, error) {
	var p SharedRun
	var room string
	var unmoved float64
	err := row.Scan(&p.Name, &p.ID, &p.Command, &p.RunID, &p.Options, &p.Version, &p.Grader, &p.Patience,
		&p.Next, &p.Planned, &p.Size, &p.Saved, &p.Target, &room, &p.Rate, &unmoved, &p.Committer, &p.Trouble, &p.Ended)
	if err != nil {
		return SharedRun{}, err
	}
	// Within bounds, since whoever may write to the database may have stored a wrong time.
	p.Unmoved = time.Duration(max(0, min(unmoved, 1e9)) * float64(time.Second))
	if json.Unmarshal([]byte(room), &p.Room) != nil {
		return SharedRun{}, fmt.Errorf("%w: the remaining quotas of %v cannot be read", ErrCorrupt, p)
	}
	return p, nil
}

// errNotShared is the error for a file.
var errNotShared = errors.New("several machines can share a database on a server, but not a database file")

// BeginSharedRun opens a run (RunID) or a regrade (no RunID) to workers of a Version, that of
// the run if want has none. They
// continue it where it is, at first in ranges of Size. If it is already shared, it continues
// with this Patience, and a regrade must have the same Options. Other fields of
// want are ignored.
func (d *DB) BeginSharedRun(ctx context.Context, want SharedRun) (SharedRun, error) {
	var p SharedRun
	err := d.writeShared(ctx, "sharing work with workers", func(tx txn) error {
		which, id := "WHERE command = ?", any(want.Command)
		want.Next = 1 // the first id of a puzzle
		var run Run
		var err error
		if want.RunID > 0 {
			which, id = "WHERE run_id = ?", want.RunID
			if run, err = runByID(ctx, tx, want.RunID); err != nil {
				return err
			}
			want.Next, want.Version = run.Next, cmp.Or(want.Version, run.Version)
		}
		p, err = scanShared(tx.QueryRowContext(ctx, selectShared+which+" AND ended IS NULL", id))
		alike := err == nil && p.Options == want.Options && p.Version == want.Version && p.Grader == grade.Version
		switch {
		case err != nil && !errors.Is(err, sql.ErrNoRows):
			return err
		case err == nil && !alike:
			return fmt.Errorf("%w: workers of gradoku %s with grader %d are computing %s; gradoku runs --cancel %s stops them",
				ErrRaced, p.Version, p.Grader, strings.TrimSpace(p.String()+" "+p.Options), strings.TrimPrefix(p.String(), "run "))
		case alike:
			_, err = tx.ExecContext(ctx, "UPDATE plan SET patience = ? WHERE id = ?", want.Patience, p.ID)
		default:
			if _, err = tx.ExecContext(ctx, "DELETE FROM plan "+which, id); err == nil {
				_, err = tx.ExecContext(ctx, `INSERT INTO plan (command, run_id, options_json, version, grader, patience, settled, planned, size, target, name)
					VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7, ?8, ?9, ?10)`, want.Command, orNull(want.RunID),
					want.Options, want.Version, grade.Version, want.Patience, want.Next, want.Size, want.Target, rand.Text())
			}
		}
		if err == nil {
			p, err = scanShared(tx.QueryRowContext(ctx, selectShared+which, id))
		}
		if err == nil && run.ID > 0 && run.State != Running {
			run.State = Running
			_, err = updateRun(ctx, tx, run)
		}
		return err
	})
	return p, err
}

// EndSharedRun closes a shared run to workers. Results that are not committed yet will be
// dropped, and a run is marked as stopped. It returns [ErrNotFound] when no such shared run is
// under way. The reason why is stored; [DB.SharedRun] returns it.
func (d *DB) EndSharedRun(ctx context.Context, name, why string) error {
	return d.writeShared(ctx, "ending the work of workers", func(tx txn) error {
		p, err := scanShared(tx.QueryRowContext(ctx, selectShared+"WHERE name = ? AND ended IS NULL", name))
		if err != nil {
			return orMissing(err, "no workers are computing it")
		}
		_, err = tx.ExecContext(ctx, "UPDATE plan SET ended = ? WHERE id = ?", why, p.ID)
		if err != nil || p.RunID == 0 {
			return err
		}
		run, err := runByID(ctx, tx, p.RunID)
		if err == nil && run.State == Running {
			run.State = Stopped
			_, err = updateRun(ctx, tx, run)
		}
		return err
	})
}

func (d *DB) writeShared(ctx context.Context, doing string, f func(tx txn) error) error {
	if !d.engine.shares {
		return d.fail(ctx, doing, errNotShared)
	}
	return d.write(ctx, doing, f)
}

// SharedRuns returns the shared runs that are under way, runs before regrades.
func (d *DB) SharedRuns(ctx context.Context) ([]SharedRun, error) {
	if !d.engine.shares {
		return nil, nil
	}
	shared, err := collect(ctx, d.readers, scanShared, selectShared+"WHERE p.ended IS NULL ORDER BY p.run_id, p.id")
	return shared, d.fail(ctx, "listing the work of workers", err)
}

// SharedRunOf returns the shared run of a run, whether it is under way or ended before the run
// was complete, or [ErrNotFound].
func (d *DB) SharedRunOf(ctx context.Context, runID int64) (SharedRun, error) {
	return d.sharedBy(ctx, "run_id", runID, fmt.Sprintf("run %d", runID))
}

// SharedRun returns a shared run, under way or ended, or [ErrNotFound]. If it was complete, it
// may have been deleted, so either result is possible.
func (d *DB) SharedRun(ctx context.Context, name string) (SharedRun, error) {
	return d.sharedBy(ctx, "name", name, "it")
}

// Work returns a shared run that is under way and its run, which is zero for a regrade, or
// [ErrNotFound]. It reads both in one transaction.
func (d *DB) Work(ctx context.Context, name string) (p SharedRun, r Run, err error) {
	err = d.reading(ctx, func(tx *sql.Tx) (err error) {
		p, err = scanShared(tx.QueryRowContext(ctx, selectShared+"WHERE name = ? AND ended IS NULL", name))
		if err == nil && p.RunID > 0 {
			r, err = runByID(ctx, tx, p.RunID)
		}
		return err
	})
	return p, r, d.fail(ctx, "looking for the work of workers", orMissing(err, "no workers are computing it"))
}

func (d *DB) sharedBy(ctx context.Context, column string, value any, what string) (SharedRun, error) {
	if !d.engine.shares {
		return SharedRun{}, fmt.Errorf("%w: %w", ErrNotFound, errNotShared)
	}
	p, err := scanShared(d.readers.QueryRowContext(ctx, selectShared+"WHERE "+column+" = ?", value))
	return p, d.fail(ctx, "looking for the work of workers", orMissing(err, "no workers are computing %s", what))
}

// advance moves a shared run forward, in the transaction that saves the committed results. Only
// its committer may do so. Committed results are deleted from the table staged.
func (p *SharedRun) advance(ctx context.Context, tx txn, to, saved int64, room []int64) error {
	left, err := json.Marshal(room)
	if err != nil {
		return err
	}
	err = expectRow(tx.ExecContext(ctx, "UPDATE plan SET settled = ?, settled_at = now(), saved = saved + ?, room = ?, rate = ?, trouble = NULL WHERE name = ? AND ended IS NULL AND settler = ?",
		to, saved, string(left), p.Rate, p.Name, p.Committer))
	if err == nil {
		_, err = tx.ExecContext(ctx, "DELETE FROM staged WHERE plan_id = (SELECT id FROM plan WHERE name = ?) AND first_index < ?", p.Name, to)
	}
	return err
}

// complete ends a shared run whose work is finished.
func (p *SharedRun) complete(ctx context.Context, tx txn) error {
	return expectRow(tx.ExecContext(ctx, "UPDATE plan SET ended = '"+Complete+"' WHERE name = ? AND ended IS NULL AND settler = ?", p.Name, p.Committer))
}

// unshared refuses to save results without a committer if workers compute this run.
func unshared(ctx context.Context, tx txn, runID int64) error {
	shared, err := collect(ctx, tx, scanShared, selectShared+"WHERE run_id = ? AND ended IS NULL", runID)
	if err == nil && len(shared) > 0 {
		err = fmt.Errorf("%w: gradoku worker is computing %v", ErrRaced, shared[0])
	}
	return err
}

// commit is the part of saving a batch that concerns shared runs, in the same transaction. Only
// the committer of a shared run may save a batch of it. When the run ends, its sharing ends.
func (b *Batch) commit(ctx context.Context, tx txn, p plan) error {
	switch {
	case b.Shared == nil:
		return unshared(ctx, tx, b.RunID)
	case p.run.State != Running:
		return b.Shared.complete(ctx, tx)
	}
	return b.Shared.advance(ctx, tx, p.run.Next, 0, p.room)
}

// CompleteSharedRun ends a regrade whose results are all saved.
func (d *DB) CompleteSharedRun(ctx context.Context, by *SharedRun) error {
	return d.writeShared(ctx, "ending the work of workers", func(tx txn) error { return by.complete(ctx, tx) })
}

// Complete is the reason recorded for a shared run that ended because its work was finished.
const Complete = "complete"

// Clean deletes what is left of shared runs that have ended: results that were staged
// meanwhile, and complete shared runs.
// It is a separate step, since deleting a shared run that is under way would have to wait for a
// moment in which no worker stages a result.
func (d *DB) Clean(ctx context.Context) error {
	for _, statement := range []string{
		"DELETE FROM staged USING plan WHERE plan.id = plan_id AND ended IS NOT NULL",
		"DELETE FROM plan WHERE ended = '" + Complete + "'",
	} {
		if _, err := d.pool.Exec(ctx, statement); err != nil {
			return d.fail(ctx, "removing shared work that has ended", err)
		}
	}
	return nil
}

// Rescue returns jobs to the queue if their worker seems to be gone, that is, if they have been
// running for longer than after. This time doubles with each attempt. After the last attempt, a
// job counts as failed.
func (d *DB) Rescue(ctx context.Context, after time.Duration) error {
	_, err := d.pool.Exec(ctx, `UPDATE river_job SET scheduled_at = now(),
			state = CASE WHEN attempt < max_attempts THEN CAST('available' AS river_job_state) ELSE 'discarded' END,
			finalized_at = CASE WHEN attempt < max_attempts THEN NULL ELSE now() END
		WHERE state = 'running' AND kind = 'range' AND attempted_at < now() - make_interval(secs => $1 * power(2, attempt - 1))`, after.Seconds())
	return d.fail(ctx, "looking for jobs whose worker is gone", err)
}

var errNotCommitter = fmt.Errorf("%w: its work was ended, or another worker is saving its results", ErrRaced)

// expectRow returns an error unless a committer's statement found its shared run.
func expectRow(r sql.Result, err error) error {
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); err != nil || n == 1 {
		return err
	}
	return errNotCommitter
}

// LeaseTime is how long a committer keeps its shared run without renewing its lease.
const LeaseTime = 10 * time.Second

// Pool returns the connections for the queue and for the transactions of [Extend].
// Only [OpenWorker] makes them.
func (d *DB) Pool() *pgxpool.Pool { return d.pool }

// Lease acquires or renews the caller's lease as the committer of a shared run, and reports
// whether the caller holds it. If it takes over an expired lease, it closes the connections of
// the previous committer, which may be a suspended process that holds locks.
func (d *DB) Lease(ctx context.Context, shared, name string) (held bool, err error) {
	var before string
	err = d.pool.QueryRow(ctx, `UPDATE plan SET settler = $2, lease = now() + make_interval(secs => $3)
		FROM (SELECT id, settler FROM plan WHERE name = $1 FOR NO KEY UPDATE) AS b
		WHERE plan.id = b.id AND plan.ended IS NULL AND (plan.settler = $2 OR plan.settler IS NULL OR plan.lease < now())
		RETURNING coalesce(b.settler, '')`, shared, name, LeaseTime.Seconds()).Scan(&before)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err == nil && before != "" && before != name {
		_, err = d.pool.Exec(ctx, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
			WHERE application_name = $1 AND datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()`, before)
	}
	return err == nil, d.fail(ctx, "becoming the committer of a run", err)
}

// Release gives up a committer's lease on a shared run, or on all of its shared runs if shared
// is "". It stores the error, if any, that ended the committer.
func (d *DB) Release(ctx context.Context, committer, shared, trouble string) error {
	_, err := d.pool.Exec(ctx, "UPDATE plan SET settler = NULL, trouble = coalesce(nullif($3, ''), trouble) WHERE settler = $1 AND $2 IN ('', name)",
		committer, shared, trouble)
	return d.fail(ctx, "releasing a run to other workers", err)
}

// Extend sets how far a shared run is planned, in the transaction that queues the jobs up to
// that point, or back to a point whose job was lost. It fails if the caller is not the committer.
func Extend(ctx context.Context, tx pgx.Tx, p SharedRun, planned, size int64) error {
	tag, err := tx.Exec(ctx, "UPDATE plan SET planned = $1, size = $2 WHERE name = $3 AND planned = $4 AND ended IS NULL AND settler = $5",
		planned, size, p.Name, p.Planned, p.Committer)
	if err == nil && tag.RowsAffected() == 0 {
		err = errNotCommitter
	}
	return err
}

// Await returns the state of the range that begins at an attempt or id: "staged" if its result is
// stored, else the state of its job in the queue. It returns "" if no result will ever come: the
// job was lost, or it was completed but its result was lost.
func (d *DB) Await(ctx context.Context, shared string, from int64) (state string, err error) {
	err = d.readers.QueryRowContext(ctx, `SELECT coalesce(
		(SELECT 'staged' FROM staged JOIN plan ON id = plan_id WHERE name = ?1 AND first_index = ?2),
		(SELECT CAST(max(state) AS TEXT) FROM river_job WHERE kind = 'range' AND state NOT IN ('completed', 'cancelled')
			AND args @> jsonb_build_object('name', CAST(?1 AS TEXT), 'from', CAST(?2 AS BIGINT))), '')`, shared, from).Scan(&state)
	return state, d.fail(ctx, "looking for the job of a range", err)
}

// Staged is a range that is computed but not yet committed.
type Staged struct {
	From, To int64   // the attempts or ids [From, To)
	Seconds  float64 // the time that one core took to compute it
	Result   []byte  // as encoded by the caller of Stage
}

// Stage stores the result of a range. It reports whether this was the first result for the
// range, which is the one that is stored. If the shared run has ended or is not in this
// database, it stores nothing. If the shared run ends at this moment, it returns [ErrNotFound].
func (d *DB) Stage(ctx context.Context, shared string, s Staged) (first bool, err error) {
	tag, err := d.pool.Exec(ctx, `INSERT INTO staged (plan_id, first_index, next_index, seconds, result)
		SELECT id, $2, $3, $4, $5 FROM plan WHERE name = $1 AND ended IS NULL AND settled <= $2
		ON CONFLICT DO NOTHING`, shared, s.From, s.To, s.Seconds, s.Result)
	if said, ok := errors.AsType[*pgconn.PgError](err); ok && said.Code == "23503" {
		err = fmt.Errorf("%w: the shared work has ended", ErrNotFound)
	}
	return tag.RowsAffected() == 1, err
}

// Staged returns up to limit consecutive ranges of a shared run, the first of which begins at
// from.
func (d *DB) Staged(ctx context.Context, shared string, from int64, limit int) ([]Staged, error) {
	all, err := collect(ctx, d.readers, into(func(s *Staged) []any { return []any{&s.From, &s.To, &s.Seconds, &s.Result} }), `SELECT first_index, next_index, seconds, result FROM staged
		WHERE plan_id = (SELECT s.plan_id FROM staged AS s JOIN plan AS p ON p.id = s.plan_id WHERE p.name = ?1 AND s.first_index = ?2)
		AND first_index >= ?2 ORDER BY first_index LIMIT ?3`, shared, from, limit) // nothing is read while the first is missing
	for i, s := range all {
		if s.From != from {
			all = all[:i]
			break
		}
		from = s.To
	}
	return all, d.fail(ctx, "reading staged ranges", err)
}

// Waiting returns how many ranges of a shared run are staged.
func (d *DB) Waiting(ctx context.Context, shared int64) (ranges int64, err error) {
	err = d.readers.QueryRowContext(ctx, "SELECT count(*) FROM staged WHERE plan_id = ?", shared).Scan(&ranges)
	return ranges, d.fail(ctx, "counting staged ranges", err)
}

// Clock returns the server's time.
func (d *DB) Clock(ctx context.Context) (now time.Time, err error) {
	err = d.pool.QueryRow(ctx, "SELECT clock_timestamp()").Scan(&now)
	return now, d.fail(ctx, "reading the server's clock", err)
}

// Worker is a process that computes ranges of runs.
type Worker struct {
	Name                    string
	Version                 string
	Grader                  int
	Cores                   int
	Ranges, Failed, Puzzles int64
}

// See renews a worker's row. It deletes rows of workers that were not seen for an hour.
func (d *DB) See(ctx context.Context, w Worker) error {
	_, err := d.pool.Exec(ctx, `INSERT INTO worker (name, version, grader, cores, ranges, failed, puzzles) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (name) DO UPDATE SET ranges = $5, failed = $6, puzzles = $7, seen_at = now()`,
		w.Name, w.Version, w.Grader, w.Cores, w.Ranges, w.Failed, w.Puzzles)
	if err == nil {
		_, err = d.pool.Exec(ctx, "DELETE FROM worker WHERE seen_at < now() - interval '1 hour'")
	}
	return d.fail(ctx, "recording a worker", err)
}

// Leave deletes a worker's row.
func (d *DB) Leave(ctx context.Context, name string) error {
	_, err := d.pool.Exec(ctx, "DELETE FROM worker WHERE name = $1", name)
	return d.fail(ctx, "removing a worker", err)
}

// Workers returns the workers that were seen within the last 15 seconds.
func (d *DB) Workers(ctx context.Context) ([]Worker, error) {
	if !d.engine.shares {
		return nil, nil
	}
	workers, err := collect(ctx, d.readers, into(func(w *Worker) []any {
		return []any{&w.Name, &w.Version, &w.Grader, &w.Cores, &w.Ranges, &w.Failed, &w.Puzzles}
	}), `SELECT name, version, grader, cores, ranges, failed, puzzles
		FROM worker WHERE seen_at > now() - interval '15 s' ORDER BY began_at, name`)
	return workers, d.fail(ctx, "listing workers", err)
}

// Exclusively runs f in a transaction of the pool while no other process writes.
func (d *DB) Exclusively(ctx context.Context, doing string, f func(tx pgx.Tx) error) error {
	return d.fail(ctx, doing, pgx.BeginFunc(ctx, d.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, writersLock); err != nil {
			return err
		}
		return f(tx)
	}))
}
