package run

import (
	"context"
	"fmt"
	"time"

	"gradoku/generate"
	"gradoku/store"
)

// saver collects chunks in index order and saves them in batches.
type saver struct {
	db       *store.DB
	run      store.Run
	cfg      Config
	from, to int64 // attempts computed and not yet saved
	end      int64 // the attempt at which the run ends, 0 when its number of puzzles ends it
	puzzles  []store.Puzzle
	classes  []int                  // of the puzzles
	room     []int64                // remaining quotas after what is saved; nil without quotas
	full     *generate.FilledQuotas // the quotas that workers know to be full
	saved    time.Time              // when the last batch was saved
	turn     chan struct{}          // has a token, except while a batch that may be the last is being saved
}

// newSaver starts at the run's next attempt.
func newSaver(ctx context.Context, db *store.DB, run store.Run, cfg Config, full *generate.FilledQuotas) (*saver, error) {
	end, err := run.End()
	if err != nil {
		return nil, err
	}
	s := &saver{db: db, run: run, cfg: cfg, from: run.Next, to: run.Next, end: end, full: full, saved: time.Now(), turn: make(chan struct{}, 1)}
	s.turn <- struct{}{}
	if len(cfg.Options.Quotas) == 0 {
		return s, nil
	}
	counts, err := db.Rated(ctx, run.ID, generate.Selections(cfg.Options.Quotas))
	if err != nil {
		return nil, err
	}
	for i, q := range cfg.Options.Quotas {
		s.room = append(s.room, q.Count-counts[i])
	}
	full.Set(s.room)
	return s, nil
}

// quotas returns how many puzzles of each quota are accepted, including those
// not yet saved, some of which may be duplicates.
func (s *saver) quotas() []int64 {
	counts := make([]int64, len(s.room))
	for _, k := range s.classes {
		if s.room != nil {
			counts[k]++
		}
	}
	for i, q := range s.cfg.Options.Quotas {
		counts[i] = min(counts[i]+q.Count-s.room[i], q.Count)
	}
	return counts
}

// take adds the next chunk and saves when a batch is full, old, or perhaps the
// last one. It returns errOver when the run has ended.
func (s *saver) take(ctx context.Context, c Chunk) error {
	if s.to = c.To; s.to == s.from {
		return nil // nothing to save
	}
	s.puzzles, s.classes = append(s.puzzles, c.Puzzles...), append(s.classes, c.Classes...)
	if s.cfg.Progress != nil {
		s.cfg.Progress(s.progress())
	}
	last := s.run.Accepted+int64(len(s.puzzles)) >= s.run.Target
	if s.end > 0 {
		last = s.to >= s.end
	}
	last = last || s.cfg.Patience > 0 && s.to-s.run.Last > s.cfg.Patience
	if !last && len(s.puzzles) < batchRows && time.Since(s.saved) < batchAge {
		return nil
	}
	if last { // an attempt that begins now would probably be wasted
		defer func(token struct{}) { s.turn <- token }(<-s.turn)
	}
	return s.flush(ctx)
}

func (s *saver) progress() Progress {
	p := Progress{
		Accepted: min(s.run.Accepted+int64(len(s.puzzles)), s.run.Target),
		Attempts: s.to, Quotas: s.quotas(),
	}
	if s.room != nil {
		p.Accepted = 0
		for _, n := range p.Quotas {
			p.Accepted += n
		}
	}
	return p
}

// flush saves the open batch, even when ctx has ended.
func (s *saver) flush(ctx context.Context) error {
	b := store.Batch{
		RunID: s.run.ID, From: s.from, To: s.to, Puzzles: s.puzzles, Patience: s.cfg.Patience,
		Classes: s.classes, Room: s.room, Shared: s.cfg.shared,
	}
	saved, err := s.db.SaveBatch(context.WithoutCancel(ctx), b)
	if err != nil {
		return err
	}
	if p := s.cfg.shared; p != nil {
		p.Rate = smoothed(p.Rate, int(saved.Run.Accepted-s.run.Accepted), s.saved)
	}
	s.run, s.room = saved.Run, saved.Room
	s.full.Set(s.room)
	s.from = s.to
	s.puzzles, s.classes = s.puzzles[:0], s.classes[:0]
	s.saved = time.Now()
	if s.run.State != store.Running {
		return errOver
	}
	return nil
}

// stop saves the open batch and marks the run as stopped. It returns the cause
// of the stop, joined with the error when saving fails too.
func (s *saver) stop(ctx context.Context, cause error) (store.Run, error) {
	if s.to > s.from {
		switch err := s.flush(ctx); {
		case err == errOver:
			return s.run, nil
		case err != nil:
			return s.run, fmt.Errorf("%w; and the last %d attempts could not be saved: %w", cause, s.to-s.from, err)
		}
	}
	if err := s.db.EndRun(ctx, s.run.ID, "stopped"); err != nil {
		return s.run, fmt.Errorf("%w; and the run could not be marked as stopped: %w", cause, err)
	}
	s.run.State = "stopped"
	return s.run, cause
}

// rateWeight is the weight of the last batch in the smoothed rate of a run: twenty
// batches after a change, the rate shows about nine tenths of it.
const rateWeight = 0.1

// smoothed updates a rate after another n puzzles since some moment.
func smoothed(rate float64, n int, since time.Time) float64 {
	now := float64(n) / time.Since(since).Seconds()
	if rate == 0 {
		return now
	}
	return rate + (now-rate)*rateWeight
}
