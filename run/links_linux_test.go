package run

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"gradoku/internal/ordered"
	"gradoku/internal/pgtest"
	"gradoku/store"
)

// TestHalfOpenLinks: one connection of a node after the other gets nothing any more, not
// even acknowledgements. The run goes on by itself, and its rows are the same.
func TestHalfOpenLinks(t *testing.T) {
	links := 2
	if *many {
		links = 6
	}
	for nth := range links {
		t.Run(fmt.Sprint(nth), func(t *testing.T) {
			t.Parallel()
			place, db, run, want := distributed(t)
			tcp, drop := pgtest.OverTCP(t, place)
			begun, slow := make(chan bool, 1000), make(chan bool)
			node(t, NodeOptions{DB: tcp, Cores: 2, compute: func(ctx context.Context, w *work, tries ordered.Range) (Chunk, error) {
				begun <- true
				<-slow
				return w.compute(ctx, tries)
			}})
			<-begun
			if !drop(nth) {
				t.Skip("the node has fewer connections")
			}
			start := time.Now()
			close(slow)
			complete(t, db, run, want)
			if took := time.Since(start); took > time.Minute {
				t.Errorf("it took %v", took)
			} else {
				t.Logf("connection %d: %v", nth, took.Round(time.Second/10))
			}
		})
	}
}

// TestEndOverDeadLinks: a node that is told to end does so soon though all of its
// connections are dead, and so does a run that is computed here.
func TestEndOverDeadLinks(t *testing.T) {
	const soon = 14 * time.Second // of the promised ten, on a busy machine
	for _, shared := range []bool{true, false} {
		t.Run(fmt.Sprint("shared ", shared), func(t *testing.T) {
			t.Parallel()
			place, _, run, _ := distributed(t)
			tcp, drop := pgtest.OverTCP(t, place)
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			if shared {
				n, err := OpenNode(ctx, NodeOptions{DB: tcp, Version: version, Cores: 2, Log: slog.New(slog.DiscardHandler)})
				if err != nil {
					t.Fatal(err)
				}
				go func() { n.Run(ctx); ended <- n.Close() }()
			} else {
				db, err := store.Open(ctx, tcp, store.ReadWrite)
				if err != nil {
					t.Fatal(err)
				}
				target, err := DecodeOptions(run.Options)
				if err != nil {
					t.Fatal(err)
				}
				run, err := db.BeginRun(ctx, store.Run{Command: Command, Options: run.Options, Seed: 9, Version: version, Target: 1_000_000})
				if err != nil {
					t.Fatal(err)
				}
				go func() {
					Generate(ctx, db, run, Config{Options: target, Workers: 1})
					ended <- db.Close()
				}()
			}
			time.Sleep(3 * time.Second) // it is at work
			for nth := 0; drop(nth); nth++ {
			}
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
