package solve

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"gradoku/board"
	"gradoku/internal/golden"
	"gradoku/literature"
	"gradoku/solve"
)

// TestDocument keeps docs/SOLVERS.md equal to the table.
func TestDocument(t *testing.T) {
	golden.Check(t, filepath.Join("..", "..", "..", "docs", "SOLVERS.md"), solversDocument(t))
}

func solversDocument(t *testing.T) string {
	var b strings.Builder
	b.WriteString("# Solvers\n\nGenerated from the tables in `solve/solvers.go` and `literature/solvers.go` by `go test ./cmd/gradoku/solve -run TestDocument -update`; do not edit.\n\n" +
		"The first row that takes a size is the default for it. *finds*: returns a solution whenever there is one; *counts*: goes on to all\n" +
		"solutions; *proves*: when it says that nothing is left, that is a proof; *scans*: takes an order of cells from `--scan`;\n*traces*: tells its way to `--trace`; *positions*: solves a puzzle with candidates that are part of it. A solver without *finds* stops where its rules end.\n" +
		"`gradoku solve PUZZLE --solver all` runs them side by side, `--stats` prints a document's own counts.\n\n" +
		"| name | sizes | finds | counts | proves | scans | traces | positions | how it works |\n|---|---|---|---|---|---|---|---|---|\n")
	for _, s := range Solvers() {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s | %s | %s | %s |\n", s.Name, sizesText(s.Sizes),
			cross(s.Caps.Has(solve.Finds)), cross(s.Caps.Has(solve.Counts)), cross(s.Caps.Has(solve.Proves)),
			cross(s.Caps.Has(solve.Scans)), cross(s.Caps.Has(solve.Traces)), cross(s.Caps.Has(solve.Positions)), s.Summary)
	}
	b.WriteString("\nWhat a document's solver counts, here on the first puzzle of table 6 of *Mathematical models in Sudoku*:\n\n| name | source | counts |\n|---|---|---|\n")
	for _, s := range Solvers() {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", s.Name, s.Source, counters(t, s))
	}
	return b.String()
}

// counters has what a solver counts on a puzzle that all of them finish in no time.
func counters(t *testing.T, s solve.Solver) string {
	if !s.Takes(board.Nine()) {
		return ""
	}
	p := literature.Puzzles()[1].Puzzle // T6_1
	r := s.Solve(t.Context(), &p, solve.Options{Limit: 1})
	var counts []string
	for _, c := range r.Stats.Counters {
		counts = append(counts, fmt.Sprintf("%s %d", c.Name, c.Value))
	}
	return strings.Join(counts, ", ")
}

func sizesText(sizes []int) string {
	return strings.Trim(fmt.Sprint(sizes), "[]")
}

func cross(yes bool) string {
	if yes {
		return "x"
	}
	return ""
}
