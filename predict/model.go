package predict

import (
	"crypto/sha256"
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/text"
)

// Model predicts a time from a puzzle: a sum of standardised features. It is written
// as JSON, so that it can be read, checked and shared.
type Model struct {
	Format  string `json:"format"`  // always ModelFormat
	Label   string `json:"label"`   // what is predicted
	Unit    string `json:"unit"`    // of the label
	Grader  int    `json:"grader"`  // version of the grader that computed the features
	Metrics int    `json:"metrics"` // version of the metrics, see MetricsVersion
	// Techniques are the IDs of the techniques that the grader had. The model has not seen
	// steps of any others.
	Techniques []string   `json:"techniques,omitempty"`
	Runs       int        `json:"runs"`    // random solves for each puzzle
	Seed       uint64     `json:"seed"`    // of these solves and of the folds
	Trained    Training   `json:"trained"` // on what
	Measured   Validation `json:"measured"`
	Limits     []string   `json:"limits"` // its limits, in sentences
	Lambda     float64    `json:"lambda"` // the ridge penalty
	Intercept  float64    `json:"intercept"`
	Terms      []Term     `json:"terms"`
	Ranges     Ranges     `json:"ranges"`
}

// ModelFormat names the format of the file.
const ModelFormat = "gradoku model 2"

// Training says what a model was fitted on.
type Training struct {
	Source  string `json:"source"`
	SHA256  string `json:"sha256"`
	Puzzles int    `json:"puzzles"`
	// Keys are the names of the keys of these puzzles, see [KeyName], sorted and with spaces
	// between, so that puzzles are known again in any order, disguise or file.
	Keys    string `json:"keys,omitempty"`
	Dropped string `json:"dropped,omitempty"` // rows that were left out, and why
	Weight  string `json:"weight,omitempty"`  // the column that weighs the puzzles
	// The column that divides the puzzles into groups, each with an intercept of its
	// own, and what each group adds to the logarithm. A prediction is for the mean of
	// the groups.
	By     string             `json:"by,omitempty"`
	Levels map[string]float64 `json:"levels,omitempty"`
	// The range of ratings of 98 % of the puzzles. Outside it the model
	// extrapolates.
	RatingLow  float64 `json:"rating_low"`
	RatingHigh float64 `json:"rating_high"`
}

// KeyName writes the beginning of a puzzle's key. Of a million puzzles, one has the name of one
// of a thousand others once in three hundred thousand times.
func KeyName(key [16]byte) string { return fmt.Sprintf("%x", key[:6]) }

// Knows reports whether the model was fitted on the puzzle with this key.
func (t *Training) Knows(key [16]byte) bool { return strings.Contains(t.Keys, KeyName(key)) }

// Estimate is a figure with its 95% interval, whose ends are NaN, and null in JSON, if there
// is none.
type Estimate struct{ Value, Low, High float64 }

// Percent converts the estimate of a share to per cent, between 0 and 100.
func (e Estimate) Percent() Estimate {
	return Estimate{100 * e.Value, max(0, 100*e.Low), min(100, 100*e.High)}
}

// estimateJSON is an estimate as it is written.
type estimateJSON struct {
	Value float64  `json:"value"`
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
}

// HasInterval reports whether the estimate has an interval.
func (e Estimate) HasInterval() bool { return !math.IsNaN(e.Low) && !math.IsNaN(e.High) }

// MarshalJSON writes null for both ends if there is no interval.
func (e Estimate) MarshalJSON() ([]byte, error) {
	written := estimateJSON{Value: e.Value}
	if e.HasInterval() {
		written.Low, written.High = &e.Low, &e.High
	}
	return json.Marshal(written)
}

// UnmarshalJSON is the inverse of MarshalJSON.
func (e *Estimate) UnmarshalJSON(text []byte) error {
	var read estimateJSON
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	*e = Estimate{read.Value, math.NaN(), math.NaN()}
	if read.Low != nil && read.High != nil {
		e.Low, e.High = *read.Low, *read.High
	}
	return nil
}

// String writes "0.642 [0.58, 0.70]", and – for an unknown value. An end near 0 has three digits,
// since it often matters on which side of 0 an interval ends. So has an end that, rounded to two
// digits, would seem to be beyond the value.
func (e Estimate) String() string {
	switch {
	case math.IsNaN(e.Value):
		return "–"
	case !e.HasInterval():
		return fmt.Sprintf("%.3f", e.Value)
	}
	value := math.Round(1000*e.Value) / 1000
	end := func(v float64) string {
		short := math.Round(100*v) / 100
		if short == 0 && v != 0 || v <= e.Value && short > value || v >= e.Value && short < value {
			return fmt.Sprintf("%.3f", v)
		}
		return fmt.Sprintf("%.2f", v)
	}
	return fmt.Sprintf("%.3f [%s, %s]", e.Value, end(e.Low), end(e.High))
}

// Validation is how well predictions of puzzles that were not used for fitting agree
// with the logarithm of the label: means over seeded cross-validations, with intervals
// from resampling the puzzles.
type Validation struct {
	Scheme        string    `json:"scheme"` // how the folds are made
	Folds         int       `json:"folds"`
	Repeats       int       `json:"repeats"`
	Pearson       Estimate  `json:"pearson"`
	Spearman      Estimate  `json:"spearman"`
	Clipped       float64   `json:"pearson_clipped"` // with the label's extreme 2% winsorised
	R2            float64   `json:"r2"`              // of the first cross-validation: 1 - squared errors / variance
	RMSE          float64   `json:"rmse"`            // of the logarithm
	Slope         Estimate  `json:"slope"`           // of the label on the sum of the terms; 1 is calibrated
	PrintedSlope  Estimate  `json:"printed_slope"`   // of the label on the median that is printed
	Halves        int       `json:"halves"`
	HalfPearson   float64   `json:"half_pearson"`
	HalfSpearman  float64   `json:"half_spearman"`
	HalfDeviation float64   `json:"half_pearson_sd"` // the standard deviation over splits
	HalfCoverage  []float64 `json:"half_coverage"`   // of the range that should hold half, by fifths of the prediction; null without halves
	ScanPearson   float64   `json:"scan_pearson"`    // of scan effort alone, for comparison
	ScanSpearman  float64   `json:"scan_spearman"`
	Strata        []Stratum `json:"strata"`
}

// Stratum is a part of the puzzles: a fifth of the predictions, the harder ones, a
// group.
type Stratum struct {
	Name     string   `json:"name"`
	Puzzles  int      `json:"puzzles"`
	Pearson  *float64 `json:"pearson"` // null where they are too few, or all the same
	Spearman *float64 `json:"spearman"`
	Coverage Estimate `json:"coverage"` // the share of puzzles within the range that should hold half of them
}

// Term is one feature of a model.
type Term struct {
	Feature string  `json:"feature"`
	Mean    float64 `json:"mean"`
	SD      float64 `json:"sd"`
	Low     float64 `json:"low"` // the feature is limited to the range it was trained on
	High    float64 `json:"high"`
	Weight  float64 `json:"weight"` // for one standard deviation

	// The 95% bootstrap interval of the weight; 0 in models that were fitted without one.
	WeightLow  float64 `json:"weight_low,omitempty"`
	WeightHigh float64 `json:"weight_high,omitempty"`
}

// Ranges say how far the label's logarithm spreads around the sum of the terms: for
// each quantile, an offset to add. Offsets are interpolated between the knots and
// constant beyond them; a puzzle rated HardFrom or more adds Hard. Quantile
// regression fits them to predictions of puzzles that were not used for fitting.
type Ranges struct {
	Knots     []float64  `json:"knots"` // values of the sum
	HardFrom  float64    `json:"hard_from"`
	Quantiles []Quantile `json:"quantiles"` // by P
}

// Quantile is the offset of one quantile.
type Quantile struct {
	P    float64   `json:"p"`
	At   []float64 `json:"at"` // each knot
	Hard float64   `json:"hard"`
}

// Basis returns the weights of the offsets at a sum: one for each knot, and one for
// Hard.
func (r *Ranges) Basis(sum float64, hard bool) []float64 {
	w := make([]float64, len(r.Knots)+1)
	k := 0
	for k < len(r.Knots) && r.Knots[k] < sum {
		k++
	}
	switch {
	case k == 0:
		w[0] = 1
	case k == len(r.Knots):
		w[k-1] = 1
	default:
		w[k] = (sum - r.Knots[k-1]) / (r.Knots[k] - r.Knots[k-1])
		w[k-1] = 1 - w[k]
	}
	if hard {
		w[len(r.Knots)] = 1
	}
	return w
}

// At returns the logarithms of the quantiles, ascending, for a sum.
func (r *Ranges) At(sum float64, hard bool) []float64 {
	w := r.Basis(sum, hard)
	x := make([]float64, len(r.Quantiles))
	for i, q := range r.Quantiles {
		x[i] = sum + float64(w[len(q.At)]*q.Hard)
		for k, at := range q.At {
			x[i] += float64(w[k] * at)
		}
	}
	slices.Sort(x) // with few puzzles, quantiles can cross
	return x
}

// Place returns the index of a quantile, -1 if there is none.
func (r *Ranges) Place(p float64) int {
	return slices.IndexFunc(r.Quantiles, func(q Quantile) bool { return q.P == p })
}

// Minutes returns the number of minutes in the model's unit, 0 when it is not a time.
func (m *Model) Minutes() float64 {
	switch m.Unit {
	case "seconds":
		return 1.0 / 60
	case "minutes":
		return 1
	}
	return 0
}

// Prediction is a time for a puzzle, in minutes: the expected median, and the range
// that half of such puzzles fall into.
type Prediction struct {
	Low, Median, High float64
	// Beyond lists the values that make the prediction an extrapolation, nil if it
	// is not one.
	Beyond []Beyond
}

//go:embed default_model.json
var defaultModel []byte

// Version names what the minutes of the built-in model depend on: its file, and the
// versions of the metrics and of the grader.
var Version = sync.OnceValue(func() string {
	sum := sha256.Sum256(defaultModel)
	return fmt.Sprintf("%x-%d-%d", sum[:6], MetricsVersion, grade.Version)
})

// Minutes returns a function that predicts, with the built-in model, the whole minutes
// that people need for a puzzle, at least 1; 0 for a size that the model does not know.
// Each goroutine needs its own.
func Minutes() func(*board.Grid) int {
	m, err := DefaultModel()
	if err != nil {
		panic(err) // the file is part of the program, and a test reads it
	}
	p := NewPredictor(m)
	return func(puzzle *board.Grid) int {
		t, ok := p.Predict(puzzle)
		if !ok {
			return 0
		}
		return t.Minutes()
	}
}

// Minutes returns the median in whole minutes, at least 1, as books print it.
func (p *Prediction) Minutes() int { return max(1, int(math.Round(p.Median))) }

// DefaultModel returns the model that comes with the program.
func DefaultModel() (*Model, error) { return ReadModel(defaultModel) }

// ReadModel reads a model and checks that this program can use it.
func ReadModel(file []byte) (*Model, error) {
	var head struct{ Format string }
	if err := json.Unmarshal(file, &head); err != nil {
		return nil, fmt.Errorf("reading a model: %w", text.JSONFault(err))
	}
	if head.Format != ModelFormat {
		return nil, fmt.Errorf("reading a model: its format is %q, not %q", head.Format, ModelFormat)
	}
	var m Model
	if err := json.Unmarshal(file, &m); err != nil {
		return nil, fmt.Errorf("reading a model: %w", text.JSONFault(err))
	}
	switch {
	case m.Grader > grade.Version || m.Grader < grade.Version && len(m.Techniques) == 0:
		return nil, fmt.Errorf("reading a model: it was fitted with grader %d, this is grader %d: fit it again", m.Grader, grade.Version)
	case m.Metrics != MetricsVersion:
		return nil, fmt.Errorf("reading a model: it was fitted with version %d of the metrics, this is version %d: fit it again", m.Metrics, MetricsVersion)
	case len(m.Terms) == 0 || !m.Ranges.whole() || m.Runs < 1:
		return nil, fmt.Errorf("reading a model: it lacks terms, quartiles or runs")
	case m.Runs > maxRuns:
		return nil, fmt.Errorf("reading a model: it asks for %d random solves for each puzzle; the limit is %d", m.Runs, maxRuns)
	}
	extreme := math.Abs(m.Intercept) // the largest distance of a logarithm from 0; NaN if undefined
	for _, q := range m.Ranges.Quantiles {
		extreme += math.Abs(q.Hard)
		for _, at := range q.At {
			extreme += math.Abs(at)
		}
	}
	for _, t := range m.Terms {
		if _, known := featureIndex[t.Feature]; !known {
			return nil, fmt.Errorf("reading a model: there is no feature %q", t.Feature)
		}
		if t.SD <= 0 || t.High < t.Low {
			return nil, fmt.Errorf("reading a model: the term %q has no spread", t.Feature)
		}
		extreme += math.Abs(t.Weight) * max(math.Abs((t.Low-t.Mean)/t.SD), math.Abs((t.High-t.Mean)/t.SD))
	}
	if !(extreme <= maxLogarithm) {
		return nil, fmt.Errorf("reading a model: its weights can add up to impossible times")
	}
	return &m, nil
}

// whole reports whether the knots ascend and the quartiles have an offset for each.
func (r *Ranges) whole() bool {
	for i, knot := range r.Knots {
		if !(math.Abs(knot) <= maxLogarithm) || i > 0 && knot <= r.Knots[i-1] {
			return false
		}
	}
	for i, q := range r.Quantiles {
		if len(q.At) != len(r.Knots) || i > 0 && q.P <= r.Quantiles[i-1].P {
			return false
		}
	}
	return len(r.Knots) > 0 && r.Place(0.25) >= 0 && r.Place(0.5) >= 0 && r.Place(0.75) >= 0
}

// Limits for a model from a file. The built-in one has 30 runs; beyond some
// hundreds the mean hardly changes. No time is as long as e^100 seconds.
const (
	maxRuns      = 10_000
	maxLogarithm = 100
)

// Predictor predicts with one model. It is a workspace; do not share it between
// goroutines.
type Predictor struct {
	// Stop, unless nil, is asked from time to time whether to end: see
	// [grade.Grader].
	Stop func() bool

	model   *Model
	graders grade.Graders
}

// NewPredictor returns a Predictor for the model.
func NewPredictor(m *Model) *Predictor { return &Predictor{model: m} }

// Predict predicts the time for a proper 9x9 puzzle, the same for all its images;
// false for other sizes, which no model covers.
func (p *Predictor) Predict(puzzle *board.Grid) (Prediction, bool) {
	if puzzle.Geometry() != board.Nine() || puzzle.Full() {
		return Prediction{}, false
	}
	m := p.model
	p.graders.Of(puzzle.Geometry()).Stop = p.Stop
	s, ok := SubjectOf(&p.graders, puzzle, m.Runs, m.Seed)
	if !ok {
		return Prediction{}, false
	}
	values := featuresOf(&s)
	at := m.Ranges.At(m.Sum(values), orZero(tenth(s.Grade.Rating)) >= m.Ranges.HardFrom)
	unit := m.Minutes()
	quantile := func(p float64) float64 { return unit * math.Exp(at[m.Ranges.Place(p)]) }
	return Prediction{Low: quantile(0.25), Median: quantile(0.5), High: quantile(0.75), Beyond: m.beyond(&s, values)}, true
}

// Sum returns the sum of the terms, the logarithm of the label, for the values of all
// [Features].
func (m *Model) Sum(values []float64) float64 {
	x := m.Intercept
	for _, t := range m.Terms {
		v := math.Min(math.Max(values[featureIndex[t.Feature]], t.Low), t.High)
		x += float64(t.Weight * ((v - t.Mean) / t.SD))
	}
	return x
}

// Sentences describes a model's quality and limits by its figures.
func (m *Model) Sentences() []string {
	a := &m.Measured
	list := []string{
		fmt.Sprintf("A ridge regression of ln %s on %d features predicts puzzles that it has not seen with r = %v and ρ = %v (means of %d seeded %d-fold cross-validations, r = %.3f with the extreme 2 %% moved in; of the first of them R² = %.2f and the root of the mean squared error %.2f). Scan effort alone has r = %.3f and ρ = %.3f. %s",
			m.Label, len(m.Terms), a.Pearson, a.Spearman, a.Repeats, a.Folds, a.Clipped, a.R2, a.RMSE, a.ScanPearson, a.ScanSpearman, ScanDisclosure),
		fmt.Sprintf("Fitted on one random half and tried on the other, %d times: r = %.3f and ρ = %.3f on average; from half to half r has a standard deviation of %.2f. The penalty was chosen inside the puzzles fitted on.", a.Halves, a.HalfPearson, a.HalfSpearman, a.HalfDeviation),
	}
	if a.Spearman.Low <= 0 && a.Spearman.High >= 0 {
		list[0] += " The interval of the regression's ρ holds 0: these puzzles do not show that it predicts anything."
	}
	slope := fmt.Sprintf("The slope of ln %s on the median that is printed is %v, on the sum of the terms %v", m.Label, a.PrintedSlope, a.Slope)
	switch {
	case !a.PrintedSlope.HasInterval():
	case a.PrintedSlope.Low > 1:
		slope += ": predictions are too close to the mean"
	case a.PrintedSlope.High < 1:
		slope += ": predictions are too far from the mean"
	case a.PrintedSlope.Low <= 0:
		slope += ", and the interval holds 1, where predictions are calibrated, and 0, where they say nothing"
	default:
		slope += ", and 1, where predictions are calibrated, is within the interval"
	}
	var covered, off []string
	for _, s := range a.Strata {
		covered = append(covered, fmt.Sprintf("%s: %.0f %% (n = %d)", s.Name, 100*s.Coverage.Value, s.Puzzles))
		if s.Coverage.Low > 0.5 || s.Coverage.High < 0.5 {
			off = append(off, s.Name)
		}
	}
	ranges := "The range that should hold half of the puzzles holds, of those it was not fitted on: " + strings.Join(covered, "; ") + "."
	if len(off) > 0 {
		ranges += fmt.Sprintf(" 50 %% is outside the 95 %% interval of %s, %d of the %d looked at.", strings.Join(off, ", "), len(off), len(a.Strata))
	}
	if len(a.HalfCoverage) > 0 {
		var halves []string
		for _, share := range a.HalfCoverage {
			halves = append(halves, fmt.Sprintf("%.0f", 100*share))
		}
		ranges += fmt.Sprintf(" Fitted on one random half, it holds of the other, by fifths of the prediction: %s %%.", strings.Join(halves, ", "))
	}
	return append(list, slope+".", ranges)
}

// Beyond is a value of a puzzle that is far outside the range that a model was
// trained on. The prediction is then an extrapolation: the model uses the end of the
// range, and it is not known whether that is right.
type Beyond struct {
	Key   string // short name
	Value float64
}

// beyond lists which values of a puzzle are outside the training range: its rating,
// compared with the middle 98% of the training puzzles, since a single hard puzzle
// teaches nothing about hard puzzles; steps of techniques that the grader did not have
// then; and each feature, compared with the training range widened by a quarter on
// either side.
func (m *Model) beyond(s *Subject, values []float64) []Beyond {
	var list []Beyond
	er := features[featureIndex["er"]].metric
	seen := map[int]bool{er: true}
	rating := orZero(tenth(s.Grade.Rating))
	if s.Grade.AtLeast || rating < m.Trained.RatingLow || rating > m.Trained.RatingHigh {
		list = append(list, Beyond{"er", rating})
	}
	for i, t := range techniqueTable {
		if uses := s.Grade.Uses[i]; uses > 0 && len(m.Techniques) > 0 && !slices.Contains(m.Techniques, t.ID) {
			list = append(list, Beyond{t.ID, float64(uses)})
		}
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
			list = append(list, Beyond{f.Name, f.shown(values[i])})
		}
	}
	return list
}

// shown returns a value of the feature in the form that people read.
func (f *Feature) shown(v float64) float64 {
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
