package bench

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"gradoku/internal/text"
)

// report is the outcome of a run of the suite.
type report struct {
	CPU, System, Go string
	Cores           int
	Results         []result
	Hashes          map[string]string // SHA-256 of the files read, in hex, by name
}

// result is the measurements of a case.
type result struct {
	benchmark
	Rounds []measurement // empty if Absent is set
	Absent string        // why it was left out
}

// measurement is the work done in one round.
type measurement struct {
	Units int
	CPU   time.Duration
}

// rate is in units per CPU-second.
func (m measurement) rate() float64 { return float64(m.Units) / m.CPU.Seconds() }

// cpuModel is the processor's name, if the system has it in a file.
func cpuModel() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return "unknown"
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if name, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}

// table writes the report for people. commit is the revision measured.
func (r *report) table(w io.Writer, commit string) error {
	fmt.Fprintf(w, "%s, %d cores, %s, %s, commit %s\nunits per second of %s\n\n", r.CPU, r.Cores, r.System, r.Go, commit, cpuClock)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "case\tunit\tmedian\tleast\tmost")
	for i := range r.Results {
		res := &r.Results[i]
		if res.Absent != "" {
			continue
		}
		rates := make([]float64, len(res.Rounds))
		for i, m := range res.Rounds {
			rates[i] = m.rate()
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", res.name, res.unit, rate(median(rates)), rate(slices.Min(rates)), rate(slices.Max(rates)))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for i := range r.Results {
		if res := &r.Results[i]; res.Absent != "" {
			fmt.Fprintf(w, "left out: %s: %s\n", res.name, res.Absent)
		}
	}
	return r.hashes(w, "")
}

// median sorts values and returns the middle one, or the mean of the two.
func median(values []float64) float64 {
	slices.Sort(values)
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}

func (r *report) hashes(w io.Writer, prefix string) error {
	for _, name := range slices.Sorted(maps.Keys(r.Hashes)) {
		if _, err := fmt.Fprintf(w, "%ssha256 %s %s\n", prefix, r.Hashes[name], name); err != nil {
			return err
		}
	}
	return nil
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

// raw writes every round as a line of Go's benchmark format, so that benchstat
// can compare two reports. Time is CPU time. The package name has been the same since
// the first record: benchstat compares only equal names.
func (r *report) raw(w io.Writer, commit string) error {
	fmt.Fprintf(w, "goos: %s\ngoarch: %s\npkg: gradoku/bench\ncpu: %s\ntoolchain: %s\ncommit: %s\n",
		runtime.GOOS, runtime.GOARCH, r.CPU, r.Go, commit)
	if err := r.hashes(w, "# "); err != nil {
		return err
	}
	for i := range r.Results {
		res := &r.Results[i]
		for _, m := range res.Rounds {
			if _, err := fmt.Fprintf(w, "Benchmark%s %d %.1f ns/op %.5g %s/s\n", res.name, m.Units,
				float64(m.CPU.Nanoseconds())/float64(m.Units), m.rate(), res.unit); err != nil {
				return err
			}
		}
	}
	return nil
}
