package run

import (
	"context"
	"flag"
	"fmt"
	"net/url"
	"path/filepath"
	"testing"

	"gradoku/internal/ordered"
	"gradoku/internal/pgtest"
	"gradoku/store"
)

var replacements = flag.Int("replacements", 1, "how often TestReplacedDatabase makes a database anew, and restores one, under its workers")

// TestReplacedDatabase: a database is made anew, or comes from a backup, while nodes compute
// a run, and another run begins in it, with the same numbers. Its rows are those of that
// run alone, though the nodes know the earlier one and still bring results of it.
func TestReplacedDatabase(t *testing.T) {
	const options, n = `{"size":6,"symmetry":"none","minimal":true,"grids":"any"}`, 300
	server := pgtest.StartIn(t, "/tmp")
	local := openAt(t, filepath.Join(t.TempDir(), "local.db"))
	target, err := DecodeOptions(options)
	must(t, err)
	first := beginShared(t, local, options, n)
	if _, err := Generate(t.Context(), local, first, Config{Options: target, Workers: 2}); err != nil {
		t.Fatal(err)
	}
	want := manifestOf(t, local, first.ID)
	for i := range *replacements {
		for _, how := range []string{"made anew", "restored"} {
			name := fmt.Sprintf("puzzles_%d_%.4s", i, how)
			t.Run(name, func(t *testing.T) {
				u, err := url.Parse(server.URL())
				must(t, err)
				u.Path = "/" + name
				place := u.String()
				pgtest.Exec(t, server.URL(), "CREATE DATABASE "+name)
				before, err := store.Open(t.Context(), place, store.ReadWrite)
				must(t, err)
				must(t, before.Close())
				anew := "CREATE DATABASE " + name
				if how == "restored" {
					pgtest.Exec(t, server.URL(), "CREATE DATABASE backup_"+name+" TEMPLATE "+name)
					anew += " TEMPLATE backup_" + name
				}
				before = openAt(t, place)
				other, err := before.BeginRun(t.Context(), store.Run{Command: Command, Options: options, Seed: 8, Version: version, Target: 1_000_000})
				must(t, err)
				if _, err := before.BeginSharedRun(t.Context(), store.SharedRun{Command: Command, RunID: other.ID, Size: 8}); err != nil {
					t.Fatal(err)
				}
				wake := make(chan bool)
				for range 2 {
					computed := make(chan bool, 1000)
					node(t, NodeOptions{DB: place, Cores: 2, compute: func(ctx context.Context, w *work, attempts ordered.Range) (Chunk, error) {
						c, err := w.compute(ctx, attempts)
						if attempts.From < 200 { // as in a process that is stopped
							computed <- true
							<-wake
						}
						return c, err
					}})
					<-computed
				}
				pgtest.Exec(t, server.URL(), "DROP DATABASE "+name+" WITH (FORCE)", anew)
				after := openAt(t, place)
				run := beginShared(t, after, options, n)
				if run.ID != other.ID {
					t.Fatalf("run %d follows run %d: the test shows nothing", run.ID, other.ID)
				}
				if _, err := after.BeginSharedRun(t.Context(), store.SharedRun{Command: Command, RunID: run.ID, Size: 8}); err != nil {
					t.Fatal(err)
				}
				node(t, NodeOptions{DB: place}) // it makes the tables of the queue; the others can too
				close(wake)
				complete(t, after, run, want)
			})
		}
	}
}
