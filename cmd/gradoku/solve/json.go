package solve

import "gradoku/cmd/gradoku/cli"

// JSON lists what the commands of this package print with --json.
func JSON() []cli.Printed {
	return []cli.Printed{
		{Command: "solve", Lines: []cli.Line{cli.LineOf("a puzzle", solved{}), cli.LineOf("a solver and a puzzle, with --solver all", compared{}), cli.RejectedLine()}},
		{Command: "canon", Lines: []cli.Line{cli.LineOf("a puzzle", canonRecord{}), cli.RejectedLine()}},
		{Command: "minimal", Lines: []cli.Line{cli.LineOf("a puzzle", minimalRecord{}), cli.RejectedLine()}},
		{Command: "verify", Lines: []cli.Line{cli.LineOf("a finding", findingRecord{}), cli.LineOf("the summary, last", verifySummary{})}},
	}
}
