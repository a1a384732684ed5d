package corpus

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"gradoku/internal/boardtest"
)

// TestVariants: each format writes puzzles of the variants and sizes that it can hold, and
// reads them back. It refuses all other variants by name before it begins a document.
func TestVariants(t *testing.T) {
	holds := map[string]int{}
	for _, geo := range boardtest.Variants(t) {
		puzzle, solution := boardtest.Proper(t, geo)
		for _, f := range Formats() {
			row := Row{Puzzle: puzzle.String()}
			if f.Carries.Solution {
				row.Solution = solution.String()
			}
			var file bytes.Buffer
			err := f.Write(&file, seqOf(row))
			if !f.fits(geo.Variant) || f.Sizes != nil && !slices.Contains(f.Sizes, geo.Size) {
				if err == nil || !strings.Contains(err.Error(), "writing "+f.Name+": the format cannot hold a ") || file.Len() > 0 {
					t.Errorf("%s, %dx%d %s: %v, after %q", f.Name, geo.Size, geo.Size, geo.Variant, err, file.String())
				}
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", f.Name, err)
			}
			if f.fits(geo.Variant) {
				holds[f.Name]++
			}
			recs := records(t, Read("file", bytes.NewReader(file.Bytes())))
			if len(recs) != 1 || recs[0].Puzzle != puzzle || f.Carries.Solution && recs[0].Solution != solution {
				t.Errorf("%s, %dx%d %s: %v comes back from\n%s", f.Name, geo.Size, geo.Size, geo.Variant, recs, file.String())
			}
		}
	}
	want := []string{"csv", "fpuzzles", "iss", "json", "jsonl", "line", "solo", "sudokupad", "tsv"}
	if able := slices.Sorted(maps.Keys(holds)); !slices.Equal(able, want) {
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
