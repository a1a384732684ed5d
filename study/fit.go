package study

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gradoku/grade"
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

// minPuzzles is what a fit needs at least to be tried on halves.
const minPuzzles = 50

// Fit fits a ridge regression (Arthur Hoerl and Robert Kennard, Ridge Regression,
// Technometrics 12, 1970) of the logarithm of a label on the features. The penalty
// is chosen inside the puzzles fitted on, never with those tried on, and what the
// model says of itself is only about puzzles that it was not fitted on.
func (c *Collection) Fit(label int, opt FitOptions) (*Model, error) {
	l := &c.Labels[label]
	if l.Values == nil {
		return nil, fmt.Errorf("the label %s is not a number for every puzzle", l.Name)
	}
	d := c.design(l)
	if len(d.y) < minPuzzles {
		return nil, fmt.Errorf("%d puzzles of 9x9 have a positive %s; a fit needs %d", len(d.y), l.Name, minPuzzles)
	}
	if slices.Min(d.y) == slices.Max(d.y) {
		return nil, errors.New("the label is the same for all puzzles")
	}
	m := &Model{
		Format: ModelFormat, Label: l.Name, Grader: grade.Version, Runs: c.Runs, Seed: c.Seed,
		Measured: Accuracy{Folds: opt.Folds, Repeats: opt.Repeats, Halves: opt.Halves},
	}
	m.Trained.Puzzles = len(d.y)
	m.Trained.RatingLow, m.Trained.RatingHigh = quantile(d.rating, 0.01), quantile(d.rating, 0.99)
	residuals := d.try(opt, &m.Measured)
	m.Residuals = []float64{quantile(residuals, 0.25), quantile(residuals, 0.5), quantile(residuals, 0.75)}
	all := d.everything()
	m.Lambda = d.penalty(all, rand.New(rand.NewPCG(opt.Seed, 0)))
	f := d.ridge(all, m.Lambda)
	m.Intercept = f.intercept
	for i, feature := range features {
		if f.sd[i] > 0 {
			m.Terms = append(m.Terms, Term{feature.name, f.mean[i], f.sd[i], f.low[i], f.high[i], f.weight[i]})
		}
	}
	return m, nil
}

// design is the data of a fit.
type design struct {
	x      [][]float64
	y      []float64 // logarithms
	rating []float64
	scan   []float64
}

func (c *Collection) design(l *Label) *design {
	d := &design{}
	for i := range c.Samples {
		s := &c.Samples[i]
		y := l.Values[i]
		if !l.Log {
			y = math.Log(y)
		}
		if s.Size != 9 || math.IsNaN(y) || math.IsInf(y, 0) {
			continue
		}
		d.x = append(d.x, s.Features)
		d.y = append(d.y, y)
		d.rating = append(d.rating, float64(s.Rating)/10)
		d.scan = append(d.scan, s.Features[featureIndex["scan"]])
	}
	return d
}

func (d *design) everything() []int {
	all := make([]int, len(d.y))
	for i := range all {
		all[i] = i
	}
	return all
}

// quantile of an unsorted list.
func quantile(x []float64, p float64) float64 {
	x = slices.Clone(x)
	slices.Sort(x)
	return stat.Quantile(p, stat.LinInterp, x, nil)
}

// fitted is a regression.
type fitted struct {
	intercept                   float64
	mean, sd, low, high, weight []float64
}

// ridge fits the rows. The label is clipped to its middle 98 %: a few people
// leave a puzzle lying open over lunch.
func (d *design) ridge(rows []int, lambda float64) fitted {
	g := d.gram(rows)
	return g.solve(lambda)
}

// gram is what of some rows a fit needs, for any penalty.
type gram struct {
	fitted
	xx *mat.SymDense
	xy *mat.VecDense
}

func (d *design) gram(rows []int) *gram {
	k := len(features)
	g := &gram{fitted: fitted{
		mean: make([]float64, k), sd: make([]float64, k), low: make([]float64, k), high: make([]float64, k), weight: make([]float64, k),
	}}
	column := make([]float64, len(rows))
	z := make([][]float64, k) // a column for each feature, nil for a constant one
	for j := range k {
		for i, r := range rows {
			column[i] = d.x[r][j]
		}
		g.low[j], g.high[j] = slices.Min(column), slices.Max(column)
		g.mean[j], g.sd[j] = stat.PopMeanStdDev(column, nil)
		if g.sd[j] < 1e-9*(1+math.Abs(g.mean[j])) {
			g.sd[j] = 0 // constant
			continue
		}
		z[j] = make([]float64, len(rows))
		for i := range rows {
			z[j][i] = (column[i] - g.mean[j]) / g.sd[j]
		}
	}
	y := make([]float64, len(rows))
	for i, r := range rows {
		y[i] = d.y[r]
	}
	y = clipped(y)
	g.intercept = stat.Mean(y, nil)
	for i := range y {
		y[i] -= g.intercept
	}
	n := float64(len(rows))
	g.xx = mat.NewSymDense(k, nil)
	g.xy = mat.NewVecDense(k, nil)
	// One column after the other: the matrix products of gonum add up in parallel,
	// and in another order each time.
	for i := range k {
		if z[i] == nil {
			continue
		}
		g.xy.SetVec(i, floats.Dot(z[i], y)/n)
		for j := range i + 1 {
			if z[j] != nil {
				g.xx.SetSym(i, j, floats.Dot(z[i], z[j])/n)
			}
		}
	}
	return g
}

// clipped returns the list with what lies outside its middle 98 % moved to the
// ends.
func clipped(y []float64) []float64 {
	low, high := quantile(y, 0.01), quantile(y, 0.99)
	inside := make([]float64, len(y))
	for i := range y {
		inside[i] = math.Min(math.Max(y[i], low), high)
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
func (f *fitted) predict(x []float64) float64 {
	sum := f.intercept
	for j, w := range f.weight {
		if f.sd[j] > 0 {
			sum += float64(w * ((math.Min(math.Max(x[j], f.low[j]), f.high[j]) - f.mean[j]) / f.sd[j]))
		}
	}
	return sum
}

// folds deals the rows into k parts that are alike in the label: sorted by it,
// every k in a row go to k different parts.
func (d *design) folds(rows []int, k int, rng *rand.Rand) [][]int {
	sorted := slices.Clone(rows)
	slices.SortFunc(sorted, func(a, b int) int { return cmp.Or(cmp.Compare(d.y[a], d.y[b]), cmp.Compare(a, b)) })
	parts := make([][]int, k)
	for i := 0; i < len(sorted); i += k {
		to := rng.Perm(k)
		for j, r := range sorted[i:min(i+k, len(sorted))] {
			parts[to[j]] = append(parts[to[j]], r)
		}
	}
	return parts
}

// except returns the rows of all parts but one.
func except(parts [][]int, out int) []int {
	var rest []int
	for i, p := range parts {
		if i != out {
			rest = append(rest, p...)
		}
	}
	return rest
}

// penalty chooses by cross-validation within the rows.
func (d *design) penalty(rows []int, rng *rand.Rand) float64 {
	const k = 5
	parts := d.folds(rows, k, rng)
	errs := make([]float64, len(penalties))
	for out := range parts {
		g := d.gram(except(parts, out))
		for i, lambda := range penalties {
			f := g.solve(lambda)
			for _, r := range parts[out] {
				e := d.y[r] - f.predict(d.x[r])
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

// try measures how well fits predict rows that they have not seen. It returns
// the residuals of the first cross-validation.
func (d *design) try(opt FitOptions, a *Accuracy) (residuals []float64) {
	all := d.everything()
	var r, rho, clip, hr, hrho []float64
	for i := range opt.Repeats {
		rng := rand.New(rand.NewPCG(opt.Seed, uint64(i)+1))
		parts := d.folds(all, opt.Folds, rng)
		predicted := make([]float64, len(d.y))
		for out := range parts {
			d.fill(except(parts, out), parts[out], rng, predicted)
		}
		clip = append(clip, pearson(predicted, clipped(d.y)))
		r, rho = append(r, pearson(predicted, d.y)), append(rho, spearman(predicted, d.y))
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
		hr, hrho = append(hr, pearson(p, y)), append(hrho, spearman(p, y))
	}
	a.Pearson, a.Spearman, a.Clipped = mean(r), mean(rho), mean(clip)
	a.HalfPearson, a.HalfSpearman, a.HalfDeviation = mean(hr), mean(hrho), stat.StdDev(hr, nil)
	a.ScanPearson, a.ScanSpearman = pearson(d.scan, d.y), spearman(d.scan, d.y)
	return residuals
}

// fill fits on some rows and predicts others.
func (d *design) fill(on, others []int, rng *rand.Rand, predicted []float64) {
	f := d.ridge(on, d.penalty(on, rng))
	for _, r := range others {
		predicted[r] = f.predict(d.x[r])
	}
}
