package main

import (
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"gradoku/store"
)

func listColumns(*cli.Context) ([]string, [][]string, error) {
	var rows [][]string
	for _, c := range store.Columns() {
		rows = append(rows, []string{c.Name, c.Doc})
	}
	return []string{"name", "meaning"}, rows, nil
}

func listExports(c *cli.Context) ([]string, [][]string, error) {
	db, err := store.Open(c.Context, dbPath(c), store.ReadOnly)
	if err != nil {
		return nil, nil, err
	}
	defer db.Close()
	exports, err := db.Exports(c.Context)
	if err != nil {
		return nil, nil, err
	}
	var rows [][]string
	for _, e := range exports {
		rows = append(rows, []string{
			fmt.Sprint(e.ID), e.Kind, fmt.Sprint(e.Puzzles), e.CreatedAt.Format(time.RFC3339), e.Path, e.SHA256, e.FilterJSON,
		})
	}
	return []string{"export", "format", "puzzles", "created", "file", "sha256", "filter"}, rows, nil
}
