package generate

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"testing"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/boardtest"
	"gradoku/solve"
)

var long = boardtest.Long

// must ends a test that cannot go on after an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func symmetry(t testing.TB, name string) board.Symmetry {
	t.Helper()
	s, err := board.SymmetryByName(name)
	must(t, err)
	return s
}

func generator(t testing.TB, opt Shape) *Generator {
	t.Helper()
	g, err := New(opt)
	must(t, err)
	return g
}

// solutions counts to two with a solver that the generator does not use.
func solutions(t testing.TB, p *board.Grid) int {
	t.Helper()
	r, err := solve.Run(context.Background(), solve.Verifier(p.Geometry()), p, solve.Options{Limit: 2})
	must(t, err)
	return r.Solutions
}

// tries is how many tries of each kind a test makes on a size: enough to meet
// the rare cases where a try is cheap.
func tries(size int) uint64 {
	n := map[int]uint64{4: 100, 6: 50, 9: 30, 12: 2, 16: 1}[size]
	if *long {
		n *= 40
	}
	return n
}

func TestFillIsFullAndValid(t *testing.T) {
	for _, geo := range board.Sizes() {
		f, s := NewFiller(geo), newStream()
		seen := map[board.Grid]bool{}
		for i := range uint64(50) {
			s.rekey(1, i)
			g := f.Fill(s.Rand)
			if !g.Full() || g.Check() != nil {
				t.Fatalf("%dx%d, index %d: %v: %v", geo.Size, geo.Size, i, g, g.Check())
			}
			seen[g] = true
		}
		if len(seen) < 40 { // 50 draws from the 288 grids of 4x4 give about 46
			t.Errorf("%dx%d: only %d different grids in 50", geo.Size, geo.Size, len(seen))
		}
	}
}

func TestEveryPuzzleIsProper(t *testing.T) {
	for _, geo := range board.Sizes() {
		for _, sym := range board.Symmetries() {
			if geo.Size > 9 && sym.Name != "none" && sym.Name != "rotate180" && !*long {
				continue
			}
			t.Run(fmt.Sprintf("%d/%s", geo.Size, sym.Name), func(t *testing.T) {
				g := generator(t, Shape{Geometry: geo, Symmetry: sym})
				for i := range tries(geo.Size) {
					p, err := g.Try(3, i)
					if err != nil {
						t.Fatalf("index %d: %v", i, err)
					}
					checkPuzzle(t, g, &p, fmt.Sprintf("index %d", i))
				}
			})
		}
	}
}

// checkPuzzle fails unless a puzzle is proper and what its generator was asked for.
func checkPuzzle(t *testing.T, g *Generator, p *ProperPuzzle, at string) {
	t.Helper()
	if !p.Solution.Solves(&p.Grid) || solutions(t, &p.Grid) != 1 {
		t.Fatalf("%s: %v with the solution %v is not proper", at, p.Grid, p.Solution)
	}
	if n := p.Grid.Clues(); n < g.opt.Clues.From || n > g.opt.mostClues() {
		t.Errorf("%s: %d clues, asked for %s", at, n, g.opt.ClueWords())
	}
	clues := p.Grid.ClueSet()
	if has := board.SymmetryOf(clues, g.opt.Geometry); !has.Has(g.opt.Symmetry) {
		t.Errorf("%s: symmetry %s, asked for %s", at, has.Name, g.opt.Symmetry.Name)
	}
	if len(g.cells) > 0 && clues != g.opt.Pattern {
		t.Errorf("%s: %v is not on the pattern", at, p.Grid)
	}
	if g.opt.Geometry.Size > 9 {
		return // the check below takes minutes there
	}
	if min := isMinimal(t, &p.Grid); min != p.Minimal || g.opt.Minimal && !min {
		t.Errorf("%s: minimal is %v, claimed %v: %v", at, min, p.Minimal, p.Grid)
	}
}

// needless yields the clues that can be dropped one at a time, by counting rather than by
// the generator's own proof.
func needless(t *testing.T, p *board.Grid) iter.Seq[board.Cell] {
	return func(yield func(board.Cell) bool) {
		for c := range p.ClueSet().All() {
			q := *p
			if q.Set(c, 0); solutions(t, &q) == 1 && !yield(c) {
				return
			}
		}
	}
}

func isMinimal(t *testing.T, p *board.Grid) bool {
	for range needless(t, p) {
		return false
	}
	return true
}

func TestMinimalWithSymmetry(t *testing.T) {
	geo, _ := board.ForSize(6)
	g := generator(t, Shape{Geometry: geo, Symmetry: symmetry(t, "rotate180"), Minimal: true})
	found := 0
	for i := range uint64(300) {
		p, err := g.Try(1, i)
		if errors.Is(err, missMinimal) {
			continue
		}
		must(t, err)
		found++
		checkPuzzle(t, g, &p, fmt.Sprintf("index %d", i))
	}
	if found == 0 || found == 300 {
		t.Errorf("%d of 300 tries accepted: the wish was not tested", found)
	}
}

func TestClues(t *testing.T) {
	for _, tt := range []struct {
		size, clues int
		symmetry    string
	}{
		{4, 6, "none"},
		{4, 16, "none"},
		{6, 12, "none"},
		{6, 14, "rotate180"},
		{9, 26, "none"},
		{9, 32, "rotate90"},
		{9, 33, "mirror-horizontal"},
		{9, 81, "none"},
		{12, 80, "none"},
		{16, 150, "rotate180"},
	} {
		t.Run(fmt.Sprintf("%d/%d/%s", tt.size, tt.clues, tt.symmetry), func(t *testing.T) {
			geo, _ := board.ForSize(tt.size)
			g := generator(t, Shape{Geometry: geo, Clues: grade.Span{From: tt.clues, To: tt.clues}, Symmetry: symmetry(t, tt.symmetry)})
			found := 0
			for i := uint64(0); i < 500 && found < 3; i++ {
				p, err := g.Try(1, i)
				if errors.Is(err, missClues) {
					continue
				}
				must(t, err)
				found++
				checkPuzzle(t, g, &p, fmt.Sprintf("index %d", i))
			}
			if found == 0 {
				t.Error("no try succeeded in 500")
			}
		})
	}
}

func TestImpossibleWishesAreRefused(t *testing.T) {
	for _, tt := range []struct {
		size, clues int
		symmetry    string
		want        string
	}{
		{9, 16, "none", "no proper 9x9 puzzle has fewer than 17 clues, but 16 were requested"},
		{9, 82, "none", "a 9x9 grid has only 81 cells, but 82 clues were requested"},
		{4, 3, "none", "no proper 4x4 puzzle has fewer than 4 clues, but 3 were requested"},
		{4, 7, "rotate180", "no pattern with symmetry rotate180 has exactly 7 clues on 4x4"},
		{16, 14, "none", "no proper 16x16 puzzle has fewer than 15 clues, but 14 were requested"},
	} {
		geo, _ := board.ForSize(tt.size)
		_, err := New(Shape{Geometry: geo, Clues: grade.Span{From: tt.clues, To: tt.clues}, Symmetry: symmetry(t, tt.symmetry)})
		if err == nil || err.Error() != tt.want {
			t.Errorf("%d clues on %d: got %v, want %s", tt.clues, tt.size, err, tt.want)
		}
	}
}

// TestTriesAreIndependent: a try does not depend on the tries made before it
// with the same Generator.
func TestTriesAreIndependent(t *testing.T) {
	geo := board.Nine()
	opt := Shape{Geometry: geo, Symmetry: symmetry(t, "diagonal")}
	inOrder, reused := generator(t, opt), generator(t, opt)
	var want [20]ProperPuzzle
	for i := range want {
		want[i], _ = inOrder.Try(42, uint64(i))
	}
	for i := len(want) - 1; i >= 0; i-- {
		if got, _ := reused.Try(42, uint64(i)); got != want[i] {
			t.Errorf("index %d: %v, in order %v", i, got.Grid, want[i].Grid)
		}
		if got, _ := generator(t, opt).Try(42, uint64(i)); got != want[i] {
			t.Errorf("index %d with a fresh generator: %v, want %v", i, got.Grid, want[i].Grid)
		}
	}
	other, _ := inOrder.Try(43, 0)
	if other == want[0] {
		t.Error("seeds 42 and 43 give the same first puzzle")
	}
}

func TestTryDoesNotAllocate(t *testing.T) {
	g := generator(t, Shape{Geometry: board.Nine(), Symmetry: symmetry(t, "none")})
	i := uint64(0)
	if n := testing.AllocsPerRun(50, func() { g.Try(1, i); i++ }); n != 0 {
		t.Errorf("%v allocations per try", n)
	}
}

// TestBudgetKeepsPuzzlesProper: when proofs are cut short the clues stay, and
// the puzzle does not claim to be minimal.
func TestBudgetKeepsPuzzlesProper(t *testing.T) {
	g := generator(t, Shape{Geometry: board.Nine(), Symmetry: symmetry(t, "none")})
	g.search.Budget = 1
	for i := range uint64(20) {
		p, err := g.Try(9, i)
		must(t, err)
		if solutions(t, &p.Grid) != 1 {
			t.Errorf("index %d: not proper", i)
		}
		if p.Minimal && !isMinimal(t, &p.Grid) {
			t.Errorf("index %d: claims to be minimal and is not", i)
		}
	}
}

func BenchmarkTry(b *testing.B) {
	for _, geo := range board.Sizes() {
		for _, name := range []string{"none", "rotate180"} {
			b.Run(fmt.Sprintf("%d/%s", geo.Size, name), func(b *testing.B) {
				g := generator(b, Shape{Geometry: geo, Symmetry: symmetry(b, name)})
				clues, i := 0, uint64(0)
				for b.Loop() {
					p, err := g.Try(1, i)
					must(b, err)
					clues += p.Grid.Clues()
					i++
				}
				b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "puzzles/s")
				b.ReportMetric(float64(clues)/float64(i), "clues/puzzle")
			})
		}
	}
}

// BenchmarkCanonical computes the keys of minimal puzzles.
func BenchmarkCanonical(b *testing.B) {
	b.Run("9/minimal", func(b *testing.B) {
		g, s := generator(b, Shape{Geometry: board.Nine(), Symmetry: symmetry(b, "none")}), solve.NewSearcher(board.Nine())
		puzzles, solutions := make([]board.Grid, 1000), make([]board.Grid, 1000)
		for i := range puzzles {
			p, err := g.Try(1, uint64(i))
			must(b, err)
			puzzles[i] = p.Grid
			solutions[i], _ = s.Solve(&p.Grid)
		}
		var z board.Canonicalizer
		seen := map[[16]byte]bool{}
		for i := 0; b.Loop(); i++ {
			key := z.Key(&puzzles[i%1000], &solutions[i%1000])
			if i < 1000 {
				seen[key] = true
			}
		}
		if len(seen) != min(b.N, 1000) {
			b.Fatalf("%d keys of %d puzzles", len(seen), b.N)
		}
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
	})
}
