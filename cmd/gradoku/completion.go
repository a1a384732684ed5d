package main

import (
	"context"
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gradoku/task"
)

// askCompletion is the first argument when the script of a shell calls the program. The words
// of the command line follow, up to the one at the cursor. The argument is checked before
// anything else, so completion never runs a command.
const askCompletion = "__complete"

//go:embed completion.bash completion.zsh completion.fish
var completionScripts embed.FS

// completions returns what the last of words may become, each on a line with what it
// means after a tab: values of a flag with choices, flags, or commands. With none of these,
// the shell offers files.
func completions(app *cli.App, words []string) (lines []string) {
	if len(words) == 0 {
		return nil
	}
	before, current := append([]string{app.Name}, words[:len(words)-1]...), words[len(words)-1]
	command, i := commandOf(app, before)
	last := before[len(before)-1]
	switch f := flagNamed(command.Flags, last); {
	case slices.Contains(before, "--"):
	case i < len(before) && strings.HasPrefix(last, "-") && f != nil && !isSwitch(f):
		if choice, ok := f.(*optionFlag); ok {
			lines = choice.Field.Choices
		}
	case strings.HasPrefix(current, "-"):
		for _, f := range command.Flags {
			usage := ""
			if d, ok := f.(cli.DocGenerationFlag); ok {
				usage = d.GetUsage()
			}
			lines = append(lines, dashed(f.Names()[0])+"\t"+usage)
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

func completionCommand(s Streams) *cli.Command {
	var o struct {
		Call `fields:"-"`
	}
	return newCommand(s, "completion", "bash|zsh|fish", &o, func(context.Context) error {
		script, err := completionScripts.ReadFile("completion." + o.Args[0])
		if err != nil {
			return task.UsageError(fmt.Errorf("there is no completion for %q", o.Args[0]), "use bash, zsh or fish")
		}
		_, err = o.Out.Write(script)
		return err
	})
}
