//go:build !amd64 || purego

package solve

// vectors is false: on this processor, or with the tag purego, there is plain Go
// alone.
const vectors = false

func settleVectors(s *state, t *triads) outcome { return settlePlain(s, t) }

func narrowCount(*triads) (band, digit uint32) { panic("solve: no kernel") }
