package board

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// someJigsaws are layouts with and without symmetries, by size.
var someJigsaws = map[int][]string{
	4: {"1112122233343444", "1122112234443334", "1112132233324444"},
	6: {"111122113224333224353444555664556666", "112334112334122344122344556666555566"},
	9: {
		"122223444123333334122533644125555644125566664155667778199967788199777888199997888",
		"122234555123334555122344655127334665127334466127784466177888866178889899177999999",
	},
}

// TestVariantText reads what is written, and refuses what is no variant.
func TestVariantText(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "x": "x", "jigsaw": "jigsaw", "windoku+x": "x+windoku", "x+disjoint+asterisk": "x+disjoint+asterisk",
		"jigsaw:cccbcbbb999z9zzz": "jigsaw:1112122233343444", "jigsaw:1112122233343444+x": "x+jigsaw:1112122233343444",
		"x+jigsaw:rotate180": "x+jigsaw:rotate180", "jigsaw:none": "jigsaw", "jigsaw:mirror-vertical": "jigsaw:mirror-vertical",
	} {
		v, err := ParseVariant(text)
		if err != nil || v.String() != want {
			t.Errorf("ParseVariant(%q) = %q, %v, want %q", text, v, err, want)
		}
	}
	for text, want := range map[string]string{
		"y": "there is no variant", "x+x": "twice", "jigsaw:1234": "has 4 cells",
		"jigsaw:1111222233334445": "more than 4", "jigsaw:1111222233334443": "has 5 cells", "jigsaw:1221211233443443": "not connected",
		"jigsaw:111122223333444.": "'.'", "x+": "there is no variant", "jigsaw:rotate": "has 6 cells",
	} {
		if _, err := ParseVariant(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseVariant(%q): %v, want %q", text, err, want)
		}
	}
}

// TestHouses checks the houses of every size and variant: their cells, kinds and names.
func TestHouses(t *testing.T) {
	for _, g := range append(Sizes(), variantGeometries(t)...) {
		if again, err := g.Variant.On(g.Size); err != nil || again != g {
			t.Errorf("%v: another pointer, %v", g.Variant, err)
		}
		names := map[string]bool{}
		for h := range House(g.Houses) {
			set := g.HouseSet(h)
			if set.Len() != g.Size || SetOf(g.HouseCells(h)...) != set {
				t.Errorf("%v: house %s has the cells %v", g.Variant, g.HouseName(h), g.HouseCells(h))
			}
			names[g.HouseName(h)], names[g.HouseWords(h)] = true, true
			for c := range Cell(g.Cells) {
				in := slices.Contains(g.HousesOf(c), h)
				if in != set.Has(c) || in != (g.HouseBits(c)>>h&1 != 0) {
					t.Fatalf("%v: %s and %s disagree", g.Variant, g.HouseName(h), g.CellName(c))
				}
			}
		}
		if len(names) != 2*g.Houses && g.Variant.extras < 8 { // a single house has one name
			t.Errorf("%v: %d names of %d houses", g.Variant, len(names), g.Houses)
		}
	}
	for text, size := range map[string]int{
		"disjoint+center-dot": 9, // a group has the same cells
		"windoku+jigsaw:111111111233344444233344445233355555226755588226779998226779988666779988666779988": 9, // so has a region
		"windoku": 6, "disjoint": 16, "asterisk": 4, "jigsaw:1112122233343444": 9,
	} {
		v, err := ParseVariant(text)
		if err != nil {
			t.Fatal(err)
		}
		if g, err := v.On(size); err == nil {
			t.Errorf("%s exists on %d: %d houses", text, size, g.Houses)
		}
	}
	if v, err := ParseVariant("jigsaw:mirror-vertical"); err != nil || !v.Open() || v.Size() != 0 || v.Layout() != "" || v.LayoutSymmetry().Name != "mirror-vertical" {
		t.Errorf("an open jigsaw: %v, %v", v, err)
	}
	if v, err := ParseVariant("jigsaw:1112122233343444"); err != nil || v.LayoutSymmetry().Name != "rotate180" {
		t.Errorf("a layout has the symmetry %v, %v", v.LayoutSymmetry(), err)
	}
	if v, err := ParseVariant("jigsaw:" + Nine().layoutText()); err != nil {
		t.Error(err)
	} else if g, err := v.On(9); err != nil || g != Nine() {
		t.Errorf("a jigsaw of boxes is not the classical puzzle: %v, %v", g, err)
	}
}

// variantGeometries are those of every named variant on every size it exists on, and of
// some jigsaws and combinations.
func variantGeometries(t *testing.T) (list []*Geometry) {
	t.Helper()
	add := func(text string, size int) {
		v, err := ParseVariant(text)
		if err != nil {
			t.Fatal(err)
		}
		g, err := v.On(size)
		if err != nil {
			t.Fatal(err)
		}
		if !g.Classical() {
			list = append(list, g)
		}
	}
	for _, v := range Variants() {
		for _, size := range v.Sizes {
			if v.Name != jigsaw {
				add(v.Name, size)
				continue
			}
			for _, layout := range someJigsaws[size] {
				add("jigsaw:"+layout, size)
			}
		}
	}
	add("x+windoku", 9)
	add("x+disjoint", 9)
	add("x+jigsaw:"+someJigsaws[9][0], 9)
	return list
}

// TestGroupOrder counts the symmetries of the variants in another way: every symmetry
// of the classical puzzle is tried, on 9x9 for two variants without -long.
func TestGroupOrder(t *testing.T) {
	for _, size := range []int{4, 6, 9} {
		plain, err := ForSize(size)
		if err != nil {
			t.Fatal(err)
		}
		var list []*Geometry
		for _, g := range variantGeometries(t) {
			if g.Size == size && !g.Variant.Jigsaw() && (size < 9 || *long || len(list) < 2) {
				list = append(list, g)
			}
		}
		counts := make([]int, len(list))
		eachOrder(size, plain.BoxRows, func(row []int) {
			eachOrder(size, plain.BoxCols, func(col []int) {
				for i, g := range list {
					if keepsHouses(g, false, row, col) {
						counts[i]++
					}
					if plain.Square() && keepsHouses(g, true, row, col) {
						counts[i]++
					}
				}
			})
		})
		for i, g := range list {
			if got := len(g.symmetries().maps); got != counts[i] || got == 0 {
				t.Errorf("%v on %d: %d symmetries, want %d", g.Variant, size, got, counts[i])
			}
			t.Logf("%v on %dx%d: %d symmetries", g.Variant, size, size, counts[i])
		}
	}
}

// keepsHouses reports whether every house that a variant adds goes to such a house.
func keepsHouses(g *Geometry, transpose bool, row, col []int) bool {
	for h := 3 * g.Size; h < g.Houses; h++ {
		common := uint64(1)<<g.Houses - 1
		for _, c := range g.HouseCells(House(h)) {
			r, k := g.Row(c), g.Col(c)
			if transpose {
				r, k = k, r
			}
			common &= g.houseBits[g.CellAt(row[r], col[k])]
		}
		if common>>(3*g.Size) == 0 {
			return false
		}
	}
	return true
}

// TestVariantOrbits compares the canonical forms of all full grids of some 4x4 variants
// with the orbits of these grids under every rearrangement of lines that keeps the houses.
func TestVariantOrbits(t *testing.T) {
	for _, text := range []string{"x", "disjoint", "jigsaw:1112122233343444", "jigsaw:1112132233324444"} {
		v, err := ParseVariant(text)
		if err != nil {
			t.Fatal(err)
		}
		g, err := v.On(4)
		if err != nil {
			t.Fatal(err)
		}
		blank := NewGrid(g)
		grids := solutions(&blank)
		index := map[string]int{}
		for i, full := range grids {
			index[full.String()] = i
		}
		orbit := make([]int, len(grids))
		for i := range orbit {
			orbit[i] = i
		}
		var find func(int) int
		find = func(i int) int {
			if orbit[i] != i {
				orbit[i] = find(orbit[i])
			}
			return orbit[i]
		}
		eachOrder(4, 1, func(row []int) {
			eachOrder(4, 1, func(col []int) {
				for _, transpose := range []bool{false, true} {
					if !keepsAll(g, transpose, row, col) {
						continue
					}
					for i := range grids {
						if j, ok := index[moved(&grids[i], transpose, row, col)]; ok {
							orbit[find(i)] = find(j)
						}
					}
				}
			})
		})
		orbits, forms := map[int]bool{}, map[Grid]bool{}
		for i := range grids {
			orbits[find(i)] = true
			forms[Canonical(&grids[i], &grids[i])] = true
		}
		if len(orbits) != len(forms) || len(grids) == 0 {
			t.Errorf("%s: %d grids, %d orbits, %d canonical forms", text, len(grids), len(orbits), len(forms))
		}
		t.Logf("%s: %d grids in %d orbits", text, len(grids), len(orbits))
	}
}

// moved is the image of a grid, with digits in order of their first cells.
func moved(g *Grid, transpose bool, row, col []int) string {
	image := NewGrid(g.geo)
	for i, d := range g.Digits() {
		r, k := g.geo.Row(Cell(i)), g.geo.Col(Cell(i))
		if transpose {
			r, k = k, r
		}
		image.Set(g.geo.CellAt(row[r], col[k]), d)
	}
	var label [MaxSize + 1]Digit
	for i, d := range image.Digits() {
		if label[d] == 0 {
			label[d] = Digit(len(slices.DeleteFunc(slices.Clone(label[:]), func(d Digit) bool { return d == 0 })) + 1)
		}
		image.cells[i] = label[d]
	}
	return image.String()
}

func keepsAll(g *Geometry, transpose bool, row, col []int) bool {
	houses := map[CellSet]bool{}
	for h := range House(g.Houses) {
		houses[g.HouseSet(h)] = true
	}
	for h := range House(g.Houses) {
		var image CellSet
		for _, c := range g.HouseCells(h) {
			r, k := g.Row(c), g.Col(c)
			if transpose {
				r, k = k, r
			}
			image.Add(g.CellAt(row[r], col[k]))
		}
		if !houses[image] {
			return false
		}
	}
	return true
}

// TestVariantKeys transforms random puzzles at random: the keys stay equal. A puzzle with
// one clue more or less, or another digit in the solution, has another key.
func TestVariantKeys(t *testing.T) {
	rng := rand.New(rand.NewPCG(37, 1))
	images := 15
	if *long {
		images = 20_000
	}
	keys := map[[16]byte]string{}
	var c Canonicalizer
	for _, g := range variantGeometries(t) {
		if g.Size > 9 {
			continue
		}
		full := randomGrid(g, newRand(uint64(g.Size)))
		clues := full
		for i := range g.Cells {
			if rng.IntN(3) > 0 {
				clues.Set(Cell(i), 0)
			}
		}
		key := c.Key(&clues, &full)
		name := fmt.Sprintf("%v %v", g.Variant, clues)
		if keys[key] != "" {
			t.Errorf("%s and %s have the same key", name, keys[key])
		}
		keys[key] = name
		for range images {
			x := RandomTransform(g, rng)
			p, s := x.Apply(&clues), x.Apply(&full)
			if !s.Solves(&p) || c.Key(&p, &s) != key {
				t.Fatalf("%s: the image %v of %v has another key, or no solution", name, p, p.geo.Variant)
			}
			if undo := x.Inverse(); undo.Apply(&p) != clues {
				t.Fatalf("%s: %v is not undone", name, x)
			}
			near := p
			at := Cell(rng.IntN(g.Cells))
			near.Set(at, s.At(at)-near.At(at))
			if c.Key(&near, &s) == key {
				t.Fatalf("%s: with %s changed it has the same key", name, g.CellName(at))
			}
		}
	}
}

// TestVariantPuzzles reads puzzles back, and says where one is wrong.
func TestVariantPuzzles(t *testing.T) {
	for _, g := range variantGeometries(t) {
		if g.Size > 9 {
			continue
		}
		full := randomGrid(g, newRand(uint64(g.Size)))
		for _, text := range []string{full.Framed(), full.String()} {
			if back, err := Parse(text); err != nil || back != full {
				t.Errorf("%v: %v, %v\n%s", g.Variant, back, err, text)
			}
		}
	}
}

// TestVariantParseErrors: the place of an error counts the variant before the cells.
func TestVariantParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"x:12345": "too", "asterisk:1234341221434321": "no 4x4 asterisk", "x:123?341221434321": "line 1, column 6", "x+disjoint:1234": "too short", "jigsaw:1...2...3...4...": "needs its layout",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q): %v, want %q", text, err, want)
		}
	}
}
