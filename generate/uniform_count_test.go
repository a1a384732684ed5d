package generate

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"gradoku/board"
)

// allGrids is the number of 9x9 grids (Felgenhauer and Jarvis 2005).
func allGrids() *big.Int {
	n, _ := new(big.Int).SetString("6670903752021072936960", 10)
	return n
}

// TestPublishedCounts recomputes what is known about the 9x9 grids.
func TestPublishedCounts(t *testing.T) {
	tables := sharedBands()
	var distinct []uint64
	members, bands, grids := uint64(0), uint64(0), new(big.Int)
	for i := range tables.classes {
		c := &tables.classes[i]
		completions := 36 * c.completions()
		// 280 partitions in the first box; 6 orders of the columns in each box and
		// of the rows in the band.
		n := c.size * tables.topFillings(c) * 280 * 6 * 6 * 6 * 6
		distinct = append(distinct, completions)
		members += c.size
		bands += n
		product := new(big.Int).SetUint64(n)
		grids.Add(grids, product.Mul(product, new(big.Int).SetUint64(completions)))
	}
	if grids.Cmp(allGrids()) != 0 {
		t.Errorf("%v grids, want %v", grids, allGrids())
	}
	if bands != 948_109_639_680 || members != partitions*partitions {
		t.Errorf("%d bands, want 948109639680; %d pairs of partitions, want 78400", bands, members)
	}
	mean, _ := new(big.Rat).SetFrac(grids, new(big.Int).SetUint64(bands)).Float64()
	if math.Abs(mean-7_036_004_564.06) > 0.005 {
		t.Errorf("a band has %.2f completions in the mean, want 7036004564.06", mean)
	}
	slices.Sort(distinct)
	if least, most := distinct[0], distinct[len(distinct)-1]; least != 6_831_977_472 || most != 7_802_998_272 {
		t.Errorf("completions from %d to %d, want 6831977472 to 7802998272", least, most)
	}
	if n := len(slices.Compact(distinct)); n != 44 || len(tables.classes) != 44 {
		t.Errorf("%d numbers of completions in %d classes, want 44 in 44", n, len(tables.classes))
	}
}

// TestDrawIsCounted: the numbers that grids are drawn from are as many as there
// are grids, times the members of a class that the moves make alike.
func TestDrawIsCounted(t *testing.T) {
	tables := sharedBands()
	// Drawn are grids whose top left box has the standard column sets, up to the
	// order of rows and columns; 280·6⁶ grids belong to each.
	grids := new(big.Int).SetUint64(tables.total())
	grids.Mul(grids, big.NewInt(280*46_656))
	if grids.Cmp(allGrids()) != 0 {
		t.Errorf("the draw covers %v grids, want %v", grids, allGrids())
	}
	if tables.total() != 510_645_067_241_472 || nineMoves != 101_583_175_680 {
		t.Errorf("numbers below %d and %d, the documentation says otherwise", tables.total(), uint64(nineMoves))
	}
	if nineMoves != factorial(9)*6*6*6*6*6*6*6 {
		t.Errorf("%d moves, want 9!·6⁷", uint64(nineMoves))
	}
	forms := new(big.Int).Div(allGrids(), big.NewInt(362_880*72*72))
	if forms.Int64() != 3_546_146_300_288 {
		t.Errorf("%v normal forms of 9x9, the documentation says otherwise", forms)
	}
}

func TestNormalForms(t *testing.T) {
	for _, tt := range []struct {
		forms *normalForms
		count int
		total uint64
	}{
		{sharedForms4(), 3, 288},
		{sharedForms6(), 816, 28_200_960},
	} {
		if n := len(tt.forms.grids); n != tt.count || tt.forms.total() != tt.total {
			t.Errorf("%dx%d: %d forms, %d grids; want %d, %d",
				tt.forms.geo.Size, tt.forms.geo.Size, n, tt.forms.total(), tt.count, tt.total)
		}
		for _, g := range tt.forms.grids {
			if !g.Full() || g.Check() != nil {
				t.Errorf("normal form %v: %v", g, g.Check())
			}
		}
	}
}

// TestEachNumberIsOneGrid: on 4x4 every number below 288, on 6x6 every number
// below 28,200,960 (one in 1,009 of them by default) writes a grid of its own.
func TestEachNumberIsOneGrid(t *testing.T) {
	t.Parallel()
	stride := uint64(5_003)
	if *long {
		stride = 1
	}
	for _, tt := range []struct {
		forms *normalForms
		given int
		step  uint64
	}{{sharedForms4(), 0, 1}, {sharedForms6(), 6, stride}} {
		geo := tt.forms.geo
		index := indexGrids(geo, tt.given)
		seen := make([]bool, len(index)*int(factorial(tt.given)))
		g := board.NewGrid(geo)
		for u := uint64(0); u < tt.forms.total(); u += tt.step {
			tt.forms.write(ordinal(u), &g)
			h := g
			if tt.given > 0 {
				h = relabelByFirstRow(&g)
			}
			i, ok := index[h]
			if !ok {
				t.Fatalf("number %d: %v is no grid", u, g)
			}
			if i = i*int(factorial(tt.given)) + rankOfFirst(&g, tt.given); seen[i] {
				t.Fatalf("number %d: %v was there before", u, g)
			}
			seen[i] = true
		}
	}
}

// rankOfFirst numbers the orders of the first n digits.
func rankOfFirst(g *board.Grid, n int) int {
	rank := 0
	for i := range n {
		smaller := 0
		for j := i + 1; j < n; j++ {
			if g.At(board.Cell(j)) < g.At(board.Cell(i)) {
				smaller++
			}
		}
		rank = rank*(n-i) + smaller
	}
	return rank
}

// TestDraftsAreDifferent: within a class, successive numbers up to its size make
// different drafts, each a grid with the column sets of the class. It looks at
// runs of numbers from the start, the middle and the end of every class.
func TestDraftsAreDifferent(t *testing.T) {
	t.Parallel()
	tables := sharedBands()
	run := uint64(100)
	if *long {
		run = 30_000
	}
	from := uint64(0)
	for i := range tables.classes {
		c := &tables.classes[i]
		count := (tables.upTo[i] - from) / c.size
		drafts := map[draft]bool{}
		for _, start := range []uint64{0, count / 2, count - run} {
			for k := start; k < start+run; k++ {
				d := tables.draft(from + k*c.size + k%c.size)
				drafts[d] = true
				if g := board.NewGrid(board.Nine()); !tables.isGrid(&d, &g) || d.sets[0] != c.boxes {
					t.Fatalf("class %d, number %d: %v", i, k, g)
				}
			}
		}
		if len(drafts) != int(3*run) {
			t.Errorf("class %d: %d different drafts from %d numbers", i, len(drafts), 3*run)
		}
		from = tables.upTo[i]
	}
}

func (t *bandTables) isGrid(d *draft, g *board.Grid) bool {
	t.write(d, 0, g)
	return g.Full() && g.Check() == nil
}

// TestMovesAreDifferent: the moves of one draft make different grids.
func TestMovesAreDifferent(t *testing.T) {
	tables := sharedBands()
	d := tables.draft(tables.total() / 3)
	seen := map[board.Grid]bool{}
	rng := rand.New(rand.NewPCG(3, 4))
	moves := []uint64{0, nineMoves - 1}
	for range 5_000 {
		// Neighbours differ in the digits only, the second of each pair from the
		// first; numbers nineMoves/6 apart differ in the last order drawn.
		m := rng.Uint64N(nineMoves * 5 / 6)
		moves = append(moves, m, m+1, m+nineMoves/6)
	}
	for _, m := range moves {
		g := board.NewGrid(board.Nine())
		tables.write(&d, ordinal(m), &g)
		if !g.Full() || g.Check() != nil {
			t.Fatalf("moves %d: %v", m, g)
		}
		seen[g] = true
	}
	if len(seen) != len(moves) {
		t.Errorf("%d different grids from %d numbers", len(seen), len(moves))
	}
}
