package task

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"gradoku/grade"
	"gradoku/internal/pgtest"
	"gradoku/run"
	"gradoku/store"
)

// TestPollGoesOn: while a server is away, or somebody locks a table for longer than a command
// waits for it, workers go on, and so does the one who watches them.
func TestPollGoesOn(t *testing.T) {
	looks, notes := []error{store.ErrBusy, store.ErrServer, nil}, 0
	err := poll(t.Context(), &Env{Notify: func(Event) { notes++ }}, func() (bool, error) {
		err := looks[0]
		looks = looks[1:]
		if err != nil {
			err = fmt.Errorf("looking: %w", err)
		}
		return err == nil, err
	})
	if err != nil || len(looks) != 0 || notes != 1 {
		t.Errorf("%v, %d looks left, %d notes", err, len(looks), notes)
	}
}

// TestUnmoved: a shared run that stands still says why, and one that moves says nothing.
func TestUnmoved(t *testing.T) {
	place := pgtest.URL(t)
	db, err := store.OpenWorker(t.Context(), place, "me")
	must(t, err)
	defer db.Close()
	r, err := db.BeginRun(t.Context(), store.Run{Command: run.Command, Options: "{}", Version: "1", Target: 9})
	must(t, err)
	p, err := db.BeginSharedRun(t.Context(), store.SharedRun{Command: run.Command, RunID: r.ID, Size: 8})
	must(t, err)
	job := "INSERT INTO river_job (kind, queue, max_attempts, args, finalized_at, state) VALUES ('range', 'q', 4, '{\"name\": \"" + p.Name + "\", \"from\": 0, \"to\": 8}', "
	for _, step := range []struct {
		do   func() error
		want string
	}{
		{func() error { return nil }, ""},
		{func() error {
			pgtest.Exec(t, place, "UPDATE plan SET settled_at = now() - interval '2 minutes'")
			return nil
		}, "no worker of gradoku 1 with grader"},
		{func() error {
			return db.See(t.Context(), store.Worker{Name: "me", Version: "1", Grader: grade.Version, Cores: 1})
		}, "no worker has begun to save results"},
		{func() error { _, err := db.Lease(t.Context(), p.Name, "me"); return err }, "river_job"}, // there is no queue
		{func() error {
			n, err := run.OpenNode(t.Context(), run.NodeOptions{DB: place, Version: "1", Cores: 1, Log: slog.New(slog.DiscardHandler)})
			if err != nil {
				return err
			}
			return n.Close()
		}, "from 0 on, was lost and will be computed again"},
		{func() error { pgtest.Exec(t, place, job+"now(), 'completed')"); return nil }, "was lost"},
		{func() error { pgtest.Exec(t, place, job+"NULL, 'retryable')"); return nil }, "failed and will be computed again"},
		{func() error {
			_, err := db.Stage(t.Context(), p.Name, store.Staged{From: 0, To: 8, Result: []byte("r")})
			return err
		}, "is there, but me has not saved it"},
	} {
		must(t, step.do())
		p, err := db.SharedRun(t.Context(), p.Name)
		if why := Unmoved(t.Context(), db, p); err != nil || !strings.Contains(why, step.want) || (step.want == "") != (why == "") {
			t.Errorf("%q, %v, want %q", why, err, step.want)
		}
	}
}
