package hint_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/hint"
	"gradoku/internal/boardtest"
)

var update = flag.Bool("update", false, "write testdata/hints.jsonl anew")

// golden is a line of testdata/hints.jsonl: a question and its answer, which the server and
// the JavaScript package must give in the same bytes.
type golden struct {
	Query hint.Query      `json:"query"`
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
	var h hint.Hinter
	answer := func(q *hint.Query) []byte {
		p, err := q.Position()
		if err != nil {
			t.Fatal(err)
		}
		told, err := h.Next(p, q.Wanted)
		if err != nil {
			t.Fatal(err)
		}
		return encode(t, told)
	}
	if *update {
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
	statuses, techniques := map[hint.Status]int{}, map[string]int{}
	for i, line := range lines {
		var g golden
		if err := json.Unmarshal(line, &g); err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		p, err := g.Query.Position()
		told, err2 := hint.Next(p, g.Query.Wanted)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		if got := answer(&g.Query); !bytes.Equal(got, g.Hint) {
			t.Fatalf("line %d, -update writes them anew\ngot  %s\nwant %s", i+1, got, g.Hint)
		}
		statuses[told.Status]++
		if told.Step != nil {
			techniques[told.Step.Technique]++
			checkClaims(t, &told)
		}
	}
	for _, s := range hint.Statuses() {
		if statuses[s] == 0 {
			t.Errorf("no hint has the status %s: %v", s, statuses)
		}
	}
	if len(techniques) < 35 {
		t.Errorf("%d techniques: %v", len(techniques), techniques)
	}
}

// checkClaims holds what the sentence of a step says of its cells against the board.
func checkClaims(t *testing.T, told *hint.Hint) {
	s, geo := &told.Found, told.On.Geometry()
	var cands []board.Digits
	for _, c := range s.Cells {
		cands = append(cands, told.On.Candidates(c))
	}
	var lost board.Digits
	for _, e := range s.Eliminate {
		lost |= e.Digit.Mask()
	}
	only := func(h board.House, d board.Digits, cells ...board.Cell) bool { // these alone have d in a house
		for _, c := range geo.HouseCells(h) {
			if told.On.Candidates(c)&d != 0 != slices.Contains(cells, c) {
				return false
			}
		}
		return true
	}
	other := s.Digits &^ lost
	wings := func() bool {
		return cands[1].Len() == 2 && cands[2].Len() == 2 && cands[1]&cands[2] == lost && cands[1]|cands[2] == s.Digits
	}
	ok := true
	switch s.Technique {
	case "xy-wing":
		ok = cands[0] == other && wings()
	case "xyz-wing":
		ok = cands[0] == s.Digits && wings()
	case "w-wing":
		ok = cands[0] == s.Digits && cands[3] == s.Digits && only(s.Houses[0], other, s.Cells[1], s.Cells[2])
	case "skyscraper", "two-string-kite", "turbot-fish":
		ok = only(s.Houses[0], s.Digits, s.Cells[0], s.Cells[1]) && only(s.Houses[1], s.Digits, s.Cells[2], s.Cells[3]) && slices.Contains(geo.Peers(s.Cells[1]), s.Cells[2])
	case "bug-1":
		ok = cands[0] == s.Digits|lost && other == s.Digits
	case "bug-3": // cells with more candidates, and one less than there are digits with two of these
		two := slices.DeleteFunc(cands, func(c board.Digits) bool { return c.Len() > 2 })
		ok = len(two) == s.Digits.Len()-1 && len(two) < len(s.Cells) && !slices.ContainsFunc(two, func(c board.Digits) bool { return c&^s.Digits != 0 })
	case "bug-4":
		ok = cands[0].Len() > 2 && cands[1].Len() > 2 && slices.ContainsFunc(geo.HousesOf(s.Cells[0]), func(h board.House) bool { return only(h, s.Digits, s.Cells...) })
	case "unique-rectangle-1", "unique-loop-1", "unique-rectangle-2", "unique-loop-2":
		extra := lost &^ s.Digits // of type 2
		ok = !slices.ContainsFunc(cands, func(c board.Digits) bool { return c&s.Digits != s.Digits || extra != 0 && c&^s.Digits&^extra != 0 })
	}
	if !ok {
		t.Errorf("%s: %v of %v", told.Text, cands, s.Digits)
	}
}

// TestGraves: what is said of the rare types of BUG is so. TestChainTechniques of package grade has
// their sentences.
func TestGraves(t *testing.T) {
	for _, puzzle := range []string{
		".....8.2..7.4.9.....9....1....81....8...27....3......2..43.1..9..5.6...4......1..",
		"2.6.8.....8...567..592.........5...4..26.4...9.57..3...........6.4.9......8...951",
	} {
		p := boardtest.Parse(t, puzzle)
		b := board.NewBoard(&p)
		_, path := grade.NewGrader(board.Nine()).Path(&p)
		for _, s := range path {
			checkClaims(t, &hint.Hint{Found: s, On: b, Text: hint.Sentence(board.Nine(), &s)})
			s.Apply(&b)
		}
	}
}

// questions makes the questions of the golden file.
func questions() []hint.Query {
	rng := rand.New(rand.NewPCG(3, 14))
	var list []hint.Query
	met := map[string]int{}
	for _, c := range []struct{ size, n int }{{4, 20}, {6, 30}, {9, 440}, {12, 6}, {16, 4}} {
		geo, err := board.ForSize(c.size)
		if err != nil {
			panic(err)
		}
		puzzles, solutions := boardtest.Sample(geo, c.n, 14)
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
			p := hint.Someway(&puzzles[i], &solutions[i], rng, mistakes)
			ladder := []string{"", "human", "se"}[rng.IntN(3)]
			if i%4 > 0 && c.size == 9 {
				p = onwards(hint.Position{Givens: puzzles[i]}, ladder, met)
			}
			q := hint.Query{Puzzle: p.Givens.String()}
			q.State, q.Candidates = p.Texts()
			q.Ladder = ladder
			q.Notes = []hint.Notes{"", hint.Complete}[i/4%2]
			q.Lang = hint.Languages()[rng.IntN(len(hint.Languages()))]
			q.Depth = []hint.Depth{"", hint.Full, hint.Full, hint.Where, hint.Nudge}[rng.IntN(5)]
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
func onwards(p hint.Position, ladder string, met map[string]int) hint.Position {
	rarest, technique := p, ""
	for {
		told, err := hint.Next(p, hint.Wanted{Ladder: ladder, Notes: hint.Complete})
		if err != nil || told.Status != hint.OK {
			met[technique]++
			return rarest
		}
		if s := told.Found.Technique; technique == "" || met[s] < met[technique] {
			rarest, technique = p, s
		}
		p.Apply(&told)
	}
}
