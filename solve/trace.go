package solve

import (
	"fmt"

	"gradoku/board"
)

// Scan is an order of cells.
type Scan uint8

const (
	// DefaultScan is the order that the solver's document uses.
	DefaultScan Scan = iota
	// ByColumn goes down the first column, then the second, and so on.
	ByColumn
	// ByRow goes along the first row, then the second, and so on.
	ByRow
)

// ScanByName reads "column" or "row"; "" is the solver's own order.
func ScanByName(name string) (Scan, error) {
	switch name {
	case "":
		return DefaultScan, nil
	case "column":
		return ByColumn, nil
	case "row":
		return ByRow, nil
	}
	return DefaultScan, fmt.Errorf("there is no scan order %q: use column or row", name)
}

// EventKind says what happened in a search.
type EventKind uint8

const (
	// Forced: a digit was written because nothing else was possible there.
	Forced EventKind = iota
	// Guess: a digit was written on trial.
	Guess
	// Dead: a contradiction was seen; Cell is where, Digit is 0.
	Dead
	// Revert: a trial was taken back; the digit is the one tried.
	Revert
	// Solved: the grid is full.
	Solved
)

// String returns the kind in one word.
func (k EventKind) String() string {
	return [...]string{"forced", "guess", "dead", "revert", "solved"}[k]
}

// Event is one thing that a tracing solver did.
type Event struct {
	Kind  EventKind
	Cell  board.Cell
	Digit board.Digit
	Depth int         // trials open at that moment, this one included
	Step  int64       // the document's own step count, or the number of events so far
	Grid  *board.Grid // the grid just after; only valid during the call
}

// Sentence describes the event in the usual notation.
func (e Event) Sentence(g *board.Geometry) string {
	name := g.CellName(e.Cell)
	switch e.Kind {
	case Forced:
		return fmt.Sprintf("%s must be %v", name, e.Digit)
	case Guess:
		return fmt.Sprintf("try %v in %s", e.Digit, name)
	case Dead:
		return fmt.Sprintf("dead end: %s has no candidate", name)
	case Revert:
		return fmt.Sprintf("take %v out of %s again", e.Digit, name)
	}
	return "solved"
}
