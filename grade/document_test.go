package grade

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gradoku/board"
)

var update = flag.Bool("update", false, "write docs/TECHNIQUES.md anew")

// TestDocument keeps docs/TECHNIQUES.md equal to the table.
func TestDocument(t *testing.T) {
	path := filepath.Join("..", "docs", "TECHNIQUES.md")
	want := techniquesDocument()
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error("docs/TECHNIQUES.md is stale: go test ./grade -run TestDocument -update")
	}
}

func techniquesDocument() string {
	var b strings.Builder
	b.WriteString("# Techniques\n\nGenerated from the table in `grade/techniques.go` by `go test ./grade -run TestDocument -update`; do not edit.\n\n" +
		"After every step the techniques are tried in this order, and the first that finds anything makes the next step; so the order is\n" +
		"part of the scale. Where a rating varies, the table has the lowest. Examples are the first to be found in random minimal puzzles,\n" +
		"with the step as it is explained; `gradoku draw PUZZLE --step K` shows it.\n\n" +
		"| rating | technique | id |\n|--:|---|---|\n")
	for _, row := range Techniques() {
		fmt.Fprintf(&b, "| %d.%d | [%s](#%s) | `%s` |\n", row.Rating/10, row.Rating%10, row.Name, row.ID, row.ID)
	}
	examples := findExamples()
	for _, row := range Techniques() {
		fmt.Fprintf(&b, "\n<a id=\"%s\"></a>\n## %s\n\n%s\n", row.ID, row.Name, row.Doc)
		if e, ok := examples[row.ID]; ok {
			fmt.Fprintf(&b, "\nExample, step %d of\n\n    %s\n\n> %s\n", e.step, e.puzzle, e.sentence)
		}
	}
	b.WriteString("\n# Levels\n\n| level | rating | |\n|---|---|---|\n")
	for _, l := range Levels() {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", l.Name, l.Interval(), l.Doc)
	}
	fmt.Fprintf(&b, "| %s | at least | the budget of the search ended first |\n", Beyond)
	return b.String()
}

// example is a step of a puzzle.
type example struct {
	puzzle   string
	step     int
	sentence string
}

// findExamples grades random minimal puzzles of a fixed seed and keeps the first
// step of each technique. Rare techniques may have none.
func findExamples() map[string]example {
	found := map[string]example{}
	puzzles, _ := sample(board.Nine(), 1500, 77)
	gr := NewGrader(board.Nine())
	for i := range puzzles {
		_, steps := gr.Path(&puzzles[i])
		for k, s := range steps {
			if _, ok := found[s.Technique]; !ok {
				found[s.Technique] = example{puzzles[i].String(), k + 1, s.Sentence(board.Nine())}
			}
		}
	}
	return found
}
