package run

import (
	"errors"
	"testing"

	"gradoku/generate"
	"gradoku/internal/bind"
	"gradoku/predict"
	"gradoku/store"
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

// TestConditionsRestrict: the puzzles that a run makes for each condition are those that the database
// finds with it, and some puzzles that are made without the condition do not meet it.
func TestConditionsRestrict(t *testing.T) {
	const wanted, others = 2, 20
	plain, _ := computeAll(t, generate.Target{}, others, 0, 1)
	for i, f := range bind.Fields(new(generate.Request)) {
		switch {
		case f.Name == "pattern": // no condition on saved puzzles
			continue
		case f.Name == "letter": // most puzzles have E to G
			f.Example = "F"
		case f.IsBool():
			f.Example = "true"
		}
		var request generate.Request
		must(t, bind.Fields(&request)[i].Set(f.Example))
		opt, err := request.Target()
		must(t, err)
		opt.Predictor = predict.Minutes
		db, _ := computeAll(t, opt, wanted, 0, 1)
		asked := store.Filter{Selection: store.Selection{Selection: request.Selection}}
		count := func(db *store.DB) int64 {
			_, err := Need(t.Context(), db, asked, 1, nil)
			n, failed := db.CountPuzzles(t.Context(), asked)
			must(t, errors.Join(err, failed))
			return n
		}
		if n := count(db); n != wanted {
			t.Errorf("--%s %s: of %d puzzles made for it %d meet it", f.Name, f.Example, wanted, n)
		}
		if n := count(plain); n == others && f.Example != "9" && f.Name != "minimal" {
			t.Errorf("--%s %s: every puzzle meets it: no test", f.Name, f.Example)
		}
	}
}
