package cli

import (
	"strings"
	"testing"
	"time"
)

// TestProgressLines: a log gets a line now and then; a program that reads events gets one
// each second.
func TestProgressLines(t *testing.T) {
	var b strings.Builder
	p := NewProgress(&b, false, "puzzles", 2000, 0)
	if p.Set(5, 5); b.Len() > 0 {
		t.Errorf("at once: %q", b.String())
	}
	if wait := p.next.Sub(p.start); wait != LineEvery {
		t.Errorf("the first line after %v", wait)
	}
	p.next = p.start.Add(-time.Second)
	p.Set(1000, 1001)
	p.Set(1001, 1002)
	if got := b.String(); !strings.HasPrefix(got, "1,000 of 2,000 puzzles after 1,001 attempts, ") || strings.Count(got, "of 2,000") != 1 || !strings.HasSuffix(got, "\n") {
		t.Error(got)
	}

	b.Reset()
	p = NewProgress(&eventWriter{w: &b}, false, "puzzles", 2000, 0)
	if wait := p.next.Sub(p.start); wait != time.Second {
		t.Errorf("the first event after %v", wait)
	}
	p.next = p.start.Add(-time.Second)
	p.Set(1000, 1001)
	if got := b.String(); !strings.HasPrefix(got, `{"progress":{"unit":"puzzles","done":1000,"target":2000,"attempts":1001,"text":"1,000 of 2,000 puzzles after 1,001 attempts, `) {
		t.Error(got)
	}
}
