package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"

	"gradoku/internal/text"
	"gradoku/task"
)

// reportError prints an error and returns the exit code.
func reportError(w io.Writer, err error) int {
	var p *task.Problem
	switch {
	case err == nil:
		return 0
	case errors.Is(err, task.ErrReported):
		return task.Data
	case errors.As(err, &p):
	case errors.Is(err, context.Canceled):
		p = &task.Problem{Code: task.Interrupted, Err: errors.New("interrupted")}
	default:
		p = task.ProblemOf(err)
	}
	// Error and advice may quote a file or its name, and a quoted value may have
	// millions of characters.
	fault := secret.ReplaceAllString(fmt.Sprintf("%.4000s", text.Visible(p.Err.Error())), "$1$3...$2")
	advice := secret.ReplaceAllString(text.Visible(p.Advice), "$1$3...$2")
	if tell(w, task.Event{Failed: &task.Failed{Code: p.Code, Text: fault, Advice: advice}}) {
		return p.Code
	}
	said := "gradoku: " + fault + "\n"
	if advice != "" {
		said += "  " + advice + "\n"
	}
	io.WriteString(w, said)
	return p.Code
}

// secret matches a password in a database address that was mistaken for a file name.
var secret = regexp.MustCompile(`((?:/|\bpostgres(?:ql)?:)[^\s/:@]*:)\S*(@)|(\bpassword *= *)\S+`)

// interrupted replaces an error that a signal caused by [context.Canceled],
// unless the command has more to say about the interruption.
func interrupted(ctx context.Context, err error) error {
	if ctx.Err() == nil || !errors.Is(err, context.Cause(ctx)) && !errors.Is(err, context.Canceled) {
		return err
	}
	if p, ok := errors.AsType[*task.Problem](err); ok && p.Code == task.Interrupted {
		return err
	}
	return context.Canceled
}
