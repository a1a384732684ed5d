package solve

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gradoku/board"
	"gradoku/internal/boardtest"
)

var dump = flag.String("dump", "", "write the puzzles of the benchmarks to this folder, to time other programs on the same ones")

// BenchmarkSolve counts to 2, the question of every generator and importer, on
// the puzzle sets of the field.
func BenchmarkSolve(b *testing.B) {
	for _, set := range []struct {
		name      string
		solutions int
	}{
		{"sudoku-easy50", 1}, {"sudoku-top95", 1}, {"sudoku-hardest", 0}, {"17clue", 1}, {"top1465", 1}, {"forum11", 1}, {"multi", 2},
	} {
		b.Run("9/"+set.name, func(b *testing.B) {
			benchmarkSet(b, puzzlesOf(b, "bench/"+set.name+".txt", 10_000), set.name, set.solutions)
		})
	}
	for _, set := range []struct{ size, puzzles int }{{9, 5000}, {12, 100}, {16, 20}} {
		b.Run(fmt.Sprintf("%d/minimal", set.size), func(b *testing.B) {
			benchmarkSet(b, minimalPuzzles(b, set.size, set.puzzles), fmt.Sprintf("minimal-%d", set.size), 1)
		})
	}
}

func minimalPuzzles(b *testing.B, size, n int) []board.Grid {
	rng := boardtest.Rand(7)
	s := NewSearcher(boardtest.Geometry(b, size))
	puzzles := make([]board.Grid, n)
	for i := range puzzles {
		puzzles[i] = boardtest.Minimal(s, boardtest.RandomGrid(s.geo, s, rng), rng)
	}
	return puzzles
}

func benchmarkSet(b *testing.B, puzzles []board.Grid, name string, solutions int) {
	if *dump != "" {
		writeSet(b, puzzles, name)
	}
	countAll(b, NewSearcher(puzzles[0].Geometry()), puzzles, solutions)
}

// countAll counts the solutions of each puzzle up to 2 and asserts the number;
// 0 stands for "one or more".
func countAll(b *testing.B, s *Searcher, puzzles []board.Grid, solutions int) {
	done, guesses := 0, int64(0)
	for b.Loop() {
		for i := range puzzles {
			if n := s.Count(&puzzles[i], 2); n != solutions && (solutions != 0 || n == 0) {
				b.Fatalf("%v: %d solutions, want %d", puzzles[i], n, solutions)
			}
			stats, _ := s.tree.progress()
			guesses += stats.Guesses
		}
		done += len(puzzles)
	}
	b.ReportMetric(float64(done)/b.Elapsed().Seconds(), "puzzles/s")
	b.ReportMetric(float64(guesses)/float64(done), "guesses/puzzle")
}

func writeSet(b *testing.B, puzzles []board.Grid, name string) {
	var text strings.Builder
	for i := range puzzles {
		fmt.Fprintln(&text, puzzles[i])
	}
	if err := os.WriteFile(filepath.Join(*dump, name+".txt"), []byte(text.String()), 0o644); err != nil {
		b.Fatal(err)
	}
}
