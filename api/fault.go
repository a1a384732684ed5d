package api

import (
	"context"
	"errors"
	"fmt"

	"gradoku/board"
	"gradoku/generate"
	"gradoku/solve"
)

// Code names a kind of error for programs. A release may add codes.
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
	CodeRequest       Code = "request"
	CodeExhausted     Code = "exhausted"
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
	{CodeUnreadable, "the file as a whole cannot be read: it is cut off, or not in a known format", nil},
	{CodeNone, "the puzzle has no solution", solve.ErrNone},
	{CodeSeveral, "the puzzle has several solutions", solve.ErrSeveral},
	{CodeUnproved, "whether the puzzle has exactly one solution is too hard to prove", solve.ErrUnproved},
	{CodeSame, "an earlier puzzle is the same up to symmetry", nil},
	{CodeWrongSolution, "the given solution is not the puzzle's solution", nil},
	{CodeNotMinimal, "a clue of the puzzle follows from the others", nil},
	{CodeRatingDiffers, "the given rating is not ours; this is not an error", nil},
	{CodeStuck, "the solver knows no further step", nil},
	{CodeBudget, "the search ended when its budget was spent", nil},
	{CodeTimeout, "the search ended when its time was up", context.DeadlineExceeded},
	{CodeRequest, "the request is unknown, contradicts itself or is out of range", nil},
	{CodeExhausted, "no puzzle of the kind asked for was found in the given number of tries", generate.ErrExhausted},
	{CodeOther, "something else, which the text says", nil},
}

// Codes returns the table of the codes.
func Codes() []CodeRow { return append([]CodeRow(nil), codes[:]...) }

// CodeOf returns the code of an error.
func CodeOf(err error) Code {
	var own *Error
	if errors.As(err, &own) {
		return own.Code
	}
	var parse *board.ParseError
	if errors.As(err, &parse) {
		return CodeMalformed
	}
	for _, c := range codes {
		if c.is != nil && errors.Is(err, c.is) {
			return c.Code
		}
	}
	return CodeOther
}

// Error says why there is no answer.
type Error struct {
	Code Code   `json:"code" jsonschema:"what kind of fault it is; docs/schemas/README.md lists the codes"`
	Text string `json:"text" jsonschema:"the fault in words"`
}

func (e *Error) Error() string { return e.Text }

// ErrorOf describes an error to programs.
func ErrorOf(err error) *Error {
	var own *Error
	if errors.As(err, &own) && own.Text == err.Error() {
		return own
	}
	return &Error{CodeOf(err), err.Error()}
}

// badRequest is an error of a request.
func badRequest(format string, args ...any) error {
	return &Error{CodeRequest, fmt.Sprintf(format, args...)}
}
