package study

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"gradoku/predict"
)

// tried holds predictions of held-out rows.
type tried struct {
	design *design
	first  []float64 // of the first cross-validation, by row
	plain  []float64 // the same without the intercepts of groups
}

// try measures how well fits predict held-out rows.
func (d *design) try(all []int32, opt FitOptions, a *predict.Validation) *tried {
	t := &tried{design: d}
	var r, rho, clip, hr, hrho []float64
	inside := make([]float64, len(d.y)) // share of the cross-validations in which y is within the range
	middle := make([]float64, len(d.y)) // the median that the first cross-validation would print
	for i := range opt.Repeats {
		rng := rand.New(rand.NewPCG(opt.Seed, uint64(i)+1))
		parts := d.folds(all, opt.Folds, rng)
		predicted, plain := make([]float64, len(d.y)), make([]float64, len(d.y))
		for out := range parts {
			d.fill(except(parts, out), parts[out], rng, predicted, plain)
		}
		if d.ctx.Err() != nil {
			return t
		}
		for out := range parts {
			ranges := d.ranges(except(parts, out), plain)
			for _, k := range parts[out] {
				at := ranges.At(plain[k], d.hard(k))
				if i == 0 {
					middle[k] = at[1]
				}
				if at[0] <= d.y[k] && d.y[k] <= at[2] {
					inside[k] += 1 / float64(opt.Repeats)
				}
			}
		}
		clip = append(clip, stat.Correlation(predicted, clipped(d.y), nil))
		r, rho = append(r, stat.Correlation(predicted, d.y, nil)), append(rho, spearman(predicted, d.y))
		if i == 0 {
			t.first, t.plain = predicted, plain
		}
	}
	var inFifth, ofFifth [5]float64 // rows within their range, and all
	for i := range opt.Halves {
		rng := rand.New(rand.NewPCG(opt.Seed, uint64(i)+1_000_001))
		parts := d.folds(all, 2, rng)
		predicted, plain := make([]float64, len(d.y)), make([]float64, len(d.y))
		lambda := d.fill(parts[0], parts[1], rng, predicted, plain)
		inner := d.folds(parts[0], 5, rng)
		for out := range inner {
			d.fillWith(lambda, except(inner, out), inner[out], predicted, plain)
		}
		if d.ctx.Err() != nil {
			return t
		}
		ranges := d.ranges(parts[0], plain)
		for part, rows := range fifths(parts[1], plain) {
			for _, k := range rows {
				at := ranges.At(plain[k], d.hard(k))
				ofFifth[part]++
				inFifth[part] += indicator(at[0] <= d.y[k] && d.y[k] <= at[2])
			}
		}
		var p, y []float64
		for _, k := range parts[1] {
			p, y = append(p, predicted[k]), append(y, d.y[k])
		}
		hr, hrho = append(hr, stat.Correlation(p, y, nil)), append(hrho, spearman(p, y))
	}
	*a = d.judge(t.first, middle, inside, opt, *a)
	a.Pearson, a.Spearman = moved(stat.Mean(r, nil), a.Pearson), moved(stat.Mean(rho, nil), a.Spearman)
	for part, n := range ofFifth {
		if n > 0 {
			a.HalfCoverage = append(a.HalfCoverage, inFifth[part]/n)
		}
	}
	a.Clipped = stat.Mean(clip, nil)
	a.HalfPearson, a.HalfSpearman, a.HalfDeviation = stat.Mean(hr, nil), stat.Mean(hrho, nil), stat.StdDev(hr, nil)
	return t
}

// fifths divides rows by their prediction.
func fifths(rows []int32, predicted []float64) (parts [5][]int32) {
	rows = slices.Clone(rows)
	slices.SortFunc(rows, func(a, b int32) int { return cmp.Or(cmp.Compare(predicted[a], predicted[b]), cmp.Compare(a, b)) })
	for i, k := range rows {
		parts[i*5/len(rows)] = append(parts[i*5/len(rows)], k)
	}
	return parts
}

// moved replaces the value of an estimate, and widens its interval to include the new
// value.
func moved(value float64, e predict.Estimate) predict.Estimate {
	return interval(value, math.Min(e.Low, value), math.Max(e.High, value))
}

// judge fills in how predictions of held-out rows agree with the label. middle is the
// printed median of each row, covered the share of cross-validations in which the row is
// within its range.
func (d *design) judge(predicted, middle, covered []float64, opt FitOptions, a predict.Validation) predict.Validation {
	re := resampling{resamples: opt.Resamples, seed: opt.Seed}
	re.class, re.classes = numbered(d.class)
	c := calibration(predicted, d.y, re)
	a.Pearson, a.Spearman, a.Slope = c[0], c[1], c[2]
	a.PrintedSlope = calibration(middle, d.y, re)[2]
	a.Clipped = stat.Correlation(predicted, clipped(d.y), nil)
	squares := 0.0
	for i, y := range d.y {
		squares += float64((y - predicted[i]) * (y - predicted[i]))
	}
	n := float64(len(d.y))
	a.RMSE, a.R2 = math.Sqrt(squares/n), 1-squares/n/stat.PopVariance(d.y, nil)
	scan := d.values("scan")
	a.ScanPearson, a.ScanSpearman = stat.Correlation(scan, d.y, nil), spearman(scan, d.y)

	all := make([]int32, len(d.y))
	for i := range all {
		all[i] = int32(i)
	}
	add := func(name string, rows []int32) {
		a.Strata = append(a.Strata, d.stratum(name, rows, predicted, covered)...)
	}
	without := func(out func(row int32) bool) []int32 { return slices.DeleteFunc(slices.Clone(all), out) }
	add("all", all)
	for k, rows := range fifths(all, predicted) {
		add([]string{"lowest fifth", "second fifth", "third fifth", "fourth fifth", "highest fifth"}[k], rows)
	}
	add(fmt.Sprintf("rated below %.1f", hardFrom), without(d.hard))
	add(fmt.Sprintf("rated %.1f or more", hardFrom), without(func(row int32) bool { return !d.hard(row) }))
	for k, name := range d.groups {
		add(name, without(func(row int32) bool { return d.group[row] != int32(k) }))
	}
	return a
}

// stratum judges the predictions of some rows, if there are any.
func (d *design) stratum(name string, rows []int32, predicted, covered []float64) []predict.Stratum {
	var p, y, held []float64
	for _, i := range rows {
		p, y, held = append(p, predicted[i]), append(y, d.y[i]), append(held, covered[i])
	}
	if len(p) == 0 {
		return nil
	}
	return []predict.Stratum{{
		Name: name, Puzzles: len(p), Pearson: ofSeveral(stat.Correlation(p, y, nil), len(p)), Spearman: ofSeveral(spearman(p, y), len(p)),
		Coverage: exactShare(stat.Mean(held, nil), float64(len(p))),
	}}
}

// ofSeveral returns a correlation of n puzzles, or nil if there is none. With fewer than three puzzles
// it could only be 1, -1 or undefined.
func ofSeveral(r float64, n int) *float64 {
	if n < 3 || math.IsNaN(r) {
		return nil
	}
	return &r
}

// numbered numbers classes from 0 in the order in which they come.
func numbered(class []int32) ([]int32, int) {
	number, list := map[int32]int32{}, make([]int32, len(class))
	for i, c := range class {
		if _, known := number[c]; !known {
			number[c] = int32(len(number))
		}
		list[i] = number[c]
	}
	return list, len(number)
}

// calibration estimates Pearson's r, Spearman's ρ, and the slope of y on x.
func calibration(x, y []float64, re resampling) []predict.Estimate {
	p := newPairs(column(x), column(y))
	e, _ := re.estimates(func(drawn []uint16, m *scratch) []float64 {
		var n, sx, sy, sxx, sxy float64
		for i := range x {
			w := 1.0
			if drawn != nil {
				w = float64(drawn[i])
			}
			n, sx, sy = n+w, sx+float64(w*x[i]), sy+float64(w*y[i])
			sxx, sxy = sxx+float64(w*x[i]*x[i]), sxy+float64(w*x[i]*y[i])
		}
		return append(p.correlate(drawn, m), (sxy-sx*sy/n)/(sxx-sx*sx/n))
	})
	return e
}

// hard reports whether the puzzle of a row needs more than singles, by its rating.
func (d *design) hard(row int32) bool { return d.at(ratingFeature, row) >= hardFrom }

// ratingFeature is the index of the rating among the features.
var ratingFeature = slices.IndexFunc(predict.Features(), func(f predict.Feature) bool { return f.Name == "er" })

// ranges fits the quartiles of the residuals of out-of-fold predictions. They are linear
// in the prediction, up to its outermost 2 %, with an offset for hard puzzles. Offsets
// between five knots fitted the training puzzles as well, but covered 46, 59, 60, 40 and
// 52 % of new ones.
func (d *design) ranges(rows []int32, predicted []float64) predict.Ranges {
	rows = chosen(rows, enough(len(rows))) // each fit passes over all of them dozens of times
	own := make([]float64, len(rows))
	hard := 0
	for i, r := range rows {
		own[i] = predicted[r]
		if d.hard(r) {
			hard++
		}
	}
	r := predict.Ranges{HardFrom: hardFrom}
	r.Knots = slices.Compact(quantiles(slices.Clone(own), 0.02, 0.98))
	k := len(r.Knots)
	withHard := hard >= minHard && len(rows)-hard >= minHard
	if withHard {
		k++
	}
	x, left, weight := make([][]float64, len(rows)), make([]float64, len(rows)), make([]float64, len(rows))
	for i, row := range rows {
		x[i] = r.Basis(own[i], d.hard(row))[:k]
		left[i], weight[i] = d.y[row]-own[i], d.weight[row]
	}
	for _, p := range []float64{0.25, 0.5, 0.75} {
		q := predict.Quantile{P: p, At: make([]float64, len(r.Knots))}
		if fit := quantileFit(x, left, weight, p); fit != nil {
			copy(q.At, fit)
			if withHard {
				q.Hard = fit[k-1]
			}
		}
		r.Quantiles = append(r.Quantiles, q)
	}
	return r
}

// enough returns the numbers below n, or, if these are many, an evenly spaced subset. More puzzles
// would hardly change a quantile or a penalty.
func enough(n int) (some []int) {
	const most = 5000
	for i := 0; i < n; i += 1 + (n-1)/most {
		some = append(some, i)
	}
	return some
}

// chosen returns the rows at these places.
func chosen(rows []int32, at []int) (list []int32) {
	for _, i := range at {
		list = append(list, rows[i])
	}
	return list
}

// fill fits on some rows and predicts others; it returns the penalty that it chose.
func (d *design) fill(on, others []int32, rng *rand.Rand, predicted, plain []float64) float64 {
	if d.ctx.Err() != nil {
		return 0
	}
	lambda := d.penalty(on, rng)
	d.fillWith(lambda, on, others, predicted, plain)
	return lambda
}

func (d *design) fillWith(lambda float64, on, others []int32, predicted, plain []float64) {
	if d.ctx.Err() != nil {
		return
	}
	f := d.ridge(on, lambda)
	for _, r := range others {
		predicted[r], plain[r] = d.predict(&f, r), d.plain(&f, r)
	}
}

// Validity is the validation of a model on other puzzles.
type Validity struct {
	predict.Validation
	Fitted  *int        `json:"fitted"` // of the puzzles, the number that the model was fitted on; null for a model without keys
	Covers  bool        `json:"covers"` // whether the label is in the model's unit, so that coverage means something
	Unit    string      `json:"unit"`   // of the model
	Against *Comparison `json:"against,omitempty"`
}

// Validate evaluates a model on puzzles. The collection must have the model's random
// solves. The label is in seconds or minutes when its name says so; for another unit, the
// predictions are shifted to the label's mean, and coverage means nothing.
func (c *Collection) Validate(ctx context.Context, label int, m *predict.Model, opt FitOptions) (*Validity, error) {
	l := &c.Labels[label]
	d, err := c.design(ctx, l, opt)
	if err != nil {
		return nil, err
	}
	if len(d.y) < 3 || slices.Min(d.y) == slices.Max(d.y) {
		return nil, fmt.Errorf("too few puzzles of 9x9 have %s above 0, or it is the same for all", l.Name)
	}
	v := &Validity{Covers: true, Unit: m.Unit}
	shift := 0.0
	switch {
	case m.Label == l.Name:
	case containsFold(l.Name, "second") && m.Minutes() > 0:
		shift = math.Log(60 * m.Minutes())
	case containsFold(l.Name, "minute") && m.Minutes() > 0:
		shift = math.Log(m.Minutes())
	default:
		v.Covers = false
	}
	predicted, middle, covered := make([]float64, len(d.y)), make([]float64, len(d.y)), make([]float64, len(d.y))
	sums := c.sums(m)
	for i := range d.y {
		predicted[i] = sums[d.puzzle[i]] + shift
		at := m.Ranges.At(predicted[i]-shift, d.at(ratingFeature, int32(i)) >= m.Ranges.HardFrom)
		middle[i] = at[m.Ranges.Place(0.5)] + shift
		if y := d.y[i] - shift; at[m.Ranges.Place(0.25)] <= y && y <= at[m.Ranges.Place(0.75)] {
			covered[i] = 1
		}
	}
	if !v.Covers {
		shift = stat.Mean(d.y, nil) - stat.Mean(predicted, nil)
		for i := range predicted {
			predicted[i] += shift
			middle[i] += shift
		}
	}
	v.Validation = d.judge(predicted, middle, covered, opt, predict.Validation{Scheme: "a model tried on these puzzles"})
	if m.Trained.Keys != "" {
		var unknown []int32
		for i, class := range d.class {
			if !m.Trained.Knows(c.keys[class]) {
				unknown = append(unknown, int32(i))
			}
		}
		if v.Fitted = new(len(d.y) - len(unknown)); *v.Fitted > 0 {
			v.Strata = append(v.Strata, d.stratum("not fitted on", unknown, predicted, covered)...)
		}
	}
	return v, nil
}

// Comparison says whether a model or something else correlates better with a label.
type Comparison struct {
	Name       string     `json:"name"` // of the other one
	Label      string     `json:"label"`
	Puzzles    int        `json:"puzzles"`
	Fitted     int        `json:"fitted"` // of these, those that one of two models was fitted on
	Model      Agreements `json:"model"`
	Other      Agreements `json:"other"`
	Difference Agreements `json:"difference"` // the model's less the other's
}

// Agreements are absolute values of correlations.
type Agreements struct {
	Pearson  predict.Estimate `json:"pearson"`
	Spearman predict.Estimate `json:"spearman"`
}

// Compare compares a model with another one, or, if that is nil, with the metric of that
// key, on the puzzles that have both and the label, resample by resample.
func (c *Collection) Compare(label int, m, other *predict.Model, name string, resamples int) (*Comparison, error) {
	l := &c.Labels[label]
	x := [2]column{c.sums(m), nil}
	if other != nil {
		x[1] = c.sums(other)
	} else {
		x[1] = c.metric(name)
	}
	e, puzzles := c.pairwise(x, l.values, resampling{resamples: resamples, seed: c.Seed})
	if math.IsNaN(e[4].Value + e[5].Value) {
		return nil, fmt.Errorf("too few puzzles have %s and %s, or it is the same for all", name, l.Name)
	}
	fitted := 0
	for _, i := range puzzles {
		if key := c.keys[c.class[i]]; m.Trained.Knows(key) || other != nil && other.Trained.Knows(key) {
			fitted++
		}
	}
	return &Comparison{name, l.Title(), len(puzzles), fitted, Agreements{e[0], e[1]}, Agreements{e[2], e[3]}, Agreements{e[4], e[5]}}, nil
}

// sums returns what a model predicts for each puzzle, NaN for those of another size than 9x9.
func (c *Collection) sums(m *predict.Model) column {
	features, values, sums := c.features(), make([]float64, len(predict.Features())), column{}
	for k := range c.N {
		sum := math.NaN()
		if c.size[k] == 9 {
			for j := range values {
				values[j] = features[j][k]
			}
			sum = m.Sum(values)
		}
		sums = append(sums, sum)
	}
	return sums
}

// pairwise estimates |r| and |ρ| of each of two columns with a third, and how much larger those of
// the first column are, compared resample by resample. It uses, and returns, the puzzles that have
// a value in all three.
func (c *Collection) pairwise(x [2]column, y column, re resampling) (six []predict.Estimate, puzzles []int32) {
	all, puzzles := complete(x[0], x[1], y)
	class := make([]int32, len(puzzles))
	for k, i := range puzzles {
		class[k] = c.class[i]
	}
	re.class, re.classes = numbered(class)
	pairs := [2]*pairs{newPairs(all[0], all[2]), newPairs(all[1], all[2])}
	six, _ = re.estimates(func(drawn []uint16, m *scratch) []float64 {
		one, two := pairs[0].correlate(drawn, m), pairs[1].correlate(drawn, m)
		r, rho := math.Abs(one[0]), math.Abs(one[1])
		otherR, otherRho := math.Abs(two[0]), math.Abs(two[1])
		return []float64{r, rho, otherR, otherRho, r - otherR, rho - otherRho}
	})
	return six, puzzles
}
