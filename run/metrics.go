package run

import (
	"context"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Handler serves /healthz, /readyz and /metrics. A node is ready while its database
// answers.
func (n *Node) Handler() http.Handler {
	count := func(name, help string, of interface{ Load() int64 }) prometheus.Collector {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, func() float64 { return float64(of.Load()) })
	}
	registry := prometheus.NewRegistry()
	registry.MustRegister(
		count("gradoku_ranges_total", "Ranges that this process computed and staged first.", &n.ranges),
		count("gradoku_ranges_failed_total", "Attempts at a range that failed in this process.", &n.failed),
		count("gradoku_puzzles_total", "Puzzles in the ranges that this process staged; its rate is rate(gradoku_puzzles_total[1m]).", &n.puzzles),
		count("gradoku_database_errors_total", "Database errors in this process.", &n.troubles),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "gradoku_cores", Help: "Ranges that this process computes at the same time."}, func() float64 { return float64(n.opt.Cores) }),
		runsCollector{n}, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("ok\n")) })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		if !n.reached.Load() {
			http.Error(w, "the database does not answer", http.StatusServiceUnavailable)
			return
		}
		w.Write([]byte("ok\n"))
	})
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
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

// runsCollector reports on the runs under way, from the database. Only the process that
// commits a run reports it, so that sums over all processes are right. All report how
// long nothing was saved, since a run may have no committer.
type runsCollector struct{ n *Node }

var (
	rateMetric   = prometheus.NewDesc("gradoku_run_puzzles_per_second", "Puzzles saved per second recently, by all workers.", []string{"run"}, nil)
	lagMetric    = prometheus.NewDesc("gradoku_run_staged_ranges", "Computed ranges that are waiting for the committer.", []string{"run"}, nil)
	queueMetric  = prometheus.NewDesc("gradoku_run_queued_attempts", "Attempts in the queue, being computed, or waiting for the committer.", []string{"run"}, nil)
	commitMetric = prometheus.NewDesc("gradoku_run_committer", "1 if this process commits the run.", []string{"run", "worker"}, nil)
	idleMetric   = prometheus.NewDesc("gradoku_run_unsaved_seconds", "Seconds since any result of the run was saved, or since the run was shared.", []string{"run"}, nil)
)

// Describe lists the metrics.
func (runsCollector) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{rateMetric, lagMetric, queueMetric, commitMetric, idleMetric} {
		to <- d
	}
}

// Collect reads the metrics from the database. While it does not answer, they are
// missing.
func (c runsCollector) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	shared, err := c.n.db.SharedRuns(ctx)
	if err != nil {
		return
	}
	for _, p := range shared {
		label := strings.TrimPrefix(p.String(), "run ")
		to <- prometheus.MustNewConstMetric(idleMetric, prometheus.GaugeValue, p.Unmoved.Seconds(), label)
		if p.Committer != c.n.name {
			continue
		}
		waiting, err := c.n.db.Waiting(ctx, p.ID)
		if err != nil {
			return
		}
		to <- prometheus.MustNewConstMetric(commitMetric, prometheus.GaugeValue, 1, label, c.n.name)
		for d, v := range map[*prometheus.Desc]float64{
			rateMetric: p.Rate, lagMetric: float64(waiting), queueMetric: float64(max(0, p.Planned-p.Next)),
		} {
			to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, label)
		}
	}
}
