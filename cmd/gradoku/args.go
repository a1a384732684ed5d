package main

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gradoku/task"
)

// arranged rewrites a command line for the cli library, which stops looking for flags
// at the first argument and silently treats the rest as arguments: the flags of a
// command come before its arguments, so that "gradoku solve PUZZLE --stats" works.
// Everything after "--" is an argument, and so is a puzzle whose blanks are dashes, but not a
// flag whose value is a puzzle. "help solve" becomes "solve --help", so that an unknown command
// always gives the same error. With --help, anything else after the command is ignored.
func arranged(app *cli.App, args []string) []string {
	if len(args) > 2 && (args[1] == "help" || args[1] == "h") {
		args = slices.Concat(args[:1], args[2:], []string{"--help"})
	}
	run, i := commandOf(app, args)
	if i < len(args) && len(run.Subcommands) > 0 && !strings.HasPrefix(args[i], "-") {
		return args // the unknown command is reported, not its flags
	}
	command := slices.Clone(args[:i])
	front := slices.Clone(command)
	var back []string
	for ; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			back = append(back, args[i+1:]...)
			break
		}
		name, value, joined := strings.Cut(arg, "=")
		f := flagNamed(run.Flags, name)
		if arg == "-" || !strings.HasPrefix(arg, "-") || f == nil && (strings.Contains(arg, "\n") || task.LooksLikePuzzle(arg)) {
			back = append(back, arg)
			continue
		}
		if arg == "-h" {
			shortenHelp(run, strings.Join(command[1:], " "))
		}
		if arg == "--help" || arg == "-h" {
			return append(command, arg)
		}
		if f != nil { // the library does not allow two names of a flag on one line
			name = dashed(f.Names()[0])
		}
		if !joined && f != nil && !isSwitch(f) && i+1 < len(args) {
			i++
			value, joined = args[i], true
		}
		if joined {
			name += "=" + value
		}
		front = append(front, name)
	}
	if slices.ContainsFunc(back, func(arg string) bool { return strings.HasPrefix(arg, "-") }) {
		front = append(front, "--")
	}
	return append(front, back...)
}

// commandOf returns the command that a line runs, and the index of the first argument after
// the command's name.
func commandOf(app *cli.App, args []string) (command *cli.Command, i int) {
	command = &cli.Command{Subcommands: app.Commands, Flags: app.Flags}
	for i = 1; i < len(args); i++ {
		named := slices.IndexFunc(command.Subcommands, func(c *cli.Command) bool { return c.HasName(args[i]) })
		if named < 0 {
			break
		}
		command = command.Subcommands[named]
	}
	return command, i
}

// flagNamed returns the flag written as -name or --name, or nil.
func flagNamed(flags []cli.Flag, written string) cli.Flag {
	name := strings.TrimLeft(written, "-")
	for _, f := range flags {
		if slices.Contains(f.Names(), name) {
			return f
		}
	}
	return nil
}

// isSwitch reports whether a flag takes no value.
func isSwitch(f cli.Flag) bool {
	d, ok := f.(cli.DocGenerationFlag)
	return ok && !d.TakesValue()
}
