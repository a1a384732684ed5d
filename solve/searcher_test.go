package solve

import (
	"testing"

	"gradoku/board"
	"gradoku/internal/boardtest"
)

func TestSearcher(t *testing.T) {
	for _, geo := range board.Sizes() {
		s := NewSearcher(geo)
		p, solution := boardtest.Proper(t, geo)
		if got, n := s.Solve(&p); n != 1 || got != solution {
			t.Errorf("size %d: Solve = %v, %d", geo.Size, got, n)
		}
		if n := s.Count(&p, 2); n != 1 {
			t.Errorf("size %d: Count = %d", geo.Size, n)
		}
		empty := board.NewGrid(geo)
		if got, n := s.Solve(&empty); n != 2 || !got.Solves(&empty) {
			t.Errorf("size %d, empty: Solve = %v, %d", geo.Size, got, n)
		}
		if n := s.Count(&empty, 5); n != 5 {
			t.Errorf("size %d, empty: Count = %d, want the limit 5", geo.Size, n)
		}
		wrong := boardtest.Pattern(geo)
		wrong.Set(0, wrong.At(1))
		if got, n := s.Solve(&wrong); n != 0 || got.Geometry() != nil {
			t.Errorf("size %d, wrong: Solve = %v, %d", geo.Size, got, n)
		}
	}
	four := board.NewGrid(boardtest.Geometry(t, 4))
	if n := NewSearcher(four.Geometry()).Count(&four, 0); n != 288 {
		t.Errorf("Count of the empty 4x4 grid without limit = %d, want 288", n)
	}
}

// TestOther compares with the definition: blank the cell, try each other digit.
func TestOther(t *testing.T) {
	for _, tt := range []struct{ size, clues, rounds int }{
		{4, 8, 60}, {6, 16, 40}, {9, 32, 40}, {12, 90, 1}, {16, 180, 1},
	} {
		geo := boardtest.Geometry(t, tt.size)
		s, check := NewSearcher(geo), NewSearcher(geo)
		rng := boardtest.Rand(5)
		needed := map[bool]int{}
		for range tt.rounds {
			p := boardtest.SomeClues(boardtest.RandomGrid(s.geo, s, rng), tt.clues, rng)
			clues := p.ClueSet()
			for c := range clues.All() {
				want := false
				for d := range (geo.All &^ p.At(c).Mask()).All() {
					q := p
					q.Set(c, d)
					want = want || check.Count(&q, 1) > 0
				}
				if got := s.Other(&p, c); got != want {
					t.Fatalf("Other(%v, %s) = %v, want %v", p, geo.CellName(c), got, want)
				}
				needed[want]++
			}
		}
		if needed[true] == 0 || needed[false] == 0 {
			t.Errorf("size %d: the test saw only one answer: %v", geo.Size, needed)
		}
	}
}

// TestSearcherBudget: a spent budget is reported, Other then errs on the safe
// side, and the next call starts afresh.
func TestSearcherBudget(t *testing.T) {
	for _, geo := range board.Sizes() {
		s := NewSearcher(geo)
		s.Budget = 1
		p, _ := boardtest.Proper(t, geo)
		empty := board.NewGrid(geo)
		if n := s.Count(&empty, 2); n != 0 || !s.Spent {
			t.Errorf("size %d: Count = %d, Spent %v", geo.Size, n, s.Spent)
		}
		if _, n := s.Solve(&empty); n != 0 || !s.Spent {
			t.Errorf("size %d: Solve = %d, Spent %v", geo.Size, n, s.Spent)
		}
		one := empty
		one.Set(0, 1)
		if !s.Other(&one, 0) || !s.Spent {
			t.Errorf("size %d: Other on a spent budget does not say yes", geo.Size)
		}
		full := boardtest.Pattern(geo)
		if n := s.Count(&full, 2); n != 1 || s.Spent {
			t.Errorf("size %d, full grid: Count = %d, Spent %v", geo.Size, n, s.Spent)
		}
		s.Budget = 0
		if n := s.Count(&p, 2); n != 1 || s.Spent {
			t.Errorf("size %d without budget: Count = %d, Spent %v", geo.Size, n, s.Spent)
		}
	}
}

// TestNoAllocation holds the promise that callers in a loop rely on.
func TestNoAllocation(t *testing.T) {
	for _, geo := range board.Sizes() {
		s := NewSearcher(geo)
		p, _ := boardtest.Proper(t, geo)
		empty := board.NewGrid(geo)
		clues := p.ClueSet()
		work := func() {
			s.Count(&p, 2)
			s.Count(&empty, 10)
			s.Solve(&p)
			s.Other(&p, clues.First())
		}
		work() // lets the stack grow
		if n := allocations(5, work); n != 0 {
			t.Errorf("size %d: %v allocations", geo.Size, n)
		}
	}
}

// allocations is testing.AllocsPerRun, the least of a few: what the runtime
// allocates for itself meanwhile is counted there, too.
func allocations(runs int, f func()) float64 {
	n := testing.AllocsPerRun(runs, f)
	for tries := 0; n > 0 && tries < 3; tries++ {
		n = min(n, testing.AllocsPerRun(runs, f))
	}
	return n
}

// TestSearcherStop: a search without end stops when it is told to, and one that is
// not told to does not notice that somebody is asked.
func TestSearcherStop(t *testing.T) {
	for _, size := range []int{9, 16} {
		geo := boardtest.Geometry(t, size)
		s, asked := NewSearcher(geo), 0
		s.Stop = func() bool { asked++; return asked == 3 }
		empty := board.NewGrid(geo)
		if s.Count(&empty, 0); asked != 3 || !s.Spent {
			t.Errorf("size %d: asked %d times, Spent %v", size, asked, s.Spent)
		}
		s.Stop = func() bool { return false }
		p, solution := boardtest.Proper(t, geo)
		if got, n := s.Solve(&p); n != 1 || got != solution || s.Spent {
			t.Errorf("size %d: Solve = %v, %d, Spent %v", size, got, n, s.Spent)
		}
	}
	s := NewSearcher(boardtest.Geometry(t, 9))
	few := boardtest.SomeClues(boardtest.RandomGrid(s.geo, s, boardtest.Rand(2)), 20, boardtest.Rand(3))
	want := s.Count(&few, 40_000)
	s.Stop = func() bool { return false }
	got := s.Count(&few, 40_000)
	if stats, _ := s.tree.progress(); got != want || stats.Nodes <= ctxEvery {
		t.Errorf("%d solutions in %d nodes with somebody asked, %d without", got, stats.Nodes, want)
	}
}
