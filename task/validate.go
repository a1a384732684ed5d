package task

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strings"

	"gradoku/internal/bind"
	"gradoku/predict"
	"gradoku/study"
)

// Validate evaluates a model on puzzles with known times.
type Validate struct {
	Collect
	Model string         `query:"model" json:"model,omitempty" value:"FILE" doc:"predict by a FILE of gradoku study fit, or by the built-in default" usual:"default"`
	By    study.Division `query:"by" json:"by,omitzero" value:"NAME:BORDERS" doc:"groups of puzzles: by the words of a column, or at NAME:BORDERS, such as id:10000"`
	Resampled
}

// Validated says how well a model predicts the times of puzzles.
type Validated struct {
	study.Validity
	Unit string   `json:"-"` // of the model
	Seen []string `json:"-"` // the files that the model was fitted on
}

// Run measures the puzzles and evaluates the model.
func (v Validate) Run(ctx context.Context, env Env) (*Validated, error) {
	if err := cmp.Or(bind.Check(&v, nil), v.one("with the times, for example --label seconds")); err != nil {
		return nil, err
	}
	m, err := ReadModel(ctx, env.In, cmp.Or(v.Model, "default"))
	if err != nil {
		return nil, err
	}
	v.need(v.By.Column)
	v.solveAs(m)
	v.fast = true
	col, src, err := v.collect(ctx, &env)
	if err != nil {
		return nil, err
	}
	validity, err := col.Validate(ctx, 0, m, study.FitOptions{Resamples: v.Resamples, Seed: m.Seed, By: v.By})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, DataError(err, "a model is evaluated on 9x9 puzzles, each with a time")
	}
	result := &Validated{Validity: *validity, Unit: m.Unit}
	for _, p := range src.provenance {
		if sum, ok := strings.CutPrefix(p[1], "sha256 "); ok && strings.Contains(m.Trained.SHA256, sum) {
			result.Seen = append(result.Seen, strings.TrimPrefix(p[0], "file "))
		}
	}
	return result, nil
}

// solveAs makes the study use the same random solves as the model was fitted with.
func (o *Collect) solveAs(m *predict.Model) { o.Solves, o.Seed = m.Runs, new(int64(m.Seed)) }

// Compare says which of two models or metrics agrees better with a label.
type Compare struct {
	Collect
	Resampled
	Sides [2]string // files of models, default, or keys of metrics
}

// Run measures the puzzles and compares the two.
func (c Compare) Run(ctx context.Context, env Env) (*study.Comparison, error) {
	if err := cmp.Or(bind.Check(&c, nil), c.one("to compare with, for example --label seconds")); err != nil {
		return nil, err
	}
	var sides [2]study.Side
	for i, name := range c.Sides {
		sides[i].Name = name
		if study.IsMetric(name) {
			continue
		}
		if _, err := os.Stat(name); err != nil && name != "default" {
			return nil, UsageError(fmt.Errorf("%s is neither a metric nor a model", name), "gradoku study measure --dictionary - lists the metrics")
		}
		m, err := ReadModel(ctx, env.In, name)
		if err != nil {
			return nil, err
		}
		sides[i].Model = m
		c.solveAs(m)
	}
	if a, b := sides[0].Model, sides[1].Model; a != nil && b != nil && (a.Runs != b.Runs || a.Seed != b.Seed) {
		return nil, DataError(fmt.Errorf("%s was fitted with %d random solves and seed %d, but %s with %d and seed %d", c.Sides[0], a.Runs, a.Seed, c.Sides[1], b.Runs, b.Seed),
			"models are compared on the same random solves: fit them with the same --solves and --seed")
	}
	col, _, err := c.collect(ctx, &env)
	if err != nil {
		return nil, err
	}
	result, err := col.Compare(0, sides, c.Resamples)
	if err != nil {
		return nil, DataError(err, "name a label whose values are numbers")
	}
	return result, nil
}
