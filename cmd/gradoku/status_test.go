package main

import (
	"bytes"
	"regexp"
	"testing"
)

// TestStatusLine: the line shows the count, and whatever is printed next stands
// where it stood.
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
	line.count() // not now
	want := regexp.MustCompile(`^1 puzzle, \S+/s\r\x1b\[K2 puzzles, \S+/s\r\x1b\[Krow\nhalf a row$`)
	if !want.Match(screen.Bytes()) {
		t.Errorf("the screen got %q, want %v", screen.String(), want)
	}
	var none *statusLine
	none.count()
	none.clear()
}
