// Package db shows what is in a database, checks it and copies it.
package db

import (
	"context"
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/internal/text"
	"gradoku/store"
	"gradoku/task"
)

// Command is "gradoku db".
func Command(s cli.Streams) *urfave.Command {
	return cli.Group("db", infoCommand(s), checkCommand(s), grantsCommand(s), copyCommand(s))
}

func grantsCommand(s cli.Streams) *urfave.Command {
	var o struct {
		cli.Call `fields:"db"`
		Read     bool `query:"read" doc:"grant only what commands that read need"`
	}
	return cli.New(s, "db grants", "ROLE", &o, func(context.Context) error {
		if store.IsFile(o.DB) {
			return task.UsageError(fmt.Errorf("%s is a file, which has no users", o.DB), "name a database on a server: --db postgres://user@host/name")
		}
		list, err := store.Grants(o.DB, o.Args[0], o.Read)
		for _, statement := range list {
			fmt.Fprintln(o.Out, statement+";")
		}
		return err
	})
}

func copyCommand(s cli.Streams) *urfave.Command {
	var o struct {
		cli.Call `fields:"db,quiet"`
		task.Copy
	}
	return cli.New(s, "db copy", "", &o, func(ctx context.Context) error {
		env, finish := o.Env(nil)
		err := o.Copy.Run(ctx, env)
		finish()
		if err == nil {
			fmt.Fprintf(o.Out, "%s copied to %s\n", text.OneLine(store.Shown(o.DB)), text.OneLine(store.Shown(o.Output)))
		}
		return err
	})
}

type infoObject struct {
	Bytes    int64            `json:"bytes"`
	Engine   string           `json:"engine"`
	Path     string           `json:"path"`
	Schema   int              `json:"schema"`
	SQLite   string           `json:"sqlite"` // "" for another engine
	Tables   map[string]int64 `json:"tables"`
	Version  string           `json:"version"` // of the engine
	WALBytes int64            `json:"wal_bytes"`
}

type infoOptions struct {
	cli.Call `fields:"db,json"`
}

func infoCommand(s cli.Streams) *urfave.Command {
	var o infoOptions
	return cli.New(s, "db info", "", &o, cli.Reading(&o.Call, o.info), cli.LineOf("the database", infoObject{}))
}

func (o *infoOptions) info(ctx context.Context, db *store.DB) error {
	info, err := db.Info(ctx)
	if err != nil {
		return err
	}
	if o.JSON {
		tables := map[string]int64{}
		for _, t := range info.Tables {
			tables[t.Name] = t.Rows
		}
		sqlite := ""
		if store.IsFile(o.DB) {
			sqlite = info.Version
		}
		return cli.PrintJSON(o.Out, infoObject{
			Bytes: info.FileBytes, Engine: info.Engine, Path: info.Path, Schema: info.Schema, SQLite: sqlite,
			Tables: tables, Version: info.Version, WALBytes: info.WALBytes,
		})
	}
	fmt.Fprintf(o.Out, "%s: schema %d, %s %s, %s bytes\n", text.OneLine(info.Path), info.Schema, info.Engine, info.Version, text.Grouped(info.FileBytes+info.WALBytes))
	for _, g := range info.Graders {
		fmt.Fprintf(o.Out, "%s graded by grader %s\n", text.Count(g.Rows, "puzzle", "puzzles"), text.OneLine(g.Name))
	}
	for _, v := range info.Variants {
		fmt.Fprintf(o.Out, "%s of the variant %s\n", text.Count(v.Rows, "puzzle", "puzzles"), text.OneLine(v.Name))
	}
	var rows [][]string
	for _, t := range info.Tables {
		rows = append(rows, []string{t.Name, text.Grouped(t.Rows)})
	}
	return cli.TextRows(o.Out, []string{"table", "rows"}, rows)
}
