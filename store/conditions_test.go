package store

import (
	"fmt"
	"slices"
	"testing"

	"gradoku/internal/bind"
)

// TestConditionsSelect: each condition of a selection is part of the SQL.
func TestConditionsSelect(t *testing.T) {
	text := func(s *Selection) string {
		f, err := s.Filter()
		must(t, err)
		f.engine = &sqliteEngine
		sql, args, err := f.statement()
		must(t, err)
		for _, a := range args {
			sql += "|" + fmt.Sprint(a)
		}
		return sql
	}
	for i, f := range bind.Fields(new(Selection)) {
		var without, with Selection
		for _, s := range []*Selection{&without, &with} {
			for _, other := range bind.Fields(s) {
				if slices.Contains(f.Needs, other.Name) && other.Set(other.Example) != nil {
					t.Fatal(other.Name)
				}
			}
		}
		example := f.Example
		if example == "" {
			example = "1"
		}
		if field := bind.Fields(&with)[i]; field.Set(example) != nil {
			t.Fatalf("%s has no example", f.Name)
		}
		if text(&with) == text(&without) {
			t.Errorf("%s selects nothing", f.Name)
		}
	}
}
