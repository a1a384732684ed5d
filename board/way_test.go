package board

import (
	"math/rand/v2"
	"strings"
	"testing"
)

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

// TestCanonicalizerTransform: it leads where Canonical says.
func TestCanonicalizerTransform(t *testing.T) {
	puzzle, err := Parse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	if err != nil {
		t.Fatal(err)
	}
	solution, err := Parse("812753649943682175675491283154237896369845721287169534521974368438526917796318452")
	if err != nil {
		t.Fatal(err)
	}
	var z Canonicalizer
	if got := z.Transform(&puzzle, &solution).Apply(&puzzle); got != Canonical(&puzzle, &solution) {
		t.Errorf("leads to %v", got)
	}
}
