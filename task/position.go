package task

import (
	"errors"
	"fmt"
	"strings"

	"gradoku/api"
	"gradoku/board"
	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/hint"
	"gradoku/internal/field"
	"gradoku/internal/text"
	"gradoku/solve"
)

// Position is a position for practice. Technique is the next step in it.
type Position struct{ Technique string }

// UnmarshalText parses the id of a technique or a pattern.
func (p *Position) UnmarshalText(id []byte) error {
	p.Technique = string(id)
	if p.Technique == "" {
		return nil
	}
	_, err := hint.PracticeLadder(p.Technique)
	return err
}

// MarshalText returns the id.
func (p Position) MarshalText() ([]byte, error) { return []byte(p.Technique), nil }

// Choices lists the ids.
func (p Position) Choices() (ids []string) {
	for _, t := range append(grade.Techniques(), grade.Patterns()...) {
		ids = append(ids, t.ID)
	}
	return ids
}

// PositionOf returns the saved game in a record: its puzzle, state, candidates and corner marks.
func PositionOf(rec *corpus.Record) (hint.Position, error) {
	state, _ := rec.Field(corpus.State)
	candidates, _ := rec.Field(corpus.Candidates)
	corners, _ := rec.Field(corpus.Corners)
	q := hint.Query{Puzzle: rec.Puzzle.String(), State: state, Candidates: candidates, Corners: corners}
	return q.Position()
}

// ReadGame reads the only puzzle of a text, in any format of package corpus, for an [api.Engine].
func ReadGame(content string) (game hint.Position, err error) {
	n := 0
	for rec, err := range corpus.ReadText("", content) {
		if n++; err == nil {
			game, err = PositionOf(&rec)
		}
		if err == nil && n > 1 {
			err = errors.New("the text holds several puzzles: send one")
		}
		if err != nil {
			return game, &api.Error{Code: api.CodeMalformed, Text: text.Visible(err.Error())}
		}
	}
	return game, nil
}

// Within returns what the puzzle of a record begins with if its candidates are part of it, which would
// be another one without them (a sukaku): if its clues alone have several solutions. Else it is nil.
func Within(prover *solve.Prover, rec *corpus.Record) *board.Board {
	if _, some := rec.Candidates(); !some {
		return nil
	}
	_, within, _ := Prove(prover, rec) // the board says nothing about its own solutions
	return within
}

// Prove is [hint.Position.Prove] for the puzzle of a record. The rest of a saved game counts only
// if its candidates are part of the puzzle.
func Prove(prover *solve.Prover, rec *corpus.Record) (solution board.Grid, within *board.Board, err error) {
	p := hint.Position{Givens: rec.Puzzle}
	if _, some := rec.Candidates(); some {
		if game, err := PositionOf(rec); err == nil {
			p = game
		}
	}
	return p.Prove(prover)
}

// checkPractice refuses a technique that cannot be practised, and a format that cannot hold
// a position.
func checkPractice(technique string, to corpus.Format) error {
	if _, err := hint.PracticeLadder(technique); err != nil {
		return &field.Error{Field: "practice", Err: err}
	}
	if holdsPosition(to) {
		return nil
	}
	var names []string
	for _, f := range corpus.Formats() {
		if holdsPosition(f) {
			names = append(names, f.Name)
		}
	}
	return UsageError(fmt.Errorf("the format %s holds no digits entered and no candidates, which --practice writes", to.Name),
		"use one of --format "+strings.Join(names, ", "))
}

func holdsPosition(f corpus.Format) bool {
	return f.Carries.Keeps(corpus.State) && f.Carries.Keeps(corpus.Candidates)
}

// toPosition turns the row of a puzzle into the row of a position for practice. It returns
// false if the technique is never the next step, or if the search was cut short.
func toPosition(row *corpus.Row, technique string, graders *grade.Graders, stop func() bool) (bool, error) {
	puzzle, err := board.Parse(row.Puzzle)
	if err != nil {
		return false, err
	}
	gr := graders.Of(puzzle.Geometry())
	gr.Stop = stop
	p, ok, err := hint.Practice(gr, &puzzle, technique)
	if err != nil || !ok {
		return false, err
	}
	state, candidates := p.Texts()
	row.Values = append(row.Values, corpus.Text("practice", technique), corpus.Text(corpus.State, state), corpus.Text(corpus.Candidates, candidates))
	return true, nil
}
