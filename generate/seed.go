package generate

import "math/rand/v2"

// Seeds is how many seeds [NewSeed] draws from. JSON numbers and spreadsheets hold
// integers up to here exactly.
const Seeds = 1 << 53

// NewSeed draws a seed for somebody who gave none.
func NewSeed() int64 { return rand.Int64N(Seeds) }
