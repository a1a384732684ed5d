//go:build !amd64 || purego

package solve

import "gradoku/board"

// vectors is false: this processor, or the tag purego, allows only plain Go.
const vectors = false

func settleVectors(s *state) outcome { return settlePlain(s) }

func loadVectors(s *state, digits []board.Digit) { s.load(digits) }

func narrowCount(*triads) (band, digit uint32) { panic("solve: no kernel") }
