package study

import (
	"context"
	"errors"
	"math"
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
	must(t, err)
	return s
}

// TestClassicalSamples: our generators have the means and deviations of clues and ratings
// of those that Berthier ran.
func TestClassicalSamples(t *testing.T) {
	t.Parallel()
	n := int64(150)
	if *boardtest.Long {
		n = 20_000
	}
	for _, sampling := range []generate.Sampling{generate.TopDown, generate.BottomUp} {
		s := drawn(t, SampleOptions{Sampling: sampling, Seed: 1, N: n, Workers: 2})
		if s.Tries != n {
			t.Errorf("%v: %d tries for %d puzzles", sampling, s.Tries, n)
		}
		f := s.Figures(false)
		sum, count := 0.0, 0
		for _, e := range f.List {
			if e.Of == "" { // four standard errors
				t.Logf("%v, %s: %.3f (%.3f to %.3f), published %.3f", sampling, e.Figure, e.Value, e.Low, e.High, *e.Published)
				near(t, e.Figure, e.Value, *e.Published, 2*(e.High-e.Low)/1.96+0.005)
				continue
			}
			sum += e.Value / 100
			count += e.Puzzles
		}
		if math.Abs(sum-1) > 1e-9 || count != int(n) || len(f.List) < 10 {
			t.Errorf("%v: shares sum to %v, counts to %d", sampling, sum, count)
		}
	}
}

func TestSampleDoesNotDependOnWorkers(t *testing.T) {
	t.Parallel()
	opt := SampleOptions{Sampling: generate.TopDown, Seed: 7, N: 50, Workers: 1}
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
		{Clues: 26, Rating: 15},
		{Clues: 27, Rating: 72},
		{Clues: 27, Rating: 20, AtLeast: true},
	}}
	w := 55. / 27
	f := s.Figures(true)
	near(t, "clues", f.Figure("clues_mean", "").Value, (26+27*2*w)/(1+2*w), 1e-12)
	near(t, "rating", f.Figure("rating_mean", "").Value, (1.5+7.2*w+2*w)/(1+2*w), 1e-12)
	near(t, "raw clues", s.Figures(false).Figure("clues_mean", "").Value, 80./3, 1e-12)
	share := f.Figure("share_percent", "27")
	if share.Puzzles != 2 || f.Figure("share_percent", "28").Puzzles != 0 || f.Figure("rating_mean", "").Puzzles != 3 || f.Bounds != 1 {
		t.Errorf("%+v", f)
	}
	near(t, "share of 27 clues", share.Value, 100*2*w/(1+2*w), 1e-12)
}

func TestSampleFileRefuses(t *testing.T) {
	minimal := ".......4...7...1.54...5..2...2.....9.....8....9.42...7.39.6.4..5..7...32..1..98.."
	header := "puzzle\tse\n"
	for text, want := range map[string]string{
		header + minimal + "\t99\n":                               "field se is not a rating",
		header + "1" + strings.Repeat(".", 80) + "\t1.2\n":        "not proper: it must have exactly one solution",
		header + "..3..4...21.....\t1.2\n":                        "not 9x9",
		header + corpusSolution(t)[:80] + ".\t1.2\n":              "not minimal: the clue in r1c1 can be dropped",
		header + minimal + "\t2.0\n" + minimal + "\t\n":           "",
		"puzzle\tother\n" + minimal + "\t1\n" + minimal + "\t2\n": "",
	} {
		f := &SampleFile{Rating: "se"}
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
		s, err := f.Sample(t.Context(), 1, nil)
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

func TestBerthier(t *testing.T) {
	for _, p := range berthierFigures {
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
	if p := berthier(generate.BottomUp, true); p.Clues != 0 {
		t.Errorf("%+v for bottom-up, corrected", p)
	}
}
