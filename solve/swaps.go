package solve

import (
	"math/bits"

	"gradoku/board"
)

// Swaps proves without a search that clues of a 9x9 are needed. If two digits are exchanged
// throughout a solution, or in a classical one two rows of a band, or two columns of a stack,
// the result is a full grid. Usually a part of this exchange already gives one: a few cells that form a cycle.
// When a puzzle has only one clue in such a part, it has a second solution without that
// clue. Such parts are the simplest unavoidable sets of McGuire, Tugemann and Civario, There Is
// No 16-Clue Sudoku, section 3. They decide 54% of the clues of random minimal puzzles, in a
// tenth of the time of a search for each clue (docs/bench/million.md).
type Swaps struct {
	digit [2][9][9]board.Digit       // of the solution: by row and column, and by column and row
	place [2][9][10]uint8            // the column of a digit in a row, and its row in a column
	row   [board.MaxHouses][10]uint8 // of a digit in a house
	geo   *board.Geometry
	clues [2][9]uint16 // the columns with clues in a row, and the rows in a column
	held  [10]uint64   // the houses with a clue of a digit, as bits
}

// Load prepares for a puzzle and its solution.
func (s *Swaps) Load(puzzle, solution *board.Grid) {
	s.clues, s.held = [2][9]uint16{}, [10]uint64{}
	s.geo = puzzle.Geometry()
	clues, digits := (*[81]board.Digit)(puzzle.Digits()), (*[81]board.Digit)(solution.Digits())
	for r := range 9 {
		for c := range 9 {
			d := digits[9*r+c]
			s.digit[0][r][c], s.digit[1][c][r] = d, d
			s.place[0][r][d], s.place[1][c][d] = uint8(c), uint8(r)
			for _, h := range s.geo.HousesOf(board.Cell(9*r + c)) {
				s.row[h][d] = uint8(r)
			}
			if clues[9*r+c] != 0 {
				s.held[d] |= s.geo.HouseBits(board.Cell(9*r + c))
				s.clues[0][r] |= 1 << c
				s.clues[1][c] |= 1 << r
			}
		}
	}
}

// Flip removes the clue in a cell, or puts it back.
func (s *Swaps) Flip(cell board.Cell) {
	r, c := cell/9, cell%9
	s.clues[0][r] ^= 1 << c
	s.clues[1][c] ^= 1 << r
	s.held[s.digit[0][r][c]] ^= s.geo.HouseBits(cell)
}

// Needed reports whether an exchange shows that the clue in a cell is needed. If none does, the
// clue may be needed nevertheless.
func (s *Swaps) Needed(cell board.Cell) bool {
	r, c := int(cell)/9, int(cell)%9
	for other := 1; other < 3 && s.geo.Classical(); other++ {
		if s.lines(0, r, r/3*3+(r+other)%3, c) || s.lines(1, c, c/3*3+(c+other)%3, r) {
			return true
		}
	}
	for d := board.Digit(1); d <= 9; d++ {
		if s.held[d]&s.geo.HouseBits(cell) == 0 && s.digits(cell, d) {
			return true
		}
	}
	return false
}

// lines exchanges two rows of a band, or with side 1 two columns of a stack, in as few places
// as possible, from the given one. It reports whether only one of these cells has a clue.
func (s *Swaps) lines(side, a, b, start int) bool {
	for n, i := uint16(0), start; ; {
		if n += s.clues[side][a]>>i&1 + s.clues[side][b]>>i&1; n > 1 {
			return false
		}
		if i = int(s.place[side][a][s.digit[side][b][i]]); i == start {
			return n == 1
		}
	}
}

// digits exchanges the digit of a cell with another in as few rows as possible: each row brings
// along the rows that have the other digit in another house of its two cells. It reports whether
// no other exchanged cell has a clue. A clue is noticed early, as it shares a house with an
// exchanged cell that holds the other of the two digits.
func (s *Swaps) digits(cell board.Cell, b board.Digit) bool {
	row := int(cell) / 9
	a := s.digit[0][row][cell%9]
	others := s.held[a] &^ s.geo.HouseBits(cell)
	for done, todo := uint16(0), uint16(1)<<row; todo != 0; todo &^= done {
		r := bits.TrailingZeros16(todo)
		done |= todo & -todo
		atA, atB := board.Cell(9*r)+board.Cell(s.place[0][r][a]), board.Cell(9*r)+board.Cell(s.place[0][r][b])
		if s.held[b]&s.geo.HouseBits(atA)|others&s.geo.HouseBits(atB) != 0 {
			return false
		}
		for _, h := range s.geo.HousesOf(atA) {
			todo |= 1 << s.row[h][b]
		}
		for _, h := range s.geo.HousesOf(atB) {
			todo |= 1 << s.row[h][a]
		}
	}
	return true
}
