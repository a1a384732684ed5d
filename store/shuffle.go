package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"slices"
)

// Keys are hashes, so puzzles with neighbouring keys have nothing in common, and the puzzles
// of a selection in the order of their keys are shuffled once and for all. A seed only says
// where to begin: its hash is a key, and one of the next [drawn] puzzles of the selection is
// the first. The order continues at the smallest key after the largest. So the same puzzles
// give the same result in every database, on every engine; a larger sample contains the
// smaller ones; and saving a puzzle moves no other.
//
// The next puzzle after a random key would be a poor draw, since a puzzle after a large gap
// between keys comes up to ten times as often as others. One of the next 256 is drawn evenly
// to 6%, and of a selection of at most 256 exactly. Samples of different seeds can overlap
// in a row, which matters only to those that take a large part of the selection.

// drawn is how many puzzles the first one is drawn from.
const drawn = 256

// shuffled returns the ids of up to n puzzles of a seed's order.
func (f Filter) shuffled(ctx context.Context, q querier, seed int64, n int) ([]int64, error) {
	hash := sha256.Sum256(binary.BigEndian.AppendUint64(nil, uint64(seed)))
	ids, err := f.around(ctx, q, hash[:16], drawn+n)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	at := int(binary.BigEndian.Uint64(hash[16:]) % uint64(min(drawn, len(ids))))
	if len(ids) < drawn+n { // these are all
		ids = slices.Concat(ids[at:], ids[:at])
		at = 0
	}
	return ids[at:min(at+n, len(ids))], nil
}

// around returns the ids of up to n puzzles in the order of their keys, which begins at a key
// and continues, after the largest, with the smallest.
func (f Filter) around(ctx context.Context, q querier, from []byte, n int) ([]int64, error) {
	f.Order = "random"
	ids, err := f.first(ctx, q, &place{value: from}, n)
	if err != nil || len(ids) == n {
		return ids, err
	}
	f.below = from
	more, err := f.first(ctx, q, nil, n-len(ids))
	return append(ids, more...), err
}

// Sample draws n random puzzles from those that a filter selects and returns their ids in the
// order drawn. The filter's order, limit and offset are ignored.
func (d *DB) Sample(ctx context.Context, f Filter, n int, seed int64) ([]int64, error) {
	ids, err := f.on(d).shuffled(ctx, d.readers, seed, n)
	return ids, d.fail(ctx, "drawing a sample", err)
}

// Random returns n random puzzles as [DB.Sample] draws them.
func (d *DB) Random(ctx context.Context, f Filter, n int, seed int64) (found []Puzzle, err error) {
	err = d.reading(ctx, func(tx *sql.Tx) error {
		ids, err := f.on(d).shuffled(ctx, tx, seed, n)
		if err == nil && len(ids) > 0 {
			found, err = d.puzzlesInOrder(ctx, tx, ids)
		}
		return err
	})
	return found, d.fail(ctx, "drawing random puzzles", err)
}
