package run

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/riverqueue/river"

	"gradoku/internal/ordered"
)

// TestClocks: the clocks of nodes are hours or minutes off, that of the committer and those of
// others. Ranges that fail once, wait, or are lost with their node are computed as soon as
// they are with good clocks, and the node that is off says so.
func TestClocks(t *testing.T) {
	offs := []time.Duration{time.Hour, -time.Hour}
	if *many {
		offs = append(offs, 300*time.Second, -300*time.Second)
	}
	for _, off := range offs {
		for _, commits := range []bool{true, false} {
			if commits != (off > 0) && !*many {
				continue // each hand and each node that keeps it has been tried
			}
			t.Run(fmt.Sprint(off, " committer ", commits), func(t *testing.T) {
				t.Parallel()
				place, db, run, want := distributed(t)
				var said lockedBuffer
				log := slog.New(slog.NewTextHandler(&said, nil))
				wrong := func() time.Time { return time.Now().Add(off) }
				var failed, waited, lost atomic.Bool
				stopped := make(chan bool)
				defer close(stopped)
				troubled := func(ctx context.Context, w *work, attempts ordered.Range) (Chunk, error) {
					switch {
					case attempts.From >= 40 && !failed.Swap(true):
						return Chunk{}, fmt.Errorf("a passing fault")
					case attempts.From >= 80 && !waited.Swap(true):
						return Chunk{}, river.JobSnooze(time.Second)
					case attempts.From >= 120 && !lost.Swap(true):
						<-stopped
					}
					return w.compute(ctx, attempts)
				}
				first := NodeOptions{DB: place, Cores: 2, Log: log, compute: troubled, retry: 100 * time.Millisecond}
				second := first
				if commits {
					first.Clock = wrong
				} else {
					second.Clock = wrong
				}
				start := time.Now()
				node(t, first)
				for p, _ := db.SharedRunOf(t.Context(), run.ID); p.Committer == "" && p.Planned < 40; p, _ = db.SharedRunOf(t.Context(), run.ID) {
					time.Sleep(pause)
				}
				node(t, second)
				complete(t, db, run, want)
				if took := time.Since(start); took > off.Abs()/2 { // what waits for a wrong clock waits longer
					t.Errorf("it took %v", took)
				} else {
					t.Logf("it took %v", took.Round(time.Second/10))
				}
				if !strings.Contains(said.String(), "the clock of this machine differs") {
					t.Errorf("it says %s", said.String())
				}
			})
		}
	}
}

// TestRescue: a job whose worker is gone goes back to the queue by the server's time, later at
// later attempts, and counts as failed after the last.
func TestRescue(t *testing.T) {
	t.Parallel()
	place, _, _, _ := distributed(t)
	n, err := OpenNode(t.Context(), NodeOptions{DB: place, Version: version, Cores: 1, Log: slog.New(slog.DiscardHandler)})
	must(t, err)
	defer n.Close()
	for _, c := range []struct {
		attempt, seconds int
		want             string
	}{{1, 70, "running"}, {1, 80, "available"}, {2, 80, "running"}, {2, 160, "available"}, {4, 700, "discarded"}} {
		job, err := n.client.Insert(t.Context(), rangeArgs{Name: "some", To: 8}, &river.InsertOpts{Queue: "elsewhere"})
		must(t, err)
		state := ""
		_, err = n.db.Pool().Exec(t.Context(), "UPDATE river_job SET state = 'running', attempt = $2, attempted_at = now() - make_interval(secs => $3) WHERE id = $1", job.Job.ID, c.attempt, c.seconds)
		if err == nil {
			err = n.look(t.Context())
		}
		if err == nil {
			err = n.db.Pool().QueryRow(t.Context(), "SELECT CAST(state AS TEXT) FROM river_job WHERE id = $1", job.Job.ID).Scan(&state)
		}
		if err != nil || state != c.want {
			t.Errorf("%+v: %s, %v", c, state, err)
		}
	}
}

// lockedBuffer is written to by several nodes.
type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}
