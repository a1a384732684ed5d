package main

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"
)

func manCommand(s Streams) *cli.Command {
	var o struct {
		Call `fields:"-"`
	}
	return newCommand(s, "man", "", &o, func(context.Context) error {
		app := newApp(Streams{}) // with the flags of all commands
		fmt.Fprintf(o.Out, ".TH gradoku 1\n.nh\n.SH NAME\ngradoku \\- %s\n.SH SYNOPSIS\n.B gradoku\n\\fICOMMAND\\fP [\\fIOPTION\\fP]... [\\fIARGUMENT\\fP]...\n.SH EXAMPLES\n", app.Usage)
		manExamples(o.Out, app.Description)
		fmt.Fprintln(o.Out, ".SH COMMANDS")
		manCommands(o.Out, "", app.Commands)
		_, err := io.WriteString(o.Out, manEnd)
		return err
	})
}

// manEnd has the sections after the commands.
//
//go:embed man.roff
var manEnd string

// manCommands writes what the help says about commands: their usage, description, options and
// examples.
func manCommands(w io.Writer, above string, commands []*cli.Command) {
	for _, c := range commands {
		fmt.Fprintf(w, ".SS %q\n%s\n.PP\n", above+c.Name+strings.TrimRight(" "+c.ArgsUsage, " "), roff.Replace(c.Usage))
		for paragraph := range strings.SplitSeq(c.Description, "\n\n") {
			fmt.Fprintf(w, "%s\n.PP\n", roff.Replace(strings.TrimSpace(paragraph)))
		}
		for _, f := range c.Flags {
			if flag, ok := f.(*optionFlag); ok && !flag.Hidden {
				fmt.Fprintf(w, ".TP\n\\fB%s\\fP\n%s\n", roff.Replace(flag.form()), roff.Replace(flag.meaning()))
			}
		}
		manExamples(w, c.UsageText)
		manCommands(w, above+c.Name+" ", c.Subcommands)
	}
}

// manExamples writes lines as they are.
func manExamples(w io.Writer, lines string) {
	fmt.Fprintf(w, ".PP\n.nf\n%s\n.fi\n", roff.Replace(lines))
}

// roff escapes what a manual page would read as more than a character. A word that begins with a dot
// may begin a line.
var roff = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "\n.", "\n\\&.", "^", `\(ha`, "~", `\(ti`, "`", `\(ga`)
