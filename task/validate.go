package task

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"

	"gradoku/internal/bind"
	"gradoku/predict"
	"gradoku/study"
)

// Validate evaluates a model on puzzles with known times.
type Validate struct {
	Collect
	Model   string         `query:"model" json:"model,omitempty" value:"FILE" doc:"predict by a FILE of gradoku study fit, or by the built-in default" usual:"default"`
	Against string         `query:"against" json:"against,omitempty" value:"NAME" doc:"also compare with NAME, resample by resample: another model, or a metric by the key that gradoku study measure writes"`
	By      study.Division `query:"by" json:"by,omitzero" value:"NAME:BORDERS" doc:"groups of puzzles: by the words of a column, or at NAME:BORDERS, such as id:10000"`
	Resampled
}

// Run measures the puzzles and evaluates the model.
func (v Validate) Run(ctx context.Context, env Env) (*study.Validity, error) {
	if err := cmp.Or(bind.Check(&v, nil), v.one("with the times, for example --label seconds")); err != nil {
		return nil, err
	}
	m, err := ReadModel(ctx, env.In, cmp.Or(v.Model, "default"))
	if err != nil {
		return nil, err
	}
	other, err := v.other(ctx, &env, m)
	if err != nil {
		return nil, err
	}
	v.need(v.By.Column)
	v.Solves, v.Seed = m.Runs, new(int64(m.Seed)) // the random solves that the model was fitted with
	v.fast = v.Against == "" || other != nil
	col, _, err := v.collect(ctx, &env)
	if err != nil {
		return nil, err
	}
	validity, err := col.Validate(ctx, 0, m, study.FitOptions{Resamples: v.Resamples, Seed: m.Seed, By: v.By})
	if err == nil && v.Against != "" {
		validity.Against, err = col.Compare(0, m, other, v.Against, v.Resamples)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, DataError(err, "a model is evaluated on 9x9 puzzles, each with a time")
	}
	return validity, nil
}

// other returns the model to compare with; nil for none and for a metric.
func (v *Validate) other(ctx context.Context, env *Env, m *predict.Model) (*predict.Model, error) {
	if v.Against == "" || slices.ContainsFunc(study.Metrics(), func(m predict.Metric) bool { return m.Key == v.Against }) {
		return nil, nil
	}
	if _, err := os.Stat(v.Against); err != nil && v.Against != "default" {
		return nil, UsageError(fmt.Errorf("%s is neither a metric nor a model", v.Against), "gradoku study measure --dictionary - lists the metrics")
	}
	other, err := ReadModel(ctx, env.In, v.Against)
	if err == nil && (other.Runs != m.Runs || other.Seed != m.Seed) {
		err = DataError(fmt.Errorf("the model was fitted with %d random solves and seed %d, but %s with %d and seed %d", m.Runs, m.Seed, v.Against, other.Runs, other.Seed),
			"models are compared on the same random solves: fit them with the same --solves and --seed")
	}
	return other, err
}
