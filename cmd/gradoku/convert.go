package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gradoku/corpus"
	"gradoku/internal/text"
	"gradoku/task"
)

type convertOptions struct {
	Call    `fields:"from,quiet"`
	Output  string          `query:"o" alias:"output" minLength:"1" value:"FILE" doc:"write to FILE, - for stdout"`
	Format  task.FileFormat `query:"format" doc:"one of gradoku list formats" usual:"by the file's extension, else line"`
	Columns string          `query:"columns" doc:"write only these values, for example id,rating"`
	Label   string          `query:"label" value:"NAME" doc:"use the value called NAME as the label of a puzzle"`
}

func convertCommand(s Streams) *cli.Command {
	o := convertOptions{Output: "-"}
	return newCommand(s, "convert", "[FILE|-|PUZZLE]...", &o, o.run)
}

func (o *convertOptions) run(ctx context.Context) error {
	o.Candidates = true // report says if they are left out
	if err := o.checkApart(task.Output{Flag: "-o", Path: o.Output}); err != nil {
		return err
	}
	format, err := task.FormatFor(o.Format.Name, o.Output)
	if err != nil {
		return err
	}
	c := conversion{convertOptions: o, target: format, unseen: map[string]bool{}, kept: map[string]bool{}}
	if o.Columns != "" {
		for name := range strings.SplitSeq(o.Columns, ",") {
			name = strings.TrimSpace(name)
			if c.only = append(c.only, name); !format.Carries.Keeps(name) {
				return task.UsageError(fmt.Errorf("--columns: %s has no place for %q", format.Name, name), "name another --format; gradoku list formats shows what each keeps")
			}
		}
	}
	for _, name := range append(slices.Clone(c.only), o.Label) {
		if name != "" && name != "puzzle" && name != "solution" && name != corpus.Label {
			c.unseen[name] = true
		}
	}
	err = o.write(ctx, o.Output, task.Packed(o.Output, func(w io.Writer) error {
		out := o.prompt(w)
		rows := c.rows(ctx, o.puzzles(ctx))
		// A table begins with the names of its columns. JSON lines name them for each puzzle,
		// so puzzles that arrive one by one are written one by one.
		if format.Carries.Values && (c.only != nil || format.Name != "jsonl" || !o.streaming()) {
			rows = corpus.Aligned(rows, c.only)
		}
		if err := format.Write(out, rows); err != nil || len(c.unseen) == 0 || c.written == 0 {
			return err
		}
		return task.UsageError(fmt.Errorf("no puzzle has a value named %s", strings.Join(slices.Sorted(maps.Keys(c.unseen)), ", ")), "--format jsonl shows which values the puzzles have")
	}))
	if err != nil {
		return err
	}
	return c.report()
}

// conversion is one run of convert.
type conversion struct {
	*convertOptions
	target corpus.Format
	only   []string // columns to write, nil for all

	written int64
	unseen  map[string]bool // requested values that no puzzle has had
	kept    map[string]bool // whether the format keeps a value of that name
	lost    []string        // names of values that it does not keep
}

// rows turns records into rows, and rejects records that cannot become one.
func (c *conversion) rows(ctx context.Context, records iter.Seq2[task.Source, error]) iter.Seq2[corpus.Row, error] {
	return func(yield func(corpus.Row, error) bool) {
		for src, err := range records {
			if ctx.Err() != nil {
				yield(corpus.Row{}, ctx.Err())
				return
			}
			var row corpus.Row
			if err == nil {
				row = src.Record.Row()
				if err = c.target.Holds(row.Puzzle); err != nil {
					err = &corpus.LineError{File: src.Name, Line: src.Record.Line, Column: src.Record.Column, Reason: err.Error()}
				}
			}
			if bad := (*corpus.LineError)(nil); errors.As(err, &bad) {
				c.note(err)
				continue
			}
			if err != nil {
				yield(corpus.Row{}, err)
				return
			}
			c.shape(&row)
			c.written++
			if !yield(row, nil) {
				return
			}
			c.counted()
		}
	}
}

// shape gives a row the requested values.
func (c *conversion) shape(row *corpus.Row) {
	for _, value := range row.Values {
		delete(c.unseen, value.Name)
	}
	named := func(value corpus.Value) bool { return c.Label != "" && strings.EqualFold(value.Name, c.Label) }
	if i := slices.IndexFunc(row.Values, named); i >= 0 {
		delete(c.unseen, c.Label)
		row.Values = append(row.Values, corpus.Text(corpus.Label, row.Values[i].String()))
	}
	if c.only != nil {
		row.Values = slices.DeleteFunc(row.Values, func(value corpus.Value) bool {
			return !slices.Contains(c.only, value.Name) && (c.Label == "" || value.Name != corpus.Label)
		})
	}
	if row.Solution != "" && !c.target.Carries.Solution {
		c.lose("solution")
	}
	if c.target.Carries.Values {
		return
	}
	for _, value := range row.Values {
		c.lose(value.Name)
	}
}

// lose remembers the names of values that the format cannot hold.
func (c *conversion) lose(name string) {
	if _, known := c.kept[name]; known || len(c.kept) > 100 {
		return
	}
	c.kept[name] = c.target.Carries.Keeps(name)
	if !c.kept[name] {
		c.lost = append(c.lost, name)
	}
}

// report prints a summary; its error decides the exit code.
func (c *conversion) report() error {
	where := ""
	if c.Output != "-" {
		where = " to " + c.Output
	}
	c.say("%s written%s as %s", text.Count(c.written, "puzzle", "puzzles"), where, c.target.Name)
	if len(c.lost) > 0 {
		c.say("left out, since %s cannot hold it: %s", c.target.Name, strings.Join(c.lost, ", "))
	}
	return c.rejections("")
}
