package grade

import (
	"fmt"
	"testing"

	"gradoku/board"
)

// chainCases are the first steps of each technique from 5.6 on in random minimal
// puzzles, and what is said of them. That the steps are sound and their chains
// whole is tested elsewhere; this pins the words.
var chainCases = []struct {
	puzzle, id string
	rating     int
	says       string
}{
	{
		"..3.5.8..1.....23.29.....7.31..2...964.59.........6.........68....48....9..6.7..3", "forcing-x-chain", 66,
		"Forcing X-chain: if r3c7 is 1, then r1c9 is not 1, so r1c6 is 1, so r5c6 is not 1, so r5c7 is 1, so r3c7 is not 1; either way, r3c7 is not 1.",
	},
	{
		"5..1.....1......78..83....9..3....9.2.69.4.1....6..........978...2......9...382.6", "forcing-chain", 71,
		"Forcing chain: if r4c5 is 7, then r4c5 is not 1, so r4c2 is 1, so r4c2 is not 5, so r5c2 is 5, so r5c5 is not 5, so r5c5 is 7, so r4c5 is not 7; either way, r4c5 is not 7.",
	},
	{
		"......4..1..6..3.76..3.8.2...1.85....5..972.......6..13...7..9.4.........7......5", "bug-1", 56,
		"BUG type 1: were r9c6 not 4, all blanks would be bivalue and the puzzle would have more than one solution: r9c6 loses 1 and 3.",
	},
	{
		"....1.7....3..725.........3924..1....362.........3.....674.2....8.....6.5.26..1.7", "cycle", 71,
		"Bidirectional cycle: if r1c2 is 9, then r1c2 is not 5, so r1c3 is 5, so r1c3 is not 8, so r1c6 is 8, so r2c4 is not 8, so r2c4 is 9, so r2c2 is not 9, so r1c2 is 9; it also holds the other way round: r2c9 loses 9.",
	},
	{
		"6.........3......7.98...1....5....434...8.....8.96..5..2.6....9...3.5...3....82..", "nishio", 76,
		"Nishio: if r1c5 is 4, then r7c3 both is and is not 4; so r1c5 is not 4.",
	},
	{
		"6.........3......7.98...1....5....434...8.....8.96..5..2.6....9...3.5...3....82..", "region-forcing-chain", 83,
		"Region forcing chain: wherever 5 goes in box 2, r3c5 is not 4.",
	},
	{
		"6.........3......7.98...1....5....434...8.....8.96..5..2.6....9...3.5...3....82..", "dynamic-cell", 89,
		"Dynamic cell chain: whichever of 6 and 9 r5c7 is, r2c7 is not 9.",
	},
	{
		"6.........3......7.98...1....5....434...8.....8.96..5..2.6....9...3.5...3....82..", "dynamic-region", 89,
		"Dynamic region chain: wherever 6 goes in row 2, r2c8 is not 2.",
	},
	{
		"6.........3......7.98...1....5....434...8.....8.96..5..2.6....9...3.5...3....82..", "dynamic-contradiction", 89,
		"Dynamic contradiction: if r1c5 is 7, then r7c1 both is and is not 5; so r1c5 is not 7.",
	},
	{
		"6.........3......7.98...1....5....434...8.....8.96..5..2.6....9...3.5...3....82..", "y-cycle", 68,
		"Bidirectional Y-cycle: if r2c7 is 5, then r2c1 is not 5, so r2c1 is 2, so r6c1 is not 2, so r6c1 is 1, so r5c3 is not 1, so r5c3 is 2, so r5c8 is not 2, so r5c8 is 9, so r5c7 is not 9, so r5c7 is 6, so r8c7 is not 6, so r8c7 is 4, so r2c7 is not 4, so r2c7 is 5; it also holds the other way round: r1c7 loses 4; r5c9 loses 2.",
	},
	{
		"6....4..5...2.....4.95..1.........8.2....6931..7...2....1...7....57....6.8..19...", "cell-forcing-chain", 83,
		"Cell forcing chain: whichever of 3, 8 and 9 r1c5 is, r2c9 is not 8.",
	},
	{
		".7.6...3.1.....4..6...3...9....5....932.....6..4....9.8.6..1..2...92..4..27......", "aligned-pair-exclusion", 62,
		"Aligned pair exclusion on r1c5, r7c4: no possible combination of the two has what they lose: r7c4 loses 7.",
	},
	{
		".7.6...3.1.....4..6...3...9....5....932.....6..4....9.8.6..1..2...92..4..27......", "x-cycle", 65,
		"Bidirectional X-cycle: if r1c5 is 8, then r2c4 is not 8, so r2c9 is 8, so r8c9 is not 8, so r9c8 is 8, so r9c5 is not 8, so r1c5 is 8; it also holds the other way round: r9c4 loses 8.",
	},
	{
		"..57...96.1...9.787....6...4.3....17.....796..6.1.......1..2.5....9.8......51..3.", "aligned-triplet-exclusion", 75,
		"Aligned triplet exclusion on r1c2, r6c1, r3c2: no possible combination of the three has what they lose: r1c2 loses 8.",
	},
	{
		".....8.2..7.4.9.....9....1....81....8...27....3......2..43.1..9..5.6...4......1..", "bug-3", 58,
		"BUG type 3: r4c8, r8c8, r9c8 make a naked set of 6 and 7 in column 8: r2c8 loses 6.",
	},
	{
		"....9..414.3....2....3.79..6.1..4..9......16...75......3..85.....8...6..7......1.", "bug-2", 57,
		"BUG type 2: one of r1c6, r2c9 must be 8: r2c6 loses 8.",
	},
	{
		"..7.....41......6.23.4.71.....8.....6.2....3..9.....1..2.91....3.6.4..985....6...", "dynamic-double", 89,
		"Dynamic double chain: whether r7c7 is 6 or not, r7c7 is not 5.",
	},
	{
		"2.6.8.....8...567..592.........5...4..26.4...9.57..3...........6.4.9......8...951", "bug-4", 57,
		"BUG type 4: r7c6, r8c6 are locked by 1, 2 and 8: r7c6 loses 2; r8c6 loses 8.",
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
	l, g := c[i], b.Geometry()
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
		from := c[l.From[0]]
		if len(l.From) != 1 || from.Cell != l.Cell && (from.Digit != l.Digit || !sees(g, from.Cell, l.Cell)) {
			return fmt.Errorf("does not exclude it")
		}
	case !lastInCell(b, l.Candidate, gone) && !lastInHouse(b, l.Candidate, gone):
		return fmt.Errorf("something else is left")
	}
	return nil
}

func sees(g *board.Geometry, a, b board.Cell) bool {
	peers := g.PeerSet(a)
	return peers.Has(b)
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
