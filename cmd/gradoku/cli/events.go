package cli

import (
	"fmt"

	"gradoku/task"
)

// Env returns what a task works with when the command line runs it. Its events are shown
// on stderr, as lines and a bar, unless quiet; finish removes the bar.
func (c *Call) Env(db string, workers int, quiet bool) (env task.Env, finish func()) {
	say, bar, of := TalkTo(c.Err, quiet), (*Progress)(nil), task.Progress{}
	finish = func() {
		if bar != nil {
			bar.Finish()
			bar = nil
		}
	}
	return task.Env{DB: db, Workers: workers, In: c.In, Out: c.Out, Notify: func(e task.Event) {
		switch p, bad := e.Progress, e.Rejected; {
		case e.Note != "":
			finish()
			say("%s", e.Note)
		case e.Warning != "":
			finish()
			c.warn(e.Warning)
		case bad != nil:
			finish()
			c.warn(fmt.Sprintf("%s:%d:%d: %s", bad.File, bad.Line, bad.Column, bad.Text))
		case p != nil && (bar == nil || p.Unit != of.Unit || p.Target != of.Target || p.Done < of.Done): // the first piece of work, or the next
			finish()
			bar, of = NewProgress(c.Err, quiet, p.Unit, max(1, p.Target), p.Done), *p
		case p != nil:
			bar.Detail, of = p.Text, *p
			bar.Set(p.Done, p.Tries)
		}
	}}, finish
}
