// Package worker is the command that computes distributed runs and regrades.
package worker

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/run"
	"gradoku/store"
)

// options holds the command line of "gradoku worker".
type options struct {
	cli.Call
	db, listen string
	workers    int
	quiet      bool
}

// Command is "gradoku worker".
func Command(s cli.Streams) *urfave.Command {
	var o options
	return &urfave.Command{
		Name:  "worker",
		Usage: "work on distributed runs and regrades",
		UsageText: "gradoku worker --db postgres://ada@db.example.org/puzzles\n" +
			"gradoku worker --db postgres://ada@db.example.org/puzzles --workers 16 --listen :9090",
		Description: "Works on runs and regrades started with gradoku generate --distribute or gradoku regrade --distribute in a\n" +
			"database on a server. Start as many workers as you like, at any time. Any of them may stop or fail at any\n" +
			"time: the rows are the same as if one machine had computed them. A worker waits for further work until\n" +
			"Ctrl-C or SIGTERM, and then ends within ten seconds. It ignores runs of other versions of gradoku or its\n" +
			"grader. --listen serves /healthz, /readyz and /metrics. docs/POSTGRESQL.md explains how this works.",
		Flags: []urfave.Flag{
			cli.DBFlag(&o.db), cli.WorkersFlag(&o.workers),
			&urfave.StringFlag{Name: "listen", Destination: &o.listen, Usage: "serve /healthz, /readyz and /metrics (Prometheus) on `HOST:PORT`"},
			cli.QuietFlag(&o.quiet),
		},
		Before: cli.NoArgs,
		Action: cli.Action(s, &o.Call, o.run),
	}
}

func (o *options) run(ctx context.Context) (err error) {
	if err := cli.CheckWorkers(&o.Call, o.workers); err != nil {
		return err
	}
	if store.IsFile(o.db) {
		return cli.NeedsServer(o.db)
	}
	level := slog.LevelInfo
	if o.quiet {
		level = slog.LevelError
	}
	node, err := run.OpenNode(ctx, run.NodeOptions{
		DB: o.db, Version: cli.Version, Cores: o.workers, Log: slog.New(slog.NewTextHandler(o.Err, &slog.HandlerOptions{Level: level})),
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, node.Close()) }()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if o.listen != "" {
		l, err := net.Listen("tcp", o.listen)
		if err != nil {
			return cli.UsageError(fmt.Errorf("--listen: %w", err), "name a free port, for example --listen localhost:0")
		}
		if !o.quiet {
			fmt.Fprintf(o.Err, "metrics on http://%s/metrics\n", l.Addr())
		}
		ended := make(chan error, 1)
		go func() { ended <- node.Serve(ctx, l); cancel() }()
		defer func() { cancel(); err = errors.Join(err, <-ended) }()
	}
	if !o.quiet {
		fmt.Fprintf(o.Err, "worker %s, %d at a time, %s\n", node.Name(), o.workers, cli.OnOneLine(store.Shown(o.db)))
	}
	return node.Run(ctx)
}
