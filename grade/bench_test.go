package grade

import (
	"fmt"
	"testing"

	"gradoku/board"
)

// BenchmarkGrade grades the puzzles of one band of the scale, rated by Sudoku
// Explainer, and checks the sum of the ratings.
func BenchmarkGrade(b *testing.B) {
	all := readExplainer(b)
	for _, band := range []struct{ from, to int }{
		{10, 15}, {17, 25}, {26, 44}, {45, 62}, {65, 75}, {76, 84}, {85, 90}, {91, 94}, {95, 106},
	} {
		b.Run(fmt.Sprintf("9/%d.%d-%d.%d", band.from/10, band.from%10, band.to/10, band.to%10), func(b *testing.B) {
			var puzzles []board.Grid
			want := 0
			for _, r := range all {
				if band.from <= r.er && r.er <= band.to {
					puzzles = append(puzzles, r.puzzle)
					want += r.er
				}
			}
			if band.from == 95 { // the file has one; two that are well known besides
				for _, s := range []string{inkala, escargot} {
					puzzles = append(puzzles, parse(b, s))
				}
				want += 107 + 105
			}
			if len(puzzles) == 0 {
				b.Skip("no puzzle in this band")
			}
			gradeAll(b, puzzles, want)
		})
	}
}

// escargot is Arto Inkala's "AI Escargot" (2006), rated 10.5.
const escargot = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."

// BenchmarkGradeRandom does the same with random minimal puzzles, the mix that
// a generator meets.
func BenchmarkGradeRandom(b *testing.B) {
	for _, geo := range board.Sizes() {
		b.Run(fmt.Sprintf("%d/minimal", geo.Size), func(b *testing.B) {
			puzzles, _ := sample(geo, map[int]int{4: 200, 6: 200, 9: 500, 12: 10, 16: 4}[geo.Size], 8)
			gradeAll(b, puzzles, 0)
		})
	}
}

func gradeAll(b *testing.B, puzzles []board.Grid, want int) {
	gr := NewGrader(puzzles[0].Geometry())
	b.ReportAllocs()
	for b.Loop() {
		sum, solved := 0, 0
		for i := range puzzles {
			g := gr.Grade(&puzzles[i])
			sum += g.Rating
			if g.SolvedByLogic {
				solved++
			}
		}
		if want > 0 && sum != want || solved != len(puzzles) {
			b.Fatalf("ratings sum to %d with %d of %d solved, want %d", sum, solved, len(puzzles), want)
		}
	}
	b.ReportMetric(float64(b.N*len(puzzles))/b.Elapsed().Seconds(), "puzzles/s")
}
