package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"gradoku/api"
	"gradoku/corpus"
	"gradoku/internal/text"
	"gradoku/task"
)

// The output of --json is encoded from structs and described in docs/schemas: one file
// per command, which a test generates from the structs. The tag jsonschema of a field
// is its description in the schema.
//
// Commands over many puzzles share the result types of package api, not its engine: the
// engine takes and returns text, which would cost canon a quarter more CPU time.

// lineKind is a kind of line.
type lineKind struct {
	What  string // "a puzzle"
	Value any    // the zero value of its struct
}

// printJSON writes one value as one line.
func printJSON(w io.Writer, v any) error {
	var line bytes.Buffer
	e := json.NewEncoder(&line)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(text.VisibleJSON(line.Bytes()))
	return err
}

// printLines writes each value as one line.
func printLines[T any](w io.Writer, values []T) error {
	for _, v := range values {
		if err := printJSON(w, v); err != nil {
			return err
		}
	}
	return nil
}

// Input describes where a record's puzzle is in the input and what the input says about
// it. Records embed it.
type Input struct {
	Place  string      `json:"place" jsonschema:"where the puzzle is in the input: file:line, stdin:line or argument N"`
	Fields inputFields `json:"input,omitempty" jsonschema:"ids, labels and columns of the puzzle in the input, under their names there; JSON numbers stay numbers"`
}

// inputOf describes the input of a puzzle.
func inputOf(src *task.Source) Input {
	row := src.Record.Row()
	return Input{Place: src.Place(), Fields: row.Values}
}

// inputFields are named values in the order of the input: an object in JSON.
type inputFields []corpus.Value

// MarshalJSON writes the first value of each name.
func (f inputFields) MarshalJSON() ([]byte, error) {
	text := []byte{'{'}
	for i, v := range f {
		if slices.ContainsFunc(f[:i], func(earlier corpus.Value) bool { return earlier.Name == v.Name }) {
			continue
		}
		if i > 0 {
			text = append(text, ',')
		}
		text = append(corpus.Text("", v.Name).AppendJSON(text), ':')
		text = v.AppendJSON(text)
	}
	return append(text, '}'), nil
}

// fault is an error in a puzzle, a line or a file of the input.
type fault struct {
	Code  api.Code `json:"code" jsonschema:"kind of error; docs/schemas/README.md lists the codes"`
	Place string   `json:"place" jsonschema:"where the error is: file:line:column, file:line, a file or argument N"`
	Text  string   `json:"text" jsonschema:"the error in words, as on stderr"`
}

// rejectedRecord is the record of an item of the input that has no result.
type rejectedRecord struct {
	Puzzle string `json:"puzzle,omitempty" jsonschema:"the puzzle, if it can be read"`
	Input
	Error fault `json:"error" jsonschema:"why there is no result"`
}

// rejectedLine is the line of a [rejectedRecord].
func rejectedLine() lineKind {
	return lineKind{"a puzzle, a line or a file of the input that has no result", rejectedRecord{}}
}

// rejected describes an error of the input.
func rejected(err error) rejectedRecord {
	r := rejectedRecord{Error: fault{Code: task.CodeOf(err), Text: text.Visible(err.Error())}}
	var line *corpus.LineError
	var puzzle *task.PlacedError
	var file task.UnreadableFile
	switch {
	case errors.As(err, &puzzle):
		r.Puzzle, r.Input = puzzle.Source.Record.Puzzle.String(), inputOf(&puzzle.Source)
		r.Error.Place, r.Error.Text = r.Place, text.Visible(puzzle.Err.Error())
	case errors.As(err, &line):
		src := task.Source{Name: line.File, Record: corpus.Record{Line: line.Line}}
		r.Place = src.Place()
		r.Error.Place, r.Error.Text = fmt.Sprintf("%s:%d:%d", line.File, line.Line, line.Column), text.Visible(line.Reason)
	case errors.As(err, &file):
		r.Place, r.Error.Place = file.Name, file.Name
	}
	return r
}
