package store

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"gradoku/grade"
)

// TestSampleByProbes: looking into blocks finds what reading everything finds.
func TestSampleByProbes(t *testing.T) { onEveryEngine(t, testSampleByProbes) }

func testSampleByProbes(t *testing.T) {
	d := create(t)
	run := begin(t, d, wish(1, 3000))
	b := fakeBatch(run.ID, 0, 3000)
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range b.Puzzles {
		// In blocks that come early by the two seeds below.
		block := newBlockOrder(int64(i % 2)).at(uint32(rng.IntN(300)))
		k := b.Puzzles[i].Canon[:]
		binary.BigEndian.PutUint32(k, block<<(32-blockBits)|uint32(rng.IntN(1<<(32-blockBits))))
		binary.BigEndian.PutUint64(k[8:], rng.Uint64())
	}
	save(t, d, b)
	for _, f := range []Filter{{}, {Criteria: grade.Criteria{Levels: []string{b.Puzzles[0].Grade.Level}}}, {Where: "seq < 1500"}} {
		f = f.on(d)
		for seed := range int64(2) {
			scanned := &sampler{n: 40, seed: seed, order: newBlockOrder(seed)}
			if err := scanned.scan(t.Context(), d.readers, f); err != nil {
				t.Fatal(err)
			}
			probed := &sampler{n: 40, seed: seed, order: newBlockOrder(seed)}
			enough, err := probed.probe(t.Context(), d.readers, f, 1<<15)
			if err != nil || !enough {
				t.Fatalf("%+v, seed %d: %v, %v", f, seed, enough, err)
			}
			want, got := scanned.ids(), probed.ids()
			if !slices.Equal(got, want) || len(got) != 40 {
				t.Errorf("%+v, seed %d: %v by probes, %v by reading all", f, seed, got, want)
			}
		}
	}
}

// TestBlockOrder: the order of blocks is a permutation, which at inverts, and
// seeds have different ones.
func TestBlockOrder(t *testing.T) {
	a, b := newBlockOrder(1), newBlockOrder(2)
	seen := make([]bool, 1<<blockBits)
	same, rising := 0, 0
	for block := range uint32(1 << blockBits) {
		p := a.place(block)
		if seen[p] || a.at(p) != block {
			t.Fatalf("block %d: place %d, seen %v, back %d", block, p, seen[p], a.at(p))
		}
		seen[p] = true
		if p == b.place(block) {
			same++
		}
		if block > 0 && p > a.place(block-1) {
			rising++
		}
	}
	if same > 20 { // of a random pair one is expected
		t.Errorf("%d blocks have the same place under two seeds", same)
	}
	if half := 1 << (blockBits - 1); rising < half-5000 || rising > half+5000 {
		t.Errorf("%d of %d neighbours rise, want half", rising, 1<<blockBits)
	}
}
