package grade

import (
	"fmt"
	"slices"
)

// Level is one of the words that tell people how hard a puzzle is. A puzzle has the first
// level whose two limits it keeps: that of the rating, which is set by the hardest step,
// and that of the scan effort S, which adds up the whole solution. So it needs no technique
// that is harder than its level, and no more looking around.
type Level struct {
	ID        string // stored and published; it never changes
	Label     string // in English; package book has those of other languages
	Doc       string
	MaxRating int // the highest rating, in tenths; NoCeiling: none
	MaxScan   int // the largest scan effort on 9x9, in tenths, see [Level.ScanLimit]; 0: none
}

// levels are in order, and so are their limits. The limits of the rating are where the kind
// of thinking changes. Those of S are round numbers, fitted to the times that people took
// for 767 puzzles: their medians are 4.6, 5.9, 8.2, 9.6 and 13.3 minutes up to Expert. Where
// puzzles are Expert or harder, the technique decides alone. docs/bench/levels.md has the
// measurements.
var levels = [...]Level{
	{ID: "gentle", Label: "Gentle", MaxRating: 12, MaxScan: 2500, Doc: "only the last cell of a house or of a digit in a box, found quickly"},
	{ID: "easy", Label: "Easy", MaxRating: 20, MaxScan: 4000, Doc: "looking along lines, and blocking out what must go elsewhere"},
	{ID: "medium", Label: "Medium", MaxRating: 28, MaxScan: 6000, Doc: "cells with one candidate and locked candidates, or a long search for easier steps"},
	{ID: "hard", Label: "Hard", MaxRating: 44, MaxScan: 9000, Doc: "candidates needed throughout: pairs, triplets, fish, wings"},
	{ID: "expert", Label: "Expert", MaxRating: 74, Doc: "uniqueness, quads, and single chains; or very long searches for easier steps"},
	{ID: "extreme", Label: "Extreme", MaxRating: NoCeiling, Doc: "trying out what follows from several candidates at once"},
}

// Levels returns the levels, easiest first.
func Levels() []Level { return slices.Clone(levels[:]) }

// LevelOf returns the ID of the level of a puzzle with so many digits in a row, "" for a full grid, which has no rating.
// A rating that is only a lower bound will do: the budget ends only searches for steps that
// make a puzzle Extreme.
func LevelOf(size, rating, scan int) string {
	if rating == 0 {
		return ""
	}
	i := slices.IndexFunc(levels[:], func(l Level) bool {
		return rating <= l.MaxRating && (l.MaxScan == 0 || scan <= l.ScanLimit(size))
	})
	return levels[i].ID
}

// ScanLimit returns the largest scan effort of the level for puzzles of a size, in tenths, 0
// if there is none. It grows with the cells: the effort for each cell of the grid is the same
// on every size. Variants have the limits of their size.
func (l Level) ScanLimit(size int) int { return l.MaxScan * size * size / 81 }

// Ratings returns the ratings that puzzles of the level may have. Where the level below has
// a limit of the scan effort, a puzzle of any lower rating can be too much work for it.
func (l Level) Ratings() Range {
	i := levelRank(l.ID)
	if i > 0 && levels[i-1].MaxScan == 0 {
		return Range{levels[i-1].MaxRating + 1, l.MaxRating}
	}
	return Range{techniques[0].Rating, l.MaxRating}
}

// levelRank returns the place of a level in the table, by ID, -1 for any other text.
func levelRank(id string) int {
	return slices.IndexFunc(levels[:], func(l Level) bool { return l.ID == id })
}

// LevelID returns the ID of the easiest level whose puzzles may need the technique. Named
// patterns have no rating; for them it follows from the class that HoDoKu gives them, since
// the five classes are in the order of the levels from Easy on.
func (t *Technique) LevelID() string {
	if t.Rating == 0 {
		return levels[t.Level].ID
	}
	return levels[slices.IndexFunc(levels[:], func(l Level) bool { return t.Rating <= l.MaxRating })].ID
}

// LevelLabel returns the English label of a level, "" for the level of a full grid.
func LevelLabel(id string) string {
	if i := levelRank(id); i >= 0 {
		return levels[i].Label
	}
	return ""
}

// CompareLevels orders levels by ID from easy to hard; any other text comes first.
func CompareLevels(a, b string) int { return levelRank(a) - levelRank(b) }

// decimal writes a rating: 26 is 2.6.
func decimal(tenths int) string { return fmt.Sprintf("%d.%d", tenths/10, tenths%10) }

// Range is an interval of ratings, in tenths, both ends included. To is
// [NoCeiling] when it is open above.
type Range struct{ From, To int }

// NoCeiling is the end of a Range that is open above: above every rating of the scale.
const NoCeiling = 999

// Has reports whether a rating is in the range.
func (r Range) Has(rating int) bool { return r.From <= rating && rating <= r.To }

// Empty reports whether no rating is in the range.
func (r Range) Empty() bool { return r.From > r.To }

// Intersect returns the ratings that are in both.
func (r Range) Intersect(s Range) Range { return Range{max(r.From, s.From), min(r.To, s.To)} }

// Distance returns how far a rating is outside the range, in tenths.
func (r Range) Distance(rating int) int { return max(r.From-rating, rating-r.To, 0) }

// String writes the range as [RatingSet] reads it: "4.0-4.6", "7.5-".
func (r Range) String() string {
	if r.To >= NoCeiling {
		return decimal(r.From) + "-"
	}
	return decimal(r.From) + "-" + decimal(r.To)
}

// MarshalText writes the range as String does.
func (r Range) MarshalText() ([]byte, error) { return []byte(r.String()), nil }
