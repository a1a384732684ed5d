package main

import (
	"context"
	"fmt"
	"reflect"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
)

func manCommand(s cli.Streams, app *urfave.App) *urfave.Command {
	var o struct {
		cli.Call `fields:"-"`
	}
	return cli.New(s, "man", "", &o, func(context.Context) error {
		// The library makes the page from Markdown, where an indented block stays as it is.
		app.Description = "    " + strings.ReplaceAll(app.Description, "\n", "\n    ")
		inFull("", app.Commands)
		page, err := app.ToManWithSection(1)
		if err != nil {
			return fmt.Errorf("writing the manual page: %w", err)
		}
		// The library writes --flag="" for a flag with a value.
		_, err = fmt.Fprint(o.Out, strings.ReplaceAll(page, `\fP=""`, `\fP \fIvalue\fP`))
		return err
	})
}

// inFull prepares the commands for the library, which makes the page from Markdown and
// leaves descriptions out: it gives each command its full name, appends its description
// to its usage, and escapes markup.
func inFull(above string, commands []*urfave.Command) {
	for _, c := range commands {
		c.Hidden = c.Hidden || c.HasName("help") // the library adds this command
		inFull(above+c.Name+" ", c.Subcommands)
		c.Name = above + c.Name
		c.Usage = markup.Replace(c.Usage)
		if c.Description != "" {
			c.Usage += "\n\n" + markup.Replace(c.Description)
		}
		for _, f := range c.Flags {
			usage := reflect.ValueOf(f).Elem().FieldByName("Usage") // every kind of flag has one
			usage.SetString(markup.Replace(usage.String()))
		}
	}
}

// markup escapes what Markdown would read as more than a character.
var markup = strings.NewReplacer(`*`, `\*`, `_`, `\_`, `<`, `\<`, `>`, `\>`, "`", "", `[`, `\[`, `]`, `\]`, `#`, `\#`, `\`, `\\`)
