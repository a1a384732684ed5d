package study

import "math"

// feature is a number that a model may use.
type feature struct {
	name string
	of   func(*subject) float64
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
	var list []feature
	for _, key := range modelMetrics {
		for _, m := range metrics {
			if m.Key == key {
				list = append(list, feature{key, m.value})
			}
		}
	}
	list = append(list,
		feature{"ln_scan", func(s *subject) float64 { return math.Log1p(tenth(s.grade.Scan)) }},
		feature{"ln_er", func(s *subject) float64 { return math.Log(tenth(s.grade.Rating)) }},
	)
	for i, t := range techniqueTable[:sharedTechniques] {
		list = append(list, feature{"share_" + t.ID, func(s *subject) float64 {
			all, _, _ := stepsOf(s)
			return float64(s.grade.Uses[i]) / math.Max(all, 1)
		}})
	}
	index := map[string]int{}
	for i, f := range list {
		index[f.name] = i
	}
	return list, index
}

// featuresOf returns all features; what is unknown is 0.
func featuresOf(s *subject) []float64 {
	values := make([]float64, len(features))
	for i, f := range features {
		if v := f.of(s); !math.IsNaN(v) {
			values[i] = v
		}
	}
	return values
}
