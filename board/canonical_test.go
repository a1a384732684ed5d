package board

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Grids that are their own canonical form: the first and the last of the
// community's ordered catalogue of all 5,472,730,538 kinds, and the one with
// the most automorphisms.
const (
	firstGrid  = "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
	lastGrid   = "123456789457893612986217354274538196531964827698721435342685971715349268869172543"
	cyclicGrid = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
)

func TestCanonicalKnown(t *testing.T) {
	for _, text := range []string{firstGrid, lastGrid, cyclicGrid} {
		g := mustParse(t, text)
		if got := Canonical(&g, &g); got != g {
			t.Errorf("canonical form of %v is %v", g, got)
		}
	}
}

func TestKey(t *testing.T) {
	puzzle, solution := mustParse(t, easy), mustParse(t, easySolved)
	form := Canonical(&puzzle, &solution)
	sum := sha256.Sum256([]byte(form.String()))
	if got := Key(&puzzle, &solution); got != [16]byte(sum[:16]) {
		t.Errorf("key %x, want the beginning of %x", got, sum)
	}
	if form.Clues() != puzzle.Clues() || Key(&solution, &solution) == Key(&puzzle, &solution) {
		t.Error("clues got lost")
	}
}

// TestEveryMask goes through all clue masks of the two kinds of 4x4 grid, with
// the grid's automorphisms found beforehand.
func TestEveryMask(t *testing.T) {
	geo := Sizes()[0]
	group := everyTransform(geo)
	if len(group) != groupSize(geo) {
		t.Fatalf("%d Transforms, want %d", len(group), groupSize(geo))
	}
	step := 11
	if *long {
		step = 1
	}
	var z Canonicalizer
	for kind, solution := range classes(geo) {
		var automorphisms []Transform
		for _, u := range group {
			if u.Apply(&solution) == solution {
				automorphisms = append(automorphisms, u)
			}
		}
		if n := len(automorphisms); n != 16 && n != 32 {
			t.Errorf("%v has %d automorphisms, want 16 or 32", solution, n)
		}
		for m := kind; m < 1<<geo.Cells; m += step {
			puzzle := solution.Keep(CellSet{uint64(m)})
			want := tryEvery(automorphisms, &puzzle, &solution)
			if got := z.Canonical(&puzzle, &solution); got != want {
				t.Fatalf("%v of %v: %v, want %v", puzzle, solution, got, want)
			}
		}
	}
}

// TestClasses checks the two small sizes as a whole: the number of kinds of
// full grid, and that each kind's images together make up the known number of
// grids, so that no kind was counted twice and no two were merged.
func TestClasses(t *testing.T) {
	for i, want := range []struct{ kinds, grids int }{{2, 288}, {49, 28_200_960}} {
		geo := Sizes()[i]
		forms, grids := classes(geo), 0
		for _, form := range forms {
			_, automorphisms := everyColumnOrder(&form, &form)
			grids += groupSize(geo) / automorphisms
		}
		if len(forms) != want.kinds || grids != want.grids {
			t.Errorf("size %d: %d kinds of grid, %d grids; want %d and %d",
				geo.Size, len(forms), grids, want.kinds, want.grids)
		}
	}
}

// classes returns the canonical grids of a small size. Every grid has an image
// with 1 to N in the first row and one of these first columns: labels and the
// order of lines see to that.
func classes(g *Geometry) []Grid {
	columns := map[int][]string{4: {"1324"}, 6: {"142356", "142536", "142635"}}
	var z Canonicalizer
	var forms []Grid
	for _, column := range columns[g.Size] {
		edge := NewGrid(g)
		for i, ch := range column {
			edge.Set(g.CellAt(0, i), Digit(i+1))
			edge.Set(g.CellAt(i, 0), Digit(ch-'0'))
		}
		for _, solution := range solutions(&edge) {
			if form := z.Canonical(&solution, &solution); !slices.Contains(forms, form) {
				forms = append(forms, form)
			}
		}
	}
	return forms
}

// TestCanonicalAgainstOracles compares with two searches that enumerate what
// the fast one prunes.
func TestCanonicalAgainstOracles(t *testing.T) {
	tests := []struct {
		name        string
		size, count int
		long        bool
		oracle      func(puzzle, solution *Grid) (Grid, int)
	}{
		{"every order", 6, 60, false, everyOrder},
		{"every order", 9, 1, false, everyOrder},
		{"every order", 9, 12, true, everyOrder},
		{"every column order", 6, 60, false, everyColumnOrder},
		{"every column order", 9, 4, false, everyColumnOrder},
		{"every column order", 9, 5000, true, everyColumnOrder},
		{"every column order", 12, 30, true, everyColumnOrder},
		{"every column order", 16, 1, true, everyColumnOrder},
	}
	for i, tt := range tests {
		t.Run(fmt.Sprintf("%s/%d/%d", tt.name, tt.size, tt.count), func(t *testing.T) {
			if tt.long && !*long {
				t.Skip("runs with -long")
			}
			geo, err := ForSize(tt.size)
			if err != nil {
				t.Fatal(err)
			}
			rng := newRand(uint64(i))
			var z Canonicalizer
			for range tt.count {
				solution := randomGrid(geo, rng)
				puzzle := solution.Keep(randomMask(geo, 0.4, rng))
				want, _ := tt.oracle(&puzzle, &solution)
				if got := z.Canonical(&puzzle, &solution); got != want {
					t.Fatalf("%v of %v: %v, want %v", puzzle, solution, got, want)
				}
			}
		})
	}
}

// TestSymmetricGridsAgainstOracle does the same with clues on grids that have
// automorphisms, where only the clues decide between many images.
func TestSymmetricGridsAgainstOracle(t *testing.T) {
	rng := newRand(4)
	tests := []struct {
		grid          string
		automorphisms int
	}{
		{firstGrid, 3}, {lastGrid, 72}, {cyclicGrid, 648}, {band(6), 0},
	}
	for _, tt := range tests {
		grid := mustParse(t, tt.grid)
		solution := RandomTransform(grid.geo, rng).Apply(&grid)
		puzzle := solution.Keep(randomMask(grid.geo, 0.3, rng))
		want, n := everyColumnOrder(&puzzle, &solution)
		if got := Canonical(&puzzle, &solution); got != want {
			t.Errorf("%v of %v: %v, want %v", puzzle, solution, got, want)
		}
		if tt.automorphisms != 0 && n != tt.automorphisms {
			t.Errorf("%v has %d automorphisms, want %d", grid, n, tt.automorphisms)
		}
	}
}

// band returns a grid whose rows are the first one shifted: within a band by
// whole minirows, from band to band by one column more.
func band(size int) string {
	geo, _ := ForSize(size)
	g := NewGrid(geo)
	for i := range geo.Cells {
		r, k := i/size, i%size
		g.Set(Cell(i), Digit((k+r%geo.BoxRows*geo.BoxCols+r/geo.BoxRows)%size+1))
	}
	return g.String()
}

// TestCanonicalUnderSymmetry transforms puzzles at random: form and key must
// stay, and the form must be an image of the puzzle under a proper Transform,
// which rules out that different puzzles share one.
func TestCanonicalUnderSymmetry(t *testing.T) {
	var z Canonicalizer // one for all sizes, to see that nothing is left over
	rapid.Check(t, func(t *rapid.T) {
		geo := rapid.SampledFrom(Sizes()).Draw(t, "size")
		rng := newRand(rapid.Uint64().Draw(t, "seed"))
		solution := randomGrid(geo, rng)
		checkIsomorphs(t, &z, &solution, rng, 10)
	})
}

// TestSymmetricGridsUnderSymmetry does so on grids with many automorphisms.
func TestSymmetricGridsUnderSymmetry(t *testing.T) {
	var z Canonicalizer
	for i, text := range []string{firstGrid, lastGrid, cyclicGrid, band(4), band(6), band(9), band(12)} {
		solution := mustParse(t, text)
		n := 10
		if *long {
			n = 1000
		}
		checkIsomorphs(t, &z, &solution, newRand(uint64(i)), n)
	}
}

func checkIsomorphs(t interface{ Fatalf(string, ...any) }, z *Canonicalizer, solution *Grid, rng *rand.Rand, n int) {
	geo := solution.geo
	for range n {
		puzzle := solution.Keep(randomMask(geo, rng.Float64(), rng))
		u := z.search.run(&puzzle, solution)
		checkTransform(t, u)
		if z.Transform(&puzzle, solution) != u {
			t.Fatalf("%v: Transform leads somewhere else than Canonical", puzzle)
		}
		formSolution := u.Apply(solution)
		for i, d := range formSolution.Digits()[geo.Size:] {
			if best := z.search.best[geo.Size+i]; Digit(best)+1 != d {
				t.Fatalf("the search ended with digit %d at cell %d of %v", best+1, geo.Size+i, formSolution)
			}
		}
		form, key := z.Canonical(&puzzle, solution), z.Key(&puzzle, solution)
		if form != u.Apply(&puzzle) {
			t.Fatalf("%v: the form %v is not the image under %+v", puzzle, form, u)
		}
		v := RandomTransform(geo, rng)
		otherPuzzle, other := v.Apply(&puzzle), v.Apply(solution)
		if got := z.Canonical(&otherPuzzle, &other); got != form || z.Key(&otherPuzzle, &other) != key {
			t.Fatalf("%v and its image %v: forms %v and %v", puzzle, otherPuzzle, form, got)
		}
		if again := z.Canonical(&form, &formSolution); again != form {
			t.Fatalf("the form of the form %v is %v", form, again)
		}
	}
}

func TestCanonicalizerAllocates(t *testing.T) {
	for _, geo := range Sizes() {
		solution := randomGrid(geo, newRand(6))
		var z Canonicalizer
		if n := testing.AllocsPerRun(20, func() { z.Key(&solution, &solution) }); n != 0 {
			t.Errorf("size %d: %v allocations", geo.Size, n)
		}
	}
}
