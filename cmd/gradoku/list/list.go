// Package list prints the tables of gradoku: the choices that commands offer, and
// the contents of a database.
package list

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/cmd/gradoku/cli"
	grading "gradoku/cmd/gradoku/grade"
	"gradoku/cmd/gradoku/runs"
	solving "gradoku/cmd/gradoku/solve"
	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/internal/text"
	"gradoku/store"
)

// options are what the command line of a "gradoku list" says.
type options struct {
	cli.Call
	ladder, db string
	json       bool
}

// listing is one table that "list" can print: a title row and the rows below.
type listing struct {
	name, usage string
	rows        func(ctx context.Context, o *options) (header []string, rows [][]string, err error)
}

var listings = []listing{
	{"solvers", "the solvers and what each can do", listSolvers},
	{"techniques", "the techniques of the rating, in the order in which they are tried", listTechniques},
	{"formats", "the file formats", listFormats},
	{"levels", "the words for difficulty and the ratings they stand for", listLevels},
	{"sizes", "the sizes of puzzles", listSizes},
	{"symmetries", "the symmetries of clue patterns", listSymmetries},
	{"columns", "what a condition of export --where can be about", listColumns},
	{"exports", "the files that were written from the database", listExports},
}

// Command is "gradoku list".
func Command(s cli.Streams) *urfave.Command {
	list := &urfave.Command{
		Name:      "list",
		Usage:     "list solvers, techniques, formats, levels, sizes, symmetries, columns, runs or exports",
		UsageText: "gradoku list techniques\ngradoku list runs --db puzzles.db --json",
	}
	for _, l := range listings {
		var o options
		flags := []urfave.Flag{cli.JSONFlag(&o.json, "print one JSON object per row")}
		switch l.name {
		case "techniques":
			flags = append(flags, grading.LadderFlag(&o.ladder))
		case "exports":
			flags = append(flags, cli.DBFlag(&o.db))
			list.Subcommands = append(list.Subcommands, runs.ListCommand(s))
		}
		list.Subcommands = append(list.Subcommands, &urfave.Command{
			Name: l.name, Usage: l.usage, UsageText: "gradoku list " + l.name, Flags: flags, Before: cli.NoArgs,
			Action: cli.Action(s, &o.Call, func(ctx context.Context) error {
				header, rows, err := l.rows(ctx, &o)
				if err != nil {
					return err
				}
				if o.json {
					return cli.JSONRows(o.Out, header, rows)
				}
				return cli.TextRows(o.Out, header, rows)
			}),
		})
	}
	return list
}

func listSolvers(context.Context, *options) ([]string, [][]string, error) {
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

func listTechniques(_ context.Context, o *options) ([]string, [][]string, error) {
	human, err := grading.HumanLadder(o.ladder)
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

func listFormats(context.Context, *options) ([]string, [][]string, error) {
	var rows [][]string
	for _, f := range corpus.Formats() {
		summary, _, _ := strings.Cut(f.Doc, ". ")
		rows = append(rows, []string{f.Name, strings.Join(f.Extensions, " "), strings.TrimSuffix(summary, ".")})
	}
	return []string{"name", "extensions", "summary"}, rows, nil
}

func listLevels(context.Context, *options) ([]string, [][]string, error) {
	var rows [][]string
	for _, l := range grade.Levels() {
		rows = append(rows, []string{l.Name, l.Interval(), l.Doc})
	}
	return []string{"name", "rating", "meaning"}, rows, nil
}

func listSizes(context.Context, *options) ([]string, [][]string, error) {
	var rows [][]string
	for _, g := range board.Sizes() {
		rows = append(rows, []string{
			fmt.Sprint(g.Size), fmt.Sprintf("%dx%d", g.BoxRows, g.BoxCols), fmt.Sprint(g.Cells), g.All.String(),
		})
	}
	return []string{"size", "box", "cells", "digits"}, rows, nil
}

func listSymmetries(context.Context, *options) ([]string, [][]string, error) {
	var rows [][]string
	for _, s := range board.Symmetries() {
		rows = append(rows, []string{s.Name, s.Doc})
	}
	return []string{"name", "meaning"}, rows, nil
}

func listColumns(context.Context, *options) ([]string, [][]string, error) {
	var rows [][]string
	for _, c := range store.Columns() {
		rows = append(rows, []string{c.Name, c.Doc})
	}
	return []string{"name", "meaning"}, rows, nil
}

// listExports leaves out of the table what only programs read: the hash, and the
// unset fields of a filter.
func listExports(ctx context.Context, o *options) (header []string, rows [][]string, err error) {
	var exports []store.ExportRow
	err = cli.WithDB(ctx, o.db, func(db *store.DB) error {
		exports, err = db.Exports(ctx)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	for _, e := range exports {
		if o.json {
			rows = append(rows, []string{
				fmt.Sprint(e.ID), e.Kind, fmt.Sprint(e.Puzzles), e.CreatedAt.Format(time.RFC3339), e.Path, e.SHA256, e.FilterJSON,
			})
		} else {
			rows = append(rows, []string{
				fmt.Sprint(e.ID), e.Kind, text.Grouped(e.Puzzles), e.CreatedAt.Format(time.DateTime), e.Path, filterWords(e.FilterJSON),
			})
		}
	}
	if o.json {
		return []string{"export", "format", "puzzles", "created", "file", "sha256", "filter"}, rows, nil
	}
	return []string{"export", "format", "puzzles", "created", "file", "filter"}, rows, nil
}

// filterWords writes the fields of a recorded filter that are set. A book has other
// fields than an export.
func filterWords(filter string) string {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(filter), &fields); err != nil {
		return filter
	}
	var words []string
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		switch value := string(fields[name]); value {
		case `null`, `0`, `""`, `false`, `[]`, `{}`, `"id"`, `"printed"`: // nothing, or what export does anyway
		default:
			words = append(words, name+" "+strings.Trim(value, `"`))
		}
	}
	return strings.Join(words, ", ")
}
