package board

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Blanks are the characters read as a blank cell; "." is written.
const Blanks = ".0*_xX"

// ParseError says where a text is not a puzzle. Line and Column count from 1,
// columns in characters; Line is 0 when the text as a whole is wrong.
type ParseError struct {
	Line, Column int
	Msg          string
}

func (e *ParseError) Error() string {
	if e.Line == 0 {
		return e.Msg
	}
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Msg)
}

// mark is one significant character of a text and its place.
type mark struct {
	ch        rune
	line, col int
}

// Parse reads one puzzle: N*N cells row-major on one line, on N lines, or in a frame
// drawn with | + - = : and spaces. Digits above 9 are the letters A to G, either
// case. The size follows from the number of cells. The error is a *ParseError. It
// does not check whether digits contradict each other; see [Grid.Check].
//
// A puzzle of a variant begins with the variant and a colon, x:..7.4...; it is an error if
// that does not exist in the puzzle's size.
func Parse(s string) (Grid, error) {
	v, cells := CutVariant(s)
	g, err := parseCells(cells, v)
	if i := strings.LastIndexByte(s, ':'); err != nil && v.IsZero() && i > 0 {
		_, unknown := ParseVariant(strings.TrimSpace(s[:i]))
		if _, no := parseCells(s[i+1:], v); no == nil && unknown != nil {
			return Grid{}, &ParseError{Msg: unknown.Error()}
		}
	}
	if wrong, ok := errors.AsType[*ParseError](err); ok && wrong.Line > 0 {
		before := strings.Split(s[:len(s)-len(cells)], "\n")
		if wrong.Line += len(before) - 1; wrong.Line == len(before) { // the line of the variant
			wrong.Column += utf8.RuneCountInString(before[len(before)-1])
		}
	}
	return g, err
}

// CutVariant returns the variant of a puzzle's text, and the text after it.
func CutVariant(s string) (v Variant, cells string) {
	if i := strings.LastIndexByte(s, ':'); i > 0 {
		if v, err := ParseVariant(strings.TrimSpace(s[:i])); err == nil && !v.IsZero() {
			return v, s[i+1:]
		}
	}
	return Variant{}, s
}

// puzzle is On for the text of a puzzle, which must name the layout of a jigsaw.
func (v Variant) puzzle(size int) (*Geometry, error) {
	if v.Open() {
		return nil, errors.New("a jigsaw needs its layout: jigsaw: and the region of each cell, row by row")
	}
	return v.On(size)
}

func parseCells(s string, v Variant) (Grid, error) {
	marks, err := significant(s)
	if err != nil {
		return Grid{}, err
	}
	geo := ForCells(len(marks))
	if geo == nil {
		return Grid{}, countError(marks)
	}
	if geo, err = v.puzzle(geo.Size); err != nil {
		return Grid{}, &ParseError{Msg: err.Error()}
	}
	g := NewGrid(geo)
	for i, m := range marks {
		d, _ := digitOf(m.ch)
		if int(d) > geo.Size {
			return Grid{}, &ParseError{m.line, m.col, fmt.Sprintf(
				"digit %v is too large for a %dx%d puzzle", d, geo.Size, geo.Size)}
		}
		g.cells[i] = d
	}
	return g, nil
}

// significant drops frames and spaces and keeps the cells; the error for any
// other character names it and its place.
func significant(s string) ([]mark, error) {
	var marks []mark
	for i, line := range strings.Split(s, "\n") {
		line = strings.TrimSuffix(line, "\r")
		if isBorder(line) {
			continue
		}
		col := 0
		for _, r := range line {
			col++
			if _, ok := digitOf(r); ok {
				marks = append(marks, mark{r, i + 1, col})
			} else if !strings.ContainsRune(" \t|:'!", r) {
				return nil, &ParseError{i + 1, col, fmt.Sprintf(
					"%q is neither a digit nor a blank (%s)", r, strings.Join(strings.Split(Blanks, ""), " "))}
			}
		}
	}
	return marks, nil
}

// isBorder reports whether a line only draws a frame, like +---+---+ or the
// *-----------* of other programs.
func isBorder(line string) bool {
	return (strings.Contains(line, "--") || strings.Contains(line, "==") || strings.Contains(line, "::")) &&
		strings.Trim(line, " \t*-+=|:.'") == ""
}

// countError says how far the number of cells is from a size: one that it misses by at most a row,
// else 9x9.
func countError(marks []mark) error {
	n := len(marks)
	if n == 0 {
		return &ParseError{Msg: "there is no puzzle: the text has no cell"}
	}
	best := Nine()
	for _, g := range geometries {
		if max(g.Cells-n, n-g.Cells) <= g.Size {
			best = g
		}
	}
	if n < best.Cells {
		last := marks[n-1]
		return &ParseError{last.line, last.col, fmt.Sprintf(
			"too short: %d cells, a %dx%d puzzle has %d", n, best.Size, best.Size, best.Cells)}
	}
	first := marks[best.Cells]
	return &ParseError{first.line, first.col, fmt.Sprintf(
		"too long: %d cells, a %dx%d puzzle has %d", n, best.Size, best.Size, best.Cells)}
}

// digitOf reads one cell character; blanks give 0.
func digitOf(r rune) (Digit, bool) {
	switch {
	case '1' <= r && r <= '9':
		return Digit(r - '0'), true
	case 'A' <= r && r <= 'G':
		return Digit(r-'A') + 10, true
	case 'a' <= r && r <= 'g':
		return Digit(r-'a') + 10, true
	}
	return 0, r != 0 && strings.ContainsRune(Blanks, r)
}

// String writes the grid on one line, row-major, blanks as ".", with the variant before it.
func (g Grid) String() string {
	if g.geo == nil {
		return ""
	}
	b := make([]byte, g.geo.Cells)
	for i := range b {
		b[i] = g.cells[i].char()
	}
	return g.geo.prefix() + string(b)
}

// prefix is what the text of a grid begins with.
func (g *Geometry) prefix() string {
	if g.Classical() {
		return ""
	}
	return g.Variant.String() + ":"
}

// Framed draws the grid over several lines with box borders, ending in a
// newline. Parse reads it back.
func (g *Grid) Framed() string {
	geo, head := g.geo, g.geo.prefix()
	if head != "" {
		head += "\n"
	}
	if geo.Variant.Jigsaw() {
		return head + g.framedRegions()
	}
	border := "+" + strings.Repeat(strings.Repeat("-", geo.BoxCols*2+1)+"+", geo.Stacks()) + "\n"
	var b strings.Builder
	for r := range geo.Size {
		if r%geo.BoxRows == 0 {
			b.WriteString(border)
		}
		for k := range geo.Size {
			if k%geo.BoxCols == 0 {
				b.WriteString("| ")
			}
			b.WriteString(g.At(geo.CellAt(r, k)).String() + " ")
		}
		b.WriteString("|\n")
	}
	return head + b.String() + border
}

// framedRegions is what Framed returns for a jigsaw: walls are between regions.
func (g *Grid) framedRegions() string {
	geo := g.geo
	wall := func(r, k, up, left int) bool {
		r0, k0 := r-up, k-left
		return r0 < 0 || k0 < 0 || r == geo.Size || k == geo.Size || geo.Box(geo.CellAt(r, k)) != geo.Box(geo.CellAt(r0, k0))
	}
	var b strings.Builder
	for r := range geo.Size + 1 {
		line := ""
		for k := range geo.Size {
			line += "+" + strings.Repeat(map[bool]string{false: " ", true: "-"}[wall(r, k, 1, 0)], 3)
		}
		if strings.Contains(line, "-") {
			b.WriteString(line + "+\n")
		}
		for k := 0; r < geo.Size && k < geo.Size; k++ {
			left := " "
			if wall(r, k, 0, 1) {
				left = "|"
			}
			b.WriteString(left + " " + g.At(geo.CellAt(r, k)).String() + " ")
		}
		if r < geo.Size {
			b.WriteString("|\n")
		}
	}
	return b.String()
}
