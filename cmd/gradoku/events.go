package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"

	"gradoku/internal/text"
	"gradoku/task"
)

// env returns the environment for a task run by the command line. It shows the task's
// events: notes and progress unless the user wants quiet, warnings and rejected items
// always, see [Call.rejections]. All events also go to show, which may be nil. A command
// calls done at its end.
func (c *Call) env(show func(task.Event)) (env task.Env, done func()) {
	shown, of := (*progress)(nil), task.Progress{}
	done = func() {
		c.status.clear()
		shown = nil
	}
	notify := func(e task.Event) {
		p := e.Progress
		if p == nil || p.Unit != of.Unit || p.Target != of.Target || p.Done < of.Done { // progress of another stage
			done()
		}
		switch {
		case p == nil || c.Quiet:
		case p.Target == 0:
			c.counted()
		case shown == nil:
			shown = newProgress(c.Err, c.status, *p)
		default:
			shown.set(*p)
		}
		if p != nil {
			of = *p
		}
		switch {
		case e.Rejected != nil:
			c.noteRejected(e.Rejected)
		case p != nil || tell(c.Err, e):
		case e.Note != "":
			c.say("%s", e.Note)
		case e.Warning != "":
			warn(c.Err, e.Warning)
		}
		if show != nil {
			show(e)
		}
	}
	return task.Env{DB: c.DB, Workers: c.Workers, In: c.In, Out: c.Out, Notify: notify}, done
}

// runner is a task, whose result is an R.
type runner[R any] interface {
	Run(context.Context, task.Env) (R, error)
}

// runTask runs a task with the environment of [Call.env].
func runTask[R any](ctx context.Context, c *Call, t runner[R], show func(task.Event)) (R, error) {
	env, done := c.env(show)
	defer done()
	return t.Run(ctx, env)
}

// eventWriter is the stderr of a command that a program runs: it writes one event per
// line, as JSON. Text that is written to it becomes notes.
type eventWriter struct {
	mu   sync.Mutex
	w    io.Writer
	line []byte // text without a newline yet
}

// withEvents returns the writer that a command uses as stderr: stderr itself, unless a
// program requests events through the variable [task.EventsEnv].
func withEvents(stderr io.Writer) io.Writer {
	if os.Getenv(task.EventsEnv) == "" {
		return stderr
	}
	return &eventWriter{w: stderr}
}

func (e *eventWriter) Write(p []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.line = append(e.line, p...)
	for {
		line, rest, ended := bytes.Cut(e.line, []byte("\n"))
		if !ended {
			return len(p), nil
		}
		e.line = rest
		if err := e.write(task.Event{Note: string(line)}); err != nil {
			return 0, err
		}
	}
}

func (e *eventWriter) write(event task.Event) error {
	if event == (task.Event{}) {
		return nil // an empty line
	}
	line, err := json.Marshal(event)
	if err == nil {
		_, err = e.w.Write(append(line, '\n'))
	}
	return err
}

// tell writes an event if stderr carries events; it returns false if stderr carries
// text.
func tell(stderr io.Writer, event task.Event) bool {
	e, ok := stderr.(*eventWriter)
	if ok {
		e.mu.Lock()
		defer e.mu.Unlock()
		_ = e.write(task.Event{Note: string(e.line)}) // as with text on stderr, a failed write is ignored
		e.line = nil
		_ = e.write(event)
	}
	return ok
}

// endEvents writes the rest of stderr, a last line without a newline, as an event.
func endEvents(stderr io.Writer) { tell(stderr, task.Event{}) }

// warn prints a warning: the command continues, but the user should look at it.
func warn(stderr io.Writer, warning string) {
	if !tell(stderr, task.Event{Warning: warning}) {
		fmt.Fprintf(stderr, "gradoku: warning: %s\n", text.OneLine(warning))
	}
}
