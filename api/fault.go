package api

import (
	"context"
	"errors"
	"fmt"

	"gradoku/board"
	"gradoku/generate"
	"gradoku/internal/field"
	"gradoku/solve"
)

// Code names a kind of error for programs. A release may add codes.
type Code string

// The codes. An import uses the same words for the statuses of puzzles.
const (
	CodeMalformed     Code = "malformed"
	CodeUnreadable    Code = "unreadable"
	CodeNone          Code = "none"
	CodeSeveral       Code = "several"
	CodeUnproved      Code = "unproved"
	CodeSame          Code = "same_as_another"
	CodeWrongSolution Code = "wrong_solution"
	CodeNotMinimal    Code = "not_minimal"
	CodeStuck         Code = "stuck"
	CodeBudget        Code = "budget"
	CodeTimeout       Code = "timeout"
	CodeRequest       Code = "request"
	CodeExhausted     Code = "exhausted"
	CodeOther         Code = "other"
)

// CodeRow is a code with its meaning.
type CodeRow struct {
	Code Code
	Doc  string
	is   error // the sentinel error with this code, if there is one
}

var codes = [...]CodeRow{
	{CodeMalformed, "the line, or the grid drawn over several lines, cannot be read", nil},
	{CodeUnreadable, "the whole file cannot be read: it is truncated, or not in a known format", nil},
	{CodeNone, "the puzzle has no solution", solve.ErrNone},
	{CodeSeveral, "the puzzle has several solutions", solve.ErrSeveral},
	{CodeUnproved, "whether the puzzle has exactly one solution is too hard to prove", solve.ErrUnproved},
	{CodeSame, "an earlier puzzle is isomorphic to it", nil},
	{CodeWrongSolution, "the given solution is not the puzzle's solution", nil},
	{CodeNotMinimal, "the puzzle is not minimal: at least one clue is redundant", nil},
	{CodeStuck, "the solver knows no further step", nil},
	{CodeBudget, "the search ran out of budget", nil},
	{CodeTimeout, "the search ran out of time", context.DeadlineExceeded},
	{CodeRequest, "the request is unknown, contradictory or out of range", nil},
	{CodeExhausted, "no puzzle that meets the request was found in the given number of attempts", generate.ErrExhausted},
	{CodeOther, "another error, described by the text", nil},
}

// Codes returns the table of the codes.
func Codes() []CodeRow { return append([]CodeRow(nil), codes[:]...) }

// CodeOf returns the code of an error.
func CodeOf(err error) Code {
	if own, ok := errors.AsType[*Error](err); ok {
		return own.Code
	}
	if _, ok := errors.AsType[*board.ParseError](err); ok {
		return CodeMalformed
	}
	if errors.As(err, new(*field.Error)) {
		return CodeRequest
	}
	for _, c := range codes {
		if c.is != nil && errors.Is(err, c.is) {
			return c.Code
		}
	}
	return CodeOther
}

// Error is the reason why there is no answer.
type Error struct {
	Code Code   `json:"code" jsonschema:"kind of error; docs/schemas/README.md lists the codes"`
	Text string `json:"text" jsonschema:"the error in words"`
}

func (e *Error) Error() string { return e.Text }

// ErrorOf describes an error to programs.
func ErrorOf(err error) *Error {
	if own, ok := errors.AsType[*Error](err); ok && own.Text == err.Error() {
		return own
	}
	return &Error{CodeOf(err), err.Error()}
}

// badRequest is an error of a request.
func badRequest(format string, args ...any) error {
	return &Error{CodeRequest, fmt.Sprintf(format, args...)}
}
