package grade

import "math/bits"

// tuples enumerates the choices of pick members whose masks, together with
// seed, unite to exactly want bits. Naked sets (members are cells, masks their
// candidates), hidden sets (digits, their positions in a house) and fish (lines,
// a digit's positions in them) are all this one search, with pick = want.
//
// The choices come in ascending order of the number whose bits are the members:
// {0,1}, {0,2}, {1,2}, {0,3}, ... That order decides which of several steps is the
// first, so it is part of the scale. It comes from choosing the highest member in the
// outermost loop; a choice whose masks already unite to too many bits is dropped at
// once.
type tuples struct {
	pick, want int
	n          int        // members
	id         [16]uint8  // their numbers, ascending
	mask       [16]uint16 // their masks
	chosen     [8]int     // indices of the choice, highest member first
	union      [9]uint16  // union[k] unites seed and the k highest members
}

// start empties the enumeration; pick is from 1 to 8, which no technique needs
// to exceed: a larger set leaves a smaller one in the same house.
func (t *tuples) start(pick, want int, seed uint16) {
	t.pick, t.want, t.n = pick, want, 0
	t.union[0] = seed
	t.chosen[0] = pick - 2
}

// add appends a member; ids must ascend.
func (t *tuples) add(id int, mask uint16) {
	t.id[t.n], t.mask[t.n] = uint8(id), mask
	t.n++
}

// next moves to the next choice and reports whether there is one.
func (t *tuples) next() bool {
	if t.n < t.pick {
		return false
	}
	if t.pick == 2 {
		return t.nextPair()
	}
	k := 0
	if t.chosen[0] > t.pick-2 {
		k = t.pick - 1
	}
	for {
		t.chosen[k]++
		end := t.n
		if k > 0 {
			end = t.chosen[k-1]
		}
		if t.chosen[k] >= end {
			if k--; k < 0 {
				return false
			}
			continue
		}
		u := t.union[k] | t.mask[t.chosen[k]]
		size := bits.OnesCount16(u)
		if size > t.want {
			continue
		}
		t.union[k+1] = u
		if k < t.pick-1 {
			k++
			t.chosen[k] = t.pick - 2 - k // there must be as many below it as are chosen after it
		} else if size == t.want {
			return true
		}
	}
}

// nextPair is next for choices of two, the most common by far: two indices are enough.
func (t *tuples) nextPair() bool {
	i, j := t.chosen[0], t.chosen[1]+1
	if i == 0 {
		i, j = 1, 0
	}
	for ; i < t.n; i, j = i+1, 0 {
		for one := t.union[0] | t.mask[i]; j < i; j++ {
			if both := one | t.mask[j]; bits.OnesCount16(both) == t.want {
				t.chosen[0], t.chosen[1], t.union[2] = i, j, both
				return true
			}
		}
	}
	return false
}

// all returns the union of the current choice, members the number with its
// members as bits.
func (t *tuples) all() uint16 { return t.union[t.pick] }

func (t *tuples) members() uint16 {
	var m uint16
	for _, i := range t.chosen[:t.pick] {
		m |= 1 << t.id[i]
	}
	return m
}
