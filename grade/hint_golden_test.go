package grade_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"gradoku/board"
	"gradoku/generate"
	"gradoku/grade"
)

// golden is a line of testdata/hints.jsonl: a question and its answer, which the command,
// the server and the JavaScript package must give in the same bytes.
type golden struct {
	Query grade.HintQuery `json:"query"`
	Hint  json.RawMessage `json:"hint"`
}

// encode writes JSON as gradoku does: without a newline, and < as it is.
func encode(t *testing.T, v any) []byte {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// TestHintGolden holds the answers to 500 questions, byte for byte: positions of all sizes
// by seed, some with mistakes, in all languages, on both ladders, at all depths.
func TestHintGolden(t *testing.T) {
	file := filepath.Join("testdata", "hints.jsonl")
	var h grade.Hinter
	answer := func(q *grade.HintQuery) []byte {
		p, err := q.Position()
		if err != nil {
			t.Fatal(err)
		}
		hint, err := h.Next(p, q.HintOptions)
		if err != nil {
			t.Fatal(err)
		}
		return encode(t, hint)
	}
	if *grade.Update {
		var text bytes.Buffer
		for _, q := range questions() {
			text.Write(encode(t, golden{q, answer(&q)}))
			text.WriteByte('\n')
		}
		if err := os.WriteFile(file, text.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	if len(lines) != 500 {
		t.Fatalf("%d lines, want 500", len(lines))
	}
	statuses, techniques := map[grade.Status]int{}, map[string]int{}
	for i, line := range lines {
		var g golden
		if err := json.Unmarshal(line, &g); err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		if got := answer(&g.Query); !bytes.Equal(got, g.Hint) {
			t.Fatalf("line %d, -update writes them anew\ngot  %s\nwant %s", i+1, got, g.Hint)
		}
		var hint grade.Hint
		if err := json.Unmarshal(g.Hint, &hint); err != nil {
			t.Fatal(err)
		}
		statuses[hint.Status]++
		if hint.Step != nil {
			techniques[hint.Step.Technique]++
		}
	}
	for _, s := range grade.Statuses() {
		if statuses[s] == 0 {
			t.Errorf("no hint has the status %s: %v", s, statuses)
		}
	}
	if len(techniques) < 35 {
		t.Errorf("%d techniques: %v", len(techniques), techniques)
	}
}

// questions makes the questions of the golden file.
func questions() []grade.HintQuery {
	rng := rand.New(rand.NewPCG(3, 14))
	var list []grade.HintQuery
	met := map[string]int{}
	for _, c := range []struct{ size, n int }{{4, 20}, {6, 30}, {9, 440}, {12, 6}, {16, 4}} {
		geo, err := board.ForSize(c.size)
		if err != nil {
			panic(err)
		}
		puzzles, solutions := grade.Sample(geo, c.n, 14)
		for i := range puzzles {
			mistakes := 0
			if rng.IntN(3) == 0 {
				mistakes = 1 + rng.IntN(2)
			}
			switch {
			case c.size == 9 && i%55 == 7: // a clue short, which most of them need
				puzzles[i].Set(firstClue(&puzzles[i]), 0)
			case c.size == 9 && i%55 == 9: // a digit exchanged
				first := firstClue(&puzzles[i])
				puzzles[i].Set(first, puzzles[i].At(first)%9+1)
				solutions[i].Set(first, puzzles[i].At(first))
			}
			p := grade.Someway(&puzzles[i], &solutions[i], rng, mistakes)
			ladder := []string{"", "human", "se"}[rng.IntN(3)]
			if i%4 > 0 && c.size == 9 {
				p = onwards(grade.Position{Givens: puzzles[i]}, ladder, met)
			}
			q := grade.HintQuery{Puzzle: p.Givens.String()}
			q.State, q.Candidates = p.Texts()
			q.Ladder = ladder
			q.Lang = grade.Languages()[rng.IntN(len(grade.Languages()))]
			q.Depth = []grade.Depth{"", grade.Full, grade.Full, grade.Where, grade.Nudge}[rng.IntN(5)]
			if rng.IntN(12) == 0 {
				q.UpTo = map[string]string{"": "medium", "human": "medium", "se": "easy"}[q.Ladder]
			}
			if rng.IntN(12) == 0 {
				q.Known = []string{"naked-single", "hidden-single-box", "hidden-single-line", "naked-pair", "x-wing"}
			}
			list = append(list, q)
		}
	}
	return list
}

func firstClue(p *board.Grid) board.Cell {
	clues := p.ClueSet()
	return clues.First()
}

// onwards follows hints to the step of which fewest were met before.
func onwards(p grade.Position, ladder string, met map[string]int) grade.Position {
	rarest, technique := p, ""
	for {
		hint, err := grade.Next(p, grade.HintOptions{Ladder: ladder})
		if err != nil || hint.Status != grade.OK {
			met[technique]++
			return rarest
		}
		if s := hint.Found.Technique; technique == "" || met[s] < met[technique] {
			rarest, technique = p, s
		}
		p.Apply(&hint)
	}
}

// TestHintsPlayLevels plays puzzles of every level to the end by hints alone: from the
// givens, and from a random position whose mistakes are taken back as the hints name them.
func TestHintsPlayLevels(t *testing.T) {
	n := 2
	if *grade.Long {
		n = 1000
	}
	rng := rand.New(rand.NewPCG(4, 14))
	var h grade.Hinter
	for _, level := range grade.Levels() {
		played, mistakes, hints := 0, 0, 0
		for found, err := range generate.Stream(context.Background(), generate.Target{
			Options: generate.Options{Geometry: board.Nine()}, Criteria: grade.Criteria{Levels: []string{level.Name}},
		}, 14, 1) {
			if err != nil {
				t.Fatal(err)
			}
			for k, p := range []grade.Position{{Givens: found.Grid}, grade.Someway(&found.Grid, &found.Solution, rng, 2)} {
				ask := grade.HintOptions{Ladder: grade.Ladders()[(played+k)%2].Name}
				for done := false; !done; hints++ {
					hint, err := h.Next(p, ask)
					if err != nil {
						t.Fatal(err)
					}
					switch hint.Status {
					case grade.OK:
						p.Apply(&hint)
					case grade.WrongEntry:
						for _, c := range hint.Faults {
							p.Entries.Set(c, 0)
						}
						mistakes++
					case grade.WrongMark:
						for _, c := range hint.Faults {
							p.Marks[c] = 0
						}
						mistakes++
					default:
						if b := p.Board(); hint.Status != grade.Solved || b.Grid != found.Solution {
							t.Fatalf("%v, %s: %s at %v", found.Grid, level.Name, hint.Status, b.Grid)
						}
						done = true
					}
				}
			}
			if played++; played == n {
				break
			}
		}
		t.Logf("%s: %d puzzles played twice, %d hints, %d times something was wrong", level.Name, played, hints, mistakes)
		if mistakes == 0 {
			t.Errorf("%s: no mistake was met", level.Name)
		}
	}
}
