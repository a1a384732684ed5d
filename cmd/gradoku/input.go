package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"gradoku/corpus"
	"gradoku/internal/text"
	"gradoku/task"
)

// reading describes how the command reads files of puzzles, with idle instead of Idle.
func (c *Call) reading(idle func()) *task.Reading {
	return &task.Reading{In: c.In, From: c.From, Candidates: c.Candidates, For: c.Name, Idle: idle, Warn: c.warn}
}

// warn prints a warning even with --quiet.
func (c *Call) warn(warning string) { fmt.Fprintf(c.Err, "gradoku: %s\n", text.OneLine(warning)) }

// puzzles yields the puzzles that the command line names: each argument is a
// file, "-" for stdin, or a puzzle itself; without arguments stdin is read. An
// unreadable line is yielded as an error, and reading goes on after it.
func (c *Call) puzzles(ctx context.Context) iter.Seq2[task.Source, error] {
	return c.puzzlesWith(ctx, c.Idle)
}

// puzzlesWith is [Call.puzzles] with another function instead of Idle.
func (c *Call) puzzlesWith(ctx context.Context, idle func()) iter.Seq2[task.Source, error] {
	if err := c.checkInput(); err != nil {
		return func(yield func(task.Source, error) bool) { yield(task.Source{}, err) }
	}
	return c.reading(idle).Files(ctx, c.Args)
}

// checkInput refuses a terminal as the only input.
func (c *Call) checkInput() error {
	if len(c.Args) == 0 && isTerminal(c.In) {
		return task.UsageError(errors.New("name a puzzle, a file, or - for stdin"), c.helpAdvice())
	}
	return nil
}

// streaming reports whether any of the input is a pipe or a terminal.
func (c *Call) streaming() bool {
	return len(c.Args) == 0 && c.reading(nil).IsStream("-") || slices.ContainsFunc(c.Args, c.reading(nil).IsStream)
}

// errSolved is the error for a puzzle without a step to show.
var errSolved = errors.New("it is already solved: it has no blanks")

// complaints counts errors about single puzzles, so that work on the other puzzles
// continues and the exit code still shows the failure.
type complaints struct {
	count   int
	puzzles int   // those about a puzzle itself, not about how it is written
	file    error // the first that concerns a whole file
	assumed task.Assumed
}

// reject prints an error about a puzzle, and with --json its record among the results.
func (c *Call) reject(err error) {
	if c.JSON {
		printJSON(c.Out, rejected(err)) // the program's output remembers its first error
	}
	c.note(err)
}

// note prints an error about a puzzle that has no record, or one that is already printed.
func (c *Call) note(err error) { c.noteRejected(task.RejectionOf(err)) }

func (c *Call) noteRejected(r *task.Rejected) {
	c.bad.count++
	c.bad.assumed.Add(r.Err)
	var line *corpus.LineError
	switch {
	case errors.Is(r.Err, task.ErrUnreadable):
		c.bad.file = cmp.Or(c.bad.file, r.Err)
	case !errors.As(r.Err, &line):
		c.bad.puzzles++
	}
	event := task.Event{Rejected: r}
	if r.File == "" {
		event = task.Event{Failed: &task.Failed{Code: task.Data, Text: r.Text, Advice: task.ProblemOf(r.Err).Advice}}
	}
	if !tell(c.Err, event) {
		fmt.Fprintf(c.Err, "gradoku: %s\n", text.Visible(r.Err.Error()))
	}
}

// rejections returns nil, or the error that the command must return if puzzles were
// rejected. It prints how many if several, and the advice if any was rejected for more than its notation.
func (c *Call) rejections(advice string) error {
	if c.bad.count == 0 {
		return nil
	}
	if c.bad.count > 1 {
		fmt.Fprintf(c.Err, "  rejected: %s\n", text.Grouped(c.bad.count))
	}
	tellAssumed(c.Err, &c.bad.assumed)
	if c.bad.file != nil {
		fmt.Fprintf(c.Err, "  %s\n", task.ProblemOf(c.bad.file).Advice)
	}
	if c.bad.puzzles > 0 && advice != "" {
		fmt.Fprintf(c.Err, "  %s\n", advice)
	}
	return task.ErrReported
}

// tellAssumed prints which formats were guessed for files.
func tellAssumed(w io.Writer, a *task.Assumed) {
	for _, line := range a.Texts() {
		fmt.Fprintf(w, "  %s\n", text.OneLine(line))
	}
}
