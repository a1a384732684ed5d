package run

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gradoku/board"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/store"
)

func options(t testing.TB, size int, symmetry string, clues int) generate.Target {
	t.Helper()
	sym, err := board.SymmetryByName(symmetry)
	must(t, err)
	var opt generate.Target
	opt.Size, opt.Symmetry, opt.Clues = size, sym, grade.Span{From: clues, To: clues}
	return opt
}

func open(t testing.TB) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "test.db"), store.ReadWrite)
	must(t, err)
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func begin(t testing.TB, db *store.DB, opt generate.Target, target int64) store.Run {
	t.Helper()
	run, err := db.BeginRun(t.Context(), store.Run{
		Command: Command, Options: EncodeOptions(opt), Seed: 11, Version: "test", Target: target,
	})
	must(t, err)
	return run
}

// compute runs from the start to the end without interruption.
func computeAll(t testing.TB, opt generate.Target, target, patience int64, workers int) (*store.DB, store.Run) {
	t.Helper()
	db := open(t)
	run, err := Generate(t.Context(), db, begin(t, db, opt, target), Config{Options: opt, Workers: workers, Patience: patience})
	must(t, err)
	return db, run
}

func rows(t testing.TB, db *store.DB) []store.Puzzle {
	t.Helper()
	var all []store.Puzzle
	for p, err := range db.Puzzles(context.Background(), store.Filter{}) {
		must(t, err)
		all = append(all, p)
	}
	return all
}

// sameRun compares what must not depend on how a run was computed.
func sameRun(t *testing.T, got, want store.Run) {
	t.Helper()
	got.StartedAt, got.FinishedAt, got.Silent = want.StartedAt, want.FinishedAt, want.Silent
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("run (-want +got):\n%s", diff)
	}
}

var runKinds = []struct {
	size             int
	symmetry         string
	clues            int
	target, patience int64
	state            string
}{
	{9, "none", 0, 100, 1000, store.Done},
	{9, "rotate180", 28, 30, 1000, store.Done},
	{9, "none", 20, 5, 100, store.Exhausted},
	{6, "diagonal", 0, 100, 1000, store.Done},
	{4, "none", 0, 1_000_000, 1000, store.Exhausted},
	{12, "none", 90, 3, 50, store.Done},
}

func TestRowsDoNotDependOnWorkers(t *testing.T) {
	for _, k := range runKinds {
		t.Run(fmt.Sprintf("%d/%s/%d", k.size, k.symmetry, k.clues), func(t *testing.T) {
			opt := options(t, k.size, k.symmetry, k.clues)
			db, run := computeAll(t, opt, k.target, k.patience, 1)
			want := rows(t, db)
			if run.State != k.state || int64(len(want)) != run.Accepted {
				t.Fatalf("run ended %s with %d accepted, %d rows", run.State, run.Accepted, len(want))
			}
			other, again := computeAll(t, opt, k.target, k.patience, 7)
			sameRun(t, again, run)
			if diff := cmp.Diff(want, rows(t, other)); diff != "" {
				t.Errorf("(-one worker +7):\n%s", diff)
			}
		})
	}
}

// TestRowsDoNotDependOnInterruptions stops runs before their beginning or when
// some chunks are through, and goes on, again and again, until they are over.
func TestRowsDoNotDependOnInterruptions(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, k := range runKinds {
		t.Run(fmt.Sprintf("%d/%s/%d", k.size, k.symmetry, k.clues), func(t *testing.T) {
			opt := options(t, k.size, k.symmetry, k.clues)
			whole, want := computeAll(t, opt, k.target, k.patience, 2)
			db := open(t)
			run, stops := begin(t, db, opt, k.target), 0 // how often depends on the workers
			for run.State != store.Done && run.State != store.Exhausted {
				chunks := rng.IntN(3)
				ctx, cancel := context.WithCancel(t.Context())
				if chunks == 0 {
					cancel()
				}
				cfg := Config{Options: opt, Workers: 2, Patience: k.patience, Progress: func(Progress) {
					if chunks--; chunks <= 0 {
						cancel()
					}
				}}
				got, err := Generate(ctx, db, run, cfg)
				cancel()
				if err != nil {
					if !errors.Is(err, context.Canceled) {
						t.Fatal(err)
					}
					if got.State != store.Stopped {
						t.Fatalf("interrupted run is %s", got.State)
					}
					stops++
				}
				run = begin(t, db, opt, k.target)
			}
			t.Logf("%d interruptions", stops)
			sameRun(t, run, want)
			if diff := cmp.Diff(rows(t, whole), rows(t, db)); diff != "" {
				t.Errorf("(-whole +interrupted):\n%s", diff)
			}
			if problems, err := db.Check(t.Context(), true, nil); err != nil || len(problems) > 0 {
				t.Errorf("check: %v, %v", problems, err)
			}
		})
	}
}

// TestMoreContinuesARun: the rows of a small target are a prefix of those of a
// larger one.
func TestMoreContinuesARun(t *testing.T) {
	opt := options(t, 9, "none", 0)
	db, _ := computeAll(t, opt, 50, 0, 2)
	prefix := rows(t, db)
	run, err := Generate(t.Context(), db, begin(t, db, opt, 90), Config{Options: opt, Workers: 2})
	if err != nil || run.Accepted != 90 {
		t.Fatalf("%d accepted, %v", run.Accepted, err)
	}
	all := rows(t, db)
	if diff := cmp.Diff(prefix, all[:50]); diff != "" {
		t.Errorf("first rows changed:\n%s", diff)
	}
	whole, _ := computeAll(t, opt, 90, 0, 2)
	if diff := cmp.Diff(rows(t, whole), all); diff != "" {
		t.Errorf("(-whole +in two parts):\n%s", diff)
	}
}

func TestProgress(t *testing.T) {
	opt := options(t, 6, "none", 0)
	db := open(t)
	last := Progress{}
	_, err := Generate(t.Context(), db, begin(t, db, opt, 200), Config{Options: opt, Workers: 2, Progress: func(p Progress) {
		if p.Accepted < last.Accepted || p.Attempts < last.Attempts || p.Accepted > 200 {
			t.Errorf("after %+v came %+v", last, p)
		}
		last = p
	}})
	if err != nil || last.Accepted != 200 {
		t.Errorf("ended at %+v, %v", last, err)
	}
}

// BenchmarkRun makes, proves, grades and saves puzzles on as many cores as -cpu says.
func BenchmarkRun(b *testing.B) {
	for _, size := range []int{4, 6, 9} {
		b.Run(fmt.Sprintf("%d/minimal", size), func(b *testing.B) {
			opt := options(b, size, "none", 0)
			clues := map[int]int{4: 6, 6: 14, 9: 0}[size]
			opt.Clues = grade.Span{From: clues, To: clues}
			db := open(b)
			target := int64(b.N)
			if size == 4 {
				target = min(target, 20) // there are few
			}
			run := begin(b, db, opt, target)
			b.ResetTimer()
			if _, err := Generate(b.Context(), db, run, Config{Options: opt, Workers: runtime.GOMAXPROCS(0), Patience: 2000}); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(target)/b.Elapsed().Seconds(), "puzzles/s")
		})
	}
}
