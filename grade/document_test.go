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
	b.WriteString("# Techniques\n\nGenerated from the tables in `grade/techniques.go`, `grade/patterns.go` and `grade/human.go` by\n" +
		"`go test ./grade -run TestDocument -update`; do not edit.\n\n" +
		"There are two ladders of techniques. After every step the techniques of a ladder are tried in its order, and the first that finds\n" +
		"anything makes the next step. Examples are the first to be found in random minimal puzzles, with the step as it is explained;\n" +
		"`gradoku draw PUZZLE --step K` shows it, with `--ladder human` where the example says so.\n\n" +
		"## The rating: `--ladder se`\n\n" +
		"The scale of Sudoku Explainer 1.2.1, whose order is part of it. Where a rating varies, the table has the lowest.\n\n" +
		"| rating | technique | id |\n|--:|---|---|\n")
	for _, row := range Techniques() {
		fmt.Fprintf(&b, "| %s | [%s](#%s) | `%s` |\n", ratingCell(&row), row.Name, row.ID, row.ID)
	}
	writeHumanLadder(&b)
	examples := findExamples()
	for _, row := range append(Techniques(), Patterns()...) {
		fmt.Fprintf(&b, "\n<a id=\"%s\"></a>\n## %s\n\n%s\n", row.ID, row.Name, row.Doc)
		if e, ok := examples[row.ID]; ok {
			fmt.Fprintf(&b, "\nExample, step %d%s of\n\n    %s\n\n> %s\n", e.step, e.ladder, e.puzzle, e.sentence)
		}
	}
	b.WriteString("\n# Levels\n\n| level | rating | |\n|---|---|---|\n")
	for _, l := range Levels() {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", l.Name, l.Interval(), l.Doc)
	}
	fmt.Fprintf(&b, "| %s | at least | the budget of the search ended first |\n", Beyond)
	return b.String()
}

// writeHumanLadder writes the second ladder, and what its scores come to.
func writeHumanLadder(b *strings.Builder) {
	b.WriteString("\n## The path a person is shown: `--ladder human`\n\n" +
		"The techniques of the scale and, before its chains, the patterns that players know by name, in the order, and with the levels and scores, that\n" +
		"HoDoKu 2.2 has by default; chains come after everything that has a name. The scale's direct techniques are shown as the pattern and\n" +
		"then the single. A star: HoDoKu has no such technique, and level and score are those of its nearest relative. Named patterns have no rating, and\n" +
		"nothing here changes it.\n\n| level | score | rating | technique | id |\n|---|--:|--:|---|---|\n")
	for _, row := range Ladders()[1].Techniques() {
		star := ""
		if row.Own {
			star = "\\*"
		}
		fmt.Fprintf(b, "| %v | %d%s | %s | [%s](#%s) | `%s` |\n", row.Level, row.Score, star, ratingCell(&row), row.Name, row.ID, row.ID)
	}
	b.WriteString("\nThe score of a path is the sum of its steps'. Its level is that of its hardest step, raised as long as the score is above the level's limit:")
	for l := LevelEasy; l < LevelExtreme; l++ {
		fmt.Fprintf(b, " %v %d,", l, humanLimits[l])
	}
	b.WriteString(" Extreme none.\n")
}

func ratingCell(row *Technique) string {
	if row.Rating == 0 {
		return "–"
	}
	return fmt.Sprintf("%d.%d", row.Rating/10, row.Rating%10)
}

// example is a step of a puzzle.
type example struct {
	puzzle   string
	step     int
	ladder   string // "" for the first
	sentence string
}

// findExamples grades random minimal puzzles of a fixed seed and keeps the first
// step of each technique. Rare techniques may have none.
func findExamples() map[string]example {
	found := map[string]example{}
	puzzles, _ := sample(board.Nine(), 1500, 77)
	gr := NewGrader(board.Nine())
	add := func(p *board.Grid, ladder string, steps []Step) {
		for k, s := range steps {
			if _, ok := found[s.Technique]; !ok {
				found[s.Technique] = example{p.String(), k + 1, ladder, s.Sentence(board.Nine())}
			}
		}
	}
	for i := range puzzles {
		_, steps := gr.Path(&puzzles[i])
		add(&puzzles[i], "", steps)
	}
	for i := range puzzles {
		add(&puzzles[i], " with `--ladder human`", gr.Human(&puzzles[i]).Steps)
	}
	return found
}
