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
		"solutions; *proves*: when it says that nothing is left, that is a proof; *scans*: takes an order of cells from `--scan`;\n*traces*: tells its way to `--trace`. A solver without *finds* stops where its rules end.\n" +
		"`gradoku solve PUZZLE --solver all` runs them side by side, `--stats` prints a document's own counts.\n\n" +
		"| name | sizes | finds | counts | proves | scans | traces | how it works |\n|---|---|---|---|---|---|---|---|\n")
	for _, s := range Solvers() {
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s | %s | %s | %s | %s | %s |\n", s.Name, s.Name, sizesText(s.Sizes),
			cross(s.Caps.Has(solve.Finds)), cross(s.Caps.Has(solve.Counts)), cross(s.Caps.Has(solve.Proves)),
			cross(s.Caps.Has(solve.Scans)), cross(s.Caps.Has(solve.Traces)), s.Summary)
	}
	for _, s := range Solvers() {
		fmt.Fprintf(&b, "\n## %s\n\n%s.\n\nSource: %s.\n", s.Name, upperFirst(s.Summary), s.Source)
		writeCounters(t, &b, s)
	}
	return b.String()
}

// writeCounters shows what a solver counts on a puzzle that all of them finish
// in no time.
func writeCounters(t *testing.T, b *strings.Builder, s solve.Solver) {
	if !s.Takes(board.Nine()) {
		return
	}
	p := literature.Puzzles()[1].Puzzle // T6_1
	r := s.Solve(t.Context(), &p, solve.Options{Limit: 1})
	if r.Stats.Counters == nil {
		return
	}
	b.WriteString("\nWhat it counts, on the first puzzle of table 6 of the paper:\n\n| count | |\n|---|--:|\n")
	for _, c := range r.Stats.Counters {
		fmt.Fprintf(b, "| %s | %d |\n", c.Name, c.Value)
	}
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

func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
