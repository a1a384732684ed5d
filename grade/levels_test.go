package grade

import (
	"slices"
	"strconv"
	"testing"

	"gradoku/board"
)

// TestLevelsOfPeople recomputes the first table of docs/bench/levels.md: the times that people
// took for the puzzles of each level. Their medians rise clearly, and a puzzle of the higher of
// two neighbouring levels mostly took longer.
func TestLevelsOfPeople(t *testing.T) {
	minutes := make([][]float64, len(levels))
	gr := NewGrader(board.Nine())
	for row := range table(t, "human/cloudsudoku-dev.tsv") {
		p := parse(t, row["puzzle"])
		seconds, err := strconv.ParseFloat(row["mean_seconds"], 64)
		if err != nil {
			t.Fatal(err)
		}
		at := levelRank(gr.Grade(&p).Level)
		minutes[at] = append(minutes[at], seconds/60)
	}
	right, pairs := 0, 0
	for i, m := range minutes {
		slices.Sort(m)
		if n := len(m); n > 0 {
			t.Logf("%s: %d puzzles, quartiles %.1f, %.1f and %.1f minutes", levels[i].ID, n, m[n/4], m[n/2], m[3*n/4])
		}
		if i == 0 {
			continue
		}
		for _, a := range minutes[i-1] {
			for _, b := range m {
				if a != b {
					pairs++
				}
				if a < b {
					right++
				}
			}
		}
		easier := minutes[i-1]
		if m[len(m)/2] < 1.1*easier[len(easier)/2] {
			t.Errorf("the median of %s is not clearly above that of the level below", levels[i].ID)
		}
	}
	share := float64(right) / float64(pairs)
	t.Logf("%.1f%% of %d pairs from neighbouring levels are in order", 100*share, pairs)
	if share < 0.77 {
		t.Errorf("only %.1f%% of the pairs are in order", 100*share)
	}
}
