package bench

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var long = flag.Bool("long", false, "run the long tests")

// TestCasesWork does the work of cases once: by default of one each of what is
// quick and needs no file.
func TestCasesWork(t *testing.T) {
	e := newEnv(os.Getenv("GRADOKU_DATA"), t.TempDir())
	seen := map[string]bool{}
	for _, c := range benchmarks() {
		if seen[c.name] || strings.Count(c.name, "/") != 2 {
			t.Errorf("%s: names have three parts and are unique", c.name)
		}
		seen[c.name] = true
		t.Run(c.name, func(t *testing.T) {
			if !*long && !slices.Contains([]string{"Generate/4/minimal", "Generate/6/minimal", "Save/9/minimal"}, c.name) {
				t.Skip("long: -long")
			}
			do, err := c.prepare(t.Context(), e)
			if errors.Is(err, errAbsent) {
				t.Skip(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			if n, err := do(); err != nil || n == 0 {
				t.Errorf("%d %s, %v", n, c.unit, err)
			}
		})
	}
}

// TestRunCounts measures a case that counts how often it is called.
func TestRunCounts(t *testing.T) {
	calls := 0
	cases := []benchmark{
		{"Count/9/calls", "calls", func(context.Context, *env) (work, error) {
			return func() (int, error) { calls++; return 3, nil }, nil
		}},
		{"Absent/9/file", "puzzles", func(_ context.Context, e *env) (work, error) {
			_, err := e.file("bench/none.txt")
			return nil, err
		}},
	}
	report, err := (&options{data: t.TempDir(), rounds: 4, quiet: true}).measureAll(t.Context(), cases)
	if err != nil {
		t.Fatal(err)
	}
	if r := report.Results[0]; len(r.Rounds) != 4 || calls != 5 || r.Rounds[0].Units != 3 {
		t.Errorf("%d rounds, %d calls, %+v", len(r.Rounds), calls, r.Rounds)
	}
	if r := report.Results[1]; r.Absent == "" || len(r.Rounds) > 0 {
		t.Errorf("a missing file: %+v", r)
	}
}

// TestRunFails reports which case failed: a wrong answer is no speed.
func TestRunFails(t *testing.T) {
	wrong := errors.New("wrong")
	_, err := (&options{rounds: 1, quiet: true}).measureAll(t.Context(), []benchmark{{"Wrong/9/x", "puzzles", func(context.Context, *env) (work, error) {
		return func() (int, error) { return 1, wrong }, nil
	}}})
	if !errors.Is(err, wrong) || !strings.Contains(err.Error(), "Wrong/9/x") {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (&options{rounds: 1, quiet: true}).measureAll(ctx, benchmarks()[8:9]); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: got %v", err)
	}
}

// TestBands wants the data's puzzles of a band and its hash, and an honest
// answer where there are none.
func TestBands(t *testing.T) {
	dir := t.TempDir()
	text := "puzzle\trater\tER\n" + strings.Repeat(".", 81) + "\tother\t7.1\n" +
		"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\tSE1.2.1.3\t7.2\n"
	if err := os.Mkdir(filepath.Join(dir, "ratings"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "ratings", "se-dev.tsv"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	e := newEnv(dir, "")
	puzzles, err := e.band(70, 75)
	if err != nil || len(puzzles) != 1 || puzzles[0].Clues() != 17 {
		t.Errorf("got %v, %v", puzzles, err)
	}
	if len(e.hashes["ratings/se-dev.tsv"]) != 64 {
		t.Errorf("hashes %v", e.hashes)
	}
	if _, err := e.band(10, 12); !errors.Is(err, errAbsent) {
		t.Errorf("empty band: %v", err)
	}
}

func TestReport(t *testing.T) {
	r := &report{CPU: "Test CPU", Cores: 2, System: "linux/amd64", Go: "go1.26", Hashes: map[string]string{"b": "22", "a": "11"}, Results: []result{
		{benchmark: benchmark{name: "Solve/9/x", unit: "puzzles"}, Rounds: []measurement{{1000, time.Second}, {3000, time.Second}, {1_234_567, time.Second}}},
		{benchmark: benchmark{name: "Grade/9/y", unit: "puzzles"}, Rounds: []measurement{{1, 160 * time.Millisecond}}},
		{benchmark: benchmark{name: "Solve/9/z", unit: "puzzles"}, Absent: "not in the data folder"},
	}}
	var b strings.Builder
	if err := r.table(&b, "abc"); err != nil {
		t.Fatal(err)
	}
	want := `Test CPU, 2 cores, linux/amd64, go1.26, commit abc
units per second of ` + cpuClock + `

case       unit     median  least  most
Solve/9/x  puzzles  3,000   1,000  1,230,000
Grade/9/y  puzzles  6.25    6.25   6.25
left out: Solve/9/z: not in the data folder
sha256 11 a
sha256 22 b
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
	b.Reset()
	if err := r.raw(&b, "abc"); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"cpu: Test CPU\n", "BenchmarkSolve/9/x 1000 1000000.0 ns/op 1000 puzzles/s\n", "# sha256 11 a\n"} {
		if !strings.Contains(b.String(), line) {
			t.Errorf("no line %q in\n%s", line, &b)
		}
	}
}

func TestRate(t *testing.T) {
	for x, want := range map[float64]string{0.1234: "0.123", 5.9: "5.9", 99.94: "99.9", 523.4: "523", 1970: "1,970", 14_149: "14,100", 1_234_567: "1,230,000"} {
		if got := rate(x); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
}

// TestScaling makes the same puzzles twice a round; TestGrow saves in steps.
func TestScaling(t *testing.T) {
	s, err := measureScaling(t.Context(), 2, 50, 2)
	if err != nil || len(s.One) != 2 || len(s.Many) != 2 || s.speedup() <= 0 || s.inflation() <= 0 {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestGrow(t *testing.T) {
	var rows []int64
	err := grow(t.Context(), 900, 400, "", func(g growth) error {
		rows = append(rows, g.Rows)
		if g.Bytes < 100*g.Rows || len(g.Answers) != len(questions) || g.CPU < 0 { // a coarse clock may say 0
			t.Errorf("%+v", g)
		}
		return nil
	})
	if err != nil || !cmp.Equal(rows, []int64{400, 800, 900}) {
		t.Errorf("rows %v, %v", rows, err)
	}
}
