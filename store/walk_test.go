package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestWalk: a walk is the order of its seed, whatever its steps; it meets every puzzle
// once and is not disturbed by one that is saved on the way.
func TestWalk(t *testing.T) { onEveryEngine(t, testWalk) }

func testWalk(t *testing.T) {
	d := create(t)
	run := begin(t, d, wish(9, 5000))
	b := fakeBatch(run.ID, 0, 1000)
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range b.Puzzles {
		k := b.Puzzles[i].Canon[:]
		binary.BigEndian.PutUint64(k, rng.Uint64())
		binary.BigEndian.PutUint64(k[8:], rng.Uint64())
		if i%100 < 2 { // two that differ behind what the seed orders, two in the last branch
			copy(k, "the same")
		} else if i%100 < 4 {
			copy(k, bytes.Repeat([]byte{0xff}, 8))
		}
	}
	save(t, d, b)
	l, err := d.NewLookup(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	walk := func(f Filter, seed int64, after []byte, step int) (all [][16]byte) {
		t.Helper()
		for more := true; more; more = after != nil {
			page, next, err := l.Walk(t.Context(), f, seed, after, step)
			if err != nil || len(page) > step {
				t.Fatal(len(page), err)
			}
			for _, p := range page {
				all = append(all, p.Canon)
			}
			after = next
		}
		return all
	}
	for _, c := range []struct {
		f    Filter
		step int
	}{
		{Filter{}, 101},
		{Filter{}, 2000},
		{Filter{Where: "seq < 40"}, 1},
		{Filter{Where: "seq < 400"}, 7},
		{Filter{Where: "seq < 3"}, 2},
		{Filter{Where: "clues > 1000"}, 5},
	} {
		for seed := range int64(2) {
			var want [][16]byte
			for p, err := range d.Puzzles(t.Context(), c.f) {
				if err != nil {
					t.Fatal(err)
				}
				want = append(want, p.Canon)
			}
			slices.SortFunc(want, func(a, b [16]byte) int { return walkOrder(seed).compare(a[:], b[:]) })
			if got := walk(c.f, seed, nil, c.step); !slices.Equal(got, want) {
				t.Errorf("%q, seed %d, steps of %d: %d puzzles in another order, or not %d", c.f.Where, seed, c.step, len(got), len(want))
			}
		}
	}
	first, after, err := l.Walk(t.Context(), Filter{}, 7, nil, 400)
	if err != nil {
		t.Fatal(err)
	}
	save(t, d, fakeBatch(run.ID, 1000, 20))
	rest := walk(Filter{}, 7, after, 500)
	for _, p := range first {
		if slices.Contains(rest, p.Canon) {
			t.Errorf("the walk meets %x twice", p.Canon)
		}
	}
	if len(rest) < 600 || len(rest) > 620 {
		t.Errorf("%d puzzles behind 400 of 1000 and 20 new ones", len(rest))
	}
	if _, _, err := l.Walk(t.Context(), Filter{}, 7, []byte("short"), 1); !errors.Is(err, ErrFilter) {
		t.Errorf("a bad place: %v", err)
	}
}

// TestWalkReadsLittle: however many puzzles there are, a pick takes one or two looks
// at a few of them.
func TestWalkReadsLittle(t *testing.T) {
	const picks = 300
	rng := rand.New(rand.NewPCG(5, 6))
	for _, rows := range []int{1, 10, 100, 1000, 10_000, 100_000} {
		keys := make([][16]byte, rows)
		for i := range keys {
			binary.BigEndian.PutUint64(keys[i][:], rng.Uint64())
		}
		slices.SortFunc(keys, func(a, b [16]byte) int { return bytes.Compare(a[:], b[:]) })
		looks, read := 0, 0
		for seed := range int64(picks) {
			w := walker{order: walkOrder(seed), n: 2}
			w.read = func(low, high []byte) error {
				from, _ := slices.BinarySearchFunc(keys, low, func(k [16]byte, at []byte) int { return bytes.Compare(k[:], at) })
				to, _ := slices.BinarySearchFunc(keys, high, func(k [16]byte, at []byte) int { return bytes.Compare(k[:], at) })
				looks++
				read += to - from
				w.found = append(w.found, keys[from:to]...)
				return nil
			}
			if err := w.pick(int64(rows)); err != nil || len(w.found) < min(2, rows) {
				t.Fatal(len(w.found), err)
			}
		}
		if looks > picks*3/2 || read > picks*100 {
			t.Errorf("%d puzzles: %d looks and %d puzzles read for %d picks", rows, looks, read, picks)
		}
	}
}
