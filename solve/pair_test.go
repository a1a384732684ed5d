package solve

import (
	"slices"
	"testing"

	"gradoku/board"
	"gradoku/internal/boardtest"
)

// TestPair blanks sets of four and six cells that can be filled in two ways:
// rings of two digits in the whole grid, and three columns' worth of two rows
// that have the same three digits. Each must be seen as a pair, and be one.
func TestPair(t *testing.T) {
	rng := boardtest.Rand(51)
	s := NewSearcher(board.Nine())
	met := map[string]int{}
	for range boardtest.Rounds(60) {
		full := boardtest.RandomGrid(s.geo, s, rng)
		for a := board.Digit(1); a <= 9; a++ {
			for b := a + 1; b <= 9; b++ {
				for _, ring := range ringsOf(&full, a, b) {
					met[kindOfPair(ring)]++
					checkPair(t, full, ring)
				}
			}
		}
		for _, set := range swapsOf(&full) {
			met[kindOfPair(set)]++
			checkPair(t, full, set)
		}
	}
	for _, kind := range []string{"rows 2+2", "rows 3+3", "rows 2+2+2"} {
		if met[kind] == 0 {
			t.Errorf("no %s among %v", kind, met)
		}
	}
}

// ringsOf returns the sets of four or six cells that hold two digits and hang
// together by rows, columns and boxes.
func ringsOf(g *board.Grid, a, b board.Digit) (rings [][]board.Cell) {
	seen := map[board.Cell]bool{}
	var walk func(c board.Cell, ring *[]board.Cell)
	walk = func(c board.Cell, ring *[]board.Cell) {
		if d := g.At(c); seen[c] || d != a && d != b {
			return
		}
		seen[c] = true
		*ring = append(*ring, c)
		for _, p := range board.Nine().Peers(c) {
			walk(p, ring)
		}
	}
	for c := range board.Cell(81) {
		var ring []board.Cell
		if walk(c, &ring); len(ring) == 4 || len(ring) == 6 {
			rings = append(rings, ring)
		}
	}
	return rings
}

// swapsOf returns the triples of columns in which two rows of a band have the
// same three digits, the cells of both rows.
func swapsOf(g *board.Grid) (sets [][]board.Cell) {
	for _, rows := range [][2]int{{0, 1}, {0, 2}, {1, 2}, {3, 4}, {3, 5}, {4, 5}, {6, 7}, {6, 8}, {7, 8}} {
		for i := range 9 {
			for j := range i {
				for k := range j {
					var of [2][]board.Digit
					var cells []board.Cell
					for n, r := range rows {
						for _, c := range []int{k, j, i} {
							cell := board.Cell(9*r + c)
							of[n] = append(of[n], g.At(cell))
							cells = append(cells, cell)
						}
						slices.Sort(of[n])
					}
					if slices.Equal(of[0], of[1]) {
						sets = append(sets, cells)
					}
				}
			}
		}
	}
	return sets
}

func kindOfPair(cells []board.Cell) string {
	rows := map[int]int{}
	for _, c := range cells {
		rows[board.Nine().Row(c)]++
	}
	switch {
	case len(cells) == 4:
		return "rows 2+2"
	case len(rows) == 2:
		return "rows 3+3"
	}
	return "rows 2+2+2"
}

func checkPair(t *testing.T, p board.Grid, blanks []board.Cell) {
	t.Helper()
	for _, c := range blanks {
		p.Set(c, 0)
	}
	var b bitSearch
	b.load(&p)
	if o := b.refine(&b.stack[0]); o != pair {
		t.Fatalf("%v: outcome %d", p, o)
	}
	if n := solutionsFrom(t, &p, 9); n != 2 {
		t.Fatalf("%v: taken for a pair, has %d solutions", p, n)
	}
}

// TestCount: the short cuts of counting, pairs and two guesses at a time, give
// the number that going from solution to solution gives.
func TestCount(t *testing.T) {
	rng := boardtest.Rand(52)
	s := NewSearcher(board.Nine())
	pairs, twice := 0, 0
	for i := range boardtest.Rounds(300) {
		p := boardtest.Minimal(s, boardtest.RandomGrid(s.geo, s, rng), rng)
		p = boardtest.SomeClues(p, p.Clues()-i%7, rng)
		all := solutionsFrom(t, &p, 300)
		for _, limit := range []int{1, 2, 3, 10, 299} {
			if n := s.Count(&p, limit); n != min(all, limit) {
				t.Fatalf("%v: Count to %d is %d, one by one it is %d", p, limit, n, all)
			}
		}
		p2, t2 := shortCuts(&p)
		pairs += p2
		twice += t2
	}
	if pairs < 30 || twice < 30 {
		t.Errorf("%d pairs and %d guesses of two in all", pairs, twice)
	}
}

// shortCuts reports what the search for two solutions met.
func shortCuts(p *board.Grid) (pairs, twice int) {
	b := bitSearch{}
	b.load(p)
	for found := 0; found < 2 && b.depth > 0; {
		guesses := b.stats.Guesses
		n := b.search(2-found, b.stats.Nodes+1)
		found += n
		pairs += n / 2
		twice += int(b.stats.Guesses-guesses) / 2
	}
	return pairs, twice
}
