package generate_test

import (
	"errors"
	"reflect"
	"testing"

	"gradoku/generate"
	"gradoku/internal/bind"
	"gradoku/internal/field"
)

// TestRequest: what a user writes becomes a target, and what is wrong is named by its
// field.
func TestRequest(t *testing.T) {
	for _, c := range []struct {
		asked map[string][]string
		wrong string
	}{
		{nil, ""},
		{map[string][]string{"size": {"6"}, "symmetry": {"rotate180"}, "clues": {"12-16"}, "minimal": {"on"}}, ""},
		{map[string][]string{"rating": {"4.0-4.6"}, "letter": {"E-G"}, "technique": {"xy-wing"}}, ""},
		{map[string][]string{"pattern": {"1.1.1..1.1.1..1."}}, ""},
		{map[string][]string{"size": {"5"}}, "size"},
		{map[string][]string{"size": {"9"}, "pattern": {"1.1.1..1.1.1..1."}}, "size"},
		{map[string][]string{"symmetry": {"round"}}, "symmetry"},
		{map[string][]string{"pattern": {"1.1"}}, "pattern"},
		{map[string][]string{"clues": {"many"}}, "clues"},
		{map[string][]string{"rating": {"hard"}}, "rating"},
		{map[string][]string{"level": {"harder"}}, "level"},
		{map[string][]string{"letter": {"Z"}}, "letter"},
		{map[string][]string{"technique": {"guess"}}, "technique"},
		{map[string][]string{"only-techniques": {"guess"}}, "only-techniques"},
	} {
		var r generate.Request
		var target generate.Target
		err := bind.Query(&r, c.asked)
		if err == nil {
			target, err = r.Target()
		}
		at := ""
		if wrong, ok := errors.AsType[*field.Error](err); ok {
			at = wrong.Field
		}
		if at != c.wrong || c.wrong == "" && (err != nil || target.Check() != nil) {
			t.Errorf("%v: %v, about %q, not %q", c.asked, err, at, c.wrong)
		}
		if c.wrong != "" {
			continue
		}
		// What is written back means the same.
		again := map[string][]string{}
		for _, f := range bind.Fields(&r) {
			again[f.Name] = []string{f.Text()}
		}
		var r2 generate.Request
		if err := bind.Query(&r2, again); err != nil {
			t.Errorf("%v: %v", again, err)
		} else if got, err := r2.Target(); err != nil || !reflect.DeepEqual(got, target) {
			t.Errorf("%v becomes %+v, not %+v", again, got, target)
		}
	}
	want, geo, err := generate.ParsePattern("1.1.1..1.1.1..1.")
	if err != nil {
		t.Fatal(err)
	}
	four := generate.Request{Pattern: generate.Mask{Cells: want, Geometry: geo}}
	if got, err := four.Target(); err != nil || got.Shape().Geometry != geo || got.Size != 4 || got.Shape().Pattern != want {
		t.Errorf("a pattern of 4x4 becomes %+v, %v", got, err)
	}
}
