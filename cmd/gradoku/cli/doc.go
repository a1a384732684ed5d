// Package cli holds the code that gradoku's commands share: calls and their flags,
// puzzles from arguments, files and stdin, output that is complete or absent, errors
// with advice and exit codes, progress, tables and numbers. It does not depend on any
// command.
//
// A command is one struct of options that embeds a [Call]: the tags of its fields are the
// flags, with their help, limits, choices and rules, and what the command does is a method. No
// other code depends on the command-line library:
//
//	type options struct {
//		cli.Call `fields:"db,json"`
//		Limit    int `query:"limit" minimum:"1" value:"N" doc:"at most N runs"`
//	}
//
//	func Command(s cli.Streams) *urfave.Command {
//		var o options
//		return cli.New(s, "runs", "", &o, o.run, cli.LineOf("a run", record{}))
//	}
//
// The text of its help is a section of help.txt; a command without examples sets Usage instead.
package cli
