package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gradoku/api"
	"gradoku/board"
	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/internal/text"
	"gradoku/store"
	"gradoku/task"
)

// The records of the lists in JSON.
type (
	solverRow struct {
		Can     []string `json:"can" jsonschema:"its capabilities"`
		Name    string   `json:"name"`
		Sizes   []int    `json:"sizes" jsonschema:"the sizes that it supports"`
		Summary string   `json:"summary"`
	}
	techniqueRow struct {
		ID     string     `json:"id"`
		Name   string     `json:"name"`
		Rating api.Tenths `json:"rating"`
	}
	formatRow struct {
		Extensions []string `json:"extensions"`
		Name       string   `json:"name"`
		Summary    string   `json:"summary"`
	}
	variantRow struct {
		Meaning string `json:"meaning"`
		Name    string `json:"name"`
		Sizes   []int  `json:"sizes" jsonschema:"the sizes in which it exists"`
	}
)

// listing is one of the lists.
type listing struct {
	name, usage string
	lines       []lineKind // the records that it prints in JSON
	fill        func(t *table)
}

var listings = []listing{
	{"solvers", "the solvers and what each can do", []lineKind{{"a solver", solverRow{}}}, func(t *table) {
		t.Header = []string{"name", "sizes", "can", "summary"}
		for _, v := range solvers() {
			t.add(solverRow{strings.Split(v.Caps.String(), ", "), v.Name, v.Sizes, v.Summary}, v.Name, strings.Trim(fmt.Sprint(v.Sizes), "[]"), v.Caps.String(), v.Summary)
		}
	}},
	{"formats", "the file formats", []lineKind{{"a format", formatRow{}}}, func(t *table) {
		t.Header = []string{"name", "extensions", "summary"}
		for _, f := range corpus.Formats() {
			summary, _, _ := strings.Cut(f.Doc, ". ")
			summary = strings.TrimSuffix(summary, ".")
			t.add(formatRow{f.Extensions, f.Name, summary}, f.Name, strings.Join(f.Extensions, " "), summary)
		}
	}},
	{"levels", "the difficulty levels and their limits", []lineKind{{"a level", api.LevelRow{}}}, func(t *table) {
		t.Header = []string{"id", "name", "rating up to", "scan effort up to (9x9)", "meaning"}
		limit := func(at, none int) string {
			if at == none {
				return "-"
			}
			return text.Rating(at)
		}
		for _, l := range grade.Levels() {
			t.add(api.LevelRowOf(l), l.ID, l.Label, limit(l.MaxRating, grade.NoCeiling), limit(l.MaxScan, 0), l.Doc)
		}
	}},
	{"sizes", "the sizes of puzzles", []lineKind{{"a size", api.SizeRow{}}}, func(t *table) {
		t.Header = []string{"size", "box", "cells", "digits"}
		for _, g := range board.Sizes() {
			box := fmt.Sprintf("%dx%d", g.BoxRows, g.BoxCols)
			t.add(api.SizeRowOf(g), fmt.Sprint(g.Size), box, fmt.Sprint(g.Cells), g.All.String())
		}
	}},
	{"variants", "the variants: puzzles with other houses", []lineKind{{"a variant", variantRow{}}}, func(t *table) {
		t.Header = []string{"name", "sizes", "meaning"}
		for _, v := range board.Variants() {
			t.add(variantRow{v.Doc, v.Name, v.Sizes}, v.Name, strings.Trim(fmt.Sprint(v.Sizes), "[]"), v.Doc)
		}
	}},
	{"symmetries", "the symmetries of clue patterns", []lineKind{{"a row", api.NameRow{}}}, func(t *table) {
		t.Header = []string{"name", "meaning"}
		for _, s := range board.Symmetries() {
			t.add(api.NameRow{Meaning: s.Doc, Name: s.Name}, s.Name, s.Doc)
		}
	}},
	{"presets", "the styles for books that come with gradoku", []lineKind{{"a row", api.NameRow{}}}, func(t *table) {
		t.Header = []string{"name", "meaning"}
		for _, p := range task.Presets() {
			t.add(api.NameRow{Meaning: p.Doc, Name: p.Name}, p.Name, p.Doc)
		}
	}},
	{"columns", "the columns for conditions such as export --where", []lineKind{{"a row", api.NameRow{}}}, func(t *table) {
		t.Header = []string{"name", "meaning"}
		for _, c := range store.Columns() {
			t.add(api.NameRow{Meaning: c.Doc, Name: c.Name}, c.Name, c.Doc)
		}
	}},
}

func listCommand(s Streams) *cli.Command {
	list := commandGroup("list")
	for _, l := range listings {
		var o struct {
			Call `fields:"json"`
		}
		list.Subcommands = append(list.Subcommands, listingCommand(s, l.name, l.usage, &o, &o.Call, func(_ context.Context, t *table) error {
			l.fill(t)
			return nil
		}, l.lines...))
	}
	list.Subcommands = append(list.Subcommands, listTechniquesCommand(s), listExportsCommand(s))
	return list
}

// listingCommand returns the command that prints a list.
func listingCommand(s Streams, name, usage string, o commandOptions, call *Call, fill func(context.Context, *table) error, lines ...lineKind) *cli.Command {
	c := newCommand(s, "list "+name, "", o, func(ctx context.Context) error {
		var t table
		if err := fill(ctx, &t); err != nil {
			return err
		}
		return t.print(call)
	}, lines...)
	c.Usage = usage
	return c
}

func listTechniquesCommand(s Streams) *cli.Command {
	var o struct {
		Call `fields:"json"`
		ladder
	}
	return listingCommand(s, "techniques", "the techniques of the rating, in the order in which they are tried", &o, &o.Call, func(_ context.Context, t *table) error {
		if !o.human() {
			t.Header = []string{"id", "rating", "name"}
			for _, technique := range grade.Techniques() {
				t.add(techniqueRow{technique.ID, technique.Name, api.Tenths(technique.Rating)}, technique.ID, text.Rating(technique.Rating), technique.Name)
			}
			return nil
		}
		t.Header = []string{"id", "score", "rating", "name"}
		for _, technique := range grade.Ladders()[1].Techniques() {
			t.add(api.TechniqueRowOf(technique, technique.Name),
				technique.ID, fmt.Sprint(technique.Score), text.Rating(technique.Rating), technique.Name)
		}
		return nil
	}, lineKind{"a technique", techniqueRow{}}, lineKind{"a technique, with --technique-order human", api.TechniqueRow{}})
}

// listExportsCommand prints exports, as text without the hash and the selection, or removes one.
func listExportsCommand(s Streams) *cli.Command {
	var o struct {
		Call `fields:"db,quiet,json"`
		Free int64 `query:"free" minimum:"1" value:"N" doc:"forget export N, so that new books can use its puzzles; its file stays, but --from-export can no longer make the same book"`
	}
	return listingCommand(s, "exports", "the recorded exports and books of the database", &o, &o.Call, func(ctx context.Context, t *table) error {
		mode := store.ReadOnly
		if o.Free > 0 {
			mode = store.ReadWrite
		}
		db, err := task.OpenExisting(ctx, o.DB, mode)
		if err != nil {
			return err
		}
		defer db.Close()
		exports, err := db.Exports(ctx)
		if err != nil {
			return err
		}
		if o.Free > 0 {
			i := slices.IndexFunc(exports, func(e store.ExportRow) bool { return e.ID == o.Free && !e.Pending })
			if i < 0 {
				return task.UsageError(fmt.Errorf("%s has no finished export %d", db.Path(), o.Free), "gradoku list exports"+o.dbHint()+" shows the exports")
			}
			if err := db.FreeExports(ctx, o.Free); err != nil {
				return err
			}
			o.say("new books can use the %s of export %d", text.Count(exports[i].Puzzles, "puzzle", "puzzles"), o.Free)
			exports = slices.Delete(exports, i, i+1)
		}
		t.Header = []string{"export", "format", "puzzles", "created", "file"}
		pending := map[bool]string{true: " (not finished)"}
		for _, e := range exports {
			t.add(e, fmt.Sprint(e.ID), e.Kind, text.Grouped(e.Puzzles), timeText(e.CreatedAt, time.DateTime), e.Path+pending[e.Pending])
		}
		return nil
	}, lineKind{"an export", store.ExportRow{}})
}
