package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gradoku/internal/text"
)

// States of a run.
const (
	Running   = "running"   // being computed, or left behind by a crash
	Stopped   = "stopped"   // interrupted on request
	Done      = "done"      // has as many puzzles, or attempts, as its target
	Exhausted = "exhausted" // ended by its stop rule
)

// Interrupted is the [Run.Status] of a running run that nobody has reported as running for
// [beatLost], because its process was killed or its workers are gone. It is not stored.
const Interrupted = "interrupted"

const (
	// BeatEvery is how often the process of a run calls [DB.Beat].
	BeatEvery = 10 * time.Second
	beatLost  = time.Minute
)

// IsState reports whether a run can be in a state.
func IsState(state string) bool {
	return slices.Contains([]string{Running, Stopped, Done, Exhausted}, state)
}

// Run is a row of the table run. Command, Options, Seed and Version identify
// it. Target does not, so asking for more puzzles continues the run.
type Run struct {
	ID         int64
	Command    string
	Options    string // canonical JSON
	Seed       int64
	Version    string
	Target     int64 // number of puzzles, or of attempts if EndsByAttempts
	Next       int64 // first attempt not yet computed
	Accepted   int64 // puzzles saved
	Duplicates int64 // attempts whose puzzle the database already had
	Last       int64 // the last accepted attempt, -1 before the first
	StartedAt  time.Time
	FinishedAt time.Time     // zero while running
	Silent     time.Duration // since its process last reported, by the database's clock; centuries if it never did, as in earlier versions
	State      string
}

// Status is the state as people should read it: a run that still counts as running may have
// been interrupted.
func (r *Run) Status() string {
	if r.State == Running && r.Silent > beatLost {
		return Interrupted
	}
	return r.State
}

// Same reports whether both are the same run. Equal ids are not enough: a database that was
// restored or made again may have given the id to another run.
func (r *Run) Same(other Run) bool {
	return r.ID == other.ID && r.Command == other.Command && r.Options == other.Options && r.Seed == other.Seed && r.Version == other.Version
}

// EndsByAttempts reports whether the target of a run counts attempts instead of accepted
// puzzles. The options of the run say so, under the key cut, because such a run and one that
// counts puzzles are two runs even if everything else is equal.
func (r *Run) EndsByAttempts() (bool, error) {
	var keys struct {
		Cut string `json:"cut"`
	}
	if err := json.Unmarshal([]byte(r.Options), &keys); err != nil {
		return false, fmt.Errorf("reading the options of a run: %w", text.JSONFault(err))
	}
	if keys.Cut != "" && keys.Cut != cutByAttempts {
		return false, fmt.Errorf("reading the options of a run: it is cut by %q, which this version does not know", keys.Cut)
	}
	return keys.Cut != "", nil
}

// cutByAttempts is the value of the key cut; it is permanent.
const cutByAttempts = "attempts"

// EndingByAttempts returns the options, a JSON object, of a run whose target counts attempts.
func EndingByAttempts(options string) string {
	separator := ","
	if options == "{}" {
		separator = ""
	}
	return strings.TrimSuffix(options, "}") + separator + `"cut":"` + cutByAttempts + `"}`
}

// End returns the attempt at which a run ends, 0 if its number of puzzles ends it.
func (r *Run) End() (int64, error) {
	byAttempts, err := r.EndsByAttempts()
	if err != nil || !byAttempts {
		return 0, err
	}
	return r.Target, nil
}

// databaseNow is the time on the machine of the database, in timeLayout: the clocks of the
// machines that use the database may differ.
const databaseNow = "replace(substr(CAST(CURRENT_TIMESTAMP AS TEXT), 1, 19), ' ', 'T') || '.000Z'"

const runColumns = `id, command, options_json, seed, version, target, next_index, accepted,
	duplicates, last_index, started_at, coalesce(finished_at, ''), coalesce(beat_at, ''), ` + databaseNow + `, state`

// scanRun reads a row of runColumns.
func scanRun(row scanner) (Run, error) {
	var r Run
	var started, finished, beat, read string
	err := row.Scan(&r.ID, &r.Command, &r.Options, &r.Seed, &r.Version, &r.Target, &r.Next, &r.Accepted,
		&r.Duplicates, &r.Last, &started, &finished, &beat, &read, &r.State)
	if err != nil {
		return Run{}, err
	}
	r.StartedAt, r.FinishedAt, r.Silent = readTime(started), readTime(finished), readTime(read).Sub(readTime(beat))
	return r, nil
}

// BeginRun finds or makes the run with the identity of want and returns it
// ready to continue at Next. Target becomes want.Target, or what is already saved
// if that is more. A run that has reached its target is returned as Done and must
// not be continued. A run that its stop rule ended is returned as Exhausted; a batch
// with more patience continues it. Other fields of want are ignored.
func (d *DB) BeginRun(ctx context.Context, want Run) (Run, error) {
	var run Run
	err := d.write(ctx, "starting a run", func(tx txn) error {
		byAttempts, err := want.EndsByAttempts()
		if err != nil {
			return err
		}
		run, err = scanRun(tx.QueryRowContext(ctx, "SELECT "+runColumns+` FROM run
			WHERE command = ? AND options_json = ? AND seed = ? AND version = ?`, want.Command, want.Options, want.Seed, want.Version))
		if errors.Is(err, sql.ErrNoRows) {
			run, err = scanRun(tx.QueryRowContext(ctx, `INSERT INTO run (id, command, options_json, seed, version, target, next_index, started_at)
				VALUES (`+nextID("run")+", ?, ?, ?, ?, ?, 0, ?) RETURNING "+runColumns,
				want.Command, want.Options, want.Seed, want.Version, want.Target, now()))
		}
		has := run.Accepted
		if byAttempts {
			has = run.Next
		}
		if err != nil || run.State == Done && want.Target <= has {
			return err
		}
		run.Target = max(want.Target, has)
		switch {
		case has >= run.Target:
			run.State = Done
		case run.State != Exhausted:
			run.State = Running
		}
		run, err = updateRun(ctx, tx, run)
		return err
	})
	return run, err
}

// updateRun writes the fields of a run that can change and returns the run with its
// new times.
func updateRun(ctx context.Context, tx txn, r Run) (Run, error) {
	return scanRun(tx.QueryRowContext(ctx, `UPDATE run SET target = ?, next_index = ?, accepted = ?, duplicates = ?,
		last_index = ?, state = ?, finished_at = CASE WHEN ? = 'running' THEN NULL ELSE ? END, beat_at = `+databaseNow+`
		WHERE id = ? RETURNING `+runColumns,
		r.Target, r.Next, r.Accepted, r.Duplicates, r.Last, r.State, r.State, now(), r.ID))
}

// Beat records that a run is still being computed. Saving a batch does so too, but finding
// the next puzzle may take long.
func (d *DB) Beat(ctx context.Context, id int64) error {
	return d.write(ctx, "keeping a run alive", func(tx txn) error {
		_, err := tx.ExecContext(ctx, "UPDATE run SET beat_at = "+databaseNow+" WHERE id = ? AND state = 'running'", id)
		return err
	})
}

// nextID is the id of a table's next row. Rolled-back transactions leave no gaps in
// these ids.
func nextID(table string) string { return "(SELECT coalesce(max(id), 0) + 1 FROM " + table + ")" }

// EndRun marks a running run as Stopped, Done or Exhausted. A run that has
// already ended stays as it is: an interrupt after the last puzzle does not
// make a complete run unfinished.
func (d *DB) EndRun(ctx context.Context, id int64, state string) error {
	return d.write(ctx, "ending a run", func(tx txn) error {
		run, err := runByID(ctx, tx, id)
		if err != nil || run.State != Running {
			return err
		}
		run.State = state
		_, err = updateRun(ctx, tx, run)
		return err
	})
}

// Run returns a run, or ErrNotFound.
func (d *DB) Run(ctx context.Context, id int64) (Run, error) {
	run, err := runByID(ctx, d.readers, id)
	return run, d.fail(ctx, "reading a run", err)
}

func runByID(ctx context.Context, q querier, id int64) (Run, error) {
	run, err := scanRun(q.QueryRowContext(ctx, "SELECT "+runColumns+" FROM run WHERE id = ?", id))
	return run, orMissing(err, "there is no run %d", id)
}

// LastUnfinished returns the newest run of a command that is Running or Stopped,
// or ErrNotFound.
func (d *DB) LastUnfinished(ctx context.Context, command string) (Run, error) {
	run, err := scanRun(d.readers.QueryRowContext(ctx, "SELECT "+runColumns+` FROM run
		WHERE command = ? AND state IN ('running', 'stopped') ORDER BY id DESC LIMIT 1`, command))
	return run, d.fail(ctx, "looking for an unfinished run", orMissing(err, "there is no unfinished run of %s", command))
}

// Runs returns all runs, oldest first.
func (d *DB) Runs(ctx context.Context) ([]Run, error) {
	runs, err := allRuns(ctx, d.readers)
	return runs, d.fail(ctx, "listing runs", err)
}

func allRuns(ctx context.Context, q querier) ([]Run, error) {
	return collect(ctx, q, scanRun, "SELECT "+runColumns+" FROM run ORDER BY id")
}
