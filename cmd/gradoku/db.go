package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"gradoku/store"
)

func dbCommand(s streams) *cli.Command {
	return &cli.Command{
		Name:      "db",
		Usage:     "tell what is in a database, check it, or merge several",
		UsageText: "gradoku db info\ngradoku db check --db puzzles.db\ngradoku db merge -o all.db slice1.db slice2.db",
		Subcommands: []*cli.Command{
			{
				Name: "info", Usage: "print versions, sizes and counts",
				UsageText: "gradoku db info --db puzzles.db\ngradoku db info --json",
				Flags:     []cli.Flag{dbFlag(), jsonFlag("print one JSON object")},
				Before:    noArgs,
				Action:    func(c *cli.Context) error { return withDB(c, s, dbInfo) },
			},
			{
				Name: "check", Usage: "look for damage and contradictions; exit code 1 when there are any",
				UsageText:   "gradoku db check --db puzzles.db\ngradoku db check --quick",
				Description: "Checks the file as SQLite does, and then every puzzle: clues against solution, key, counters of runs.",
				Flags:       []cli.Flag{dbFlag(), &cli.BoolFlag{Name: "quick", Usage: "only the file, not every puzzle"}, jsonFlag("print one JSON object per problem")},
				Before:      noArgs,
				Action:      func(c *cli.Context) error { return withDB(c, s, dbCheck) },
			},
			dbMergeCommand(s),
		},
	}
}

func dbInfo(c *cli.Context, s streams, db *store.DB) error {
	info, err := db.Info(c.Context)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		tables := map[string]int64{}
		for _, t := range info.Tables {
			tables[t.Name] = t.Rows
		}
		return printJSON(s.out, map[string]any{
			"path": info.Path, "schema": info.Schema, "sqlite": info.SQLite,
			"bytes": info.FileBytes, "wal_bytes": info.WALBytes, "tables": tables,
		})
	}
	fmt.Fprintf(s.out, "%s: schema %d, SQLite %s, %s bytes\n", info.Path, info.Schema, info.SQLite, grouped(info.FileBytes+info.WALBytes))
	for _, g := range info.Graders {
		fmt.Fprintf(s.out, "%s puzzles graded by grader %s\n", grouped(g.Rows), g.Name)
	}
	var rows [][]string
	for _, t := range info.Tables {
		rows = append(rows, []string{t.Name, grouped(t.Rows)})
	}
	return textRows(s.out, []string{"table", "rows"}, rows)
}

func dbCheck(c *cli.Context, s streams, db *store.DB) error {
	problems, err := db.Check(c.Context, !c.Bool("quick"))
	if err != nil {
		return err
	}
	for _, p := range problems {
		if c.Bool("json") {
			if err := printJSON(s.out, p); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintln(s.out, p)
	}
	if len(problems) > 0 {
		return dataError(fmt.Errorf("%s has %d problems", db.Path(), len(problems)), "restore it from a copy, or export the good puzzles into a new one")
	}
	if !c.Bool("json") {
		fmt.Fprintf(s.out, "%s is in order\n", db.Path())
	}
	return nil
}
