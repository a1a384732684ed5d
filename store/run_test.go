package store

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func TestBeginRun(t *testing.T) { onEveryEngine(t, testBeginRun) }

func testBeginRun(t *testing.T) {
	d := create(t)
	start := time.Now().Add(-time.Second)
	run := begin(t, d, wish(7, 10))
	if run.StartedAt.Before(start) || run.StartedAt.After(time.Now().Add(time.Second)) {
		t.Errorf("started at %v", run.StartedAt)
	}
	same(t, "new run", run, Run{
		ID: 1, Command: "generate", Options: `{"size":9}`, Seed: 7, Version: "1.0",
		Target: 10, Last: -1, StartedAt: run.StartedAt, State: Running,
	})
	same(t, "the same run begun again", begin(t, d, wish(7, 10)), run)
	for i, other := range []func(*Run){
		func(r *Run) { r.Command = "import" },
		func(r *Run) { r.Options = `{"size":4}` },
		func(r *Run) { r.Seed = -7 },
		func(r *Run) { r.Version = "1.1" },
	} {
		w := wish(7, 10)
		other(&w)
		if got := begin(t, d, w); got.ID != int64(i+2) {
			t.Errorf("a run that differs in field %d has id %d, want %d", i, got.ID, i+2)
		}
	}
}

// TestBeginRunAgain checks what becomes of a run that exists, by its state and
// how many puzzles are wanted now. The run was asked for 10 and has 4.
func TestBeginRunAgain(t *testing.T) { onEveryEngine(t, testBeginRunAgain) }

func testBeginRunAgain(t *testing.T) {
	for _, c := range []struct {
		name   string
		ended  string // how the run ended before, "" for a crash
		wish   int64
		target int64
		state  string
	}{
		{"crashed, same wish", "", 10, 10, Running},
		{"crashed, more", "", 20, 20, Running},
		{"crashed, less", "", 6, 6, Running},
		{"crashed, no more than it has", "", 4, 4, Done},
		{"crashed, less than it has", "", 2, 4, Done},
		{"stopped, same wish", Stopped, 10, 10, Running},
		{"stopped, more", Stopped, 20, 20, Running},
		{"stopped, less than it has", Stopped, 2, 4, Done},
		{"exhausted, same wish", Exhausted, 10, 10, Exhausted},
		{"exhausted, more", Exhausted, 20, 20, Exhausted},
		{"exhausted, no more than it has", Exhausted, 3, 4, Done},
		{"done, same wish", Done, 4, 4, Done},
		{"done, less", Done, 2, 4, Done},
		{"done, more", Done, 10, 10, Running},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := create(t)
			target := int64(10)
			if c.ended == Done {
				target = 4
			}
			run := begin(t, d, wish(1, target))
			saved := save(t, d, Batch{RunID: run.ID, To: 7, Puzzles: []Puzzle{fake(0, 1), fake(2, 2), fake(4, 3), fake(6, 4)}})
			if c.ended != "" && c.ended != Done {
				must(t, d.EndRun(t.Context(), run.ID, c.ended))
			}
			got := begin(t, d, wish(1, c.wish))
			want := saved.Run
			want.Target, want.State = c.target, c.state
			want.FinishedAt = got.FinishedAt
			same(t, "run", got, want)
			if got.FinishedAt.IsZero() != (c.state == Running) {
				t.Errorf("%s and finished at %v", got.State, got.FinishedAt)
			}
			stored, err := d.Run(t.Context(), run.ID)
			must(t, err)
			same(t, "stored run", stored, got)
		})
	}
}

func TestEndRun(t *testing.T) { onEveryEngine(t, testEndRun) }

func testEndRun(t *testing.T) {
	d := create(t)
	run := begin(t, d, wish(1, 10))
	for _, c := range []struct{ end, want string }{{Stopped, Stopped}, {Done, Stopped}, {Exhausted, Stopped}} {
		must(t, d.EndRun(t.Context(), run.ID, c.end))
		got, err := d.Run(t.Context(), run.ID)
		if err != nil || got.State != c.want || got.FinishedAt.IsZero() {
			t.Errorf("after EndRun %s: %+v, %v; want %s", c.end, got, err, c.want)
		}
	}
	begin(t, d, wish(1, 10))
	if err := d.EndRun(t.Context(), run.ID, "tired"); err == nil {
		t.Error("a state that there is not was accepted")
	}
	if err := d.EndRun(t.Context(), 99, Done); !errors.Is(err, ErrNotFound) {
		t.Errorf("run 99: %v, want %v", err, ErrNotFound)
	}
}

func TestRuns(t *testing.T) { onEveryEngine(t, testRuns) }

func testRuns(t *testing.T) {
	d := create(t)
	if runs, err := d.Runs(t.Context()); err != nil || len(runs) != 0 {
		t.Errorf("a new database has runs %v, %v", runs, err)
	}
	want := []Run{begin(t, d, wish(3, 1)), begin(t, d, wish(1, 2)), begin(t, d, wish(2, 3))}
	got, err := d.Runs(t.Context())
	must(t, err)
	same(t, "runs", got, want)
	_, err = d.Run(t.Context(), 4)
	if !errors.Is(err, ErrNotFound) || !strings.Contains(err.Error(), "there is no run 4") {
		t.Errorf("run 4: %v", err)
	}
}

func TestLastUnfinished(t *testing.T) { onEveryEngine(t, testLastUnfinished) }

func testLastUnfinished(t *testing.T) {
	d := create(t)
	if _, err := d.LastUnfinished(t.Context(), "generate"); !errors.Is(err, ErrNotFound) {
		t.Errorf("new database: %v, want %v", err, ErrNotFound)
	}
	stopped, crashed, done := begin(t, d, wish(1, 9)), begin(t, d, wish(2, 9)), begin(t, d, wish(3, 9))
	exhausted := begin(t, d, wish(4, 9))
	other := begin(t, d, Run{Command: "import", Options: "{}", Version: "1.0", Target: 9})
	for id, state := range map[int64]string{stopped.ID: Stopped, done.ID: Done, exhausted.ID: Exhausted} {
		must(t, d.EndRun(t.Context(), id, state))
	}
	for _, want := range []int64{crashed.ID, stopped.ID} {
		got, err := d.LastUnfinished(t.Context(), "generate")
		if err != nil || got.ID != want {
			t.Errorf("run %d, %v; want run %d", got.ID, err, want)
		}
		must(t, d.EndRun(t.Context(), crashed.ID, Done))
	}
	if got, err := d.LastUnfinished(t.Context(), "import"); err != nil || got.ID != other.ID {
		t.Errorf("other command: run %d, %v; want %d", got.ID, err, other.ID)
	}
}
