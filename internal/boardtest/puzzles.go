package boardtest

import (
	"math/rand/v2"

	"gradoku/board"
)

// search is the simplest possible solver: the blank with the fewest candidates,
// every candidate in turn. It checks the steps of the grader and helps to make
// puzzles, and shares nothing with the packages under test.
type search struct {
	geo  *board.Geometry
	grid board.Grid
	used [board.MaxHouses]board.Digits
	rng  *rand.Rand // shuffles the candidates; nil: ascending
	ban  struct {   // a digit that must not be tried in one cell
		cell  board.Cell
		digit board.Digit
	}
	found []board.Grid
	limit int
	nodes int // stop after this many; 0: never
}

// Solutions returns up to limit solutions of p.
func Solutions(p *board.Grid, limit int, rng *rand.Rand) []board.Grid {
	s := search{rng: rng, limit: limit}
	return s.start(p)
}

// Without reports whether p can be solved with anything but digit d in cell c.
func Without(p *board.Grid, c board.Cell, d board.Digit) bool {
	s := search{limit: 1}
	s.ban.cell, s.ban.digit = c, d
	return len(s.start(p)) > 0
}

func (s *search) start(p *board.Grid) []board.Grid {
	s.geo, s.grid = p.Geometry(), *p
	for i, d := range p.Digits() {
		s.write(board.Cell(i), d)
	}
	s.solve()
	return s.found
}

func (s *search) write(c board.Cell, d board.Digit) {
	s.grid.Set(c, d)
	for _, h := range s.geo.HousesOf(c) {
		s.used[h] ^= d.Mask()
	}
}

func (s *search) candidates(c board.Cell) board.Digits {
	m := s.geo.All
	for _, h := range s.geo.HousesOf(c) {
		m &^= s.used[h]
	}
	if c == s.ban.cell {
		m &^= s.ban.digit.Mask()
	}
	return m
}

func (s *search) solve() {
	best, bestN := board.Cell(0), board.MaxSize+1
	for i, d := range s.grid.Digits() {
		if d != 0 {
			continue
		}
		if n := s.candidates(board.Cell(i)).Len(); n < bestN {
			if best, bestN = board.Cell(i), n; n < 2 {
				break
			}
		}
	}
	if bestN > board.MaxSize {
		s.found = append(s.found, s.grid)
		return
	}
	if s.nodes--; s.nodes == 0 {
		s.limit = 0
	}
	m := s.candidates(best)
	turn := 0
	if s.rng != nil {
		turn = s.rng.IntN(board.MaxSize)
	}
	for k := range board.MaxSize { // ascending from a random digit, and round
		d := board.Digit((k+turn)%board.MaxSize + 1)
		if !m.Has(d) {
			continue
		}
		s.write(best, d)
		s.solve()
		s.write(best, d)
		s.grid.Set(best, 0)
		if len(s.found) >= s.limit {
			return
		}
	}
}

// RandomPuzzle returns a proper puzzle and its solution. Clues are taken away in
// random order until the given number is left or none can go.
func RandomPuzzle(g *board.Geometry, rng *rand.Rand, clues int) (puzzle, solution board.Grid) {
	solution = RandomSolution(g, rng)
	puzzle = solution
	left := g.Cells
	for _, i := range rng.Perm(g.Cells) {
		if left <= clues {
			break
		}
		c := board.Cell(i)
		d := puzzle.At(c)
		puzzle.Set(c, 0)
		if Without(&puzzle, c, d) {
			puzzle.Set(c, d)
		} else {
			left--
		}
	}
	return puzzle, solution
}

// RandomSolution fills a grid: up to 9x9 by search, above by shuffling one grid.
func RandomSolution(g *board.Geometry, rng *rand.Rand) board.Grid {
	if g.Size <= 9 {
		empty := board.NewGrid(g)
		for i, d := range rng.Perm(g.Size) {
			empty.Set(g.CellAt(0, i), board.Digit(d+1))
		}
		for { // a jigsaw can keep a plain search busy for minutes, and the next start not at all
			s := search{rng: rng, limit: 1, nodes: 20 * g.Cells}
			if found := s.start(&empty); len(found) > 0 {
				return found[0]
			}
		}
	}
	full := Pattern(g)
	return board.RandomTransform(g, rng).Apply(&full)
}

// Sample returns n random puzzles of one size with their solutions, the same for a seed; 9x9
// ones are minimal.
func Sample(g *board.Geometry, n int, seed uint64) (puzzles, solved []board.Grid) {
	rng := rand.New(rand.NewPCG(seed, 0x67726164))
	clues := map[int]int{12: 55, 16: 120}[g.Size] // the plain solver gets slow below
	for range n {
		p, s := RandomPuzzle(g, rng, clues)
		puzzles, solved = append(puzzles, p), append(solved, s)
	}
	return puzzles, solved
}
