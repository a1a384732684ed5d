package grade

import "gradoku/cmd/gradoku/cli"

// JSON lists what the commands of this package print with --json.
func JSON() []cli.Printed {
	return []cli.Printed{
		{Command: "grade", Lines: []cli.Line{cli.LineOf("a puzzle", record{}), cli.LineOf("a puzzle, with --ladder human", humanRecord{}), cli.RejectedLine()}},
		{Command: "diff-grades", Lines: []cli.Line{cli.LineOf("the comparison", diffObject{})}},
		{Command: "show", Lines: []cli.Line{cli.LineOf("the puzzle", showRecord{})}},
	}
}
