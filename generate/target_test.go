package generate

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/solve"
)

func target(t testing.TB, size int) Target {
	t.Helper()
	geo, err := board.ForSize(size)
	if err != nil {
		t.Fatal(err)
	}
	sym, err := board.SymmetryByName("none")
	if err != nil {
		t.Fatal(err)
	}
	return Target{Options: Options{Geometry: geo, Symmetry: sym}}
}

func TestImpossibleTargets(t *testing.T) {
	gentle, easy := Quota{Range: grade.Levels()[0].Range(), Count: 1}, Quota{Range: grade.Levels()[1].Range(), Count: 1}
	for _, tt := range []struct {
		set  func(*Target)
		want string
	}{
		{func(o *Target) { o.Quotas = []Quota{gentle, easy} }, ""},
		{func(o *Target) { o.Quotas = []Quota{gentle, {Range: grade.Range{From: 12, To: 15}, Count: 1}} }, "quotas Gentle and 1.2-1.5 overlap"},
		{func(o *Target) { o.Quotas = []Quota{{Range: easy.Range}} }, "quota Easy wants 0 puzzles"},
		{func(o *Target) { o.Quotas = []Quota{easy}; o.Criteria.Uses = []string{"swordfish"} }, "quota Easy: technique swordfish is rated 3.8 at least"},
		{func(o *Target) { o.Quotas = []Quota{easy}; o.Criteria.Ratings = []grade.Range{easy.Range} }, "the quotas say which ratings are wanted"},
		{func(o *Target) { o.Criteria.Uses = []string{"fishing"} }, `there is no technique "fishing"`},
		{func(o *Target) { o.CluesTo = 12 }, "no proper 9x9 puzzle has fewer than 17 clues"},
	} {
		opt := target(t, 9)
		tt.set(&opt)
		err := opt.Check()
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("got %v, want %q", err, tt.want)
		}
	}
}

// TestPilot: a pilot is the same whoever makes it, and sees what is rare.
func TestPilot(t *testing.T) {
	opt := target(t, 6)
	opt.Quotas = []Quota{{Range: grade.Levels()[1].Range(), Count: 10}, {Range: grade.Range{From: 99, To: 110}, Count: 10}}
	var first Pilot
	for i, workers := range []int{1, 3} {
		p, err := opt.Pilot(t.Context(), workers)
		if err != nil {
			t.Fatal(err)
		}
		p.Took = 0
		if i == 0 {
			first = p
		}
		if !reflect.DeepEqual(p, first) {
			t.Errorf("%d workers: %+v, one: %+v", workers, p, first)
		}
	}
	if first.rare(0) || !first.rare(1) || first.Made != first.Tries || first.Letters != first.Tries {
		t.Errorf("%+v", first)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := opt.Pilot(ctx, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("a pilot without time: %v", err)
	}
}

// TestLyingSolver: a try fails when the second solver does not confirm the first.
func TestLyingSolver(t *testing.T) {
	opt := target(t, 9)
	honest := solve.Verifier(opt.Geometry)
	for _, lie := range []struct {
		name  string
		solve func(context.Context, *board.Grid, solve.Options) solve.Result
	}{
		{"several solutions", func(ctx context.Context, p *board.Grid, o solve.Options) solve.Result {
			r := honest.Solve(ctx, p, o)
			r.Solutions, r.Status = 2, solve.LimitReached
			return r
		}},
		{"no solution", func(context.Context, *board.Grid, solve.Options) solve.Result {
			return solve.Result{Status: solve.Exhausted}
		}},
		{"wrong solution", func(ctx context.Context, p *board.Grid, o solve.Options) solve.Result {
			r := honest.Solve(ctx, p, o)
			a, b := r.First.At(0), r.First.At(1)
			r.First.Set(0, b)
			r.First.Set(1, a)
			return r
		}},
	} {
		t.Run(lie.name, func(t *testing.T) {
			f, err := NewFinder(opt, 1, nil)
			if err != nil {
				t.Fatal(err)
			}
			f.verify.Solve = lie.solve
			if _, err := f.Find(t.Context(), 0); err == nil || !strings.Contains(err.Error(), "seed 1, index 0: ") {
				t.Errorf("got error %v", err)
			}
		})
	}
}

func ExampleQuota_Name() {
	fmt.Println(Quota{Range: grade.Levels()[3].Range()}.Name(), Quota{Range: grade.Range{From: 40, To: 46}}.Name())
	// Output: Hard 4.0-4.6
}
