package generate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"gradoku/board"
	"gradoku/grade"
)

// Target is everything that decides which puzzles a seed yields: how they are
// made, and what their grades must be. The zero Target means any minimal 9x9 puzzle.
type Target struct {
	Shape
	Criteria grade.Criteria // what the grade must be
	Quotas   []Quota        // how many with which ratings; none: any number with any rating
	// Walk: when the puzzle of a try is not wanted, walk from it towards one that is.
	// With quotas, each quota says so instead.
	Walk bool
	// Predictor returns what predicts the minutes that people need for a puzzle, 0 where
	// nobody knows; each search takes its own. Criteria that name minutes need it. Package
	// predict has one.
	Predictor func() func(*board.Grid) int
}

// Quota asks for a number of puzzles of a level, or with ratings in a range.
type Quota struct {
	Size  int         // 0: the size of the target
	Level string      // a level by ID; "": Range says which ratings
	Range grade.Range // the zero Range with a level
	Count int64
	Walk  bool // random puzzles are seldom like that: walk towards them
	// Clues, unless 0, is the number of clues with which puzzles for this quota are
	// made, instead of the target's. The other quotas take none of them.
	Clues int
}

// Any reports whether the quota takes every rating.
func (q Quota) Any() bool { return q.Range == anyRating }

// Of returns criteria that ask for the quota in addition.
func (q Quota) Of(c grade.Criteria) grade.Criteria {
	if q.Level != "" {
		c.Levels = []string{q.Level}
	} else {
		c.Ratings = []grade.Range{q.Range}
	}
	return c
}

// ratings are the ratings that puzzles of the quota may have.
func (q Quota) ratings() grade.Range {
	for _, l := range grade.Levels() {
		if l.ID == q.Level {
			return l.Ratings()
		}
	}
	return q.Range
}

// Overlaps reports whether a puzzle could belong to both quotas. Levels exclude each other.
func (q Quota) Overlaps(p Quota) bool {
	if q.Level != "" && p.Level != "" {
		return q.Level == p.Level
	}
	return !q.ratings().Intersect(p.ratings()).Empty()
}

// anyRating is the range of a quota that names none.
var anyRating = grade.Range{From: 0, To: grade.NoCeiling}

// ParseQuotas reads quotas separated by commas: of a level or a range of ratings,
// of a size, or of both, such as "gentle=200,7.5-8.9=50,4x4=40,6x6:easy=20".
func ParseQuotas(list string) ([]Quota, error) {
	var quotas []Quota
	for _, part := range strings.Split(list, ",") {
		part = strings.TrimSpace(part)
		what, number, ok := strings.Cut(part, "=")
		if !ok {
			return nil, fmt.Errorf("%q must end with an equals sign and a number of puzzles, at least 1", part)
		}
		count, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
		if err != nil || count < 1 {
			return nil, fmt.Errorf("%q is not a whole number above 0", number)
		}
		what = strings.TrimSpace(what)
		q := Quota{Range: anyRating, Count: count}
		size, rating, both := strings.Cut(what, ":")
		sized := what != "" && what[0] >= '0' && what[0] <= '9' && strings.ContainsAny(what, "xX") // not a rating
		if !both && !sized {
			size, rating = "", what
		}
		if size != "" || both {
			if q.Size, err = ParseSize(size); err != nil {
				return nil, err
			}
		}
		if size == "" || both {
			if q.Level, q.Range, err = parseLevelOrRange(rating); err != nil {
				return nil, err
			}
		}
		quotas = append(quotas, q)
	}
	return quotas, nil
}

// Quotas are quotas as people write them, see [ParseQuotas]. The zero Quotas asks for
// none. A search writes into the list that it is given: clone it.
type Quotas struct {
	Text string // as it was typed
	List []Quota
}

// UnmarshalText reads what a user has written; an empty text is no quota.
func (q *Quotas) UnmarshalText(text []byte) (err error) {
	*q = Quotas{}
	if len(text) > 0 {
		q.Text = string(text)
		q.List, err = ParseQuotas(q.Text)
	}
	return err
}

// MarshalText returns what was typed.
func (q Quotas) MarshalText() ([]byte, error) { return []byte(q.Text), nil }

// IsZero reports whether no quota is asked for.
func (q Quotas) IsZero() bool { return len(q.List) == 0 }

// Choices returns the levels as people type them.
func (q Quotas) Choices() []string { return grade.LevelSet{}.Choices() }

func parseLevelOrRange(text string) (string, grade.Range, error) {
	if ids, err := grade.ParseLevels(text); err == nil && len(ids) == 1 {
		return ids[0], grade.Range{}, nil
	}
	ranges, err := grade.ParseRatings(text)
	if err != nil || len(ranges) != 1 {
		return "", grade.Range{}, fmt.Errorf("%q is neither a level nor a range of ratings", text)
	}
	return "", ranges[0], nil
}

// ParseSize reads a size as people write it: 9x9 or 9.
func ParseSize(name string) (int, error) {
	left, right, square := strings.Cut(strings.ToLower(name), "x")
	n, err := strconv.Atoi(left)
	if err != nil || n < 1 || square && left != right {
		return 0, fmt.Errorf("%q is not a size such as 6x6", name)
	}
	_, err = board.ForSize(n)
	return n, err
}

// Name is the quota's name: the English label of its level, or its range.
func (q Quota) Name() string {
	switch {
	case q.Level != "":
		return grade.LevelLabel(q.Level)
	case q.Any():
		return "any rating"
	}
	return q.Range.String()
}

// ClueWords describes the quota's own number of clues, "" if it has none.
func (q Quota) ClueWords() string {
	if q.Clues == 0 {
		return ""
	}
	return fmt.Sprintf("%d clues", q.Clues)
}

// Wanted is how many puzzles the quotas ask for in all, 0 without quotas.
func (t *Target) Wanted() int64 {
	var n int64
	for _, q := range t.Quotas {
		n += q.Count
	}
	return n
}

// Walks reports whether some tries walk.
func (t *Target) Walks() bool { return t.Walk || t.walkingQuotas() > 0 }

func (t *Target) walkingQuotas() int {
	n := 0
	for _, q := range t.Quotas {
		if q.Walk {
			n++
		}
	}
	return n
}

// ways are the numbers of clues that quotas name, each once; 0 alone when there are
// no quotas.
func (t *Target) ways() []int {
	var ways []int
	for _, q := range t.Quotas {
		if !slices.Contains(ways, q.Clues) {
			ways = append(ways, q.Clues)
		}
	}
	if ways == nil {
		ways = []int{0}
	}
	return ways
}

// Targeted reports whether a puzzle may be rejected for its grade.
func (t *Target) Targeted() bool { return !t.Criteria.None() || len(t.Quotas) > 0 }

// Chunk is how many tries a worker should take at a time. A 9x9 takes a fraction of
// a millisecond, so many are handed out together; a 16x16, a walk, or the search
// for a puzzle on a pattern can take seconds.
func (t *Target) Chunk() int64 {
	t.settle()
	if t.Geometry.Size <= 9 && !t.Walks() && t.Pattern.Empty() {
		return 32
	}
	return 1
}

// Subject is what a contradiction is about.
type Subject uint8

const (
	AboutOptions Subject = iota // the way puzzles are made, or the target as a whole
	AboutRatings                // ratings that no known puzzle has
	AboutLetters                // letters that the number of clues rules out
	AboutPattern                // letters that the pattern rules out
)

// Contradiction says why no try can meet a target.
type Contradiction struct {
	About Subject
	Err   error
}

func (c *Contradiction) Error() string { return c.Err.Error() }
func (c *Contradiction) Unwrap() error { return c.Err }

// highestKnown is the rating of the hardest known 9x9 puzzles, in tenths: 11.9, in
// the lists of the New Sudoku Players' Forum ("The hardest sudokus"). Smaller
// grids do not get near it.
const highestKnown = 119

// Check returns an error if no try can meet the target. The error is a
// *Contradiction.
func (t *Target) Check() error {
	var lowest []int
	for _, q := range t.Quotas {
		lowest = append(lowest, q.ratings().From)
	}
	if len(t.Criteria.Ratings) > 0 { // any of them will do
		byFrom := func(a, b grade.Range) int { return a.From - b.From }
		lowest = append(lowest, slices.MinFunc(t.Criteria.Ratings, byFrom).From)
	}
	t.settle()
	size := t.Geometry.Size
	for _, from := range lowest {
		if from > highestKnown && size <= 9 {
			return &Contradiction{AboutRatings, fmt.Errorf("no %dx%d puzzle is known with a rating above %d.%d, but ratings from %d.%d up were requested",
				size, size, highestKnown/10, highestKnown%10, from/10, from%10)}
		}
	}
	if t.Criteria.Minutes != (grade.Span{}) && size != 9 {
		return &Contradiction{AboutOptions, fmt.Errorf("minutes are predicted for 9x9 only, not for %dx%d", size, size)}
	}
	if v := t.Geometry.Variant; !v.IsZero() && (t.Criteria.Minutes != (grade.Span{}) || t.Criteria.Letters != "") {
		return &Contradiction{AboutOptions, fmt.Errorf("letters and minutes are for classical puzzles, not for %s", v.Title())}
	}
	if _, err := NewFinder(*t, 0, nil); err != nil {
		return &Contradiction{AboutOptions, err}
	}
	if t.Sampling != TopDown && t.Walks() {
		return &Contradiction{AboutOptions, fmt.Errorf("a walk (local search) changes clues by its own rule, so it cannot be combined with %v sampling", t.Sampling)}
	}
	return t.checkLetters()
}

// checkLetters returns an error if the clues asked for rule the letters out.
func (t *Target) checkLetters() error {
	if t.Criteria.Letters == "" {
		return nil
	}
	if !t.Pattern.Empty() { // the letter depends on the cells of the clues alone
		p := board.NewGrid(t.Geometry)
		for cell := range t.Pattern.All() {
			p.Set(cell, 1)
		}
		blanks, freedom := grade.Metrics(&p)
		if letter := grade.Printed.Letter(t.Geometry, blanks, freedom); !slices.Contains([]byte(t.Criteria.Letters), letter) {
			return &Contradiction{AboutPattern, fmt.Errorf("every puzzle on the pattern has the letter %c, not %s", letter, t.Criteria.Letters)}
		}
	}
	from, to := t.letterClues()
	if to == 0 || t.Clues == 0 && t.CluesTo == 0 {
		return nil
	}
	if t.mostClues() < from || t.Clues > to {
		return &Contradiction{AboutLetters, fmt.Errorf("no puzzle with %s has the letter %s, which requires %d to %d clues", t.ClueWords(), t.Criteria.Letters, from, to)}
	}
	return nil
}

// letterClues returns the range of clues for which the letters asked for are
// possible; zeros if there is none.
func (t *Target) letterClues() (from, to int) {
	if t.Criteria.Letters == "" {
		return 0, 0
	}
	least, most := grade.Printed.Blanks(t.Geometry, t.Criteria.Letters)
	if most == 0 {
		return 0, 0
	}
	return t.Geometry.Cells - most, t.Geometry.Cells - least
}

// maxQuotas is the capacity of a FilledQuotas.
const maxQuotas = 64

func (t *Target) checkQuotas() error {
	if len(t.Quotas) > maxQuotas {
		return fmt.Errorf("there are %d quotas; the limit is %d", len(t.Quotas), maxQuotas)
	}
	if len(t.Quotas) > 0 && len(t.Criteria.Ratings)+len(t.Criteria.Levels) > 0 {
		return fmt.Errorf("the quotas say which ratings are wanted; leave out the level and the range of ratings")
	}
	for i, q := range t.Quotas {
		for _, p := range t.Quotas[:i] {
			if p.Overlaps(q) {
				return fmt.Errorf("quotas %s and %s overlap: a puzzle must belong to only one of them", p.Name(), q.Name())
			}
		}
		if q.Size != 0 && q.Size != t.Geometry.Size {
			return fmt.Errorf("quota %s is for %dx%d; all puzzles here are %dx%d", q.Name(), q.Size, q.Size, t.Geometry.Size, t.Geometry.Size)
		}
		if q.Count < 1 {
			return fmt.Errorf("quota %s asks for %d puzzles; it must ask for at least 1", q.Name(), q.Count)
		}
	}
	return nil
}

// FilledQuotas tells finders which quotas are full, as a set of bits. A full quota
// stays full, so a finder may skip tries for it without changing which puzzles are
// taken, however late it learns that it is full. In the zero value none is full.
type FilledQuotas struct{ bits atomic.Uint64 }

// Set sets how many puzzles each quota still takes.
func (f *FilledQuotas) Set(room []int64) {
	var bits uint64
	for i, left := range room {
		if left <= 0 {
			bits |= 1 << i
		}
	}
	f.bits.Store(bits)
}

func (f *FilledQuotas) has(quota int) bool { return f.bits.Load()>>quota&1 != 0 }
