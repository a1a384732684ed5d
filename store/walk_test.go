package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
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
			got := walk(c.f, seed, nil, c.step)
			if len(got) > 0 {
				i := max(0, slices.Index(want, got[0]))
				want = slices.Concat(want[i:], want[:i])
			}
			if !slices.Equal(got, want) {
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

// memory returns the keys that a walker reads from sorted keys in memory, and counts.
func memory(keys [][16]byte, looks, read *int, selected func(int) bool) func(low, high []byte) ([][16]byte, error) {
	at := func(k [16]byte, at []byte) int { return bytes.Compare(k[:], at) }
	return func(low, high []byte) (found [][16]byte, err error) {
		from, _ := slices.BinarySearchFunc(keys, low, at)
		to, _ := slices.BinarySearchFunc(keys, high, at)
		*looks++
		*read += to - from
		for i := from; i < to; i++ {
			if selected(i) {
				found = append(found, keys[i])
			}
		}
		return found, nil
	}
}

func randomKeys(rows int) [][16]byte {
	rng := rand.New(rand.NewPCG(5, 6))
	keys := make([][16]byte, rows)
	for i := range keys {
		binary.BigEndian.PutUint64(keys[i][:], rng.Uint64())
	}
	slices.SortFunc(keys, func(a, b [16]byte) int { return bytes.Compare(a[:], b[:]) })
	return keys
}

// TestWalkReadsLittle: however many puzzles there are, a pick takes few looks at a few of
// them.
func TestWalkReadsLittle(t *testing.T) {
	const picks = 300
	for _, rows := range []int{1, 10, 100, 1000, 10_000, 100_000} {
		keys := randomKeys(rows)
		looks, read := 0, 0
		for seed := range int64(picks) {
			w := walker{order: walkOrder(seed), n: 2, read: memory(keys, &looks, &read, func(int) bool { return true })}
			if err := w.pick(int64(rows)); err != nil || len(w.found) < min(2, rows) {
				t.Fatal(len(w.found), err)
			}
		}
		t.Logf("%d puzzles: %.1f looks, %.0f puzzles read", rows, float64(looks)/picks, float64(read)/picks)
		if looks > picks*8 && rows >= 100 || read > picks*100 {
			t.Errorf("%d puzzles: %d looks and %d puzzles read for %d picks", rows, looks, read, picks)
		}
	}
}

// TestWalkIsFair: of a selection, each puzzle is picked as often as any other.
func TestWalkIsFair(t *testing.T) {
	picks := 6_000
	if *long {
		picks = 22_000
	}
	keys := randomKeys(17_910)
	for _, every := range []int{1, 10, 100, 3000} {
		looks, read, counts := 0, 0, map[[16]byte]int{}
		var selected [][16]byte
		for i := 0; i < len(keys); i += every {
			selected = append(selected, keys[i])
		}
		for seed := range int64(picks) {
			w := walker{order: walkOrder(seed), n: 1, read: memory(keys, &looks, &read, func(i int) bool { return i%every == 0 })}
			if err := w.pick(int64(len(keys))); err != nil {
				t.Fatal(err)
			}
			if w.spent > w.most { // as walk goes on
				w.choose(selected)
			}
			if len(w.found) != 1 {
				t.Fatal(len(w.found))
			}
			counts[w.found[0]]++
		}
		chosen := len(selected)
		expected, squares := float64(picks)/float64(chosen), 0.0
		for _, key := range selected {
			d := float64(counts[key]) - expected
			squares += d * d / expected
		}
		degrees := float64(chosen - 1)
		t.Logf("1 in %d: chi squared %.0f at %.0f degrees, %.1f looks and %.0f puzzles read for a pick", every, squares, degrees, float64(looks)/float64(picks), float64(read)/float64(picks))
		if squares > degrees+4*math.Sqrt(2*degrees) {
			t.Errorf("1 in %d: chi squared is %.0f at %.0f degrees", every, squares, degrees)
		}
	}
}
