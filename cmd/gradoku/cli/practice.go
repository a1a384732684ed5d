package cli

import (
	"errors"

	urfave "github.com/urfave/cli/v2"

	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/task"
)

// Positions for practice: a puzzle with the state and the candidates in which a technique
// is the next step.

// PracticeFlag names the technique.
func PracticeFlag(to *string, usage string) *ChoiceFlag {
	return Choice(&urfave.StringFlag{Name: "practice", Destination: to, Usage: usage}, task.Position{}.Choices()...)
}

// CheckPractice is [task.CheckPractice].
func CheckPractice(technique string, to corpus.Format) error {
	return task.CheckPractice(technique, to)
}

// Practise is [task.Practise].
func Practise(row *corpus.Row, technique string, graders *grade.Graders, stop func() bool) (bool, error) {
	return task.Practise(row, technique, graders, stop)
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
