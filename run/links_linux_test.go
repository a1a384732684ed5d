package run

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"gradoku/internal/ordered"
	"gradoku/internal/pgtest"
	"gradoku/store"
)

// TestDeadLinks: the network drops packets of a node and acknowledges nothing.
func TestDeadLinks(t *testing.T) {
	if pgtest.OwnNetwork(t) {
		t.Run("one", oneDeadLink)
		t.Run("all", allDeadLinks)
	}
}

// oneDeadLink: one connection of a node (for writing, reading, the queue or listening) is dead
// in one direction or in both. The run recovers by itself, and its rows are the same.
func oneDeadLink(t *testing.T) {
	links, ways := 2, []string{"dport"} // packets that arrive at the node
	if *many {
		links, ways = 6, []string{"dport", "sport", "dport sport"}
	}
	for i := range links * len(ways) {
		nth, way := i%links, ways[i/links]
		t.Run(fmt.Sprint(nth, " ", way), func(t *testing.T) {
			t.Parallel()
			place, db, run, want := distributed(t)
			begun, slow := make(chan bool, 1000), make(chan bool)
			n, _ := node(t, NodeOptions{DB: pgtest.Via(t, place, "127.0.0.1"), Cores: 2, compute: func(ctx context.Context, w *work, attempts ordered.Range) (Chunk, error) {
				begun <- true
				<-slow
				return w.compute(ctx, attempts)
			}})
			<-begun
			conn, err := pgx.Connect(t.Context(), place)
			must(t, err)
			defer conn.Close(context.Background())
			var port int
			var last string
			err = conn.QueryRow(t.Context(), "SELECT client_port, query FROM pg_stat_activity WHERE application_name = $1 ORDER BY backend_start OFFSET $2 LIMIT 1", n.Name(), nth).Scan(&port, &last)
			if err != nil {
				t.Skipf("the node has fewer connections: %v", err)
			}
			for _, end := range strings.Fields(way) {
				pgtest.Cut(t, fmt.Sprintf("tcp %s %d", end, port))
			}
			start := time.Now()
			close(slow)
			complete(t, db, run, want)
			if took := time.Since(start); took > time.Minute {
				t.Errorf("it took %v", took)
			} else {
				t.Logf("connection %d, %s, last used for %.40q: %v", nth, way, last, took.Round(time.Second/10))
			}
		})
	}
}

// allDeadLinks: a node that is told to stop does so soon although all of its connections are
// dead, and so does a run that is computed in the same process.
func allDeadLinks(t *testing.T) {
	const soon = 14 * time.Second // of the promised ten, on a busy machine
	for address, shared := range map[string]bool{"127.0.0.2": true, "127.0.0.3": false} {
		t.Run(fmt.Sprint("shared ", shared), func(t *testing.T) {
			t.Parallel()
			place, _, run, _ := distributed(t)
			place = pgtest.Via(t, place, address)
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			if shared {
				n, err := OpenNode(ctx, NodeOptions{DB: place, Version: version, Cores: 2, Log: slog.New(slog.DiscardHandler)})
				must(t, err)
				go func() { n.Run(ctx); ended <- n.Close() }()
			} else {
				db, err := store.Open(ctx, place, store.ReadWrite)
				must(t, err)
				target, err := DecodeOptions(run.Options)
				must(t, err)
				run, err := db.BeginRun(ctx, store.Run{Command: Command, Options: run.Options, Seed: 9, Version: version, Target: 1_000_000})
				must(t, err)
				go func() {
					Generate(ctx, db, run, Config{Options: target, Workers: 1})
					ended <- db.Close()
				}()
			}
			time.Sleep(time.Second) // it is at work
			pgtest.Cut(t, "ip saddr "+address+" tcp sport 5432")
			cancel()
			start := time.Now()
			select {
			case <-ended:
				t.Logf("it took %v", time.Since(start).Round(time.Second/10))
			case <-time.After(time.Minute):
				t.Fatal("it has not ended after a minute")
			}
			if took := time.Since(start); took > soon {
				t.Errorf("it took %v", took)
			}
		})
	}
}
