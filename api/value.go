package api

import "strconv"

// Tenths is a number of tenths, such as a rating: a number with one decimal in JSON.
type Tenths int

// MarshalJSON writes 72 as 7.2.
func (t Tenths) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(t)/10, 'f', 1, 64), nil
}

// NullIfZero returns nil, which is null in JSON, for no rating.
func NullIfZero(tenths int) *Tenths {
	if tenths == 0 {
		return nil
	}
	return new(Tenths(tenths))
}

// NullIfEmpty returns nil, which is null in JSON, for an empty text.
func NullIfEmpty(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// Count is how often something occurs, such as a technique in a solution.
type Count struct {
	ID   string // of letters, digits and hyphens
	Uses int
}

// Counts are how often things occur, such as techniques, in the order of their
// table: an object in JSON.
type Counts []Count

// MarshalJSON writes the counts under their ids; null for nil.
func (c Counts) MarshalJSON() ([]byte, error) {
	if c == nil {
		return []byte("null"), nil
	}
	dst := []byte("{")
	for i, n := range c {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(append(append(dst, '"'), n.ID...), `":`...)
		dst = strconv.AppendInt(dst, int64(n.Uses), 10)
	}
	return append(dst, '}'), nil
}
