package run

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gradoku/board"
)

// BenchmarkJudge measures proof and canonical form, what verify does with each
// puzzle, on one core.
func BenchmarkJudge(b *testing.B) {
	for _, name := range []string{"17clue", "top1465"} {
		b.Run("9/"+name, func(b *testing.B) {
			all := dataPuzzles(b, "bench/"+name+".txt")
			var j Validator
			n := 0
			for b.Loop() {
				if v := j.Validate(&all[n%len(all)]); v.Status != "" {
					b.Fatalf("%v: %s", all[n%len(all)], v.Reason)
				}
				n++
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "puzzles/s")
		})
	}
}

// dataPuzzles reads a file of the data folder beside the project, or skips.
func dataPuzzles(tb testing.TB, name string) []board.Grid {
	tb.Helper()
	dir := os.Getenv("GRADOKU_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared", "data")
	}
	text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		tb.Skipf("needs the data folder (GRADOKU_DATA): %v", err)
	}
	var all []board.Grid
	for line := range strings.Lines(string(text)) {
		p, err := board.Parse(line)
		if err != nil {
			tb.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}
