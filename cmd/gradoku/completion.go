package main

import (
	"context"
	_ "embed"
	"fmt"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
)

// The scripts for bash and zsh ask gradoku for completions: they call it with the words
// before the cursor, followed by askCompletion.
const askCompletion = "--generate-bash-completion"

var (
	//go:embed completion.bash
	bashCompletion string
	//go:embed completion.zsh
	zshCompletion string
)

// valuesFor returns the values of a flag with choices at the end of a command line; ok is
// false if the line does not end in one.
func valuesFor(app *urfave.App, args []string) (values []string, ok bool) {
	n := len(args) - 2
	if n < 1 || args[n+1] != askCompletion {
		return nil, false
	}
	_, flags, _ := commandOf(app, args)
	for _, f := range flags {
		choice, is := f.(*cli.Flag)
		if !is {
			continue
		}
		for _, name := range choice.Names() {
			if args[n] == cli.Dashed(name) && len(choice.Field.Choices) > 0 {
				return choice.Field.Choices, true
			}
		}
	}
	return nil, false
}

// fishValues adds the values of flag with choicess to the completion script that the library
// writes for fish.
func fishValues(b *strings.Builder, commands []*urfave.Command) {
	for _, c := range commands {
		if c.Hidden {
			continue
		}
		for _, f := range c.Flags {
			choice, ok := f.(*cli.Flag)
			if !ok || len(choice.Field.Choices) == 0 {
				continue
			}
			values := strings.Join(choice.Field.Choices, " ")
			if choice.Field.List {
				values = "(__fish_append , " + values + ")"
			}
			fmt.Fprintf(b, "complete -c gradoku -n '__fish_seen_subcommand_from %s' -l %s -x -a '%s'\n",
				strings.Join(c.Names(), " "), choice.Name, values)
		}
		fishValues(b, c.Subcommands)
	}
}

func completionCommand(s cli.Streams, app *urfave.App) *urfave.Command {
	var o struct {
		cli.Call `fields:"-"`
	}
	return cli.New(s, "completion", "bash|zsh|fish", &o, func(context.Context) error {
		switch shell := o.Args[0]; shell {
		case "bash":
			fmt.Fprint(o.Out, bashCompletion)
		case "zsh":
			fmt.Fprint(o.Out, zshCompletion)
		case "fish":
			script, err := app.ToFishCompletion()
			if err != nil {
				return fmt.Errorf("writing the fish completion: %w", err)
			}
			var values strings.Builder
			fishValues(&values, app.Commands)
			fmt.Fprint(o.Out, script, "\n", values.String())
		default:
			return cli.UsageError(fmt.Errorf("there is no completion for %q", shell), "use bash, zsh or fish")
		}
		return nil
	})
}
