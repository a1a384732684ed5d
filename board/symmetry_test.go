package board

import (
	"math/bits"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestSymmetryNames(t *testing.T) {
	want := []string{
		"none", "rotate180", "rotate90", "mirror-horizontal", "mirror-vertical", "mirror-both",
		"diagonal", "antidiagonal", "both-diagonals", "full",
	}
	var got []string
	for _, s := range Symmetries() {
		got = append(got, s.Name)
		if s.Doc == "" {
			t.Errorf("%s has no Doc", s.Name)
		}
		if found, err := SymmetryByName(s.Name); err != nil || found != s {
			t.Errorf("SymmetryByName(%q) = %v, %v", s.Name, found, err)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	_, err := SymmetryByName("Rotate")
	if err == nil || !strings.HasSuffix(err.Error(), `"Rotate": use `+strings.Join(want, ", ")) {
		t.Errorf("error %v does not list the names", err)
	}
	Symmetries()[0].Name = "spoilt"
	if Symmetries()[0].Name != "none" {
		t.Error("the caller can change the table")
	}
}

// TestSubgroups checks the claim that the table holds every subgroup of the
// eight maps, by looking at all sets of maps.
func TestSubgroups(t *testing.T) {
	rows := map[uint8]string{}
	for _, s := range Symmetries() {
		if other, ok := rows[s.maps]; ok {
			t.Errorf("%s and %s are the same", s.Name, other)
		}
		rows[s.maps] = s.Name
	}
	for set := range 1 << squareMaps {
		if _, ok := rows[uint8(set)]; ok != isGroup(uint8(set)) {
			t.Errorf("set of maps %08b: group %v, in the table %v", set, isGroup(uint8(set)), ok)
		}
	}
}

// isGroup reports whether a set of maps is closed. It tells a composition by
// what it does to two cells, whose images tell all eight maps apart.
func isGroup(set uint8) bool {
	g, p, q := Sizes()[0], Cell(0), Cell(1)
	for a := range squareMaps {
		for b := range squareMaps {
			if set>>a&1 == 0 || set>>b&1 == 0 {
				continue
			}
			closed := false
			for c := range squareMaps {
				same := mapped(g, c, p) == mapped(g, a, mapped(g, b, p)) && mapped(g, c, q) == mapped(g, a, mapped(g, b, q))
				closed = closed || same && set>>c&1 != 0
			}
			if !closed {
				return false
			}
		}
	}
	return set != 0
}

// TestPictures shows for each symmetry where one cell of 4x4 is taken, and a
// picture that has just this symmetry.
func TestPictures(t *testing.T) {
	tests := []struct{ name, orbit, picture string }{
		{"none", ".1..|....|....|....", "11..|....|....|...1"},
		{"rotate180", ".1..|....|....|..1.", "11..|....|....|..11"},
		{"rotate90", ".1..|...1|1...|..1.", ".1..|...1|1...|..1."},
		{"mirror-horizontal", ".11.|....|....|....", ".11.|....|....|...."},
		{"mirror-vertical", ".1..|....|....|.1..", ".1..|....|....|.1.."},
		{"mirror-both", ".11.|....|....|.11.", ".11.|....|....|.11."},
		{"diagonal", ".1..|1...|....|....", "11..|1...|....|...."},
		{"antidiagonal", ".1..|....|...1|....", "...1|....|.1..|...."},
		{"both-diagonals", ".1..|1...|...1|..1.", ".1..|1...|...1|..1."},
		{"full", ".11.|1..1|1..1|.11.", "1..1|.11.|.11.|1..1"},
	}
	for _, tt := range tests {
		s, err := SymmetryByName(tt.name)
		if err != nil {
			t.Error(err)
			continue
		}
		want, picture := mustParse(t, tt.orbit), mustParse(t, tt.picture)
		found := false
		for _, orbit := range s.Orbits(want.Geometry()) {
			found = found || orbit == want.ClueSet()
		}
		if !found {
			t.Errorf("%s: %s is no orbit", tt.name, tt.orbit)
		}
		if got := SymmetryOf(picture.ClueSet(), picture.Geometry()); got != s {
			t.Errorf("%s has symmetry %s, want %s", tt.picture, got.Name, tt.name)
		}
	}
}

func TestOrbitCounts(t *testing.T) {
	want := map[string][3]int{ // on 4x4, 6x6, 9x9
		"none":              {16, 36, 81},
		"rotate180":         {8, 18, 41},
		"rotate90":          {4, 9, 21},
		"mirror-horizontal": {8, 18, 45},
		"mirror-vertical":   {8, 18, 45},
		"mirror-both":       {4, 9, 25},
		"diagonal":          {10, 21, 45},
		"antidiagonal":      {10, 21, 45},
		"both-diagonals":    {6, 12, 25},
		"full":              {3, 6, 15},
	}
	for _, s := range Symmetries() {
		for i, g := range Sizes()[:3] {
			if n := len(s.Orbits(g)); n != want[s.Name][i] {
				t.Errorf("%s on size %d: %d orbits, want %d", s.Name, g.Size, n, want[s.Name][i])
			}
		}
	}
}

// TestOrbits checks that orbits cut the cells up in order, and that one has as
// many cells as divide the number of maps.
func TestOrbits(t *testing.T) {
	for _, g := range Sizes() {
		for _, s := range Symmetries() {
			var all CellSet
			last := -1
			for _, orbit := range s.Orbits(g) {
				common := orbit.Intersect(all)
				if !common.Empty() || int(orbit.First()) <= last || bits.OnesCount8(s.maps)%orbit.Len() != 0 {
					t.Errorf("%s on size %d: bad orbit of %d cells at %d", s.Name, g.Size, orbit.Len(), orbit.First())
				}
				last = int(orbit.First())
				all = all.Union(orbit)
			}
			if all.Len() != g.Cells {
				t.Errorf("%s on size %d: orbits hold %d cells", s.Name, g.Size, all.Len())
			}
		}
	}
}

// TestSymmetryOf draws patterns as unions of orbits. Each has at least the
// symmetry it was made for, and what SymmetryOf says is exactly the set of
// symmetries whose orbits it does not cut.
func TestSymmetryOf(t *testing.T) {
	exact := map[string]bool{}
	rapid.Check(t, func(t *rapid.T) {
		geo := rapid.SampledFrom(Sizes()).Draw(t, "size")
		made := rapid.SampledFrom(Symmetries()).Draw(t, "symmetry")
		rng := newRand(rapid.Uint64().Draw(t, "seed"))
		var cells CellSet
		for _, orbit := range made.Orbits(geo) {
			if rng.IntN(3) == 0 {
				cells = cells.Union(orbit)
			}
		}
		got := SymmetryOf(cells, geo)
		if got.maps&made.maps != made.maps {
			t.Fatalf("a pattern made for %s has only %s", made.Name, got.Name)
		}
		exact[got.Name] = exact[got.Name] || got == made
		for _, s := range Symmetries() {
			if has, implied := whole(s, geo, cells), got.maps&s.maps == s.maps; has != implied {
				t.Fatalf("SymmetryOf says %s; %s: %v", got.Name, s.Name, has)
			}
		}
	})
	for _, s := range Symmetries() {
		if !exact[s.Name] {
			t.Errorf("no pattern made for %s had just that symmetry", s.Name)
		}
	}
}

// whole reports whether cells holds each orbit wholly or not at all.
func whole(s Symmetry, g *Geometry, cells CellSet) bool {
	for _, orbit := range s.Orbits(g) {
		common := orbit.Intersect(cells)
		if n := common.Len(); n != 0 && n != orbit.Len() {
			return false
		}
	}
	return true
}

func TestSymmetryOfExtremes(t *testing.T) {
	for _, g := range Sizes() {
		all := NewGrid(g)
		for i := range all.Digits() {
			all.Set(Cell(i), 1)
		}
		for _, cells := range []CellSet{{}, all.ClueSet(), SetOf(0, Cell(g.Size-1), Cell(g.Cells-1), Cell(g.Cells-g.Size))} {
			if s := SymmetryOf(cells, g); s.Name != "full" {
				t.Errorf("size %d, %d cells: %s, want full", g.Size, cells.Len(), s.Name)
			}
		}
		if s := SymmetryOf(SetOf(0), g); s.Name != "diagonal" {
			t.Errorf("size %d, one corner: %s, want diagonal", g.Size, s.Name)
		}
		if s := SymmetryOf(SetOf(1), g); s.Name != "none" {
			t.Errorf("size %d, r1c2: %s, want none", g.Size, s.Name)
		}
	}
}
