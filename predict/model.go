package predict

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"

	"gradoku/board"
	"gradoku/grade"
)

// Model predicts a time from a puzzle: a sum of standardised features. It is written
// as JSON, so that it can be read, checked and passed on.
type Model struct {
	Format    string    `json:"format"`  // always ModelFormat
	Label     string    `json:"label"`   // what is predicted
	Unit      string    `json:"unit"`    // of the label
	Grader    int       `json:"grader"`  // version of the grader whose figures the features are
	Runs      int       `json:"runs"`    // random solves for each puzzle
	Seed      uint64    `json:"seed"`    // of these solves and of the folds
	Trained   Training  `json:"trained"` // on what
	Measured  Accuracy  `json:"measured"`
	Limits    []string  `json:"limits"` // its limits, in sentences
	Lambda    float64   `json:"lambda"` // the ridge penalty
	Intercept float64   `json:"intercept"`
	Terms     []Term    `json:"terms"`
	Residuals []float64 `json:"residual_quartiles"` // lower, middle and upper, of the logarithm, out of fold
}

// ModelFormat names the format of the file.
const ModelFormat = "gradoku model 1"

// Training says what a model was fitted on.
type Training struct {
	Source  string `json:"source"`
	SHA256  string `json:"sha256"`
	Puzzles int    `json:"puzzles"`
	// The range of ratings of 98 % of the puzzles. Outside it the model is guessing.
	RatingLow  float64 `json:"rating_low"`
	RatingHigh float64 `json:"rating_high"`
}

// Accuracy is how well predictions of puzzles that were not fitted on agree with
// the logarithm of the label: means over seeded splits.
type Accuracy struct {
	Folds         int     `json:"folds"`
	Repeats       int     `json:"repeats"`
	Pearson       float64 `json:"pearson"`
	Spearman      float64 `json:"spearman"`
	Clipped       float64 `json:"pearson_clipped"` // with the label's extreme 2 % moved in
	Halves        int     `json:"halves"`
	HalfPearson   float64 `json:"half_pearson"`
	HalfSpearman  float64 `json:"half_spearman"`
	HalfDeviation float64 `json:"half_pearson_sd"` // how much one split swings
	ScanPearson   float64 `json:"scan_pearson"`    // of scan effort alone, for comparison
	ScanSpearman  float64 `json:"scan_spearman"`
}

// Term is one feature of a model.
type Term struct {
	Feature string  `json:"feature"`
	Mean    float64 `json:"mean"`
	SD      float64 `json:"sd"`
	Low     float64 `json:"low"` // the feature is held within the range it was trained on
	High    float64 `json:"high"`
	Weight  float64 `json:"weight"` // of one standard deviation
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
	// Beyond is what makes the prediction an extrapolation, nil when it is not one.
	Beyond []Beyond
}

//go:embed default_model.json
var defaultModel []byte

// DefaultModel returns the model that comes with the program.
func DefaultModel() (*Model, error) { return ReadModel(defaultModel) }

// ReadModel reads a model and checks that this program can use it.
func ReadModel(text []byte) (*Model, error) {
	var m Model
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, fmt.Errorf("reading a model: %w", err)
	}
	switch {
	case m.Format != ModelFormat:
		return nil, fmt.Errorf("reading a model: its format is %q, not %q", m.Format, ModelFormat)
	case m.Grader != grade.Version:
		return nil, fmt.Errorf("reading a model: it was fitted with grader %d, this is grader %d: fit it anew", m.Grader, grade.Version)
	case len(m.Terms) == 0 || len(m.Residuals) != 3 || m.Runs < 1:
		return nil, fmt.Errorf("reading a model: it lacks terms, quartiles or runs")
	case m.Runs > maxRuns:
		return nil, fmt.Errorf("reading a model: it wants %d random solves for each puzzle; the most is %d", m.Runs, maxRuns)
	}
	extreme := math.Abs(m.Intercept) // how far from 0 a logarithm can be, at most; NaN when that is not defined
	for _, r := range m.Residuals {
		extreme += math.Abs(r)
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
		return nil, fmt.Errorf("reading a model: its weights can add up to times beyond all measure")
	}
	return &m, nil
}

// Bounds of a model from a file. The built-in one has 30 runs; beyond some hundreds
// the mean hardly changes. No time is e^100 seconds.
const (
	maxRuns      = 10_000
	maxLogarithm = 100
)

// Predictor predicts with one model. It is a workspace; do not share it between
// goroutines.
type Predictor struct {
	model   *Model
	graders grade.Graders
}

// NewPredictor returns a Predictor for the model.
func NewPredictor(m *Model) *Predictor { return &Predictor{model: m} }

// Model returns the model that the predictions come from.
func (p *Predictor) Model() *Model { return p.model }

// Predict predicts the time for a proper 9x9 puzzle with its grade; false for
// other sizes, which no model knows.
func (p *Predictor) Predict(puzzle *board.Grid, g *grade.Grade) (Prediction, bool) {
	if puzzle.Geometry() != board.Nine() || puzzle.Full() {
		return Prediction{}, false
	}
	m := p.model
	s := Subject{Puzzle: *puzzle, Grade: *g}
	s.Human = p.graders.Of(puzzle.Geometry()).Measure(puzzle, m.Runs, m.Seed)
	values := featuresOf(&s)
	x := m.Intercept
	for _, t := range m.Terms {
		v := math.Min(math.Max(values[featureIndex[t.Feature]], t.Low), t.High)
		x += float64(t.Weight * ((v - t.Mean) / t.SD))
	}
	unit := m.Minutes()
	return Prediction{
		Low: unit * math.Exp(x+m.Residuals[0]), Median: unit * math.Exp(x+m.Residuals[1]), High: unit * math.Exp(x+m.Residuals[2]),
		Beyond: m.beyond(&s, values),
	}, true
}

// Sentences returns what there is to say about a model's quality and its limits.
func (m *Model) Sentences() []string {
	a := &m.Measured
	return []string{
		fmt.Sprintf("A ridge regression of ln %s on %d features predicts puzzles that it has not seen with r = %.3f and ρ = %.3f (means of %d seeded %d-fold cross-validations; r = %.3f with the extreme 2 %% of times moved in). Scan effort alone has r = %.3f and ρ = %.3f.",
			m.Label, len(m.Terms), a.Pearson, a.Spearman, a.Repeats, a.Folds, a.Clipped, a.ScanPearson, a.ScanSpearman),
		fmt.Sprintf("Fitted on one random half and tried on the other, %d times: r = %.3f and ρ = %.3f; a single half swings by ±%.2f in r. The penalty was chosen inside the puzzles fitted on.", a.Halves, a.HalfPearson, a.HalfSpearman, a.HalfDeviation),
		fmt.Sprintf("Half of the puzzles fall within %.0f %% below and %.0f %% above the prediction. What is left is mostly people, not puzzles: a mean of a dozen solvers is itself uncertain, and one who went to lunch moves it.",
			100*(1-math.Exp(m.Residuals[0]-m.Residuals[1])), 100*(math.Exp(m.Residuals[2]-m.Residuals[1])-1)),
		"It speaks for puzzles and people like those it was fitted on. Beyond the range of ratings among them it is guessing.",
	}
}

// Beyond is a figure of a puzzle that lies far outside the range that a model was
// trained on. The prediction then is an extrapolation: the model uses the end of the
// range, and nobody has checked whether that is right.
type Beyond struct {
	Key              string // of the figure, short
	Name             string // for people, with the unit
	Value, Low, High float64
}

// beyond lists which figures of a puzzle are outside: its rating, against the middle
// 98 % of those trained on, since a single hard puzzle teaches nothing about hard
// puzzles; and each feature, against all of them and a quarter of their range on
// either side.
func (m *Model) beyond(s *Subject, values []float64) []Beyond {
	var list []Beyond
	er := features[featureIndex["er"]].metric
	seen := map[int]bool{er: true}
	rating := orZero(tenth(s.Grade.Rating))
	if s.Grade.AtLeast || rating < m.Trained.RatingLow || rating > m.Trained.RatingHigh {
		list = append(list, Beyond{"er", metrics[er].Plain, rating, m.Trained.RatingLow, m.Trained.RatingHigh})
	}
	for _, t := range m.Terms {
		i := featureIndex[t.Feature]
		f := &features[i]
		name := "share of steps that are " + techniqueTable[f.Row].Name + " (%)"
		if f.metric >= 0 {
			if seen[f.metric] {
				continue // its logarithm
			}
			seen[f.metric] = true
			name = metrics[f.metric].Plain
		}
		room := (t.High - t.Low) / 4
		if values[i] < t.Low-room || values[i] > t.High+room {
			list = append(list, Beyond{f.Name, name, f.shown(values[i]), f.shown(t.Low), f.shown(t.High)})
		}
	}
	return list
}

// shown returns a value of the feature as people read it.
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
