package generate

import (
	"fmt"
	"math/rand/v2"
	"sync"

	"gradoku/board"
)

// Uniform makes random full grids, every one with exactly the same probability: 1/288
// on 4x4, 1/28,200,960 on 6x6, 1/6,670,903,752,021,072,936,960 on 9x9. A statistic
// over puzzles means little if the grids under them are biased, and every method that
// fills cell by cell is biased: it divides probability equally among the choices of a
// step, however few grids one of them leads to.
//
// The solution is to count. If it is known how many grids each choice leads to, one
// random number below the total can be split into choices, and each grid corresponds
// to equally many numbers. Two things keep the counting small.
//
// # Symmetry first
//
// Relabelling the digits, permuting the columns of a stack or the rows of a
// band turns grids into grids. So it is enough to pick one representative with
// the right weight and to move it at random afterwards: since these moves form
// a group, every image of the representative is equally likely. The moves take
// most of the randomness: 9! · 6³ · 6³ · 6 (digits; rows; columns; order of the
// stacks) on 9x9.
//
// On 4x4 and 6x6 little else is left: with the top left box written in order and
// rows, columns, bands and stacks sorted, 3 and 816 grids. They are listed. On 9x9
// this leaves 3,546,146,300,288, as B. Felgenhauer and F. Jarvis counted
// (Enumerating possible Sudoku grids, 2005; Mathematics of Sudoku I, 2006); that is
// too many for a list, so picking one needs a finer method.
//
// # Bands by their column sets
//
// The three digits that a column has inside a band form its column set; the
// three of a box are a partition of the nine digits, one of 280. Bands
// constrain each other only through these sets: below a box with the column
// sets A1 A2 A3 those of the next box are B1 B2 B3 with Ai and Bi disjoint, 56
// ways, and the last box gets what remains. So three steps make a grid:
//
//  1. the partitions of the three boxes of the top band;
//  2. for each stack one of the 56 ways to go on, 56³ = 175,616 in all;
//  3. for each band a filling with the column sets it now has.
//
// The number of fillings depends on how the partitions of a band's second and third
// box lie relative to the first's: a table of 280 × 280 with 16 different values, 6 ×
// {16, 20, 24, 26, 28, 30, 32, 36, 38, 44, 46, 48, 86, 96, 144, 288}. The weight of a
// choice in step 2 is the product of two entries; their sum over all choices is the
// number of ways to complete the top band, one of 44 values from 6,831,977,472 to
// 7,802,998,272. Up to here this is the band counting that the Sudoku forums of 2005
// and 2006 worked out alongside Felgenhauer and Jarvis, with the same total.
//
// # Without rejecting anything
//
// Random top bands could be accepted with a chance in proportion to their
// completions. But up to symmetry the 280² choices of step 1 are only 44, one for
// each number of completions, and it costs about twenty milliseconds, once, to
// tabulate for each of them the running sums over step 2 for the first two stacks;
// the third is summed up on the way. So no random number is wasted. A grid takes two
// random numbers: one below 510,645,067,241,472 for the three steps, one below 9!·6⁷
// = 101,583,175,680 for the moves. (Their ranges multiply to more than the number of
// grids, and each grid corresponds to equally many pairs.) This arrangement, and the
// bit sets that count and choose fillings, were worked out for gradoku.
//
// A Uniform may be used by several goroutines: its tables, about a megabyte for 9x9,
// are built once, at the first [NewUniform] of a size, and never change.
type Uniform struct {
	geo   *board.Geometry
	forms *normalForms // 4x4 and 6x6
	bands *bandTables  // 9x9
}

var (
	sharedForms4 = sync.OnceValue(func() *normalForms { return newNormalForms(board.Sizes()[0]) })
	sharedForms6 = sync.OnceValue(func() *normalForms { return newNormalForms(board.Sizes()[1]) })
	sharedBands  = sync.OnceValue(newBandTables)
)

// NewUniform returns a Uniform for one size. It returns an error if there is
// none: tables like these would be too large on 12x12 and impossible on 16x16.
func NewUniform(g *board.Geometry) (*Uniform, error) {
	if !g.Classical() {
		return nil, fmt.Errorf("no exact method makes uniform grids of %s", g.Variant.Title())
	}
	switch g.Size {
	case 4:
		return &Uniform{geo: g, forms: sharedForms4()}, nil
	case 6:
		return &Uniform{geo: g, forms: sharedForms6()}, nil
	case 9:
		return &Uniform{geo: g, bands: sharedBands()}, nil
	}
	return nil, fmt.Errorf("no exact method makes uniform grids of %dx%d, only of 4x4, 6x6 and 9x9", g.Size, g.Size)
}

// Fill returns a full grid picked with equal probability from all of its size.
// It takes one random number on 4x4 and 6x6 and two on 9x9 (very rarely one
// more, to avoid bias), and allocates nothing.
func (u *Uniform) Fill(rng *rand.Rand) board.Grid {
	g := board.NewGrid(u.geo)
	if u.bands != nil {
		u.bands.draw(rng, &g)
	} else {
		u.forms.draw(rng, &g)
	}
	return g
}

// ordinal is a number below a product, split into one independent choice for
// each factor. If it is uniform, so are the choices.
type ordinal uint64

// choice splits off a number below n.
func (o *ordinal) choice(n uint64) uint64 {
	c := uint64(*o) % n
	*o /= ordinal(n)
	return c
}

// permute puts the elements of p, which the caller has in a fixed order, into
// one of len(p)! orders.
func (o *ordinal) permute(p []uint8) {
	for i := len(p) - 1; i > 0; i-- {
		j := o.choice(uint64(i) + 1)
		p[i], p[j] = p[j], p[i]
	}
}
