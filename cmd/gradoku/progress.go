package main

import (
	"cmp"
	"fmt"
	"io"
	"time"

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

// progress shows the progress of long work: on a terminal in the status line, otherwise a
// line every few seconds, and for a program that reads events one event per second.
type progress struct {
	w      io.Writer
	status *statusLine   // nil if stderr is no terminal
	first  task.Progress // at the start
	start  time.Time
	next   time.Time
	every  time.Duration
}

// lineEvery is the time between lines of progress where there is no terminal.
const lineEvery = 10 * time.Second

// newProgress starts showing progress, beginning with the first.
func newProgress(w io.Writer, status *statusLine, first task.Progress) *progress {
	p := &progress{w: w, status: status, first: first, start: time.Now(), every: lineEvery}
	if _, ok := w.(*eventWriter); ok {
		p.every = time.Second
	} else if status != nil {
		p.every = status.every
	}
	p.next = p.start.Add(p.every)
	return p
}

// set shows the progress so far. A text in it replaces the time left, because quotas have their own
// estimate.
func (p *progress) set(now task.Progress) {
	if time.Now().Before(p.next) {
		return
	}
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
	switch {
	case p.status != nil:
		p.status.show(now.Text)
	case !tell(p.w, task.Event{Progress: &now}):
		fmt.Fprintln(p.w, now.Text)
	}
}

// rateText writes a rate with two decimals if it is below 10.
func rateText(perSecond float64) string {
	if perSecond < 10 {
		return fmt.Sprintf("%.2f/s", perSecond)
	}
	return fmt.Sprintf("%.0f/s", perSecond)
}

// statusLine is the last line of a terminal while a command works: its progress, or how many
// puzzles of an input are done, and how quickly. The command's output appears above it. The
// methods of a nil statusLine do nothing.
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
	if now.Before(s.next) {
		return
	}
	s.next = now.Add(s.every)
	s.show(fmt.Sprintf("%s, %s", text.Count(s.done, "puzzle", "puzzles"), rateText(float64(s.done)/now.Sub(s.start).Seconds())))
}

// show replaces the line. It lets the terminal cut off a text that is too long: if the text took two
// rows, only the second would be cleared.
func (s *statusLine) show(line string) {
	if s.inLine {
		return
	}
	s.clear()
	s.shown = true
	fmt.Fprintf(s.w, "\x1b[?7l%s\x1b[?7h", line)
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
