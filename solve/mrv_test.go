package solve

import (
	"testing"

	"gradoku/board"
	"gradoku/internal/boardtest"
)

// openNode is a node in which everything is possible.
func openNode(t *testing.T, size int) (*mrvSearch, *places) {
	m := newMRVSearch(boardtest.Geometry(t, size))
	p := board.NewGrid(m.geo)
	m.load(&p)
	return m, &m.stack[0]
}

func digits(ds ...board.Digit) board.Digits {
	var s board.Digits
	for _, d := range ds {
		s |= d.Mask()
	}
	return s
}

// TestSingles looks at one house, the first row, of a 4x4 grid.
func TestSingles(t *testing.T) {
	for _, tt := range []struct {
		name string
		row  [4]board.Digits
		want [4]board.Digits
		ok   bool
	}{
		{"nothing", [4]board.Digits{15, 15, 15, 15}, [4]board.Digits{15, 15, 15, 15}, true},
		{"naked", [4]board.Digits{1, 15, 15, 15}, [4]board.Digits{1, 14, 14, 14}, true},
		{"hidden", [4]board.Digits{15, 14, 14, 14}, [4]board.Digits{1, 14, 14, 14}, true},
		{"both", [4]board.Digits{1, 15, 13, 13}, [4]board.Digits{1, 2, 12, 12}, true},
		{"full", [4]board.Digits{1, 2, 4, 8}, [4]board.Digits{1, 2, 4, 8}, true},
		{"digit twice", [4]board.Digits{1, 1, 14, 14}, [4]board.Digits{}, false},
		{"digit nowhere", [4]board.Digits{14, 14, 14, 14}, [4]board.Digits{}, false},
		{"empty cell", [4]board.Digits{0, 15, 15, 15}, [4]board.Digits{}, false},
		{"cell emptied", [4]board.Digits{1, 1 | 2, 2, 15}, [4]board.Digits{}, false},
		{"two digits, one place", [4]board.Digits{15, 12, 12, 12}, [4]board.Digits{}, false},
	} {
		m, s := openNode(t, 4)
		for i, d := range tt.row {
			m.set(s, board.Cell(i), d)
		}
		if ok := m.singles(s, m.geo.RowHouse(0)); ok != tt.ok || ok && [4]board.Digits(s.cand[:4]) != tt.want {
			t.Errorf("%s: %v, %v; want %v, %v", tt.name, s.cand[:4], ok, tt.want, tt.ok)
		}
	}
}

// TestLocked plays pointing and claiming along rows and along columns, on boxes
// that lie, stand and are square.
func TestLocked(t *testing.T) {
	for _, geo := range board.Sizes() {
		for _, line := range []board.House{geo.RowHouse(0), geo.ColHouse(0)} {
			box := geo.BoxHouse(0)
			inLine, inBox := geo.HouseSet(line), geo.HouseSet(box)
			lockedFrom(t, geo, inBox, inLine)
			lockedFrom(t, geo, inLine, inBox)
		}
	}
}

// lockedFrom leaves digit 1 in house a only where it crosses house b, and
// expects it to leave the rest of b and nothing else.
func lockedFrom(t *testing.T, geo *board.Geometry, a, b board.CellSet) {
	t.Helper()
	m, s := openNode(t, geo.Size)
	for c := range a.Minus(b).All() {
		m.set(s, c, s.cand[c]&^digits(1))
	}
	m.locked(s)
	gone := a.Union(b).Minus(a.Intersect(b))
	for i := range geo.Cells {
		want := geo.All
		if gone.Has(board.Cell(i)) {
			want &^= digits(1)
		}
		if s.cand[i] != want {
			t.Errorf("size %d: %s can hold %v, want %v", geo.Size, geo.CellName(board.Cell(i)), s.cand[i], want)
		}
	}
}

// TestRefineSound: the rules never strike a digit of the solution.
func TestRefineSound(t *testing.T) {
	for _, tt := range []struct{ size, clues, rounds int }{{4, 6, 200}, {6, 14, 200}, {9, 28, 200}, {12, 60, 20}, {16, 120, 20}} {
		geo := boardtest.Geometry(t, tt.size)
		rng := boardtest.Rand(6)
		s := NewSearcher(geo)
		for range tt.rounds {
			full := boardtest.RandomGrid(s.geo, s, rng)
			p := boardtest.SomeClues(full, tt.clues, rng)
			m := newMRVSearch(geo)
			m.load(&p)
			if !m.refine(&m.stack[0]) {
				t.Fatalf("%v has a solution, but is called dead", p)
			}
			for i, d := range full.Digits() {
				if !m.stack[0].cand[i].Has(d) {
					t.Fatalf("%v: digit %v of the solution was struck from %s", p, d, geo.CellName(board.Cell(i)))
				}
			}
		}
	}
}
