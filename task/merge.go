package task

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gradoku/store"
)

// Merge makes one database out of several, and one run out of its slices.
type Merge struct {
	Inputs []string // the databases
	Output string   // the new database, which must not exist; Env.DB is ignored
}

// Run merges the databases.
func (m *Merge) Run(ctx context.Context, env Env) (store.Merged, error) {
	const example = "for example: gradoku db merge -o all.db slice1.db slice2.db"
	if err := CheckApart("", m.Inputs, Output{"-o", m.Output}); err != nil {
		return store.Merged{}, err
	}
	if m.Output == "" || m.Output == "-" {
		return store.Merged{}, UsageError(errors.New("-o FILE is missing: a database is written to a file of its own"), example)
	}
	if len(m.Inputs) == 0 {
		return store.Merged{}, UsageError(errors.New("name the databases to merge"), example)
	}
	for _, place := range m.Inputs {
		if err := env.sampleInput(ctx, place); err != nil {
			return store.Merged{}, err
		}
	}
	return store.Merge(ctx, m.Output, m.Inputs, func(unit string, done, total int64) { env.counting(unit)(done, total) })
}

// sampleInput computes a few puzzles of each run again, as [Check] does. It refuses a
// database if they differ. [store.Merge] checks everything else.
func (e *Env) sampleInput(ctx context.Context, place string) error {
	return WithDB(ctx, place, func(db *store.DB) error {
		problems, err := e.sample(ctx, db, math.MaxInt64)
		if err == nil && len(problems) > 0 {
			err = fmt.Errorf("%s: reading it for the merge: %w: %v", db.Path(), store.ErrCorrupt, problems[0])
		}
		return err
	})
}
