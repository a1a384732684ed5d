package generate

import (
	"fmt"
	"slices"
	"sync/atomic"

	"gradoku/board"
	"gradoku/grade"
)

// Target is everything that shapes which puzzles come out of a seed: how they are
// made, and what their grades must be.
type Target struct {
	Options
	Criteria grade.Criteria // what the grade must be
	Quotas   []Quota        // how many of which ratings; none: any number of any
	// Walk: when the puzzle of a try is not wanted, walk from it towards one that is.
	// With quotas each of them says so instead.
	Walk bool
}

// Quota asks for so many puzzles with ratings in a range.
type Quota struct {
	Range grade.Range
	Count int64
	Walk  bool // random puzzles seldom have such ratings: walk towards them
}

// Name is what the quota is called: its level, if it is all of one, else its
// range.
func (q Quota) Name() string { return RangeName(q.Range) }

// RangeName is the name of the level that the range is, else the range.
func RangeName(r grade.Range) string {
	for _, l := range grade.Levels() {
		if l.Range() == r {
			return l.Name
		}
	}
	return r.String()
}

// Wanted is how many puzzles the quotas want together, 0 without quotas.
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

// Targeted reports whether a puzzle may be rejected for its grade.
func (t *Target) Targeted() bool { return !t.Criteria.None() || len(t.Quotas) > 0 }

// Chunk is how many tries a worker should take at a time. A 9x9 takes a fraction of
// a millisecond and is handed out by the dozen; a 16x16, a walk, or the search for
// a puzzle on a pattern can take seconds.
func (t *Target) Chunk() int64 {
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

// Contradiction says why no try could ever meet a target.
type Contradiction struct {
	About Subject
	Err   error
}

func (c *Contradiction) Error() string { return c.Err.Error() }
func (c *Contradiction) Unwrap() error { return c.Err }

// highestKnown is the rating of the hardest 9x9 puzzles that anybody has found, in
// tenths: 11.9, in the lists of the New Sudoku Players' Forum ("The hardest
// sudokus"). Smaller grids do not get near it.
const highestKnown = 119

// Check says what in the target no try could ever meet. The error is a
// *Contradiction.
func (t *Target) Check() error {
	var lowest []int
	for _, q := range t.Quotas {
		lowest = append(lowest, q.Range.From)
	}
	if len(t.Criteria.Ratings) > 0 { // any of them will do
		byFrom := func(a, b grade.Range) int { return a.From - b.From }
		lowest = append(lowest, slices.MinFunc(t.Criteria.Ratings, byFrom).From)
	}
	size := t.Geometry.Size
	for _, from := range lowest {
		if from > highestKnown && size <= 9 {
			return &Contradiction{AboutRatings, fmt.Errorf("no %dx%d puzzle is known that is rated above %d.%d; ratings from %d.%d on asked for",
				size, size, highestKnown/10, highestKnown%10, from/10, from%10)}
		}
	}
	if _, err := NewFinder(*t, 0, nil); err != nil {
		return &Contradiction{AboutOptions, err}
	}
	if t.Sampling != TopDown && t.Walks() {
		return &Contradiction{AboutOptions, fmt.Errorf("a walk changes clues by its own rule and not by that of %v sampling", t.Sampling)}
	}
	return t.checkLetters()
}

// checkLetters says so when the clues asked for rule the letters out.
func (t *Target) checkLetters() error {
	scheme, err := grade.SchemeByName(t.Criteria.Scheme)
	if t.Criteria.Letters == "" || err != nil {
		return nil
	}
	if !t.Pattern.Empty() { // the letter depends on the cells of the clues alone
		p := board.NewGrid(t.Geometry)
		for cell := range t.Pattern.All() {
			p.Set(cell, 1)
		}
		blanks, freedom := grade.Metrics(&p)
		if letter := scheme.Letter(t.Geometry, blanks, freedom); !slices.Contains([]byte(t.Criteria.Letters), letter) {
			return &Contradiction{AboutPattern, fmt.Errorf("every puzzle on the pattern has the letter %c, not %s", letter, t.Criteria.Letters)}
		}
	}
	from, to := t.letterClues()
	if to == 0 || t.Clues == 0 && t.CluesTo == 0 {
		return nil
	}
	if t.mostClues() < from || t.Clues > to {
		return &Contradiction{AboutLetters, fmt.Errorf("no puzzle with %s has the letter %s: that takes %d to %d clues", t.ClueWords(), t.Criteria.Letters, from, to)}
	}
	return nil
}

// letterClues are the numbers of clues between which the letters asked for lie;
// zeros when there are none.
func (t *Target) letterClues() (from, to int) {
	scheme, err := grade.SchemeByName(t.Criteria.Scheme)
	if t.Criteria.Letters == "" || err != nil {
		return 0, 0
	}
	least, most := scheme.Blanks(t.Geometry, t.Criteria.Letters)
	if most == 0 {
		return 0, 0
	}
	return t.Geometry.Cells - most, t.Geometry.Cells - least
}

// maxQuotas is how many quotas a FilledQuotas has room for.
const maxQuotas = 64

func (t *Target) checkQuotas() error {
	if len(t.Quotas) > maxQuotas {
		return fmt.Errorf("%d quotas are more than %d", len(t.Quotas), maxQuotas)
	}
	if len(t.Quotas) > 0 && len(t.Criteria.Ratings) > 0 {
		return fmt.Errorf("the quotas say which ratings are wanted; a range of ratings besides them has no meaning")
	}
	for i, q := range t.Quotas {
		for _, p := range t.Quotas[:i] {
			if !p.Range.Intersect(q.Range).Empty() {
				return fmt.Errorf("quotas %s and %s overlap: a puzzle must belong to one of them", p.Name(), q.Name())
			}
		}
		if q.Count < 1 {
			return fmt.Errorf("quota %s wants %d puzzles; it must want at least 1", q.Name(), q.Count)
		}
	}
	return nil
}

// FilledQuotas tells finders which quotas are full, as a set of bits. A quota that
// is full stays so: a finder that skips what could only go there changes nothing
// of what is taken, however late it learns of it. The zero value says that none is.
type FilledQuotas struct{ bits atomic.Uint64 }

// Set says how many puzzles each quota still has room for.
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
