package task

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"gradoku/internal/bind"
	"gradoku/predict"
	"gradoku/study"
)

// Fit fits a model that predicts times.
type Fit struct {
	Collect
	Output   string   `query:"o" json:"output,omitempty" alias:"output" value:"FILE" doc:"write to FILE, - for stdout"`
	Source   string   `query:"source" json:"source,omitempty" value:"TEXT" doc:"what the puzzles and times are, for the model's TEXT about itself"`
	Cautions []string `query:"caution" json:"caution,omitempty" value:"SENTENCE" doc:"a limitation of the model, as a SENTENCE stored in it"`
	Folds    int      `query:"folds" json:"folds,omitempty" minimum:"2" doc:"parts of a cross-validation" usual:"10"`
	Repeats  int      `query:"repeats" json:"repeats,omitempty" minimum:"1" doc:"cross-validations, each with other parts" usual:"20"`
	Halves   int      `query:"halves" json:"halves,omitempty" minimum:"2" doc:"random halves to fit on; the other half is held out" usual:"50"`
	Resampled
	Weight string         `query:"weight" json:"weight,omitempty" value:"NAME" doc:"weigh the puzzles by the column NAME"`
	By     study.Division `query:"by" json:"by,omitzero" value:"NAME:BORDERS" doc:"groups of puzzles: by the words of a column, or at NAME:BORDERS, such as id:10000"`
}

// Run fits the model and writes it to the output file, if there is one.
func (f Fit) Run(ctx context.Context, env Env) (*predict.Model, error) {
	if err := cmp.Or(CheckApart(f.DB, f.Files, Output{"-o", f.Output}), bind.Check(&f, nil), f.one("with the times, for example --label seconds")); err != nil {
		return nil, err
	}
	usual := &study.DefaultFit
	f.Folds, f.Repeats, f.Halves = cmp.Or(f.Folds, usual.Folds), cmp.Or(f.Repeats, usual.Repeats), cmp.Or(f.Halves, usual.Halves)
	f.need(f.By.Column, f.Weight)
	f.fast = true
	col, src, err := f.collect(ctx, &env)
	if err != nil {
		return nil, err
	}
	m, err := col.Fit(ctx, 0, study.FitOptions{
		Folds: f.Folds, Repeats: f.Repeats, Halves: f.Halves, Resamples: f.Resamples, Seed: f.seed(),
		Weight: f.Weight, By: f.By,
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, DataError(err, "a model needs 9x9 puzzles, each with a time")
	}
	src.introduce(m, f.Source)
	m.Limits = append(m.Limits, f.Cautions...)
	if f.Output != "" {
		err = env.write(ctx, f.Output, func(w io.Writer) error {
			e := json.NewEncoder(w)
			e.SetEscapeHTML(false)
			e.SetIndent("", " ")
			return e.Encode(m)
		})
	}
	return m, err
}

// introduce fills in the model's description of itself. about describes its puzzles and
// times, "" for the names of the files.
func (s *sources) introduce(m *predict.Model, about string) {
	var names, sums []string
	for _, p := range s.provenance {
		names = append(names, p[0])
		if sum, ok := strings.CutPrefix(p[1], "sha256 "); ok {
			sums = append(sums, sum)
		}
	}
	m.Trained.Source, m.Trained.SHA256 = cmp.Or(about, strings.Join(names, ", ")), strings.Join(sums, " ")
	for _, unit := range []string{"second", "minute"} {
		if strings.Contains(strings.ToLower(m.Label), unit) {
			m.Unit = unit + "s"
		}
	}
	if s.left != "" {
		m.Trained.Dropped = strings.Join(slices.DeleteFunc([]string{m.Trained.Dropped, s.left}, func(s string) bool { return s == "" }), "; ")
	}
	m.Limits = append(m.Limits,
		fmt.Sprintf("It says nothing about puzzles rated outside %.1f to %.1f, about sizes other than 9x9, and about people other than those it was trained on.", m.Trained.RatingLow, m.Trained.RatingHigh))
}
