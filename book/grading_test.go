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
			how, err := NewGrading(by, nil)
			if err != nil {
				t.Fatal(err)
			}
			p := Puzzle{Givens: puzzle, Grade: g}
			how.Level(&p)
			levels[by] = append(levels[by], float64(slices.Index(grade.LevelNames(), p.LevelName())))
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
		g, err := NewGrading(by, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range puzzles {
			p := puzzles[i]
			g.Level(&p)
			if !slices.Contains(grade.LevelNames(), p.LevelName()) || !HasLevel(by, p.LevelName()) {
				t.Errorf("by %s: puzzle %d has the level %q", by, i, p.LevelName())
			}
			if by == "people" {
				if path := g.graders.Of(p.Givens.Geometry()).Human(&p.Givens); p.Level == "Easy" && path.Hardest != "full-house" && path.Hardest != "naked-single" && !strings.HasPrefix(path.Hardest, "hidden-single") {
					t.Errorf("puzzle %d is Easy and takes %s", i, path.Hardest)
				}
			}
		}
	}
	if _, err := NewGrading("mood", nil); err == nil {
		t.Error("there is a grading by mood")
	}
	for level, want := range map[string]string{"Gentle": "1–6", "Hard": "15–16", "Extreme": "21+", "Beyond": ""} {
		if got := Borders(nil).minutes(level); got != want {
			t.Errorf("%s: %q, want %q", level, got, want)
		}
	}
}

// TestBorders: own borders move puzzles between levels, and what they cannot be is said.
func TestBorders(t *testing.T) {
	b, err := ParseBorders("rating", map[string]float64{"Gentle": 1.5, "Hard": 5})
	if err != nil {
		t.Fatal(err)
	}
	g, err := NewGrading("", b)
	if err != nil {
		t.Fatal(err)
	}
	for rating, want := range map[int]string{12: "Gentle", 15: "Gentle", 16: "Easy", 50: "Hard", 51: "Expert", 119: "Extreme"} {
		p := Puzzle{Grade: grade.Grade{Rating: rating}}
		g.Level(&p)
		if p.LevelName() != want || !b.Ratings(want).Has(rating) {
			t.Errorf("rated %d: %s, want %s with %v", rating, p.LevelName(), want, b.Ratings(want))
		}
	}
	if p := (Puzzle{Grade: grade.Grade{Rating: 90, AtLeast: true, Level: grade.Beyond}}); b.Ratings(grade.Beyond) != (grade.Range{}) {
		t.Error("Beyond has ratings")
	} else if g.Level(&p); p.LevelName() != grade.Beyond {
		t.Errorf("an unknown rating is %s", p.LevelName())
	}
	if b, err := ParseBorders("minutes", map[string]float64{"Gentle": 4}); err != nil || b.minutes("Gentle") != "1–4" || b.minutes("Easy") != "5–10" || b.minutes("Extreme") != "21+" {
		t.Errorf("%v, %v", b, err)
	}
	for _, test := range []struct {
		by   string
		ends map[string]float64
		want string
	}{
		{"rating", map[string]float64{"Easy": 4.5, "Medium": 3}, "Medium ends at 3, but must end above Easy, which ends at 4.5"},
		{"rating", map[string]float64{"Gentle": 0.9}, "Gentle cannot end at 0.9: use 1.2 to 11.9, in steps of 0.1"},
		{"rating", map[string]float64{"Gentle": 1.55}, "Gentle cannot end at 1.55"},
		{"rating", map[string]float64{"Hard": math.NaN()}, "Hard cannot end at NaN"},
		{"minutes", map[string]float64{"Hard": 15.5}, "Hard cannot end at 15.5: use 1 to 1000, in steps of 1"},
		{"people", map[string]float64{"Hard": 5}, "the ladder for people have no thresholds"},
	} {
		if _, err := ParseBorders(test.by, test.ends); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %v: %v", test.by, test.ends, err)
		}
	}
}
