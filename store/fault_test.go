package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
)

// countdown is a context that ends when it was asked n times whether it has.
type countdown struct {
	context.Context
	left atomic.Int64
}

func (c *countdown) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestCancelledBatchLeavesNothing ends the context at every point at which it
// is looked at.
func TestCancelledBatchLeavesNothing(t *testing.T) {
	t.Parallel()
	d := create(t)
	run := begin(t, d, wish(1, 10_000))
	save(t, d, fakeBatch(run.ID, 0, 10))
	before := dump(t, d)
	for looks := int64(0); ; looks++ {
		ctx := &countdown{Context: t.Context()}
		ctx.left.Store(looks)
		_, err := d.SaveBatch(ctx, fakeBatch(run.ID, 10, 2*int64(sqliteEngine.block)))
		if err == nil {
			// Once for each block of keys and of rows, at the least.
			if looks < 3*2 {
				t.Errorf("the context was looked at %d times only", looks)
			}
			break
		}
		if ctx.left.Load() >= 0 {
			t.Fatalf("after %d looks: %v", looks, err)
		}
		same(t, fmt.Sprintf("rows after a batch cancelled at look %d", looks), dump(t, d), before)
	}
	sound(t, d)
}

// copies is a context that copies a database whenever this package asks whether
// it has ended: what it copies is what a process leaves that is killed there.
// Package sql asks, too, from goroutines that run beside the transaction.
type copies struct {
	context.Context
	take func()
}

func (c copies) Err() error {
	pc, _, _, _ := runtime.Caller(1)
	if strings.HasPrefix(runtime.FuncForPC(pc).Name(), "gradoku/store.") {
		c.take()
	}
	return nil
}

// TestKilledInABatch goes on from what a killed process leaves at points all over
// a transaction: what was saved before is there, and the batch, saved once more,
// gives the rows of one that nobody disturbed.
func TestKilledInABatch(t *testing.T) {
	t.Parallel()
	d := create(t)
	run := begin(t, d, wish(1, 10_000))
	save(t, d, fakeBatch(run.ID, 0, 10))
	before := dump(t, d)
	exec(t, d, "PRAGMA cache_size = 10") // so that half a batch gets into the files, too
	root, looks := t.TempDir(), 0
	var killed []string
	ctx := copies{t.Context(), func() {
		if looks++; looks%8 != 1 {
			return
		}
		dir := filepath.Join(root, fmt.Sprint(looks))
		if err := os.CopyFS(dir, os.DirFS(filepath.Dir(d.path))); err != nil {
			t.Error(err)
		}
		killed = append(killed, filepath.Join(dir, filepath.Base(d.path)))
	}}
	batch := fakeBatch(run.ID, 10, 20*int64(sqliteEngine.block))
	if _, err := d.SaveBatch(ctx, batch); err != nil {
		t.Fatal(err)
	}
	after, least, most := dump(t, d), int64(1<<62), int64(0)
	for _, path := range killed {
		if wal, err := os.Stat(path + "-wal"); err == nil {
			least, most = min(least, wal.Size()), max(most, wal.Size())
		}
		k := reopen(t, path, ReadWrite)
		same(t, path+": rows after the kill", dump(t, k), before)
		save(t, k, batch)
		same(t, path+": rows after the batch was saved again", dump(t, k), after)
		sound(t, k)
	}
	if len(killed) < 4 || most < 2*least {
		t.Errorf("%d points, from %d to %d bytes of the batch in the files", len(killed), least, most)
	}
}

// TestBadBatches checks that a batch that contradicts itself or the tables
// leaves nothing.
func TestBadBatches(t *testing.T) { onEveryEngine(t, testBadBatches) }

func testBadBatches(t *testing.T) {
	d := create(t)
	run := begin(t, d, wish(1, 10))
	before := dump(t, d)
	broken := func(change func(*Puzzle)) []Puzzle {
		p := fake(1, 9)
		change(&p)
		return []Puzzle{fake(0, 1), p}
	}
	for _, c := range []struct {
		name string
		b    Batch
		want error
	}{
		{"no such run", Batch{RunID: 99}, ErrNotFound},
		{"a gap", Batch{RunID: run.ID, From: 1, To: 2}, ErrRaced},
		{"ends before it begins", Batch{RunID: run.ID, From: 0, To: -1}, nil},
		{"attempt outside", Batch{RunID: run.ID, To: 2, Puzzles: []Puzzle{fake(2, 1)}}, nil},
		{"attempts out of order", Batch{RunID: run.ID, To: 2, Puzzles: []Puzzle{fake(1, 1), fake(0, 2)}}, nil},
		{"one attempt twice", Batch{RunID: run.ID, To: 2, Puzzles: []Puzzle{fake(1, 1), fake(1, 2)}}, nil},
		{"givens too short", Batch{RunID: run.ID, To: 2, Puzzles: broken(func(p *Puzzle) { p.Givens = "." })}, nil},
		{"no such size", Batch{RunID: run.ID, To: 2, Puzzles: broken(func(p *Puzzle) { p.Size = 5 })}, nil},
		{"no such technique", Batch{RunID: run.ID, To: 2, Puzzles: broken(func(p *Puzzle) { p.Grade.Hardest = "luck" })}, nil},
		{"use of no technique", Batch{RunID: run.ID, To: 2, Puzzles: broken(func(p *Puzzle) { p.Grade.Uses[63] = 1 })}, nil},
	} {
		_, err := d.SaveBatch(t.Context(), c.b)
		if err == nil || (c.want != nil && !errors.Is(err, c.want)) {
			t.Errorf("%s: got %v, want %v", c.name, err, c.want)
		}
		same(t, c.name+": rows", dump(t, d), before)
	}
}

// TestPageLimit is a full disk for machines where no file system can be
// mounted.
func TestPageLimit(t *testing.T) {
	t.Parallel()
	d := create(t)
	run := begin(t, d, wish(1, 1_000_000))
	save(t, d, fakeBatch(run.ID, 0, 100))
	before := dump(t, d)
	var pages int64
	must(t, d.writer.QueryRow("PRAGMA page_count").Scan(&pages))
	exec(t, d, fmt.Sprintf("PRAGMA max_page_count = %d", pages+5))
	if _, err := d.SaveBatch(t.Context(), fakeBatch(run.ID, 100, 300)); !errors.Is(err, ErrFull) {
		t.Fatalf("got %v, want %v", err, ErrFull)
	}
	same(t, "rows after the disk was full", dump(t, d), before)
	exec(t, d, "PRAGMA max_page_count = 1000000")
	if saved := save(t, d, fakeBatch(run.ID, 100, 300)); saved.Run.Accepted != 400 {
		t.Errorf("%d puzzles after making room, want 400", saved.Run.Accepted)
	}
	sound(t, d)
}
