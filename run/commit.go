package run

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"iter"
	"time"

	"gradoku/generate"
	"gradoku/store"
)

// Commit is [Generate] for a run that workers elsewhere compute: chunks yields their
// results in the order of the attempts, from the run's next index on, and now and then an
// empty chunk while there are none. If it ends early, it does not change the state of the
// run, and the unsaved results can be read again.
func Commit(ctx context.Context, db *store.DB, run store.Run, cfg Config, by store.Committer, chunks iter.Seq2[Chunk, error]) (store.Run, error) {
	cfg.committer = &by
	s, err := newSaver(ctx, db, run, cfg, new(generate.FilledQuotas))
	if err != nil {
		return run, err
	}
	if err = takeAll(ctx, chunks, s.take); errors.Is(err, errOver) {
		err = nil
	}
	return s.run, err
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

// End returns the attempt at which a run ends, 0 when its number of puzzles ends it.
func End(run store.Run, maxTries int64) (int64, error) {
	end, err := run.End()
	if maxTries > 0 && (end == 0 || maxTries < end) {
		end = maxTries
	}
	return end, err
}

// Encode encodes a chunk to be sent to the committer. Both ends run the same version of
// gradoku, so the format need not outlive it.
func (c *Chunk) Encode() ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(c)
	return b.Bytes(), err
}

// DecodeChunk reads what Encode wrote.
func DecodeChunk(b []byte) (Chunk, error) {
	var c Chunk
	if err := gob.NewDecoder(bytes.NewReader(b)).Decode(&c); err != nil {
		return c, fmt.Errorf("reading the result of a range: %w", err)
	}
	return c, nil
}
