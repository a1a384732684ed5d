// Package study compares gradoku with published ratings, samples and times.
package study

import (
	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
)

// Command is "gradoku study".
func Command(s cli.Streams) *urfave.Command {
	return cli.Group("study", agreementCommand(s), samplingCommand(s), reportCommand(s), fitCommand(s), validateCommand(s),
		measureCommand(s), playCommand(s), literatureCommand(s))
}
