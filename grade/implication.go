package grade

import (
	"slices"
	"strconv"
	"strings"

	"gradoku/board"
)

// Literal is a statement about a candidate: that it is true (On), so its cell
// holds its digit, or that it is false.
type Literal struct {
	Candidate
	On bool
}

// Not returns the opposite statement.
func (l Literal) Not() Literal {
	l.On = !l.On
	return l
}

// Implication is a line of thought: a first statement is assumed, and each of the
// others follows from those before it. So the first implies the last.
//
// The notation and the three kinds are those of "数独中的数学模型"
// (Mathematical models in Sudoku, author unknown, 2012 or later, section 6.2.1),
// which writes A=1-->B<>2-->C=3: if cell A is 1, then B is not 2, and so C is 3.
type Implication []Literal

// ImplicationKind says what the first statement of an implication, A, proves
// about the last, B, in the document's numbering.
//
// The document calls all three ways to solve a puzzle, but only the third is a
// deduction by itself: an assumption that leads to its own opposite is wrong.
// The other two prove nothing as long as A is not known. Several of them
// together can be a deduction: if the same B follows from A and from the
// opposite of A, from each candidate of a cell, or from each place of a digit in
// a house, since one of those is true. The document does not say so.
type ImplicationKind uint8

// The kinds, numbered as in the document.
const (
	ProvesFalse       ImplicationKind = 1 + iota // A proves B false
	ProvesTrue                                   // A proves B true
	ProvesItselfFalse                            // A proves A false
)

// String names the kind in the document's words.
func (k ImplicationKind) String() string {
	return [...]string{"", "A proves B false", "A proves B true", "A proves A false"}[k]
}

// Kind returns which of the three kinds the implication is. It must not be
// empty.
func (im Implication) Kind() ImplicationKind {
	first, last := im[0], im[len(im)-1]
	switch {
	case last == first.Not():
		return ProvesItselfFalse
	case last.On:
		return ProvesTrue
	}
	return ProvesFalse
}

// Notation writes the implication with the names of cells:
// r1c1=1-->r2c3<>2-->r5c3=2.
func (im Implication) Notation(g *board.Geometry) string { return im.write(g.CellName) }

// Labelled writes the implication as the document does, with a letter for each cell
// in order of appearance, A=1-->B<>2-->C=2, and the legend to it, A r1c1, B r2c3, C
// r5c3. After A to Z come a to z, then A1 to z1, and so on.
func (im Implication) Labelled(g *board.Geometry) (text, legend string) {
	labels := map[board.Cell]string{}
	var parts []string
	text = im.write(func(c board.Cell) string {
		if labels[c] == "" {
			labels[c] = label(len(parts))
			parts = append(parts, labels[c]+" "+g.CellName(c))
		}
		return labels[c]
	})
	return text, strings.Join(parts, ", ")
}

func (im Implication) write(name func(board.Cell) string) string {
	var b strings.Builder
	for i, l := range im {
		if i > 0 {
			b.WriteString("-->")
		}
		b.WriteString(name(l.Cell))
		if l.On {
			b.WriteByte('=')
		} else {
			b.WriteString("<>")
		}
		b.WriteString(l.Digit.String())
	}
	return b.String()
}

// label returns the i-th name for a cell, from 0.
func label(i int) string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	text := letters[i%len(letters) : i%len(letters)+1]
	if round := i / len(letters); round > 0 {
		text += strconv.Itoa(round)
	}
	return text
}

// Chain is the reasoning from an assumption, its first link, to its last link. Every
// link comes after those that it follows from. If each follows from the one before,
// it is a chain in the strict sense, otherwise a net.
type Chain []Link

// Link is a candidate that turns out true or false.
//
// A candidate is false because a true one in its cell, or with its digit in a house
// of its cell, excludes it. It is true because everything else in its cell, or for
// its digit in a house, is false. From lists only candidates that became false on
// the way, not those eliminated before.
type Link struct {
	Literal
	From []int  // indices in the chain; empty for the assumption
	By   string // the ID of the technique by which it follows, if by neither of these two rules
}

// chainOf makes a chain of literals of which each follows from the one before.
func chainOf(line []Literal) Chain {
	c := make(Chain, len(line))
	for i, l := range line {
		c[i].Literal = l
		if i > 0 {
			c[i].From = []int{i - 1}
		}
	}
	return c
}

// Implication returns the links as one line of thought.
func (c Chain) Implication() Implication {
	im := make(Implication, len(c))
	for i, l := range c {
		im[i] = l.Literal
	}
	return im
}

// cellsAndDigits returns the cells of a chain in its order, and its digits.
func (c Chain) cellsAndDigits() (cells []board.Cell, digits board.Digits) {
	for _, l := range c {
		digits |= l.Digit.Mask()
		if !slices.Contains(cells, l.Cell) {
			cells = append(cells, l.Cell)
		}
	}
	return cells, digits
}
