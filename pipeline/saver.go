package pipeline

import (
	"context"
	"fmt"
	"time"

	"gradoku/store"
)

// saver collects chunks in index order and saves them in batches.
type saver struct {
	db       *store.DB
	run      store.Run
	cfg      Config
	from, to int64 // tries computed and not yet saved
	end      int64 // where the run ends by its tries, 0 when it does not
	puzzles  []store.Puzzle
	saved    time.Time // when the last batch was
}

// take adds the next chunk and saves when a batch is full, old, or perhaps the
// last one. It returns errOver when the run has ended.
func (s *saver) take(ctx context.Context, c chunk) error {
	s.to = c.to
	s.puzzles = append(s.puzzles, c.puzzles...)
	if s.cfg.Progress != nil {
		s.cfg.Progress(Progress{
			Accepted: min(s.run.Accepted+int64(len(s.puzzles)), s.run.Target),
			Target:   s.run.Target, Tries: s.to,
		})
	}
	full := len(s.puzzles) >= batchRows
	if s.end > 0 {
		full = full || s.to >= s.end
	} else {
		full = full || s.run.Accepted+int64(len(s.puzzles)) >= s.run.Target
	}
	fruitless := s.cfg.Patience > 0 && s.to-s.run.Last > s.cfg.Patience
	if !full && !fruitless && time.Since(s.saved) < batchAge {
		return nil
	}
	return s.flush(ctx)
}

// flush saves what is open. It does not let ctx cut a batch in half.
func (s *saver) flush(ctx context.Context) error {
	saved, err := s.db.SaveBatch(context.WithoutCancel(ctx), store.Batch{
		RunID: s.run.ID, From: s.from, To: s.to, Puzzles: s.puzzles, Patience: s.cfg.Patience,
	})
	if err != nil {
		return err
	}
	s.run = saved.Run
	s.from = s.to
	s.puzzles = s.puzzles[:0]
	s.saved = time.Now()
	if saved.Done || saved.Exhausted {
		return errOver
	}
	return nil
}

// stop saves the open batch and marks the run as stopped. It returns the cause
// of the stop, with the error of saving when that fails too.
func (s *saver) stop(ctx context.Context, cause error) (store.Run, error) {
	if s.to > s.from {
		switch err := s.flush(ctx); {
		case err == errOver:
			return s.run, nil
		case err != nil:
			return s.run, fmt.Errorf("%w; and the last %d tries could not be saved: %w", cause, s.to-s.from, err)
		}
	}
	if err := s.db.EndRun(ctx, s.run.ID, "stopped"); err != nil {
		return s.run, fmt.Errorf("%w; and the run could not be marked as stopped: %w", cause, err)
	}
	s.run.State = "stopped"
	return s.run, cause
}
