package cli

import (
	"errors"
	"fmt"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/grade"
)

// flagsFirst moves the flags of a command before its arguments, so that
// "gradoku solve PUZZLE --stats" works: the cli library stops looking for flags
// at the first argument and would take the rest for arguments without a word.
// Everything after "--" stays where it is.
func FlagsFirst(app *urfave.App, args []string) []string {
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

func commandNamed(commands []*urfave.Command, name string) *urfave.Command {
	for _, c := range commands {
		if c.HasName(name) {
			return c
		}
	}
	return nil
}

// takesValue reports whether the flag written as arg consumes the next word.
func takesValue(flags []urfave.Flag, arg string) bool {
	if strings.Contains(arg, "=") {
		return false
	}
	name := strings.TrimLeft(arg, "-")
	for _, f := range flags {
		for _, n := range f.Names() {
			if n == name {
				_, isBool := f.(*urfave.BoolFlag)
				return !isBool
			}
		}
	}
	return false
}

// noArgs is the Before of commands that take flags only.
func NoArgs(c *urfave.Context) error {
	if c.NArg() > 0 {
		return UsageError(fmt.Errorf("%s takes no argument, but got %q", c.Command.HelpName, c.Args().First()), HelpAdvice(c))
	}
	return nil
}

func Dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// sizeNamed reads a size as people write it: 9x9 or 9.
func SizeNamed(name string) (int, error) {
	left, right, square := strings.Cut(strings.ToLower(name), "x")
	n, err := Whole(left)
	if err != nil || square && left != right {
		return 0, fmt.Errorf("%q is not a size such as 6x6", name)
	}
	geo, err := board.ForSize(n)
	if err != nil {
		return 0, err
	}
	return geo.Size, nil
}

// CheckWorkers refuses a number of --workers that makes no sense.
func CheckWorkers(call *Call, n int) error {
	if n < 1 || n > 4096 {
		return UsageError(fmt.Errorf("--workers is %d; it must be from 1 to 4096", n), call.HelpAdvice())
	}
	return nil
}

// budgetFlag bounds the rating of a puzzle, as in gradoku grade.
func BudgetFlag(to *int64) *urfave.Int64Flag {
	return &urfave.Int64Flag{Name: "budget", Destination: to, Value: grade.DefaultBudget, Usage: "end the rating of a puzzle after `N` units of work with \"at least\", 0 for never"}
}

// CheckBudget refuses a number of --budget that makes no sense.
func CheckBudget(n int64) error {
	if n < 0 {
		return UsageError(errors.New("--budget must not be negative"), "use --budget 0 for no limit")
	}
	return nil
}

// Geometry reads --size.
func Geometry(size int) (*board.Geometry, error) {
	geo, err := board.ForSize(size)
	if err != nil {
		return nil, UsageError(err, "for example: --size 9")
	}
	return geo, nil
}
