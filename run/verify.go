package run

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"gradoku/generate"
	"gradoku/grade"
	"gradoku/internal/ordered"
	"gradoku/store"
)

// Verified is the outcome of computing a run again.
type Verified struct {
	Attempts int64    `json:"attempts"`           // computed again
	Rows     int64    `json:"rows"`               // stored rows that were compared
	Ungraded int64    `json:"ungraded"`           // compared rows without a grade of this grader; only their other fields were compared
	Again    int64    `json:"known_from_the_run"` // attempts whose puzzle an earlier attempt of the run gave
	Known    int64    `json:"known_elsewhere"`    // attempts whose puzzle the database has from another run or a corpus
	Wrong    int64    `json:"differences"`        // number of differences
	First    []string `json:"first_differences"`
}

// maxDifferences is how many differences are kept; further ones are only counted.
const maxDifferences = 20

// differ notes that an attempt, or the run as a whole if seq is -1, differs from its stored form.
func (r *Verified) differ(seq int64, format string, args ...any) {
	r.Wrong++
	if len(r.First) < maxDifferences {
		where := ""
		if seq >= 0 {
			where = fmt.Sprintf("attempt %d: ", seq)
		}
		r.First = append(r.First, where+fmt.Sprintf(format, args...))
	}
}

// verification is a [Verify] under way.
type verification struct {
	Verified
	ctx  context.Context
	db   *store.DB
	run  store.Run
	next func() (store.Puzzle, error, bool)
	at   store.Puzzle // the next stored row to compare
	more bool         // whether there is one
}

// inAttempts orders rows by attempt. Their ids are in another order if a merge took rows from
// more than one database.
const inAttempts = "seq"

// Verify computes the attempts of a run again and compares the results, row by row, with
// what the database has. An attempt whose puzzle is not among the run's rows is correct if the
// database has that puzzle from an earlier attempt, another run or a corpus: a run accepts
// only puzzles that the database did not have.
func Verify(ctx context.Context, db *store.DB, run store.Run, cfg Config) (Verified, error) {
	if err := checkCommand(run); err != nil {
		return Verified{}, err
	}
	next, stop := iter.Pull2(db.Puzzles(ctx, store.Filter{Selection: store.Selection{Run: run.ID}, Order: inAttempts}))
	defer stop()
	r := &verification{Verified: Verified{Attempts: run.Next, First: []string{}}, ctx: ctx, db: db, run: run, next: next}
	if err := r.advance(); err != nil {
		return r.Verified, err
	}
	if err := recompute(ctx, cfg, run.Seed, run.Next, r.compare); err != nil {
		return r.Verified, err
	}
	if err := r.extra(run.Next); err != nil {
		return r.Verified, err
	}
	if got := r.Again + r.Known; r.Wrong == 0 && (got != run.Duplicates || r.Rows != run.Accepted) {
		r.differ(-1, "the run counts %d rows and %d duplicates, but computing it again gives %d and %d", run.Accepted, run.Duplicates, r.Rows, got)
	}
	return r.Verified, nil
}

// sampleLeast is the least number of puzzles that [Sample] computes again, if the run has
// so many.
const sampleLeast = 16

// Sample computes one in every so many saved puzzles of a run again, in the order of
// their attempts, and at least 16. It returns how many it computed. differs says how one of
// them differs from what is stored, or why it cannot be computed; "" means that none
// does. The error is one of the database or of ctx. Checking rows alone cannot show that
// the run's seed or options are wrong. Sample can, and it costs about that share of the
// run's time. It skips unreadable rows, which [store.DB.Check] reports.
func Sample(ctx context.Context, db *store.DB, run store.Run, every int64, cfg Config) (computed int, differs string, err error) {
	if err := checkCommand(run); err != nil {
		return 0, err.Error(), nil
	}
	ids, err := db.EveryPuzzle(ctx, run.ID, min(every, max(1, run.Accepted/sampleLeast)))
	if err != nil {
		return 0, "", err
	}
	workers, err := newWorkers(cfg, run.Seed, new(generate.FilledQuotas))
	if err != nil {
		return 0, err.Error(), nil
	}
	var work []ordered.Worker[int64, string]
	for _, w := range workers {
		work = append(work, func(ctx context.Context, id int64) (string, error) { return w.again(ctx, db, id) })
	}
	for differs, err := range ordered.Map(ctx, slices.Values(ids), work) {
		if err != nil || differs != "" {
			return computed, differs, err
		}
		computed++
	}
	return computed, "", nil
}

// again computes a saved puzzle again and says how it differs. It does not compare the
// key, which depends on the puzzle alone: checks of rows compare that.
func (w *Worker) again(ctx context.Context, db *store.DB, id int64) (differs string, err error) {
	saved, err := db.PuzzleByID(ctx, id)
	if _, unreadable := errors.AsType[*store.RowError](err); unreadable {
		return "", nil
	} else if err != nil {
		return "", err
	}
	c, err := w.Compute(ctx, ordered.Range{From: saved.Seq, To: saved.Seq + 1})
	switch {
	case ctx.Err() != nil:
		return "", context.Cause(ctx)
	case err != nil:
		return err.Error(), nil
	case len(c.Puzzles) == 0:
		return fmt.Sprintf("puzzle %d is stored, but its attempt %d gives none", saved.ID, saved.Seq), nil
	}
	c.Puzzles[0].Grader, saved.Canon = grade.Version, c.Puzzles[0].Canon
	return difference(&saved, &c.Puzzles[0]), nil
}

// checkCommand refuses a run that cannot be computed again.
func checkCommand(run store.Run) error {
	if run.Command != Command {
		return fmt.Errorf("run %d belongs to gradoku %s: only runs of gradoku %s can be computed again", run.ID, run.Command, Command)
	}
	return nil
}

// advance moves to the next stored row. Rows past the end of the run are from a process
// that is continuing it right now.
func (r *verification) advance() error {
	before := r.at
	p, err, ok := r.next()
	if err != nil {
		return err
	}
	r.at, r.more = p, ok && p.Seq < r.run.Next
	if r.more && before.ID != 0 && p.Seq <= before.Seq {
		r.differ(p.Seq, "is saved after attempt %d", before.Seq)
	}
	return nil
}

// extra reports the stored rows before an attempt that the recomputed run does not have.
func (r *verification) extra(before int64) error {
	for r.more && r.at.Seq < before {
		r.Rows++
		r.differ(r.at.Seq, "puzzle %d is stored, but this attempt gives none", r.at.ID)
		if err := r.advance(); err != nil {
			return err
		}
	}
	return nil
}

// compare takes the next computed puzzle and reports whether the run has it.
func (r *verification) compare(made *store.Puzzle) (accepted bool, err error) {
	if err := r.extra(made.Seq); err != nil {
		return false, err
	}
	if !r.more || r.at.Seq != made.Seq {
		return false, r.absent(made)
	}
	r.Rows++
	if r.at.Grader != grade.Version {
		r.Ungraded++
	}
	if text := difference(&r.at, made); text != "" {
		r.differ(made.Seq, "%s", text)
	}
	return true, r.advance()
}

// absent says why a puzzle is not among the rows of the run.
func (r *verification) absent(made *store.Puzzle) error {
	holder, err := r.db.PuzzleByCanon(r.ctx, made.Canon)
	switch {
	case errors.Is(err, store.ErrNotFound):
		r.differ(made.Seq, "it gives %s, which the database does not have", made.Givens)
		return nil
	case err != nil:
		return err
	case holder.RunID != r.run.ID:
		r.Known++
	case holder.Seq < made.Seq:
		r.Again++
	default:
		r.differ(made.Seq, "it gives %s, which is stored as puzzle %d of the later attempt %d", made.Givens, holder.ID, holder.Seq)
	}
	return nil
}

// difference describes how a stored row and a computed one differ, "" when they
// are the same. Without a stored grade, the rest is compared.
func difference(stored, made *store.Puzzle) string {
	want := *made
	if stored.Grader != grade.Version {
		want.Grade, want.Grader = stored.Grade, stored.Grader
	}
	have := strings.Split(string(AppendRow(nil, stored)), "\t")
	for i, field := range strings.Split(string(AppendRow(nil, &want)), "\t") {
		if have[i] != field {
			return fmt.Sprintf("puzzle %d has %s %s, but computing it again gives %s", stored.ID, rowFields[i], strings.TrimSpace(have[i]), strings.TrimSpace(field))
		}
	}
	return ""
}

// rowFields names the fields of the canonical text.
var rowFields = [...]string{
	"seq", "size", "givens", "solution", "canon", "clues", "symmetry", "minimal", "grader", "blanks", "freedom", "x", "y",
	"letter_printed", "letter_fitted", "rating", "pearl", "diamond", "hardest", "level", "solved_by_logic", "at_least", "scan", "uses",
}

// recompute computes the first attempts of a seed again, in parallel, and passes their
// puzzles to each, in order. It saves nothing. each reports whether the run accepted the
// puzzle. Puzzles whose quota is full are skipped, as they were in the run.
func recompute(ctx context.Context, cfg Config, seed, to int64, each func(*store.Puzzle) (accepted bool, err error)) error {
	if to == 0 {
		return nil
	}
	full := new(generate.FilledQuotas)
	workers, err := newWorkers(cfg, seed, full)
	if err != nil {
		return err
	}
	room := generate.NewRoom(cfg.Options.Quotas, full)
	return compute(ctx, &cfg.Options, workers, 0, to, func(_ context.Context, c Chunk) error {
		for i := range c.Puzzles {
			if !room.For(c.Classes[i]) {
				continue
			}
			c.Puzzles[i].Grader = grade.Version
			accepted, err := each(&c.Puzzles[i])
			if err != nil {
				return err
			}
			if accepted {
				room.Take(c.Classes[i])
			}
		}
		if cfg.Progress != nil {
			cfg.Progress(Progress{Attempts: c.To})
		}
		return nil
	})
}
