package cli

import (
	"strings"
	"testing"
	"time"
)

// TestProgressLines: a log gets a line now and then; a program that shows progress gets
// one each second, which the next one replaces.
func TestProgressLines(t *testing.T) {
	for _, c := range []struct {
		env, end string
		every    time.Duration
	}{{"", "\n", LineEvery}, {"1", "\r", time.Second}} {
		t.Setenv(ProgressEnv, c.env)
		var b strings.Builder
		p := NewProgress(&b, false, "puzzles", 2000, 0)
		if p.Set(5, 5); b.Len() > 0 {
			t.Errorf("%q: at once: %q", c.env, b.String())
		}
		if wait := p.next.Sub(p.start); wait != c.every {
			t.Errorf("%q: the first line after %v, not %v", c.env, wait, c.every)
		}
		p.next = p.start.Add(-time.Second)
		p.Set(1000, 1001)
		p.Set(1001, 1002)
		if got := b.String(); !strings.HasPrefix(got, "1,000 of 2,000 puzzles after 1,001 tries, ") || strings.Count(got, "of 2,000") != 1 || !strings.HasSuffix(got, c.end) {
			t.Errorf("%q: %q", c.env, got)
		}
	}
}
