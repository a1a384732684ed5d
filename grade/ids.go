package grade

import (
	"iter"
	"math/bits"
)

// ids is a set of numbered candidates. Chain searches number the candidates of a
// position (see links) and then use only such sets: what a set of candidates
// excludes or implies is a union of table rows.
//
// There are four widths. A classical 9x9 position that needs chains hardly ever has more
// than 256 candidates, so its sets are four words. Positions of X puzzles and jigsaws have
// few clues and often about 300 candidates, which fit in eight words. Twelve words hold the
// 729 candidates of an empty 9x9 grid and most 12x12 positions; the widest is for 16x16.
// They are type parameters because the compiler then makes a copy of the search for each
// width, with the length of every loop known. Compared with twelve words, four are a quarter
// faster and eight a seventh (see docs/bench/NOTES.md).
type ids interface {
	[4]uint64 | [8]uint64 | [12]uint64 | [64]uint64
}

func has[S ids](s *S, i int16) bool { return (*s)[uint16(i)>>6]>>(uint16(i)&63)&1 != 0 }

func add[S ids](s *S, i int16) { (*s)[uint16(i)>>6] |= 1 << (uint16(i) & 63) }

func remove[S ids](s *S, i int16) { (*s)[uint16(i)>>6] &^= 1 << (uint16(i) & 63) }

// unite adds t to s, intersect keeps only t in s, subtract takes t out of s. All widths are
// multiples of four words, so loops take four at a time: a fifth fewer instructions a word.
func unite[S ids](s, t *S) {
	for i := 0; i < len(*s)-3; i += 4 {
		(*s)[i] |= (*t)[i]
		(*s)[i+1] |= (*t)[i+1]
		(*s)[i+2] |= (*t)[i+2]
		(*s)[i+3] |= (*t)[i+3]
	}
}

func intersect[S ids](s, t *S) {
	for i := 0; i < len(*s)-3; i += 4 {
		(*s)[i] &= (*t)[i]
		(*s)[i+1] &= (*t)[i+1]
		(*s)[i+2] &= (*t)[i+2]
		(*s)[i+3] &= (*t)[i+3]
	}
}

func subtract[S ids](s, t *S) {
	for i := 0; i < len(*s)-3; i += 4 {
		(*s)[i] &^= (*t)[i]
		(*s)[i+1] &^= (*t)[i+1]
		(*s)[i+2] &^= (*t)[i+2]
		(*s)[i+3] &^= (*t)[i+3]
	}
}

// unionOf unites the rows of the elements of a set, four words of which stay in registers.
func unionOf[S ids](rows []S, of *S) (all S) {
	for w := 0; w < len(all)-3; w += 4 {
		var a, b, c, d uint64
		for k := range len(*of) {
			for x := (*of)[k]; x != 0; x &= x - 1 {
				row := &rows[k<<6|bits.TrailingZeros64(x)]
				a |= (*row)[w]
				b |= (*row)[w+1]
				c |= (*row)[w+2]
				d |= (*row)[w+3]
			}
		}
		all[w], all[w+1], all[w+2], all[w+3] = a, b, c, d
	}
	return all
}

func empty[S ids](s *S) bool {
	x := uint64(0)
	for i := 0; i < len(*s)-3; i += 4 {
		x |= (*s)[i] | (*s)[i+1] | (*s)[i+2] | (*s)[i+3]
	}
	return x == 0
}

// meet reports whether the sets share an element.
func meet[S ids](s, t *S) bool {
	x := uint64(0)
	for i := 0; i < len(*s)-3; i += 4 {
		x |= (*s)[i]&(*t)[i] | (*s)[i+1]&(*t)[i+1] | (*s)[i+2]&(*t)[i+2] | (*s)[i+3]&(*t)[i+3]
	}
	return x != 0
}

func count[S ids](s *S) int {
	n := 0
	for i := 0; i < len(*s)-3; i += 4 {
		n += bits.OnesCount64((*s)[i]) + bits.OnesCount64((*s)[i+1]) + bits.OnesCount64((*s)[i+2]) + bits.OnesCount64((*s)[i+3])
	}
	return n
}

// lowest returns the smallest element, or -1.
func lowest[S ids](s *S) int16 {
	for i := range len(*s) {
		if (*s)[i] != 0 {
			return int16(i<<6 | bits.TrailingZeros64((*s)[i]))
		}
	}
	return -1
}

// members yields the elements in ascending order. Hot loops are written out
// instead.
func members[S ids](s *S) iter.Seq[int16] {
	return func(yield func(int16) bool) {
		for i := range len(*s) {
			for x := (*s)[i]; x != 0; x &= x - 1 {
				if !yield(int16(i<<6 | bits.TrailingZeros64(x))) {
					return
				}
			}
		}
	}
}
