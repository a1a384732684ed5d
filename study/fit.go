package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gradoku/grade"
	"gradoku/internal/rank"
	"gradoku/predict"
)

// FitOptions say how a model is fitted and tried.
type FitOptions struct {
	Folds   int // of the cross-validation
	Repeats int // of the cross-validation, each with other folds
	Halves  int // random halves: fit on one, try on the other
	Seed    uint64
}

// DefaultFit is what the command does.
var DefaultFit = FitOptions{Folds: 10, Repeats: 20, Halves: 50, Seed: 1}

// penalties are the ridge penalties to choose from, for standardised features
// and per puzzle.
var penalties = []float64{0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3}

// minPuzzles is the least number of puzzles for a fit to be tried on halves.
const minPuzzles = 50

// Fit fits a ridge regression (Arthur Hoerl and Robert Kennard, Ridge Regression,
// Technometrics 12, 1970) of the logarithm of a label on the features. The penalty is
// chosen inside the puzzles fitted on, never with those tried on, and the model's
// measures of itself are only about puzzles that it was not fitted on.
func (c *Collection) Fit(ctx context.Context, label int, opt FitOptions) (*predict.Model, error) {
	l := &c.Labels[label]
	if l.values == nil {
		return nil, fmt.Errorf("the label %s is not a number for every puzzle", l.Name)
	}
	d := c.design(ctx, l)
	if len(d.y) < minPuzzles {
		return nil, fmt.Errorf("%d puzzles of 9x9 have a positive %s; a fit needs %d", len(d.y), l.Name, minPuzzles)
	}
	if slices.Min(d.y) == slices.Max(d.y) {
		return nil, errors.New("the label is the same for all puzzles")
	}
	m := d.fit(opt)
	m.Label, m.Runs, m.Seed = l.Name, c.Runs, c.Seed
	ratings := quantiles(d.values("er"), 0.01, 0.99)
	m.Trained.RatingLow, m.Trained.RatingHigh = ratings[0], ratings[1]
	return m, context.Cause(ctx)
}

// fit fits the model and tries it.
func (d *design) fit(opt FitOptions) *predict.Model {
	m := &predict.Model{
		Format: predict.ModelFormat, Grader: grade.Version,
		Measured: predict.Accuracy{Folds: opt.Folds, Repeats: opt.Repeats, Halves: opt.Halves},
	}
	m.Trained.Puzzles = len(d.y)
	all := make([]int32, len(d.y))
	for i := range all {
		all[i] = int32(i)
	}
	m.Residuals = quantiles(d.try(all, opt, &m.Measured), 0.25, 0.5, 0.75)
	m.Lambda = d.penalty(all, rand.New(rand.NewPCG(opt.Seed, 0)))
	f := d.ridge(all, m.Lambda)
	m.Intercept = f.intercept
	for i, feature := range predict.Features() {
		if f.sd[i] > 0 {
			m.Terms = append(m.Terms, predict.Term{Feature: feature.Name, Mean: f.mean[i], SD: f.sd[i], Low: f.low[i], High: f.high[i], Weight: f.weight[i]})
		}
	}
	return m
}

// design is the data of a fit: rows of puzzles that have everything it needs.
type design struct {
	ctx    context.Context // when it ends, nothing more is fitted
	x      []*column       // of each feature
	puzzle []int32         // of each row
	y      []float64       // logarithms, by row
	room   []float64       // of standardised
}

// shares returns the column of a technique's part in the steps.
func (c *Collection) shares(row int) *column {
	steps, all := c.metric("steps"), new(column)
	for i, n := range c.uses.of(row) {
		all.add(predict.Share(float64(n), steps.at(i)))
	}
	return all
}

// design chooses the puzzles and their features for the fit of a label.
func (c *Collection) design(ctx context.Context, l *Label) *design {
	d := &design{ctx: ctx}
	for _, f := range predict.Features() {
		if f.Metric() == "" {
			d.x = append(d.x, c.shares(f.Row))
		} else {
			d.x = append(d.x, c.metric(f.Metric()).mapped(f.Value))
		}
	}
	for i := range c.N {
		y := l.values.at(i)
		if !l.Log {
			y = math.Log(y)
		}
		if c.size.at(i) == 9 && !math.IsNaN(y) && !math.IsInf(y, 0) {
			d.puzzle, d.y = append(d.puzzle, int32(i)), append(d.y, y)
		}
	}
	return d
}

// at returns a feature of a row.
func (d *design) at(j int, row int32) float64 { return d.x[j].at(int(d.puzzle[row])) }

// values returns a feature by row.
func (d *design) values(feature string) []float64 {
	j := slices.IndexFunc(predict.Features(), func(f predict.Feature) bool { return f.Name == feature })
	x := make([]float64, len(d.puzzle))
	for i := range x {
		x[i] = d.at(j, int32(i))
	}
	return x
}

// fitted is a regression.
type fitted struct {
	intercept                   float64
	mean, sd, low, high, weight []float64
}

// ridge fits the rows. The label is clipped to its middle 98 %: a few people
// leave a puzzle lying open over lunch.
func (d *design) ridge(rows []int32, lambda float64) fitted {
	g := d.gram(rows)
	return g.solve(lambda)
}

// gram is what a fit needs of some rows, for any penalty.
type gram struct {
	fitted
	xx *mat.SymDense
	xy *mat.VecDense
}

// gramBlock is how many rows are standardised at a time.
const gramBlock = 4096

func (d *design) gram(rows []int32) *gram {
	k := len(d.x)
	g := &gram{fitted: fitted{
		mean: make([]float64, k), sd: make([]float64, k), low: make([]float64, k), high: make([]float64, k), weight: make([]float64, k),
	}}
	g.xx, g.xy = mat.NewSymDense(k, nil), mat.NewVecDense(k, nil)
	if d.ctx.Err() != nil {
		return g
	}
	column := make([]float64, len(rows))
	for j := range k {
		for i, r := range rows {
			column[i] = d.at(j, r)
		}
		g.low[j], g.high[j] = slices.Min(column), slices.Max(column)
		g.mean[j], g.sd[j] = stat.PopMeanStdDev(column, nil)
		if g.sd[j] < 1e-9*(1+math.Abs(g.mean[j])) {
			g.sd[j] = 0 // constant
		}
	}
	y := column
	for i, r := range rows {
		y[i] = d.y[r]
	}
	y = clipped(y)
	g.intercept = stat.Mean(y, nil)
	for i := range y {
		y[i] -= g.intercept
	}
	for from := 0; from < len(rows); from += gramBlock {
		to := min(from+gramBlock, len(rows))
		g.add(d, rows[from:to], y[from:to])
	}
	n := float64(len(rows))
	for i := range k {
		g.xy.SetVec(i, g.xy.AtVec(i)/n)
		for j := range i + 1 {
			g.xx.SetSym(i, j, g.xx.At(i, j)/n)
		}
	}
	return g
}

// add adds up the products of some rows, standardised, without constant features. It
// takes one column after another: the matrix products of gonum add up in parallel, in
// another order each time.
func (g *gram) add(d *design, rows []int32, y []float64) {
	z := make([][]float64, len(d.x))
	d.room = fit(d.room, len(d.x)*len(rows))
	for i := range z {
		if g.sd[i] == 0 {
			continue
		}
		z[i] = d.room[i*len(rows) : (i+1)*len(rows)]
		for k, r := range rows {
			z[i][k] = (d.at(i, r) - g.mean[i]) / g.sd[i]
		}
		g.xy.SetVec(i, g.xy.AtVec(i)+floats.Dot(z[i], y))
		for j := range i + 1 {
			if z[j] != nil {
				g.xx.SetSym(i, j, g.xx.At(i, j)+floats.Dot(z[i], z[j]))
			}
		}
	}
}

// clipped returns the list with values outside its middle 98 % moved to its ends.
func clipped(y []float64) []float64 {
	ends := quantiles(slices.Clone(y), 0.01, 0.99)
	inside := make([]float64, len(y))
	for i := range y {
		inside[i] = math.Min(math.Max(y[i], ends[0]), ends[1])
	}
	return inside
}

// solve is the regression for a penalty.
func (g *gram) solve(lambda float64) fitted {
	k := g.xx.SymmetricDim()
	a := mat.NewSymDense(k, nil)
	a.CopySym(g.xx)
	for j := range k {
		a.SetSym(j, j, a.At(j, j)+lambda)
	}
	var chol mat.Cholesky
	var b mat.VecDense
	f := g.fitted
	f.weight = make([]float64, k)
	if chol.Factorize(a) && chol.SolveVecTo(&b, g.xy) == nil {
		copy(f.weight, b.RawVector().Data)
	}
	return f
}

// predict returns the logarithm for a row.
func (d *design) predict(f *fitted, row int32) float64 {
	sum := f.intercept
	for j, w := range f.weight {
		if f.sd[j] > 0 {
			sum += float64(w * ((math.Min(math.Max(d.at(j, row), f.low[j]), f.high[j]) - f.mean[j]) / f.sd[j]))
		}
	}
	return sum
}

// folds deals the rows into k parts that are alike in the label: sorted by it,
// every k in a row go to k different parts.
func (d *design) folds(rows []int32, k int, rng *rand.Rand) [][]int32 {
	sorted := slices.Clone(rows)
	slices.SortFunc(sorted, func(a, b int32) int { return cmp.Or(cmp.Compare(d.y[a], d.y[b]), cmp.Compare(a, b)) })
	parts := make([][]int32, k)
	for i := 0; i < len(sorted); i += k {
		to := rng.Perm(k)
		for j, r := range sorted[i:min(i+k, len(sorted))] {
			parts[to[j]] = append(parts[to[j]], r)
		}
	}
	return parts
}

// except returns the rows of all parts but one.
func except(parts [][]int32, out int) []int32 {
	return slices.Concat(slices.Delete(slices.Clone(parts), out, out+1)...)
}

// penalty chooses by cross-validation within the rows.
func (d *design) penalty(rows []int32, rng *rand.Rand) float64 {
	const k = 5
	parts := d.folds(rows, k, rng)
	errs := make([]float64, len(penalties))
	for out := range parts {
		g := d.gram(except(parts, out))
		for i, lambda := range penalties {
			f := g.solve(lambda)
			for _, r := range parts[out] {
				e := d.y[r] - d.predict(&f, r)
				errs[i] += e * e
			}
		}
	}
	best := 0
	for i := range errs {
		if errs[i] < errs[best] {
			best = i
		}
	}
	return penalties[best]
}

// try measures how well fits predict unseen rows. It returns the residuals of the
// first cross-validation.
func (d *design) try(all []int32, opt FitOptions, a *predict.Accuracy) (residuals []float64) {
	var r, rho, clip, hr, hrho []float64
	for i := range opt.Repeats {
		rng := rand.New(rand.NewPCG(opt.Seed, uint64(i)+1))
		parts := d.folds(all, opt.Folds, rng)
		predicted := make([]float64, len(d.y))
		for out := range parts {
			d.fill(except(parts, out), parts[out], rng, predicted)
		}
		clip = append(clip, stat.Correlation(predicted, clipped(d.y), nil))
		r, rho = append(r, stat.Correlation(predicted, d.y, nil)), append(rho, rank.Correlation(predicted, d.y))
		if i == 0 {
			for k := range predicted {
				residuals = append(residuals, d.y[k]-predicted[k])
			}
		}
	}
	for i := range opt.Halves {
		rng := rand.New(rand.NewPCG(opt.Seed, uint64(i)+1_000_001))
		parts := d.folds(all, 2, rng)
		predicted := make([]float64, len(d.y))
		d.fill(parts[0], parts[1], rng, predicted)
		var p, y []float64
		for _, k := range parts[1] {
			p, y = append(p, predicted[k]), append(y, d.y[k])
		}
		hr, hrho = append(hr, stat.Correlation(p, y, nil)), append(hrho, rank.Correlation(p, y))
	}
	a.Pearson, a.Spearman, a.Clipped = stat.Mean(r, nil), stat.Mean(rho, nil), stat.Mean(clip, nil)
	a.HalfPearson, a.HalfSpearman, a.HalfDeviation = stat.Mean(hr, nil), stat.Mean(hrho, nil), stat.StdDev(hr, nil)
	scan := d.values("scan")
	a.ScanPearson, a.ScanSpearman = stat.Correlation(scan, d.y, nil), rank.Correlation(scan, d.y)
	return residuals
}

// fill fits on some rows and predicts others.
func (d *design) fill(on, others []int32, rng *rand.Rand, predicted []float64) {
	if d.ctx.Err() != nil {
		return
	}
	f := d.ridge(on, d.penalty(on, rng))
	for _, r := range others {
		predicted[r] = d.predict(&f, r)
	}
}
