package study

import "math"

// Beyond is a figure of a puzzle that lies far outside the range that a model was
// trained on. The prediction then is an extrapolation: the model holds the figure
// at the end of the range, and nobody has looked whether that is right.
type Beyond struct {
	Key              string // of the figure, short
	Name             string // for people, with the unit
	Value, Low, High float64
}

// beyond lists what of a puzzle is outside: its rating, against the middle 98 % of
// those trained on, since a single hard puzzle teaches nothing of hard puzzles; and
// each feature, against all of them and a quarter of their range beside it.
func (m *Model) beyond(s *subject, values []float64) []Beyond {
	var list []Beyond
	er := features[featureIndex["er"]].metric
	seen := map[int]bool{er: true}
	rating := orZero(tenth(s.grade.Rating))
	if s.grade.AtLeast || rating < m.Trained.RatingLow || rating > m.Trained.RatingHigh {
		list = append(list, Beyond{"er", metrics[er].Plain, rating, m.Trained.RatingLow, m.Trained.RatingHigh})
	}
	for _, t := range m.Terms {
		i := featureIndex[t.Feature]
		f := &features[i]
		if f.metric >= 0 {
			if seen[f.metric] {
				continue // its logarithm
			}
			seen[f.metric] = true
		}
		room := (t.High - t.Low) / 4
		if values[i] < t.Low-room || values[i] > t.High+room {
			list = append(list, Beyond{f.name, f.plain(), f.shown(values[i]), f.shown(t.Low), f.shown(t.High)})
		}
	}
	return list
}

// plain is what a feature is called for people, and shown its value as they read it.
func (f *feature) plain() string {
	if f.metric < 0 {
		return "share of steps that are " + techniqueTable[f.row].Name + " (%)"
	}
	return metrics[f.metric].Plain
}

func (f *feature) shown(v float64) float64 {
	switch {
	case f.metric < 0:
		return 100 * v
	case f.back != nil:
		return f.back(v)
	case metrics[f.metric].Log:
		return math.Expm1(v)
	}
	return v
}
