package study

import (
	"encoding/binary"
	"iter"

	"gradoku/grade"
)

// uses holds how many steps of which techniques solve each puzzle. A puzzle needs ten
// techniques or so of the table, and most of them a few times: two bytes each, one
// puzzle behind the other, take half the room of a column for each technique.
type uses struct {
	all []byte // of each puzzle how many techniques, then the row and the steps of each
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
