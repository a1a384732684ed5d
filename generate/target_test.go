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
	var opt Target
	opt.Size, opt.Symmetry = size, symmetry(t, "none")
	return opt
}

func quotas(t testing.TB, text string) []Quota {
	t.Helper()
	list, err := ParseQuotas(text)
	must(t, err)
	return list
}

func TestImpossibleTargets(t *testing.T) {
	for _, tt := range []struct {
		set  func(*Target)
		want string
	}{
		{func(o *Target) { o.Quotas = quotas(t, "gentle=1,easy=1") }, ""},
		{func(o *Target) { o.Quotas = quotas(t, "gentle=1,1.2-1.5=1") }, "quotas Gentle and 1.2-1.5 overlap"},
		{func(o *Target) { o.Quotas = quotas(t, "easy=1"); o.Quotas[0].Count = 0 }, "quota Easy asks for 0 puzzles"},
		{func(o *Target) { o.Quotas = quotas(t, "easy=1,9x9:easy=1") }, "quotas Easy and Easy 9x9 overlap"},
		{func(o *Target) { o.Quotas = quotas(t, "easy=1,classical:9x9=1") }, "quotas Easy and 9x9 classical overlap"},
		{func(o *Target) { o.Quotas = quotas(t, "6x6:easy=1") }, "a run makes puzzles of one size, here 9x9, not 6x6"},
		{func(o *Target) { o.Quotas = quotas(t, "x:easy=1") }, "a run makes puzzles of one variant, here classical, not x: start another run with --variant x"},
		{func(o *Target) { o.Variant.Text = "x"; o.Quotas = quotas(t, "x:easy=1,x:gentle=1") }, ""},
		{func(o *Target) { o.Variant.Text = grade.AnyVariant }, "any chooses among saved puzzles"},
		{func(o *Target) { o.Quotas, o.Technique.IDs = quotas(t, "easy=1"), []string{"swordfish"} }, "quota Easy: technique swordfish is rated at least 3.8"},
		{func(o *Target) { o.Quotas, o.Level.IDs = quotas(t, "easy=1"), []string{"easy"} }, "the quotas say which ratings are wanted"},
		{func(o *Target) {
			o.Quotas = quotas(t, "hard=1,7.5-9.0=1")
		}, ""},
		{func(o *Target) {
			o.Level.IDs, o.Rating.Ranges = []string{"easy"}, []grade.Range{{From: 21, To: 50}}
		}, "no puzzle of level easy is rated 2.1-5.0"},
		{func(o *Target) { o.Technique.IDs = []string{"fishing"} }, `there is no technique "fishing"`},
		{func(o *Target) { o.Clues.To = 12 }, "no proper 9x9 puzzle has fewer than 17 clues"},
	} {
		opt := target(t, 9)
		tt.set(&opt)
		err := opt.Check()
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("got %v, want %q", err, tt.want)
		}
	}
}

// TestForecast: a forecast is the same whoever makes it, and sees what is rare.
func TestForecast(t *testing.T) {
	opt := target(t, 6)
	opt.Quotas = quotas(t, "easy=10,9.9-11.0=10")
	var first Forecast
	for i, workers := range []int{1, 3} {
		p, err := opt.Forecast(t.Context(), workers)
		must(t, err)
		p.Took = 0
		if i == 0 {
			first = p
		}
		if !reflect.DeepEqual(p, first) {
			t.Errorf("%d workers: %+v, one: %+v", workers, p, first)
		}
	}
	if first.rare(0, 1) || !first.rare(1, 1) || first.Made != first.Tries || first.Letters != first.Tries {
		t.Errorf("%+v", first)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := opt.Forecast(ctx, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("a forecast without time: %v", err)
	}
}

// TestChooseClues: more clues stay where few puzzles would fit otherwise, and nowhere
// else; and the choice is the same with any number of workers and where it is made again.
func TestChooseClues(t *testing.T) {
	level := func(id string) grade.LevelSet { return grade.LevelSet{IDs: []string{id}} }
	for i, tt := range []struct {
		name     string
		size     int
		set      func(*Target)
		from, to int // the number of clues
	}{
		{"gentle", 9, func(o *Target) { o.Level = level("gentle") }, 31, 39},
		{"gentle and symmetric", 9, func(o *Target) {
			o.Level, o.Symmetry = level("gentle"), symmetry(t, "rotate180")
		}, 28, 45},
		{"singles only", 9, func(o *Target) {
			o.OnlyTechniques.IDs = []string{"hidden-single-box", "full-house"}
		}, 28, 42},
		{"easy", 9, func(o *Target) { o.Level = level("easy") }, 25, 31},
		{"frequent", 9, func(o *Target) { o.Level = level("medium") }, 0, 0},
		{"not too easy", 9, func(o *Target) { o.Level = level("hard") }, 0, 0},
		{"seldom, but too easy", 9, func(o *Target) { o.Level = level("extreme") }, 0, 0},
		{"minimal", 9, func(o *Target) { o.Level, o.Minimal = level("gentle"), true }, 0, 0},
		{"so many clues", 9, func(o *Target) { o.Level, o.Clues = level("gentle"), grade.Span{From: 26, To: 26} }, 26, 26},
		{"at most so many clues", 9, func(o *Target) { o.Level, o.Clues.To = level("gentle"), 26 }, 0, 0},
		{"a pattern", 9, func(o *Target) {
			o.Level = level("gentle")
			o.Pattern.Cells, o.Pattern.Geometry = pattern(t, pattern24)
		}, 0, 0},
		{"another sampling", 6, func(o *Target) {
			o.Rating.Ranges, o.Sampling = []grade.Range{{From: 10, To: 10}}, BottomUp
		}, 0, 0},
		{"no grade", 4, func(*Target) {}, 0, 0},
		{"any grade", 4, func(o *Target) { o.Quotas = quotas(t, "4x4=9") }, 0, 0},
		{"always the same ones", 4, func(o *Target) { o.Level = level("gentle") }, 6, 9},
		{"gentle on 12x12", 12, func(o *Target) { o.Level = level("gentle") }, 60, 85},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, workers := range []int{3, 1} {
				if workers == 1 && i%4 != 0 && !*long {
					continue
				}
				opt := target(t, tt.size)
				tt.set(&opt)
				if err := opt.ChooseSearch(t.Context(), workers, nil); err != nil {
					t.Fatal(err)
				}
				if opt.Clues.From < tt.from || opt.Clues.From > tt.to {
					t.Errorf("%d workers: %d clues, expected %d to %d", workers, opt.Clues, tt.from, tt.to)
				}
				tt.from, tt.to = opt.Clues.From, opt.Clues.From
			}
		})
	}
}

// TestLevelPlans: the plans of levels are what samples say; without -long each level has a fifth
// of the symmetries.
func TestLevelPlans(t *testing.T) {
	for i, level := range grade.LevelIDs() {
		for k, symmetry := range board.Symmetries() {
			if !*long && (i+k)%8 != 0 {
				continue
			}
			planned := target(t, 9)
			planned.Symmetry, planned.Level.IDs = symmetry, []string{level}
			sampled := planned
			err := errors.Join(planned.ChooseSearch(t.Context(), 1, nil), sampled.ChooseSearch(t.Context(), 2, func(*Forecast) {}))
			if err != nil || planned.Clues != sampled.Clues || planned.Walk != sampled.Walk {
				t.Errorf("%s, %s: planned %v clues, walk %t; a sample says %v, %t (%v)", level, symmetry.Name, planned.Clues, planned.Walk, sampled.Clues, sampled.Walk, err)
			}
		}
	}
}

// TestQuotaClues: quotas get numbers of clues of their own, a try counts only for those
// that share its number, and tries whose quotas are full are skipped.
func TestQuotaClues(t *testing.T) {
	opt := target(t, 9)
	opt.Quotas = quotas(t, "gentle=3,medium=4,hard=5")
	var told []Forecast
	if err := opt.ChooseSearch(t.Context(), 2, func(p *Forecast) { told = append(told, *p) }); err != nil {
		t.Fatal(err)
	}
	own, none := opt.Quotas[0].Clues.From, grade.Span{}
	if own < 31 || own > 39 || opt.Quotas[1].Clues != none || opt.Quotas[2].Clues != none || opt.Clues != none {
		t.Fatalf("quotas %+v, all %d", opt.Quotas, opt.Clues)
	}
	if len(told) != 1 || !told[0].Chosen || told[0].Hits[0] < told[0].Tries/4 {
		t.Errorf("told %+v", told)
	}
	full := new(FilledQuotas)
	f, err := NewFinder(opt, 1, full)
	must(t, err)
	hits := make([]int, 3)
	for i := range uint64(200) {
		found, err := f.Find(t.Context(), i)
		must(t, err)
		if (found.Grid.Clues() == own) != (i%2 == 0) {
			t.Errorf("try %d has %d clues", i, found.Grid.Clues())
		}
		if found.Quota >= 0 {
			hits[found.Quota]++
			if found.Quota == 0 != (i%2 == 0) {
				t.Errorf("try %d is for quota %d", i, found.Quota)
			}
		}
	}
	if hits[0] < 50 || hits[1] < 20 || hits[2] < 1 {
		t.Errorf("hits %v", hits)
	}
	full.Set([]int64{0, 1, 1})
	for i := range uint64(20) {
		found, err := f.Find(t.Context(), i)
		if made := found.Grid.Geometry() != nil; err != nil || made != (i%2 == 1) {
			t.Errorf("gentle is full: try %d made a puzzle: %v, %v", i, made, err)
		}
	}
	// Alone, each would wait half as long.
	if got, want := opt.Patience(), int64(200_000); got != want {
		t.Errorf("patience %d, want %d", got, want)
	}
}

// TestLyingSolver: a try fails when the second solver does not confirm the first.
func TestLyingSolver(t *testing.T) {
	opt := target(t, 9)
	honest := solve.Verifier(board.Nine())
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
			must(t, err)
			f.verify.Solve = lie.solve
			if _, err := f.Find(t.Context(), 0); err == nil || !strings.Contains(err.Error(), "seed 1, index 0: ") {
				t.Errorf("got error %v", err)
			}
		})
	}
}

func ExampleParseQuotas() {
	quotas, err := ParseQuotas("hard=3, x:4.0-4.6=1,6x6:jigsaw:rotate180=10,4X4=2")
	for _, q := range quotas {
		fmt.Println(q)
	}
	fmt.Println(Quotas{quotas}, err)
	// Output:
	// 3 Hard
	// 1 4.0-4.6 x
	// 10 6x6 jigsaw:rotate180
	// 2 4x4
	// hard=3,x:4.0-4.6=1,jigsaw:rotate180:6x6=10,4x4=2 <nil>
}
