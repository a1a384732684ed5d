package grade

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Level is a word for a range of ratings, in tenths, both ends included.
type Level struct {
	Name     string
	From, To int
	Doc      string
}

// Beyond is the level of a puzzle whose rating is only known as a lower bound,
// because the budget ran out before its next step was found.
const Beyond = "Beyond"

// levels covers the scale without gaps. The limits are where the kind of
// thinking changes, not at equal distances. Of 20,000 random minimal 9x9 puzzles
// 1.6% were Gentle, 45.0% Easy, 12.2% Medium, 7.2% Hard, 30.4% Expert and 3.7%
// Extreme.
var levels = [...]Level{
	{"Gentle", 10, 12, "only the last cell of a house or of a digit in a box"},
	{"Easy", 13, 20, "looking along lines, and blocking out what must go elsewhere"},
	{"Medium", 21, 28, "cells with one candidate; locked candidates"},
	{"Hard", 29, 44, "candidates needed throughout: pairs, triplets, fish, wings"},
	{"Expert", 45, 74, "uniqueness, quads, and single chains"},
	{"Extreme", 75, NoCeiling, "trying out what follows from several candidates at once"},
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
		if l.Range().Has(rating) {
			return l.Name
		}
	}
	return ""
}

// Interval writes the range as people do: "1.3–2.0", and "from 7.5" for the
// last.
func (l Level) Interval() string {
	if l.To >= NoCeiling {
		return "from " + decimal(l.From)
	}
	return decimal(l.From) + "–" + decimal(l.To)
}

// decimal writes a rating: 26 is 2.6.
func decimal(tenths int) string { return fmt.Sprintf("%d.%d", tenths/10, tenths%10) }

// Range is an interval of ratings, in tenths, both ends included. To is
// [NoCeiling] when it is open above.
type Range struct{ From, To int }

// NoCeiling is the end of a Range that is open above: above every rating of the scale.
const NoCeiling = 999

// Range returns the ratings of a level.
func (l Level) Range() Range { return Range{l.From, l.To} }

// Has reports whether a rating is in the range.
func (r Range) Has(rating int) bool { return r.From <= rating && rating <= r.To }

// Empty reports whether no rating is in the range.
func (r Range) Empty() bool { return r.From > r.To }

// Intersect returns the ratings that are in both.
func (r Range) Intersect(s Range) Range { return Range{max(r.From, s.From), min(r.To, s.To)} }

// Distance returns how far a rating is outside the range, in tenths.
func (r Range) Distance(rating int) int { return max(r.From-rating, rating-r.To, 0) }

// String writes the range as [ParseRange] reads it: "4.0-4.6", "7.5-".
func (r Range) String() string {
	if r.To >= NoCeiling {
		return decimal(r.From) + "-"
	}
	return decimal(r.From) + "-" + decimal(r.To)
}

// MarshalText writes the range as String does.
func (r Range) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// ParseRange reads what String writes.
func ParseRange(s string) (Range, error) {
	from, to, ok := strings.Cut(s, "-")
	r := Range{To: NoCeiling}
	var err error
	if r.From, err = parseTenths(from); err == nil && to != "" {
		r.To, err = parseTenths(to)
		r.To = min(r.To, NoCeiling)
	}
	if !ok || err != nil || r.Empty() {
		return Range{}, fmt.Errorf("%q is not a range of ratings such as 4.0-4.6", s)
	}
	return r, nil
}

func parseTenths(s string) (int, error) {
	whole, tenth, _ := strings.Cut(s, ".")
	if len(tenth) != 1 {
		return 0, strconv.ErrSyntax
	}
	return strconv.Atoi(whole + tenth)
}
