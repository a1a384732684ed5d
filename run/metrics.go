package run

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/VictoriaMetrics/metrics"
)

// Handler serves /healthz, /readyz and /metrics. A node is ready while its database
// answers.
func (n *Node) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("ok\n")) })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		if !n.reached.Load() {
			http.Error(w, "the database does not answer", http.StatusServiceUnavailable)
			return
		}
		w.Write([]byte("ok\n"))
	})
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		n.metrics(r.Context()).WritePrometheus(w)
		metrics.WriteProcessMetrics(w)
	})
	return mux
}

// Serve serves Handler on a listener until ctx ends.
func (n *Node) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{Handler: n.Handler(), ReadHeaderTimeout: 5 * time.Second, IdleTimeout: time.Minute, WriteTimeout: 30 * time.Second}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(l); ctx.Err() == nil {
		return err
	}
	return nil
}

// metrics are those of this process and of the runs under way, which docs/OPERATIONS.md
// explains. Those of the runs come from the database and are missing while it does not answer.
// Only the process that commits a run reports it, so that sums over all processes are
// right. All report how long nothing was saved, since a run may have no committer.
func (n *Node) metrics(ctx context.Context) *metrics.Set {
	set := metrics.NewSet()
	for name, count := range map[string]interface{ Load() int64 }{
		"gradoku_ranges_total": &n.ranges, "gradoku_ranges_failed_total": &n.failed,
		"gradoku_puzzles_total": &n.puzzles, "gradoku_database_errors_total": &n.troubles,
	} {
		set.NewCounter(name).Set(uint64(count.Load()))
	}
	set.NewGauge("gradoku_cores", nil).Set(float64(n.opt.Cores))
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	shared, err := n.db.SharedRuns(ctx)
	if err != nil {
		return set
	}
	for _, p := range shared {
		run := strings.TrimPrefix(p.String(), "run ")
		gauge := func(name string, v float64) {
			set.NewGauge(fmt.Sprintf("gradoku_run_%s{run=%q}", name, run), nil).Set(v)
		}
		gauge("unsaved_seconds", p.Unmoved.Seconds())
		if p.Committer != n.name {
			continue
		}
		waiting, err := n.db.Waiting(ctx, p.ID)
		if err != nil {
			return set
		}
		gauge("puzzles_per_second", p.Rate)
		gauge("staged_ranges", float64(waiting))
		gauge("queued_attempts", float64(max(0, p.Planned-p.Next)))
		set.NewGauge(fmt.Sprintf("gradoku_run_committer{run=%q,worker=%q}", run, n.name), nil).Set(1)
	}
	return set
}
