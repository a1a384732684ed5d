package board

import (
	"testing"

	"pgregory.net/rapid"
)

// The first puzzle of most articles on Sudoku solvers, and its solution.
const (
	easy       = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	easySolved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)

func TestGrid(t *testing.T) {
	g := mustParse(t, easy)
	if g.Geometry() != Nine() || g.At(0) != 5 || g.At(2) != 0 || g.At(80) != 9 {
		t.Errorf("geometry or cells wrong: %v", g)
	}
	if g.Clues() != 30 || g.Blanks() != 51 || g.Full() {
		t.Errorf("%d clues, %d blanks, full %v", g.Clues(), g.Blanks(), g.Full())
	}
	clues := g.ClueSet()
	if clues.Len() != 30 || !clues.Has(0) || clues.Has(2) {
		t.Errorf("clue set of %d cells", clues.Len())
	}
	copied := g
	copied.Set(2, 4)
	copied.Digits()[3] = 6
	if g.At(2) != 0 || copied.At(2) != 4 || copied.At(3) != 6 || copied == g {
		t.Error("a copy is not independent")
	}
	if zero := (Grid{}); zero.Geometry() != nil || zero == NewGrid(Nine()) {
		t.Error("the zero Grid has a geometry")
	}
}

func TestKeep(t *testing.T) {
	solved, puzzle := mustParse(t, easySolved), mustParse(t, easy)
	if !solved.Full() || solved.Blanks() != 0 {
		t.Fatalf("%d blanks in a full grid", solved.Blanks())
	}
	if got := solved.Keep(puzzle.ClueSet()); got != puzzle {
		t.Errorf("Keep gave %v, want %v", got, puzzle)
	}
	if got := solved.Keep(CellSet{}); got != NewGrid(Nine()) {
		t.Errorf("Keep of no cells gave %v", got)
	}
}

func TestCheck(t *testing.T) {
	tests := []struct {
		size  int
		digit Digit
		cells []Cell
		want  string // the error, empty for none
	}{
		{9, 1, []Cell{0, 7}, "digit 1 appears twice in row 1: at r1c1 and r1c8"},
		{9, 7, []Cell{4, 67}, "digit 7 appears twice in column 5: at r1c5 and r8c5"},
		{9, 2, []Cell{60, 80}, "digit 2 appears twice in box 9: at r7c7 and r9c9"},
		{9, 2, []Cell{0, 12, 80}, ""},
		{9, 9, []Cell{0, 8, 4}, "digit 9 appears twice in row 1: at r1c1 and r1c5"},
		{4, 3, []Cell{0, 5}, "digit 3 appears twice in box 1: at r1c1 and r2c2"},
		{6, 5, []Cell{2, 8}, "digit 5 appears twice in box 1: at r1c3 and r2c3"},
		{6, 5, []Cell{2, 9}, ""},
		{6, 5, []Cell{2, 12}, ""},
		{16, 16, []Cell{17, 31}, "digit G appears twice in row 2: at r2c2 and r2c16"},
	}
	for _, tt := range tests {
		geo, err := ForSize(tt.size)
		if err != nil {
			t.Fatal(err)
		}
		g := NewGrid(geo)
		for _, c := range tt.cells {
			g.Set(c, tt.digit)
		}
		got := ""
		if err := g.Check(); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("size %d, %v at %v: %q, want %q", tt.size, tt.digit, tt.cells, got, tt.want)
		}
	}
	for _, text := range []string{easy, easySolved} {
		g := mustParse(t, text)
		if err := g.Check(); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestCheckFindsEveryPair puts each digit twice into each pair of cells: a
// conflict exactly where the two are peers.
func TestCheckFindsEveryPair(t *testing.T) {
	for _, geo := range Sizes() {
		for _, d := range []Digit{1, Digit(geo.Size)} {
			for a := range geo.Cells {
				for b := range a {
					g := NewGrid(geo)
					g.Set(Cell(a), d)
					g.Set(Cell(b), d)
					peers := geo.PeerSet(Cell(a))
					if bad := g.Check() != nil; bad != peers.Has(Cell(b)) {
						t.Fatalf("size %d, %v at cells %d and %d: conflict %v", geo.Size, d, a, b, bad)
					}
				}
			}
		}
	}
}

func TestSolves(t *testing.T) {
	puzzle, solved := mustParse(t, easy), mustParse(t, easySolved)
	other := RandomTransform(Nine(), newRand(1)).Apply(&solved)
	twice := solved
	twice.Set(80, 8)
	four := mustParse(t, "1234341221434321")
	blank := NewGrid(Nine())
	tests := []struct {
		name           string
		solution, from Grid
		want           bool
	}{
		{"solution", solved, puzzle, true},
		{"solution of nothing", solved, blank, true},
		{"itself", solved, solved, true},
		{"not full", puzzle, puzzle, false},
		{"another grid", other, puzzle, false},
		{"conflict", twice, blank, false},
		{"another size", four, blank, false},
		{"no grid", Grid{}, Grid{}, false},
	}
	for _, tt := range tests {
		if got := tt.solution.Solves(&tt.from); got != tt.want {
			t.Errorf("%s: Solves = %v", tt.name, got)
		}
	}
}

// TestBoardCandidates compares NewBoard with the definition, and with placing
// the digits one by one.
func TestBoardCandidates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		geo := rapid.SampledFrom(Sizes()).Draw(t, "size")
		rng := newRand(rapid.Uint64().Draw(t, "seed"))
		blank := NewGrid(geo)
		placed := NewBoard(&blank)
		g := blank
		for c := range randomMask(geo, 0.3, rng).All() {
			d := Digit(1 + rng.IntN(geo.Size))
			g.Set(c, d)
			placed.Place(c, d)
		}
		b := NewBoard(&g)
		if placed != b {
			t.Fatalf("placing one by one gives\n%s, want\n%s", placed.Framed(), b.Framed())
		}
		for i := range geo.Cells {
			want := geo.All
			for _, p := range geo.Peers(Cell(i)) {
				want &^= g.At(p).Mask()
			}
			if g.At(Cell(i)) != 0 {
				want = 0
			}
			if got := b.Candidates(Cell(i)); got != want {
				t.Fatalf("%s has %v, want %v in\n%s", geo.CellName(Cell(i)), got, want, g.Framed())
			}
		}
	})
}

func TestBoardEdits(t *testing.T) {
	blank := NewGrid(Sizes()[0])
	b := NewBoard(&blank)
	b.Eliminate(5, Digit(2).Mask()|Digit(4).Mask())
	if got := b.Candidates(5).String(); got != "13" {
		t.Errorf("after Eliminate: %s, want 13", got)
	}
	b.SetCandidates(5, Digit(4).Mask())
	if got := b.Candidates(5).String(); got != "4" {
		t.Errorf("after SetCandidates: %s, want 4", got)
	}
	before := b
	b.Place(0, 4)
	if b.At(0) != 4 || b.Candidates(0) != 0 || b.Candidates(5) != 0 || b.Candidates(15) != before.Candidates(15) {
		t.Errorf("after Place:\n%s", b.Framed())
	}
	if before.At(0) != 0 || before.Candidates(0).Len() != 4 {
		t.Error("a copied board is not independent")
	}
}
