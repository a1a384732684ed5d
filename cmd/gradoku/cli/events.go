package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"

	"gradoku/task"
)

// Events shows what a task tells: notes and progress unless the user wants quiet,
// warnings and what is rejected always, see [Call.Rejections]. Other events are for show, which may be nil. A command calls done at
// its end.
func (c *Call) Events(quiet bool, show func(task.Event)) (notify func(task.Event), done func()) {
	say := TalkTo(c.Err, quiet)
	bar, of := (*Progress)(nil), task.Progress{}
	c.bad.W = c.Err
	done = func() {
		if bar != nil {
			bar.Finish()
			bar = nil
		}
	}
	return func(e task.Event) {
		p := e.Progress
		if p == nil || p.Unit != of.Unit || p.Target != of.Target || p.Done < of.Done { // another piece of work
			done()
		}
		switch {
		case p == nil:
		case p.Target == 0:
			c.Counted()
		case bar == nil:
			bar = NewProgress(c.Err, quiet, p.Unit, p.Target, p.Done)
		default:
			bar.Detail = p.Text
			bar.Set(p.Done, p.Tries)
		}
		if p != nil {
			of = *p
		}
		switch {
		case e.Rejected != nil:
			c.bad.note(e.Rejected)
		case p != nil || tell(c.Err, e):
		case e.Note != "":
			say("%s", e.Note)
		case e.Warning != "":
			Warn(c.Err, e.Warning)
		}
		if show != nil {
			show(e)
		}
	}, done
}

// Env returns what a task works with when the command line runs it, with [Call.Events].
func (c *Call) Env(db string, workers int, quiet bool) (env task.Env, done func()) {
	notify, done := c.Events(quiet, nil)
	return task.Env{DB: db, Workers: workers, In: c.In, Out: c.Out, Notify: notify}, done
}

// Rejections is [Complaints.Err] for what tasks have rejected.
func (c *Call) Rejections(advice string) error { return c.bad.Err(advice) }

// eventWriter is the stderr of a command that a program runs: it has one event on each
// line, as JSON. Text that is written to it becomes notes.
type eventWriter struct {
	mu   sync.Mutex
	w    io.Writer
	line []byte // that has no end yet
}

// Events returns what a command writes to instead of stderr: the same, unless a program
// asks for events by the variable [task.EventsEnv].
func Events(stderr io.Writer) io.Writer {
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

// tell tells an event where stderr has events; it reports false where it has text.
func tell(stderr io.Writer, event task.Event) bool {
	e, ok := stderr.(*eventWriter)
	if ok {
		e.mu.Lock()
		defer e.mu.Unlock()
		_ = e.write(task.Event{Note: string(e.line)}) // errors are like a line on stderr that nobody reads
		e.line = nil
		_ = e.write(event)
	}
	return ok
}

// EndEvents tells what is left of stderr: a last line without an end.
func EndEvents(stderr io.Writer) { tell(stderr, task.Event{}) }

// Warn says what a user should look at, although the command goes on.
func Warn(stderr io.Writer, text string) {
	if !tell(stderr, task.Event{Warning: text}) {
		fmt.Fprintf(stderr, "gradoku: warning: %s\n", OnOneLine(text))
	}
}
