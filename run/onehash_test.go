package run

import (
	"fmt"
	"testing"

	"gradoku/store"
)

// TestOneHash: the same seed gives the same rows, by the manifest's hash, with
// 1, 2 and 7 workers, also if it is killed half-way and resumed.
func TestOneHash(t *testing.T) {
	for _, k := range []struct {
		size     int
		symmetry string
		attempts int64
	}{{9, "none", 45}, {4, "none", 150}} {
		t.Run(fmt.Sprintf("%d/%s", k.size, k.symmetry), func(t *testing.T) {
			wish := store.Run{
				Command: Command, Options: EncodeOptions(options(t, k.size, k.symmetry, 0)), Seed: 42, Version: "test", Target: k.attempts,
			}
			db := open(t)
			run := byAttempts(t, db, wish, 1)
			want := manifest(t, db, run)
			if run.Next != k.attempts || run.State != store.Done || want.Accepted == 0 {
				t.Fatalf("the run is %+v", run)
			}
			other := open(t)
			sameManifest(t, "7 workers", manifest(t, other, byAttempts(t, other, wish, 7)), want)
			again := open(t)
			killHalfway(t, again, wish)
			sameManifest(t, "after a kill", manifest(t, again, byAttempts(t, again, wish, 2)), want)
		})
	}
}

// killHalfway leaves a run as a process does that is killed after half of it:
// one batch saved, the run still marked as running.
func killHalfway(t *testing.T, db *store.DB, wish store.Run) {
	t.Helper()
	wish.Options = store.EndingByAttempts(wish.Options)
	run, err := db.BeginRun(t.Context(), wish)
	if err != nil {
		t.Fatal(err)
	}
	half := store.Batch{RunID: run.ID, To: wish.Target / 2}
	err = recompute(t.Context(), config(t, run, 2), run.Seed, half.To, func(p *store.Puzzle) (bool, error) {
		half.Puzzles = append(half.Puzzles, *p)
		return true, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if saved, err := db.SaveBatch(t.Context(), half); err != nil || saved.Done || saved.Run.State != store.Running {
		t.Fatalf("half a run: %+v, %v", saved, err)
	}
}

func sameManifest(t *testing.T, what string, got, want Manifest) {
	t.Helper()
	if got.SHA256 != want.SHA256 || string(got.Options) != string(want.Options) || got.Accepted != want.Accepted ||
		got.Duplicates != want.Duplicates || got.Missed != want.Missed || got.Next != want.Next || got.State != want.State {
		t.Errorf("%s:\n got %+v\nwant %+v", what, got, want)
	}
}
