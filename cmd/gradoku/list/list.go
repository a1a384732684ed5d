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

// table is what "list" prints: a title row and the rows below.
type table struct {
	header []string
	rows   [][]string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

var listings = []struct {
	name, usage string
	fill        func(ctx context.Context, o *options, t *table) error
}{
	{"solvers", "the solvers and what each can do", func(_ context.Context, _ *options, t *table) error {
		t.header = []string{"name", "sizes", "can", "summary"}
		for _, v := range solving.Solvers() {
			t.add(v.Name, strings.Trim(fmt.Sprint(v.Sizes), "[]"), v.Caps.String(), v.Summary)
		}
		return nil
	}},
	{"techniques", "the techniques of the rating, in the order in which they are tried", func(_ context.Context, o *options, t *table) error {
		human, err := grading.HumanLadder(o.ladder)
		if err != nil {
			return err
		}
		if human {
			t.header = []string{"id", "level", "score", "rating", "name"}
			for _, technique := range grade.Ladders()[1].Techniques() {
				t.add(technique.ID, technique.Level.String(), fmt.Sprint(technique.Score), cli.RatingText(technique.Rating), technique.Name)
			}
			return nil
		}
		t.header = []string{"id", "rating", "name"}
		for _, technique := range grade.Techniques() {
			t.add(technique.ID, cli.RatingText(technique.Rating), technique.Name)
		}
		return nil
	}},
	{"formats", "the file formats", func(_ context.Context, _ *options, t *table) error {
		t.header = []string{"name", "extensions", "summary"}
		for _, f := range corpus.Formats() {
			summary, _, _ := strings.Cut(f.Doc, ". ")
			t.add(f.Name, strings.Join(f.Extensions, " "), strings.TrimSuffix(summary, "."))
		}
		return nil
	}},
	{"levels", "the words for difficulty and the ratings they stand for", func(_ context.Context, _ *options, t *table) error {
		t.header = []string{"name", "rating", "meaning"}
		for _, l := range grade.Levels() {
			t.add(l.Name, l.Interval(), l.Doc)
		}
		return nil
	}},
	{"sizes", "the sizes of puzzles", func(_ context.Context, _ *options, t *table) error {
		t.header = []string{"size", "box", "cells", "digits"}
		for _, g := range board.Sizes() {
			t.add(fmt.Sprint(g.Size), fmt.Sprintf("%dx%d", g.BoxRows, g.BoxCols), fmt.Sprint(g.Cells), g.All.String())
		}
		return nil
	}},
	{"symmetries", "the symmetries of clue patterns", func(_ context.Context, _ *options, t *table) error {
		t.header = []string{"name", "meaning"}
		for _, s := range board.Symmetries() {
			t.add(s.Name, s.Doc)
		}
		return nil
	}},
	{"columns", "what a condition of export --where can be about", func(_ context.Context, _ *options, t *table) error {
		t.header = []string{"name", "meaning"}
		for _, c := range store.Columns() {
			t.add(c.Name, c.Doc)
		}
		return nil
	}},
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
				var t table
				if err := l.fill(ctx, &o, &t); err != nil {
					return err
				}
				if o.json {
					return cli.JSONRows(o.Out, t.header, t.rows)
				}
				return cli.TextRows(o.Out, t.header, t.rows)
			}),
		})
	}
	return list
}

// listExports leaves out of the text what only programs read: the hash, and the
// unset fields of a filter.
func listExports(ctx context.Context, o *options, t *table) error {
	return cli.WithDB(ctx, o.db, func(db *store.DB) error {
		exports, err := db.Exports(ctx)
		if err != nil {
			return err
		}
		t.header = []string{"export", "format", "puzzles", "created", "file", "filter"}
		if o.json {
			t.header = slices.Insert(t.header, 5, "sha256")
		}
		for _, e := range exports {
			if o.json {
				t.add(fmt.Sprint(e.ID), e.Kind, fmt.Sprint(e.Puzzles), e.CreatedAt.Format(time.RFC3339), e.Path, e.SHA256, e.FilterJSON)
			} else {
				t.add(fmt.Sprint(e.ID), e.Kind, text.Grouped(e.Puzzles), e.CreatedAt.Format(time.DateTime), e.Path, filterWords(e.FilterJSON))
			}
		}
		return nil
	})
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
