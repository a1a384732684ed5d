package grade

import (
	"math/rand/v2"
	"testing"

	"gradoku/board"
)

var schemes = map[string]Scheme{"printed": Printed, "fitted": Fitted}

// TestBlanks: no set of clues has a letter with a number of blanks for which it
// is said to be out of reach.
func TestBlanks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, g := range board.Sizes() {
		for name, s := range schemes {
			lowest, _ := s.Blanks(g, "ABCDEFGHI")
			for n := lowest; n <= g.Cells; n++ {
				for range 3 {
					p := board.NewGrid(g)
					for _, c := range r.Perm(g.Cells)[n:] {
						p.Set(board.Cell(c), 1)
					}
					blanks, freedom := Metrics(&p)
					letter := string(s.Letter(g, blanks, freedom))
					if from, to := s.Blanks(g, letter); n < from || n > to {
						t.Errorf("%s %dx%d: %d blanks are %s, said to have %d to %d", name, g.Size, g.Size, n, letter, from, to)
					}
				}
			}
		}
	}
}

func TestBlanksOfLetters(t *testing.T) {
	for _, tt := range []struct {
		scheme   Scheme
		letters  string
		from, to int
	}{
		{Printed, "A", 37, 45},
		{Fitted, "A", 41, 45},
		{Printed, "I", 73, 81},
		{Fitted, "I", 61, 81},
		{Printed, "", 0, 0},
	} {
		if from, to := tt.scheme.Blanks(board.Nine(), tt.letters); from != tt.from || to != tt.to {
			t.Errorf("%v %s: %d to %d, want %d to %d", tt.scheme, tt.letters, from, to, tt.from, tt.to)
		}
	}
}
