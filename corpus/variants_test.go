package corpus

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"gradoku/internal/boardtest"
)

// TestVariants: the formats that can hold variants write their puzzles and read them back,
// and the others refuse them by name.
func TestVariants(t *testing.T) {
	var rows []Row
	for _, geo := range boardtest.Variants(t) {
		p, _ := boardtest.Proper(t, geo)
		rows = append(rows, Row{Puzzle: p.String(), Values: []Value{Text(Label, "one of "+geo.Variant.Title())}})
	}
	var able []string
	for _, f := range Formats() {
		var file bytes.Buffer
		err := f.Write(&file, func(yield func(Row, error) bool) {
			for _, row := range rows {
				if !yield(row, nil) {
					return
				}
			}
		})
		if !f.Variants {
			if err == nil || !strings.Contains(err.Error(), "cannot hold a puzzle of the variant x") {
				t.Errorf("%s: %v", f.Name, err)
			}
			continue
		}
		able = append(able, f.Name)
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
		n := 0
		for rec, err := range Read("file", bytes.NewReader(file.Bytes())) {
			if err != nil {
				t.Fatalf("%s: %v\n%s", f.Name, err, file.String())
			}
			if n >= len(rows) || rec.Puzzle.String() != rows[n].Puzzle {
				t.Errorf("%s: item %d is %v", f.Name, n, rec.Puzzle)
			}
			n++
		}
		if n != len(rows) {
			t.Errorf("%s: %d of %d puzzles", f.Name, n, len(rows))
		}
	}
	if want := []string{"csv", "json", "jsonl", "line", "tsv"}; !slices.Equal(slices.Sorted(slices.Values(able)), want) {
		t.Errorf("%v hold variants, want %v", able, want)
	}
}

// TestVariantLines reads lines with a label, and says what is wrong with others.
func TestVariantLines(t *testing.T) {
	good := "x:................ , a label\n  disjoint:1...............#another\n"
	var labels []string
	for rec, err := range Read("file", strings.NewReader(good)) {
		if err != nil {
			t.Fatal(err)
		}
		labels = append(labels, rec.Puzzle.Geometry().Variant.String()+" "+rec.Fields[0].Value)
	}
	if want := []string{"x a label", "disjoint another"}; !slices.Equal(labels, want) {
		t.Errorf("%q, want %q", labels, want)
	}
	for _, bad := range []string{"asterisk:................\n", "y:" + strings.Repeat(".", 81) + "x\n"} {
		for rec, err := range Read("file", strings.NewReader(bad)) {
			if err == nil {
				t.Errorf("%q is read as %v", bad, rec.Puzzle)
			}
		}
	}
}
