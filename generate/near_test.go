package generate

import (
	"fmt"
	"testing"

	"gradoku/board"
	"gradoku/grade"
)

// TestNear walks, and checks every puzzle on the way.
func TestNear(t *testing.T) {
	cells, _ := pattern(t, pattern24)
	four, _ := board.ForSize(4)
	for _, tt := range []struct {
		name string
		opt  Shape
	}{
		{"none", Shape{Symmetry: symmetry(t, "none")}},
		{"rotate180", Shape{Symmetry: symmetry(t, "rotate180")}},
		{"rotate180/minimal", Shape{Symmetry: symmetry(t, "rotate180"), Minimal: true}},
		{"clues", Shape{Symmetry: symmetry(t, "diagonal"), Clues: grade.Span{From: 27, To: 29}}},
		{"pattern", Shape{Symmetry: symmetry(t, "none"), Pattern: cells}},
		{"4", Shape{Geometry: four, Symmetry: symmetry(t, "none")}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.opt.Geometry == nil {
				tt.opt.Geometry = board.Nine()
			}
			g := generator(t, tt.opt)
			p, err := g.Try(1, firstHit(t, g))
			must(t, err)
			seen := map[board.Grid]bool{}
			for i := range uint64(200) {
				q, ok := g.Near(&p)
				if !ok {
					continue
				}
				seen[q.Grid] = true
				checkPuzzle(t, g, &q, fmt.Sprintf("step %d", i))
				p = q
			}
			if len(seen) < 5 {
				t.Errorf("200 steps led to %d puzzles", len(seen))
			}
		})
	}
}

// firstHit returns a try that finds a puzzle.
func firstHit(t *testing.T, g *Generator) uint64 {
	t.Helper()
	for i := range uint64(200) {
		if _, err := g.Try(1, i); err == nil {
			return i
		}
	}
	t.Fatal("no try finds a puzzle")
	return 0
}

func TestCluesInRange(t *testing.T) {
	for _, tt := range []struct {
		from, to int
		minimal  bool
		spread   int // at least so many different numbers of clues
	}{
		{22, 25, false, 3},
		{30, 34, false, 5},
		{23, 25, true, 3},
		{0, 23, false, 2},
		{28, 81, false, 1},
	} {
		t.Run(fmt.Sprintf("%d-%d", tt.from, tt.to), func(t *testing.T) {
			g := generator(t, Shape{
				Geometry: board.Nine(), Symmetry: symmetry(t, "none"),
				Clues: grade.Span{From: tt.from, To: tt.to}, Minimal: tt.minimal,
			})
			counts := map[int]int{}
			for i := range uint64(150) {
				p, err := g.Try(1, i)
				if err != nil {
					continue
				}
				checkPuzzle(t, g, &p, fmt.Sprintf("try %d", i))
				counts[p.Grid.Clues()]++
			}
			if len(counts) < tt.spread {
				t.Errorf("numbers of clues: %v", counts)
			}
		})
	}
	for _, opt := range []Shape{{Clues: grade.Span{From: 30, To: 25}}, {Clues: grade.Span{From: 22, To: 82}}, {Clues: grade.Span{To: 16}}} {
		opt.Geometry, opt.Symmetry = board.Nine(), symmetry(t, "none")
		if _, err := New(opt); err == nil {
			t.Errorf("%v clues were accepted", opt.Clues)
		}
	}
}
