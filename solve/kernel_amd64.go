//go:build amd64 && !purego

package solve

import (
	"golang.org/x/sys/cpu"

	"gradoku/board"
)

// vectors reports whether this machine can run the kernel.
var vectors = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT

// settleVectors is settlePlain on vector registers: the same rules, the same answer
// and the same state, except for fields that only propagate reads.
func settleVectors(s *state) outcome {
	o := propagateAVX2(s, &s.triads, &bands)
	if o >= open {
		s.triads.loadDigit(8, s.cand[8])
	}
	return o
}

// propagateAVX2 does what propagate does, except for the triads of digit 9.
// The program in asm generates and explains it.
//
//go:noescape
func propagateAVX2(s *state, t *triads, tables *bandTables) outcome

// loadVectors is state.load for the kernel, which reads only candidates.
func loadVectors(s *state, digits []board.Digit) {
	loadAVX2(s, (*[81]board.Digit)(digits))
}

//go:noescape
func loadAVX2(s *state, digits *[81]board.Digit)

// narrowCount does what narrowBand and narrowDigit do; band is an index of
// bandTriads.
//
//go:noescape
func narrowCount(t *triads) (band, digit uint32)
