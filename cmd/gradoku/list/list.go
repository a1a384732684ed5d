package db

import (
	"fmt"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/cmd/gradoku/cli"
	grading "gradoku/cmd/gradoku/grade"
	solving "gradoku/cmd/gradoku/solve"
	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/store"
)

// listing is one thing that "list" can show: a title row and the rows below.
type listing struct {
	name, usage string
	db          bool // reads the database
	rows        func(c *urfave.Context) (header []string, rows [][]string, err error)
}

var listings = []listing{
	{"solvers", "the solvers and what each can do", false, listSolvers},
	{"techniques", "the techniques of the rating, in the order in which they are tried", false, listTechniques},
	{"formats", "the file formats", false, listFormats},
	{"levels", "the words for difficulty and the ratings they stand for", false, listLevels},
	{"sizes", "the sizes of puzzles", false, listSizes},
	{"symmetries", "the symmetries of clue patterns", false, listSymmetries},
	{"columns", "what a condition of export --where can be about", false, listColumns},
	{"runs", "the runs in the database", true, listRuns},
	{"exports", "the files that were written from the database", true, listExports},
}

func ListCommand(s cli.Streams) *urfave.Command {
	list := &urfave.Command{
		Name:      "list",
		Usage:     "list solvers, techniques, formats, levels, sizes, symmetries, columns, runs or exports",
		UsageText: "gradoku list techniques\ngradoku list runs --db puzzles.db --json",
	}
	for _, l := range listings {
		flags := []urfave.Flag{cli.JSONFlag(nil, "print one JSON object per row")}
		if l.db {
			flags = append(flags, cli.DBFlag(nil))
		}
		if l.name == "techniques" {
			flags = append(flags, grading.LadderFlag(nil))
		}
		list.Subcommands = append(list.Subcommands, &urfave.Command{
			Name: l.name, Usage: l.usage, UsageText: "gradoku list " + l.name, Flags: flags, Before: cli.NoArgs,
			Action: func(c *urfave.Context) error {
				header, rows, err := l.rows(c)
				if err != nil {
					return err
				}
				if c.Bool("json") {
					return cli.JsonRows(s.Out, header, rows)
				}
				return cli.TextRows(s.Out, header, rows)
			},
		})
	}
	return list
}

func listSolvers(*urfave.Context) ([]string, [][]string, error) {
	var rows [][]string
	for _, v := range solving.Solvers() {
		var sizes []string
		for _, n := range v.Sizes {
			sizes = append(sizes, fmt.Sprint(n))
		}
		rows = append(rows, []string{v.Name, strings.Join(sizes, " "), v.Caps.String(), v.Summary})
	}
	return []string{"name", "sizes", "can", "summary"}, rows, nil
}

func listTechniques(c *urfave.Context) ([]string, [][]string, error) {
	human, err := grading.HumanLadder(c.String("ladder"))
	if err != nil {
		return nil, nil, err
	}
	if human {
		header, rows := grading.HumanRows()
		return header, rows, nil
	}
	var rows [][]string
	for _, t := range grade.Techniques() {
		rows = append(rows, []string{t.ID, cli.RatingText(t.Rating), t.Name})
	}
	return []string{"id", "rating", "name"}, rows, nil
}

func listFormats(*urfave.Context) ([]string, [][]string, error) {
	var rows [][]string
	for _, f := range corpus.Formats() {
		rows = append(rows, []string{f.Name, strings.Join(f.Extensions, " "), firstSentence(f.Doc)})
	}
	return []string{"name", "extensions", "summary"}, rows, nil
}

// firstSentence shortens a description to a line of a list.
func firstSentence(s string) string {
	head, _, _ := strings.Cut(s, ". ")
	return strings.TrimSuffix(head, ".")
}

func listLevels(*urfave.Context) ([]string, [][]string, error) {
	var rows [][]string
	for _, l := range grade.Levels() {
		rows = append(rows, []string{l.Name, l.Interval(), l.Doc})
	}
	return []string{"name", "rating", "meaning"}, rows, nil
}

func listSizes(*urfave.Context) ([]string, [][]string, error) {
	var rows [][]string
	for _, g := range board.Sizes() {
		rows = append(rows, []string{
			fmt.Sprint(g.Size), fmt.Sprintf("%dx%d", g.BoxRows, g.BoxCols), fmt.Sprint(g.Cells), g.All.String(),
		})
	}
	return []string{"size", "box", "cells", "digits"}, rows, nil
}

func listSymmetries(*urfave.Context) ([]string, [][]string, error) {
	var rows [][]string
	for _, s := range board.Symmetries() {
		rows = append(rows, []string{s.Name, s.Doc})
	}
	return []string{"name", "meaning"}, rows, nil
}

func listRuns(c *urfave.Context) ([]string, [][]string, error) {
	db, err := store.Open(c.Context, cli.DBPath(c), store.ReadOnly)
	if err != nil {
		return nil, nil, err
	}
	defer db.Close()
	runs, err := db.Runs(c.Context)
	if err != nil {
		return nil, nil, err
	}
	var rows [][]string
	for _, r := range runs {
		rows = append(rows, []string{
			fmt.Sprint(r.ID), r.State, fmt.Sprint(r.Accepted), fmt.Sprint(r.Target), fmt.Sprint(r.Next),
			fmt.Sprint(r.Duplicates), fmt.Sprint(r.Seed), r.Version, r.StartedAt.Format(time.RFC3339), r.Options,
		})
	}
	return []string{"run", "state", "puzzles", "target", "tries", "duplicates", "seed", "version", "started", "options"}, rows, nil
}

func listColumns(*urfave.Context) ([]string, [][]string, error) {
	var rows [][]string
	for _, c := range store.Columns() {
		rows = append(rows, []string{c.Name, c.Doc})
	}
	return []string{"name", "meaning"}, rows, nil
}

func listExports(c *urfave.Context) ([]string, [][]string, error) {
	db, err := store.Open(c.Context, cli.DBPath(c), store.ReadOnly)
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
