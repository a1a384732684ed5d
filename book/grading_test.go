package book

import (
	"bufio"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/rank"
)

// TestGradingsAgree: how well the levels of each grading agree with the times of people,
// as docs/STUDIES.md says.
func TestGradingsAgree(t *testing.T) {
	if !*long {
		t.Skip("takes five seconds: -long")
	}
	dir := os.Getenv("GRADOKU_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared", "data")
	}
	f, err := os.Open(filepath.Join(dir, "human", "cloudsudoku-dev.tsv"))
	if err != nil {
		t.Skipf("needs the data folder (GRADOKU_DATA): %v", err)
	}
	defer f.Close()
	var seconds []float64
	levels := map[string][]float64{}
	for lines, n := bufio.NewScanner(f), 0; lines.Scan(); n++ {
		if n == 0 {
			continue
		}
		fields := strings.Split(lines.Text(), "\t")
		puzzle, err := board.Parse(fields[1])
		if err != nil {
			t.Fatal(err)
		}
		s, err := strconv.ParseFloat(fields[3], 64)
		if err != nil {
			t.Fatal(err)
		}
		seconds = append(seconds, s)
		var graders grade.Graders
		g, _ := graders.Of(puzzle.Geometry()).Path(&puzzle)
		for _, by := range Gradings {
			how, err := newGrading(by)
			if err != nil {
				t.Fatal(err)
			}
			p := Puzzle{Givens: puzzle, Grade: g}
			how.level(&p)
			levels[by] = append(levels[by], float64(slices.Index(levelNames(), p.LevelName())))
		}
	}
	for by, want := range map[string]float64{"rating": 0.52, "people": 0.34, "minutes": 0.60} {
		if got := rank.Correlation(levels[by], seconds); math.Abs(got-want) > 0.005 {
			t.Errorf("by %s: %.3f, want %.2f", by, got, want)
		}
	}
}

// TestGradings: each grading's levels are the book's, its sections are in order, and a
// quota gets only its level.
func TestGradings(t *testing.T) {
	puzzles := many(12)[0].Puzzles
	for _, by := range Gradings {
		g, err := newGrading(by)
		if err != nil {
			t.Fatal(err)
		}
		for i := range puzzles {
			p := puzzles[i]
			g.level(&p)
			if !slices.Contains(levelNames(), p.LevelName()) || !HasLevel(by, p.LevelName()) {
				t.Errorf("by %s: puzzle %d has the level %q", by, i, p.LevelName())
			}
			if by == "people" {
				if path := g.graders.Of(p.Givens.Geometry()).Human(&p.Givens); p.Level == "Easy" && path.Hardest != "full-house" && path.Hardest != "naked-single" && !strings.HasPrefix(path.Hardest, "hidden-single") {
					t.Errorf("puzzle %d is Easy and takes %s", i, path.Hardest)
				}
			}
		}
	}
	if _, err := newGrading("mood"); err == nil {
		t.Error("there is a grading by mood")
	}
	for level, want := range map[string]string{"Gentle": "1–6", "Hard": "15–17", "Extreme": "25+", "Beyond": ""} {
		if got := levelRange(level); got != want {
			t.Errorf("%s: %q, want %q", level, got, want)
		}
	}
}
