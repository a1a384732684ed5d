// Package worker is the command that computes distributed runs and regrades.
package worker

import (
	"context"
	"errors"
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/internal/text"
	"gradoku/run"
	"gradoku/store"
	"gradoku/task"
)

type options struct {
	cli.Call `fields:"db,workers,quiet,json"`
	Listen   string `query:"listen" value:"HOST:PORT" doc:"serve /healthz, /readyz and /metrics (Prometheus) on HOST:PORT"`
}

// Command is "gradoku worker".
func Command(s cli.Streams) *urfave.Command {
	var o options
	return cli.New(s, "worker", "", &o, o.run)
}

func (o *options) run(ctx context.Context) (err error) {
	if err := o.NeedsServer(); err != nil {
		return err
	}
	log := o.Log()
	node, err := run.OpenNode(ctx, run.NodeOptions{
		DB: o.DB, Version: task.Build(), Cores: o.Workers, Log: log,
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, node.Close()) }()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if o.Listen != "" {
		l, err := cli.Listen("listen", o.Listen)
		if err != nil {
			return err
		}
		log.Info("serving metrics", "url", fmt.Sprintf("http://%s/metrics", l.Addr()))
		ended := make(chan error, 1)
		go func() { ended <- node.Serve(ctx, l); cancel() }()
		defer func() { cancel(); err = errors.Join(err, <-ended) }()
	}
	if !o.Quiet {
		fmt.Fprintf(o.Err, "worker %s, %d at a time, %s\n", node.Name(), o.Workers, text.OneLine(store.Shown(o.DB)))
	}
	return node.Run(ctx)
}
