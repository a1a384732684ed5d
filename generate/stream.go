package generate

import (
	"encoding/binary"
	"math/rand/v2"
)

// stream is the random source of one try. ChaCha8 is keyed afresh for each, so
// that neighbouring indices have nothing in common; a linear generator seeded
// with (seed, index) would start them in neighbouring states.
type stream struct {
	source rand.ChaCha8
	*rand.Rand
}

func newStream() *stream {
	s := &stream{}
	s.Rand = rand.New(&s.source)
	return s
}

// rekey starts the stream of (seed, index) over.
func (s *stream) rekey(seed, index uint64) {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[0:], seed)
	binary.LittleEndian.PutUint64(key[8:], index)
	copy(key[16:], "gradoku/generate")
	s.source.Seed(key)
}
