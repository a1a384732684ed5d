package main

import (
	"fmt"
	"io"
	"time"

	"golang.org/x/term"

	"gradoku/internal/text"
)

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
