package run

import (
	"context"
	"encoding/binary"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gradoku/internal/ordered"
	"gradoku/internal/pgtest"
	"gradoku/store"
)

var simulated = flag.String("simulate", "", "cores that TestSimulation pretends, such as 500,5000")

// pretended is a puzzle that nobody computed: rows of the usual length, each with a key
// of its own.
func pretended(like *store.Puzzle, attempt int64) store.Puzzle {
	p := *like
	p.Seq = attempt
	binary.LittleEndian.PutUint64(p.Canon[:], uint64(attempt))
	binary.LittleEndian.PutUint64(p.Canon[8:], rand.NewPCG(uint64(attempt), 1).Uint64()) // in no order, as hashes are
	return p
}

// pretendedRange is the result of a range of which one attempt in so many gives a puzzle.
func pretendedRange(like Chunk, from, to, every int64) Chunk {
	c := Chunk{From: from, To: to}
	for attempt := from; attempt < to; attempt++ {
		if attempt%every > 0 {
			continue
		}
		c.Puzzles = append(c.Puzzles, pretended(&like.Puzzles[attempt%int64(len(like.Puzzles))], attempt))
		c.Classes = append(c.Classes, 0)
	}
	return c
}

// sampleOf computes some puzzles.
func sampleOf(t testing.TB, options string) Chunk {
	t.Helper()
	target, err := DecodeOptions(options)
	must(t, err)
	w, err := NewWorker(target, 7, nil)
	must(t, err)
	c, err := w.Compute(t.Context(), ordered.Range{From: 0, To: 64})
	must(t, err)
	return c
}

// BenchmarkCommit commits 65,536 puzzles that are staged in ranges of 500, as one committer
// does, again and again into one database that grows.
func BenchmarkCommit(b *testing.B) {
	const options, n, size = `{"size":9,"symmetry":"none","minimal":true,"grids":"fast"}`, 1 << 16, 500
	sample := sampleOf(b, options)
	place := pgtest.URL(b)
	db := openAt(b, place)
	committer, err := OpenNode(b.Context(), NodeOptions{DB: place, Version: version, Cores: 1, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	defer committer.Close()
	var self, server float64
	for i := int64(0); b.Loop(); i++ {
		b.StopTimer()
		run := beginShared(b, db, options, (i+1)*n)
		p, err := db.BeginSharedRun(b.Context(), store.SharedRun{Command: Command, RunID: run.ID, Size: size})
		if err != nil {
			b.Fatal(err)
		}
		for from := run.Next; from < (i+1)*n; from += size {
			c := pretendedRange(sample, from, min(from+size, (i+1)*n), 1)
			puzzles, err := c.Encode()
			if err == nil {
				_, err = committer.db.Stage(b.Context(), p.Name, store.Staged{From: c.From, To: c.To, Seconds: 1, Result: puzzles})
			}
			if err != nil {
				b.Fatal(err)
			}
		}
		self0, server0 := pgtest.CPU(b)
		b.StartTimer()
		committer.commit(b.Context(), p)
		b.StopTimer()
		self1, server1 := pgtest.CPU(b)
		self, server = self+self1-self0, server+server1-server0
		if run := over(b, db, run.ID); run.Accepted != (i+1)*n {
			b.Fatalf("committed %+v", run)
		}
		b.StartTimer()
	}
	rows := float64(b.N) * n
	b.ReportMetric(rows/b.Elapsed().Seconds(), "puzzles/s")
	b.ReportMetric(1e6*self/rows, "µs-committer/puzzle")
	b.ReportMetric(1e6*server/rows, "µs-server/puzzle")
}

// TestSimulation lets cores that sleep instead of computing feed one committer for a while,
// to see what saturates. They hunt for what is rare: a core makes perCore attempts a second,
// of which one in so many gives a puzzle. What comes easily is limited by the committer
// long before: see BenchmarkCommit.
func TestSimulation(t *testing.T) {
	if *simulated == "" {
		t.Skip("needs -simulate 500,5000")
	}
	const (
		perCore = 10.0
		every   = 10
		nodes   = 10
		during  = 40 * time.Second
	)
	const options = `{"size":9,"symmetry":"none","minimal":true,"grids":"fast"}`
	sample := sampleOf(t, options)
	for text := range strings.SplitSeq(*simulated, ",") {
		var cores int
		if _, err := fmt.Sscan(text, &cores); err != nil {
			t.Fatal(err)
		}
		place := pgtest.URL(t)
		db := openAt(t, place)
		run := beginShared(t, db, options, 1_000_000_000)
		p, err := db.BeginSharedRun(t.Context(), store.SharedRun{Command: Command, RunID: run.ID, Size: 32})
		must(t, err)
		var ranges, asleep atomic.Int64
		compute := func(ctx context.Context, _ *work, attempts ordered.Range) (Chunk, error) {
			asleep.Add(1)
			defer asleep.Add(-1)
			select {
			case <-time.After(time.Duration(float64(attempts.To-attempts.From) / perCore * float64(time.Second))):
			case <-ctx.Done():
				return Chunk{}, context.Cause(ctx)
			}
			ranges.Add(1)
			return pretendedRange(sample, attempts.From, attempts.To, every), nil
		}
		var stops []func()
		for range nodes {
			_, stop := node(t, NodeOptions{DB: place, Cores: cores / nodes, compute: compute, grace: time.Millisecond, seconds: rangeSeconds})
			stops = append(stops, stop)
		}
		time.Sleep(during / 4) // until ranges are as long as they are to be
		at := func() (int64, int64) {
			r, err := db.Run(t.Context(), run.ID)
			must(t, err)
			return r.Accepted, ranges.Load()
		}
		saved, made := at()
		busy, looks := 0.0, 0
		self, server := pgtest.CPU(t)
		start := time.Now()
		for time.Since(start) < during {
			time.Sleep(time.Second)
			busy += float64(asleep.Load()) / float64(cores)
			looks++
		}
		savedThen, madeThen := at()
		took := time.Since(start).Seconds()
		selfThen, serverThen := pgtest.CPU(t)
		committed, staged := float64(savedThen-saved), float64(madeThen-made)
		t.Logf("%d cores: %.0f %% of them at work, %.0f ranges/s, %.0f puzzles/s committed; CPU per range: %.2f ms in nodes and committer, %.2f ms in the server; %.2f CPUs in all",
			cores, 100*busy/float64(looks), staged/took, committed/took, 1e3*(selfThen-self)/staged, 1e3*(serverThen-server)/staged, (selfThen-self+serverThen-server)/took)
		if err := db.EndSharedRun(t.Context(), p.Name, "simulated"); err != nil {
			t.Error(err)
		}
		for _, stop := range stops {
			stop()
		}
	}
}
