package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"time"

	"gradoku/task"
)

// TestProgressLines: a log gets a line from time to time; a program that reads events gets
// one event per second.
func TestProgressLines(t *testing.T) {
	var b strings.Builder
	at := func(done, attempts int64) task.Progress {
		return task.Progress{Unit: "puzzles", Target: 2000, Done: done, Attempts: attempts}
	}
	p := newProgress(&b, nil, at(0, 0))
	if p.set(at(5, 5)); b.Len() > 0 {
		t.Errorf("at once: %q", b.String())
	}
	if wait := p.next.Sub(p.start); wait != lineEvery {
		t.Errorf("the first line after %v", wait)
	}
	p.next = p.start.Add(-time.Second)
	p.set(at(1000, 1001))
	p.set(at(1001, 1002))
	if got := b.String(); !strings.HasPrefix(got, "1,000 of 2,000 puzzles after 1,001 attempts, ") || strings.Count(got, "of 2,000") != 1 || !strings.HasSuffix(got, "\n") {
		t.Error(got)
	}

	b.Reset()
	p = newProgress(&eventWriter{w: &b}, nil, at(0, 0))
	if wait := p.next.Sub(p.start); wait != time.Second {
		t.Errorf("the first event after %v", wait)
	}
	p.next = p.start.Add(-time.Second)
	p.set(at(1000, 1001))
	if got := b.String(); !strings.HasPrefix(got, `{"progress":{"unit":"puzzles","done":1000,"target":2000,"attempts":1001,"text":"1,000 of 2,000 puzzles after 1,001 attempts, `) {
		t.Error(got)
	}
}

// TestStatusLine: the line shows the count, and the next output takes its
// place.
func TestStatusLine(t *testing.T) {
	var screen bytes.Buffer
	line := &statusLine{w: &screen}
	line.clear()
	if screen.Len() > 0 {
		t.Errorf("cleared before it was shown: %q", screen.String())
	}
	line.count()
	line.count()
	out := aboveStatus{&screen, line, true}
	if _, err := out.Write([]byte("row\n")); err != nil {
		t.Fatal(err)
	}
	line.clear()
	if _, err := out.Write([]byte("half a row")); err != nil {
		t.Fatal(err)
	}
	line.count() // too early for an update
	want := regexp.MustCompile(`^\x1b\[\?7l1 puzzle, \S+/s\x1b\[\?7h\r\x1b\[K\x1b\[\?7l2 puzzles, \S+/s\x1b\[\?7h\r\x1b\[Krow\nhalf a row$`)
	if !want.Match(screen.Bytes()) {
		t.Errorf("the screen got %q, want %v", screen.String(), want)
	}
	var none *statusLine
	none.count()
	none.clear()
}
