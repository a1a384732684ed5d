package store

import (
	"bytes"
	"container/heap"
	"context"
	"crypto/sha256"
	"encoding/binary"
)

// Sample draws n of the puzzles that a filter selects, its order, limit and
// offset left aside, each set of n as likely as any other, and returns their ids
// in an order of their own. It gives every puzzle a number, a hash of the seed
// and its canonical key, and takes the least n: the same puzzles give the same
// sample in every database, a larger sample contains the smaller ones, and only
// n of them are held in memory.
func (d *DB) Sample(ctx context.Context, f Filter, n int, seed int64) ([]int64, error) {
	s, err := d.sample(ctx, f, n, seed)
	return s, d.fail(ctx, "drawing a sample", err)
}

func (d *DB) sample(ctx context.Context, f Filter, n int, seed int64) ([]int64, error) {
	f.grader = d.grader
	q, err := f.query()
	if err != nil {
		return nil, err
	}
	rows, err := d.readers.QueryContext(ctx, "SELECT p.id, p.canon"+fromPuzzles+q.conditions(), q.args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var least drawn
	var text [24]byte
	binary.BigEndian.PutUint64(text[:], uint64(seed))
	for rows.Next() {
		var id int64
		var canon []byte
		if err := rows.Scan(&id, &canon); err != nil {
			return nil, err
		}
		copy(text[8:], canon)
		if heap.Push(&least, lot{sha256.Sum256(text[:]), id}); len(least) > n {
			heap.Pop(&least)
		}
	}
	ids := make([]int64, len(least))
	for i := len(ids) - 1; i >= 0; i-- {
		ids[i] = heap.Pop(&least).(lot).id
	}
	return ids, rows.Err()
}

// lot is a puzzle with its number.
type lot struct {
	number [32]byte
	id     int64
}

// drawn is a heap with the greatest number on top.
type drawn []lot

func (d drawn) Len() int           { return len(d) }
func (d drawn) Less(i, j int) bool { return bytes.Compare(d[i].number[:], d[j].number[:]) > 0 }
func (d drawn) Swap(i, j int)      { d[i], d[j] = d[j], d[i] }
func (d *drawn) Push(x any)        { *d = append(*d, x.(lot)) }

func (d *drawn) Pop() any {
	last := (*d)[len(*d)-1]
	*d = (*d)[:len(*d)-1]
	return last
}
