package study

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// SampleFigures are the figures of one sample, as it is or corrected. Ratings are
// theirs where the sample has them, else ours.
type SampleFigures struct {
	Corrected               bool
	Puzzles                 int
	Clues, CluesDeviation   Estimate
	Rated                   int // puzzles with a rating; without any the next two are zero
	Rating, RatingDeviation Estimate
	Singles                 Estimate // share that naked and hidden singles solve
	ByClues                 []ClueShare
}

// ClueShare is the part of a sample that has one number of clues.
type ClueShare struct {
	Clues   int
	Puzzles int
	Share   Estimate // of the sample
	// Singles is the share among them that singles solve. It needs no correction:
	// among puzzles with one number of clues a controlled-bias sample has no bias.
	Singles Estimate
}

// Figures computes the figures of a sample of at least two puzzles; corrected ones
// of a Correctable sample only.
func (s *Sample) Figures(corrected bool) SampleFigures {
	weights := s.weights(corrected)
	f := SampleFigures{Corrected: corrected, Puzzles: len(s.Puzzles)}
	clues := s.values(func(p Sampled) float64 { return float64(p.Clues) })
	f.Clues, f.CluesDeviation = weightedMean(clues, weights), weightedDeviation(clues, weights)
	f.Singles = weightedMean(s.values(func(p Sampled) float64 { return indicator(p.Singles) }), weights)
	if ratings, w := s.ratings(weights); len(ratings) > 1 {
		f.Rated = len(ratings)
		f.Rating, f.RatingDeviation = weightedMean(ratings, w), weightedDeviation(ratings, w)
	}
	f.ByClues = s.byClues(weights)
	return f
}

// values returns one number of each puzzle.
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

// best is their rating, or else ours, in tenths.
func (p *Sampled) best() int { return cmp.Or(p.Theirs, p.Rating) }

// ratings returns the ratings of the puzzles that have one, with their weights.
func (s *Sample) ratings(weights []float64) (ratings, w []float64) {
	for i, p := range s.Puzzles {
		if r := p.best(); r > 0 {
			ratings, w = append(ratings, float64(r)/10), append(w, weights[i])
		}
	}
	return ratings, w
}

func (s *Sample) byClues(weights []float64) []ClueShare {
	of := map[int][]float64{} // whether singles solve each puzzle, by clues
	for _, p := range s.Puzzles {
		of[p.Clues] = append(of[p.Clues], indicator(p.Singles))
	}
	var list []ClueShare
	for clues, solved := range of {
		here := s.values(func(p Sampled) float64 { return indicator(p.Clues == clues) })
		c := ClueShare{Clues: clues, Puzzles: len(solved), Share: weightedMean(here, weights)}
		c.Singles = wilson(stat.Mean(solved, nil), len(solved))
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b ClueShare) int { return cmp.Compare(a.Clues, b.Clues) })
	return list
}

// RatingShare is the part of a sample with one rating.
type RatingShare struct {
	Rating  int // tenths
	Puzzles int
	Share   Estimate
}

// ByRating returns the shares of all ratings, ascending.
func (s *Sample) ByRating(corrected bool) []RatingShare {
	ratings, w := s.ratings(s.weights(corrected))
	puzzles := map[float64]int{}
	for _, r := range ratings {
		puzzles[r]++
	}
	var list []RatingShare
	here := make([]float64, len(ratings))
	for rating, n := range puzzles {
		for i, r := range ratings {
			here[i] = indicator(r == rating)
		}
		list = append(list, RatingShare{int(rating*10 + 0.5), n, weightedMean(here, w)})
	}
	slices.SortFunc(list, func(a, b RatingShare) int { return cmp.Compare(a.Rating, b.Rating) })
	return list
}

// UpTo returns the share of puzzles with at most that rating, in tenths.
func (s *Sample) UpTo(rating int, corrected bool) Estimate {
	ratings, w := s.ratings(s.weights(corrected))
	for i, r := range ratings {
		ratings[i] = indicator(r <= float64(rating)/10)
	}
	return weightedMean(ratings, w)
}

// CluesWithRating is the correlation of the clues with the rating.
func (s *Sample) CluesWithRating(corrected bool) Estimate {
	r, _ := s.correlation(corrected, func(p *Sampled) (x, y float64, ok bool) {
		return float64(p.Clues), float64(p.best()), p.best() > 0
	})
	return r
}

// RatingWithW is the correlation of our rating with the W rating of a file, over
// the n puzzles that have both.
func (s *Sample) RatingWithW(corrected bool) (r Estimate, n int) {
	return s.correlation(corrected, func(p *Sampled) (x, y float64, ok bool) {
		return float64(p.Rating), float64(p.W), p.Rating > 0 && p.W >= 0
	})
}

func (s *Sample) correlation(corrected bool, pair func(*Sampled) (x, y float64, ok bool)) (r Estimate, n int) {
	weights := s.weights(corrected)
	var xs, ys, ws []float64
	for i := range s.Puzzles {
		if x, y, ok := pair(&s.Puzzles[i]); ok {
			xs, ys, ws = append(xs, x), append(ys, y), append(ws, weights[i])
		}
	}
	if len(xs) < 2 {
		return Estimate{}, len(xs)
	}
	return weightedCorrelation(xs, ys, ws), len(xs)
}

// Agreeing counts the puzzles with both ratings, and those of them on which the
// two are equal.
func (s *Sample) Agreeing() (same, both int) {
	for _, p := range s.Puzzles {
		if p.Rating > 0 && p.Theirs > 0 {
			both++
			if p.Rating == p.Theirs && !p.AtLeast {
				same++
			}
		}
	}
	return same, both
}
