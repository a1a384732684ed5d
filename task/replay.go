package task

import (
	"context"
	"fmt"

	"gradoku/grade"
	"gradoku/run"
	"gradoku/store"
)

// Replay computes a run again and compares it with what is stored, or with its manifest.
// It writes nothing.
type Replay struct {
	ID       int64  // of a run of the database
	Manifest string `query:"manifest" json:"manifest,omitempty" doc:"compare with this file instead of a database, - for stdin"`
}

// ReplayResult is what a replay found.
type ReplayResult struct {
	What string // the run or the manifest, in words
	run.Replayed
}

// Run computes the run again.
func (p *Replay) Run(ctx context.Context, env Env) (result *ReplayResult, err error) {
	if p.Manifest != "" {
		return p.manifest(ctx, &env)
	}
	err = WithDB(ctx, env.DB, func(db *store.DB) error {
		r, err := db.Run(ctx, p.ID)
		if err != nil {
			return DataError(err, "gradoku runs lists the runs of the database")
		}
		result, err = replay(&env, fmt.Sprintf("run %d in %s", r.ID, db.Path()), r.Options, r.Version, r.Next, func(cfg run.Config) (run.Replayed, error) {
			return run.Replay(ctx, db, r, cfg)
		})
		return err
	})
	return result, err
}

func (p *Replay) manifest(ctx context.Context, env *Env) (*ReplayResult, error) {
	file, err := ReadSmall(ctx, env.In, p.Manifest, run.MaxManifest)
	if err != nil {
		return nil, CannotRead(err)
	}
	m, err := run.ReadManifest(file)
	if err != nil {
		return nil, DataError(fmt.Errorf("%s: %w", p.Manifest, err), "gradoku runs --manifest RUN and gradoku generate --manifest FILE write one")
	}
	if m.Grader != grade.Version {
		return nil, DataError(fmt.Errorf("%s: its grades come from grader %d, but this gradoku has grader %d", p.Manifest, m.Grader, grade.Version),
			"verify it with the version of gradoku that it names")
	}
	return replay(env, p.Manifest, string(m.Options), m.Version, m.Next, func(cfg run.Config) (run.Replayed, error) {
		return m.Verify(ctx, cfg)
	})
}

// replay computes the attempts of a run again.
func replay(env *Env, what, options, version string, attempts int64, compute func(run.Config) (run.Replayed, error)) (*ReplayResult, error) {
	opt, err := run.DecodeOptions(options)
	if err != nil {
		return nil, DataError(fmt.Errorf("%s: %w", what, err), "it was made by another version of gradoku")
	}
	if version != Version {
		env.note("%s was made by gradoku %s, but this is %s: its seed may now give different puzzles", what, version, Version)
	}
	tell := env.counting("tries")
	tell(0, attempts)
	r, err := compute(run.Config{Options: opt, Workers: env.workers(), Progress: func(p run.Progress) { tell(p.Tries, attempts) }})
	return &ReplayResult{what, r}, err
}
