package grade

import (
	"fmt"
	"testing"

	"gradoku/board"
)

// chainCases are steps of techniques that random puzzles of docs/TECHNIQUES.md hardly need, and
// what is said of them.
var chainCases = []struct {
	puzzle, id string
	rating     int
	says       string
}{
	{
		"......4..1..6..3.76..3.8.2...1.85....5..972.......6..13...7..9.4.........7......5", "bug-1", 56,
		"BUG type 1: without 4 in r9c6, all blanks would have two candidates and the puzzle would have more than one solution. So remove 1 and 3 from r9c6, which leaves 4.",
	},
	{
		".....8.2..7.4.9.....9....1....81....8...27....3......2..43.1..9..5.6...4......1..", "bug-3", 58,
		"BUG type 3: among r4c8, r8c8 and r9c8, at least one cell with more than two candidates must hold one of 6 and 7; otherwise all blanks would have two candidates and the puzzle would have more than one solution. A cell with only two candidates holds one of these digits too, so in column 8 all these digits lie in these cells: remove 6 from r2c8.",
	},
	{
		"....9..414.3....2....3.79..6.1..4..9......16...75......3..85.....8...6..7......1.", "bug-2", 57,
		"BUG type 2: if none of r1c6 and r2c9 were 8, all blanks would have two candidates and the puzzle would have more than one solution. So one of them is 8: remove 8 from r2c6.",
	},
	{
		"2.6.8.....8...567..592.........5...4..26.4...9.57..3...........6.4.9......8...951", "bug-4", 57,
		"BUG type 4: if r7c6 and r8c6 could hold nothing but 1, 2 and 8, all blanks would have two candidates and the puzzle would have more than one solution. So one of these cells holds another digit. The other holds 1, which has no other place in their house: remove 2 from r7c6, and 8 from r8c6.",
	},
	{
		escargot, "dynamic-plus", 100,
		"Dynamic chain with rules: if r8c6 is 2, then r7c7 both is and is not 2; so r8c6 is not 2.",
	},
	{
		escargot, "nested-2", 102,
		"Nested chains, level 2: wherever 3 goes in column 8, r6c8 is not 7.",
	},
}

func TestChainTechniques(t *testing.T) {
	gr := NewGrader(board.Nine())
	paths := map[string][]Step{}
	for _, c := range chainCases {
		if paths[c.puzzle] == nil {
			p := parse(t, c.puzzle)
			_, paths[c.puzzle] = gr.Path(&p)
		}
		found := false
		for _, s := range paths[c.puzzle] {
			if s.Technique != c.id {
				continue
			}
			found = true
			if got := Sentence(board.Nine(), &s); got != c.says || s.Rating != c.rating {
				t.Errorf("%s: rated %d, %q", c.id, s.Rating, got)
			}
			break
		}
		if !found {
			t.Errorf("%s does not need %s any more", c.puzzle, c.id)
		}
	}
}

// TestOpenBoardHasNoSteps: with every candidate there nothing follows.
func TestOpenBoardHasNoSteps(t *testing.T) {
	for _, geo := range board.Sizes() {
		empty := board.NewGrid(geo)
		gr := NewGrader(geo)
		gr.state.load(&empty)
		gr.state.settle()
		gr.state.limit(0, nil)
		for _, technique := range techniques {
			if technique.find == nil || technique.Rating > 85 || geo.Size > 9 && technique.Rating > 80 {
				continue // slow
			}
			gr.found.reset()
			if technique.find(&gr.state, &gr.found) {
				t.Errorf("%d: %s finds something", geo.Size, technique.ID)
			}
		}
	}
}

// chainBase is the rating before the increment for length.
var chainBase = map[string]float64{
	"x-cycle": 6.5, "y-cycle": 6.5, "forcing-x-chain": 6.6, "cycle": 7.0, "forcing-chain": 7.0, "nishio": 7.5,
	"cell-forcing-chain": 8.0, "region-forcing-chain": 8.0, "dynamic-contradiction": 8.5, "dynamic-double": 8.5,
	"dynamic-cell": 8.5, "dynamic-region": 8.5, "dynamic-plus": 9.0, "nested-2": 9.5, "nested-3": 10.0,
	"nested-4": 10.5, "nested-5": 11.0,
}

// checkChains holds the chains of a step against the board before it: every link
// follows by the rule it claims, the ends bear out the conclusion, and the number
// of links gives the rating.
func checkChains(b *board.Board, s *Step) error {
	base, ok := chainBase[s.Technique]
	if !ok {
		if s.Chains != nil {
			return fmt.Errorf("has chains")
		}
		return nil
	}
	nodes, nested := 0, false
	for _, c := range s.Chains {
		for i, l := range c {
			if err := checkLink(b, c, i); err != nil {
				return fmt.Errorf("link %d of %s: %w", i, c.Implication().Notation(b.Geometry()), err)
			}
			nested = nested || chainBase[l.By] != 0
		}
		nodes += len(c)
	}
	first := s.Chains[0]
	if first[0].Literal == first[len(first)-1].Literal {
		nodes-- // a cycle has its start at both ends
	}
	if want := inTenths(base + lengthRating(nodes)); s.Rating != want && (!nested || s.Rating < want) {
		return fmt.Errorf("%d nodes would be rated %d", nodes, want)
	}
	return checkEnds(s)
}

// checkLink tests one link. A true candidate must have everything else in its
// cell or house among the links that it follows from.
func checkLink(b *board.Board, c Chain, i int) error {
	l := c[i]
	if (i == 0) != (len(l.From) == 0) {
		return fmt.Errorf("%d parents", len(l.From))
	}
	if i == 0 {
		return nil
	}
	gone := map[Candidate]bool{}
	for _, k := range l.From {
		if k >= i || c[k].On == (l.On || l.By != "") {
			return fmt.Errorf("follows from link %d", k)
		}
		gone[c[k].Candidate] = true
	}
	switch {
	case l.By != "":
		if _, err := TechniqueByID(l.By); err != nil || l.On {
			return fmt.Errorf("by %s", l.By)
		}
	case !l.On:
		if len(l.From) != 1 || !excludes(b.Geometry(), c[l.From[0]].Candidate, l.Candidate) {
			return fmt.Errorf("does not exclude it")
		}
	case !lastInCell(b, l.Candidate, gone) && !lastInHouse(b, l.Candidate, gone):
		return fmt.Errorf("something else is left")
	}
	return nil
}

func excludes(geo *board.Geometry, x, y Candidate) bool {
	if x.Cell == y.Cell {
		return x.Digit != y.Digit
	}
	peers := geo.PeerSet(x.Cell)
	return x.Digit == y.Digit && peers.Has(y.Cell)
}

func lastInCell(b *board.Board, c Candidate, gone map[Candidate]bool) bool {
	for d := range b.Candidates(c.Cell).All() {
		if d != c.Digit && !gone[Candidate{c.Cell, d}] {
			return false
		}
	}
	return true
}

func lastInHouse(b *board.Board, c Candidate, gone map[Candidate]bool) bool {
	for _, h := range b.Geometry().HousesOf(c.Cell) {
		last := true
		for _, e := range b.Geometry().HouseCells(h) {
			if e != c.Cell && b.Candidates(e).Has(c.Digit) && !gone[Candidate{e, c.Digit}] {
				last = false
			}
		}
		if last {
			return true
		}
	}
	return false
}

// checkEnds tests what the chains lead to.
func checkEnds(s *Step) error {
	conclusion := Literal{s.Place, true}
	if s.Place.Digit == 0 {
		conclusion = Literal{s.Eliminate[0], false}
	}
	end := func(i int) Literal { return s.Chains[i][len(s.Chains[i])-1].Literal }
	start := s.Chains[0][0].Literal
	switch {
	case start == end(0): // a cycle
	case len(s.Chains) == 1:
		if start != conclusion.Not() || end(0) != conclusion {
			return fmt.Errorf("chain from %v to %v", start, end(0))
		}
	case start == s.Chains[1][0].Literal: // a contradiction
		if start != conclusion.Not() || end(0) != end(1).Not() {
			return fmt.Errorf("assumption %v leads to %v and %v", start, end(0), end(1))
		}
	default:
		for i := range s.Chains {
			if end(i) != conclusion {
				return fmt.Errorf("case %d leads to %v", i, end(i))
			}
		}
	}
	return nil
}
