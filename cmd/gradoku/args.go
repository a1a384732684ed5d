package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
)

// flagsFirst moves the flags of a command before its arguments, so that
// "gradoku solve PUZZLE --stats" works: the cli library stops looking for flags
// at the first argument and would take the rest for arguments without a word.
// Everything after "--" stays where it is.
func flagsFirst(app *cli.App, args []string) []string {
	commands, flags := app.Commands, app.Flags
	i := 1
	for ; i < len(args); i++ {
		c := commandNamed(commands, args[i])
		if c == nil {
			break
		}
		commands, flags = c.Subcommands, c.Flags
	}
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

func commandNamed(commands []*cli.Command, name string) *cli.Command {
	for _, c := range commands {
		if c.HasName(name) {
			return c
		}
	}
	return nil
}

// takesValue reports whether the flag written as arg consumes the next word.
func takesValue(flags []cli.Flag, arg string) bool {
	if strings.Contains(arg, "=") {
		return false
	}
	name := strings.TrimLeft(arg, "-")
	for _, f := range flags {
		for _, n := range f.Names() {
			if n == name {
				_, isBool := f.(*cli.BoolFlag)
				return !isBool
			}
		}
	}
	return false
}

// noArgs is the Before of commands that take flags only.
func noArgs(c *cli.Context) error {
	if c.NArg() > 0 {
		return usageError(fmt.Errorf("%s takes no argument, but got %q", c.Command.HelpName, c.Args().First()), helpAdvice(c))
	}
	return nil
}

// span is a closed interval given as "22-25", "22-", "-25" or "22". An open end
// is reported as absent by a zero.
type span struct{ from, to int }

// parseSpan reads a span whose ends are read by number.
func parseSpan(s string, number func(string) (int, error)) (span, error) {
	from, to, isRange := strings.Cut(s, "-")
	if !isRange {
		to = from
	}
	var sp span
	var err error
	if from == "" && to == "" {
		return span{}, fmt.Errorf("%q is not a range such as 3-5, 3- or -5", s)
	}
	if from != "" {
		if sp.from, err = number(from); err != nil {
			return span{}, err
		}
	}
	if to != "" {
		if sp.to, err = number(to); err != nil {
			return span{}, err
		}
	}
	if from != "" && to != "" && sp.from > sp.to {
		return span{}, fmt.Errorf("the range %q ends before it begins", s)
	}
	return sp, nil
}

// whole reads a number of clues.
func whole(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%q is not a whole number above 0", s)
	}
	return n, nil
}

// tenths reads a rating such as 4.2 as 42.
func tenths(s string) (int, error) {
	whole, frac, _ := strings.Cut(s, ".")
	if len(frac) == 0 {
		frac = "0"
	}
	n, err := strconv.Atoi(whole + frac)
	if err != nil || len(frac) != 1 || n < 1 || n > 200 {
		return 0, fmt.Errorf("%q is not a rating from 0.1 to 20.0 with at most one decimal", s)
	}
	return n, nil
}
