package main

import (
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"
)

// flagsFirst moves the flags of a command before its arguments, so that "gradoku
// solve PUZZLE --stats" works: the cli library stops looking for flags at the first
// argument and silently treats the rest as arguments.
// Everything after "--" stays where it is.
func flagsFirst(app *urfave.App, args []string) []string {
	flags, i := commandOf(app, args)
	front := append([]string(nil), args[:i]...)
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
		front = append(front, arg)
		if takesValue(flags, arg) && i+1 < len(args) {
			i++
			front = append(front, args[i])
		}
	}
	return append(front, back...)
}

// commandOf returns the flags of the command that a line names, and where the
// command's own words begin.
func commandOf(app *urfave.App, args []string) (flags []urfave.Flag, i int) {
	commands, flags := app.Commands, app.Flags
	for i = 1; i < len(args); i++ {
		named := slices.IndexFunc(commands, func(c *urfave.Command) bool { return c.HasName(args[i]) })
		if named < 0 {
			break
		}
		commands, flags = commands[named].Subcommands, commands[named].Flags
	}
	return flags, i
}

// takesValue reports whether the flag written as arg consumes the next word.
func takesValue(flags []urfave.Flag, arg string) bool {
	if strings.Contains(arg, "=") {
		return false
	}
	name := strings.TrimLeft(arg, "-")
	for _, f := range flags {
		if slices.Contains(f.Names(), name) {
			_, isBool := f.(*urfave.BoolFlag)
			return !isBool
		}
	}
	return false
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

// usageAndDefault splits the default off the end of a usage. Without one, a zero
// value is not a default, except for seeds, where 0 is a number like any other.
func usageAndDefault(name, usage, given string, zero bool) (rest, text string) {
	if rest, text, told := strings.Cut(usage, " (default: "); told {
		return rest, strings.TrimSuffix(text, ")")
	}
	if zero && given == "" && name != "seed" {
		return usage, "none"
	}
	return usage, given
}
