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
// results in the order of the tries, from the run's next index on, and now and then
// an empty chunk while there are none. Whatever ends it before the run is over, what
// is not saved comes again from the same chunks; the run stays as it is.
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

// rateWeight is how much the last batch counts in the rate of a run: of a rate that
// changes, nine tenths are seen after twenty batches.
const rateWeight = 0.1

// smoothed is a rate after another n since some moment.
func smoothed(rate float64, n int, since time.Time) float64 {
	now := float64(n) / time.Since(since).Seconds()
	if rate == 0 {
		return now
	}
	return rate + (now-rate)*rateWeight
}

// End is the try at which a run ends by its tries, 0 when its puzzles end it.
func End(run store.Run, maxTries int64) (int64, error) {
	cut, err := store.ShardOf(run.Options)
	_, end := cut.Range(run.Target)
	if maxTries > 0 && (end == 0 || maxTries < end) {
		end = maxTries
	}
	return end, err
}

// Encode writes a chunk for its way to the committer. Both ends are of one version of
// gradoku, so the form need not outlive it.
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
