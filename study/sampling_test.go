package study

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"gradoku/corpus"
	"gradoku/generate"
	"gradoku/internal/boardtest"
	"gradoku/literature"
)

func drawn(t *testing.T, opt SampleOptions) *Sample {
	t.Helper()
	s, err := DrawSample(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestClassicalSamples: our generators have the mean clues, deviation and share
// of singles of those that Berthier ran.
func TestClassicalSamples(t *testing.T) {
	t.Parallel()
	n := int64(600)
	if *boardtest.Long {
		n = 20_000
	}
	for _, sampling := range []generate.Sampling{generate.TopDown, generate.BottomUp} {
		s := drawn(t, SampleOptions{Sampling: sampling, Seed: 1, N: n, Workers: 2, Rate: *boardtest.Long})
		if s.Tries != n || s.Correctable() {
			t.Errorf("%v: %d tries for %d puzzles, correctable %v", sampling, s.Tries, n, s.Correctable())
		}
		f := s.Figures(false)
		want, ok := Berthier(sampling, false)
		if !ok {
			t.Fatalf("nothing published about %v", sampling)
		}
		within := func(what string, e Estimate, published float64) { // four standard errors
			t.Logf("%v, %s: %.3f (%.3f to %.3f), published %.3f", sampling, what, e.Value, e.Low, e.High, published)
			near(t, what, e.Value, published, 2*(e.High-e.Low)/1.96+0.005)
		}
		within("clues", f.Clues, want.Clues)
		within("deviation", f.CluesDeviation, want.CluesDeviation)
		within("singles", f.Singles, want.Singles/100)
		if *boardtest.Long {
			within("rating", f.Rating, want.Rating)
			within("deviation of the rating", f.RatingDeviation, want.RatingDeviation)
		} else if f.Rated != 0 || f.Rating != (Estimate{}) {
			t.Errorf("%v: rated without being asked: %+v", sampling, f.Rating)
		}
		sum, count := 0.0, 0
		for _, c := range f.ByClues {
			sum += c.Share.Value
			count += c.Puzzles
		}
		if math.Abs(sum-1) > 1e-9 || count != int(n) {
			t.Errorf("%v: shares sum to %v, counts to %d", sampling, sum, count)
		}
	}
}

func TestSampleDoesNotDependOnWorkers(t *testing.T) {
	t.Parallel()
	opt := SampleOptions{Sampling: generate.TopDown, Seed: 7, N: 50, Rate: true, Workers: 1}
	want := drawn(t, opt)
	opt.Workers = 4
	unexported := cmpopts.IgnoreUnexported(Sampled{})
	if diff := cmp.Diff(want, drawn(t, opt), unexported); diff != "" {
		t.Error(diff)
	}
	opt.N = 20
	if diff := cmp.Diff(want.Puzzles[:20], drawn(t, opt).Puzzles, unexported); diff != "" {
		t.Error("a smaller sample is no beginning of a larger one: ", diff)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := DrawSample(ctx, SampleOptions{Sampling: generate.ControlledBias, N: 1_000_000, Workers: 2}); !errors.Is(err, context.Canceled) {
		t.Errorf("after an interrupt: %v", err)
	}
}

// TestCorrectedFigures works a sample of three puzzles out by hand: weights 1 for
// 26 clues, 55/27 for 27.
func TestCorrectedFigures(t *testing.T) {
	s := &Sample{Sampling: generate.ControlledBias, Puzzles: []Sampled{
		{Clues: 26, Singles: true, Rating: 15, W: -1},
		{Clues: 27, Singles: false, Rating: 99, Theirs: 72, W: 3},
		{Clues: 27, Singles: true, Rating: 20, W: 0},
	}}
	w := 55. / 27
	f := s.Figures(true)
	near(t, "clues", f.Clues.Value, (26+27*2*w)/(1+2*w), 1e-12)
	near(t, "rating", f.Rating.Value, (1.5+7.2*w+2*w)/(1+2*w), 1e-12)
	near(t, "singles", f.Singles.Value, (1+w)/(1+2*w), 1e-12)
	near(t, "raw clues", s.Figures(false).Clues.Value, 80./3, 1e-12)
	f.ByClues = slices.DeleteFunc(f.ByClues, func(c ClueShare) bool { return c.Puzzles == 0 })
	if len(f.ByClues) != 2 || f.ByClues[1].Puzzles != 2 || f.ByClues[1].Singles.Value != 0.5 || f.ByClues[0].Singles != ShareOf(1, 1) {
		t.Errorf("by clues: %+v", f.ByClues)
	}
	near(t, "share of 27 clues", f.ByClues[1].Share.Value, 2*w/(1+2*w), 1e-12)
	near(t, "up to 2.0", s.UpTo(20, true).Value, (1+w)/(1+2*w), 1e-12)
	shares := s.ByRating(true)
	if len(shares) != 3 || shares[0].Rating != 15 || shares[1].Rating != 20 || shares[2].Rating != 72 {
		t.Errorf("by rating: %+v", shares)
	}
	near(t, "share of 7.2", shares[2].Share.Value, w/(1+2*w), 1e-12)
}

func TestSampleFileRefuses(t *testing.T) {
	inkala := literature.Puzzles()[6].Puzzle.String()
	header := "puzzle\tse\tw\n"
	for text, want := range map[string]string{
		header + inkala + "\t10.7\tx\n":                         "field w is not a whole number from 0",
		header + inkala + "\t99\t1\n":                           "field se is not a rating",
		header + "1" + strings.Repeat(".", 80) + "\t1.2\t0\n":   "not proper: it must have exactly one solution",
		header + "..3..4...21.....\t1.2\t0\n":                   "not 9x9",
		header + corpusSolution(t)[:80] + ".\t1.2\t0\n":         "not minimal: the clue in r1c1 can be dropped",
		header + inkala + "\t10.7\t7\n" + inkala + "\t\t\n":     "",
		"puzzle\tother\n" + inkala + "\t1\n" + inkala + "\t2\n": "",
	} {
		f := &SampleFile{Rating: "se", W: "w"}
		got := ""
		for rec, err := range corpus.Read("x.tsv", strings.NewReader(text)) {
			if err == nil {
				err = f.Add(&rec)
			}
			if err != nil {
				got = err.Error()
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		s, err := f.Sample(t.Context(), false, 1, nil)
		if want != "" && !errors.Is(err, ErrFewPuzzles) || want == "" && (err != nil || len(s.Puzzles) != 2 || s.Tries != 0) {
			t.Errorf("%q: %+v, %v", text, s, err)
		}
	}
}

func corpusSolution(t *testing.T) string {
	t.Helper()
	g := literature.Puzzles()[6].Solution
	return g.String()
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
			if err != nil {
				t.Fatal(err)
			}
			if got := bySingles(&rec.Puzzle); got != tt.want {
				t.Errorf("%s: %v", tt.puzzle, got)
			}
		}
	}
}

func TestBerthier(t *testing.T) {
	for _, p := range berthier {
		sum, mean := 0.0, 0.0
		for i, share := range p.ByClues {
			sum += share
			mean += share * float64(20+i)
		}
		near(t, "sum of the shares", sum, 100, 0.1)
		near(t, "mean of the shares", mean/sum, p.Clues, 0.01)
		if p.Share(19) != 0 || p.Share(40) != 0 || p.Share(24) != p.ByClues[4] {
			t.Errorf("%v: shares of 19, 24 and 40 clues: %v, %v, %v", p.Sampling, p.Share(19), p.Share(24), p.Share(40))
		}
	}
	if p, ok := Berthier(generate.BottomUp, true); ok {
		t.Errorf("%+v for bottom-up, corrected", p)
	}
}
