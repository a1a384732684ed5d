package study

import (
	"encoding/binary"
	"iter"
)

// texts holds a text of every puzzle, one behind the other: a label as it was
// read. Most labels turn out to be numbers, and are then kept as a column.
type texts struct {
	all []byte // each text with its length before it
}

func (t *texts) add(s string) {
	t.all = binary.AppendUvarint(t.all, uint64(len(s)))
	t.all = append(t.all, s...)
}

// each yields the texts with their numbers.
func (t *texts) each() iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		rest := t.all
		for i := 0; len(rest) > 0; i++ {
			n, head := binary.Uvarint(rest)
			end := head + int(n)
			if !yield(i, string(rest[head:end])) {
				return
			}
			rest = rest[end:]
		}
	}
}
