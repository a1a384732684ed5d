package study

import (
	"encoding/binary"
	"iter"
	"math"
	"slices"

	"gradoku/grade"
)

// column holds one number of every puzzle, NaN where it is unknown.
type column []float64

// known returns the numbers that are known, in the order of the puzzles.
func (c column) known() []float64 { return slices.DeleteFunc(slices.Clone(c), math.IsNaN) }

// distinct returns the known values in ascending order.
func (c column) distinct() []float64 {
	values := c.known()
	slices.Sort(values)
	return slices.Compact(values)
}

// uses holds the number of steps of each technique that solve each puzzle. A puzzle needs
// about ten of the techniques, most of them a few times. Storing two bytes for each of
// these takes half the memory of a column for each technique.
type uses struct {
	all []byte // for each puzzle: the number of techniques, then row and steps of each
}

func (u *uses) add(steps *[grade.MaxTechniques]uint16) {
	at := len(u.all)
	u.all = append(u.all, 0)
	for row, n := range steps {
		if n > 0 {
			u.all[at]++
			u.all = append(u.all, uint8(row))
			u.all = binary.AppendUvarint(u.all, uint64(n))
		}
	}
}

// of yields the steps of one technique, for every puzzle in order.
func (u *uses) of(row int) iter.Seq2[int, int] {
	return func(yield func(puzzle, steps int) bool) {
		rest := u.all
		for puzzle := 0; len(rest) > 0; puzzle++ {
			techniques, steps := rest[0], 0
			rest = rest[1:]
			for range techniques {
				n, length := binary.Uvarint(rest[1:])
				if int(rest[0]) == row {
					steps = int(n)
				}
				rest = rest[1+length:]
			}
			if !yield(puzzle, steps) {
				return
			}
		}
	}
}
