package predict

import (
	"math"
	"slices"

	"gradoku/grade"
)

// Feature is a number that a model may use: computed from a metric, or a
// technique's share of the steps.
type Feature struct {
	Name string
	Row  int // of the technique, if it is a share

	metric int                   // in the table, or -1
	of     func(float64) float64 // of the metric as it is studied; nil for itself
	back   func(float64) float64 // undoes of
}

// Metric is the key of the metric that the feature is computed from, "" for a
// share.
func (f *Feature) Metric() string {
	if f.metric < 0 {
		return ""
	}
	return metrics[f.metric].Key
}

// features are the metrics that add information, the logarithm of scan effort, and
// the share of steps of each technique that everyday puzzles need.
var features, featureIndex = makeFeatures()

// modelMetrics leaves out metrics that only divide another metric into levels.
var modelMetrics = []string{
	"scan", "scan_fills", "dependency", "dependency_hidden", "refutation", "rounds", "left", "er", "ed", "steps15", "score", "clues", "freedom",
}

// sharedTechniques have their share of steps as a feature: more of them predict worse.
var sharedTechniques = []string{
	"full-house", "hidden-single-box", "hidden-single-line", "direct-pointing", "direct-claiming", "direct-hidden-pair", "naked-single",
}

func makeFeatures() ([]Feature, map[string]int) {
	place := func(key string) int { return slices.IndexFunc(metrics, func(m Metric) bool { return m.Key == key }) }
	var list []Feature
	for _, key := range modelMetrics {
		list = append(list, Feature{Name: key, metric: place(key)})
	}
	list = append(list,
		Feature{Name: "ln_scan", metric: place("scan"), of: math.Log1p, back: math.Expm1},
		Feature{Name: "ln_scan_fills", metric: place("scan_fills"), of: math.Log1p, back: math.Expm1},
		Feature{Name: "ln_er", metric: place("er"), of: math.Log, back: math.Exp},
	)
	for _, id := range sharedTechniques {
		row := slices.IndexFunc(techniqueTable, func(t grade.Technique) bool { return t.ID == id })
		list = append(list, Feature{Name: "share_" + id, metric: -1, Row: row})
	}
	index := map[string]int{}
	for i, f := range list {
		index[f.Name] = i
	}
	return list, index
}

// Value is the feature for a value of its metric; an unknown value gives 0.
func (f *Feature) Value(v float64) float64 {
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

// Share returns a technique's part in the steps of a solution.
func Share(uses, steps float64) float64 { return uses / math.Max(steps, 1) }

// Features returns the table of features; the caller may change its copy.
func Features() []Feature { return slices.Clone(features) }

// featuresOf returns all features of a puzzle.
func featuresOf(s *Subject) []float64 {
	values := make([]float64, len(features))
	for i := range features {
		values[i] = features[i].Of(s)
	}
	return values
}

// Of is the feature of a puzzle.
func (f *Feature) Of(s *Subject) float64 {
	if f.metric < 0 {
		steps, _, _ := stepsOf(s)
		return Share(float64(s.Grade.Uses[f.Row]), steps)
	}
	return f.Value(metrics[f.metric].Value(s))
}
