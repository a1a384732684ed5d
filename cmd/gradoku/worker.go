package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"gradoku/internal/text"
	"gradoku/run"
	"gradoku/store"
	"gradoku/task"
)

type workerOptions struct {
	Call   `fields:"db,workers,quiet,json"`
	Listen string `query:"listen" value:"HOST:PORT" doc:"serve /healthz, /readyz and /metrics (Prometheus) on HOST:PORT"`
}

func workerCommand(s Streams) *cli.Command {
	var o workerOptions
	return newCommand(s, "worker", "", &o, o.run)
}

func (o *workerOptions) run(ctx context.Context) (err error) {
	if err := o.needsServer(); err != nil {
		return err
	}
	log := o.log()
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
		l, err := listen("listen", o.Listen)
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
