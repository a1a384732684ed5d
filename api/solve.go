package api

import (
	"fmt"

	"gradoku/board"
)

// Solved is the result of a search.
type Solved struct {
	Puzzle    string   `json:"puzzle"`
	Solutions int      `json:"solutions" jsonschema:"number of solutions found; without --all and --count the search ends at the second"`
	Status    string   `json:"status" jsonschema:"how the search ended"`
	Unique    bool     `json:"unique" jsonschema:"whether the search proved that there is exactly one solution"`
	Solution  string   `json:"solution,omitempty" jsonschema:"the first solution found"`
	All       []string `json:"all,omitempty" jsonschema:"with --all: every solution found"`
	Solver    string   `json:"solver"`
	Nodes     int64    `json:"nodes" jsonschema:"states that the search visited"`
	Guesses   int64    `json:"guesses"`
}

// Canonical is a puzzle with its canonical form.
type Canonical struct {
	Puzzle    string `json:"puzzle" jsonschema:"the original puzzle"`
	Form      string `json:"canonical" jsonschema:"its canonical form"`
	Key       string `json:"key" jsonschema:"the key of the form, 16 bytes in hex"`
	Transform string `json:"transform" jsonschema:"how to get from the puzzle to the form"`
}

// CanonicalOf describes a canonical form.
func CanonicalOf(puzzle, form *board.Grid, key [16]byte, way *board.Transform) Canonical {
	return Canonical{puzzle.String(), form.String(), fmt.Sprintf("%x", key), way.String()}
}

// Minimized is a puzzle and a minimal puzzle obtained by removing clues.
type Minimized struct {
	Puzzle   string   `json:"puzzle" jsonschema:"the original puzzle"`
	Minimal  string   `json:"minimal" jsonschema:"the reduced puzzle"`
	Clues    []string `json:"redundant" jsonschema:"the removed clues, such as r1c2=5"`
	Unproved int      `json:"unproved,omitempty" jsonschema:"number of clues kept because the proof is too hard"`
}

// MinimizedOf describes a puzzle and a minimal puzzle obtained from it by removing clues.
func MinimizedOf(puzzle, minimal *board.Grid, unproved int) Minimized {
	return Minimized{puzzle.String(), minimal.String(), clueNames(puzzle, puzzle.ClueSet().Minus(minimal.ClueSet())), unproved}
}

// clueNames lists clues of a puzzle, such as r1c2=5. The list is never nil, which JSON would write as null.
func clueNames(puzzle *board.Grid, clues board.CellSet) []string {
	names := []string{}
	for c := range clues.All() {
		names = append(names, digitAt(puzzle.Geometry(), c, puzzle.At(c)))
	}
	return names
}
