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

// transformOf builds a Transform from its parts: row i (from 0) goes to rows[i], column i to
// cols[i], and digit d becomes digits[d-1], after transposing if that is asked for.
func transformOf(g *Geometry, transpose bool, rows, cols []uint8, digits []Digit) Transform {
	t := Transform{geo: g, image: g, transpose: transpose}
	copy(t.row[:], rows)
	copy(t.col[:], cols)
	copy(t.digit[1:], digits)
	return t
}

// TestApplyByHand pins down in which direction parts work, and that transposing
// comes first.
func TestApplyByHand(t *testing.T) {
	g := mustParse(t, "12..|....|....|...3")
	tests := []struct {
		name       string
		transpose  bool
		rows, cols []uint8
		digits     []Digit
		want       string
	}{
		{"rows", false, []uint8{1, 0, 2, 3}, []uint8{0, 1, 2, 3}, []Digit{1, 2, 3, 4}, "....|12..|....|...3"},
		{"bands", false, []uint8{2, 3, 0, 1}, []uint8{0, 1, 2, 3}, []Digit{1, 2, 3, 4}, "....|...3|12..|...."},
		{"columns", false, []uint8{0, 1, 2, 3}, []uint8{3, 2, 0, 1}, []Digit{1, 2, 3, 4}, "..21|....|....|.3.."},
		{"digits", false, []uint8{0, 1, 2, 3}, []uint8{0, 1, 2, 3}, []Digit{2, 4, 1, 3}, "24..|....|....|...1"},
		{"transposed", true, []uint8{0, 1, 2, 3}, []uint8{0, 1, 2, 3}, []Digit{1, 2, 3, 4}, "1...|2...|....|...3"},
		{"transposed, then rows", true, []uint8{1, 0, 2, 3}, []uint8{0, 1, 2, 3}, []Digit{1, 2, 3, 4}, "2...|1...|....|...3"},
	}
	for _, tt := range tests {
		got := transformOf(g.Geometry(), tt.transpose, tt.rows, tt.cols, tt.digits).Apply(&g).String()
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
	})
}

// checkComposition compares a after b with doing b and then a.
func checkComposition(t *rapid.T, a, b Transform, seed uint64) {
	geo, rng := a.geo, newRand(seed)
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
		if ab.Cell(c) != a.Cell(b.Cell(c)) || one.At(b.Cell(c)) != b.digit[g.At(c)] {
			t.Fatalf("cell %d under %+v after %+v", c, a, b)
		}
	}
	s := Digits(rng.Uint32()) & geo.All
	if ab.Digits(s) != a.Digits(b.Digits(s)) || ab.Digits(s).Len() != s.Len() {
		t.Fatalf("digits %v under %+v after %+v", s, a, b)
	}
}

// checkTransform fails unless digits become different digits, and the image of each house is
// a house.
func checkTransform(t interface{ Fatalf(string, ...any) }, u Transform) {
	geo := u.geo
	if u.Digits(geo.All) != geo.All {
		t.Fatalf("%+v does not permute the digits", u)
	}
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
