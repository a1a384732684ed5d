package generate

import (
	"bytes"
	"cmp"
	"fmt"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/field"
)

// Request is a user's request for puzzles: on the command line, in a form or in a
// request. Empty fields restrict nothing. Its tags are those of package
// internal/bind.
type Request struct {
	Size             int            `query:"size" json:"size,omitempty" choices:"4,6,9,12,16" doc:"digits in a row: 4, 6, 9, 12 or 16" usual:"9" example:"9"`
	Variant          board.Variant  `query:"variant" json:"variant,omitzero" maxLength:"200" doc:"the variant: x, windoku or others, joined with + to combine them, or jigsaw; jigsaw:LAYOUT gives the region of each cell, jigsaw:rotate180 or another symmetry asks for symmetric layouts (gradoku list variants)" usual:"classical" example:"x"`
	Symmetry         board.Symmetry `query:"symmetry" json:"symmetry,omitzero" maxLength:"40" doc:"of the clues" usual:"none" example:"rotate180"`
	Pattern          Mask           `query:"pattern" json:"pattern,omitzero" maxLength:"1000" doc:"clues in exactly these cells: . and 0 are blanks, all else are clues"`
	Clues            grade.Span     `query:"clues" json:"clues,omitzero" maxLength:"40" doc:"how many clues: 30 stops removing there, 22-25 accepts this range, -23 at most 23 (default: all that can go are removed, unless few such puzzles fit the target: then the search chooses how many stay)" example:"22-25"`
	Minimal          bool           `query:"minimal" json:"minimal,omitempty" doc:"accept only puzzles none of whose clues can be dropped (always so by default without symmetry)"`
	grade.Conditions `topic:"selection"`
}

// Target returns the target that the request describes; the error is a
// [*field.Error]. [Target.Check] says whether there can be such puzzles.
func (r *Request) Target() (t Target, err error) {
	wrong := func(name string, err error) (Target, error) {
		return Target{}, &field.Error{Field: name, Err: err}
	}
	size := cmp.Or(r.Size, 9)
	if t.Geometry, err = board.ForSize(size); err != nil {
		return wrong("size", err)
	}
	if g := r.Pattern.Geometry; g != nil {
		if r.Size != 0 && g.Size != r.Size {
			return wrong("size", fmt.Errorf("the pattern is for %dx%d, but the requested size is %d", g.Size, g.Size, r.Size))
		}
		t.Pattern, size = r.Pattern.Cells, g.Size
	} else if n := r.Variant.Size(); n != 0 && r.Size == 0 {
		size = n
	}
	if t.Geometry, err = r.Variant.On(size); err != nil {
		return wrong("variant", err)
	}
	t.Symmetry = cmp.Or(r.Symmetry, board.Symmetries()[0])
	t.SetClues(r.Clues.From, r.Clues.To)
	t.Minimal = r.Minimal
	t.Criteria = r.Criteria()
	if _, err = grade.NewMatcher(t.Geometry, grade.Criteria{Ratings: t.Criteria.Ratings, Levels: t.Criteria.Levels}); err != nil {
		return wrong("level", err)
	}
	if _, err = grade.NewMatcher(t.Geometry, t.Criteria); err != nil {
		return wrong("technique", err)
	}
	return t, nil
}

// Mask is the set of cells that have clues. The zero Mask restricts nothing.
type Mask struct {
	Cells    board.CellSet
	Geometry *board.Geometry
}

// UnmarshalText reads a drawing of a pattern, see [ParsePattern]; an empty text is
// the zero Mask.
func (m *Mask) UnmarshalText(text []byte) (err error) {
	*m = Mask{}
	if len(text) > 0 {
		m.Cells, m.Geometry, err = ParsePattern(string(text))
	}
	return err
}

// String writes the mask on one line with 1 for a clue, which every reader of puzzles
// accepts; x would be read as a blank.
func (m Mask) String() string {
	if m.Geometry == nil {
		return ""
	}
	text := bytes.Repeat([]byte("."), m.Geometry.Cells)
	for c := range m.Cells.All() {
		text[c] = '1'
	}
	return string(text)
}

// MarshalText is String as bytes.
func (m Mask) MarshalText() ([]byte, error) { return []byte(m.String()), nil }
