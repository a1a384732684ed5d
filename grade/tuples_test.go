package grade

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestTuples compares the enumeration with trying all subsets in numeric order.
func TestTuples(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pick := rapid.IntRange(1, 4).Draw(t, "pick")
		want := rapid.IntRange(1, 5).Draw(t, "want")
		seed := rapid.SampledFrom([]uint16{0, 0, 1, 3, 0x111}).Draw(t, "seed")
		masks := rapid.SliceOfN(rapid.Uint16Range(1, 63), 0, 9).Draw(t, "masks")
		var all tuples
		all.start(pick, want, seed)
		for i, m := range masks {
			all.add(i+3, m)
		}
		var got, expected []uint16
		for all.next() {
			got = append(got, all.members())
			if bitsOf(all.all()) != want {
				t.Fatalf("union %b of %b has not %d bits", all.all(), all.members(), want)
			}
		}
		for set := uint16(1); set < 1<<len(masks); set++ {
			union := seed
			for i, m := range masks {
				if set>>i&1 != 0 {
					union |= m
				}
			}
			if bitsOf(set) == pick && bitsOf(union) == want {
				expected = append(expected, set<<3)
			}
		}
		if !slices.Equal(got, expected) {
			t.Fatalf("%b, want %b", got, expected)
		}
	})
}
