package main

import (
	"cmp"
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

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

// newProgress starts showing progress, beginning with the first.
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
		_ = p.bar.Finish() // drawing a bar fails only if the terminal is gone
	}
}

// statusLine is the last line of a terminal while a command works on an input whose
// length it does not know: how many puzzles are done, and how quickly. The command's
// output appears above it. The methods of a nil statusLine do nothing.
type statusLine struct {
	w     io.Writer
	every time.Duration // between two updates, and before the first
	done  int64
	start time.Time
	next  time.Time
	shown bool

	inLine bool // the cursor is in the middle of a line of output
}

// statusEvery is long enough for updates to cost nothing; shorter work shows no line.
const statusEvery = 200 * time.Millisecond

// count notes that another puzzle is done.
func (s *statusLine) count() {
	if s == nil {
		return
	}
	now := time.Now()
	if s.done++; s.done == 1 {
		s.start, s.next = now, now.Add(s.every)
	}
	if s.inLine || now.Before(s.next) {
		return
	}
	s.clear()
	s.next, s.shown = now.Add(s.every), true
	fmt.Fprintf(s.w, "%s, %s", text.Count(s.done, "puzzle", "puzzles"), rateText(float64(s.done)/now.Sub(s.start).Seconds()))
}

func (s *statusLine) clear() {
	if s != nil && s.shown {
		s.shown = false
		fmt.Fprint(s.w, "\r\x1b[K")
	}
}

// aboveStatus is a stream whose text appears above the status line.
type aboveStatus struct {
	io.Writer
	line     *statusLine
	terminal bool
}

func (a aboveStatus) Write(p []byte) (int, error) {
	a.line.clear()
	if len(p) > 0 && a.terminal {
		a.line.inLine = p[len(p)-1] != '\n'
	}
	return a.Writer.Write(p)
}

// withStatus returns the streams of a command with a status line, which is nil
// where stderr is no terminal.
func (s Streams) withStatus() (Streams, *statusLine) {
	if !isTerminal(s.Err) {
		return s, nil
	}
	line := &statusLine{w: s.Err, every: statusEvery}
	s.Out, s.Err = aboveStatus{s.Out, line, isTerminal(s.Out)}, aboveStatus{s.Err, line, true}
	return s, line
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	if a, ok := stream.(aboveStatus); ok {
		return a.terminal
	}
	f, ok := stream.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd()))
}
