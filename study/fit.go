package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gradoku/grade"
	"gradoku/internal/text"
	"gradoku/predict"
)

// FitOptions say how a model is fitted and evaluated.
type FitOptions struct {
	Folds     int // of the cross-validation
	Repeats   int // of the cross-validation, each with other folds
	Halves    int // random halves: fit on one, evaluate on the other
	Resamples int // for the intervals; 0 for what suits the number of puzzles
	Seed      uint64
	Weight    string   // the column with the weights of the puzzles, "" for none
	By        Division // groups of puzzles that have an intercept each
}

// DefaultFit has the default options of the command.
var DefaultFit = FitOptions{Folds: 10, Repeats: 20, Halves: 50, Seed: 1}

// penalties are the ridge penalties to choose from, for standardised features
// and per puzzle.
var penalties = []float64{0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3}

const (
	// minPuzzles is the least number of puzzles for a fit to be evaluated on halves.
	minPuzzles = 50
	// minHard is how many puzzles must be rated hardFrom or more to get a range of their own.
	minHard  = 20
	hardFrom = 2.6 // where singles end
)

// foldScheme describes, in a model, how the folds are made.
const foldScheme = "folds alike in the label, the same puzzle in one fold; penalty chosen by 5 folds inside; correlations with the level of the group, ranges without; ranges fitted to predictions out of fold, outside the fold tried on"

// Fit fits a ridge regression (Arthur Hoerl and Robert Kennard, Ridge Regression,
// Technometrics 12, 1970) of the logarithm of a label on the features. The penalty is
// chosen within the training puzzles only. The model's reported accuracy is only for
// puzzles that it was not fitted on.
func (c *Collection) Fit(ctx context.Context, label int, opt FitOptions) (*predict.Model, error) {
	m, _, err := c.fit(ctx, label, opt)
	return m, err
}

// fit also returns the out-of-fold predictions.
func (c *Collection) fit(ctx context.Context, label int, opt FitOptions) (*predict.Model, *tried, error) {
	l := &c.Labels[label]
	d, err := c.design(ctx, l, opt)
	if err != nil {
		return nil, nil, err
	}
	if len(d.y) < minPuzzles {
		return nil, nil, fmt.Errorf("%s %s above 0; a fit needs %d", text.Count(len(d.y), "puzzle of 9x9 has", "puzzles of 9x9 have"), l.Name, minPuzzles)
	}
	if opt.Folds > len(d.y) {
		return nil, nil, fmt.Errorf("%s cannot be split into %d folds", text.Count(len(d.y), "puzzle", "puzzles"), opt.Folds)
	}
	if slices.Min(d.y) == slices.Max(d.y) {
		return nil, nil, errors.New("the label is the same for all puzzles")
	}
	m, t := d.fit(opt)
	m.Label, m.Runs, m.Seed = l.Name, c.Runs, c.Seed
	m.Trained.Weight, m.Trained.By, m.Trained.Dropped = opt.Weight, opt.By.Text, l.LeftOut()
	keys := text.Each(d.class, func(class int32) string { return predict.KeyName(c.keys[class]) })
	slices.Sort(keys)
	m.Trained.Keys = strings.Join(slices.Compact(keys), " ")
	ratings := quantiles(d.values("er"), 0.01, 0.99)
	m.Trained.RatingLow, m.Trained.RatingHigh = ratings[0], ratings[1]
	return m, t, context.Cause(ctx)
}

// fit fits the model and evaluates it.
func (d *design) fit(opt FitOptions) (*predict.Model, *tried) {
	m := &predict.Model{
		Format: predict.ModelFormat, Grader: grade.Version, Metrics: predict.MetricsVersion,
		Techniques: text.Each(grade.Techniques(), func(t grade.Technique) string { return t.ID }),
		Measured:   predict.Validation{Scheme: foldScheme, Folds: opt.Folds, Repeats: opt.Repeats, Halves: opt.Halves},
	}
	m.Trained.Puzzles = len(d.y)
	all := make([]int32, len(d.y))
	for i := range all {
		all[i] = int32(i)
	}
	t := d.try(all, opt, &m.Measured)
	if d.ctx.Err() != nil {
		return m, t
	}
	m.Ranges = d.ranges(all, t.plain)
	m.Lambda = d.penalty(all, rand.New(rand.NewPCG(opt.Seed, 0)))
	f := d.ridge(all, m.Lambda)
	m.Intercept = f.intercept
	if d.groups != nil {
		m.Trained.Levels = map[string]float64{}
		for g, name := range d.groups {
			m.Trained.Levels[name] = f.level[g]
		}
	}
	weights := d.weights(&f, m.Lambda, opt)
	for i, feature := range predict.Features() {
		if w := weights[i]; f.sd[i] > 0 {
			m.Terms = append(m.Terms, predict.Term{Feature: feature.Name, Mean: f.mean[i], SD: f.sd[i], Low: f.low[i], High: f.high[i], Weight: f.weight[i], WeightLow: w.Low, WeightHigh: w.High})
		}
	}
	return m, t
}

// weights returns the weights of a fit with their bootstrap intervals. Each resample is fitted
// with the same penalty, and its weights are for the same change of a feature. More resamples
// than 400 would take longer than all the rest.
func (d *design) weights(f *fitted, lambda float64, opt FitOptions) []predict.Estimate {
	re := resampling{resamples: opt.Resamples, seed: opt.Seed}
	re.class, re.classes = numbered(d.class)
	re.resamples = min(re.number(), 400)
	all, _ := re.estimates(func(drawn []uint16, _ *scratch) []float64 {
		if drawn == nil || d.ctx.Err() != nil {
			return f.weight
		}
		var rows []int32
		for i, n := range drawn {
			rows = append(rows, slices.Repeat([]int32{int32(i)}, int(n))...)
		}
		again := d.ridge(rows, lambda)
		for j, sd := range again.sd {
			if sd > 0 {
				again.weight[j] *= f.sd[j] / sd
			}
		}
		return again.weight
	})
	return all
}

// design is the data of a fit: a row for each puzzle that has all the values it needs.
type design struct {
	ctx    context.Context // when it ends, nothing more is fitted
	x      []column        // of each feature
	puzzle []int32         // of each row
	y      []float64       // logarithms, by row
	weight []float64       // by row
	group  []int32         // by row
	groups []string        // their names; nil for one group
	class  []int32         // by row: rows of the same puzzle share one
	room   []float64       // buffer for the standardised features
}

// shares returns the column of a technique's share of the steps.
func (c *Collection) shares(row int) column {
	steps, all := c.metric("steps"), column{}
	for i := range c.uses {
		all = append(all, predict.Share(float64(c.uses[i][row]), steps[i]))
	}
	return all
}

// design chooses the puzzles and their features for the fit of a label.
func (c *Collection) design(ctx context.Context, l *Label, opt FitOptions) (*design, error) {
	if l.values == nil {
		return nil, fmt.Errorf("the label %s has text values", l.Name)
	}
	d := &design{ctx: ctx, x: c.features()}
	var weights column
	if opt.Weight != "" {
		w := c.column(opt.Weight)
		if w == nil || w.values == nil {
			return nil, fmt.Errorf("the column %s cannot be used as a weight: it has text values", opt.Weight)
		}
		weights = w.values
	}
	of := make(bins, c.N)
	if opt.By.Column != "" {
		d.groups, of = opt.By.divide(c.column(opt.By.Column))
	}
	for i := range c.N {
		y := l.values[i]
		if !l.Log {
			y = math.Log(y)
		}
		weight := 1.0
		if weights != nil {
			weight = weights[i]
		}
		if c.size[i] != 9 || math.IsNaN(y) || math.IsInf(y, 0) || !(weight > 0) || of[i] < 0 {
			continue
		}
		d.puzzle, d.y, d.class = append(d.puzzle, int32(i)), append(d.y, y), append(d.class, c.class[i])
		d.weight, d.group = append(d.weight, weight), append(d.group, int32(of[i]))
	}
	return d, nil
}

func (c *Collection) features() (x []column) {
	for _, f := range predict.Features() {
		if f.Metric() == "" {
			x = append(x, c.shares(f.Row))
		} else {
			values := slices.Clone(c.metric(f.Metric()))
			for i, v := range values {
				values[i] = f.Value(v)
			}
			x = append(x, values)
		}
	}
	return x
}

// Division divides puzzles into groups: by the words of a column, by its values when
// they are few, or at borders.
type Division struct {
	Text    string // as it was given: "NAME" or "NAME:BORDER,BORDER"
	Column  string
	Borders []float64
}

// UnmarshalText reads "NAME" or "NAME:BORDER,BORDER". A border belongs to the lower
// group.
func (d *Division) UnmarshalText(text []byte) error {
	name, borders, has := strings.Cut(string(text), ":")
	*d = Division{Text: string(text), Column: name}
	for _, b := range strings.Split(borders, ",") {
		v, err := strconv.ParseFloat(b, 64)
		if has && (err != nil || math.IsNaN(v) || len(d.Borders) > 0 && v <= d.Borders[len(d.Borders)-1]) {
			return fmt.Errorf("%s: borders are rising numbers, as in id:10000", text)
		}
		if has {
			d.Borders = append(d.Borders, v)
		}
	}
	return nil
}

// MarshalText returns Text.
func (d Division) MarshalText() ([]byte, error) { return []byte(d.Text), nil }

// divide returns the groups and each puzzle's group, -1 for none.
func (d *Division) divide(l *Label) ([]string, bins) {
	if d.Borders == nil || l.values == nil {
		return l.bins()
	}
	names, of := between(l.values, d.Borders, func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) })
	for i := range names {
		names[i] = l.Name + " " + names[i]
	}
	return names, of
}

func (d *design) at(j int, row int32) float64 { return d.x[j][int(d.puzzle[row])] }

func (d *design) values(feature string) []float64 {
	j := slices.IndexFunc(predict.Features(), func(f predict.Feature) bool { return f.Name == feature })
	x := make([]float64, len(d.puzzle))
	for i := range x {
		x[i] = d.at(j, int32(i))
	}
	return x
}

type fitted struct {
	intercept                   float64
	mean, sd, low, high, weight []float64
	level                       []float64 // intercept of each group, less the overall one
}

// ridge fits the rows. The label is winsorised to its middle 98 %: a few people leave a
// puzzle open over lunch.
func (d *design) ridge(rows []int32, lambda float64) fitted {
	g := d.gram(rows)
	return g.solve(lambda)
}

// gram holds what a fit to some rows needs, for any penalty.
type gram struct {
	fitted
	center []float64   // mean of the label in each group
	middle [][]float64 // means of each standardised feature in each group
	xx     *mat.SymDense
	xy     *mat.VecDense
}

func (d *design) gram(rows []int32) *gram {
	k := len(d.x)
	g := &gram{fitted: fitted{
		mean: make([]float64, k), sd: make([]float64, k), low: make([]float64, k), high: make([]float64, k), weight: make([]float64, k),
	}}
	g.xx, g.xy = mat.NewSymDense(k, nil), mat.NewVecDense(k, nil)
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
	g.centre(d, rows, y)
	g.add(d, rows, y)
	n := 0.0
	for _, r := range rows {
		n += d.weight[r]
	}
	for i := range k {
		g.xy.SetVec(i, g.xy.AtVec(i)/n)
		for j := range i + 1 {
			g.xx.SetSym(i, j, g.xx.At(i, j)/n)
		}
	}
	return g
}

// centre computes the means within each group, or over all rows for a group without rows,
// and subtracts those of the label from y. The intercept is the overall mean.
func (g *gram) centre(d *design, rows []int32, y []float64) {
	groups := max(1, len(d.groups))
	mean := func(of func(i int, r int32) float64) (each []float64, all float64) {
		each = make([]float64, groups)
		sums, total := make([]float64, groups), 0.0
		for i, r := range rows {
			w, k := d.weight[r], d.group[r]
			each[k] += float64(w * of(i, r))
			sums[k] += w
			all += float64(w * of(i, r))
			total += w
		}
		all /= total
		for k := range each {
			if each[k] /= sums[k]; sums[k] == 0 {
				each[k] = all
			}
		}
		return each, all
	}
	g.center, g.intercept = mean(func(i int, _ int32) float64 { return y[i] })
	g.middle = make([][]float64, len(d.x))
	for j := range d.x {
		if g.sd[j] > 0 {
			g.middle[j], _ = mean(func(_ int, r int32) float64 { return (d.at(j, r) - g.mean[j]) / g.sd[j] })
		}
	}
	for i, r := range rows {
		y[i] -= g.center[d.group[r]]
	}
}

// add adds up the products of the rows, standardised and centred within their groups,
// without constant features. It sums column by column: gonum's matrix products sum in
// parallel, in an order that varies.
func (g *gram) add(d *design, rows []int32, y []float64) {
	z := make([][]float64, len(d.x))
	d.room = fit(d.room, len(d.x)*len(rows))
	weighed, own := make([]float64, len(rows)), make([]float64, len(rows))
	for k, r := range rows {
		weighed[k] = d.weight[r] * y[k]
	}
	for i := range z {
		if g.sd[i] == 0 {
			continue
		}
		z[i] = d.room[i*len(rows) : (i+1)*len(rows)]
		for k, r := range rows {
			z[i][k] = (d.at(i, r)-g.mean[i])/g.sd[i] - g.middle[i][d.group[r]]
			own[k] = d.weight[r] * z[i][k]
		}
		g.xy.SetVec(i, g.xy.AtVec(i)+floats.Dot(z[i], weighed))
		for j := range i + 1 {
			if z[j] != nil {
				g.xx.SetSym(i, j, g.xx.At(i, j)+floats.Dot(own, z[j]))
			}
		}
	}
}

// clipped returns the list winsorised: values outside its middle 98 % are set to the
// nearer end.
func clipped(y []float64) []float64 {
	ends := quantiles(slices.Clone(y), 0.01, 0.99)
	inside := make([]float64, len(y))
	for i := range y {
		inside[i] = math.Min(math.Max(y[i], ends[0]), ends[1])
	}
	return inside
}

// solve returns the regression for a penalty.
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
	// The level of a group is its mean, less the overall intercept and what the features of
	// its puzzles account for.
	f.level = make([]float64, len(g.center))
	for k := range f.level {
		f.level[k] = g.center[k] - f.intercept
		for j, w := range f.weight {
			if f.sd[j] > 0 {
				f.level[k] -= float64(w * g.middle[j][k])
			}
		}
	}
	return f
}

// predict returns the predicted logarithm for a row, with the intercept of its group.
func (d *design) predict(f *fitted, row int32) float64 {
	if d.groups == nil {
		return d.plain(f, row)
	}
	return d.plain(f, row) + f.level[d.group[row]]
}

// plain returns the predicted logarithm for a row without its group's intercept, since
// the group of a new puzzle is unknown.
func (d *design) plain(f *fitted, row int32) float64 {
	sum := f.intercept
	for j, w := range f.weight {
		if f.sd[j] > 0 {
			sum += float64(w * ((math.Min(math.Max(d.at(j, row), f.low[j]), f.high[j]) - f.mean[j]) / f.sd[j]))
		}
	}
	return sum
}

// folds splits the rows into k parts, stratified by the label: in sorted order, every k
// consecutive rows go to k different parts. Rows of the same puzzle go to the part of its
// first one.
func (d *design) folds(rows []int32, k int, rng *rand.Rand) [][]int32 {
	first := make(map[int32]int32, len(rows)) // row of each class
	var sorted []int32
	for _, r := range rows {
		if _, seen := first[d.class[r]]; !seen {
			first[d.class[r]] = r
			sorted = append(sorted, r)
		}
	}
	slices.SortFunc(sorted, func(a, b int32) int { return cmp.Or(cmp.Compare(d.y[a], d.y[b]), cmp.Compare(a, b)) })
	part := make(map[int32]int, len(sorted)) // of each class
	for i := 0; i < len(sorted); i += k {
		to := rng.Perm(k)
		for j, r := range sorted[i:min(i+k, len(sorted))] {
			part[d.class[r]] = to[j]
		}
	}
	parts := make([][]int32, k)
	for _, r := range rows {
		p := part[d.class[r]]
		parts[p] = append(parts[p], r)
	}
	return parts
}

// except returns the rows of all parts but one.
func except(parts [][]int32, out int) []int32 {
	return slices.Concat(slices.Delete(slices.Clone(parts), out, out+1)...)
}

// penalty chooses the penalty by cross-validation within the rows, or, of many, within a
// subset.
func (d *design) penalty(rows []int32, rng *rand.Rand) float64 {
	const k = 5
	parts := d.folds(chosen(rows, enough(len(rows))), k, rng)
	errs := make([]float64, len(penalties))
	for out := range parts {
		g := d.gram(except(parts, out))
		for i, lambda := range penalties {
			f := g.solve(lambda)
			for _, r := range parts[out] {
				e := d.y[r] - d.predict(&f, r)
				errs[i] += d.weight[r] * e * e
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
