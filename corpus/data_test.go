package corpus

import (
	"os"
	"strings"
	"testing"

	"gradoku/internal/boardtest"
)

// The files of the research data read completely, with their labels.
func TestData(t *testing.T) {
	cases := []struct {
		file   string
		want   int
		fields string // the names of the fields, in order
		first  string // their values in the first record
	}{
		{"bench/17clue.txt", 49158, "", ""},
		{"bench/top1465.txt", 1465, "", ""},
		{"bench/forum11.txt", 4877, "", ""},
		{"bench/multi.txt", 5000, "", ""},
		{"bench/sudoku-easy50.txt", 50, "", ""},
		{"bench/sudoku-top95.txt", 95, "", ""},
		{"bench/sudoku-hardest.txt", 11, "", ""},
		{"ratings/controlled-bias-dev.tsv", 10688, "se w clues grids_tried", "2.0 0 26 126732"},
		{"ratings/exchange-diabolical-dev.tsv", 19860, "se", "7.2"},
		{"ratings/exchange-mixed-dev.tsv", 500, "se", "1.2"},
		{
			"ratings/se-dev.tsv", 1516, "source clues ER EP ED rater se_cpu_ms hodoku_level hodoku_score hodoku_flags " +
				"sukaku_ER sukaku_EP sukaku_ED skfr_ER skfr_EP skfr_ED se_step_histogram",
			"tdoku_easy34 34 1.2 1.2 1.2 SE1.2.1.3 63.45 Easy 188  1.2 1.2 1.2 1.2 1.2 1.2 1.0 Hidden Single=21;1.2 Hidden Single=26",
		},
		{"human/cloudsudoku-dev.tsv", 767, "id players mean_seconds", "3 12 303"},
	}
	for _, c := range cases {
		t.Run(c.file, func(t *testing.T) { checkData(t, c.file, c.want, c.fields, c.first) })
	}
}

func checkData(t *testing.T, file string, want int, fields, first string) {
	f, err := os.Open(boardtest.DataFile(t, file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for rec, err := range Read(file, f) {
		if err != nil {
			t.Fatal(err)
		}
		var names, values []string
		for _, field := range rec.Fields {
			names, values = append(names, field.Name), append(values, field.Value)
		}
		if got := strings.Join(names, " "); got != fields {
			t.Fatalf("record %d has the fields %q, want %q", n+1, got, fields)
		}
		if got := strings.Join(values, " "); n == 0 && got != first {
			t.Fatalf("the first record has the values %q, want %q", got, first)
		}
		if rec.Puzzle.Geometry().Size != 9 || rec.Puzzle.Check() != nil {
			t.Fatalf("record %d is %v", n+1, rec.Puzzle)
		}
		n++
	}
	if n != want {
		t.Errorf("%d records, want %d", n, want)
	}
}

// Lines that are candidate grids in another program's notation are reported one
// by one, not guessed at.
func TestDataOfAnotherKind(t *testing.T) {
	f, err := os.Open(boardtest.DataFile(t, "techniques/reglib-dev.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	format, _ := ByName("line")
	good, bad := 0, 0
	for _, err := range format.Read("reglib", f) {
		if err == nil {
			good++
		} else {
			bad++
		}
	}
	if good != 0 || bad != 556 {
		t.Errorf("%d puzzles and %d errors in 556 lines of a library of steps", good, bad)
	}
}
