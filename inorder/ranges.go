package inorder

import "iter"

// Range is the whole numbers from From up to, and without, To.
type Range struct{ From, To int64 }

// Ranges yields [first, end) cut into ranges of the given size, of which only the
// last can be shorter. For an endless sequence, end is [math.MaxInt64].
func Ranges(first, end, size int64) iter.Seq[Range] {
	return func(yield func(Range) bool) {
		for from := first; from < end; {
			to := end
			if end-from > size {
				to = from + size
			}
			if !yield(Range{from, to}) {
				return
			}
			from = to
		}
	}
}
