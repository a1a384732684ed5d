package cli

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"gradoku/internal/text"
	"gradoku/task"
)

// Say prints a line on stderr, unless the user wants quiet.
func (c *Call) Say(format string, args ...any) {
	if !c.Quiet {
		fmt.Fprintln(c.Err, text.Visible(fmt.Sprintf(format, args...)))
	}
}

// Progress shows the progress of long work: on a terminal a bar with rate and time
// left, otherwise a line every few seconds, and for a program that reads events one
// event per second.
type Progress struct {
	w      io.Writer
	quiet  bool
	unit   string
	target int64
	first  int64 // count at the start
	start  time.Time
	next   time.Time
	every  time.Duration
	Detail string // shown with the bar; on a line it replaces the time left, since quotas estimate their own
	bar    *progressbar.ProgressBar
}

// LineEvery is the time between lines of progress where there is no bar.
const LineEvery = 10 * time.Second

// NewProgress starts showing progress towards a target, of which done is already
// complete.
func NewProgress(w io.Writer, quiet bool, unit string, target, done int64) *Progress {
	p := &Progress{w: w, quiet: quiet, unit: unit, target: target, first: done, start: time.Now(), every: LineEvery}
	if _, ok := w.(*eventWriter); ok {
		p.every = time.Second
	}
	p.next = p.start.Add(p.every)
	if !quiet && isTerminal(w) {
		p.bar = progressbar.NewOptions64(target,
			progressbar.OptionSetWriter(w),
			progressbar.OptionSetDescription(unit),
			progressbar.OptionShowCount(),
			progressbar.OptionShowIts(),
			progressbar.OptionSetItsString(unit),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish())
		_ = p.bar.Set64(done) // only fails past the target
	}
	return p
}

// Set reports the count so far and the number of attempts.
func (p *Progress) Set(done, attempts int64) {
	switch {
	case p.quiet:
	case p.bar != nil:
		if p.Detail != "" {
			p.bar.Describe(p.Detail)
		}
		_ = p.bar.Set64(done) // only fails past the target
	case time.Now().After(p.next):
		p.next = time.Now().Add(p.every)
		rate := float64(done-p.first) / time.Since(p.start).Seconds()
		left := "unknown"
		if rate > 0 {
			left = time.Duration(float64(p.target-done) / rate * float64(time.Second)).Round(time.Second).String()
		}
		if p.Detail == "" {
			p.Detail = "time left " + left
		}
		after := ""
		if attempts != done {
			after = " after " + text.Count(attempts, "attempt", "attempts")
		}
		line := fmt.Sprintf("%s of %s %s%s, %s, %s", text.Grouped(done), text.Grouped(p.target), p.unit, after, rateText(rate), p.Detail)
		p.Detail = ""
		if !tell(p.w, task.Event{Progress: &task.Progress{Unit: p.unit, Done: done, Target: p.target, Attempts: attempts, Text: line}}) {
			fmt.Fprintln(p.w, line)
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

// Finish removes the bar.
func (p *Progress) Finish() {
	if p.bar != nil {
		_ = p.bar.Finish() // drawing a bar can only fail if the terminal is gone
	}
}
