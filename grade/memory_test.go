package grade

import (
	"runtime"
	"testing"

	"gradoku/board"
)

// TestGraderMemory: a grader of 9x9 puzzles, of which each worker has one, allocates at
// most 8 MB in its life. Hardly any position has more than 256 candidates, but one that
// has makes the workspace of the wider sets as well.
func TestGraderMemory(t *testing.T) {
	const most = 8 << 20
	gr := NewGrader(board.Nine())
	p := parse(t, escargot)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	gr.Grade(&p) // with nested chains
	gradeWide(gr, &p, medium)
	runtime.ReadMemStats(&after)
	got := after.TotalAlloc - before.TotalAlloc
	t.Logf("%d KB", got>>10)
	if got > most {
		t.Errorf("%d KB were allocated, %d are allowed", got>>10, most>>10)
	}
}
