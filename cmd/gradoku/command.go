package main

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"gradoku/internal/bind"
	"gradoku/store"
	"gradoku/task"
)

// commandOptions are the options of a command: a struct that embeds a [Call] and whose tags, as
// package bind reads them, describe its flags and their rules. What a field holds when the
// command is built is its default.
type commandOptions interface{ call() *Call }

func (c *Call) call() *Call { return c }

// newCommand returns the command that runs run after its flags have filled the options. name is
// the command with those above it, and its section in help.txt. args are its arguments as the
// help shows them: "" for none, "ID" for exactly one, and any number if one is in brackets or
// followed by dots. lines are what it prints with --json.
func newCommand(s Streams, name, args string, o commandOptions, run func(context.Context) error, lines ...lineKind) *cli.Command {
	if !s.mention(name) {
		return help(name, &cli.Command{ArgsUsage: args})
	}
	call := o.call()
	var fields, last []bind.Field
	for _, f := range bind.Fields(o) {
		if f.Pointer() == any(&call.DB) { // a command without the flag has no database
			call.DB = "puzzles.db"
		}
		if f.Group == "General" { // a field of the call
			last = append(last, f)
		} else {
			fields = append(fields, f)
		}
	}
	fields = append(fields, last...)
	flags, topics := flagsOf(fields, name, lines)
	c := help(name, &cli.Command{ArgsUsage: args, Flags: flags, Description: topics})
	c.Action = func(c *cli.Context) error {
		streams, status := s.withStatus()
		defer status.clear()
		call.Name, call.Args, call.Given = nameOf(c), c.Args().Slice(), given(c)
		if err := readFlags(c, o); err != nil {
			return misspelt(c, err)
		}
		if call.Quiet {
			status = nil
		}
		call.Streams, call.status, call.fields = streams, status, fields
		if err := cmp.Or(call.checkArgs(args), call.checkDB()); err != nil {
			return err
		}
		return misspelt(c, told(o, run(c.Context)))
	}
	return c
}

// commandGroup returns a command that only has subcommands.
func commandGroup(name string, commands ...*cli.Command) *cli.Command {
	return help(name, &cli.Command{Subcommands: commands, Action: noCommand(cli.ShowSubcommandHelp)})
}

// helpTopic returns a page of the help: the options that are tagged with its name.
func helpTopic(name string, options any) *cli.Command {
	flags, _ := flagsOf(bind.Fields(options), name, nil)
	return help(name, &cli.Command{Flags: flags, Action: func(c *cli.Context) error { return cli.ShowCommandHelp(c, name) }})
}

// checkArgs compares the arguments with those of the help.
func (c *Call) checkArgs(args string) error {
	names, command := strings.Fields(args), strings.TrimPrefix(c.Name, "gradoku ")
	switch n := len(c.Args); {
	case strings.Contains(args, "[") || strings.Contains(args, "...") || n == len(names):
		return nil
	case len(names) == 0:
		return task.UsageError(fmt.Errorf("%s takes no argument, but got %q", command, c.Args[0]), c.flagFor(c.Args[0])+c.helpAdvice())
	case n < len(names):
		return task.UsageError(fmt.Errorf("%s needs %s", command, strings.Join(names[n:], " and ")), c.helpAdvice())
	}
	return task.UsageError(fmt.Errorf("%s takes only %s, but got %q as well", command, args, c.Args[len(names)]), c.helpAdvice())
}

// flagFor asks whether an argument is meant as the value of a flag: a number, or a choice.
func (c *Call) flagFor(arg string) string {
	_, err := strconv.Atoi(arg)
	for _, f := range c.fields {
		if f.Name == "n" && err == nil || slices.Contains(f.Choices, strings.ToLower(arg)) {
			return fmt.Sprintf("did you mean %s %s? ", dashed(f.Name), arg)
		}
	}
	return ""
}

// readingDB returns the method of a command that only reads the database.
func readingDB(c *Call, run func(context.Context, *store.DB) error) func(context.Context) error {
	return func(ctx context.Context) error {
		return task.WithDB(ctx, c.DB, func(db *store.DB) error { return run(ctx, db) })
	}
}

//go:embed help.txt
var helpTexts string

// help gives a command its name and the texts of its section in help.txt: the usage, the
// examples, which are indented, and the description, with blank lines between them. The
// description that a command already has follows that of the section.
func help(name string, c *cli.Command) *cli.Command {
	_, section, _ := strings.Cut(helpTexts, "== "+name+"\n")
	section, _, _ = strings.Cut(section, "\n== ")
	usage, rest, _ := strings.Cut(strings.TrimSpace(section), "\n\n")
	examples, description, _ := strings.Cut(rest, "\n\n")
	c.Name, c.Usage, c.OnUsageError = name[strings.LastIndexByte(name, ' ')+1:], usage, onUsageError
	c.UsageText = strings.ReplaceAll(strings.TrimPrefix(examples, "  "), "\n  ", "\n")
	c.Description = strings.TrimSpace(description + "\n\n" + c.Description)
	return c
}

// shortenHelp reduces the help of a command to a few examples and its common options, which are
// those without a heading of their own; those of many commands are only named. line is the
// command's name, preceded by the names of the commands above it.
func shortenHelp(c *cli.Command, line string) {
	if c.Name == "" || len(c.Subcommands) > 0 && len(c.Flags) == 0 {
		return
	}
	var general []string
	for _, f := range c.Flags {
		if flag, ok := f.(*optionFlag); ok {
			if flag.Category == "General" && !flag.Hidden {
				name, _, _ := strings.Cut(flag.form(), ", ")
				general = append(general, name)
			}
			flag.Hidden = flag.Hidden || flag.Category != ""
			flag.Usage, _, _ = strings.Cut(flag.Usage, ";")
			if strings.Count(flag.Usage, " (") == 1 {
				flag.Usage, _, _ = strings.Cut(flag.Usage, " (")
			}
		}
	}
	_, elsewhere, also := strings.Cut(c.Description, alsoTakes)
	c.Description = "gradoku " + line + " --help explains the command and lists all its options."
	if len(general) > 0 {
		c.Description = "Like other commands it takes " + strings.Join(general, ", ") + ".\n" + c.Description
	}
	if also {
		c.Description = alsoTakes + elsewhere + "\n" + c.Description
	}
	examples := strings.Split(c.UsageText, "\n")
	c.UsageText = strings.Join(examples[:min(len(examples), 3)], "\n")
}

// given returns what reports whether the user gave a flag. A value that only the flag's
// variable has counts as none.
func given(c *cli.Context) func(flag string) bool {
	return func(name string) bool {
		return slices.ContainsFunc(c.Command.Flags, func(f cli.Flag) bool {
			flag, ok := f.(*optionFlag)
			return ok && flag.Name == name && len(flag.given.texts) > 0
		})
	}
}

func nameOf(c *cli.Context) string {
	if c.Command == nil || c.Command.HelpName == "" {
		return "gradoku"
	}
	return c.Command.HelpName
}
