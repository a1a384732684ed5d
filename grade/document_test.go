package grade

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gradoku/board"
	"gradoku/internal/golden"
)

// TestDocument keeps docs/TECHNIQUES.md equal to the table. Without -long it does not search for
// examples again: those of the document must be what it says of them.
func TestDocument(t *testing.T) {
	path := filepath.Join("..", "docs", "TECHNIQUES.md")
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	examples := shownExamples(string(got))
	if *golden.Update || *long {
		examples = findExamples(t)
	}
	want := techniquesDocument(examples)
	if *golden.Update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if string(got) != want {
		t.Error("docs/TECHNIQUES.md is stale: go test ./grade -run TestDocument -update")
	}
}

func techniquesDocument(examples map[string]example) string {
	var b strings.Builder
	b.WriteString("# Techniques\n\nGenerated from the tables in `grade/techniques.go`, `grade/patterns.go` and `grade/human.go` by\n" +
		"`go test ./grade -run TestDocument -update`; do not edit.\n\n" +
		"There are two technique orders. At each step gradoku tries the techniques in one of them, and the first that finds\n" +
		"anything makes the step. `gradoku draw PUZZLE --step K` shows the step of an example, and `gradoku grade --steps PUZZLE` explains it, also where\n" +
		"the explanation is too long for this page; where it says `human`, add `--technique-order human`.\n\n" +
		"## The rating: `--technique-order se`\n\n" +
		"The scale of Sudoku Explainer 1.2.1, whose order is part of it. Where a rating varies, the table has the lowest.\n\n" +
		"| rating | technique |\n|--:|---|\n")
	for _, row := range Techniques() {
		fmt.Fprintf(&b, "| %s | [`%s`](#%s) |\n", decimal(row.Rating), row.ID, row.ID)
	}
	writeHumanLadder(&b)
	for _, row := range append(Techniques(), Patterns()...) {
		fmt.Fprintf(&b, "\n<a id=\"%s\"></a>\n## %s\n\n%s\n", row.ID, row.Name, row.Doc)
		if e, ok := examples[row.ID]; ok {
			fmt.Fprintf(&b, "\nStep %d%s of\n\n    %s\n", e.step, e.ladder, e.puzzle)
			if len(strings.Fields(e.sentence)) <= 55 {
				fmt.Fprintf(&b, "\n> %s\n", e.sentence)
			}
		}
	}
	b.WriteString("\n# Languages\n\n")
	lacks := "Every language has words for every technique."
	for _, lang := range slices.Sorted(maps.Keys(Lacks)) {
		if len(Lacks[lang]) > 0 {
			lacks = "There the English words are used."
			fmt.Fprintf(&b, "`%s` lacks `%s`.\n", lang, strings.Join(Lacks[lang], "`, `"))
		}
	}
	b.WriteString(lacks + "\n\n# Levels\n\nA puzzle has the first level that allows its rating, set by the hardest step, and its scan effort S, summed over the solution.\n" +
		"The limits of S are for 9x9; for other sizes they grow with the number of cells.\n\n" +
		"| level | id | rating up to | S up to | |\n|---|---|---|---|---|\n")
	limit := func(at, none int) string {
		if at == none {
			return "–"
		}
		return decimal(at)
	}
	for _, l := range Levels() {
		fmt.Fprintf(&b, "| %s | `%s` | %s | %s | %s |\n", l.Label, l.ID, limit(l.MaxRating, NoCeiling), limit(l.MaxScan, 0), l.Doc)
	}
	return b.String()
}

// writeHumanLadder writes the order in which steps are shown to people, with its scores.
func writeHumanLadder(b *strings.Builder) {
	b.WriteString("\n## The path a person is shown: `--technique-order human`\n\n" +
		"The order and the scores are the defaults of HoDoKu 2.2; the patterns that players know by name come before all chains. The scale's direct techniques are shown as the pattern and\n" +
		"then the single. A star: HoDoKu has no such technique, and the score is that of its nearest relative. This order changes no rating. The score of a path is the sum of its steps'.\n\n" +
		"| score | technique |\n|--:|---|\n")
	for _, row := range Ladders()[1].Techniques() {
		star := ""
		if row.Own {
			star = "\\*"
		}
		fmt.Fprintf(b, "| %d%s | [`%s`](#%s) |\n", row.Score, star, row.ID, row.ID)
	}
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
func findExamples(t *testing.T) map[string]example {
	found := map[string]example{}
	puzzles, _ := sample(board.Nine(), 1500, 77)
	gr := NewGrader(board.Nine())
	add := func(p *board.Grid, ladder string, steps []Step) {
		for k, s := range steps {
			if _, ok := found[s.Technique]; !ok {
				found[s.Technique] = example{p.String(), k + 1, ladder, Sentence(board.Nine(), &s)}
			}
		}
	}
	for i := range puzzles {
		_, steps := gr.Path(&puzzles[i])
		add(&puzzles[i], "", steps)
	}
	for _, text := range patternPuzzles {
		p := parse(t, text)
		add(&p, " (`human`)", gr.Human(&p).Steps)
	}
	return found
}

// shownExample is an example in the document.
var shownExample = regexp.MustCompile(`Step (\d+)(.*) of\n\n    ([1-9.]+)\n`)

// shownExamples are the examples of the document that are steps of their technique, explained anew.
func shownExamples(document string) map[string]example {
	found := map[string]example{}
	gr := NewGrader(board.Nine())
	for _, section := range strings.Split(document, "<a id=\"")[1:] {
		m := shownExample.FindStringSubmatch(section)
		if m == nil {
			continue
		}
		step, err := strconv.Atoi(m[1])
		p, err2 := board.Parse(m[3])
		if errors.Join(err, err2) != nil {
			continue
		}
		_, steps := gr.Path(&p)
		if m[2] != "" {
			steps = gr.Human(&p).Steps
		}
		id, _, _ := strings.Cut(section, `"`)
		if step >= 1 && step <= len(steps) && steps[step-1].Technique == id {
			found[id] = example{m[3], step, m[2], Sentence(board.Nine(), &steps[step-1])}
		}
	}
	return found
}

// patternPuzzles are random minimal puzzles, of another seed, on whose paths the
// named patterns occur. Of 60,000 none had colours that wrap, since an easier pattern
// was always there too.
var patternPuzzles = [...]string{
	".5.3.....3...86.1.7..4.....18....36.......5.......1..263...5.7......36....57..8..",
	".....9634.1...7......3.....24.....6....4....51...8...2...6.29...7....35..9..1....",
	"8.....45....5.2....4..7..6119.8.3.7...6..7........9..56...9.......1..68..7.......",
	"4....6.1..6...72.9..3.........2.8...62....7....1.64......1...8...94...3..4..9....",
	".....47..1...8....45.....38....1...4.15...........28.6.........8...61..56.43...2.",
	"...946..313.5...........2.......2..8.5....9.78.7.9....2.6........16...5...8..7.9.",
	"...87..49...94.....3...6......3...521....7..3..7..9....86.........7..5....12.8.9.",
	"7.9.48.1...4..7..6.6....2...12..4.......1..7....32......1........39..4..4...7...9",
	"1.......28....7.4..351.4........3..7..9....53...5.94...8...1.7.....7..8....28...5",
	"..8..9....1.7............2.4..8.1..5..1.9...4.5.3..8.....6.2.98.37.......9...43..",
	".61...9.....2.5.1.2.4.9...86...1439......27....8..6.......4....4..7.......71.9...",
	".69.2....7.....2..1...68..9.3...1.....27.3.8.47......3.9....736..4.........3...4.",
	"9.........3.7...685.7.1.........6.....2..3.9.35.98..4............5.9..827..3.8..6",
	"6.9..3....4..1.537...4.........37.14...96.........2.8..9...4.7...2.963.53........",
	"1....2.6.2...9.....8.1.4...3..91............7..28.5.....4...79.....4...19..7.1.23",
}
