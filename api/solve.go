package api

import (
	"fmt"

	"gradoku/board"
)

// Solved is what a search found.
type Solved struct {
	Puzzle    string   `json:"puzzle"`
	Solutions int      `json:"solutions" jsonschema:"how many were found; the search ends at the second without --all and --count"`
	Status    string   `json:"status" jsonschema:"how the search ended"`
	Unique    bool     `json:"unique" jsonschema:"whether there is exactly one solution, which the search has proved"`
	Solution  string   `json:"solution,omitempty" jsonschema:"the first solution found"`
	All       []string `json:"all,omitempty" jsonschema:"with --all: every solution found"`
	Solver    string   `json:"solver"`
	Nodes     int64    `json:"nodes" jsonschema:"states that the search visited"`
	Guesses   int64    `json:"guesses"`
}

// Canonical is a puzzle with its canonical form.
type Canonical struct {
	Puzzle    string `json:"puzzle" jsonschema:"the puzzle as it is"`
	Form      string `json:"canonical" jsonschema:"its canonical form"`
	Key       string `json:"key" jsonschema:"the key of the form, 16 bytes in hex"`
	Transform string `json:"transform" jsonschema:"how to get from the puzzle to the form"`
}

// CanonicalOf describes a canonical form.
func CanonicalOf(puzzle, form *board.Grid, key [16]byte, way *board.Transform) Canonical {
	return Canonical{puzzle.String(), form.String(), fmt.Sprintf("%x", key), way.String()}
}

// Minimized is a puzzle and a minimal one within it.
type Minimized struct {
	Puzzle   string   `json:"puzzle" jsonschema:"the puzzle as it is"`
	Minimal  string   `json:"minimal,omitempty" jsonschema:"the reduced puzzle; absent with --list and --check"`
	Clues    []string `json:"redundant" jsonschema:"the clues that went, or with --list and --check could go, as r1c2=5"`
	Unproved int      `json:"unproved,omitempty" jsonschema:"how many clues stay because the proof is too hard"`
}

// ClueNames names clues of a puzzle, as r1c2=5; not nil.
func ClueNames(puzzle *board.Grid, clues board.CellSet) []string {
	names := []string{}
	for c := range clues.All() {
		names = append(names, digitAt(puzzle.Geometry(), c, puzzle.At(c)))
	}
	return names
}
