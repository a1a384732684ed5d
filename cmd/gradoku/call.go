package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gradoku/internal/bind"
	"gradoku/store"
	"gradoku/task"
)

// Streams are where a command reads and writes: data goes to Out, messages to Err.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer

	line []string // the command line, or nil for all commands with all their flags
}

// mention reports whether the command line has each word of a command's name, in any order.
// Listing the flags of all commands would take a third of the program's start.
func (s *Streams) mention(command string) bool {
	return s.line == nil || !slices.ContainsFunc(strings.Fields(command), func(word string) bool { return !slices.Contains(s.line, word) })
}

// Call is one call of a command: its streams, its arguments and which flags are set. It has
// the flags that many commands share; a command names those that it has in a tag, such as
// fields:"db,quiet". The others are zero.
type Call struct {
	Streams
	Name  string // the command as its help writes it: "gradoku runs"
	Args  []string
	Given func(flag string) bool // whether the user set a flag

	DB      string `query:"db" group:"General" env:"GRADOKU_DB" minLength:"1" value:"FILE" doc:"the database: a FILE, or postgres://user@host/name"`
	From    string `query:"from" group:"General" value:"FORMAT" doc:"read the puzzles in this FORMAT of gradoku list formats" usual:"detected from the content"`
	Workers int    `query:"workers" group:"General" minimum:"1" maximum:"1024" value:"N" doc:"compute N puzzles at a time" usual:"one for each processor"`
	Quiet   bool   `query:"quiet" group:"General" alias:"q" doc:"print only errors to stderr"`
	JSON    bool   `query:"json" group:"General" doc:"print JSON, one object per line; docs/schemas describes it"`

	// Candidates is set by commands that use the candidates stored with a puzzle, or
	// that report themselves what happens to them.
	Candidates bool

	// Idle, if set, is called before waiting for more from a pipe or a terminal: the
	// sender may itself be waiting for results that are still buffered.
	Idle func()

	status *statusLine
	fields []bind.Field
	bad    complaints
}

// counted notes that another puzzle of the input is done, for the status line.
func (c *Call) counted() { c.status.count() }

// again returns the command line for a shell: the flags that the user set, except the named
// ones.
func (c *Call) again(without ...string) string {
	line := c.Name
	for _, f := range c.fields {
		if c.Given(f.Name) && !slices.Contains(without, f.Name) {
			line += flagText(&f)
		}
	}
	return line
}

// helpAdvice is the advice to read the command's help.
func (c *Call) helpAdvice() string { return fmt.Sprintf("see %s --help", c.Name) }

// helpAdvice is [Call.helpAdvice] for a context.
func helpAdvice(c *cli.Context) string {
	call := Call{Name: nameOf(c)} // a context of a usage error has no arguments
	return call.helpAdvice()
}

// prompt returns a buffered writer to w that is flushed whenever the command waits for
// input.
func (c *Call) prompt(w io.Writer) *bufio.Writer {
	b := bufio.NewWriterSize(w, 64<<10)
	c.Idle = func() { b.Flush() } // the next write returns its error again
	return b
}

// write writes a file as [task.ToFile] does; - is stdout.
func (c *Call) write(ctx context.Context, path string, write func(io.Writer) error) error {
	if path == "-" {
		return write(c.Out)
	}
	return task.ToFile(ctx, path, write)
}

// checkApart is [task.CheckApart] for a command whose arguments are its inputs.
func (c *Call) checkApart(outputs ...task.Output) error {
	return task.CheckApart(c.DB, c.Args, outputs...)
}

// dbHint returns the --db to add to an advised command, if the user gave one.
func (c *Call) dbHint() string {
	if !c.Given("db") {
		return ""
	}
	if shown := store.Shown(c.DB); strings.ContainsAny(shown, "?&") {
		return " --db '" + shown + "'"
	}
	return " --db " + store.Shown(c.DB)
}

// checkDB refuses a database of a kind that gradoku does not support.
func (c *Call) checkDB() error {
	scheme, _, isURL := strings.Cut(strings.ToLower(c.DB), "://")
	switch {
	case isURL && len(scheme) > 1 && scheme != "postgres" && scheme != "postgresql" && strings.Trim(scheme, "abcdefghijklmnopqrstuvwxyz0123456789+") == "":
		return task.UsageError(fmt.Errorf("--db: gradoku cannot use %s databases", scheme), "name a SQLite file, or postgres://user@host/name")
	case c.DB == ":memory:":
		return task.UsageError(fmt.Errorf("--db: %s is not a file", c.DB), "name a file; gradoku generate --print makes puzzles without one")
	}
	return nil
}

// needsServer returns an error if the database is a file where several machines must share
// it.
func (c *Call) needsServer() error {
	if !store.IsFile(c.DB) {
		return nil
	}
	return task.UsageError(fmt.Errorf("%s is a file, and machines cannot share a database file", c.DB), "name a database on a server: --db postgres://user@host/name")
}
