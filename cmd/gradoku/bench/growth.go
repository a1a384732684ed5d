package bench

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"gradoku/store"
)

// Growth is the state of a database at some number of rows.
type Growth struct {
	Rows    int64
	CPU     time.Duration // since the last one
	Wall    time.Duration
	Saved   int64 // rows since the last one
	Bytes   int64 // of the file and its log
	Peak    int64 // most memory of the process so far, in bytes; 0 where unknown
	Answers []Answer
}

// Grow saves rows into a new database and reports every step rows. The file is
// kept when keep names it, otherwise it is removed.
func Grow(ctx context.Context, rows, step int64, keep string, each func(Growth) error) error {
	temp, err := os.MkdirTemp("", "gradoku-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	e := newEnv("", temp)
	puzzles, err := e.graded(batchRows)
	if err != nil {
		return err
	}
	path := keep
	if path == "" {
		path = filepath.Join(temp, "grow.db")
	}
	db, err := store.Open(ctx, path, store.ReadWrite)
	if err != nil {
		return err
	}
	defer db.Close()
	run, err := db.BeginRun(ctx, wish(seed, rows))
	if err != nil {
		return err
	}
	g := &grower{env: e, db: db, run: run, puzzles: puzzles, rng: newRand()}
	for run.Accepted < rows {
		now, err := g.step(ctx, min(step, rows-run.Accepted))
		if err != nil {
			return err
		}
		run = g.run
		if err := each(now); err != nil {
			return err
		}
	}
	return nil
}

type grower struct {
	env     *env
	db      *store.DB
	run     store.Run
	puzzles []store.Puzzle
	rng     *rand.Rand
}

// askedPerStep times each question is asked after a step.
const askedPerStep = 20

// step saves n rows and asks the questions.
func (g *grower) step(ctx context.Context, n int64) (Growth, error) {
	cpu, err := CPUTime()
	if err != nil {
		return Growth{}, err
	}
	start := time.Now()
	for left := n; left > 0; {
		batch := g.puzzles[:min(int64(len(g.puzzles)), left)]
		for i := range batch {
			batch[i].Seq = g.run.Next + int64(i)
		}
		rekey(batch, g.rng)
		saved, err := g.db.SaveBatch(ctx, store.Batch{
			RunID: g.run.ID, From: g.run.Next, To: g.run.Next + int64(len(batch)), Puzzles: batch,
		})
		if err != nil {
			return Growth{}, err
		}
		g.run = saved.Run
		left -= int64(len(batch))
	}
	now := Growth{Rows: g.run.Accepted, Saved: n, Wall: time.Since(start)}
	after, err := CPUTime()
	if err != nil {
		return Growth{}, err
	}
	now.CPU = after - cpu
	now.Peak, _ = peakMemory() // where the system does not tell, it is unknown
	if now.Bytes, err = sizeOf(g.db.Path()); err != nil {
		return Growth{}, err
	}
	now.Answers, err = Ask(ctx, g.db, askedPerStep)
	return now, err
}

// sizeOf is the size of a database with what is still in its log.
func sizeOf(path string) (int64, error) {
	var size int64
	for _, name := range []string{path, path + "-wal"} {
		info, err := os.Stat(name)
		if errors.Is(err, fs.ErrNotExist) && name != path {
			continue
		}
		if err != nil {
			return 0, err
		}
		size += info.Size()
	}
	return size, nil
}
