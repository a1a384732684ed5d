package cli

import (
	"errors"

	urfave "github.com/urfave/cli/v2"

	"gradoku/grade"
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

// ApartFromPractice refuses flags that have no meaning beside --practice.
func (c *Call) ApartFromPractice(flags ...string) error {
	for _, name := range flags {
		if c.Given(name) {
			return UsageError(errors.New("--practice and "+Dashed(name)+" exclude each other"), "drop one of the two")
		}
	}
	return nil
}
