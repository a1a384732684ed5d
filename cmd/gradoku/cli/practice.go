package cli

import (
	"errors"
	"fmt"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/hint"
)

// Positions for practice: a puzzle with the state and the candidates in which a technique
// is the next step.

// PracticeFlag names the technique.
func PracticeFlag(to *string, usage string) *ChoiceFlag {
	var names []string
	for _, t := range append(grade.Techniques(), grade.Patterns()...) {
		names = append(names, t.ID)
	}
	return Choice(&urfave.StringFlag{Name: "practice", Destination: to, Usage: usage}, names...)
}

// CheckPractice refuses what cannot be practised, and a format that cannot hold a position.
func CheckPractice(technique string, to corpus.Format) error {
	if _, err := hint.PracticeLadder(technique); err != nil {
		return UsageError(fmt.Errorf("--practice: %w", err), TechniqueAdvice)
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

// Practise turns the row of a puzzle into one of a position for practice. It reports false
// where the technique never is the next step, or the search was cut short.
func Practise(row *corpus.Row, technique string, graders *grade.Graders, stop func() bool) (bool, error) {
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

// ApartFromPractice refuses flags that have no meaning beside --practice.
func (c *Call) ApartFromPractice(flags ...string) error {
	for _, name := range flags {
		if c.Given(name) {
			return UsageError(errors.New("--practice and "+Dashed(name)+" exclude each other"), "drop one of the two")
		}
	}
	return nil
}
