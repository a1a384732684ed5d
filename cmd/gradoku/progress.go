package main

import (
	"cmp"
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"gradoku/internal/text"
	"gradoku/task"
)

// say prints a line on stderr, unless the user wants quiet.
func (c *Call) say(format string, args ...any) {
	if !c.Quiet {
		fmt.Fprintln(c.Err, text.Visible(fmt.Sprintf(format, args...)))
	}
}

// progress shows the progress of long work: on a terminal a bar with rate and time
// left, otherwise a line every few seconds, and for a program that reads events one
// event per second.
type progress struct {
	w     io.Writer
	quiet bool
	first task.Progress // at the start
	start time.Time
	next  time.Time
	every time.Duration
	bar   *progressbar.ProgressBar
}

// lineEvery is the time between lines of progress where there is no bar.
const lineEvery = 10 * time.Second

// newProgress starts showing progress, of which the first is known.
func newProgress(w io.Writer, quiet bool, first task.Progress) *progress {
	p := &progress{w: w, quiet: quiet, first: first, start: time.Now(), every: lineEvery}
	if _, ok := w.(*eventWriter); ok {
		p.every = time.Second
	}
	p.next = p.start.Add(p.every)
	if !quiet && isTerminal(w) {
		p.bar = progressbar.NewOptions64(first.Target,
			progressbar.OptionSetWriter(w),
			progressbar.OptionSetDescription(first.Unit),
			progressbar.OptionShowCount(),
			progressbar.OptionShowIts(),
			progressbar.OptionSetItsString(first.Unit),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish())
		_ = p.bar.Set64(first.Done) // only fails past the target
	}
	return p
}

// set shows the progress so far. Its text is shown with the bar; on a line it replaces the
// time left, since quotas estimate their own.
func (p *progress) set(now task.Progress) {
	switch {
	case p.quiet:
	case p.bar != nil:
		if now.Text != "" {
			p.bar.Describe(now.Text)
		}
		_ = p.bar.Set64(now.Done) // only fails past the target
	case time.Now().After(p.next):
		p.next = time.Now().Add(p.every)
		rate := float64(now.Done-p.first.Done) / time.Since(p.start).Seconds()
		left := "unknown"
		if rate > 0 {
			left = time.Duration(float64(now.Target-now.Done) / rate * float64(time.Second)).Round(time.Second).String()
		}
		after := ""
		if now.Attempts != now.Done {
			after = " after " + text.Count(now.Attempts, "attempt", "attempts")
		}
		now.Text = fmt.Sprintf("%s of %s %s%s, %s, %s", text.Grouped(now.Done), text.Grouped(now.Target), now.Unit, after, rateText(rate), cmp.Or(now.Text, "time left "+left))
		if !tell(p.w, task.Event{Progress: &now}) {
			fmt.Fprintln(p.w, now.Text)
		}
	}
}

// rateText writes a rate with two decimals if it is below 10.
func rateText(perSecond float64) string {
	if perSecond < 10 {
		return fmt.Sprintf("%.2f/s", perSecond)
	}
	return fmt.Sprintf("%.0f/s", perSecond)
}

// finish removes the bar.
func (p *progress) finish() {
	if p.bar != nil {
		_ = p.bar.Finish() // drawing a bar can only fail if the terminal is gone
	}
}
