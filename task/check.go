package task

import (
	"context"
	"errors"
	"fmt"

	"gradoku/grade"
	"gradoku/internal/bind"
	"gradoku/internal/text"
	"gradoku/run"
	"gradoku/store"
)

// Check looks for damage and contradictions in a database, or computes a run again.
type Check struct {
	Quick         bool   `query:"quick" json:"quick,omitempty" not:"run,manifest" doc:"check only the file, not every puzzle"`
	RunID         int64  `query:"run" json:"run,omitempty" minimum:"1" value:"N" doc:"instead, compute every attempt of run N again and compare the result with the database"`
	Manifest      string `query:"manifest" json:"manifest,omitempty" not:"run" value:"FILE" doc:"instead, compute the run of this manifest again and compare the result with the manifest, without a database; - is stdin"`
	WriteManifest string `query:"write-manifest" json:"write_manifest,omitempty" needs:"run" value:"FILE" doc:"write the manifest of the run as JSON to FILE, - for stdout, instead of computing the run again"`
}

// CheckResult is what a check found. Of the three fields, at most one is set.
type CheckResult struct {
	Problems []store.Problem // nil if the database is in order
	Verified *VerifiedRun    // with RunID or Manifest
	Written  *run.Manifest   // with WriteManifest; the caller writes it
}

// VerifiedRun is a run that was computed again.
type VerifiedRun struct {
	What string `json:"what"` // the run or the manifest, in words
	run.Verified
}

// Run checks the database, the run or the manifest. It changes nothing.
func (c *Check) Run(ctx context.Context, env Env) (result CheckResult, err error) {
	if err := bind.Check(c, nil); err != nil {
		return result, err
	}
	if c.Manifest != "" {
		result.Verified, err = verifyManifest(ctx, &env, c.Manifest)
		return result, err
	}
	err = WithDB(ctx, env.DB, func(db *store.DB) error {
		if c.RunID != 0 {
			return c.ofRun(ctx, &env, db, &result)
		}
		result.Problems, err = db.Check(ctx, !c.Quick, env.counting("puzzles"))
		if err == nil && !c.Quick && len(result.Problems) == 0 {
			result.Problems, err = env.sample(ctx, db, checkedShare)
		}
		return err
	})
	return result, err
}

// ofRun computes a run again, or its manifest.
func (c *Check) ofRun(ctx context.Context, env *Env, db *store.DB, result *CheckResult) error {
	r, err := db.Run(ctx, c.RunID)
	if err != nil {
		return DataError(err, "gradoku runs lists the runs of the database")
	}
	if c.WriteManifest != "" {
		m, err := Manifest(ctx, env, db, r)
		result.Written = &m
		return err
	}
	result.Verified, err = verify(env, fmt.Sprintf("run %d in %s", r.ID, db.Path()), r.Options, r.Version, r.Next, func(cfg run.Config) (run.Verified, error) {
		return run.Verify(ctx, db, r, cfg)
	})
	return err
}

func verifyManifest(ctx context.Context, env *Env, path string) (*VerifiedRun, error) {
	file, err := ReadSmall(ctx, env.In, path, run.MaxManifest)
	if err != nil {
		return nil, CannotRead(err)
	}
	m, err := run.ReadManifest(file)
	if err != nil {
		return nil, DataError(fmt.Errorf("%s: %w", path, err), "gradoku db check --run N --write-manifest FILE writes one")
	}
	if m.Grader != grade.Version {
		return nil, DataError(fmt.Errorf("%s: its grades come from grader %d, but this gradoku has grader %d", path, m.Grader, grade.Version),
			"verify it with the version of gradoku that it names")
	}
	return verify(env, path, string(m.Options), m.Version, m.Next, func(cfg run.Config) (run.Verified, error) {
		return m.Verify(ctx, cfg)
	})
}

// verify computes the attempts of a run again.
func verify(env *Env, what, options, version string, attempts int64, compute func(run.Config) (run.Verified, error)) (*VerifiedRun, error) {
	opt, err := run.DecodeOptions(options)
	if err != nil {
		return nil, DataError(fmt.Errorf("%s: %w", what, err), "it was made by another version of gradoku")
	}
	if version != Version {
		env.note("%s was made by gradoku %s, but this is %s: its seed may now give different puzzles", what, version, Version)
	}
	tell := env.counting("attempts")
	tell(0, attempts)
	r, err := compute(run.Config{Options: opt, Workers: env.workers(), Progress: func(p run.Progress) { tell(p.Attempts, attempts) }})
	return &VerifiedRun{what, r}, err
}

// counting returns a function that reports how many things are done and how many there are.
func (e *Env) counting(unit string) func(done, total int64) {
	return func(done, total int64) {
		e.notify(Event{Progress: &Progress{Unit: unit, Done: done, Target: total, Attempts: done}})
	}
}

// checkedShare says how many puzzles of a run a check repeats: one in so many. A worker
// that computes something else saves more puzzles than that, so the check finds one.
const checkedShare = 100

// sample checks the runs of this version of gradoku: it computes the first of every so many
// puzzles again. A row can be correct in itself although the run's seed and options do not
// give it.
func (e *Env) sample(ctx context.Context, db *store.DB, every int64) ([]store.Problem, error) {
	runs, err := db.Runs(ctx)
	if err != nil {
		return nil, err
	}
	var found []store.Problem
	var computed, puzzles int64
	for _, r := range runs {
		if r.Command != run.Command || r.Version != Version {
			continue
		}
		said := ""
		if target, err := run.DecodeOptions(r.Options); err != nil {
			said = err.Error()
		} else {
			n, differs, err := run.Sample(ctx, db, r, every, run.Config{Options: target, Workers: e.workers()})
			switch {
			case ctx.Err() != nil:
				return nil, context.Cause(ctx)
			case errors.Is(err, store.ErrCorrupt):
				differs = err.Error()
			case err != nil:
				return nil, err
			}
			said, computed, puzzles = differs, computed+int64(n), puzzles+r.Accepted
		}
		if said != "" {
			found = append(found, store.Problem{Table: "run", Row: r.ID, Text: "computing it again from its seed and options does not give its puzzles: " + said})
		}
	}
	if puzzles > 0 {
		e.note("spot check: recomputed %s of %s in runs of this version; gradoku db check --run N compares all", text.Grouped(computed), text.Count(puzzles, "puzzle", "puzzles"))
	}
	return found, nil
}

// Manifest computes the manifest of a run.
func Manifest(ctx context.Context, env *Env, db *store.DB, r store.Run) (run.Manifest, error) {
	opt, err := run.DecodeOptions(r.Options)
	if err != nil {
		return run.Manifest{}, err
	}
	m, err := run.NewManifest(ctx, db, r, run.Config{Options: opt, Workers: env.workers()})
	if errors.Is(err, run.ErrUngraded) {
		return m, DataError(err, "only the version of gradoku that graded the run can write its manifest")
	}
	return m, err
}
