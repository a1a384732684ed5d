package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"fmt"
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
	ids, err := f.around(ctx, q, hash[:16], nil, drawn+n)
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
// and continues, after the largest, with the smallest: those from that key on, or those after
// the key after, unless it is nil.
func (f Filter) around(ctx context.Context, q querier, from, after []byte, n int) (ids []int64, err error) {
	f.Order, f.Desc = "random", false
	if after == nil || bytes.Compare(after, from) >= 0 {
		begin := &place{value: from}
		if after != nil {
			begin = &place{after, 1 << 62}
		}
		if ids, err = f.first(ctx, q, begin, n); err != nil || len(ids) == n {
			return ids, err
		}
		after = nil
	}
	f.below = from
	var begin *place
	if after != nil {
		begin = &place{after, 1 << 62}
	}
	more, err := f.first(ctx, q, begin, n-len(ids))
	return append(ids, more...), err
}

// Sample draws n random puzzles from those that a filter selects and returns their ids in the
// order drawn. The filter's order, limit and offset are ignored.
func (d *DB) Sample(ctx context.Context, f Filter, n int, seed int64) ([]int64, error) {
	ids, err := f.on(d).shuffled(ctx, d.readers, seed, n)
	return ids, d.fail(ctx, "drawing a sample", err)
}

// Walk returns up to n puzzles of a seed's random walk through the puzzles that a filter
// selects. after is the next that an earlier call returned, or nil for the beginning. next is
// nil at the end. A walk visits every puzzle once; a puzzle that is saved meanwhile has its
// own place in it.
func (d *DB) Walk(ctx context.Context, f Filter, seed int64, after []byte, n int) (found []Puzzle, next []byte, err error) {
	err = d.reading(ctx, func(tx *sql.Tx) error {
		found, next, err = d.walk(ctx, tx, f.on(d), seed, after, n)
		return err
	})
	return found, next, d.fail(ctx, "walking", err)
}

func (d *DB) walk(ctx context.Context, q querier, f Filter, seed int64, after []byte, n int) (found []Puzzle, next []byte, err error) {
	var ids []int64
	switch len(after) {
	case 0:
		ids, err = f.shuffled(ctx, q, seed, n+1)
	case 32:
		ids, err = f.around(ctx, q, after[:16], after[16:], n+1)
	default:
		err = fmt.Errorf("%w: a place in a walk must be the keys of its first and its last puzzle", ErrFilter)
	}
	if err != nil || len(ids) == 0 {
		return nil, nil, err
	}
	found, err = d.puzzlesInOrder(ctx, q, ids[:min(n, len(ids))])
	if err != nil || len(ids) <= n {
		return found, nil, err
	}
	start := found[0].Canon[:]
	if len(after) > 0 {
		start = after[:16]
	}
	return found, slices.Concat(start, found[n-1].Canon[:]), nil
}
