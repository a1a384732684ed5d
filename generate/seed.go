package generate

import "math/rand/v2"

// Seeds is how many seeds [NewSeed] picks from. JSON numbers and spreadsheets hold
// integers up to this one exactly.
const Seeds = 1 << 53

// NewSeed picks a random seed, for callers that were given none.
func NewSeed() int64 { return rand.Int64N(Seeds) }
