package literature

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/solve"
)

var solveOptions = solve.Options{Limit: 2}

// The table freedom_formulas was computed independently.
func TestFreedomFormulas(t *testing.T) {
	s := newSheet(t.Context(), "x", Scope{})
	table := TableOf("freedom_formulas")
	examples := freedomExamples(s, &table)
	for i, f := range freedomFormulas {
		var ours []string
		for _, p := range examples {
			ours = append(ours, fmt.Sprint(f.of(sumBlanks(p))))
		}
		if diff := cmp.Diff(table.Rows[i+1][1:], ours); diff != "" {
			t.Errorf("%s: %s", table.Value(i+1, "formula"), diff)
		}
	}
}

// The first formula is the one that package grade uses; the second counts the
// blank peers of blanks.
func TestSumBlanks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		geo := rapid.SampledFrom(board.Sizes()).Draw(t, "size")
		p := board.NewGrid(geo)
		for _, c := range rapid.SliceOfDistinct(rapid.IntRange(0, geo.Cells-1), rapid.ID).Draw(t, "clues") {
			p.Set(board.Cell(c), 1)
		}
		sums := sumBlanks(&p)
		peers := 0
		for i := range geo.Cells {
			for _, o := range geo.Peers(board.Cell(i)) {
				if p.At(board.Cell(i)) == 0 && p.At(o) == 0 {
					peers++
				}
			}
		}
		if _, want := grade.Metrics(&p); freedomFormulas[0].of(sums) != want {
			t.Errorf("freedom %d, want %d", freedomFormulas[0].of(sums), want)
		}
		if got := freedomFormulas[1].of(sums); got != peers {
			t.Errorf("%d blank peers, want %d", got, peers)
		}
	})
}

func TestLevelOf(t *testing.T) {
	used, full := TableOf("freedom_levels_used"), TableOf("freedom_levels_full")
	for _, c := range []struct {
		table  *Table
		from   string
		n      int
		late   bool
		level  int
		reason string
	}{
		{&used, "from", 698, false, 0, "below all"},
		{&used, "from", 700, false, 1, "the first"},
		{&used, "from", 820, false, 1, "a shared end"},
		{&used, "from", 820, true, 2, "a shared end, the other way"},
		{&used, "from printed", 1162, false, 4, "the misprint"},
		{&used, "from printed", 1162, true, 5, "the misprint"},
		{&used, "from", 1162, true, 4, "corrected"},
		{&used, "from", 1301, true, 0, "above all"},
		{&full, "from", 2106, false, 5, "the empty grid"},
	} {
		if got := levelOf(c.table, c.from, c.n, c.late); got != c.level {
			t.Errorf("%s: level %d of %d, want %d", c.reason, got, c.n, c.level)
		}
	}
}

// The five equal parts are the printed ranges, but for the number printed in two.
func TestWholeRangeLevel(t *testing.T) {
	table := TableOf("freedom_levels_full")
	for i := range table.Rows {
		from, to := table.Int(i, "from"), table.Int(i, "to")
		for f := from; f <= to; f++ {
			if got := wholeRangeLevel(f); got != i+1 {
				t.Fatalf("level %d of %d, want %d", got, f, i+1)
			}
		}
	}
}

// The notation is that of the chains given, not of the text asked for.
func TestChains(t *testing.T) {
	lit := func(c board.Cell, d board.Digit, on bool) grade.Literal {
		return grade.Literal{Candidate: grade.Candidate{Cell: c, Digit: d}, On: on}
	}
	links := []grade.Link{
		{Literal: lit(3, 7, true)},
		{Literal: lit(5, 7, false), From: []int{0}},
		{Literal: lit(5, 4, true), From: []int{1}},
		{Literal: lit(8, 4, false), From: []int{2}},
		{Literal: lit(8, 9, true), From: []int{3}},
		{Literal: lit(3, 7, false), From: []int{4}},
	}
	chain := func(end int) []foundChain { return []foundChain{{"x", links[:end]}} }
	for _, c := range []struct {
		end             int
		published, want string
	}{
		{6, "A=1-->B<>1", "A=1-->B<>1"},
		{6, "A=1-->B=2-->C=3", "A=1-->B=2-->C=3"},
		{4, "A=1-->B=2-->C=3", "none found"},
		{6, "A=1-->B=1", "none found"},
	} {
		if got, reason := chainWritten(chain(c.end), c.published); got != c.want {
			t.Errorf("%d links: %s (%s), want %s", c.end, got, reason, c.want)
		}
	}
}

// Three equations in two unknowns, one the sum of the others.
func TestMatrixRank(t *testing.T) {
	m := &Programme{Variables: 4, Equations: []Equation{
		{Variables: []int{1, 2}}, {Variables: []int{3, 4}}, {Variables: []int{1, 2, 3, 4}}, {Variables: []int{2, 3}},
	}}
	if got := matrixRank(m); got != 3 {
		t.Errorf("rank %d, want 3", got)
	}
}

// sizeLeft agrees with the candidates of the board: each takes part in four
// equations, and each blank cell is one of them. What follows is hidden and naked
// singles, until there are none.
func TestSizeLeft(t *testing.T) {
	for _, p := range Puzzles() {
		size := func(b *board.Board) string {
			candidates := 0
			for i := range b.Geometry().Cells {
				candidates += b.Candidates(board.Cell(i)).Len()
			}
			return fmt.Sprint(4*b.Grid.Blanks(), candidates, 4*candidates)
		}
		m, b := NewProgramme(&p.Puzzle), board.NewBoard(&p.Puzzle)
		if got, want := sizeLeft(m, false), size(&b); got != want {
			t.Errorf("%s: %s, want %s", p.Key, got, want)
		}
		geo := b.Geometry()
		for again := true; again; {
			again = false
			for i := range geo.Cells {
				if cands := b.Candidates(board.Cell(i)); cands.Single() {
					b.Place(board.Cell(i), cands.First())
					again = true
				}
			}
			for h := range 3 * geo.Size {
				for d := range geo.All.All() {
					if c, only := onlyPlace(&b, board.House(h), d); only {
						b.Place(c, d)
						again = true
					}
				}
			}
		}
		if got, want := sizeLeft(m, true), size(&b); got != want {
			t.Errorf("%s, what follows: %s, want %s", p.Key, got, want)
		}
	}
}

func TestStarTable(t *testing.T) {
	one := newStarTable("table1")
	stars, blanks := one.puzzles()
	if len(stars) != 100 || len(blanks) != 100 || stars[0] != 1 || blanks[99] != 58 {
		t.Errorf("%d puzzles, first with %v stars, last with %v blanks", len(stars), stars[0], blanks[99])
	}
	if got := one.count(2, 56); got != 35 {
		t.Errorf("%d puzzles of three stars with 56 blanks, want 35", got)
	}
	if got := one.count(0, 58); got != 0 {
		t.Errorf("%d in a blank cell", got)
	}
}
