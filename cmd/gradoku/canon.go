package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"gradoku/api"
	"gradoku/board"
	"gradoku/corpus"
	"gradoku/internal/text"
	"gradoku/solve"
	"gradoku/task"
)

type canonOptions struct {
	Call      `fields:"from,workers,quiet,json"`
	Key       bool `query:"key" not:"original" doc:"print the key in hex instead of the form"`
	Original  bool `query:"original" doc:"print the original puzzle instead of the form"`
	Transform bool `query:"transform" doc:"also print how to get from the puzzle to the form"`
	Unique    bool `query:"unique" doc:"skip puzzles that are isomorphic to an earlier one, and report them on stderr"`
}

func canonCommand(s Streams) *cli.Command {
	var o canonOptions
	return newCommand(s, "canon", "[PUZZLE|FILE|-]...", &o, o.run, lineKind{"a puzzle", canonRecord{}}, rejectedLine())
}

type canonical struct {
	form board.Grid
	key  [16]byte
	way  board.Transform
}

// canonizer returns the workspace of one worker.
func canonizer() func(*task.Source) (canonical, error) {
	var prover solve.Prover
	var z board.Canonicalizer
	return func(src *task.Source) (canonical, error) {
		puzzle := &src.Record.Puzzle
		solution, err := prover.Prove(puzzle)
		if err != nil {
			return canonical{}, task.Placed(src, err)
		}
		way := z.Transform(puzzle, &solution)
		form := way.Apply(puzzle)
		return canonical{form: form, key: z.KeyOf(&form), way: way}, nil
	}
}

func (o *canonOptions) run(ctx context.Context) error {
	var known seenPuzzles
	say := o.say
	read, same := int64(0), int64(0)
	err := inParallel(ctx, &o.Call, workBatch, canonizer, func(w *worked[canonical]) error {
		if w.Err != nil {
			o.reject(w.Err)
			return nil
		}
		read++
		if o.Unique {
			if earlier, twice := known.first(w.Result.key, &w.Src); twice {
				same++
				say("%s: the same puzzle as %s", w.Src.Place(), earlier.Place())
				return nil
			}
		}
		return o.print(w)
	})
	if err != nil {
		return err
	}
	if o.Unique {
		say("%s, %s different, %s the same as an earlier one", text.Count(read, "puzzle", "puzzles"), text.Grouped(read-same), text.Grouped(same))
	}
	return o.rejections("only a puzzle with exactly one solution has a canonical form")
}

type canonRecord struct {
	api.Canonical
	Input
}

func (o *canonOptions) print(w *worked[canonical]) error {
	puzzle, r := w.Src.Record.Puzzle, &w.Result
	if o.JSON {
		return printJSON(o.Out, canonRecord{api.CanonicalOf(&puzzle, &r.form, r.key, &r.way), inputOf(&w.Src)})
	}
	columns := []string{r.form.String()}
	switch {
	case o.Key:
		columns[0] = fmt.Sprintf("%x", r.key)
	case o.Original:
		columns[0] = puzzle.String()
	}
	if o.Transform {
		columns = append(columns, r.way.String())
	}
	_, err := fmt.Fprintln(o.Out, strings.Join(columns, "\t"))
	return err
}

// seenPuzzles remembers the puzzles of an input by their keys, using 24 bytes each plus the
// overhead of a map. The zero value is empty.
type seenPuzzles struct {
	names []string
	at    map[[16]byte]spot
}

// spot is a line of an input file.
type spot struct{ name, line int32 }

// first records a puzzle, or returns the file and line of an earlier isomorphic puzzle.
// The puzzles of a file must arrive consecutively.
func (s *seenPuzzles) first(key [16]byte, src *task.Source) (earlier task.Source, known bool) {
	if at, ok := s.at[key]; ok {
		return task.Source{Name: s.names[at.name], Record: corpus.Record{Line: int(at.line)}}, true
	}
	if n := len(s.names); n == 0 || s.names[n-1] != src.Name {
		s.names = append(s.names, src.Name)
	}
	if s.at == nil {
		s.at = map[[16]byte]spot{}
	}
	s.at[key] = spot{int32(len(s.names) - 1), int32(src.Record.Line)}
	return task.Source{}, false
}
