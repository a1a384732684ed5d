package run

import (
	"testing"

	"gradoku/generate"
	"gradoku/internal/bind"
)

// TestRequestsAreStored: each field of a request changes the options of a run, also
// after they were read back. A field that is forgotten there would continue another run.
func TestRequestsAreStored(t *testing.T) {
	plain := EncodeOptions(generate.Target{})
	for i, f := range bind.Fields(new(generate.Request)) {
		var with generate.Target
		field := &bind.Fields(&with.Request)[i]
		if f.Example == "9" { // as without it
			f.Example = "4"
		}
		if f.IsBool() {
			f.Example = "true"
		}
		if f.Name == "pattern" {
			f.Example = "1.1.1..1.1.1..1."
		}
		if err := field.Set(f.Example); err != nil || field.IsZero() {
			t.Fatalf("%s has no example: %v", f.Name, err)
		}
		stored := EncodeOptions(with)
		if again, err := DecodeOptions(stored); err != nil || EncodeOptions(again) != stored || stored == plain {
			t.Errorf("%s is not stored: %s, %v", f.Name, stored, err)
		}
	}
}
