package grade

import (
	"runtime"
	"testing"
)

// TestGraderMemory: a grader, of which each worker has one, allocates at most 8 MB in its
// life. Hardly any 9x9 position has more than 256 candidates, but one that has makes the
// workspace of the wider sets as well. The larger puzzles are minimal and need dynamic
// chains, the 16x16 one those with patterns in them.
func TestGraderMemory(t *testing.T) {
	const most = 8 << 20
	for _, tt := range []struct {
		name, puzzle string
		rating       int
		wide         bool // with the next workspace too
	}{
		{"9x9", escargot, 105, true},
		{
			"12x12",
			"..4........7....6.5.B...C5.93....84....A.BC....." +
				"9.C.1.....5..714A....32...A..62.7...1......7..85" +
				"..2.C.A1..6B...2B..8...9.3.C...6....7........C.8",
			91, false,
		},
		{
			"16x16",
			"D5.C...F.6B..G......BG3.D8A.5...B...791.....4..2FG....D5....C..." +
				".A2...G...4..C873........B....AE.954.1.....2...F...B4C......D9.." +
				"4..A....C..3...D5C..682.....F7.....EF..4G...16....1......2D.3.B." +
				"..G.9...8.7D..4A.7..15..63......A.......2.E..3...E...37..41....8",
			99, false,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := parse(t, tt.puzzle)
			gr := NewGrader(p.Geometry())
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			g := gr.Grade(&p)
			if tt.wide {
				gradeWide(gr, &p, medium)
			}
			runtime.ReadMemStats(&after)
			if g.Rating != tt.rating {
				t.Errorf("rated %d, want %d", g.Rating, tt.rating)
			}
			got := after.TotalAlloc - before.TotalAlloc
			t.Logf("%d KB", got>>10)
			if got > most {
				t.Errorf("%d KB were allocated, %d are allowed", got>>10, most>>10)
			}
		})
	}
}
