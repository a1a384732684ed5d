package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"gradoku/grade"
)

// Plan is a run that workers on several machines compute. Their results, ranges of
// tries, wait in a table of their own until a settler, one at a time, saves them in
// the order of the tries, as [DB.SaveBatch] does. Plans are for servers.
type Plan struct {
	ID       int64 // never used again: what comes late for an earlier plan finds none
	RunID    int64
	Version  string // of gradoku; with Grader, what its workers must be
	Grader   int
	Patience int64 // as in a Batch
	MaxTries int64
	Planned  int64   // first try that is in no job of the queue yet
	Size     int64   // tries in the next job
	Room     []int64 // left in each quota; nil without quotas, or when nothing is saved yet
	Rate     float64 // puzzles saved per second of late
	Settler  string  // the worker that settles it; "" when none does, or is known to
	Ended    string  // why workers compute it no more; "" while they do
}

const planColumns = `p.id, p.run_id, r.version, p.grader, p.patience, p.max_tries, p.planned, p.size, coalesce(p.room, 'null'), p.rate,
	CASE WHEN p.lease > now() THEN coalesce(p.settler, '') ELSE '' END, coalesce(p.ended, '') FROM plan AS p JOIN run AS r ON r.id = p.run_id`

func scanPlan(row scanner) (Plan, error) {
	var p Plan
	var room string
	err := row.Scan(&p.ID, &p.RunID, &p.Version, &p.Grader, &p.Patience, &p.MaxTries, &p.Planned, &p.Size, &room, &p.Rate, &p.Settler, &p.Ended)
	if err != nil {
		return Plan{}, err
	}
	return p, json.Unmarshal([]byte(room), &p.Room)
}

// errNoPlans is for a file.
var errNoPlans = errors.New("several machines can share a database on a server only, not a file")

// BeginPlan opens a run to workers from its next try on, in ranges of size tries to
// begin with. A plan under way goes on, with this patience and these tries.
func (d *DB) BeginPlan(ctx context.Context, runID, patience, maxTries, size int64) (Plan, error) {
	var p Plan
	err := d.writePlan(ctx, "opening a run to workers", func(tx txn) error {
		run, err := runByID(ctx, tx, runID)
		if err != nil {
			return err
		}
		p, err = scanPlan(tx.QueryRowContext(ctx, "SELECT "+planColumns+" WHERE p.run_id = ? AND p.grader = ? AND p.ended IS NULL", runID, grade.Version))
		switch {
		case err == nil:
			_, err = tx.ExecContext(ctx, "UPDATE plan SET patience = ?, max_tries = ? WHERE id = ?", patience, maxTries, p.ID)
		case errors.Is(err, sql.ErrNoRows):
			if _, err = tx.ExecContext(ctx, "DELETE FROM plan WHERE run_id = ?", runID); err == nil {
				_, err = tx.ExecContext(ctx, "INSERT INTO plan (run_id, grader, patience, max_tries, planned, size) VALUES (?, ?, ?, ?, ?, ?)",
					runID, grade.Version, patience, maxTries, run.Next, size)
			}
		}
		if err == nil {
			p, err = scanPlan(tx.QueryRowContext(ctx, "SELECT "+planColumns+" WHERE p.run_id = ?", runID))
		}
		if err == nil && run.State != Running {
			run.State = Running
			_, err = updateRun(ctx, tx, run)
		}
		return err
	})
	return p, err
}

// EndPlan closes a run to workers: what they have computed and nobody has settled will be
// dropped, and the run is marked as stopped. It returns [ErrNotFound] when the run has
// no plan under way. why is kept, for [DB.PlanOf].
func (d *DB) EndPlan(ctx context.Context, runID int64, why string) error {
	return d.writePlan(ctx, "ending the work on a run", func(tx txn) error {
		run, err := runByID(ctx, tx, runID)
		if err != nil {
			return err
		}
		p, err := scanPlan(tx.QueryRowContext(ctx, "SELECT "+planColumns+" WHERE p.run_id = ? AND p.ended IS NULL", runID))
		if errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("%w: no workers compute run %d", ErrNotFound, runID)
		}
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "UPDATE plan SET ended = ? WHERE id = ?", why, p.ID)
		if err == nil && run.State == Running {
			run.State = Stopped
			_, err = updateRun(ctx, tx, run)
		}
		return err
	})
}

func (d *DB) writePlan(ctx context.Context, doing string, f func(tx txn) error) error {
	if !d.engine.plans {
		return d.fail(ctx, doing, errNoPlans)
	}
	return d.write(ctx, doing, f)
}

// Plans returns the plans that are under way.
func (d *DB) Plans(ctx context.Context) ([]Plan, error) {
	if !d.engine.plans {
		return nil, nil
	}
	plans, err := collect(ctx, d.readers, scanPlan, "SELECT "+planColumns+" WHERE p.ended IS NULL ORDER BY p.run_id")
	return plans, d.fail(ctx, "listing the runs of workers", err)
}

// PlanOf returns the plan of a run, under way or ended before the run was complete,
// or [ErrNotFound].
func (d *DB) PlanOf(ctx context.Context, runID int64) (Plan, error) {
	if !d.engine.plans {
		return Plan{}, fmt.Errorf("%w: %w", ErrNotFound, errNoPlans)
	}
	p, err := scanPlan(d.readers.QueryRowContext(ctx, "SELECT "+planColumns+" WHERE p.run_id = ?", runID))
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("%w: no workers compute run %d", ErrNotFound, runID)
	}
	return p, d.fail(ctx, "looking for the work on a run", err)
}

// Settling says for which plan, and in whose name, a batch is saved.
type Settling struct {
	Plan int64
	Name string  // of the settler
	Rate float64 // puzzles per second of late
}

// settle is the part of saving a batch that concerns plans, in its transaction: only
// the settler of a run's plan may save a batch of that run. What is settled leaves
// the staging table, and the plan ends with its run.
func (b *Batch) settle(ctx context.Context, tx txn, p plan) error {
	if b.Settling.Plan == 0 {
		var plans int
		err := tx.QueryRowContext(ctx, "SELECT count(*) FROM plan WHERE run_id = ? AND ended IS NULL", b.RunID).Scan(&plans)
		if err == nil && plans > 0 {
			err = fmt.Errorf("%w: gradoku worker computes run %d", ErrRaced, b.RunID)
		}
		return err
	}
	if p.run.State != Running {
		return expectRow(tx.ExecContext(ctx, "UPDATE plan SET ended = '"+complete+"' WHERE id = ? AND ended IS NULL AND settler = ?", b.Settling.Plan, b.Settling.Name))
	}
	room, err := json.Marshal(p.room)
	if err != nil {
		return err
	}
	err = expectRow(tx.ExecContext(ctx, "UPDATE plan SET room = ?, rate = ? WHERE id = ? AND ended IS NULL AND settler = ?",
		string(room), b.Settling.Rate, b.Settling.Plan, b.Settling.Name))
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "DELETE FROM staged WHERE plan_id = ? AND first_index < ?", b.Settling.Plan, p.run.Next)
	return err
}

// complete is why the plan of a run ended that has all it wants.
const complete = "complete"

// Clean drops what is left of plans that are over: results that were staged meanwhile,
// and the plans of complete runs. Deleting a plan that is under way would have to wait
// for a moment in which nobody stages anything.
func (d *DB) Clean(ctx context.Context) error {
	_, err := d.pool.Exec(ctx, "DELETE FROM staged USING plan WHERE plan.id = plan_id AND ended IS NOT NULL")
	if err == nil {
		_, err = d.pool.Exec(ctx, "DELETE FROM plan WHERE ended = '"+complete+"'")
	}
	return d.fail(ctx, "clearing away what is over", err)
}

// expectRow wants a statement of a settler to have found its plan.
func expectRow(r sql.Result, err error) error {
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); err != nil || n == 1 {
		return err
	}
	return fmt.Errorf("%w: its work was ended, or another worker settles it", ErrRaced)
}

// leaseTime is how long a settler that says nothing keeps its plan.
const leaseTime = "10 s"

// Pool returns the connections for the queue and for what [Stage] and [Extend] do in
// its transactions. Only [OpenWorker] makes them.
func (d *DB) Pool() *pgxpool.Pool { return d.pool }

// Lease makes the caller the settler of a plan, or keeps it that, and reports whether
// it is. A settler that was silent for too long loses the plan and its connections
// are closed: it may be a stopped process that holds locks.
func (d *DB) Lease(ctx context.Context, plan int64, name string) (held bool, err error) {
	var before string
	err = d.pool.QueryRow(ctx, `UPDATE plan SET settler = $2, lease = now() + interval '`+leaseTime+`'
		FROM (SELECT id, settler FROM plan WHERE id = $1 FOR NO KEY UPDATE) AS b
		WHERE plan.id = b.id AND plan.ended IS NULL AND (plan.settler = $2 OR plan.settler IS NULL OR plan.lease < now())
		RETURNING coalesce(b.settler, '')`, plan, name).Scan(&before)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err == nil && before != "" && before != name {
		_, err = d.pool.Exec(ctx, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
			WHERE application_name = $1 AND datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()`, before)
	}
	return err == nil, d.fail(ctx, "becoming the settler of a run", err)
}

// Release gives up the plans that a settler has.
func (d *DB) Release(ctx context.Context, name string) error {
	_, err := d.pool.Exec(ctx, "UPDATE plan SET settler = NULL WHERE settler = $1", name)
	return d.fail(ctx, "giving up a run", err)
}

// Extend moves the end of what is planned, in the transaction that queues the jobs up
// to there. It fails when the caller is not the settler.
func Extend(ctx context.Context, tx pgx.Tx, p Plan, planned, size int64) error {
	tag, err := tx.Exec(ctx, "UPDATE plan SET planned = $1, size = $2 WHERE id = $3 AND planned = $4 AND ended IS NULL AND settler = $5",
		planned, size, p.ID, p.Planned, p.Settler)
	if err == nil && tag.RowsAffected() == 0 {
		err = fmt.Errorf("%w: its work was ended, or another worker settles it", ErrRaced)
	}
	return err
}

// Staged is a range of tries that is computed and not yet settled.
type Staged struct {
	From, To int64   // the tries [From, To)
	Seconds  float64 // that one core took for it
	Puzzles  []byte  // as the caller of Stage wrote them
}

// Stage keeps the result of a range, in the transaction that completes its job. It
// reports whether this is the first result, and so is kept. Of a plan that is over it
// keeps nothing; of one that ends at this moment it returns [ErrNotFound].
func Stage(ctx context.Context, tx pgx.Tx, plan int64, s Staged) (first bool, err error) {
	// What a crash of the server undoes is undone together with the job's completion, so
	// that nothing waits for the disk.
	if _, err := tx.Exec(ctx, "SET LOCAL synchronous_commit = off"); err != nil {
		return false, err
	}
	tag, err := tx.Exec(ctx, `INSERT INTO staged (plan_id, first_index, next_index, seconds, puzzles)
		SELECT p.id, $2, $3, $4, $5 FROM plan AS p JOIN run AS r ON r.id = p.run_id WHERE p.id = $1 AND p.ended IS NULL AND r.next_index <= $2
		ON CONFLICT DO NOTHING`, plan, s.From, s.To, s.Seconds, s.Puzzles)
	var said *pgconn.PgError
	if errors.As(err, &said) && said.Code == "23503" {
		err = fmt.Errorf("%w: the plan is over", ErrNotFound)
	}
	return tag.RowsAffected() == 1, err
}

// Staged returns up to limit ranges of a plan that begin at from and follow each
// other.
func (d *DB) Staged(ctx context.Context, plan, from int64, limit int) ([]Staged, error) {
	all, err := collect(ctx, d.readers, func(row scanner) (Staged, error) {
		var s Staged
		err := row.Scan(&s.From, &s.To, &s.Seconds, &s.Puzzles)
		return s, err
	}, "SELECT first_index, next_index, seconds, puzzles FROM staged WHERE plan_id = ? AND first_index >= ? ORDER BY first_index LIMIT ?", plan, from, limit)
	for i, s := range all {
		if s.From != from {
			all = all[:i]
			break
		}
		from = s.To
	}
	return all, d.fail(ctx, "reading staged ranges", err)
}

// Waiting returns how many ranges of a plan are staged.
func (d *DB) Waiting(ctx context.Context, plan int64) (ranges int64, err error) {
	err = d.readers.QueryRowContext(ctx, "SELECT count(*) FROM staged WHERE plan_id = ?", plan).Scan(&ranges)
	return ranges, d.fail(ctx, "counting staged ranges", err)
}

// Worker is a process that computes ranges of runs.
type Worker struct {
	Name                    string
	Version                 string
	Grader                  int
	Cores                   int
	Ranges, Failed, Puzzles int64
	Age                     time.Duration // since it came
}

// See renews a worker's row. Rows of workers that were not seen for an hour go.
func (d *DB) See(ctx context.Context, w Worker) error {
	_, err := d.pool.Exec(ctx, `INSERT INTO worker (name, version, grader, cores, ranges, failed, puzzles) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (name) DO UPDATE SET ranges = $5, failed = $6, puzzles = $7, seen_at = now()`,
		w.Name, w.Version, w.Grader, w.Cores, w.Ranges, w.Failed, w.Puzzles)
	if err == nil {
		_, err = d.pool.Exec(ctx, "DELETE FROM worker WHERE seen_at < now() - interval '1 hour'")
	}
	return d.fail(ctx, "noting a worker", err)
}

// Leave takes a worker's row away.
func (d *DB) Leave(ctx context.Context, name string) error {
	_, err := d.pool.Exec(ctx, "DELETE FROM worker WHERE name = $1", name)
	return d.fail(ctx, "taking leave of a worker", err)
}

// Workers returns the workers that were seen in the last seconds.
func (d *DB) Workers(ctx context.Context) ([]Worker, error) {
	if !d.engine.plans {
		return nil, nil
	}
	workers, err := collect(ctx, d.readers, func(row scanner) (Worker, error) {
		var w Worker
		var seconds float64
		err := row.Scan(&w.Name, &w.Version, &w.Grader, &w.Cores, &w.Ranges, &w.Failed, &w.Puzzles, &seconds)
		w.Age = time.Duration(seconds * float64(time.Second))
		return w, err
	}, `SELECT name, version, grader, cores, ranges, failed, puzzles, CAST(extract(epoch FROM now() - began_at) AS DOUBLE PRECISION)
		FROM worker WHERE seen_at > now() - interval '15 s' ORDER BY began_at, name`)
	return workers, d.fail(ctx, "listing workers", err)
}

// Exclusively runs f in a transaction of the pool while nobody else writes.
func (d *DB) Exclusively(ctx context.Context, doing string, f func(tx pgx.Tx) error) error {
	return d.fail(ctx, doing, pgx.BeginFunc(ctx, d.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, writersLock); err != nil {
			return err
		}
		return f(tx)
	}))
}
