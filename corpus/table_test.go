package corpus

import (
	"strings"
	"testing"
)

// TestTable: a table whose puzzle column is known by its name, its number or nothing.
func TestTable(t *testing.T) {
	const p = ".234341221434321"
	for _, c := range []struct{ name, puzzle, text, want string }{
		{"named", "Raetsel", "Nr;Raetsel;Zeit\n1;" + p + ";4,5\n", "2: " + p + " Nr=1 Zeit=4,5"},
		{"a usual name beside it", "mine", "puzzle,mine\nx," + p + "\n", "2: " + p + " puzzle=x"},
		{"numbered", "2", "7," + p + ",9\n8," + p + ",1\n", "1: " + p + " 1=7 3=9|2: " + p + " 1=8 3=1"},
		{"found", "", "sep=;\n7;" + p + "\n", "2: " + p + " 1=7"},
		{"no such", "9", p + ",1\n", `the first line has no column "9"`},
		{"none", "", "a,b\n", "no column of the first line is a puzzle"},
	} {
		var got []string
		for r, err := range Table(c.puzzle).Read("in", strings.NewReader(c.text)) {
			if err != nil {
				got = append(got, err.Error())
				continue
			}
			line := string(rune('0'+r.Line)) + ": " + r.Puzzle.String()
			for _, f := range r.Fields {
				line += " " + f.Name + "=" + f.Value
			}
			got = append(got, line)
		}
		if all := strings.Join(got, "|"); all != c.want && !strings.Contains(all, c.want) {
			t.Errorf("%s: %q, want %q", c.name, all, c.want)
		}
	}
}

// FuzzTable: whatever the text and the column, reading ends, with records or errors.
func FuzzTable(f *testing.F) {
	f.Add("2", "7,.234341221434321,9\n")
	f.Add("a", "a\n\"\n")
	f.Fuzz(func(t *testing.T, puzzle, text string) {
		n := 0
		for r, err := range Table(puzzle).Read("in", strings.NewReader(text)) {
			if err == nil && r.Puzzle.Geometry() == nil {
				t.Error("a record without a puzzle")
			}
			if n++; n > len(text)+1 {
				t.Fatal("more records than characters")
			}
		}
	})
}
