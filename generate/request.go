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
	grade.Selection
	Pattern Mask `query:"pattern" json:"pattern,omitzero" maxLength:"1000" doc:"clues in exactly these cells: . and 0 are blanks, all else are clues"`
}

// Target returns the target that the request describes; the error is a
// [*field.Error]. [Target.Check] says whether there can be such puzzles.
func (r *Request) Target() (Target, error) {
	t := Target{Request: *r}
	if err := t.Settle(); err != nil {
		return Target{}, err
	}
	if _, err := grade.NewMatcher(t.Shape().Geometry, r.Selection); err != nil {
		return Target{}, err
	}
	return t, nil
}

// geometry returns the geometry of the puzzles that are asked for. The error is a [*field.Error].
func (r *Request) geometry() (*board.Geometry, error) {
	size := cmp.Or(r.Size, 9)
	if _, err := board.ForSize(size); err != nil {
		return nil, &field.Error{Field: "size", Err: err}
	}
	variant, err := r.Variant.One()
	if err != nil {
		return nil, &field.Error{Field: "variant", Err: err}
	}
	if g := r.Pattern.Geometry; g != nil {
		if r.Size != 0 && g.Size != r.Size {
			return nil, &field.Error{Field: "size", Err: fmt.Errorf("the pattern is for %dx%d, but the requested size is %d", g.Size, g.Size, r.Size)}
		}
		size = g.Size
	} else if n := variant.Size(); n != 0 && r.Size == 0 {
		size = n
	}
	geo, err := variant.On(size)
	if err != nil {
		return nil, &field.Error{Field: "variant", Err: err}
	}
	return geo, nil
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
