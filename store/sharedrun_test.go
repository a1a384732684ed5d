package store

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/jackc/pgx/v5"

	"gradoku/internal/pgtest"
)

// working opens a server's database as a worker does.
func working(t *testing.T, place, name string) *DB {
	t.Helper()
	d, err := OpenWorker(t.Context(), place, name)
	must(t, err)
	t.Cleanup(func() { d.Close() })
	return d
}

// opened begins a run and opens it to workers.
func opened(t *testing.T, d *DB, seed, target int64) (Run, SharedRun) {
	t.Helper()
	run := begin(t, d, wish(seed, target))
	p, err := d.BeginSharedRun(t.Context(), SharedRun{Command: "generate", RunID: run.ID, Size: 10})
	must(t, err)
	return run, p
}

// stage stages a range whose text is what.
func stage(t *testing.T, d *DB, plan string, from, to int64, what string) (first bool) {
	t.Helper()
	first, err := d.Stage(t.Context(), plan, Staged{From: from, To: to, Seconds: 1, Result: []byte(what)})
	must(t, err)
	return first
}

func staged(t *testing.T, d *DB, plan string, from int64) string {
	t.Helper()
	all, err := d.Staged(t.Context(), plan, from, 10)
	must(t, err)
	text := ""
	for _, s := range all {
		text += fmt.Sprintf("%d-%d %s; ", s.From, s.To, s.Result)
	}
	return text
}

// TestStaging: of two results of a range the first stays; only ranges that follow each
// other are read; what is committed, or belongs to a shared run that is over, is dropped.
func TestStaging(t *testing.T) {
	d := working(t, pgtest.URL(t), "one")
	run, p := opened(t, d, 1, 100)
	if held, err := d.Lease(t.Context(), p.Name, "one"); !held || err != nil {
		t.Fatal(held, err)
	}
	for _, s := range []struct {
		from, to int64
		what     string
		want     bool
	}{{10, 20, "second", true}, {0, 10, "first", true}, {0, 10, "late", false}, {0, 5, "other", false}, {30, 40, "fourth", true}} {
		if first := stage(t, d, p.Name, s.from, s.to, s.what); first != s.want {
			t.Errorf("%+v: first is %v", s, first)
		}
	}
	same(t, "staged", staged(t, d, p.Name, 0), "0-10 first; 10-20 second; ")
	batch := Batch{RunID: run.ID, From: 0, To: 10, Puzzles: []Puzzle{fake(3, 1), fake(4, 1)}, Shared: &SharedRun{Name: p.Name, Committer: "one", Rate: 5}}
	if saved := save(t, d, batch); saved.Run.Duplicates != 1 || saved.Run.Next != 10 {
		t.Errorf("saved %+v", saved.Run)
	}
	same(t, "staged before", staged(t, d, p.Name, 0), "")
	same(t, "staged after", staged(t, d, p.Name, 10), "10-20 second; ")
	if stage(t, d, p.Name, 0, 10, "late") {
		t.Error("a range that is committed is staged again")
	}

	must(t, d.EndSharedRun(t.Context(), p.Name, "for the test"))
	must(t, d.Clean(t.Context()))
	ended, err := d.SharedRunOf(t.Context(), run.ID)
	if err != nil || ended.Ended != "for the test" {
		t.Errorf("ended: %+v, %v", ended, err)
	}
	if stage(t, d, p.Name, 20, 30, "late") || staged(t, d, p.Name, 10) != "" {
		t.Error("a plan that is over has staged ranges")
	}
	if run, err := d.Run(t.Context(), run.ID); err != nil || run.State != Stopped || run.Next != 10 {
		t.Errorf("the run is %+v, %v", run, err)
	}
	if err := d.EndSharedRun(t.Context(), p.Name, "again"); !errors.Is(err, ErrNotFound) {
		t.Errorf("ended again: %v", err)
	}
	again, err := d.BeginSharedRun(t.Context(), SharedRun{Command: "generate", RunID: run.ID, Size: 10})
	if err != nil || again.ID == p.ID || again.Planned != 10 {
		t.Errorf("begun again: %+v, %v", again, err)
	}
}

// TestOnlyTheCommitterSaves: neither a local computation, nor a committer that lost its
// lease, nor one of another plan saves a batch of a run that workers compute. The end
// of the run is the end of its plan.
func TestOnlyTheCommitterSaves(t *testing.T) {
	place := pgtest.URL(t)
	d := working(t, place, "one")
	run, p := opened(t, d, 1, 3)
	if held, err := d.Lease(t.Context(), p.Name, "one"); !held || err != nil {
		t.Fatal(held, err)
	}
	if held, err := d.Lease(t.Context(), p.Name, "two"); held || err != nil {
		t.Fatal("two committers", held, err)
	}
	stage(t, d, p.Name, 0, 10, "first")
	for _, by := range []*SharedRun{nil, {Name: p.Name, Committer: "two"}, {Name: "other", Committer: "one"}} {
		_, err := d.SaveBatch(t.Context(), Batch{RunID: run.ID, From: 0, To: 10, Puzzles: []Puzzle{fake(3, 1)}, Shared: by})
		if !errors.Is(err, ErrRaced) {
			t.Errorf("%+v saves: %v", by, err)
		}
	}
	same(t, "rows", len(puzzles(t, d, Filter{})), 0)

	// The lease runs out: another takes it, and the connections of the first are closed,
	// in the middle of a transaction too.
	other := working(t, place, "two")
	stuck, err := d.Pool().Begin(t.Context())
	must(t, err)
	defer stuck.Rollback(t.Context())
	exec(t, other, "UPDATE plan SET lease = now() - interval '1 s'")
	if held, err := other.Lease(t.Context(), p.Name, "two"); !held || err != nil {
		t.Fatal(held, err)
	}
	if err := stuck.Commit(t.Context()); err == nil {
		t.Error("the connection of a committer that lost its lease goes on")
	}
	last := Batch{RunID: run.ID, From: 0, To: 10, Puzzles: []Puzzle{fake(3, 1), fake(4, 2), fake(5, 3), fake(6, 4)}, Shared: &SharedRun{Name: p.Name, Committer: "two"}}
	if saved := save(t, other, last); saved.Run.State != Done || saved.Run.Next != 6 {
		t.Errorf("saved %+v", saved)
	}
	if stage(t, other, p.Name, 10, 20, "late") {
		t.Error("a range of a complete run is staged")
	}
	must(t, other.Clean(t.Context()))
	if _, err := other.SharedRunOf(t.Context(), run.ID); !errors.Is(err, ErrNotFound) {
		t.Errorf("the plan of a complete run: %v", err)
	}
	same(t, "staged", rowsOf(t, other, "SELECT * FROM staged"), [][]any(nil))
}

// TestExtend: the end of what is planned moves by the committer only, and from where it
// is.
func TestExtend(t *testing.T) {
	d := working(t, pgtest.URL(t), "one")
	_, p := opened(t, d, 1, 100)
	extend := func(p SharedRun, planned int64) error {
		return pgx.BeginFunc(t.Context(), d.Pool(), func(tx pgx.Tx) error { return Extend(t.Context(), tx, p, planned, 5) })
	}
	p.Committer = "one"
	if err := extend(p, 50); !errors.Is(err, ErrRaced) {
		t.Errorf("without the lease: %v", err)
	}
	if held, err := d.Lease(t.Context(), p.Name, "one"); !held || err != nil {
		t.Fatal(held, err)
	}
	if err := extend(p, 50); err != nil {
		t.Error(err)
	}
	if err := extend(p, 60); !errors.Is(err, ErrRaced) {
		t.Errorf("from an earlier end: %v", err)
	}
	if now, err := d.SharedRunOf(t.Context(), p.RunID); err != nil || now.Planned != 50 || now.Size != 5 {
		t.Errorf("%+v, %v", now, err)
	}
	for _, settled := range []string{"infinity", "-infinity"} {
		exec(t, d, "UPDATE plan SET settled_at = CAST(? AS TIMESTAMPTZ)", settled)
		if now, err := d.SharedRunOf(t.Context(), p.RunID); err != nil || now.Unmoved < 0 {
			t.Errorf("saved last at %s: %+v, %v", settled, now, err)
		}
	}
}

// TestWorkers: workers show that they are there, and leave. What cannot be right in their
// table, and in that of plans, is no error of the server's or of a library.
func TestWorkers(t *testing.T) {
	d := working(t, pgtest.URL(t), "one")
	for _, n := range []int64{1, 2} {
		must(t, d.See(t.Context(), Worker{Name: "one", Version: "1", Grader: 4, Cores: 8, Ranges: n, Puzzles: 10 * n}))
	}
	all, err := d.Workers(t.Context())
	if err != nil || len(all) != 1 || all[0].Cores != 8 || all[0].Ranges != 2 || all[0].Puzzles != 20 {
		t.Errorf("%+v, %v", all, err)
	}
	exec(t, d, `INSERT INTO plan (command, options_json, version, grader, patience, settled, planned, size, target, room, name)
		VALUES ('regrade', '{}', '1', 4, 0, 1, 1, 1, 1, '[1.5', 'some')`)
	if _, err := d.SharedRuns(t.Context()); !errors.Is(err, ErrCorrupt) {
		t.Error(err)
	}
	must(t, d.Leave(t.Context(), "one"))
	if all, err := d.Workers(t.Context()); err != nil || len(all) != 0 {
		t.Errorf("%+v, %v", all, err)
	}
}

// TestFilesHaveNoPlans: what is for servers says so, and nothing is under way.
func TestFilesHaveNoPlans(t *testing.T) {
	d := reopen(t, filepath.Join(t.TempDir(), "a.db"), ReadWrite)
	run := begin(t, d, wish(1, 10))
	if _, err := d.BeginSharedRun(t.Context(), SharedRun{RunID: run.ID, Size: 1}); !errors.Is(err, errNotShared) {
		t.Error(err)
	}
	if _, err := OpenWorker(t.Context(), d.Path(), "one"); !errors.Is(err, errNotShared) {
		t.Error(err)
	}
	plans, err1 := d.SharedRuns(t.Context())
	workers, err2 := d.Workers(t.Context())
	if len(plans)+len(workers) > 0 || err1 != nil || err2 != nil {
		t.Error(plans, workers, err1, err2)
	}
}

// TestOneRegrade: a regrade is one at a time, and only its committer saves its grades.
func TestOneRegrade(t *testing.T) {
	d := working(t, pgtest.URL(t), "one")
	file := imported(t, d, "a", "a")
	items := []Item{item(1, 1), item(2, 2)}
	for i := range items {
		items[i].Puzzle.Grader = 0 // not graded
	}
	take(t, d, file, items...)
	want := SharedRun{Command: "regrade", Options: "{}", Version: "1", Size: 4, Target: 2}
	p, err := d.BeginSharedRun(t.Context(), want)
	if err != nil || p.Next != 1 || p.Planned != 1 {
		t.Fatalf("%+v, %v", p, err)
	}
	if again, err := d.BeginSharedRun(t.Context(), want); err != nil || again.ID != p.ID {
		t.Errorf("again: %+v, %v", again, err)
	}
	want.Version = "2"
	if _, err := d.BeginSharedRun(t.Context(), want); !errors.Is(err, ErrRaced) {
		t.Errorf("of another version: %v", err)
	}
	some := fake(0, 0)
	grades := []Graded{{Ungraded{1, some.Givens}, some.Grade}, {Ungraded{2, some.Givens}, some.Grade}}
	if err := d.CommitGrades(t.Context(), &SharedRun{Name: p.Name, Committer: "one"}, grades, 3); !errors.Is(err, ErrRaced) {
		t.Errorf("without the lease: %v", err)
	}
	if held, err := d.Lease(t.Context(), p.Name, "one"); !held || err != nil {
		t.Fatal(held, err)
	}
	if _, err := d.SaveGrades(t.Context(), grades[:1]); err != nil { // somebody else grades too
		t.Fatal(err)
	}
	must(t, d.CommitGrades(t.Context(), &SharedRun{Name: p.Name, Committer: "one"}, grades, 3))
	if p, err := d.SharedRun(t.Context(), p.Name); err != nil || p.Next != 3 || p.Saved != 1 {
		t.Errorf("%+v, %v", p, err)
	}
	if n, err := d.CountUngraded(t.Context(), Filter{}); n != 0 || err != nil {
		t.Errorf("%d without a grade, %v", n, err)
	}
	must(t, d.EndSharedRun(t.Context(), p.Name, "for the test"))
	if again, err := d.BeginSharedRun(t.Context(), want); err != nil || again.ID == p.ID {
		t.Errorf("after its end: %+v, %v", again, err)
	}
}
