package grade

import (
	"fmt"
	"slices"
)

// Level is a word for a range of ratings, in tenths, both ends included.
type Level struct {
	Name     string
	From, To int
	Doc      string
}

// Beyond is the level of a puzzle of whose rating only a lower bound is known,
// because the budget ran out before its next step was found.
const Beyond = "Beyond"

// levels covers the scale without gaps. The borders stand where the kind of
// thinking changes, not at equal distances. Of 20,000 random minimal 9x9 puzzles
// 1.6 % were Gentle, 45.0 % Easy, 12.2 % Medium, 7.2 % Hard, 30.4 % Expert and
// 3.7 % Extreme.
var levels = [...]Level{
	{"Gentle", 10, 12, "only the last cell of a house or of a digit in a box"},
	{"Easy", 13, 20, "looking along lines, and blocking out what must go elsewhere"},
	{"Medium", 21, 28, "cells with one candidate; locked candidates"},
	{"Hard", 29, 44, "candidates needed throughout: pairs, triplets, fish, wings"},
	{"Expert", 45, 74, "uniqueness, quads, and single chains"},
	{"Extreme", 75, noLimit, "trying out what follows from several candidates at once"},
}

// Levels returns the levels, easiest first.
func Levels() []Level { return slices.Clone(levels[:]) }

// LevelOf returns the word for a rating: Beyond if it is only a lower bound, "" for a
// full grid, which has no rating.
func LevelOf(rating int, known bool) string {
	if !known {
		return Beyond
	}
	for _, l := range levels {
		if l.From <= rating && rating <= l.To {
			return l.Name
		}
	}
	return ""
}

// Interval writes the range as people do: "1.3–2.0", and "from 7.5" for the
// last.
func (l Level) Interval() string {
	if l.To >= noLimit {
		return fmt.Sprintf("from %d.%d", l.From/10, l.From%10)
	}
	return fmt.Sprintf("%d.%d–%d.%d", l.From/10, l.From%10, l.To/10, l.To%10)
}

// noLimit is above every rating of the scale.
const noLimit = 999
