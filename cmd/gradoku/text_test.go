package main

import (
	"strings"
	"testing"
)

// TestLongCells: one very long text does not make every row as long as itself.
func TestLongCells(t *testing.T) {
	rows := [][]string{{strings.Repeat("é", 4096), "whole"}, {strings.Repeat("é", 1<<20), "begun"}}
	for range 50 {
		rows = append(rows, []string{"short", "x"})
	}
	var b strings.Builder
	if err := textRows(&b, []string{"file", "what"}, rows); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	if want := strings.Repeat("é", 4096) + "   whole"; lines[1] != want {
		t.Errorf("a text of 4096 characters became %.40q… of %d bytes", lines[1], len(lines[1]))
	}
	if want := strings.Repeat("é", 4096) + "…  begun"; lines[2] != want {
		t.Errorf("a text of a million characters became %.40q… of %d bytes", lines[2], len(lines[2]))
	}
	if b.Len() > 300_000 {
		t.Errorf("a table of 53 lines has %d bytes", b.Len())
	}
}
