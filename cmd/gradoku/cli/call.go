package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"

	"gradoku/internal/text"
	"gradoku/store"
	"gradoku/task"

	urfave "github.com/urfave/cli/v2"
)

// Streams are where a command reads and writes: data goes to Out, messages to Err.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// Call is one call of a command: its streams, its arguments and which flags are set.
// The values of flags are fields of the command's options.
type Call struct {
	Streams
	Name  string // the command as its help writes it: "gradoku runs"
	Args  []string
	Given func(flag string) bool // whether the user set a flag

	// Values of flags that many commands have. They are zero for a command without the flag.
	DB          string // the database
	From        string // the format of the input; "" to detect it from the content
	Workers     int
	Quiet, JSON bool

	// Again returns the command line for a shell: the flags that the user set, except
	// the named ones.
	Again func(without ...string) string

	// Candidates is set by commands that use the candidates stored with a puzzle, or
	// that report themselves what happens to them.
	Candidates bool

	// PuzzleColumn, unless nil, means that the input is a table, and says which of its
	// columns has the puzzle: see [corpus.Table].
	PuzzleColumn *string

	// Idle, if set, is called before waiting for more from a pipe or a terminal: the
	// sender may itself be waiting for results that are still buffered.
	Idle func()

	status *statusLine
	bad    complaints
}

// Counted notes that another puzzle of the input is done, for the status line.
func (c *Call) Counted() { c.status.count() }

// Action runs a command that does not know the command-line library. Before that, the
// flags fill the command's options, which include call. bound are pointers to the
// options passed to [BoundFlags] whose rules are checked here.
func Action(s Streams, call *Call, run func(context.Context) error, bound ...any) urfave.ActionFunc {
	return func(c *urfave.Context) error {
		streams, status := s.withStatus()
		defer status.clear()
		if call.Quiet {
			status = nil
		}
		if err := readBound(c, bound); err != nil {
			return misspelt(c, err)
		}
		call.Streams, call.Name, call.Args, call.Given, call.Again, call.status = streams, nameOf(c), c.Args().Slice(), given(c), again(c), status
		return misspelt(c, told(c, bound, run(store.OnUpdate(c.Context, call.Say))))
	}
}

// given is IsSet of a command's context. The library's own reads the names of all flags with
// a regular expression each time, which took a tenth of the time of a small book.
func given(c *urfave.Context) func(flag string) bool {
	names := c.LocalFlagNames()
	return func(flag string) bool { return slices.Contains(names, flag) }
}

func again(c *urfave.Context) func(...string) string {
	return func(without ...string) string {
		line, given := nameOf(c), given(c)
		for _, f := range c.Command.Flags {
			name := f.Names()[0]
			visible, ok := f.(urfave.VisibleFlag) // a former name is not
			if !given(name) || slices.Contains(without, name) || ok && !visible.IsVisible() {
				continue
			}
			line += " " + Dashed(name)
			if value := c.Value(name); value != true {
				line += " " + text.Quoted(fmt.Sprint(value))
			}
		}
		return line
	}
}

func nameOf(c *urfave.Context) string {
	if c.Command == nil || c.Command.HelpName == "" {
		return "gradoku"
	}
	return c.Command.HelpName
}

// HelpAdvice is the advice to read the command's help.
func (c *Call) HelpAdvice() string { return fmt.Sprintf("see %s --help", c.Name) }

// HelpAdvice is [Call.HelpAdvice] for a context.
func HelpAdvice(c *urfave.Context) string {
	call := Call{Name: nameOf(c)} // a context of a usage error has no arguments
	return call.HelpAdvice()
}

// Prompt returns a buffered writer to w that is flushed whenever the command waits for
// input.
func (c *Call) Prompt(w io.Writer) *bufio.Writer {
	b := bufio.NewWriterSize(w, 64<<10)
	c.Idle = func() { b.Flush() } // the next write returns its error again
	return b
}

// Write writes a file as [task.ToFile] does; - is stdout.
func (c *Call) Write(ctx context.Context, path string, write func(io.Writer) error) error {
	if path == "-" {
		return write(c.Out)
	}
	return task.ToFile(ctx, path, write)
}

// CheckApart is [task.CheckApart] for a command whose arguments are its inputs.
func (c *Call) CheckApart(outputs ...task.Output) error {
	return task.CheckApart(c.DB, c.Args, outputs...)
}
