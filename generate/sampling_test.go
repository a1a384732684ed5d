package generate

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/boardtest"
)

func sampler(t testing.TB, size int, s Sampling) *Generator {
	t.Helper()
	geo := boardtest.Geometry(t, size)
	return generator(t, Shape{Geometry: geo, Symmetry: symmetry(t, "none"), Sampling: s})
}

// samplingTries is how many tries bring some puzzles of a size.
func samplingTries(size int, s Sampling) uint64 {
	if s == ControlledBias {
		return map[int]uint64{4: 200, 6: 20_000, 9: 0}[size]
	}
	return tries(size)
}

// controlled9 lists the first tries of seed 1 in which controlled-bias sampling
// finds a 9x9 puzzle.
var controlled9 = []uint64{313_883, 791_773, 1_725_309, 2_338_559, 2_646_953, 2_892_428, 2_962_914}

func TestSampledPuzzlesAreMinimal(t *testing.T) {
	for _, s := range Samplings() {
		for _, size := range []int{4, 6, 9} {
			t.Run(fmt.Sprintf("%v/%d", s, size), func(t *testing.T) {
				t.Parallel()
				g := sampler(t, size, s)
				indices := controlled9
				if size != 9 || s != ControlledBias {
					indices = nil
					for i := range samplingTries(size, s) {
						indices = append(indices, i)
					}
				}
				found := 0
				for _, i := range indices {
					p, err := g.Try(1, i)
					if errors.Is(err, missMultiple) && s == ControlledBias && size != 9 {
						continue
					}
					if err != nil {
						t.Fatalf("index %d: %v", i, err)
					}
					found++
					if !p.Solution.Solves(&p.Grid) || solutions(t, &p.Grid) != 1 || !p.Minimal || !isMinimal(t, &p.Grid) {
						t.Errorf("index %d: %v with solution %v is not proper and minimal", i, p.Grid, p.Solution)
					}
				}
				if found < 5 {
					t.Errorf("only %d puzzles in %d tries", found, len(indices))
				}
			})
		}
	}
}

// TestControlledBiasByDefinition empties grids cell by cell, counting solutions
// each time, and asks the sampler about the same grid and order.
func TestControlledBiasByDefinition(t *testing.T) {
	for _, tt := range []struct {
		size  int
		tries uint64
	}{{4, 800}, {6, 100}, {9, 15}} {
		t.Run(fmt.Sprint(tt.size), func(t *testing.T) {
			t.Parallel()
			g, h := sampler(t, tt.size, ControlledBias), sampler(t, tt.size, ControlledBias)
			for i := range tt.tries {
				p, err := g.Try(2, i)
				want, ok := emptyOneByOne(t, h, 2, i)
				if ok != (err == nil) || ok && p.Grid != want {
					t.Errorf("index %d: %v, %v; by definition %v, %v", i, p.Grid, err, want, ok)
				}
			}
			for _, i := range controlled9 {
				if tt.size == 9 {
					p, err := g.Try(1, i)
					if want, ok := emptyOneByOne(t, h, 1, i); err != nil || !ok || p.Grid != want {
						t.Errorf("index %d of seed 1: %v, %v; by definition %v, %v", i, p.Grid, err, want, ok)
					}
				}
			}
		})
	}
}

// emptyOneByOne is controlled-bias sampling as it is defined.
func emptyOneByOne(t *testing.T, g *Generator, seed, index uint64) (board.Grid, bool) {
	g.rng.rekey(seed, index)
	p := g.fill(g.rng.Rand)
	order := make([]board.Cell, g.opt.Geometry.Cells)
	for i := range order {
		order[i] = board.Cell(i)
	}
	g.rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	for _, c := range order {
		q := p
		if q.Set(c, 0); solutions(t, &q) > 1 {
			break
		}
		p = q
	}
	return p, isMinimal(t, &p)
}

// TestSamplingGolden pins puzzles of a seed, as TestGolden does for top-down.
func TestSamplingGolden(t *testing.T) {
	for _, tt := range []struct {
		sampling Sampling
		size     int
		index    uint64
		want     string
	}{
		{BottomUp, 4, 0, ".....4..3..2...3"},
		{BottomUp, 6, 1, "1..42....5..4....5.5....6......2.1.3"},
		{BottomUp, 9, 0, "76.1...5....46.......87....23.......19...8.67......38...2......8.47...13...9....4"},
		{BottomUp, 9, 1 << 40, "3....4........62.1.6.8.....89..52.....37.1...........4.7....6.2.5.4...7.....6.5.9"},
		{ControlledBias, 9, 313_883, "8...93.....96...12.27.........46.2..29..18.5....5...4.78........5...1.73......4.."},
		{ControlledBias, 9, 791_773, "87.5..........9.8...42....6..2.95.1.16......5....6.4..4...7..6.9.5..83.......1..."},
	} {
		if p, err := sampler(t, tt.size, tt.sampling).Try(1, tt.index); err != nil || p.Grid.String() != tt.want {
			t.Errorf("%v, %dx%d, index %d: %v, %v; want %s", tt.sampling, tt.size, tt.size, tt.index, p.Grid, err, tt.want)
		}
	}
}

func TestCorrection(t *testing.T) {
	// Berthier 2009, the table of correction factors.
	for clues, want := range map[int]float64{
		19: 0.00134, 20: 0.00415, 21: 0.0120, 22: 0.0329, 23: 0.0843, 24: 0.204, 25: 0.464, 26: 1,
		27: 2.037, 28: 3.929, 29: 7.180, 30: 12.445, 31: 20.474,
	} {
		if got := Correction(board.Nine(), clues); math.Abs(got/want-1) > 0.005 {
			t.Errorf("%d clues: %v, want %v", clues, got, want)
		}
	}
	for _, geo := range countable() {
		for n := range geo.Cells - 1 {
			ratio := Correction(geo, n+1) / Correction(geo, n)
			if want := float64(geo.Cells-n) / float64(n+1); math.Abs(ratio/want-1) > 1e-12 {
				t.Errorf("%dx%d, %d clues: ratio %v, want %v", geo.Size, geo.Size, n, ratio, want)
			}
		}
	}
}

func TestSamplingNames(t *testing.T) {
	for _, s := range Samplings() {
		got := ControlledBias
		if err := got.UnmarshalText([]byte(s.String())); err != nil || got != s {
			t.Errorf("%v: %v, %v", s, got, err)
		}
	}
	if err := new(Sampling).UnmarshalText([]byte("sideways")); err == nil || err.Error() != `there is no sampling "sideways": use top-down, bottom-up, controlled-bias` {
		t.Error(err)
	}
}

func TestSamplingRefusals(t *testing.T) {
	for _, tt := range []struct {
		opt  Shape
		want string
	}{
		{Shape{Geometry: board.Nine(), Sampling: BottomUp, Symmetry: symmetry(t, "rotate180")}, "bottom-up sampling moves one clue at a time and cannot keep the symmetry rotate180: use top-down"},
		{Shape{Geometry: board.Nine(), Sampling: ControlledBias, Symmetry: symmetry(t, "full")}, "controlled-bias sampling moves one clue at a time and cannot keep the symmetry full: use top-down"},
		{Shape{Geometry: board.Sizes()[4], Sampling: BottomUp}, "bottom-up sampling is for 4x4, 6x6 and 9x9, not for 16x16: use top-down"},
		{Shape{Geometry: board.Nine(), Sampling: BottomUp, Grids: UniformGrids}, "bottom-up sampling starts from an empty grid: there are no uniform grids to start from"},
		{Shape{Geometry: board.Nine(), Sampling: ControlledBias, Grids: FastGrids}, "controlled-bias sampling needs uniform grids: on fast ones its bias is not known"},
		{Shape{Geometry: board.Nine(), Sampling: BottomUp, Clues: grade.Span{From: 16, To: 16}}, "no proper 9x9 puzzle has fewer than 17 clues, but 16 were requested"},
	} {
		if _, err := New(tt.opt); err == nil || err.Error() != tt.want {
			t.Errorf("%v, %v: %v, want %s", tt.opt.Sampling, tt.opt.Grids, err, tt.want)
		}
	}
}

// TestSamplingWithClues: a wished number of clues selects, and selects only.
func TestSamplingWithClues(t *testing.T) {
	geo, _ := board.ForSize(4)
	for _, s := range []Sampling{BottomUp, ControlledBias} {
		all := sampler(t, 4, s)
		five := generator(t, Shape{Geometry: geo, Symmetry: symmetry(t, "none"), Sampling: s, Clues: grade.Span{From: 5, To: 5}})
		found := 0
		for i := range uint64(500) {
			want, missed := all.Try(1, i)
			got, err := five.Try(1, i)
			if missed == nil && want.Grid.Clues() == 5 {
				found++
				if err != nil || got != want {
					t.Errorf("%v, index %d: %v, %v; without the wish %v", s, i, got, err, want)
				}
			} else if err == nil {
				t.Errorf("%v, index %d: %v although without the wish %v, %v", s, i, got, want, missed)
			}
		}
		if found < 20 {
			t.Errorf("%v: only %d", s, found)
		}
	}
}

func TestSamplingDoesNotAllocate(t *testing.T) {
	for _, s := range []Sampling{BottomUp, ControlledBias} {
		g, i := sampler(t, 9, s), uint64(0)
		if n := testing.AllocsPerRun(50, func() { g.Try(1, i); i++ }); n != 0 {
			t.Errorf("%v: %v allocations per try", s, n)
		}
	}
}
