package main

import (
	"context"
	"fmt"
	"maps"
	"slices"

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

type dbInfoOptions struct {
	Call `fields:"db,json"`
}

func dbInfoCommand(s Streams) *cli.Command {
	var o dbInfoOptions
	return newCommand(s, "db info", "", &o, readingDB(&o.Call, o.info), lineKind{"the database", store.Info{}})
}

func (o *dbInfoOptions) info(ctx context.Context, db *store.DB) error {
	info, err := db.Info(ctx)
	if err != nil {
		return err
	}
	if o.JSON {
		return printJSON(o.Out, info)
	}
	fmt.Fprintf(o.Out, "%s: schema %d, %s %s, %s bytes\n", text.OneLine(info.Path), info.Schema, info.Engine, info.Version, text.Grouped(info.Bytes+info.WALBytes))
	for _, g := range info.Graders {
		fmt.Fprintf(o.Out, "%s graded by grader %s\n", text.Count(g.Rows, "puzzle", "puzzles"), text.OneLine(g.Name))
	}
	for _, v := range info.Variants {
		fmt.Fprintf(o.Out, "%s of the variant %s\n", text.Count(v.Rows, "puzzle", "puzzles"), text.OneLine(v.Name))
	}
	var rows [][]string
	for _, name := range slices.Sorted(maps.Keys(info.Tables)) {
		rows = append(rows, []string{name, text.Grouped(info.Tables[name])})
	}
	return textRows(o.Out, []string{"table", "rows"}, rows)
}
