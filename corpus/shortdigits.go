package corpus

import "strings"

// Short digits are 81 digits in fewer characters, as in the short links of
// SudokuPad: each means a digit (its value modulo ten, 0
// for a blank) and up to five blanks after it (its value divided by ten).
const shortCodes = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"

// maxShort is how many blanks one character adds to its digit.
const maxShort = 5

// shortDigits packs a puzzle written with 0 for a blank.
func shortDigits(zeros string) string {
	var b strings.Builder
	for len(zeros) > 0 {
		rest := zeros[1:]
		blanks := len(rest) - len(strings.TrimLeft(rest, "0"))
		blanks = min(blanks, maxShort)
		b.WriteByte(shortCodes[int(zeros[0]-'0')+10*blanks])
		zeros = rest[blanks:]
	}
	return b.String()
}

// longDigits unpacks up to n digits, and returns the text that follows them.
func longDigits(short string, n int) (zeros, rest string) {
	var b strings.Builder
	for i := range len(short) {
		code := strings.IndexByte(shortCodes, short[i])
		if code < 0 || b.Len() >= n {
			return b.String(), short[i:]
		}
		b.WriteByte('0' + byte(code%10))
		b.WriteString("00000"[:code/10])
	}
	return b.String(), ""
}
