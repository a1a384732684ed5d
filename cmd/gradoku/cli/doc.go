// Package cli holds the code that gradoku's commands share: calls and their flags,
// puzzles from arguments, files and stdin, output that is complete or absent, errors
// with advice and exit codes, progress, tables and numbers. It does not depend on any
// command.
//
// A command is one struct of options that embeds a [Call]. The function that builds the
// command binds its flags to the struct and passes its run method to [Action]. No other
// code depends on the command-line library:
//
//	func Command(s cli.Streams) *urfave.Command {
//		var o options
//		return cli.Help("runs", &urfave.Command{
//			Flags:  []urfave.Flag{o.DBFlag(), o.JSONFlag("print one JSON object per run")},
//			Before: cli.NoArgs,
//			Action: cli.Action(s, &o.Call, o.run),
//		})
//	}
package cli
