package task

import (
	"fmt"
	"strings"

	"gradoku/corpus"
)

// Source is a record and its origin, for messages: the name of a file, "stdin" or "argument
// 2".
type Source struct {
	Name   string
	Record corpus.Record
}

// Place says where a record was found: "file:12".
func (s Source) Place() string {
	if strings.HasPrefix(s.Name, "argument") {
		return s.Name
	}
	return fmt.Sprintf("%s:%d", s.Name, s.Record.Line)
}

// Placed adds the place of a puzzle to an error about it.
func Placed(src *Source, err error) error { return &PlacedError{*src, err} }

// PlacedError is an error about a puzzle.
type PlacedError struct {
	Source Source
	Err    error
}

func (p *PlacedError) Error() string { return p.Source.Place() + ": " + p.Err.Error() }

// Unwrap returns the error about the puzzle.
func (p *PlacedError) Unwrap() error { return p.Err }
