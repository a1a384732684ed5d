package book

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"gradoku/board"
)

// symbolSets are the sets of symbols known by name, each enough for 16x16.
var symbolSets = []struct {
	name  string
	first int
	write func(i int) string
}{
	{"1-16", 1, strconv.Itoa},
	{"0-F", 0, func(i int) string { return strings.ToUpper(strconv.FormatInt(int64(i), 16)) }},
	{"A-P", 0, func(i int) string { return string(rune('A' + i)) }},
}

// ParseSymbols reads the symbols printed in place of the digits, the first for 1: the
// name of a set (1-16, 0-F, A-P) or the symbols themselves, each one character.
func ParseSymbols(s string) ([]string, error) {
	for _, set := range symbolSets {
		if strings.EqualFold(set.name, s) {
			var symbols []string
			for i := range board.MaxSize {
				symbols = append(symbols, set.write(set.first+i))
			}
			return symbols, nil
		}
	}
	symbols := strings.Split(s, "")
	for i, symbol := range symbols {
		r := []rune(symbol)[0]
		switch {
		case slices.Contains(symbols[:i], symbol):
			return nil, fmt.Errorf("the symbol %s appears twice in %q", symbol, s)
		case !unicode.IsGraphic(r) || unicode.IsSpace(r):
			return nil, fmt.Errorf("%q is not a visible symbol", symbol)
		}
	}
	if len(symbols) < 4 || len(symbols) > board.MaxSize {
		return nil, fmt.Errorf("%q has %d symbols: use 4 to %d symbols, or a set such as 1-16, 0-F, A-P, animals or shapes", s, len(symbols), board.MaxSize)
	}
	return symbols, nil
}
