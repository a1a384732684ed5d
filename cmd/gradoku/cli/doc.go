// Package cli is what the commands of gradoku share: calls and their flags,
// puzzles from arguments, files and stdin, output that is whole or not there,
// errors with advice and exit codes, progress, tables and numbers. It knows no
// topic.
//
// A command is one struct of options that embeds a [Call]. The function that
// builds the command lets the flags fill the struct and hands its run method to
// [Action]; from there on nothing knows the command-line library:
//
//	func Command(s cli.Streams) *urfave.Command {
//		var o options
//		return &urfave.Command{
//			Name:   "runs",
//			Flags:  []urfave.Flag{cli.DBFlag(&o.db), cli.JSONFlag(&o.json, "print one JSON object per run")},
//			Action: cli.Action(s, &o.Call, o.run),
//		}
//	}
package cli
