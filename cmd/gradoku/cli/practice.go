package cli

import (
	"gradoku/task"

	urfave "github.com/urfave/cli/v2"
)

// Positions for practice: a puzzle with the state and the candidates in which a technique
// is the next step.

// PracticeFlag names the technique.
func PracticeFlag(to *string, usage string) *ChoiceFlag {
	return Choice(&urfave.StringFlag{Name: "practice", Destination: to, Usage: usage}, task.Position{}.Choices()...)
}
