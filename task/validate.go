package task

import (
	"cmp"
	"context"
	"strings"

	"gradoku/internal/bind"
	"gradoku/study"
)

// Validate evaluates a model on puzzles with known times.
type Validate struct {
	Collect
	Model string         `query:"model" json:"model,omitempty" value:"FILE" doc:"predict by a FILE of gradoku study fit, or by the built-in default" usual:"default"`
	By    study.Division `query:"by" json:"by,omitzero" value:"NAME:BORDERS" doc:"groups of puzzles: by the words of a column, or at NAME:BORDERS, such as id:10000"`
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
	v.need(v.By.Column)
	v.Solves, v.Seed = m.Runs, new(int64(m.Seed)) // the random solves that the model was fitted with
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
	for _, p := range src.provenance {
		if sum, ok := strings.CutPrefix(p[1], "sha256 "); ok && strings.Contains(m.Trained.SHA256, sum) {
			validity.Seen = append(validity.Seen, strings.TrimPrefix(p[0], "file "))
		}
	}
	return validity, nil
}
