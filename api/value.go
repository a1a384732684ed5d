package api

import "strconv"

// Tenths is a number of tenths, such as a rating: a number with one decimal in JSON.
type Tenths int

// AppendJSON appends 72 as 7.2.
func (t Tenths) AppendJSON(dst []byte) []byte {
	n := int64(t)
	if n < 0 {
		dst, n = append(dst, '-'), -n
	}
	dst = strconv.AppendInt(dst, n/10, 10)
	return append(dst, '.', byte('0'+n%10))
}

// MarshalJSON writes 72 as 7.2.
func (t Tenths) MarshalJSON() ([]byte, error) { return t.AppendJSON(nil), nil }

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

// AppendJSON appends the counts under their ids; null for nil.
func (c Counts) AppendJSON(dst []byte) []byte {
	if c == nil {
		return append(dst, "null"...)
	}
	dst = append(dst, '{')
	for i, n := range c {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(append(append(dst, '"'), n.ID...), `":`...)
		dst = strconv.AppendInt(dst, int64(n.Uses), 10)
	}
	return append(dst, '}')
}

// MarshalJSON writes the counts under their ids.
func (c Counts) MarshalJSON() ([]byte, error) { return c.AppendJSON(nil), nil }
