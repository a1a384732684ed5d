package bench

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"

	"gradoku/board"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/run"
	"gradoku/solve"
	"gradoku/store"
)

// batchRows is how many puzzles make a transaction, as in the pipeline.
const batchRows = 4096

// kinds is how many different puzzles the measured rows are made of.
const kinds = 200

// graded returns n rows as they go into a database: a few real puzzles with their
// grades, repeated under new random keys. Only the key's place in its index makes
// the cost of a row differ.
func (e *env) graded(n int) ([]store.Puzzle, error) {
	grids, err := e.minimal(9, min(n, kinds))
	if err != nil {
		return nil, err
	}
	s, gr := solve.NewSearcher(board.Nine()), grade.NewGrader(board.Nine())
	rows := make([]store.Puzzle, n)
	for i := range rows {
		if i >= len(grids) {
			rows[i] = rows[i-len(grids)]
			rows[i].Seq = int64(i)
			continue
		}
		g := &grids[i]
		solution, _ := s.Solve(g)
		clues := g.ClueSet()
		rows[i] = store.Puzzle{
			Seq: int64(i), Size: 9, Givens: g.String(), Solution: solution.String(), Clues: clues.Len(),
			Symmetry: board.SymmetryOf(clues, board.Nine()).Name, Minimal: true, Grade: gr.Grade(g),
		}
	}
	return rows, nil
}

// rekey gives rows new random keys.
func rekey(rows []store.Puzzle, rng *rand.Rand) {
	for i := range rows {
		binary.BigEndian.PutUint64(rows[i].Canon[:8], rng.Uint64())
		binary.BigEndian.PutUint64(rows[i].Canon[8:], rng.Uint64())
	}
}

// saveAll saves a batch into a new database; creating that counts too.
func saveAll(ctx context.Context, e *env) (work, error) {
	rows, err := e.graded(batchRows)
	if err != nil {
		return nil, err
	}
	rekey(rows, newRand())
	return func() (n int, err error) {
		db, done, err := e.open(ctx, "save.db")
		if err != nil {
			return 0, err
		}
		defer func() { err = errors.Join(err, done()) }()
		run, err := db.BeginRun(ctx, newRun(seed, batchRows))
		if err != nil {
			return 0, err
		}
		saved, err := db.SaveBatch(ctx, store.Batch{RunID: run.ID, To: batchRows, Puzzles: rows})
		return int(saved.Run.Accepted), err
	}, nil
}

// wholeRun makes a new database of generated, proved, graded and saved puzzles, each
// time from a new seed.
func wholeRun(ctx context.Context, e *env) (work, error) {
	const puzzles = 2000
	next := int64(seed)
	return func() (int, error) {
		next++
		_, err := e.generate(ctx, next, puzzles, runtime.NumCPU())
		return puzzles, err
	}, nil
}

// generate makes a new database of puzzles and returns what the run took.
func (e *env) generate(ctx context.Context, seed, puzzles int64, workers int) (took spent, err error) {
	opt, err := plainOptions(9)
	if err != nil {
		return took, err
	}
	db, done, err := e.open(ctx, "run.db")
	if err != nil {
		return took, err
	}
	defer func() { err = errors.Join(err, done()) }()
	r, err := db.BeginRun(ctx, newRun(seed, puzzles))
	if err != nil {
		return took, err
	}
	soFar := timer()
	r, err = run.Generate(ctx, db, r, run.Config{Options: generate.Target{Options: opt}, Workers: workers, Patience: patience})
	if err == nil && r.State != store.Done {
		err = fmt.Errorf("the run ended %s with %d of %d puzzles", r.State, r.Accepted, puzzles)
	}
	return soFar(), err
}

// open makes a database and returns it with a function that removes it again.
func (e *env) open(ctx context.Context, name string) (*store.DB, func() error, error) {
	path := filepath.Join(e.temp, name)
	db, err := store.Open(ctx, path, store.ReadWrite)
	if err != nil {
		return nil, nil, err
	}
	return db, func() error { return errors.Join(db.Close(), os.Remove(path)) }, nil
}

// newRun is the run that rows are saved for.
func newRun(seed, target int64) store.Run {
	opt, _ := plainOptions(9)
	return store.Run{
		Command: run.Command, Options: run.EncodeOptions(generate.Target{Options: opt}), Seed: seed, Version: "bench", Target: target,
	}
}

// patience is the stop rule of the runs here; none should need it.
const patience = 100_000
