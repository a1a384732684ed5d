package study

import "math"

// Estimate is a figure of a sample, and the interval that holds the figure of all
// in 95 samples of 100.
type Estimate struct{ Value, Low, High float64 }

// estimate puts an interval of 1.96 standard errors on each side.
func estimate(value, standardError float64) Estimate {
	return Estimate{value, value - 1.96*standardError, value + 1.96*standardError}
}

// The figures below are those of a weighted sample: observation i stands for
// weights[i] things. A weighted mean is a ratio of two sums that both vary from
// sample to sample; its standard error is the one of the linearised ratio
//
//	n/(n-1) · Σ (wᵢ·(xᵢ-m))² / (Σ wᵢ)²
//
// under the root (Cochran, Sampling Techniques, 3rd edition 1977, chapter 6),
// which for equal weights is the textbook's s/√n. Other figures are treated alike,
// with their influence function, what one observation adds to the figure, in the
// place of xᵢ-m. Repeated samples confirm the intervals (TestWeightedIntervals). A
// bootstrap says the same, at a thousand times the work.

// moments are the mean and variance of a weighted sample.
func moments(x, weights []float64) (mean, variance float64) {
	var sum, sx, sxx float64
	for i, w := range weights {
		sum += w
		sx += w * x[i]
	}
	mean = sx / sum
	for i, w := range weights {
		sxx += w * (x[i] - mean) * (x[i] - mean)
	}
	return mean, sxx / sum
}

// linearised returns the standard error of a figure with the given influence.
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

// weightedMean estimates the mean; that of zeros and ones is a share.
func weightedMean(x, weights []float64) Estimate {
	mean, _ := moments(x, weights)
	return estimate(mean, linearised(weights, func(i int) float64 { return x[i] - mean }))
}

// weightedDeviation estimates the standard deviation.
func weightedDeviation(x, weights []float64) Estimate {
	mean, variance := moments(x, weights)
	sd := math.Sqrt(variance)
	if sd == 0 {
		return Estimate{}
	}
	return estimate(sd, linearised(weights, func(i int) float64 {
		return ((x[i]-mean)*(x[i]-mean) - variance) / (2 * sd)
	}))
}

// weightedCorrelation estimates Pearson's correlation; NaN when x or y is
// constant.
func weightedCorrelation(x, y, weights []float64) Estimate {
	mx, vx := moments(x, weights)
	my, vy := moments(y, weights)
	zx := func(i int) float64 { return (x[i] - mx) / math.Sqrt(vx) }
	zy := func(i int) float64 { return (y[i] - my) / math.Sqrt(vy) }
	var sum, products float64
	for i, w := range weights {
		sum += w
		products += w * zx(i) * zy(i)
	}
	r := products / sum
	return estimate(r, linearised(weights, func(i int) float64 {
		return zx(i)*zy(i) - r*(zx(i)*zx(i)+zy(i)*zy(i))/2
	}))
}

// wilson estimates a share from n observations of equal weight. Unlike the interval
// of a mean it holds for few observations and for shares near 0 and 1 (E. B.
// Wilson, Probable Inference, the Law of Succession, and Statistical Inference,
// Journal of the American Statistical Association 22, 1927).
func wilson(share float64, n int) Estimate {
	const z2 = 1.96 * 1.96
	m := float64(n)
	centre := (share + z2/(2*m)) / (1 + z2/m)
	half := 1.96 * math.Sqrt(share*(1-share)/m+z2/(4*m*m)) / (1 + z2/m)
	return Estimate{share, max(0, centre-half), min(1, centre+half)}
}
