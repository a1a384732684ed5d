package hint

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/solve"
)

// Position is a puzzle in progress: the givens, the player's entries and the player's notes.
type Position struct {
	Givens board.Grid
	// Entries are the player's digits. They may include the givens, as in the
	// state of a saved game; the zero Grid means no entries.
	Entries board.Grid
	// Marks are the player's candidates, the marks in the centre of a cell, one set per
	// cell, empty for a cell without any; nil for a player who notes none. Marks of filled
	// cells are ignored.
	Marks []board.Digits
	// Corners are the marks in the corners of cells, in the same form: places of a digit in
	// a box. They say nothing about the other digits of a cell, so no hint relies on them.
	Corners []board.Digits
}

// Notes says how to use the player's candidates.
type Notes string

// The kinds of notes.
const (
	Partial  Notes = "partial"  // a candidate that is not noted may be possible; the default
	Complete Notes = "complete" // a candidate that is not noted has been ruled out
	Ignore   Notes = "ignore"   // candidates are ignored
)

// AllNotes returns the kinds of notes, the default first.
func AllNotes() []Notes { return []Notes{Partial, Complete, Ignore} }

// ParsePosition reads a position from its texts in files and programs:
// the puzzle; the state, written like a puzzle, or ""; and the candidates, see
// [board.ParseMarks], or "".
func ParsePosition(puzzle, state, candidates string) (Position, error) {
	var p Position
	var err error
	if p.Givens, err = board.Parse(puzzle); err != nil {
		return Position{}, fmt.Errorf("the puzzle: %w", err)
	}
	if state != "" {
		v := p.Givens.Geometry().Variant
		if own, _ := board.CutVariant(state); !v.IsZero() && own.IsZero() { // it need not be repeated
			state = v.String() + ":" + state
		}
		if p.Entries, err = board.Parse(state); err != nil {
			if _, cells := board.CutVariant(state); !strings.ContainsAny(cells, " \n") && len(cells) != p.Givens.Geometry().Cells {
				err = &board.ParseError{Msg: fmt.Sprintf("it has %d cells, but the puzzle has %d", len(cells), p.Givens.Geometry().Cells)}
			}
			return Position{}, wrongField("state", err)
		}
	}
	if candidates != "" {
		if p.Marks, err = board.ParseMarks(candidates, p.Givens.Geometry()); err != nil {
			return Position{}, wrongField("candidates", err)
		}
	}
	return p, p.Check()
}

// Texts writes the state and the candidates as ParsePosition reads them; "" if there are
// none.
func (p *Position) Texts() (state, candidates string) {
	if p.Entries.Geometry() != nil {
		state = p.grid().String()
	}
	if p.Marks != nil {
		candidates = board.MarksText(p.Marks, p.Givens.Geometry())
	}
	return state, candidates
}

// grid returns the givens with the entries.
func (p *Position) grid() board.Grid {
	grid := p.Givens
	for i, d := range p.Entries.Digits() {
		if d != 0 {
			grid.Set(board.Cell(i), d)
		}
	}
	return grid
}

// Check returns an error if a position makes no sense whatever its solution: if its grids
// differ in size, if it has digits that the size does not have, or if an entry differs from
// a given.
func (p *Position) Check() error {
	geo := p.Givens.Geometry()
	if geo == nil {
		return errors.New("there is no puzzle: the position has no clues")
	}
	if g := p.Entries.Geometry(); g != nil && g != geo {
		return fmt.Errorf("the entries are %dx%d, the puzzle is %dx%d", g.Size, g.Size, geo.Size, geo.Size)
	}
	for _, marks := range [...][]board.Digits{p.Marks, p.Corners} {
		if marks != nil && len(marks) != geo.Cells {
			return fmt.Errorf("there are candidates for %d cells, but the puzzle has %d", len(marks), geo.Cells)
		}
	}
	for i := range geo.Cells {
		c := board.Cell(i)
		given, entry := p.Givens.At(c), p.Entries.At(c)
		if most := max(given, entry); int(most) > geo.Size {
			return fmt.Errorf("%s holds %d, which a %dx%d puzzle does not have", geo.CellName(c), most, geo.Size, geo.Size)
		}
		if given != 0 && entry != 0 && given != entry {
			return fmt.Errorf("%s is given as %v, and %v is entered there", geo.CellName(c), given, entry)
		}
		if p.Marks != nil && p.Marks[i]&^geo.All != 0 || p.Corners != nil && p.Corners[i]&^geo.All != 0 {
			return fmt.Errorf("a candidate of %s is above %d", geo.CellName(c), geo.Size)
		}
	}
	return nil
}

// Board returns the position with all candidates that are possible if the player's notes
// are complete: in a cell with marks, the marks that no peer holds; in other cells, every
// digit that no peer holds. The position must pass Check.
func (p *Position) Board() board.Board {
	grid := p.grid()
	b := board.NewBoard(&grid)
	for i, m := range p.Marks {
		if c := board.Cell(i); m != 0 {
			b.SetCandidates(c, b.Candidates(c)&m)
		}
	}
	return b
}

// Prove returns the only solution of the position's puzzle, or an error of [solve.Prover]. If the
// givens have several solutions and every blank has candidates, these are part of the puzzle (a
// sukaku): within is then the board that it begins with, else nil. There a lone candidate
// that no peer has is a digit, as in the original rater.
func (p *Position) Prove(prover *solve.Prover) (solution board.Grid, within *board.Board, err error) {
	solution, err = prover.Prove(&p.Givens)
	if !errors.Is(err, solve.ErrSeveral) || p.Marks == nil {
		return solution, nil, err
	}
	b := p.Board()
	for i, d := range b.Digits() {
		if d == 0 && p.Marks[i] == 0 {
			return solution, nil, err
		}
	}
	if solution, err = prover.ProveWithin(&b); err != nil {
		err = fmt.Errorf("%w within the candidates, which are part of the puzzle", err)
	}
	geo := b.Geometry()
	for i := range geo.Cells {
		c := board.Cell(i)
		has := func(peer board.Cell) bool { return b.Candidates(peer)&b.Candidates(c) != 0 }
		if b.Candidates(c).Single() && !slices.ContainsFunc(geo.Peers(c), has) {
			b.Place(c, b.Candidates(c).First())
		}
	}
	return solution, &b, err
}

// Apply makes the step of a hint, at any depth: it notes candidates where the player has
// none, removes the eliminated ones, and enters the digit. A hint without a step changes
// nothing.
func (p *Position) Apply(h *Hint) {
	if h.Status != OK {
		return
	}
	geo := p.Givens.Geometry()
	if p.Entries.Geometry() == nil {
		p.Entries = board.NewGrid(geo)
	}
	marks := make([]board.Digits, geo.Cells)
	copy(marks, p.Marks)
	for _, c := range h.notes {
		marks[c] = h.On.Candidates(c)
	}
	p.Corners = slices.Clone(p.Corners)
	for _, m := range [...][]board.Digits{marks, p.Corners} {
		if m == nil {
			continue
		}
		for _, e := range h.Found.Eliminate {
			m[e.Cell] &^= e.Digit.Mask()
		}
		if h.Found.Place.Digit != 0 {
			m[h.Found.Place.Cell] = 0
		}
	}
	if place := h.Found.Place; place.Digit != 0 {
		p.Entries.Set(place.Cell, place.Digit)
	}
	p.Marks = marks
}

// news reports whether a step tells the player something new: a digit to enter, or the
// elimination of a candidate that is noted or is in a cell without notes.
func (p *Position) news(s *grade.Step) bool {
	return s.Place.Digit != 0 || p.Marks == nil || slices.ContainsFunc(s.Eliminate, func(e grade.Candidate) bool {
		return p.Marks[e.Cell] == 0 || p.Marks[e.Cell].Has(e.Digit)
	})
}
