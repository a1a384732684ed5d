package run

import (
	"testing"

	"gradoku/board"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/internal/bind"
)

// TestConditionsAreStored: each condition on grades changes the options of a run, also
// after they were read back, and the words that describe it. A condition that is forgotten
// there would continue another run.
func TestConditionsAreStored(t *testing.T) {
	encode := func(c *grade.Conditions) (string, grade.Criteria) {
		criteria := c.Criteria()
		return EncodeOptions(generate.Target{Shape: generate.Shape{Geometry: board.Nine(), Symmetry: board.Symmetries()[0]}, Criteria: criteria}), criteria
	}
	for i, f := range bind.Fields(new(grade.Conditions)) {
		var with grade.Conditions
		if field := bind.Fields(&with)[i]; field.Set(f.Example) != nil {
			t.Fatalf("%s has no example", f.Name)
		}
		plain, _ := encode(new(grade.Conditions))
		stored, criteria := encode(&with)
		if again, err := DecodeOptions(stored); err != nil || EncodeOptions(again) != stored || stored == plain {
			t.Errorf("%s is not stored: %s, %v", f.Name, stored, err)
		}
		if criteria.None() || criteria.Words() == "" {
			t.Errorf("%s restricts nothing, or has no words", f.Name)
		}
	}
}
