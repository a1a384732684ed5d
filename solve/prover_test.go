package solve

import (
	"errors"
	"strings"
	"testing"

	"gradoku/board"
)

// One prover takes sizes in any order, and what one puzzle turned out to be says
// nothing about the next.
func TestProver(t *testing.T) {
	var v Prover
	const (
		full  = "1234341221434321"
		royle = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
	)
	for _, tt := range []struct {
		puzzle string
		want   error
		words  string
	}{
		{"1...............", ErrSeveral, "several solutions"},
		{royle, nil, ""},
		{"11..............", ErrNone, "no solution: "},
		{"12....34........", ErrNone, "no solution"},
		{full, nil, ""},
		{strings.Repeat(".", 81), ErrSeveral, "several solutions"},
		{royle, nil, ""},
	} {
		p, err := board.Parse(tt.puzzle)
		if err != nil {
			t.Fatal(err)
		}
		solution, err := v.Prove(&p)
		if !errors.Is(err, tt.want) {
			t.Errorf("%v: %v, want %v", p, err, tt.want)
		}
		switch {
		case err == nil && !solution.Solves(&p):
			t.Errorf("%v: solution %v", p, solution)
		case err != nil && (!strings.HasPrefix(err.Error(), tt.words) || solution != board.Grid{}):
			t.Errorf("%v: %q with solution %v", p, err, solution)
		}
	}
}

// A prover asks for all that a proof takes, whatever its searcher was used for
// before.
func TestProverSetsItsBudget(t *testing.T) {
	var v Prover
	p := board.NewGrid(board.Nine())
	v.Searcher(board.Nine()).Budget = 1
	if _, err := v.Prove(&p); !errors.Is(err, ErrSeveral) {
		t.Errorf("%v", err)
	}
}
