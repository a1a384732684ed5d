// Command gradoku makes Sudoku puzzles, proves that each has exactly one
// solution, grades them and keeps them in a SQLite file. README.md shows the
// first steps, "gradoku help" shows the rest.
//
// Each command has the file of its name, with "_" between the words: "gradoku book check" is in
// book_check.go. Where commands below another are short, they are in the file of that one:
// "gradoku db copy" is in db.go. newApp in main.go lists them all. The other files hold what
// commands share: calls and their flags, puzzles from arguments, files and stdin, output that
// is complete or absent, errors with advice and exit codes, progress, tables and numbers.
//
// A command is one struct of options that embeds a [Call]: the tags of its fields are the
// flags, with their help, limits, choices and rules, and what the command does is a method.
// It does not use the command-line library:
//
//	type runsOptions struct {
//		Call  `fields:"db,json"`
//		Limit int `query:"limit" minimum:"1" value:"N" doc:"at most N runs"`
//	}
//
//	func runsCommand(s Streams) *cli.Command {
//		var o runsOptions
//		return newCommand(s, "runs", "", &o, o.run, lineKind{"a run", runObject{}})
//	}
//
// The text of its help is a section of help.txt; a command without examples sets Usage instead.
package main
