package study

import (
	"math"
	"slices"
)

// feature is a number that a model may use: something of a metric, or a
// technique's share of the steps.
type feature struct {
	name   string
	metric int                   // in the table, or -1
	of     func(float64) float64 // of the metric as it is studied; nil for itself
	back   func(float64) float64 // undoes of
	row    int                   // of the technique
}

// features are the metrics that say something of their own, the scan effort's
// logarithm, and the share of steps of each of the techniques that everyday puzzles
// need.
var features, featureIndex = makeFeatures()

// modelMetrics leaves out what only divides another metric into levels.
var modelMetrics = []string{
	"scan", "dependency", "dependency_hidden", "refutation", "rounds", "left", "er", "ed", "steps15", "score", "clues", "freedom",
}

// sharedTechniques of the table, up to the naked single, have their share of steps as a
// feature: more of them predict worse.
const sharedTechniques = 7

func makeFeatures() ([]feature, map[string]int) {
	place := func(key string) int { return slices.IndexFunc(metrics, func(m Metric) bool { return m.Key == key }) }
	var list []feature
	for _, key := range modelMetrics {
		list = append(list, feature{name: key, metric: place(key)})
	}
	list = append(list,
		feature{name: "ln_scan", metric: place("scan"), of: math.Log1p, back: math.Expm1},
		feature{name: "ln_er", metric: place("er"), of: math.Log, back: math.Exp},
	)
	for i, t := range techniqueTable[:sharedTechniques] {
		list = append(list, feature{name: "share_" + t.ID, metric: -1, row: i})
	}
	index := map[string]int{}
	for i, f := range list {
		index[f.name] = i
	}
	return list, index
}

// value is the feature for a value of its metric; what is unknown is 0.
func (f *feature) value(v float64) float64 {
	if f.of != nil {
		v = f.of(v)
	}
	return orZero(v)
}

// orZero is 0 for an unknown number.
func orZero(v float64) float64 {
	if math.IsNaN(v) {
		return 0
	}
	return v
}

// share is a technique's part in the steps of a solution.
func share(uses, steps float64) float64 { return uses / math.Max(steps, 1) }

// featuresOf returns all features of a puzzle.
func featuresOf(s *subject) []float64 {
	values := make([]float64, len(features))
	steps, _, _ := stepsOf(s)
	for i := range features {
		if f := &features[i]; f.metric < 0 {
			values[i] = share(float64(s.grade.Uses[f.row]), steps)
		} else {
			values[i] = f.value(metrics[f.metric].value(s))
		}
	}
	return values
}

// features returns the columns of all features.
func (c *Collection) features() []*column {
	all := make([]*column, len(features))
	for i := range features {
		if f := &features[i]; f.metric < 0 {
			all[i] = c.shares(f.row)
		} else {
			all[i] = c.values[f.metric].mapped(f.value)
		}
	}
	return all
}

// shares is the column of a technique's part in the steps.
func (c *Collection) shares(row int) *column {
	steps, all := c.metric("steps"), new(column)
	for i, n := range c.uses.of(row) {
		all.add(share(float64(n), steps.at(i)))
	}
	return all
}
