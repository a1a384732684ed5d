package generate

import (
	"gradoku/cmd/gradoku/cli"
	"gradoku/task"
)

// JSON lists what the commands of this package print with --json.
func JSON() []cli.Printed {
	return []cli.Printed{
		{Command: "generate", Lines: []cli.Line{cli.LineOf("the summary", task.Summary{})}},
		{Command: "pattern", Lines: []cli.Line{cli.LineOf("a pattern", patternRecord{}), cli.LineOf("a form of patterns, with --count", kindRecord{}), cli.RejectedLine()}},
	}
}
