package main

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
)

// askCompletion is the first argument of a call by the scripts for bash and zsh. The words
// of the command line follow, up to the one at the cursor. They are looked at before anything
// else, so that completion never runs a command.
const askCompletion = "__complete"

var (
	//go:embed completion.bash
	bashCompletion string
	//go:embed completion.zsh
	zshCompletion string
)

// completions returns what the last of words may become, each on a line with what it
// means after a tab: values of a flag with choices, flags, or commands. With none of these,
// the shell offers files.
func completions(app *urfave.App, words []string) (lines []string) {
	if len(words) == 0 {
		return nil
	}
	before, current := append([]string{app.Name}, words[:len(words)-1]...), words[len(words)-1]
	command, i := commandOf(app, before)
	last := before[len(before)-1]
	switch f := flagNamed(command.Flags, last); {
	case slices.Contains(before, "--"):
	case i < len(before) && strings.HasPrefix(last, "-") && f != nil && !isSwitch(f):
		if choice, ok := f.(*cli.Flag); ok {
			lines = choice.Field.Choices
		}
	case strings.HasPrefix(current, "-"):
		for _, f := range command.Flags {
			usage := ""
			if d, ok := f.(urfave.DocGenerationFlag); ok {
				usage = d.GetUsage()
			}
			lines = append(lines, cli.Dashed(f.Names()[0])+"\t"+usage)
		}
	case i == len(before):
		for _, c := range command.Subcommands {
			if !c.Hidden {
				lines = append(lines, c.Name+"\t"+c.Usage)
			}
		}
	}
	return lines
}

// fishValues adds the values of flags with choices to the completion script that the library
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
