package cli

import (
	"gradoku/task"

	urfave "github.com/urfave/cli/v2"
)

// A practice position is a puzzle with a state and candidates in which a given
// technique is the next step.

// PracticeFlag chooses the technique.
func PracticeFlag(to *string, usage string) *ChoiceFlag {
	return Choice(&urfave.StringFlag{Name: "practice", Destination: to, Usage: usage}, task.Position{}.Choices()...)
}
