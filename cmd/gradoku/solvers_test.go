package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"gradoku/board"
	"gradoku/internal/golden"
)

// TestSolversDocument keeps docs/SOLVERS.md equal to the table.
func TestSolversDocument(t *testing.T) {
	golden.Check(t, filepath.Join("..", "..", "docs", "SOLVERS.md"), solversDocument())
}

func solversDocument() string {
	var b strings.Builder
	b.WriteString("# Solvers\n\nGenerated from the tables in `solve/solvers.go` and `literature/solvers.go` by `go test ./cmd/gradoku -run TestSolversDocument -update`; do not edit.\n\n" +
		"The first row that takes a size is the default for it. *finds*: returns a solution whenever there is one; without it, a solver stops where its rules end. *counts*: goes on to all\n" +
		"solutions. *proves*: when it finds nothing more, that is a proof. *scans*: takes an order of cells from `--scan`.\n*traces*: writes its way to `--trace`. *positions*: solves a puzzle with candidates that are part of it. *variants*: solves all variants. " +
		"`gradoku solve PUZZLE --solver all` runs them side by side, and `--stats` prints a document's own counts.\n\n" +
		"| name | sizes | capabilities | how it works | source |\n|---|---|---|---|---|\n")
	for _, s := range solvers() {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", s.Name, sizesText(s.Sizes), s.Caps, s.Summary, s.Source)
	}
	return b.String()
}

func sizesText(sizes []int) string {
	if len(sizes) == len(board.Sizes()) {
		return "all"
	}
	return strings.Trim(fmt.Sprint(sizes), "[]")
}
