package study

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"gradoku/board"
	"gradoku/generate"
	"gradoku/predict"
)

// SampleFigures are the statistics of one sample, raw or corrected. Ratings are the
// file's where it has them, else ours.
type SampleFigures struct {
	Sampling  generate.Sampling
	Corrected bool
	Tries     int64 // full grids tried to get the puzzles; 0 when unknown
	Puzzles   int
	Bounds    int            // puzzles whose rating is only a lower bound
	List      []SampleFigure // without those that cannot be computed
}

// SampleFigure is one figure of a sample.
type SampleFigure struct {
	Sampling  string   `json:"sampling"`
	Corrected bool     `json:"corrected"`
	Figure    string   `json:"figure"`
	Of        string   `json:"of,omitempty"` // the number of clues that the figure describes
	Puzzles   int      `json:"puzzles"`
	Value     float64  `json:"value"`
	Low       float64  `json:"low"` // of the 95 % interval
	High      float64  `json:"high"`
	Published *float64 `json:"published"`
}

// Name names the sample: its rule, and whether it is corrected.
func (f *SampleFigures) Name() string {
	switch {
	case f.Corrected:
		return f.Sampling.String() + ", corrected"
	case f.Sampling == generate.ControlledBias:
		return f.Sampling.String() + ", raw"
	}
	return f.Sampling.String()
}

// Figure returns the figure of that name, of a number of clues or ""; nil when there is none.
func (f *SampleFigures) Figure(name, of string) *SampleFigure {
	i := slices.IndexFunc(f.List, func(one SampleFigure) bool { return one.Figure == name && one.Of == of })
	if i < 0 {
		return nil
	}
	return &f.List[i]
}

func (f *SampleFigures) add(name, of string, puzzles int, e predict.Estimate, published float64) {
	one := SampleFigure{f.Sampling.String(), f.Corrected, name, of, puzzles, e.Value, e.Low, e.High, nil}
	if published != 0 {
		one.Published = &published
	}
	if !math.IsNaN(e.Value) {
		f.List = append(f.List, one)
	}
}

// Figures computes the statistics of a sample of at least two puzzles: the mean and the
// standard deviation of clues and ratings, their correlation, and the share of each number of
// clues that occurs in the sample or in the published figures. Only a sample with controlled bias
// can be corrected.
func (s *Sample) Figures(corrected bool) *SampleFigures {
	weights, published := s.weights(corrected), berthier(s.Sampling, corrected)
	f := &SampleFigures{Sampling: s.Sampling, Corrected: corrected, Tries: s.Tries, Puzzles: len(s.Puzzles)}
	clues := s.values(func(p Sampled) float64 { return float64(p.Clues) })
	f.add("clues_mean", "", f.Puzzles, weightedMean.estimate(clues, nil, weights), published.Clues)
	f.add("clues_sd", "", f.Puzzles, weightedDeviation.estimate(clues, nil, weights), published.CluesDeviation)
	if rated, ratings, w := s.ratings(weights); len(ratings) > 1 {
		f.add("rating_mean", "", len(ratings), weightedMean.estimate(ratings, nil, w), published.Rating)
		f.add("rating_sd", "", len(ratings), weightedDeviation.estimate(ratings, nil, w), published.RatingDeviation)
		f.add("clues_with_rating", "", len(ratings), weightedCorrelation.estimate(rated, ratings, w), published.CluesWithRating)
	}
	here := map[int]int{}
	for _, p := range s.Puzzles {
		here[p.Clues]++
		if p.AtLeast {
			f.Bounds++
		}
	}
	for clues := range board.Nine().Cells {
		n := here[clues]
		if n == 0 && published.Share(clues) == 0 {
			continue
		}
		is := s.values(func(p Sampled) float64 { return indicator(p.Clues == clues) })
		share := weightedShare(is, weights)
		if n == 0 && corrected { // none seen: scale the upper bound by the weight that such a puzzle would have
			share = exactShare(0, float64(len(s.Puzzles)))
			share.High = math.Min(1, share.High*generate.Correction(board.Nine(), clues)/stat.Mean(weights, nil))
		}
		f.add("share_percent", strconv.Itoa(clues), n, share.Percent(), published.Share(clues))
	}
	return f
}

func (s *Sample) values(of func(Sampled) float64) []float64 {
	x := make([]float64, len(s.Puzzles))
	for i, p := range s.Puzzles {
		x[i] = of(p)
	}
	return x
}

func indicator(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// ratings returns the clues and the ratings of the puzzles that have a rating, with their
// weights.
func (s *Sample) ratings(weights []float64) (clues, ratings, w []float64) {
	for i, p := range s.Puzzles {
		if p.Rating > 0 {
			clues, ratings, w = append(clues, float64(p.Clues)), append(ratings, float64(p.Rating)/10), append(w, weights[i])
		}
	}
	return clues, ratings, w
}

// PublishedSample holds the published figures of random minimal 9x9 puzzles by one
// sampling, or of all minimal puzzles, estimated by the corrected controlled-bias sample.
type PublishedSample struct {
	Sampling  generate.Sampling
	Corrected bool

	Clues, CluesDeviation   float64
	Rating, RatingDeviation float64
	CluesWithRating         float64 // correlation, 0 when none was published
	// ByClues is the share of each number of clues in per cent, from 20 on.
	ByClues []float64
}

// BerthierSource names the source of the figures below.
const BerthierSource = "Denis Berthier, Unbiased Statistics of a CSP - A Controlled-Bias Generator, 2009: " +
	"1,000,000 puzzles bottom-up, as many top-down, 5,926,343 with controlled bias; ratings of Sudoku Explainer"

// berthierFigures are the figures of that paper. The number of puzzles with 22 clues is
// misprinted there (an exponent) and not used here.
//
// The author gives the correlation of the clues with the rating, "about 0.12", without
// saying for which sample. It agrees with top-down and bottom-up samples: ours have 0.116
// and 0.111, with 10,000 puzzles each. With controlled bias it is 0.19, and for all minimal
// puzzles 0.21, in his own sample too: see docs/STUDIES.md.
var berthierFigures = [...]PublishedSample{
	{
		Sampling: generate.TopDown,
		Clues:    24.38, CluesDeviation: 1.12, Rating: 3.77, RatingDeviation: 2.42, CluesWithRating: 0.12,
		ByClues: []float64{0.0044, 0.24, 3.45, 17.25, 34.23, 29.78, 12.21, 2.53, 0.27, 0.017, 0.001, 0},
	},
	{
		Sampling: generate.BottomUp,
		Clues:    23.87, CluesDeviation: 1.08, Rating: 3.50, RatingDeviation: 2.33, CluesWithRating: 0.12,
		ByClues: []float64{0.028, 0.856, 8.24, 27.67, 36.38, 20.59, 5.45, 0.72, 0.054, 0.0024, 0, 0},
	},
	{
		Sampling: generate.ControlledBias,
		Clues:    25.667, CluesDeviation: 1.116, Rating: 4.29, RatingDeviation: 2.48,
		ByClues: []float64{0, 0.0030, 0.11, 1.87, 11.85, 30.59, 33.82, 17.01, 4.17, 0.52, 0.035, 0.0012},
	},
	{
		Sampling: generate.ControlledBias, Corrected: true,
		Clues: 26.577, CluesDeviation: 1.116, Rating: 4.73, RatingDeviation: 2.49,
		ByClues: []float64{0, 0.000034, 0.0034, 0.149, 2.28, 13.42, 31.94, 32.74, 15.48, 3.56, 0.41, 0.022},
	},
}

// berthier returns the paper's figures for a sampling, raw or corrected; zero when it has
// none.
func berthier(s generate.Sampling, corrected bool) PublishedSample {
	for _, p := range berthierFigures {
		if p.Sampling == s && p.Corrected == corrected {
			return p
		}
	}
	return PublishedSample{}
}

// Share returns the published share of a number of clues, in per cent.
func (p *PublishedSample) Share(clues int) float64 {
	if i := clues - 20; i >= 0 && i < len(p.ByClues) {
		return p.ByClues[i]
	}
	return 0
}

// interval returns the estimate with these ends.
func interval(value, low, high float64) predict.Estimate {
	return predict.Estimate{Value: value, Low: low, High: high}
}

// estimate returns a value with the interval of 1.96 standard errors on each side.
func estimate(value, standardError float64) predict.Estimate {
	return interval(value, value-1.96*standardError, value+1.96*standardError)
}

// The statistics below are for a weighted sample: observation i represents weights[i]
// units. A weighted mean is a ratio of two sums that both vary from sample to sample. Its
// standard error is that of the linearised ratio, the square root of
//
//	n/(n-1) · Σ (wᵢ·(xᵢ-m))² / (Σ wᵢ)²
//
// (Cochran, Sampling Techniques, 3rd edition 1977, chapter 6). For equal weights it is
// the textbook's s/√n. Other statistics are treated alike, with their influence function,
// the effect of one observation on the statistic, in place of xᵢ-m.
//
// With equal weights the interval is 1.96 standard errors on each side. With weights as
// unequal as those of a controlled-bias sample, it covers too little: for samples of 100
// puzzles, 76 % of such intervals contain the standard deviation of the clues. The
// interval is then the bootstrap-t interval (Bradley Efron and Robert Tibshirani, An
// Introduction to the Bootstrap, 1993, chapter 12), on a variance-stabilising scale,
// which covers it in 93 %.

// weightedFigure is a statistic of a weighted sample with its standard error. scale and
// back convert to the scale of the interval and from it.
type weightedFigure struct {
	of          func(x, y, w []float64) (value, standardError float64)
	scale, back func(float64) float64
	slope       func(float64) float64 // derivative of scale
}

var (
	weightedMean        = weightedFigure{of: meanOf, scale: itself, back: itself, slope: func(float64) float64 { return 1 }}
	weightedDeviation   = weightedFigure{of: deviationOf, scale: math.Log, back: math.Exp, slope: func(v float64) float64 { return 1 / v }}
	weightedCorrelation = weightedFigure{of: correlationOf, scale: math.Atanh, back: math.Tanh, slope: func(v float64) float64 { return 1 / (1 - v*v) }}
)

func itself(v float64) float64 { return v }

// tResamples is the number of resamples of the bootstrap-t interval.
const tResamples = 1000

// estimate computes a statistic with its interval; y may be nil.
func (f weightedFigure) estimate(x, y, weights []float64) predict.Estimate {
	value, e := f.of(x, y, weights)
	if !(e > 0) || slices.Min(weights) == slices.Max(weights) {
		return estimate(value, e)
	}
	rng := rand.New(rand.NewPCG(uint64(len(x)), 1)) // the same sample has the same interval
	rx, ry, rw := make([]float64, len(x)), make([]float64, len(y)), make([]float64, len(x))
	var ts []float64
	for range tResamples {
		for i := range rx {
			k := rng.IntN(len(x))
			if rx[i], rw[i] = x[k], weights[k]; y != nil {
				ry[i] = y[k]
			}
		}
		if v, own := f.of(rx, ry, rw); own > 0 {
			if t := (f.scale(v) - f.scale(value)) / (own * f.slope(v)); !math.IsNaN(t) && !math.IsInf(t, 0) {
				ts = append(ts, t)
			}
		}
	}
	if len(ts) < tResamples/2 { // a handful of observations, nearly all the same
		return estimate(value, e)
	}
	ends := quantiles(ts, 0.025, 0.975)
	at, own := f.scale(value), e*f.slope(value)
	return interval(value, f.back(at-ends[1]*own), f.back(at-ends[0]*own))
}

// linearised returns the standard error of a statistic with the given influence function.
func linearised(weights []float64, influence func(i int) float64) float64 {
	var sum, squares float64
	for i, w := range weights {
		sum += w
		e := w * influence(i)
		squares += e * e
	}
	n := float64(len(weights))
	return math.Sqrt(squares*n/(n-1)) / sum
}

func meanOf(x, _, weights []float64) (float64, float64) {
	mean, _ := stat.PopMeanVariance(x, weights)
	return mean, linearised(weights, func(i int) float64 { return x[i] - mean })
}

func deviationOf(x, _, weights []float64) (float64, float64) {
	mean, variance := stat.PopMeanVariance(x, weights)
	sd := math.Sqrt(variance)
	if sd == 0 {
		return 0, 0
	}
	return sd, linearised(weights, func(i int) float64 {
		return ((x[i]-mean)*(x[i]-mean) - variance) / (2 * sd)
	})
}

// correlationOf is Pearson's correlation; NaN when x or y is constant.
func correlationOf(x, y, weights []float64) (float64, float64) {
	mx, vx := stat.PopMeanVariance(x, weights)
	my, vy := stat.PopMeanVariance(y, weights)
	zx := func(i int) float64 { return (x[i] - mx) / math.Sqrt(vx) }
	zy := func(i int) float64 { return (y[i] - my) / math.Sqrt(vy) }
	r := stat.Correlation(x, y, weights)
	return r, linearised(weights, func(i int) float64 {
		return zx(i)*zy(i) - r*(zx(i)*zx(i)+zy(i)*zy(i))/2
	})
}

// weightedShare estimates a proportion from zeros and ones. Its interval is the exact one
// for the effective sample size: the number of observations of equal weight with the same
// standard error (Edward Korn and Barry Graubard, Confidence Intervals for Proportions
// with Small Expected Number of Positive Counts, Survey Methodology 24, 1998). If all are
// zeros or all are ones, that size is (Σw)²/Σw².
func weightedShare(x, weights []float64) predict.Estimate {
	share, e := meanOf(x, nil, weights)
	var sum, squares float64
	for _, w := range weights {
		sum += w
		squares += w * w
	}
	n := sum * sum / squares
	if slices.Min(weights) != slices.Max(weights) && e > 1e-9 { // otherwise all are alike, apart from rounding
		n = math.Min(float64(len(x)), share*(1-share)/(e*e))
	}
	return exactShare(share, n)
}

// exactShare estimates a proportion from n observations of equal weight, with the
// interval of Clopper and Pearson (The Use of Confidence or Fiducial Limits Illustrated
// in the Case of the Binomial, Biometrika 26, 1934), whose coverage is at least 95 % for
// any number of observations, and which is informative even for proportions of 0 and 1.
func exactShare(share, n float64) predict.Estimate {
	k := share * n
	e := interval(share, 0, 1)
	if k > 1e-9 {
		e.Low = math.Min(share, distuv.Beta{Alpha: k, Beta: n - k + 1}.Quantile(0.025))
	}
	if n-k > 1e-9 {
		e.High = math.Max(share, distuv.Beta{Alpha: k + 1, Beta: n - k}.Quantile(0.975))
	}
	return e
}
