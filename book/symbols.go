package book

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"gradoku/board"
)

// symbolSets are the sets of symbols known by name, each enough for 16x16.
var symbolSets = map[string]string{
	"1-16": "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16",
	"0-F":  "0 1 2 3 4 5 6 7 8 9 A B C D E F",
	"A-P":  "A B C D E F G H I J K L M N O P",
}

// ParseSymbols reads the symbols printed in place of the digits, the first for 1: the
// name of a set (1-16, 0-F, A-P) or the symbols themselves, each one character.
func ParseSymbols(s string) ([]string, error) {
	if set, ok := symbolSets[strings.ToUpper(s)]; ok {
		return strings.Fields(set), nil
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
		return nil, fmt.Errorf("%q has %d symbols: use 4 to %d symbols, or a set such as 1-16, 0-F, A-P, animals, shapes or colours", s, len(symbols), board.MaxSize)
	}
	return symbols, nil
}

// checkPictures warns if print cannot show a user's own pictures as they are.
func (l *layout) checkPictures() {
	if l.fonts.Greyed {
		l.warn(`the pictures in place of digits are printed in grey: paper = "colour" in the style file, or --for home, keeps their colours`)
	}
	dots := math.Inf(1)
	for i := range l.pages {
		dots = min(dots, l.pages[i].SymbolDots())
	}
	if dots < 299 {
		l.warn("the pictures in place of digits have %.0f dots per inch where they are largest, but print needs 300", dots)
	}
}
