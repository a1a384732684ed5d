package study

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"sync"
	"testing"

	"gradoku/board"
	"gradoku/corpus"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/internal/boardtest"
	"gradoku/literature"

	"gonum.org/v1/gonum/stat"
)

// controlledBias reads the published sample, or one record in some of it, and the W rating
// of each puzzle.
func controlledBias(t testing.TB, every int) (f *SampleFile, w []int) {
	t.Helper()
	in := dataFile(t, "ratings/controlled-bias-dev.tsv")
	f = &SampleFile{Rating: "se"}
	n := 0
	for rec, err := range corpus.Read(in.Name(), in) {
		must(t, err)
		if n++; n%every != 0 {
			continue
		}
		if err := f.Add(&rec); err != nil {
			t.Fatalf("line %d: %v", rec.Line, err)
		}
		text, _ := rec.Field("w")
		rating, err := strconv.Atoi(text)
		must(t, err)
		w = append(w, rating)
	}
	return f, w
}

// wholeControlledBias returns the whole sample, which is read once for all tests.
func wholeControlledBias(t testing.TB) (*SampleFile, []int) {
	t.Helper()
	dataFile(t, "ratings/controlled-bias-dev.tsv") // without the file the test is skipped
	readSample.Do(func() { readSample.f, readSample.w = controlledBias(t, 1) })
	return readSample.f, readSample.w
}

var readSample struct {
	sync.Once
	f *SampleFile
	w []int
}

// TestPublishedSample recomputes the figures of Berthier's paper from half of the
// puzzles that its author published.
func TestPublishedSample(t *testing.T) {
	t.Parallel()
	file, _ := wholeControlledBias(t)
	s, err := file.Sample(t.Context(), 2, nil)
	must(t, err)
	raw, corrected := s.Figures(false), s.Figures(true)
	near(t, "mean clues, raw", raw.Figure("clues_mean", "").Value, 25.66, 0.05)
	near(t, "mean clues, corrected", corrected.Figure("clues_mean", "").Value, 26.56, 0.05)
	near(t, "deviation of clues, corrected", corrected.Figure("clues_sd", "").Value, 1.11, 0.03)
	near(t, "mean rating, raw", raw.Figure("rating_mean", "").Value, 4.31, 0.05)
	near(t, "mean rating, corrected", corrected.Figure("rating_mean", "").Value, 4.73, 0.05)
	// 2.49 in the paper, which does not say of which ratings.
	near(t, "deviation of the rating, corrected", corrected.Figure("rating_sd", "").Value, 2.545, 0.02)
	// The paper says "about 0.12", of which sample and rating it does not say.
	near(t, "clues with rating, raw", raw.Figure("clues_with_rating", "").Value, 0.193, 0.02)
	near(t, "clues with rating, corrected", corrected.Figure("clues_with_rating", "").Value, 0.211, 0.02)
	near(t, "grids tried per puzzle", float64(s.Tries)/float64(len(s.Puzzles)), 256_015, 8_000)
	for clues := 23; clues <= 31; clues++ {
		c := corrected.Figure("share_percent", strconv.Itoa(clues))
		near(t, "share of a number of clues", c.Value, *c.Published, 4*(c.High-c.Low)/2/1.96+0.05)
	}

	// Ratings: how many are 2.3 or less, and the two commonest above that.
	_, ratings, weights := s.ratings(s.weights(true))
	easy, of := make([]float64, len(ratings)), map[float64]float64{}
	for i, r := range ratings {
		if easy[i] = indicator(r <= 2.3); r > 2.3 {
			of[r] += weights[i]
		}
	}
	near(t, "rated 2.3 or less, raw", stat.Mean(easy, nil), 0.407, 0.01)
	near(t, "rated 2.3 or less, corrected", stat.Mean(easy, weights), 0.341, 0.01)
	modes := slices.SortedFunc(maps.Keys(of), func(a, b float64) int { return cmp.Compare(of[b], of[a]) })[:2]
	if slices.Sort(modes); !slices.Equal(modes, []float64{7.1, 7.2}) {
		t.Errorf("modes above 2.3: %v, want 7.1 and 7.2", modes)
	}
}

// TestPublishedSingles: naked and hidden singles solve as many puzzles of each kind as the
// paper says, and of its file those whose W rating is 0.
func TestPublishedSingles(t *testing.T) {
	t.Parallel()
	file, w := wholeControlledBias(t)
	solved, weights := make([]float64, len(w)), make([]float64, len(w))
	for i := range file.records {
		p := &file.records[i].puzzle
		solved[i], weights[i] = indicator(bySingles(p)), generate.Correction(board.Nine(), p.Clues())
		if (solved[i] == 1) != (w[i] == 0) {
			t.Errorf("%v: solved by singles: %v, but W is %d", p, solved[i], w[i])
		}
	}
	near(t, "solved by singles, raw", stat.Mean(solved, nil), 0.3508, 0.01)
	near(t, "solved by singles, corrected", stat.Mean(solved, weights), 0.2917, 0.01)

	none, err := board.SymmetryByName("none")
	must(t, err)
	n := 300
	if *boardtest.Long {
		n = 20_000
	}
	for sampling, published := range map[generate.Sampling]float64{generate.TopDown: 0.4176, generate.BottomUp: 0.4627} {
		g, err := generate.New(generate.Shape{Geometry: board.Nine(), Symmetry: none, Sampling: sampling})
		must(t, err)
		solved := make([]float64, n)
		for i := range solved {
			made, err := g.Try(1, uint64(i))
			must(t, err)
			solved[i] = indicator(bySingles(&made.Grid))
		}
		share := exactShare(stat.Mean(solved, nil), float64(n))
		near(t, "solved by singles, "+sampling.String(), share.Value, published, 2*(share.High-share.Low)/1.96+0.005)
	}
}

// TestOurRatingOfThePublishedSample: our rating is theirs, and goes with W.
func TestOurRatingOfThePublishedSample(t *testing.T) {
	t.Parallel()
	every := 80
	if *boardtest.Long {
		every = 1
	}
	file, w := controlledBias(t, every)
	grader := grade.NewGrader(board.Nine())
	var ours, ws []float64
	for i := range file.records {
		g := grader.Grade(&file.records[i].puzzle)
		if g.Rating != file.records[i].rating || g.AtLeast {
			t.Errorf("%v: rated %d, at least %v; theirs is %d", &file.records[i].puzzle, g.Rating, g.AtLeast, file.records[i].rating)
		}
		ours, ws = append(ours, float64(g.Rating)), append(ws, float64(w[i]))
	}
	near(t, "our rating with W", stat.Correlation(ours, ws, nil), 0.911, 0.04) // 0.895 in the paper
}

// TestBySingles: the literature's easy puzzle, and its hard one.
func TestBySingles(t *testing.T) {
	for _, tt := range []struct {
		puzzle string
		want   bool
	}{
		{"950624003038007061000000050360209008100000006500108072070000000610900830400856097", true},
		{literature.Puzzles()[6].Puzzle.String(), false},
	} {
		for rec, err := range corpus.ReadText("x", tt.puzzle) {
			must(t, err)
			if got := bySingles(&rec.Puzzle); got != tt.want {
				t.Errorf("%s: %v", tt.puzzle, got)
			}
		}
	}
}

// bySingles reports whether naked and hidden singles alone solve a puzzle. Every order of
// filling them leads to the same grid. The rating does not show this: on its scale some
// steps that are not singles (a direct pointing, 1.7) come before naked singles (2.3), so
// a puzzle rated 1.7 may or may not need one.
func bySingles(p *board.Grid) bool {
	b := board.NewBoard(p)
	geo := b.Geometry()
	for filled := true; filled; {
		filled = false
		for i := range geo.Cells {
			if s := b.Candidates(board.Cell(i)); s.Single() {
				b.Place(board.Cell(i), s.First())
				filled = true
			}
		}
		for h := range geo.Houses {
			var one, more board.Digits // digits that are candidates of one cell of the house, and of more
			for _, c := range geo.HouseCells(board.House(h)) {
				s := b.Candidates(c)
				more |= one & s
				one |= s
			}
			one &^= more
			filled = filled || one != 0
			for _, c := range geo.HouseCells(board.House(h)) {
				if s := b.Candidates(c) & one; s != 0 {
					b.Place(c, s.First())
				}
			}
		}
	}
	return b.Full()
}
