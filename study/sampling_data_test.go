package study

import (
	"cmp"
	"slices"
	"testing"

	"gradoku/corpus"
	"gradoku/internal/boardtest"
)

// controlledBias reads the published sample, or one record in some of it.
func controlledBias(t testing.TB, every int) *SampleFile {
	t.Helper()
	f := &SampleFile{Rating: "se", W: "w"}
	in := dataFile(t, "ratings/controlled-bias-dev.tsv")
	n := 0
	for rec, err := range corpus.Read(in.Name(), in) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n%every != 0 {
			continue
		}
		if err := f.Add(&rec); err != nil {
			t.Fatalf("line %d: %v", rec.Line, err)
		}
	}
	return f
}

// TestPublishedSample recomputes the figures of Berthier's paper from half of the
// puzzles that its author published.
func TestPublishedSample(t *testing.T) {
	t.Parallel()
	s, err := controlledBias(t, 1).Sample(t.Context(), false, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	raw, corrected := s.Figures(false), s.Figures(true)
	near(t, "mean clues, raw", raw.Clues.Value, 25.66, 0.05)
	near(t, "mean clues, corrected", corrected.Clues.Value, 26.56, 0.05)
	near(t, "deviation of clues, corrected", corrected.CluesDeviation.Value, 1.11, 0.03)
	near(t, "mean rating, raw", raw.Rating.Value, 4.31, 0.05)
	near(t, "mean rating, corrected", corrected.Rating.Value, 4.73, 0.05)
	// 2.49 in the paper, which does not say of which ratings.
	near(t, "deviation of the rating, corrected", corrected.RatingDeviation.Value, 2.545, 0.02)
	near(t, "solved by singles, raw", raw.Singles.Value, 0.35, 0.01)
	near(t, "solved by singles, corrected", corrected.Singles.Value, 0.293, 0.01)
	near(t, "rated 2.3 or less, raw", s.UpTo(23, false).Value, 0.407, 0.01)
	near(t, "rated 2.3 or less, corrected", s.UpTo(23, true).Value, 0.341, 0.01)
	// The paper says "about 0.12", of which sample and rating it does not say.
	near(t, "clues with rating, raw", s.CluesWithRating(false).Value, 0.193, 0.02)
	near(t, "clues with rating, corrected", s.CluesWithRating(true).Value, 0.211, 0.02)
	near(t, "grids tried per puzzle", float64(s.Tries)/float64(len(s.Puzzles)), 256_015, 8_000)

	shares := s.ByRating(true)
	shares = slices.DeleteFunc(shares, func(r RatingShare) bool { return r.Rating <= 23 })
	slices.SortFunc(shares, func(a, b RatingShare) int { return cmp.Compare(b.Share.Value, a.Share.Value) })
	if modes := []int{shares[0].Rating, shares[1].Rating}; !slices.Contains(modes, 71) || !slices.Contains(modes, 72) {
		t.Errorf("modes above 2.3: %v, want 7.1 and 7.2", modes)
	}
	for _, p := range s.Puzzles {
		if p.Singles != (p.W == 0) {
			t.Errorf("solved by singles: %v, but W is %d", p.Singles, p.W)
		}
	}
	for _, c := range corrected.ByClues {
		published, _ := Berthier(s.Sampling, true)
		if within := 4*(c.Share.High-c.Share.Low)/2/1.96 + 0.0005; c.Clues >= 23 {
			near(t, "share of a number of clues", c.Share.Value, published.Share(c.Clues)/100, within)
		}
	}
}

// TestOurRatingOfThePublishedSample: our rating is theirs, and goes with W.
func TestOurRatingOfThePublishedSample(t *testing.T) {
	t.Parallel()
	every := 80
	if *boardtest.Long {
		every = 1
	}
	s, err := controlledBias(t, every).Sample(t.Context(), true, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	if same, both := s.Agreeing(); same != both || both != len(s.Puzzles) {
		t.Errorf("%d of %d ratings are the same, %d puzzles", same, both, len(s.Puzzles))
	}
	r, _ := s.RatingWithW(false)
	near(t, "our rating with W", r.Value, 0.911, 0.04)
	t.Logf("%+v", r)
}
