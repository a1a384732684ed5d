package board

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestDigit(t *testing.T) {
	const chars = "123456789ABCDEFG"
	var all Digits
	for i := range MaxSize {
		d := Digit(i + 1)
		if got := d.String(); got != chars[i:i+1] {
			t.Errorf("digit %d writes itself %q, want %q", i+1, got, chars[i:i+1])
		}
		m := d.Mask()
		if m != 1<<i || !m.Single() || m.Len() != 1 || m.First() != d || !m.Has(d) || m.Has(d%16+1) {
			t.Errorf("digit %v: mask %016b", d, m)
		}
		all |= m
	}
	if all.Len() != MaxSize || all.String() != chars {
		t.Errorf("all digits: %v", all)
	}
	if b := Digit(0); b.String() != "." || b.Mask() != 0 || all.Has(b) {
		t.Errorf("a blank is %q with mask %b", b, b.Mask())
	}
}

func TestDigits(t *testing.T) {
	tests := []struct {
		set    Digits
		text   string
		single bool
		list   []Digit
	}{
		{0, "", false, nil},
		{1, "1", true, []Digit{1}},
		{0b1_0101_0001, "1579", false, []Digit{1, 5, 7, 9}},
		{1 << 15, "G", true, []Digit{16}},
		{1<<15 | 1<<9 | 1<<8, "9AG", false, []Digit{9, 10, 16}},
	}
	for _, tt := range tests {
		if tt.set.String() != tt.text || tt.set.Single() != tt.single || tt.set.Len() != len(tt.list) {
			t.Errorf("%016b: %q, single %v, len %d", tt.set, tt.set, tt.set.Single(), tt.set.Len())
		}
		if got := slices.Collect(tt.set.All()); !slices.Equal(got, tt.list) {
			t.Errorf("%016b: All = %v, want %v", tt.set, got, tt.list)
		}
		for range tt.set.All() {
			break // must not go on after a false from yield
		}
	}
}

// TestCellSet runs random operations on a CellSet and on a map beside it.
func TestCellSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s CellSet
		model := map[Cell]bool{}
		cell := rapid.Uint8()
		t.Repeat(map[string]func(*rapid.T){
			"add": func(t *rapid.T) {
				c := Cell(cell.Draw(t, "c"))
				s.Add(c)
				model[c] = true
			},
			"remove": func(t *rapid.T) {
				c := Cell(cell.Draw(t, "c"))
				s.Remove(c)
				delete(model, c)
			},
			"": func(t *rapid.T) {
				want := slices.Sorted(maps.Keys(model))
				if diff := cmp.Diff(want, slices.Collect(s.All())); diff != "" {
					t.Fatalf("All (-want +got):\n%s", diff)
				}
				if s.Len() != len(want) || s.Empty() != (len(want) == 0) || s != SetOf(want...) {
					t.Fatalf("len %d, empty %v; want %v", s.Len(), s.Empty(), want)
				}
				if len(want) > 0 && s.First() != want[0] {
					t.Fatalf("First = %d, want %d", s.First(), want[0])
				}
				if c := Cell(cell.Draw(t, "probe")); s.Has(c) != model[c] {
					t.Fatalf("Has(%d) = %v", c, s.Has(c))
				}
			},
		})
	})
}

func TestCellSetAlgebra(t *testing.T) {
	words := rapid.Custom(func(t *rapid.T) CellSet {
		return CellSet(rapid.SliceOfN(rapid.Uint64(), 4, 4).Draw(t, "words"))
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := words.Draw(t, "a"), words.Draw(t, "b")
		union, both, minus := a.Union(b), a.Intersect(b), a.Minus(b)
		for i := range MaxCells {
			c := Cell(i)
			if union.Has(c) != (a.Has(c) || b.Has(c)) || both.Has(c) != (a.Has(c) && b.Has(c)) ||
				minus.Has(c) != (a.Has(c) && !b.Has(c)) {
				t.Fatalf("cell %d: union %v, intersection %v, difference %v", c, union.Has(c), both.Has(c), minus.Has(c))
			}
		}
	})
}
