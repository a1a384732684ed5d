package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/solve"
)

// What --json prints is encoded from structs, and docs/schemas describes it: one
// file per command, which a test writes from the structs. The tag jsonschema of a
// field is what the schema says about it.

// Printed is a command that prints JSON, with the kinds of lines that it prints.
type Printed struct {
	Command string // "corpus list"
	Lines   []Line
}

// Line is a kind of line.
type Line struct {
	What  string // "a puzzle"
	Value any    // the zero value of its struct
}

// LineOf describes a kind of line.
func LineOf(what string, value any) Line { return Line{what, value} }

// PrintJSON writes one value as one line.
func PrintJSON(w io.Writer, v any) error {
	var line bytes.Buffer
	e := json.NewEncoder(&line)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(corpus.VisibleJSON(line.Bytes()))
	return err
}

// Input is what a record says about the puzzle of the input that it is about.
// Records embed it.
type Input struct {
	Place  string `json:"place" jsonschema:"where the input has the puzzle: file:line, stdin:line or argument N"`
	Fields Fields `json:"input,omitempty" jsonschema:"ids, labels and columns that the input has with the puzzle, under its own names; numbers of JSON stay numbers"`
}

// InputOf describes where a puzzle came from.
func InputOf(src *Source) Input {
	row := src.Record.Row()
	return Input{Place: src.Place(), Fields: row.Values}
}

// Fields are named values in the order of the input: an object in JSON.
type Fields []corpus.Value

// MarshalJSON writes the first value of each name.
func (f Fields) MarshalJSON() ([]byte, error) {
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

// Tenths is a number of tenths, such as a rating: a number with one decimal in JSON.
type Tenths int

// MarshalJSON writes 72 as 7.2.
func (t Tenths) MarshalJSON() ([]byte, error) {
	return corpus.Tenths("", int(t)).AppendJSON(nil), nil
}

// NullIfZero returns nil, which is null in JSON, for no rating.
func NullIfZero(tenths int) *Tenths {
	if tenths == 0 {
		return nil
	}
	return new(Tenths(tenths))
}

// Counts are how often things occur, such as techniques, in the order of their
// table: an object in JSON.
type Counts []corpus.Count

// MarshalJSON writes the counts under their ids.
func (c Counts) MarshalJSON() ([]byte, error) {
	if c == nil {
		return []byte("null"), nil
	}
	return corpus.Counts("", c).AppendJSON(nil), nil
}

// Code names a kind of fault for programs. A release may add codes.
type Code string

// The codes. Those of puzzles are the words that an import uses too.
const (
	CodeMalformed     Code = "malformed"
	CodeUnreadable    Code = "unreadable"
	CodeNone          Code = "none"
	CodeSeveral       Code = "several"
	CodeUnproved      Code = "unproved"
	CodeSame          Code = "same_as_another"
	CodeWrongSolution Code = "wrong_solution"
	CodeNotMinimal    Code = "not_minimal"
	CodeRatingDiffers Code = "rating_differs"
	CodeStuck         Code = "stuck"
	CodeBudget        Code = "budget"
	CodeTimeout       Code = "timeout"
	CodeOther         Code = "other"
)

// CodeRow is a code with what it means.
type CodeRow struct {
	Code Code
	Doc  string
	is   error // the error that it stands for, if there is one of its own
}

var codes = [...]CodeRow{
	{CodeMalformed, "the line, or the grid drawn over several lines, cannot be read", nil},
	{CodeUnreadable, "the file as a whole cannot be read: it is cut off, or no known format", errUnreadable},
	{CodeNone, "the puzzle has no solution", solve.ErrNone},
	{CodeSeveral, "the puzzle has several solutions", solve.ErrSeveral},
	{CodeUnproved, "whether the puzzle has exactly one solution is too hard to prove", solve.ErrUnproved},
	{CodeSame, "an earlier puzzle is the same up to symmetry", nil},
	{CodeWrongSolution, "the solution beside the puzzle is not its solution", nil},
	{CodeNotMinimal, "a clue of the puzzle follows from the others", nil},
	{CodeRatingDiffers, "the rating beside the puzzle is not ours; this is no fault", nil},
	{CodeStuck, "the solver knows no further step", nil},
	{CodeBudget, "the search ended when its budget was spent", nil},
	{CodeTimeout, "the search ended when its time was up", nil},
	{CodeOther, "something else, which the text says", nil},
}

// Codes returns the table of the codes.
func Codes() []CodeRow { return append([]CodeRow(nil), codes[:]...) }

// CodeOf returns the code of an error about the input.
func CodeOf(err error) Code {
	var line *corpus.LineError
	if errors.As(err, &line) {
		return CodeMalformed
	}
	for _, c := range codes {
		if c.is != nil && errors.Is(err, c.is) {
			return c.Code
		}
	}
	return CodeOther
}

// Fault is what is wrong with a puzzle, a line or a file of the input.
type Fault struct {
	Code  Code   `json:"code" jsonschema:"what kind of fault it is; docs/schemas/README.md lists the codes"`
	Place string `json:"place" jsonschema:"where it is: file:line:column, file:line, a file or argument N"`
	Text  string `json:"text" jsonschema:"the same as on stderr, in words"`
}

// Rejected is the record of what is in the input and has no result.
type Rejected struct {
	Puzzle string `json:"puzzle,omitempty" jsonschema:"the puzzle, where it can be read"`
	Input
	Error Fault `json:"error" jsonschema:"why there is no result"`
}

// RejectedLine is the line of a [Rejected].
func RejectedLine() Line {
	return Line{"a puzzle, a line or a file of the input that has no result", Rejected{}}
}

// rejected describes an error of the input.
func rejected(err error) Rejected {
	r := Rejected{Error: Fault{Code: CodeOf(err), Text: corpus.Visible(err.Error())}}
	var line *corpus.LineError
	var puzzle *placedError
	var file unreadableError
	switch {
	case errors.As(err, &puzzle):
		r.Puzzle, r.Input = puzzle.src.Record.Puzzle.String(), InputOf(&puzzle.src)
		r.Error.Place, r.Error.Text = r.Place, corpus.Visible(puzzle.err.Error())
	case errors.As(err, &line):
		src := Source{Name: line.File, Record: corpus.Record{Line: line.Line}}
		r.Place = src.Place()
		r.Error.Place, r.Error.Text = fmt.Sprintf("%s:%d:%d", line.File, line.Line, line.Column), corpus.Visible(line.Reason)
	case errors.As(err, &file):
		r.Place, r.Error.Place = file.name, file.name
	}
	return r
}

// Grade is what the rating says about a puzzle; all but the clues is null where
// there is no grade.
type Grade struct {
	Clues         int     `json:"clues" jsonschema:"how many cells are given"`
	Blanks        *int    `json:"blanks" jsonschema:"blank count N"`
	Freedom       *int    `json:"freedom" jsonschema:"blank freedom F"`
	Scan          *Tenths `json:"scan" jsonschema:"scan effort"`
	X             *int    `json:"x" jsonschema:"level of the blank count"`
	Y             *int    `json:"y" jsonschema:"level of the blank freedom"`
	LetterPrinted *string `json:"letter_printed" jsonschema:"A to I by the borders that the document prints"`
	LetterFitted  *string `json:"letter_fitted" jsonschema:"A to I by the borders that reproduce its tables"`
	Rating        *Tenths `json:"rating" jsonschema:"the rating on Sudoku Explainer's scale (ER); null if no technique was needed"`
	AtLeast       *bool   `json:"at_least" jsonschema:"whether the rating is a lower bound, since the budget was spent"`
	Pearl         *Tenths `json:"pearl" jsonschema:"the rating up to the first placement (EP)"`
	Diamond       *Tenths `json:"diamond" jsonschema:"the rating of the first step (ED)"`
	Hardest       *string `json:"hardest" jsonschema:"id of the technique that set the rating"`
	Level         *string `json:"level" jsonschema:"the word for the rating, of gradoku list levels, or Beyond"`
	Solved        *bool   `json:"solved_by_logic" jsonschema:"whether the techniques solve it"`
	Techniques    Counts  `json:"techniques" jsonschema:"how often each technique was used, by id"`
}

// GradeOf describes a grade; g is nil if there is none.
func GradeOf(clues int, g *grade.Grade) Grade {
	if g == nil {
		return Grade{Clues: clues}
	}
	return Grade{
		Clues: clues, Blanks: &g.Blanks, Freedom: &g.Freedom, Scan: NullIfZero(g.Scan), X: &g.X, Y: &g.Y,
		LetterPrinted: new(string(rune(g.LetterPrinted))), LetterFitted: new(string(rune(g.LetterFitted))),
		Rating: NullIfZero(g.Rating), AtLeast: &g.AtLeast, Pearl: NullIfZero(g.Pearl), Diamond: NullIfZero(g.Diamond),
		Hardest: NullIfEmpty(g.Hardest), Level: NullIfEmpty(g.Level), Solved: &g.SolvedByLogic, Techniques: techniqueCounts(g),
	}
}

// NullIfEmpty returns nil, which is null in JSON, for an empty text.
func NullIfEmpty(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
