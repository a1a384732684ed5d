package board

import (
	"flag"
	"math/rand/v2"
	"testing"
)

var long = flag.Bool("long", false, "run the long tests")

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

func mustParse(t testing.TB, s string) Grid {
	t.Helper()
	g, err := Parse(s)
	if err != nil {
		t.Fatalf("Parse(%q): %v", s, err)
	}
	return g
}

// randomGrid fills a grid of the given size at random. It gives up unlucky
// beginnings, which on 16x16 could take for ever.
func randomGrid(g *Geometry, rng *rand.Rand) Grid {
	blank := NewGrid(g)
	for {
		budget := 2000
		b := NewBoard(&blank)
		if complete(&b, rng, &budget) {
			return b.Grid
		}
	}
}

// complete fills the blanks of b by plain backtracking, in random order when
// rng is not nil, and reports whether it could within budget steps.
func complete(b *Board, rng *rand.Rand, budget *int) bool {
	c, digits, full := tightest(b)
	if full {
		return true
	}
	*budget--
	if *budget < 0 {
		return false
	}
	order := make([]Digit, 0, MaxSize)
	for d := range digits.All() {
		order = append(order, d)
	}
	if rng != nil {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	for _, d := range order {
		next := *b
		next.Place(c, d)
		if complete(&next, rng, budget) {
			*b = next
			return true
		}
	}
	return false
}

// tightest returns the blank with the fewest digits to try, counting a digit
// with one place left in a house as the only one.
func tightest(b *Board) (at Cell, digits Digits, full bool) {
	full = true
	for h := range b.geo.Houses {
		var once, more Digits
		for _, c := range b.geo.HouseCells(House(h)) {
			s := b.cands[c]
			more |= once & s
			once |= s
			if b.cells[c] == 0 && (full || s.Len() < digits.Len()) {
				at, digits, full = c, s, false
			}
		}
		single := once &^ more
		if single == 0 || full || digits.Len() < 2 {
			continue
		}
		for _, c := range b.geo.HouseCells(House(h)) {
			if s := b.cands[c] & single; s != 0 {
				at, digits = c, s.First().Mask()
			}
		}
	}
	return at, digits, full
}

// solutions lists all solutions of a puzzle.
func solutions(puzzle *Grid) []Grid {
	var list []Grid
	var extend func(b *Board)
	extend = func(b *Board) {
		c, digits, full := tightest(b)
		if full {
			list = append(list, b.Grid)
			return
		}
		for d := range digits.All() {
			next := *b
			next.Place(c, d)
			extend(&next)
		}
	}
	b := NewBoard(puzzle)
	extend(&b)
	return list
}

// randomMask returns each cell with probability p.
func randomMask(g *Geometry, p float64, rng *rand.Rand) CellSet {
	var s CellSet
	for i := range g.Cells {
		if rng.Float64() < p {
			s.Add(Cell(i))
		}
	}
	return s
}
