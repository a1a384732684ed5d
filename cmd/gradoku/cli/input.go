package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"gradoku/corpus"
	"gradoku/task"
)

// Source is a record and its place in the input.
type Source = task.Source

// Assumed remembers which formats were guessed for files.
type Assumed = task.Assumed

// reading describes how the command reads files of puzzles, with idle instead of Idle.
func (c *Call) reading(idle func()) *task.Reading {
	return &task.Reading{In: c.In, From: c.From, PuzzleColumn: c.PuzzleColumn, Candidates: c.Candidates, Idle: idle, Warn: c.warn}
}

// warn prints a warning even with --quiet.
func (c *Call) warn(text string) { fmt.Fprintf(c.Err, "gradoku: %s\n", OnOneLine(text)) }

// Puzzles yields the puzzles that the command line names: each argument is a
// file, "-" for stdin, or a puzzle itself; without arguments stdin is read. An
// unreadable line is yielded as an error, and reading goes on after it.
func (c *Call) Puzzles(ctx context.Context) iter.Seq2[Source, error] {
	return c.puzzles(ctx, c.Idle)
}

// puzzles is [Call.Puzzles] with another function instead of Idle.
func (c *Call) puzzles(ctx context.Context, idle func()) iter.Seq2[Source, error] {
	err := c.CheckInput()
	return func(yield func(Source, error) bool) {
		if err != nil {
			yield(Source{}, err)
			return
		}
		c.reading(idle).Files(ctx, c.Args)(yield)
	}
}

// CheckInput refuses an unknown format in --from, stdin given twice, and a terminal as
// the only input.
func (c *Call) CheckInput() error {
	if err := c.CheckFrom(); err != nil {
		return err
	}
	if len(c.Args) == 0 && isTerminal(c.In) {
		return UsageError(errors.New("name a puzzle, a file, or - for stdin"), c.HelpAdvice())
	}
	return task.StdinOnce(c.Args)
}

// Argument yields the puzzles of the n-th argument.
func (c *Call) Argument(ctx context.Context, n int, arg string) iter.Seq2[Source, error] {
	return c.reading(c.Idle).Argument(ctx, n, arg)
}

// CheckFrom refuses an unknown format in --from.
func (c *Call) CheckFrom() error { return c.reading(nil).CheckFrom() }

// Streaming reports whether any of the input is a pipe or a terminal.
func (c *Call) Streaming() bool {
	return len(c.Args) == 0 && c.reading(nil).IsStream("-") || slices.ContainsFunc(c.Args, c.reading(nil).IsStream)
}

// ErrSolved is the error for a puzzle without a step to show.
var ErrSolved = errors.New("it is already solved: it has no blanks")

// Placed is [task.Placed].
func Placed(src *Source, err error) error { return task.Placed(src, err) }

// Complaints prints and counts errors about single puzzles, so that work on the other
// puzzles continues and the exit code still shows the failure.
type Complaints struct {
	W       io.Writer
	Records io.Writer // receives a JSON record of each; nil for none
	count   int
	puzzles int   // those about a puzzle itself, not about how it is written
	file    error // the first that concerns a whole file
	assumed Assumed
}

// Add prints a complaint, and its record if records are requested.
func (c *Complaints) Add(err error) {
	if c.Records != nil {
		PrintJSON(c.Records, rejected(err)) // the program's output remembers its first error
	}
	c.Note(err)
}

// Note prints a complaint about a puzzle whose record is already printed.
func (c *Complaints) Note(err error) { c.note(task.RejectionOf(err)) }

func (c *Complaints) note(r *task.Rejected) {
	c.count++
	c.assumed.Add(r.Err)
	var line *corpus.LineError
	switch {
	case errors.Is(r.Err, task.ErrUnreadable):
		c.file = cmp.Or(c.file, r.Err)
	case !errors.As(r.Err, &line):
		c.puzzles++
	}
	event := task.Event{Rejected: r}
	if r.File == "" {
		event = task.Event{Failed: &task.Failed{Code: ExitData, Text: r.Text, Advice: adviceFor(r.Err)}}
	}
	if !tell(c.W, event) {
		fmt.Fprintf(c.W, "gradoku: %s\n", corpus.Visible(r.Err.Error()))
	}
}

// Err returns nil, or the error that the command must return if there were complaints.
// The advice is printed if a complaint is about a puzzle itself.
func (c *Complaints) Err(advice string) error {
	if c.count == 0 {
		return nil
	}
	TellAssumed(c.W, &c.assumed)
	if c.file != nil {
		fmt.Fprintf(c.W, "  %s\n", adviceFor(c.file))
	}
	if c.puzzles > 0 && advice != "" {
		fmt.Fprintf(c.W, "  %s\n", advice)
	}
	return task.ErrReported
}

// TellAssumed prints which formats were guessed for files.
func TellAssumed(w io.Writer, a *Assumed) {
	for _, text := range a.Texts() {
		fmt.Fprintf(w, "  %s\n", OnOneLine(text))
	}
}
