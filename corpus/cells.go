package corpus

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"gradoku/board"
)

// notCell marks the bytes that cannot be a cell.
const notCell = 0xff

// cellValues is the digit that a byte means, 0 for a blank. Package board
// defines the characters; the table only makes look-ups fast.
var cellValues = newCellValues()

func newCellValues() [256]uint8 {
	var t [256]uint8
	for i := range t {
		t[i] = notCell
	}
	for _, c := range []byte(board.Blanks) {
		t[c] = 0
	}
	for d := board.Digit(1); d <= board.MaxSize; d++ {
		t[strings.ToLower(d.String())[0]] = uint8(d)
		t[d.String()[0]] = uint8(d)
	}
	return t
}

// separators may occur between cells and mean nothing; [board.Parse] skips the same
// ones.
const separators = " \t|:'!"

// exact reads text that is only the cells of one puzzle, one byte each. Nearly every
// line of a large file is read this way. For any other text it only returns false:
// gridOf reads all notations and explains errors, at ten times the cost. Above 9x9 it
// returns false too if there is a 0, which may be a digit, or no digit below A.
func exact[T string | []byte](text T) (board.Grid, bool) {
	geo := board.ForCells(len(text))
	if geo == nil {
		return board.Grid{}, false
	}
	g := board.NewGrid(geo)
	digits := g.Digits()
	for i := range digits {
		d := cellValues[text[i]]
		if int(d) > geo.Size {
			return board.Grid{}, false
		}
		digits[i] = board.Digit(d)
	}
	small := geo.Size <= 9
	for i := 0; geo.Size > 9 && i < len(text); i++ {
		if text[i] == '0' {
			return board.Grid{}, false
		}
		small = small || text[i] <= '9' && text[i] >= '1'
	}
	return g, small
}

// parse reads text that should hold one puzzle and nothing else. The error is a
// *board.ParseError.
func parse(text string) (board.Grid, error) {
	if g, ok := exact(text); ok {
		return g, nil
	}
	return board.Parse(text)
}

// census counts the characters of a line that is not a puzzle by itself.
type census struct {
	cells  int // characters that stand for a cell
	others int // characters that are neither cells nor separators
}

// marks is the number of characters that seem to be meant as cells.
func (c census) marks() int { return c.cells + c.others }

func count(line string) census {
	var n census
	for _, r := range line {
		switch {
		case r < utf8.RuneSelf && cellValues[r] != notCell:
			n.cells++
		case !strings.ContainsRune(separators, r):
			n.others++
		}
	}
	return n
}

// column turns a byte offset in a line into a column: characters, from 1.
func column(line string, offset int) int {
	return utf8.RuneCountInString(line[:min(offset, len(line))]) + 1
}

// inASCII replaces Unicode bars, rules, dots, spaces and digits with those of ASCII, character by
// character, so that column numbers do not change.
func inASCII(line string) string {
	if strings.IndexFunc(line, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return line
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r < utf8.RuneSelf:
			return r
		case strings.ContainsRune("│┃║┆┇┊┋╎╏¦", r):
			return '|'
		case strings.ContainsRune("─━═┄┅┈┉╌╍–—−‐‑", r):
			return '-'
		case r >= '─' && r <= '╿': // corners and crossings
			return '+'
		case strings.ContainsRune("·•∙⋅‧・", r):
			return '.'
		case r >= '！' && r <= '～': // full-width forms
			return r - '！' + '!'
		case unicode.Is(unicode.Zs, r):
			return ' '
		}
		return r
	}, line)
}
