package generate

import (
	"cmp"
	"fmt"
	"slices"
	"sync/atomic"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/field"
)

// Target is everything that decides which puzzles a seed yields: what is requested, and how the
// puzzles are made. The zero Target means any minimal 9x9 puzzle. As JSON it identifies a run.
type Target struct {
	Request
	Sampling Sampling `json:"sampling,omitzero"`
	Grids    Grids    `json:"grids,omitzero"`
	Quotas   []Quota  `json:"quotas,omitempty"` // how many of which kind; none: any number
	// Walk: when the puzzle of a try is not wanted, walk from it towards one that is.
	// With quotas, each quota says so instead.
	Walk bool `json:"walk,omitempty"`
	// Predictor returns a function that predicts the minutes that people need for a puzzle, or 0
	// if there is no prediction. Each search calls Predictor for a function of its own. A request
	// for minutes needs it. Package predict has one.
	Predictor func() func(*board.Grid) int `json:"-"`
}

// Settle fills in the defaults, so that targets with the same meaning are equal. The error is a [*field.Error].
func (t *Target) Settle() error {
	geo, err := t.geometry()
	if err != nil {
		return err
	}
	t.Size, t.Variant.Text = geo.Size, geo.Variant.String()
	t.Symmetry = cmp.Or(t.Symmetry, board.Symmetries()[0])
	if t.Clues.From > 0 && t.Clues.From < t.Clues.To && t.Clues.To == geo.Cells {
		t.Clues.To = 0
	}
	t.Grids = t.Shape().GridsUsed()
	return nil
}

// Shape returns what a [Generator] needs to know of the target. [Target.Check] says whether there
// are such puzzles at all.
func (t *Target) Shape() Shape {
	geo, _ := t.geometry()
	return Shape{
		Geometry: cmp.Or(geo, board.Nine()), Sampling: t.Sampling, Grids: t.Grids,
		Symmetry: t.Symmetry, Clues: t.Clues, Pattern: t.Pattern.Cells, Minimal: t.Minimal,
	}
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

// ways returns the different ranges of clues of the quotas; without quotas, only the zero Span.
func (t *Target) ways() []grade.Span {
	var ways []grade.Span
	for _, q := range t.Quotas {
		if !slices.Contains(ways, q.Clues) {
			ways = append(ways, q.Clues)
		}
	}
	if ways == nil {
		ways = []grade.Span{{}}
	}
	return ways
}

// Targeted reports whether a puzzle may be rejected for its grade.
func (t *Target) Targeted() bool { return !t.AnyOfShape() || len(t.Quotas) > 0 }

// Chunk is how many tries a worker should take at a time. A 9x9 takes a fraction of
// a millisecond, so many are handed out together; a 16x16, a walk, or the search
// for a puzzle on a pattern can take seconds.
func (t *Target) Chunk() int64 {
	if t.Shape().Geometry.Size <= 9 && !t.Walks() && t.Pattern.Geometry == nil {
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
	if !t.Rating.IsZero() { // any of them will do
		byFrom := func(a, b grade.Range) int { return a.From - b.From }
		lowest = append(lowest, slices.MinFunc(t.Rating.Ranges, byFrom).From)
	}
	geo, err := t.geometry()
	if err != nil {
		return &Contradiction{AboutOptions, err}
	}
	size := geo.Size
	for _, from := range lowest {
		if from > highestKnown && size <= 9 {
			return &Contradiction{AboutRatings, fmt.Errorf("no %dx%d puzzle is known with a rating above %d.%d, but ratings from %d.%d up were requested",
				size, size, highestKnown/10, highestKnown%10, from/10, from%10)}
		}
	}
	if t.Minutes != (grade.Span{}) && size != 9 {
		return &Contradiction{AboutOptions, fmt.Errorf("minutes are predicted for 9x9 only, not for %dx%d", size, size)}
	}
	if v := geo.Variant; !v.IsZero() && (t.Minutes != (grade.Span{}) || !t.Letter.IsZero()) {
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
	if t.Letter.IsZero() {
		return nil
	}
	shape := t.Shape()
	geo := shape.Geometry
	if !shape.Pattern.Empty() { // the letter depends on the cells of the clues alone
		p := board.NewGrid(geo)
		for cell := range shape.Pattern.All() {
			p.Set(cell, 1)
		}
		blanks, freedom := grade.Metrics(&p)
		if letter := grade.Printed.Letter(geo, blanks, freedom); !slices.Contains([]byte(t.Letter.Letters), letter) {
			return &Contradiction{AboutPattern, fmt.Errorf("every puzzle on the pattern has the letter %c, not %s", letter, t.Letter.Letters)}
		}
	}
	from, to := t.letterClues()
	if to == 0 || t.Clues == (grade.Span{}) {
		return nil
	}
	if shape.mostClues() < from || t.Clues.From > to {
		return &Contradiction{AboutLetters, fmt.Errorf("no puzzle with %s has the letter %s, which requires %d to %d clues", shape.ClueWords(), t.Letter.Letters, from, to)}
	}
	return nil
}

// letterClues returns the range of clues for which the letters asked for are
// possible; zeros if there is none.
func (t *Target) letterClues() (from, to int) {
	if t.Letter.IsZero() {
		return 0, 0
	}
	geo := t.Shape().Geometry
	least, most := grade.Printed.Blanks(geo, t.Letter.Letters)
	if most == 0 {
		return 0, 0
	}
	return geo.Cells - most, geo.Cells - least
}

// maxQuotas is the capacity of a FilledQuotas.
const maxQuotas = 64

// checkQuotas returns an error if the quotas contradict each other or the target. The error about
// one that another run can fill is a [*field.Error].
func (t *Target) checkQuotas() error {
	geo := t.Shape().Geometry
	for i := range t.Quotas {
		q := &t.Quotas[i]
		if q.Size != 0 && q.Size != geo.Size {
			return &field.Error{Field: "quota", Err: fmt.Errorf("a run makes puzzles of one size, here %dx%d, not %dx%d: start another run with size %d for those", geo.Size, geo.Size, q.Size, q.Size, q.Size)}
		}
		if v, err := q.Variant.One(); q.Variant.Text != "" && (err != nil || v != geo.Variant) {
			return &field.Error{Field: "quota", Err: fmt.Errorf("a run makes puzzles of one variant, here %s, not %s: start another run with --variant %s for those",
				cmp.Or(geo.Variant.Title(), board.Classical), q.Variant, q.Variant)}
		}
	}
	switch {
	case len(t.Quotas) > maxQuotas:
		return fmt.Errorf("there are %d quotas; the limit is %d", len(t.Quotas), maxQuotas)
	case len(t.Quotas) > 0 && !(t.Rating.IsZero() && t.Level.IsZero()):
		return fmt.Errorf("the quotas say which ratings are wanted; leave out the level and the range of ratings")
	}
	return CheckQuotas(t.Quotas, t.Selection)
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
