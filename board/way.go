package board

import "strings"

// Transform returns what takes a puzzle to its canonical form, given its
// solution. Where several do, because the puzzle is an image of itself, it is
// one of them, the same every time.
func (z *Canonicalizer) Transform(puzzle, solution *Grid) Transform {
	return z.search.run(puzzle, solution)
}

// String writes t as a person would carry it out, in four parts with spaces
// between:
//
//	transpose rows=231456789 columns=123456789 digits=987654321
//
// First mirror at the main diagonal, where it says transpose (else it says
// keep). Then the row at each place of rows, from the top, is the one that had
// that number; columns likewise, from the left. At last digit 1 becomes the
// first of digits, 2 the second and so on. Numbers above 9 are the letters A to
// G, as digits are.
func (t Transform) String() string {
	if t.geo == nil {
		return ""
	}
	n := t.geo.Size
	var rows, cols, digits [MaxSize]byte
	for i := range n {
		rows[t.row[i]], cols[t.col[i]] = Digit(i+1).char(), Digit(i+1).char()
		digits[i] = t.digit[i+1].char()
	}
	var b strings.Builder
	b.WriteString("keep")
	if t.transpose {
		b.Reset()
		b.WriteString("transpose")
	}
	for _, part := range []struct {
		name string
		list []byte
	}{{" rows=", rows[:n]}, {" columns=", cols[:n]}, {" digits=", digits[:n]}} {
		b.WriteString(part.name)
		b.Write(part.list)
	}
	return b.String()
}
