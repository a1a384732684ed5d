package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"gradoku/api"
	"gradoku/board"
	"gradoku/grade"
	"gradoku/hint"
	"gradoku/internal/golden"
	"gradoku/internal/lean"
)

// asker keeps what was asked and said.
type asker struct {
	t     *testing.T
	host  host
	lines bytes.Buffer
}

// ask asks as a host does, and decodes the answer unless it is nil.
func (a *asker) ask(question string, request, answer any) {
	a.t.Helper()
	text := lean.Append(nil, request)
	copy(a.host.room(len(question)+len(text)), question+string(text))
	said := a.host.ask(len(question), len(text))
	fmt.Fprintf(&a.lines, "%s\t%s\t%x\n", question, text, sha256.Sum256(said))
	var wrapped struct {
		Answer json.RawMessage
		Error  *api.Error
	}
	if err := json.Unmarshal(said, &wrapped); err != nil || wrapped.Error != nil && answer != nil {
		a.t.Fatalf("%s %s: %v, %v", question, text, err, wrapped.Error)
	}
	if wrapped.Error != nil {
		return
	}
	if answer != nil {
		if err := json.Unmarshal(wrapped.Answer, answer); err != nil {
			a.t.Fatal(err)
		}
	}
	// What the command line would print of it is the same.
	var std bytes.Buffer
	e := json.NewEncoder(&std)
	e.SetEscapeHTML(false)
	q, err := api.QuestionByName(question)
	if err != nil {
		a.t.Fatal(err)
	}
	again, err := q.Ask(a.t.Context(), new(api.Engine), func(r any) error { return json.Unmarshal(text, r) })
	if err != nil {
		a.t.Fatal(err)
	}
	if err := e.Encode(again); err != nil || !bytes.Equal(bytes.TrimSpace(std.Bytes()), wrapped.Answer) {
		a.t.Errorf("%s %s: encoding/json writes\n%s, lean\n%s", question, text, std.Bytes(), wrapped.Answer)
	}
}

// puzzle is what is kept of a generated puzzle.
type puzzle struct{ Puzzle, Solution string }

// TestGolden compares the answers to some 800 questions with a file: on each line the
// question, its request and the SHA-256 of what the module says, with tabs between.
// npm/test/golden.test.js asks WebAssembly the same.
func TestGolden(t *testing.T) {
	a := &asker{t: t}
	var puzzles []puzzle
	for _, text := range []string{
		`{"size":4}`, `{"size":6,"symmetry":"rotate180"}`, `{}`, `{"symmetry":"rotate180"}`, `{"level":"gentle"}`, `{"rating":"4.0-4.6"}`, `{"clues":"30"}`,
	} {
		var request api.GenerateRequest
		if err := lean.Read([]byte(text), &request); err != nil {
			t.Fatal(err)
		}
		for seed := range int64(3) {
			request.Seed = &seed
			var p puzzle
			a.ask("generate", request, &p)
			puzzles = append(puzzles, p)
		}
	}
	for _, p := range [...]string{ // hard ones
		"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
		"..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
	} {
		puzzles = append(puzzles, puzzle{Puzzle: p})
		a.ask("grade", api.GradeRequest{Puzzle: p, Steps: true, Budget: 1_000_000}, nil)
	}
	for i, p := range puzzles {
		a.ask("check", api.CheckRequest{Puzzle: p.Puzzle}, nil)
		a.ask("solve", api.SolveRequest{Puzzle: p.Puzzle}, nil)
		a.ask("canonical", api.PuzzleRequest{Puzzle: p.Puzzle}, nil)
		a.ask("morph", api.MorphRequest{Puzzle: p.Puzzle, Seed: int64(i)}, nil)
		if p.Solution == "" {
			continue
		}
		a.ask("grade", api.GradeRequest{Puzzle: p.Puzzle}, nil)
		a.ask("grade", api.GradeRequest{Puzzle: p.Puzzle, Steps: true}, nil)
		a.ask("grade", api.GradeRequest{Puzzle: p.Puzzle, Steps: true, Ladder: "human"}, nil)
		a.ask("minimal", api.MinimalRequest{Puzzle: p.Puzzle, Seed: new(int64(i))}, nil)
		a.ask("draw", api.DrawRequest{Puzzle: p.Puzzle, Step: 2, Coordinates: true}, nil)
		a.play(p, rand.New(rand.NewPCG(1, uint64(i))))
	}
	a.ask("parse", api.ParseRequest{Text: "12"}, nil)
	a.ask("nothing", api.ParseRequest{}, nil)
	a.ask("solve", api.SolveRequest{Puzzle: strings.Repeat(".", 81), Limit: 3}, nil)
	golden.Check(t, filepath.Join("testdata", "golden.tsv"), a.lines.String())
}

// play asks for hints on the way of a puzzle to its end, in positions of all kinds.
func (a *asker) play(p puzzle, rng *rand.Rand) {
	position, err := hint.ParsePosition(p.Puzzle, "", "")
	if err != nil {
		a.t.Fatal(err)
	}
	geo := position.Givens.Geometry()
	var hinter hint.Hinter
	for n := range 26 {
		var r api.HintRequest
		r.Puzzle = p.Puzzle
		r.State, r.Candidates = position.Texts()
		r.Depth = hint.Depths()[n%3]
		r.Ladder = grade.Ladders()[n/3%2].Name
		r.SVG = n%10 == 0
		switch n % 8 {
		case 3: // a slip
			if r.State != "" {
				c := rng.IntN(geo.Cells)
				if position.Givens.At(board.Cell(c)) == 0 {
					r.State = r.State[:c] + fmt.Sprint(1+rng.IntN(4)) + r.State[c+1:]
				}
			}
		case 5:
			r.Candidates = ""
		}
		a.ask("hint", r, nil)
		told, err := hinter.Next(position, hint.Wanted{})
		if err != nil {
			a.t.Fatal(err)
		}
		if told.Status != hint.OK {
			return
		}
		position.Apply(&told)
	}
}

// Whatever a host hands over, the module says something.
func FuzzHost(f *testing.F) {
	f.Add("solve", `{"puzzle":"1..............."}`, 5)
	f.Add("hint", `{"puzzle":"1...............","state":1}`, -1)
	f.Fuzz(func(t *testing.T, question, request string, n int) {
		if question == "generate" || len(request) > 300 {
			t.Skip("may take long")
		}
		var h host
		room := h.room(len(question) + len(request))
		copy(room, question+request)
		for _, n := range []int{len(question), n} {
			if said := h.ask(n, len(request)); !json.Valid(said) {
				t.Errorf("%q %q %d: %q", question, request, n, said)
			}
		}
	})
}
