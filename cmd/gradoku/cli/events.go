package cli

import (
	"fmt"

	"gradoku/task"
)

// Events shows what a task tells: notes and progress unless the user wants quiet,
// warnings always. Other events are for show, which may be nil. A command calls done at
// its end.
func (c *Call) Events(quiet bool, show func(task.Event)) (notify func(task.Event), done func()) {
	say := TalkTo(c.Err, quiet)
	var bar *Progress
	done = func() {
		if bar != nil {
			bar.Finish()
			bar = nil
		}
	}
	return func(e task.Event) {
		p := e.Progress
		if p == nil || bar != nil && bar.target != p.Target {
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
		if e.Note != "" {
			say("%s", e.Note)
		}
		if e.Warning != "" {
			fmt.Fprintf(c.Err, "gradoku: warning: %s\n", OnOneLine(e.Warning))
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
