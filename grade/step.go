package grade

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gradoku/board"
)

// Candidate is one digit in one cell.
type Candidate struct {
	Cell  board.Cell
	Digit board.Digit
}

// Step is one deduction: what was seen and what follows from it.
type Step struct {
	Technique string // ID
	Form      string // in a hint, the form of the technique if players have a name for it; else ""
	Rating    int    // tenths; of this step, if the technique's varies; 0 for a named pattern, which is not on the scale
	Score     int    // HoDoKu's score of the technique; 0 if the human ladder leaves it out

	// Its reasons. Cells are in the order in which the technique names them: a
	// wing's pivot first, a loop in its order followed by the cells of its
	// locked set. Houses likewise: the bases of a fish, then its covers.
	Cells  []board.Cell
	Digits board.Digits
	Houses []board.House

	// Parts are the cells again, in the groups that a technique names: a fish and
	// its fins, two almost locked sets, the colours. nil for others.
	Parts [][]board.Cell

	// Chains is the reasoning of chain techniques, nil for others. A cycle or a
	// forcing chain is one chain; a contradiction is two, from one assumption to
	// opposite ends; the others are one for each case, all to the same end. A named
	// pattern that is a chain has the one from the assumption that one end is false
	// to the other end, which is then true.
	Chains []Chain

	Size int // digits in a row of the puzzle whose cells they are

	// What it concludes: a placement, or no digit; and eliminations, row-major.
	// A placement implies that the cell loses its other candidates and the peers
	// lose the digit; those are not listed.
	Place     Candidate
	Eliminate []Candidate
}

// String is the step in the notation of forums: "xy-wing r4c5,r5c4,r4c9 => r4c6<>1,
// r5c8<>1", or "=> r4c6=1" for a placement. Package hint has sentences.
func (s Step) String() string {
	geo, err := board.ForSize(s.Size)
	if err != nil {
		geo = board.Nine()
	}
	var cells, ends []string
	for _, c := range s.Cells {
		cells = append(cells, geo.CellName(c))
	}
	if s.Place.Digit != 0 {
		ends = append(ends, fmt.Sprintf("%s=%v", geo.CellName(s.Place.Cell), s.Place.Digit))
	}
	for _, c := range s.Eliminate {
		ends = append(ends, fmt.Sprintf("%s<>%v", geo.CellName(c.Cell), c.Digit))
	}
	return strings.TrimSuffix(strings.Join([]string{s.Technique, strings.Join(cells, ","), "=>", strings.Join(ends, ", ")}, " "), " => ")
}

// step copies the step in gr.found.
func (gr *Grader) step(row int) Step {
	f := &gr.found
	t := technique(row)
	s := Step{
		Size:      gr.state.geo.Size,
		Technique: t.ID,
		Rating:    f.rating,
		Score:     t.Score,
		Cells:     slices.Clone(f.cells),
		Digits:    f.digits,
		Houses:    slices.Clone(f.houses),
		Place:     Candidate{f.cell, f.digit},
	}
	start := 0
	for _, end := range f.parts {
		s.Parts = append(s.Parts, s.Cells[start:end:end])
		start = end
	}
	if f.proof.form != noProof {
		gr.state.chains.use.explain(&f.proof, &s)
	}
	if len(f.line) > 0 {
		s.Chains = []Chain{chainOf(f.line)}
	}
	for _, l := range f.lost {
		for d := range l.digits.All() {
			s.Eliminate = append(s.Eliminate, Candidate{l.cell, d})
		}
	}
	slices.SortFunc(s.Eliminate, func(a, b Candidate) int {
		return (int(a.Cell)-int(b.Cell))*32 + int(a.Digit) - int(b.Digit)
	})
	return s
}

// Apply makes the step on a board: it takes out its candidates and enters its digit.
func (s *Step) Apply(b *board.Board) {
	for _, e := range s.Eliminate {
		b.Eliminate(e.Cell, e.Digit.Mask())
	}
	if s.Place.Digit != 0 {
		b.Place(s.Place.Cell, s.Place.Digit)
	}
}

// Pattern returns the candidates that a step depends on, on the board where it was
// found: those of its chains, else its digits in its cells, or all in its cells if it
// names no digit. They come row-major, each once.
func (s *Step) Pattern(b *board.Board) []Candidate {
	in := map[board.Cell]board.Digits{}
	var cells board.CellSet
	add := func(c board.Cell, digits board.Digits) {
		in[c] |= digits & b.Candidates(c)
		cells.Add(c)
	}
	for _, chain := range s.Chains {
		for _, link := range chain {
			add(link.Cell, link.Digit.Mask())
		}
	}
	if len(s.Chains) == 0 {
		for _, c := range s.Cells {
			add(c, cmp.Or(s.Digits, b.Candidates(c)))
		}
	}
	var list []Candidate
	for c := range cells.All() {
		for d := range in[c].All() {
			list = append(list, Candidate{c, d})
		}
	}
	return list
}
