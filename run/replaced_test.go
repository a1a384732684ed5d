package run

import (
	"context"
	"flag"
	"fmt"
	"net/url"
	"os"
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
	server, want := pgtest.Start(t), localSixes(t)
	for i := range *replacements {
		for _, how := range []string{"made anew", "restored"} {
			name := fmt.Sprintf("puzzles_%d_%d_%.4s", os.Getpid(), i, how)
			t.Run(name, func(t *testing.T) {
				u, err := url.Parse(server.URL())
				must(t, err)
				u.Path = "/" + name
				place := u.String()
				pgtest.Exec(t, server.URL(), "CREATE DATABASE "+name)
				t.Cleanup(func() {
					pgtest.Exec(t, server.URL(), "DROP DATABASE "+name+" WITH (FORCE)", "DROP DATABASE IF EXISTS backup_"+name)
				})
				before, err := store.Open(t.Context(), place, store.ReadWrite)
				must(t, err)
				must(t, before.Close())
				anew := "CREATE DATABASE " + name
				if how == "restored" {
					pgtest.Exec(t, server.URL(), "CREATE DATABASE backup_"+name+" TEMPLATE "+name)
					anew += " TEMPLATE backup_" + name
				}
				before = openAt(t, place)
				other, err := before.BeginRun(t.Context(), store.Run{Command: Command, Options: sixes, Seed: 8, Version: version, Target: 1_000_000})
				must(t, err)
				share(t, before, other)
				wake := make(chan bool)
				for range 2 {
					computed := make(chan bool, 1000)
					node(t, NodeOptions{DB: place, Cores: 2, compute: func(ctx context.Context, w *work, attempts ordered.Range) (Chunk, error) {
						c, err := w.compute(ctx, attempts)
						if attempts.From < 100 { // wait, like a process that is stopped for a while
							computed <- true
							<-wake
						}
						return c, err
					}})
					<-computed
				}
				pgtest.Exec(t, server.URL(), "DROP DATABASE "+name+" WITH (FORCE)", anew)
				after := openAt(t, place)
				run := beginShared(t, after, sixes, many6)
				if run.ID != other.ID {
					t.Fatalf("run %d follows run %d: the test shows nothing", run.ID, other.ID)
				}
				share(t, after, run)
				node(t, NodeOptions{DB: place}) // it makes the tables of the queue; the others can too
				close(wake)
				complete(t, after, run, want)
			})
		}
	}
}
