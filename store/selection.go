package store

import (
	"fmt"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/field"
)

// Selection is a user's selection of saved puzzles: on the command line, in the query of
// a page or of the API, or in a form. A field that is left out excludes nothing. Its tags
// are for package internal/bind.
type Selection struct {
	Size    int           `query:"size" json:"size,omitempty" doc:"only this size: 4, 6, 9, 12 or 16" usual:"any" example:"9"`
	Variant VariantChoice `query:"variant" json:"variant,omitzero" maxLength:"200" doc:"only this variant; jigsaw selects jigsaws of every layout, any selects all puzzles" usual:"classical puzzles, or those of the run" example:"x"`
	grade.Conditions
	Clues    grade.Span     `query:"clues" json:"clues,omitzero" maxLength:"40" doc:"only numbers of clues in this range, for example 22-25" example:"22-25"`
	Symmetry board.Symmetry `query:"symmetry" json:"symmetry,omitzero" maxLength:"40" doc:"only patterns with this symmetry" example:"rotate180"`
	Run      int64          `query:"run" json:"run,omitempty" minimum:"1" doc:"only puzzles of this run"`
	Logic    bool           `query:"logic" json:"logic,omitempty" label:"Solved by logic" doc:"only puzzles that the techniques solve"`
	Minimal  bool           `query:"minimal" json:"minimal,omitempty" doc:"only minimal puzzles"`
	Where    Condition      `query:"where" label:"Condition" list:"," json:"where,omitzero" maxLength:"8000" doc:"only puzzles with this condition, for example 'rating >= 4.0 and level in (hard, expert) and clues < 25'" example:"rating >= 4.0 and clues < 25"`
}

// Filter returns the filter for the selection. Its error is a [*field.Error].
func (s *Selection) Filter() (f Filter, err error) {
	f = Filter{RunID: s.Run, Size: s.Size, CluesMin: s.Clues.From, CluesMax: s.Clues.To, Where: s.Where.Text}
	if s.Size != 0 {
		if _, err := board.ForSize(s.Size); err != nil {
			return f, &field.Error{Field: "size", Err: err}
		}
	}
	switch f.Variant = s.Variant.Text; f.Variant {
	case board.Classical:
		f.Variant, f.Classical = "", true
	case "":
		f.Classical = s.Run == 0
	}
	f.Criteria = s.Criteria()
	if f.Minutes != (grade.Span{}) && f.Size != 0 && f.Size != 9 {
		return f, &field.Error{Field: "minutes", Err: fmt.Errorf("minutes are predicted for 9x9 only, not for %dx%d", f.Size, f.Size)}
	}
	if s.Symmetry.Name != "" {
		err = f.SetSymmetry(s.Symmetry.Name)
	}
	yes := true
	if s.Logic {
		f.Logic = &yes
	}
	if s.Minimal {
		f.Minimal = &yes
	}
	return f, err
}

// VariantChoice selects puzzles by variant: one variant, as [board.ParseVariant] reads it,
// "jigsaw" for those of every layout or "jigsaw:" and a symmetry of the layout, "any" for all puzzles, "classical" for those of no variant. ""
// is the same as "classical", or, if a run is asked for, as "any".
type VariantChoice struct{ Text string }

// AnyVariant is the choice of all puzzles.
const AnyVariant = "any"

// UnmarshalText reads a choice.
func (c *VariantChoice) UnmarshalText(text []byte) error {
	c.Text = string(text)
	if c.Text == AnyVariant || c.Text == board.Classical {
		return nil
	}
	v, err := board.ParseVariant(c.Text)
	c.Text = v.String()
	return err
}

// String returns the text.
func (c VariantChoice) String() string { return c.Text }

// MarshalText is String as bytes.
func (c VariantChoice) MarshalText() ([]byte, error) { return []byte(c.Text), nil }

// Choices returns the names of the variants.
func (c VariantChoice) Choices() []string {
	return append(board.Variant{}.Choices(), board.Classical, AnyVariant)
}

// Condition is a condition on puzzles, as the text that [Filter] accepts: see where.go.
type Condition struct{ Text string }

// UnmarshalText reads a condition.
func (c *Condition) UnmarshalText(text []byte) error {
	c.Text = string(text)
	return nil
}

// String returns the text.
func (c Condition) String() string { return c.Text }

// MarshalText is String as bytes.
func (c Condition) MarshalText() ([]byte, error) { return []byte(c.Text), nil }

// Choices returns the names that a condition can use.
func (c Condition) Choices() (names []string) {
	for _, c := range Columns() {
		names = append(names, c.Name)
	}
	return names
}
