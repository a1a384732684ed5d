package task

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"io"

	"gradoku/corpus"
	"gradoku/internal/bind"
	"gradoku/internal/text"
	"gradoku/study"
)

// Measure writes every metric of every puzzle at full precision.
type Measure struct {
	Collect
	TableFile
	Dictionary string `query:"dictionary" json:"dictionary,omitempty" value:"FILE" doc:"write what each column of all CSV files of studies is, as CSV, to FILE, - for stdout"`
	Steps      bool   `query:"steps" json:"steps,omitempty" not:"waves" doc:"a row for each step, not for each puzzle"`
	Waves      bool   `query:"waves" json:"waves,omitempty" doc:"a row for each wave, not for each puzzle"`
}

// Run writes the tables, and returns how many puzzles were measured.
func (m Measure) Run(ctx context.Context, env Env) (measured int, err error) {
	if err := cmp.Or(CheckApart(m.DB, m.Files, Output{"-o", m.Output}, Output{"--dictionary", m.Dictionary}), bind.Check(&m, nil)); err != nil {
		return 0, err
	}
	format, err := m.settle()
	if err != nil {
		return 0, err
	}
	items, src, done, err := m.items(ctx, &env)
	defer done()
	if err != nil {
		return 0, err
	}
	if m.Dictionary != "" {
		if err := CheckOutput(m.Dictionary); err != nil {
			return 0, err
		}
	}
	tell, left := env.counting("puzzles"), study.LeftOut{}
	rows := func(yield func(corpus.Row, error) bool) {
		seen := int64(0)
		for p, err := range study.Measure(ctx, m.first(items, &env), study.MeasureOptions{Runs: m.Solves, Seed: m.seed(), Workers: env.Workers, Steps: m.Steps, Waves: m.Waves}) {
			seen++
			tell(seen, src.expected)
			var bad *corpus.LineError
			switch {
			case errors.As(err, &bad):
				env.reject(err)
				continue
			case err != nil:
				yield(corpus.Row{}, err)
				return
			case p.Excluded != "":
				left[p.Excluded]++
				continue
			}
			measured++
			list := []corpus.Row{p.Row()}
			switch {
			case m.Steps:
				list = p.StepRows()
			case m.Waves:
				list = p.WaveRows()
			}
			for _, row := range list {
				if !yield(row, nil) {
					return
				}
			}
		}
	}
	err = env.write(ctx, m.Output, func(w io.Writer) error {
		return format.Write(w, corpus.Aligned(rows, nil))
	})
	if err == nil && m.Dictionary != "" { // last, so that a command that fails leaves none
		err = env.write(ctx, m.Dictionary, func(w io.Writer) error { return csv.NewWriter(w).WriteAll(study.Dictionary()) })
	}
	if err != nil {
		return 0, err
	}
	if len(left) > 0 {
		env.note("left out: %s", left)
	}
	env.note("%s measured", text.Count(measured, "puzzle", "puzzles"))
	return measured, nil
}
