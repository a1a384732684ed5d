package run

import (
	"context"
	"fmt"
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

// TestMoreContinuesARun: the rows of a small target are a prefix of those of a
// larger one.
func TestMoreContinuesARun(t *testing.T) {
	opt := options(t, 9, "none", 0)
	db, _ := computeAll(t, opt, 20, 0, 2)
	prefix := rows(t, db)
	run, err := Generate(t.Context(), db, begin(t, db, opt, 40), Config{Options: opt, Workers: 2})
	if err != nil || run.Accepted != 40 {
		t.Fatalf("%d accepted, %v", run.Accepted, err)
	}
	all := rows(t, db)
	if diff := cmp.Diff(prefix, all[:20]); diff != "" {
		t.Errorf("first rows changed:\n%s", diff)
	}
	whole, _ := computeAll(t, opt, 40, 0, 2)
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
