package main

import (
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"
)

// arranged rewrites a command line for the cli library, which stops looking for flags
// at the first argument and silently treats the rest as arguments: the flags of a
// command come before its arguments, so that "gradoku solve PUZZLE --stats" works.
// Everything after "--" stays where it is. Numbers lose their leading zeros, which
// would make them octal, and "help solve" becomes "solve --help", so that an unknown
// command always gives the same error. With --help, anything else after the
// command is ignored.
func arranged(app *urfave.App, args []string) []string {
	if len(args) > 2 && (args[1] == "help" || args[1] == "h") {
		args = slices.Concat(args[:1], args[2:], []string{"--help"})
	}
	if len(args) > 2 && args[1] == "study" && formerStudies[args[2]] != nil {
		args = slices.Concat(args[:2], formerStudies[args[2]], args[3:])
	}
	commands, flags, i := commandOf(app, args)
	if i < len(args) && len(commands) > 0 && !strings.HasPrefix(args[i], "-") {
		return args // the unknown command is reported, not its flags
	}
	command := slices.Clone(args[:i])
	front := slices.Clone(command)
	var back []string
	for ; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			back = append(back, args[i:]...)
			break
		}
		if arg == "-" || !strings.HasPrefix(arg, "-") {
			back = append(back, arg)
			continue
		}
		if arg == "--help" || arg == "-h" {
			return append(command, arg)
		}
		name, value, joined := strings.Cut(arg, "=")
		f := flagNamed(flags, name)
		if !joined && f != nil && !isSwitch(f) && i+1 < len(args) {
			i++
			value, joined = args[i], true
		}
		if joined {
			front = append(front, name+"="+plainNumber(f, value))
		} else {
			front = append(front, arg)
		}
	}
	return append(front, back...)
}

// formerStudies are commands that have become options of others. Their names are kept for
// scripts.
var formerStudies = map[string][]string{
	"human": {"report", "--published"},
}

// commandOf returns the subcommands and flags of the command that a line runs, and the
// index of the first argument after the command's name.
func commandOf(app *urfave.App, args []string) (commands []*urfave.Command, flags []urfave.Flag, i int) {
	commands, flags = app.Commands, app.Flags
	for i = 1; i < len(args); i++ {
		named := slices.IndexFunc(commands, func(c *urfave.Command) bool { return c.HasName(args[i]) })
		if named < 0 {
			break
		}
		commands, flags = commands[named].Subcommands, commands[named].Flags
	}
	return commands, flags, i
}

// flagNamed returns the flag written as -name or --name, or nil.
func flagNamed(flags []urfave.Flag, written string) urfave.Flag {
	name := strings.TrimLeft(written, "-")
	for _, f := range flags {
		if slices.Contains(f.Names(), name) {
			return f
		}
	}
	return nil
}

// isSwitch reports whether a flag takes no value.
func isSwitch(f urfave.Flag) bool {
	d, ok := f.(urfave.DocGenerationFlag)
	return ok && !d.TakesValue()
}

// plainNumber strips leading zeros from the value of an integer flag: the cli library
// would read 010 as eight.
func plainNumber(f urfave.Flag, value string) string {
	switch f.(type) {
	case *urfave.IntFlag, *urfave.Int64Flag, *urfave.Uint64Flag:
		digits := strings.TrimLeft(value, "+-")
		if n := strings.TrimLeft(digits, "0"); n != "" && strings.Trim(n, "0123456789") == "" {
			return value[:len(value)-len(digits)] + n
		}
	}
	return value
}

// plainDefault makes the help show the true default of a flag, and only once: the
// cli library shows the zero value of a flag without one, and "false" for every
// switch.
func plainDefault(f urfave.Flag) {
	switch f := f.(type) {
	case *urfave.BoolFlag:
		f.DisableDefaultText = true
	case *urfave.IntFlag:
		f.Usage, f.DefaultText = usageAndDefault(f.Name, f.Usage, f.DefaultText, f.Value == 0)
	case *urfave.Int64Flag:
		f.Usage, f.DefaultText = usageAndDefault(f.Name, f.Usage, f.DefaultText, f.Value == 0)
	case *urfave.DurationFlag:
		f.Usage, f.DefaultText = usageAndDefault(f.Name, f.Usage, f.DefaultText, f.Value == 0)
	}
}

// usageAndDefault splits a usage into its text and the default at its end. Where there
// is no such default, zero counts as unset, except for seeds, where 0 is a valid
// number.
func usageAndDefault(name, usage, given string, zero bool) (rest, text string) {
	if rest, text, told := strings.Cut(usage, " (default: "); told {
		return rest, strings.TrimSuffix(text, ")")
	}
	if zero && given == "" && name != "seed" {
		return usage, "none"
	}
	return usage, given
}
