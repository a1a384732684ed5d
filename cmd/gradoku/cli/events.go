package cli

import (
	"gradoku/task"
)

// Env returns what a task works with when the command line runs it. Its events are shown
// on stderr, as lines and a bar, unless quiet; finish removes the bar.
func (c *Call) Env(db string, workers int, quiet bool) (env task.Env, finish func()) {
	say, bar := TalkTo(c.Err, quiet), (*Progress)(nil)
	finish = func() {
		if bar != nil {
			bar.Finish()
			bar = nil
		}
	}
	return task.Env{DB: db, Workers: workers, In: c.In, Out: c.Out, Notify: func(e task.Event) {
		switch p := e.Progress; {
		case e.Note != "":
			say("%s", e.Note)
		case p != nil && bar == nil:
			bar = NewProgress(c.Err, quiet, p.Unit, p.Target, p.Done)
		case p != nil:
			bar.Detail = p.Text
			bar.Set(p.Done, p.Tries)
		}
	}}, finish
}
