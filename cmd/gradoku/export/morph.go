package export

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/cmd/gradoku/cli"
	"gradoku/corpus"
	"gradoku/generate"
	"gradoku/internal/text"
	"gradoku/task"
)

// morphOf names the value that marks a disguised copy: what it is a copy of.
const morphOf = "morph_of"

// morphOptions are what the command line of "gradoku morph" says.
type morphOptions struct {
	cli.Call
	k              int
	seed           int64
	output, format string
}

// MorphCommand is "gradoku morph".
func MorphCommand(s cli.Streams) *urfave.Command {
	var o morphOptions
	return &urfave.Command{
		Name:      "morph",
		Usage:     "write disguised copies of puzzles: relabelled, reordered, transposed",
		ArgsUsage: "[PUZZLE|FILE|-]...",
		UsageText: "gradoku morph -k 3 puzzles.txt\n" +
			"gradoku morph -k 10 --seed 7 --format csv -o copies.csv puzzles.csv",
		Description: "A copy looks new and is as hard as its original, whose solution is turned with it and whose other\n" +
			"values are kept. An id becomes one of its own: the copies of 17 are 17-1, 17-2 and so on. Each copy is\n" +
			"marked by " + morphOf + " with the place of its original (in formats with one label: there). Originals\n" +
			"are not written. The same seed gives the same copies.\n\n" +
			"To a database a copy is not a new puzzle: it has the canonical form of its original, and is refused as\n" +
			"known. Copies are for files; gradoku export --morph K makes them of saved puzzles.",
		Flags: []urfave.Flag{
			&urfave.IntFlag{Name: "k", Destination: &o.k, Value: 1, Usage: "how many copies of each puzzle"},
			&urfave.Int64Flag{Name: "seed", Destination: &o.seed, Usage: "of the disguise, from 0"},
			&urfave.StringFlag{Name: "o", Aliases: []string{"output"}, Destination: &o.output, Value: "-", Usage: "write to `FILE`, - for stdout"},
			cli.Choice(&urfave.StringFlag{Name: "format", Destination: &o.format, Usage: "one of those that gradoku list formats shows (default: by the file's extension, else line)"}, append(cli.FormatNames(), ParquetFormat)...),
			cli.FromFlag(&o.Call),
		},
		Action: cli.Action(s, &o.Call, o.run),
	}
}

// maxMorphs bounds the copies of one puzzle, all of which are held in memory.
const maxMorphs = 1_000_000

func checkMorph(call *cli.Call, flag string, k int, seed int64) error {
	if k < 1 || k > maxMorphs {
		return cli.UsageError(fmt.Errorf("%s is %d; it must be from 1 to %d", flag, k, maxMorphs), call.HelpAdvice())
	}
	if seed < 0 {
		return cli.UsageError(fmt.Errorf("--seed is %d; it must not be negative", seed), call.HelpAdvice())
	}
	return nil
}

func (o *morphOptions) run(ctx context.Context) error {
	if err := o.CheckApart("", task.Output{Flag: "-o", Path: o.output}); err != nil {
		return err
	}
	if err := checkMorph(&o.Call, "-k", o.k, o.seed); err != nil {
		return err
	}
	format, err := FormatFor(o.format, o.output)
	if err != nil {
		return err
	}
	bad := cli.Complaints{W: o.Err}
	err = o.Write(ctx, o.output, task.Packed(o.output, func(w io.Writer) error { return format.Write(o.Prompt(w), o.rows(ctx, &bad)) }))
	if err != nil {
		return err
	}
	return bad.Err("")
}

// rows yields the copies of the puzzles that the command line names.
func (o *morphOptions) rows(ctx context.Context, bad *cli.Complaints) iter.Seq2[corpus.Row, error] {
	return func(yield func(corpus.Row, error) bool) {
		m := newMorphs(o.k, o.seed)
		for src, err := range o.Puzzles(ctx) {
			var p *cli.Problem
			var line *corpus.LineError
			switch {
			case errors.As(err, &p) || err != nil && !errors.As(err, &line): // a file that cannot be read to its end
				yield(corpus.Row{}, err)
				return
			case ctx.Err() != nil:
				yield(corpus.Row{}, ctx.Err())
				return
			case err == nil:
				if err = src.Record.Puzzle.Check(); err != nil {
					err = cli.Placed(&src, err)
				}
			}
			if err != nil {
				bad.Add(err)
				continue
			}
			row := src.Record.Row()
			for copied, err := range m.of(&row, src.Place()) {
				if err != nil {
					bad.Add(err)
				} else if !yield(copied, nil) {
					return
				}
			}
			o.Counted()
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

func newMorphs(k int, seed int64) *morphs {
	return &morphs{morpher: generate.NewMorpher(), k: k, seed: seed}
}

// of yields the copies of a row, marked with the name of the original. It yields an
// error if there are fewer than were asked for.
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
			yield(corpus.Row{}, fmt.Errorf("%s: it has so few images that %s found, not %d", name, text.Count(len(made), "copy was", "copies were"), m.k))
		}
	}
}

// marked returns the values of the n-th copy: those of the original, which hold for
// its images too, with a label and a mark that name the original. An id names one
// puzzle alone, so that the copies of 17 are 17-1, 17-2 and so on.
func marked(values []corpus.Value, name string, n int) []corpus.Value {
	label := "morph of " + name
	var kept []corpus.Value
	for _, v := range values {
		switch {
		case strings.EqualFold(v.Name, corpus.Label):
			label = v.String() + "; " + label
		case strings.EqualFold(v.Name, "id") && v.String() != "":
			kept = append(kept, corpus.Text(v.Name, fmt.Sprintf("%s-%d", v, n)))
		case !strings.EqualFold(v.Name, morphOf):
			kept = append(kept, v)
		}
	}
	return append(kept, corpus.Text(corpus.Label, label), corpus.Text(morphOf, name))
}

// disguised replaces saved puzzles by copies, marked with their ids. Which copies a
// puzzle gets depends on its place in the export.
func disguised(rows iter.Seq2[corpus.Row, error], m *morphs) iter.Seq2[corpus.Row, error] {
	return func(yield func(corpus.Row, error) bool) {
		for row, err := range rows {
			if err != nil {
				yield(row, err)
				return
			}
			for copied, err := range m.of(&row, "puzzle "+row.Values[0].String()) {
				if !yield(copied, err) || err != nil {
					return
				}
			}
		}
	}
}
