package board

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// groupSize is the number of Transforms of a geometry, from the number of ways
// to move lines and to relabel.
func groupSize(g *Geometry) int {
	factorial := []int{1, 1, 2, 6, 24}
	n := factorial[g.Bands()] * factorial[g.Stacks()]
	for range g.Bands() {
		n *= factorial[g.BoxRows]
	}
	for range g.Stacks() {
		n *= factorial[g.BoxCols]
	}
	if g.Square() {
		n *= 2
	}
	for d := 2; d <= g.Size; d++ {
		n *= d
	}
	return n
}

// parts takes a Transform apart, as NewTransform wants it.
func parts(t *Transform) (transpose bool, rows, cols []int, digits []Digit) {
	for i := range t.geo.Size {
		rows, cols = append(rows, int(t.row[i])), append(cols, int(t.col[i]))
		digits = append(digits, t.digit[i+1])
	}
	return t.transpose, rows, cols, digits
}

// checkTransform fails unless NewTransform would build t.
func checkTransform(t interface{ Fatalf(string, ...any) }, u Transform) {
	transpose, rows, cols, digits := parts(&u)
	v, err := NewTransform(u.Geometry(), transpose, rows, cols, digits)
	if err != nil || v != u {
		t.Fatalf("%+v is not well formed: %v", u, err)
	}
}

func TestNewTransform(t *testing.T) {
	four, six, nine := Sizes()[0], Sizes()[1], Nine()
	id := func(n int) []int { return []int{0, 1, 2, 3, 4, 5, 6, 7, 8}[:n] }
	ds := func(n int) []Digit { return []Digit{1, 2, 3, 4, 5, 6, 7, 8, 9}[:n] }
	tests := []struct {
		name       string
		geo        *Geometry
		transpose  bool
		rows, cols []int
		digits     []Digit
		want       string // part of the error, empty for none
	}{
		{"identity", nine, false, id(9), id(9), ds(9), ""},
		{"transposed", nine, true, id(9), id(9), ds(9), ""},
		{"all at once", four, true, []int{3, 2, 0, 1}, []int{2, 3, 0, 1}, []Digit{4, 1, 3, 2}, ""},
		{"flat boxes", six, false, []int{4, 5, 1, 0, 2, 3}, []int{5, 3, 4, 0, 1, 2}, ds(6), ""},
		{"flat boxes transposed", six, true, id(6), id(6), ds(6), "transposing needs square boxes, not 2x3"},
		{"too few rows", nine, false, id(8), id(9), ds(9), "rows: 8 given, not 9"},
		{"no columns", nine, false, id(9), nil, ds(9), "columns: 0 given, not 9"},
		{"a row twice", four, false, []int{0, 0, 2, 3}, id(4), ds(4), "rows: [0 0 2 3] is not a permutation of 0 to 3"},
		{"row out of range", four, false, []int{0, 1, 2, 4}, id(4), ds(4), "rows: [0 1 2 4] is not a permutation"},
		{"negative row", four, false, []int{0, -1, 2, 3}, id(4), ds(4), "rows: [0 -1 2 3] is not a permutation"},
		{"band torn", four, false, []int{0, 2, 1, 3}, id(4), ds(4), "rows: 0 and 1 are in one block of 2"},
		{"stack torn", six, false, id(6), []int{0, 1, 3, 2, 4, 5}, ds(6), "columns: 0 and 2 are in one block of 3"},
		{"flat stack taken for a band", six, false, []int{1, 2, 0, 3, 4, 5}, id(6), ds(6), "rows: 0 and 1"},
		{"too few digits", four, false, id(4), id(4), ds(3), "digits: 3 given, not 4"},
		{"a digit twice", four, false, id(4), id(4), []Digit{1, 2, 2, 4}, "digits: [1 2 2 4] is not a permutation of 1 to 4"},
		{"digit out of range", four, false, id(4), id(4), []Digit{1, 2, 3, 5}, "digits: [1 2 3 5] is not a permutation"},
		{"a blank", four, false, id(4), id(4), []Digit{1, 2, 3, 0}, "is not a permutation of 1 to 4"},
	}
	for _, tt := range tests {
		u, err := NewTransform(tt.geo, tt.transpose, tt.rows, tt.cols, tt.digits)
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%s: %v", tt.name, err)
		case tt.want == "":
			checkTransform(t, u)
		case err == nil || !strings.Contains(err.Error(), tt.want):
			t.Errorf("%s: error %v, want %q", tt.name, err, tt.want)
		case u != Transform{}:
			t.Errorf("%s: gave a Transform beside its error", tt.name)
		}
	}
}

// TestApplyByHand pins down in which direction parts work, and that transposing
// comes first.
func TestApplyByHand(t *testing.T) {
	g := mustParse(t, "12..|....|....|...3")
	tests := []struct {
		name       string
		transpose  bool
		rows, cols []int
		digits     []Digit
		want       string
	}{
		{"rows", false, []int{1, 0, 2, 3}, []int{0, 1, 2, 3}, []Digit{1, 2, 3, 4}, "....|12..|....|...3"},
		{"bands", false, []int{2, 3, 0, 1}, []int{0, 1, 2, 3}, []Digit{1, 2, 3, 4}, "....|...3|12..|...."},
		{"columns", false, []int{0, 1, 2, 3}, []int{3, 2, 0, 1}, []Digit{1, 2, 3, 4}, "..21|....|....|.3.."},
		{"digits", false, []int{0, 1, 2, 3}, []int{0, 1, 2, 3}, []Digit{2, 4, 1, 3}, "24..|....|....|...1"},
		{"transposed", true, []int{0, 1, 2, 3}, []int{0, 1, 2, 3}, []Digit{1, 2, 3, 4}, "1...|2...|....|...3"},
		{"transposed, then rows", true, []int{1, 0, 2, 3}, []int{0, 1, 2, 3}, []Digit{1, 2, 3, 4}, "2...|1...|....|...3"},
	}
	for _, tt := range tests {
		u, err := NewTransform(g.Geometry(), tt.transpose, tt.rows, tt.cols, tt.digits)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		got := u.Apply(&g).String()
		if diff := cmp.Diff(strings.ReplaceAll(tt.want, "|", ""), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// TestTransformLaws checks the group laws and what a symmetry must keep.
func TestTransformLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		geo := rapid.SampledFrom(Sizes()).Draw(t, "size")
		rng := newRand(rapid.Uint64().Draw(t, "seed"))
		a, b, c := RandomTransform(geo, rng), RandomTransform(geo, rng), RandomTransform(geo, rng)
		checkTransform(t, a)
		id := Identity(geo)
		if a.Compose(id) != a || id.Compose(a) != a {
			t.Fatalf("identity is not neutral beside %+v", a)
		}
		if a.Compose(a.Inverse()) != id || a.Inverse().Compose(a) != id || a.Inverse().Inverse() != a {
			t.Fatalf("inverse of %+v is %+v", a, a.Inverse())
		}
		if a.Compose(b).Compose(c) != a.Compose(b.Compose(c)) {
			t.Fatalf("composition is not associative: %+v, %+v, %+v", a, b, c)
		}
		if a.Compose(b).Inverse() != b.Inverse().Compose(a.Inverse()) {
			t.Fatalf("inverse of a composition: %+v, %+v", a, b)
		}
		checkComposition(t, a, b, rng.Uint64())
		checkHouses(t, a)
	})
}

// checkComposition compares a after b with doing b and then a.
func checkComposition(t *rapid.T, a, b Transform, seed uint64) {
	geo, rng := a.Geometry(), newRand(seed)
	ab := a.Compose(b)
	g := NewGrid(geo)
	for c := range randomMask(geo, 0.5, rng).All() {
		g.Set(c, Digit(1+rng.IntN(geo.Size)))
	}
	one := b.Apply(&g)
	if want := a.Apply(&one); ab.Apply(&g) != want {
		t.Fatalf("%+v after %+v: %v, want %v", a, b, ab.Apply(&g), want)
	}
	for i := range geo.Cells {
		c := Cell(i)
		if ab.Cell(c) != a.Cell(b.Cell(c)) || one.At(b.Cell(c)) != b.Digit(g.At(c)) {
			t.Fatalf("cell %d under %+v after %+v", c, a, b)
		}
	}
	s := Digits(rng.Uint32()) & geo.All
	if ab.Digits(s) != a.Digits(b.Digits(s)) || ab.Digits(s).Len() != s.Len() {
		t.Fatalf("digits %v under %+v after %+v", s, a, b)
	}
}

// checkHouses fails unless the image of each house is a house.
func checkHouses(t *rapid.T, u Transform) {
	geo := u.Geometry()
	for i := range geo.Houses {
		var image CellSet
		for _, c := range geo.HouseCells(House(i)) {
			image.Add(u.Cell(c))
		}
		first := image.First()
		found := false
		for _, h := range geo.HousesOf(first) {
			found = found || geo.HouseSet(h) == image
		}
		if !found {
			t.Fatalf("the image of %s under %+v is no house", geo.HouseName(House(i)), u)
		}
	}
}

// TestRandomTransform draws from the whole group of 4x4 and expects every
// element about equally often: 40 times each, with a deviation of 6.3.
func TestRandomTransform(t *testing.T) {
	geo, rng := Sizes()[0], newRand(1)
	size := groupSize(geo)
	if size != 2*8*8*24 {
		t.Fatalf("4x4 has %d Transforms, want 3072", size)
	}
	seen := map[Transform]int{}
	for range 40 * size {
		seen[RandomTransform(geo, rng)]++
	}
	if len(seen) != size {
		t.Errorf("drew %d different Transforms, there are %d", len(seen), size)
	}
	for u, n := range seen {
		if n < 40-5*7 || n > 40+5*7 {
			t.Errorf("%+v was drawn %d times, expected about 40", u, n)
		}
	}
	a, b := RandomTransform(Nine(), newRand(7)), RandomTransform(Nine(), newRand(7))
	if a != b {
		t.Error("one seed gave two Transforms")
	}
}

func TestMixedSizesPanic(t *testing.T) {
	six, nine := NewGrid(Sizes()[1]), NewGrid(Nine())
	u := Identity(Nine())
	for name, call := range map[string]func(){
		"Apply":      func() { u.Apply(&six) },
		"Compose":    func() { u.Compose(Identity(six.Geometry())) },
		"zero value": func() { Transform{}.Apply(&nine) },
		"no grid":    func() { Transform{}.Apply(&Grid{}) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s of another size did not panic", name)
				}
			}()
			call()
		}()
	}
}

// TestTransformString carries out by hand what the text says.
func TestTransformString(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for _, g := range Sizes() {
		for range 20 {
			tr := RandomTransform(g, rng)
			from := NewGrid(g)
			for i := range g.Cells {
				from.Set(Cell(i), Digit(rng.IntN(g.Size+1)))
			}
			parts := strings.Split(tr.String(), " ")
			if len(parts) != 4 {
				t.Fatalf("%v has %d parts", tr, len(parts))
			}
			number := func(part, name string, i int) int {
				d, ok := digitOf(rune(strings.TrimPrefix(part, name)[i]))
				if !ok {
					t.Fatalf("%v: no number at %d of %s", tr, i, part)
				}
				return int(d)
			}
			want := NewGrid(g)
			for r := range g.Size {
				for k := range g.Size {
					row, col := number(parts[1], "rows=", r)-1, number(parts[2], "columns=", k)-1
					if parts[0] == "transpose" {
						row, col = col, row
					}
					if d := from.At(g.CellAt(row, col)); d != 0 {
						want.Set(g.CellAt(r, k), Digit(number(parts[3], "digits=", int(d)-1)))
					}
				}
			}
			if got := tr.Apply(&from); got != want {
				t.Fatalf("%v\n of   %v\n is   %v\n said %v", tr, from, got, want)
			}
		}
	}
	if got := (Transform{}).String(); got != "" {
		t.Errorf("no transform is %q", got)
	}
	if got := Identity(Nine()).String(); got != "keep rows=123456789 columns=123456789 digits=123456789" {
		t.Errorf("the identity is %q", got)
	}
}
