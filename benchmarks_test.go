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

// numbers is README's table of numbers. A name in braces is that of a benchmark of
// the record, or of a line of docs/bench/results.tsv.
var numbers = []struct{ what, figure, command string }{
	{"making minimal 9x9 puzzles, not graded, per second on one core", "{Generate/9/minimal}", "`go test ./generate -run '^$' -bench Try/9/none -cpu 1`"},
	{"making, proving twice, rating in full and saving, puzzles per second on two cores", "{whole-way}", ""},
	{
		"rating puzzles of ER 1.0–1.5 / 2.6–4.4 / 6.5–7.5 / 8.5–9.0, per second on one core (since then 1.43 / 1.17 / 1.68 / 2.10 times as fast, by alternating runs)",
		"{Grade/9/1.0-1.5} / {Grade/9/2.6-4.4} / {Grade/9/6.5-7.5} / {Grade/9/8.5-9.0}",
		"`GRADOKU_DATA=DIR go test ./grade -run '^$' -bench Grade/9`, [docs/bench/rating.md](docs/bench/rating.md)",
	},
	{"ratings equal to those of Sudoku Explainer 1.2.1, in all data at hand", "{se-same} of {se-rows}", ""},
	{"counting solutions of seven sets of puzzles, against tdoku: AMD Zen 4", "{peers-kernel} times as fast; without AVX2 {peers-plain}", ""},
	{"the same on AMD Zen 5 (on an Intel Xeon, 0.88 for puzzles with several solutions)", "{tdoku} times as fast; without AVX2 {tdoku-purego}", ""},
	{"rating random puzzles, against sukaku-forge / SukakuExplainer", "{peers-rate} times as fast", ""},
	{"finding their solution paths for people, against HoDoKu", "{peers-path} times as fast", ""},
	{
		"making, rating and saving minimal puzzles, against qqwing / npm sudoku / sgt-solo, which do not rate them; against sudoku-gen, which only permutes stored puzzles",
		"{peers-make} times as fast; {peers-stored}", "",
	},
	{"bytes per puzzle in the file, with grade, techniques and indices", "{file-bytes}", ""},
	{"slowest of ten queries by level, rating, number or at random, {questions-rows} puzzles in the file", "{questions}", ""},
	{"a book of 1,000 puzzles: laid out, written, read again and checked", "{book}", ""},
	{"memory for a run of a million puzzles, its summary included", "{memory}", ""},
	{"a difficulty report about 100,000 puzzles, two labels, two cores", "{study-time}, {study-memory}", ""},
	{"every stage, on your machine", "[as recorded]({record}/table.txt)", "`GRADOKU_DATA=DIR go test ./solve ./generate ./grade ./run -run '^$' -bench . -cpu 1 -count 3`"},
}

const (
	tableBegin = "<!-- from docs/bench, by: go test . -run Readme -update -->\n\n"
	tableEnd   = "\n<!-- end -->"
)

// TestReadme wants README's numbers to be those of the newest record: medians of
// its rounds, to three figures; and of docs/bench/results.tsv, as they stand there.
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
	values["record"] = filepath.ToSlash(record)
	used := map[string]bool{}
	table := "| what | figure | command |\n|---|--:|---|\n"
	name := regexp.MustCompile(`\{[^}]+\}`)
	for _, row := range numbers {
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
		table += fmt.Sprintf("| %s | %s | %s |\n", what, figure, command)
	}
	for s := range commands {
		if !used[s] {
			t.Errorf("results.tsv: README does not use %s", s)
		}
	}
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok1 := bytes.Cut(text, []byte(tableBegin))
	old, after, ok2 := bytes.Cut(rest, []byte(tableEnd))
	switch {
	case !ok1 || !ok2:
		t.Fatalf("README has no line %q with %q after it", tableBegin, tableEnd)
	case string(old) == table:
	case *golden.Update:
		if err := os.WriteFile("README.md", slices.Concat(before, []byte(tableBegin+table+tableEnd), after), 0o666); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("README's numbers are not those of docs/bench; write them anew with: go test . -run Readme -update\n%s", table)
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
