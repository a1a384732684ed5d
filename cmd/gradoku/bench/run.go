package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"
)

// Config says how to measure.
type Config struct {
	Data   string        // folder of puzzle files, "" for none
	Rounds int           // how often each case is measured
	Time   time.Duration // of CPU, at least, for each measurement
	// Progress, when not nil, is called before each measurement.
	Progress func(round int, name string)
}

// Result is what was measured of a case.
type Result struct {
	Case   Case
	Rounds []Measure // none when Absent is set
	Absent string    // why it was left out
}

// Measure is one measurement.
type Measure struct {
	Units int
	CPU   time.Duration
}

// Rate is in units per CPU-second.
func (m Measure) Rate() float64 { return float64(m.Units) / m.CPU.Seconds() }

// Rates returns the least, the median and the greatest rate of the rounds, in
// units per CPU-second.
func (r *Result) Rates() (least, median, most float64) {
	rates := make([]float64, len(r.Rounds))
	for i, m := range r.Rounds {
		rates[i] = m.Rate()
	}
	slices.Sort(rates)
	n := len(rates)
	return rates[0], (rates[(n-1)/2] + rates[n/2]) / 2, rates[n-1]
}

// Run measures cases, each once per round, after one pass to warm up.
func Run(ctx context.Context, cases []Case, cfg Config) (*Report, error) {
	temp, err := os.MkdirTemp("", "gradoku-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	e := newEnv(cfg.Data, temp)
	report := newReport()
	works := make([]work, len(cases))
	for i, c := range cases {
		r := Result{Case: c}
		switch works[i], err = c.prepare(ctx, e); {
		case errors.Is(err, errAbsent):
			r.Absent, works[i] = err.Error(), nil
		case err != nil:
			return nil, fmt.Errorf("%s: %w", c.Name, err)
		}
		report.Results = append(report.Results, r)
	}
	report.Hashes = e.hashes
	for round := range cfg.Rounds + 1 {
		for i, do := range works {
			if do == nil {
				continue
			}
			if cfg.Progress != nil {
				cfg.Progress(round, cases[i].Name)
			}
			least := cfg.Time
			if round == 0 {
				least = 0
			}
			m, err := measure(ctx, do, least)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", cases[i].Name, err)
			}
			if round > 0 {
				report.Results[i].Rounds = append(report.Results[i].Rounds, m)
			}
		}
	}
	return report, nil
}

// measure does work until it has used that much CPU, once at least.
func measure(ctx context.Context, do work, least time.Duration) (Measure, error) {
	start, err := CPUTime()
	if err != nil {
		return Measure{}, err
	}
	var m Measure
	for m.Units == 0 || m.CPU < least {
		if ctx.Err() != nil {
			return m, context.Cause(ctx)
		}
		n, err := do()
		if err != nil {
			return m, err
		}
		now, err := CPUTime()
		if err != nil {
			return m, err
		}
		m.Units, m.CPU = m.Units+n, now-start
	}
	return m, nil
}
