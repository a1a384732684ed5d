package task

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"gradoku/board"
	"gradoku/corpus"
	"gradoku/generate"
	"gradoku/internal/bind"
	"gradoku/internal/text"
)

// MorphOf is the name of the value that marks a disguised copy. The value names the
// original.
const MorphOf = "morph_of"

// Morph writes disguised copies of puzzles: relabelled, reordered, transposed.
type Morph struct {
	K      int        `query:"k" json:"k,omitempty" minimum:"1" maximum:"1000000" doc:"how many copies of each puzzle" usual:"1" example:"3"`
	Seed   int64      `query:"seed" json:"seed,omitempty" minimum:"0" doc:"random seed, from 0"`
	Output string     `query:"o" json:"output,omitempty" minLength:"1" alias:"output" value:"FILE" doc:"write to FILE, - for stdout" usual:"-"`
	Format FileFormat `query:"format" json:"format,omitzero" doc:"one of gradoku list formats" usual:"by the file's extension, else line"`

	// Puzzles are the originals.
	Puzzles iter.Seq2[Source, error] `json:"-"`
}

// MorphResult says what was done.
type MorphResult struct {
	Puzzles  int `json:"puzzles"`  // puzzles with copies
	Rejected int `json:"rejected"` // puzzles that cannot be read, or have fewer different images than the copies asked for
}

// Run writes the copies. After a [Rejected] original, it goes on.
func (m Morph) Run(ctx context.Context, env Env) (MorphResult, error) {
	var result MorphResult
	if err := bind.Check(&m, nil); err != nil {
		return result, err
	}
	m.Output = cmp.Or(m.Output, "-")
	format, err := FormatFor(m.Format.Name, m.Output)
	if err != nil {
		return result, err
	}
	err = env.write(ctx, m.Output, Packed(m.Output, func(w io.Writer) error { return format.Write(w, m.rows(ctx, &env, &result)) }))
	return result, err
}

// rows yields the copies of the puzzles.
func (m *Morph) rows(ctx context.Context, env *Env, result *MorphResult) iter.Seq2[corpus.Row, error] {
	reject := func(src *Source, err error) {
		result.Rejected++
		env.notify(Event{Rejected: &Rejected{File: src.Name, Line: src.Record.Line, Text: err.Error(), Err: err}})
	}
	return func(yield func(corpus.Row, error) bool) {
		copies := morphs{morpher: generate.NewMorpher(), k: max(1, m.K), seed: m.Seed}
		for src, err := range m.Puzzles {
			var p *Problem
			var line *corpus.LineError
			switch {
			case errors.As(err, &p) || err != nil && !errors.As(err, &line): // the rest of the file cannot be read
				yield(corpus.Row{}, err)
				return
			case ctx.Err() != nil:
				yield(corpus.Row{}, ctx.Err())
				return
			case err == nil:
				if err = src.Record.Puzzle.Check(); err != nil {
					err = Placed(&src, err)
				}
			}
			if err != nil {
				reject(&src, err)
				continue
			}
			row := src.Record.Row()
			for copied, err := range copies.of(&row, src.Place()) {
				if err != nil {
					reject(&src, err)
				} else if !yield(copied, nil) {
					return
				}
			}
			result.Puzzles++
			env.counted(result.Puzzles)
		}
	}
}

// morphs makes the copies of successive puzzles.
type morphs struct {
	morpher *generate.Morpher
	k       int
	seed    int64
	index   uint64 // of the next puzzle
}

// of yields the copies of a row, marked with the name of the original. It yields an error
// if the puzzle has fewer different copies than were asked for.
func (m *morphs) of(row *corpus.Row, name string) iter.Seq2[corpus.Row, error] {
	return func(yield func(corpus.Row, error) bool) {
		puzzle, err := board.Parse(row.Puzzle)
		if err != nil {
			yield(corpus.Row{}, fmt.Errorf("%s: %w", name, err))
			return
		}
		solution, solved := board.Grid{}, row.Solution != ""
		if solved {
			if solution, err = board.Parse(row.Solution); err != nil {
				yield(corpus.Row{}, fmt.Errorf("%s: its solution: %w", name, err))
				return
			}
		}
		made := m.morpher.Morphs(&puzzle, m.k, uint64(m.seed), m.index)
		m.index++
		for i, t := range made {
			copied := corpus.Row{Puzzle: t.Apply(&puzzle).String(), Values: marked(row.Values, name, i+1)}
			if solved {
				copied.Solution = t.Apply(&solution).String()
			}
			if !yield(copied, nil) {
				return
			}
		}
		if len(made) < m.k {
			yield(corpus.Row{}, fmt.Errorf("%s: it has so few isomorphic copies that only %s found, not %d", name, text.Count(len(made), "copy was", "copies were"), m.k))
		}
	}
}

// marked returns the values of the n-th copy. The values of the original also hold for its
// images; marked adds a label and a mark that name the original. An id belongs to one
// puzzle only, so the copies of 17 get the ids 17-1, 17-2 and so on.
func marked(values []corpus.Value, name string, n int) []corpus.Value {
	label := "morph of " + name
	var kept []corpus.Value
	for _, v := range values {
		switch {
		case strings.EqualFold(v.Name, corpus.Label):
			label = v.String() + "; " + label
		case strings.EqualFold(v.Name, "id") && v.String() != "":
			kept = append(kept, corpus.Text(v.Name, fmt.Sprintf("%s-%d", v, n)))
		case !strings.EqualFold(v.Name, MorphOf):
			kept = append(kept, v)
		}
	}
	return append(kept, corpus.Text(corpus.Label, label), corpus.Text(MorphOf, name))
}
