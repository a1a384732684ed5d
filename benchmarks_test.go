package gradoku_test

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gradoku/internal/golden"
	"gradoku/internal/text"
)

// numbers is the table of numbers in docs/bench/README.md. Its first rows are also in
// README. A name in braces is that of a benchmark in the record, or of a line of
// docs/bench/results.tsv.
var numbers = []struct{ what, figure, command string }{
	{"making puzzles, proving each twice, rating and saving them: puzzles per second on two cores", "{whole-way}", ""},
	{"counting solutions of seven sets of puzzles, against tdoku, on AMD Zen 4", "{peers-kernel} times as fast; without AVX2 {peers-plain}", ""},
	{"rating random puzzles, against sukaku-forge / SukakuExplainer", "{peers-rate} times as fast", ""},
	{"a book of 1,000 puzzles: typeset, written, read again and checked", "{book}", ""},
	{"making minimal 9x9 puzzles, not graded, per second on one core", "{Generate/9/minimal}", "`go test ./generate -run '^$' -bench Try/9/none -cpu 1`"},
	{
		"rating puzzles of ER 1.0–1.5 / 2.6–4.4 / 6.5–7.5 / 8.5–9.0, per second on one core (since then 1.43 / 1.17 / 1.68 / 2.10 times as fast, by alternating runs)",
		"{Grade/9/1.0-1.5} / {Grade/9/2.6-4.4} / {Grade/9/6.5-7.5} / {Grade/9/8.5-9.0}",
		"`GRADOKU_DATA=DIR go test ./grade -run '^$' -bench Grade/9`, [rating.md](rating.md)",
	},
	{"ratings equal to those of Sudoku Explainer 1.2.1, in all available data", "{se-same} of {se-rows}", ""},
	{"counting solutions, against tdoku, on AMD Zen 5 (on an Intel Xeon, 0.88 for puzzles with several solutions)", "{tdoku} times as fast; without AVX2 {tdoku-purego}", ""},
	{"finding solution paths for people, against HoDoKu", "{peers-path} times as fast", ""},
	{
		"making, rating and saving minimal puzzles, against qqwing / npm sudoku / sgt-solo, which do not rate them; against sudoku-gen, which only permutes stored puzzles",
		"{peers-make} times as fast; {peers-stored}", "",
	},
	{"bytes per puzzle in a database of a million, with grades and indices", "{file-bytes}", ""},
	{"slowest of ten queries by level, rating, number or at random, {questions-rows} puzzles in the file", "{questions}", ""},
	{"memory for a run of a million puzzles, its summary included", "{memory}", ""},
	{"a difficulty report about 100,000 puzzles, two labels, two cores", "{study-time}, {study-memory}", ""},
	{"every stage, on your machine", "[as recorded]({record}/table.txt)", "`GRADOKU_DATA=DIR go test ./solve ./generate ./grade ./run -run '^$' -bench . -cpu 1 -count 3`"},
}

const (
	readmeRows = 4 // how many of the numbers README has
	tableBegin = "<!-- from docs/bench, by: go test . -run Readme -update -->\n\n"
	tableEnd   = "\n<!-- end -->"
)

// TestReadme: the numbers in README and in docs/bench/README.md are those of the newest
// record, medians of its rounds to three figures, and those of docs/bench/results.tsv.
func TestReadme(t *testing.T) {
	folders, err := filepath.Glob(filepath.Join("docs", "bench", "20??-??-??-*"))
	if err != nil || len(folders) == 0 {
		t.Fatal("no record in docs/bench", err)
	}
	record := slices.Max(folders)
	values, commands := results(t)
	for name, rates := range recorded(t, filepath.Join(record, "raw.txt")) {
		if values[name] != "" {
			t.Errorf("%s is in the record and in results.tsv", name)
		}
		values[name] = rate(median(rates))
	}
	values["record"] = filepath.Base(record)
	used := map[string]bool{}
	short := "| what | figure |\n|---|--:|\n"
	full := "| what | figure | command |\n|---|--:|---|\n"
	name := regexp.MustCompile(`\{[^}]+\}`)
	for i, row := range numbers {
		command := row.command
		fill := func(s string) string {
			return name.ReplaceAllStringFunc(s, func(s string) string {
				s = strings.Trim(s, "{}")
				if used[s] = true; values[s] == "" {
					t.Errorf("%s: neither the record nor results.tsv has %s", row.what, s)
				}
				command = cmp.Or(command, commands[s])
				return values[s]
			})
		}
		what, figure := fill(row.what), fill(row.figure)
		full += fmt.Sprintf("| %s | %s | %s |\n", what, figure, command)
		if i < readmeRows {
			short += fmt.Sprintf("| %s | %s |\n", what, figure)
		}
	}
	for s := range commands {
		if !used[s] {
			t.Errorf("results.tsv: the table of numbers does not use %s", s)
		}
	}
	checkTable(t, "README.md", short)
	checkTable(t, filepath.Join("docs", "bench", "README.md"), full)
}

// checkTable compares the table of numbers in a document with the expected one. With
// -update it writes the expected one into the document.
func checkTable(t *testing.T, path, table string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok1 := bytes.Cut(text, []byte(tableBegin))
	old, after, ok2 := bytes.Cut(rest, []byte(tableEnd))
	switch {
	case !ok1 || !ok2:
		t.Fatalf("%s has no line %q with %q after it", path, tableBegin, tableEnd)
	case string(old) == table:
	case *golden.Update:
		if err := os.WriteFile(path, slices.Concat(before, []byte(tableBegin+table+tableEnd), after), 0o666); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("the numbers in %s are not those of docs/bench; write them anew with: go test . -run Readme -update\n%s", path, table)
	}
}

// recorded reads the rates of a record's raw file, as go test -bench prints them.
func recorded(t *testing.T, path string) map[string][]float64 {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	cores := regexp.MustCompile(`-[0-9]+$`)
	rates := map[string][]float64{}
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		unit := slices.IndexFunc(f, func(s string) bool { return s == "puzzles/s" || s == "grids/s" })
		if unit < 1 || !strings.HasPrefix(f[0], "Benchmark") {
			continue
		}
		x, err := strconv.ParseFloat(f[unit-1], 64)
		if err != nil {
			t.Fatalf("%s: %q: %v", path, line, err)
		}
		name := cores.ReplaceAllString(strings.TrimPrefix(f[0], "Benchmark"), "")
		rates[name] = append(rates[name], x)
	}
	return rates
}

// results reads docs/bench/results.tsv: what no record holds, with when, where and how
// it was measured.
func results(t *testing.T) (values, commands map[string]string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("docs", "bench", "results.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	values, commands = map[string]string{}, map[string]string{}
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || f[0] == "name" {
			continue
		}
		if len(f) != 5 || slices.Contains(f, "") || values[f[0]] != "" {
			t.Fatalf("results.tsv: %q: want name, value, date, machine and command, once for each name", line)
		}
		if _, err := time.Parse(time.DateOnly, f[2]); err != nil {
			t.Fatalf("results.tsv: %s: %v", f[0], err)
		}
		values[f[0]], commands[f[0]] = f[1], f[4]
	}
	return values, commands
}

// median sorts values and returns the middle one, or the mean of the two.
func median(values []float64) float64 {
	slices.Sort(values)
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}

// rate writes a rate with three significant figures and grouped thousands.
func rate(x float64) string {
	if x < 100 {
		return fmt.Sprintf("%.3g", x)
	}
	unit := 1.0
	for x/unit >= 1000 {
		unit *= 10
	}
	return text.Grouped(int64(x/unit+0.5) * int64(unit))
}
