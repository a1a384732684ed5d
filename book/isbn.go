package book

import "strings"

// validISBN reports whether a book's number has 10 or 13 digits, of which the
// last fits the others, with hyphens or spaces anywhere: ISO 2108, explained in
// the Users' Manual of the International ISBN Agency. A mistyped number would be
// on every copy.
func validISBN(s string) bool {
	s = strings.NewReplacer("-", "", " ", "").Replace(s)
	digits := make([]int, len(s))
	for i, r := range []byte(s) {
		switch {
		case r >= '0' && r <= '9':
			digits[i] = int(r - '0')
		case (r == 'X' || r == 'x') && i == 9 && len(s) == 10:
			digits[i] = 10
		default:
			return false
		}
	}
	sum := 0
	switch len(digits) {
	case 10:
		for i, d := range digits {
			sum += (10 - i) * d
		}
		return sum%11 == 0
	case 13:
		for i, d := range digits {
			sum += (1 + i%2*2) * d
		}
		return sum%10 == 0 && (s[:3] == "978" || s[:3] == "979")
	}
	return false
}
