package grade

import (
	"slices"

	"gradoku/board"
)

// Chain is the reasoning from an assumption, its first link, to its last link.
// Every link comes after those that it follows from. Where each follows from the
// one before, it is a chain in the strict sense, otherwise a net.
type Chain []Link

// Link is a candidate that turns out true or false.
//
// A candidate is false because a true one in its cell, or with its digit in a
// house of its cell, excludes it; true because everything else in its cell, or
// for its digit in a house, is false. From names only what turned out false on the way, not
// what was gone before.
type Link struct {
	Literal
	From []int  // indices in the chain; empty for the assumption
	By   string // the ID of the technique by which it follows, where it is none of these two rules
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
