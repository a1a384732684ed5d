package db

import (
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/store"
)

func Command(s cli.Streams) *urfave.Command {
	return &urfave.Command{
		Name:      "db",
		Usage:     "tell what is in a database, check it, or merge several",
		UsageText: "gradoku db info\ngradoku db check --db puzzles.db\ngradoku db merge -o all.db slice1.db slice2.db",
		Subcommands: []*urfave.Command{
			{
				Name: "info", Usage: "print versions, sizes and counts",
				UsageText: "gradoku db info --db puzzles.db\ngradoku db info --json",
				Flags:     []urfave.Flag{cli.DBFlag(nil), cli.JSONFlag(nil, "print one JSON object")},
				Before:    cli.NoArgs,
				Action:    func(c *urfave.Context) error { return cli.WithDBOf(c, s, dbInfo) },
			},
			{
				Name: "check", Usage: "look for damage and contradictions; exit code 1 when there are any",
				UsageText:   "gradoku db check --db puzzles.db\ngradoku db check --quick",
				Description: "Checks the file as SQLite does, and then every puzzle: clues against solution, key, counters of runs.",
				Flags:       []urfave.Flag{cli.DBFlag(nil), &urfave.BoolFlag{Name: "quick", Usage: "only the file, not every puzzle"}, cli.JSONFlag(nil, "print one JSON object per problem")},
				Before:      cli.NoArgs,
				Action:      func(c *urfave.Context) error { return cli.WithDBOf(c, s, dbCheck) },
			},
			dbMergeCommand(s),
		},
	}
}

func dbInfo(c *urfave.Context, s cli.Streams, db *store.DB) error {
	info, err := db.Info(c.Context)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		tables := map[string]int64{}
		for _, t := range info.Tables {
			tables[t.Name] = t.Rows
		}
		return cli.PrintJSON(s.Out, map[string]any{
			"path": info.Path, "schema": info.Schema, "sqlite": info.SQLite,
			"bytes": info.FileBytes, "wal_bytes": info.WALBytes, "tables": tables,
		})
	}
	fmt.Fprintf(s.Out, "%s: schema %d, SQLite %s, %s bytes\n", info.Path, info.Schema, info.SQLite, cli.Grouped(info.FileBytes+info.WALBytes))
	for _, g := range info.Graders {
		fmt.Fprintf(s.Out, "%s puzzles graded by grader %s\n", cli.Grouped(g.Rows), g.Name)
	}
	var rows [][]string
	for _, t := range info.Tables {
		rows = append(rows, []string{t.Name, cli.Grouped(t.Rows)})
	}
	return cli.TextRows(s.Out, []string{"table", "rows"}, rows)
}

func dbCheck(c *urfave.Context, s cli.Streams, db *store.DB) error {
	problems, err := db.Check(c.Context, !c.Bool("quick"))
	if err != nil {
		return err
	}
	for _, p := range problems {
		if c.Bool("json") {
			if err := cli.PrintJSON(s.Out, p); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintln(s.Out, p)
	}
	if len(problems) > 0 {
		return cli.DataError(fmt.Errorf("%s has %d problems", db.Path(), len(problems)), "restore it from a copy, or export the good puzzles into a new one")
	}
	if !c.Bool("json") {
		fmt.Fprintf(s.Out, "%s is in order\n", db.Path())
	}
	return nil
}
