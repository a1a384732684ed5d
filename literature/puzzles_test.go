package literature

import (
	"strings"
	"testing"
)

func TestPuzzles(t *testing.T) {
	// Blank counts as FIGURES of the documents give them.
	blanks := map[string]int{
		"T4_1": 50, "T6_1": 45, "T6_2": 53, "T6_3": 52, "T6_4": 56, "T6_5": 57,
		"inkala": 60, "royle": 60, "appendix": 55,
	}
	list := Puzzles()
	if len(list) != len(blanks) {
		t.Errorf("%d puzzles, want %d", len(list), len(blanks))
	}
	for _, p := range list {
		if got := p.Puzzle.Blanks(); got != blanks[p.Key] {
			t.Errorf("%s has %d blanks, want %d", p.Key, got, blanks[p.Key])
		}
		if !p.Solution.Solves(&p.Puzzle) {
			t.Errorf("%s: the solution does not solve the puzzle", p.Key)
		}
		if !strings.Contains(p.Source, " ") {
			t.Errorf("%s has no source", p.Key)
		}
	}
	if list[6].Key != "inkala" || list[7].Key != "royle" {
		t.Error("the puzzles are not in the documents' order")
	}
}
