package main

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v2"

	"gradoku/internal/text"
	"gradoku/store"
	"gradoku/task"
)

func dbCommand(s Streams) *cli.Command {
	return commandGroup("db", dbInfoCommand(s), dbCheckCommand(s), dbCopyCommand(s))
}

func dbCopyCommand(s Streams) *cli.Command {
	var o struct {
		Call `fields:"db,quiet"`
		task.Copy
	}
	return newCommand(s, "db copy", "", &o, func(ctx context.Context) error {
		env, finish := o.env(nil)
		err := o.Copy.Run(ctx, env)
		finish()
		if err == nil {
			fmt.Fprintf(o.Out, "%s copied to %s\n", text.OneLine(store.Shown(o.DB)), text.OneLine(store.Shown(o.Output)))
		}
		return err
	})
}

type dbInfoObject struct {
	Bytes    int64            `json:"bytes"`
	Engine   string           `json:"engine"`
	Path     string           `json:"path"`
	Schema   int              `json:"schema"`
	SQLite   string           `json:"sqlite"` // "" for another engine
	Tables   map[string]int64 `json:"tables"`
	Version  string           `json:"version"` // of the engine
	WALBytes int64            `json:"wal_bytes"`
}

type dbInfoOptions struct {
	Call `fields:"db,json"`
}

func dbInfoCommand(s Streams) *cli.Command {
	var o dbInfoOptions
	return newCommand(s, "db info", "", &o, readingDB(&o.Call, o.info), lineKind{"the database", dbInfoObject{}})
}

func (o *dbInfoOptions) info(ctx context.Context, db *store.DB) error {
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
		return printJSON(o.Out, dbInfoObject{
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
	return textRows(o.Out, []string{"table", "rows"}, rows)
}
