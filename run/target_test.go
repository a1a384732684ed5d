package run

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gradoku/board"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/store"
)

// pattern24 is a pattern of 24 cells.
const pattern24 = "..#..#..#.#.....###.#..#...#...#.#.#.....#.....#.....#.#...#...#..#.###.....#.#.."

// targets are kinds of runs, each with a number of puzzles that takes a moment.
var targets = []struct {
	name     string
	target   int64
	make     func(t testing.TB) generate.Target
	patience int64 // the run is exhausted after that many attempts without a puzzle; 0 if it reaches its target
}{
	{"plain", 15, plainRun(9, "none", 0), 0},
	{"most attempts miss", 10, plainRun(9, "rotate180", 28), 0},
	{"all attempts miss", 5, plainRun(9, "none", 20), 40},
	{"diagonal 6x6", 12, plainRun(6, "diagonal", 0), 0},
	{"all 4x4", 1_000_000, plainRun(4, "none", 0), 200},
	{"12x12", 3, plainRun(12, "none", 90), 0},
	{"bottom-up", 4, func(t testing.TB) generate.Target {
		opt := options(t, 9, "none", 0)
		opt.Sampling = generate.BottomUp
		return opt
	}, 0},
	{"controlled bias", 5, func(t testing.TB) generate.Target {
		opt := options(t, 6, "none", 0)
		opt.Sampling = generate.ControlledBias
		return opt
	}, 0},
	{"rating and symmetry", 5, func(t testing.TB) generate.Target {
		opt := options(t, 9, "rotate180", 0)
		opt.Rating.Ranges = []grade.Range{{From: 40, To: 46}}
		return opt
	}, 0},
	{"letters and clues", 8, func(t testing.TB) generate.Target {
		opt := options(t, 9, "none", 26)
		opt.Clues.To = 30
		opt.Letter.Letters = "CDE"
		return opt
	}, 0},
	{"technique", 2, func(t testing.TB) generate.Target {
		opt := options(t, 9, "none", 0)
		opt.Technique.IDs = []string{"xy-wing"}
		opt.Rating.Ranges = []grade.Range{{From: 10, To: 60}}
		return opt
	}, 0},
	{"only techniques", 3, func(t testing.TB) generate.Target {
		opt := options(t, 9, "none", 0)
		opt.OnlyTechniques.IDs = []string{"hidden-single-box", "hidden-single-line", "naked-single"}
		opt.Technique.IDs = []string{"naked-single"}
		return opt
	}, 0},
	{"pattern and rating", 3, func(t testing.TB) generate.Target {
		opt := options(t, 9, "none", 0)
		opt.Pattern = generate.Mask{Cells: cellsOf(t, pattern24), Geometry: board.Nine()}
		opt.Rating.Ranges = []grade.Range{{From: 10, To: 30}}
		return opt
	}, 0},
	{"quotas", 0, func(t testing.TB) generate.Target {
		opt := options(t, 9, "none", 0)
		opt.Quotas = quotas(t, "easy=4,expert=3,7.5-=1")
		return opt
	}, 0},
	{"quotas with clues of their own", 0, func(t testing.TB) generate.Target {
		opt := options(t, 9, "rotate180", 0)
		opt.Quotas = quotas(t, "gentle=6,easy=5,medium=2,hard=2")
		opt.Quotas[0].Clues = grade.Span{From: 34, To: 34}
		opt.Quotas[2].Clues = grade.Span{From: 26, To: 26}
		return opt
	}, 0},
	{"walk with clues of its own", 0, func(t testing.TB) generate.Target {
		opt := options(t, 6, "none", 0)
		opt.Quotas = quotas(t, "1.0-1.5=4,3.6-6.5=2,2.0-3.0=1")
		opt.Quotas[0].Clues = grade.Span{From: 14, To: 14}
		opt.Quotas[1].Walk = true
		opt.Quotas[2].Clues = grade.Span{From: 14, To: 14}
		opt.Quotas[2].Walk = true
		return opt
	}, 0},
	{"walk on 6x6", 4, func(t testing.TB) generate.Target {
		opt := options(t, 6, "none", 0)
		opt.Rating.Ranges = []grade.Range{{From: 45, To: 200}}
		opt.Walk = true
		return opt
	}, 0},
	{"quotas with a walk", 0, func(t testing.TB) generate.Target {
		opt := options(t, 6, "rotate180", 0)
		opt.Quotas = quotas(t, "1.0-1.5=4,3.6-6.5=2")
		opt.Quotas[1].Walk = true
		return opt
	}, 0},
}

func plainRun(size int, symmetry string, clues int) func(testing.TB) generate.Target {
	return func(t testing.TB) generate.Target { return options(t, size, symmetry, clues) }
}

func quotas(t testing.TB, text string) []generate.Quota {
	t.Helper()
	list, err := generate.ParseQuotas(text)
	must(t, err)
	return list
}

func cellsOf(t testing.TB, text string) board.CellSet {
	t.Helper()
	cells, _, err := generate.ParsePattern(text)
	must(t, err)
	return cells
}

// TestTargets: every row is what was asked for, by a grade made afresh; and the
// rows are the same for any number of workers, and when the run is stopped in
// the middle and continued.
func TestTargets(t *testing.T) {
	for _, k := range targets {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			opt := k.make(t)
			target, patience, state := max(k.target, generate.Total(opt.Quotas)), k.patience, store.Exhausted
			if patience == 0 {
				patience, state = 20_000, store.Done
			}
			db, run := computeAll(t, opt, target, patience, 1)
			want := rows(t, db)
			if run.State != state || int64(len(want)) != run.Accepted || (run.Accepted == target) != (state == store.Done) {
				t.Fatalf("run ended %s with %d accepted of %d, %d rows", run.State, run.Accepted, target, len(want))
			}
			checkWanted(t, &opt, want)
			other, again := computeAll(t, opt, target, patience, 7)
			sameRun(t, again, run)
			if diff := cmp.Diff(want, rows(t, other)); diff != "" {
				t.Errorf("(-one worker +7):\n%s", diff)
			}
			parts, again := inParts(t, opt, target, patience)
			sameRun(t, again, run)
			if diff := cmp.Diff(want, rows(t, parts)); diff != "" {
				t.Errorf("(-whole +in parts):\n%s", diff)
			}
			if problems, err := parts.Check(t.Context(), true, nil); err != nil || len(problems) > 0 {
				t.Errorf("check: %v, %v", problems, err)
			}
		})
	}
}

// checkWanted grades the rows again and compares with the wish.
func checkWanted(t *testing.T, opt *generate.Target, all []store.Puzzle) {
	t.Helper()
	shape := opt.Shape()
	gr := grade.NewGrader(shape.Geometry)
	counts := make([]int64, len(opt.Quotas))
	for _, p := range all {
		grid, err := board.Parse(p.Givens)
		must(t, err)
		g := gr.Grade(&grid)
		if g != p.Grade {
			t.Errorf("puzzle %d: graded again %+v, saved %+v", p.ID, g, p.Grade)
		}
		own := opt.Selection
		for i, q := range opt.Quotas {
			if q.Level.String() == g.Level || q.Level.IsZero() && q.Rating.Ranges[0].Has(g.Rating) {
				counts[i]++
				own = q.Of(own)
				if !q.Clues.Has(p.Clues) {
					t.Errorf("puzzle %d for quota %s has %d clues, not %v", p.ID, q.Name(), p.Clues, q.Clues)
				}
			}
		}
		j, err := grade.NewMatcher(shape.Geometry, own)
		must(t, err)
		if !j.Matches(&g) || !j.MatchesClues(&grid) || len(opt.Quotas) > 0 && own.Rating.IsZero() && own.Level.IsZero() {
			t.Errorf("puzzle %d, rated %d, was not asked for", p.ID, g.Rating)
		}
		clues := grid.ClueSet()
		if !shape.Pattern.Empty() && clues != shape.Pattern {
			t.Errorf("puzzle %d is not on the pattern", p.ID)
		}
		if !board.SymmetryOf(clues, shape.Geometry).Has(opt.Symmetry) {
			t.Errorf("puzzle %d has not the symmetry", p.ID)
		}
		if n := clues.Len(); !opt.Clues.Has(n) {
			t.Errorf("puzzle %d has %d clues", p.ID, n)
		}
		if opt.Minimal && !p.Minimal {
			t.Errorf("puzzle %d is not minimal", p.ID)
		}
	}
	for i, q := range opt.Quotas {
		if counts[i] != q.Count {
			t.Errorf("quota %s: %d of %d", q.Name(), counts[i], q.Count)
		}
	}
}

// inParts computes a run and stops it before its beginning or after some chunks, again and again
// until it is over.
func inParts(t *testing.T, opt generate.Target, target, patience int64) (*store.DB, store.Run) {
	t.Helper()
	db, rng := open(t), rand.New(rand.NewPCG(1, 1))
	for stops := 0; ; stops++ {
		run := begin(t, db, opt, target)
		if run.State == store.Done || run.State == store.Exhausted {
			t.Logf("%d interruptions", stops)
			return db, run
		}
		ctx, cancel := context.WithCancel(t.Context())
		chunks := rng.IntN(5)
		if chunks == 0 {
			cancel()
		}
		chunks += int(run.Next / 8) // more each time, so that the run ends soon
		got, err := Generate(ctx, db, run, Config{Options: opt, Workers: 3, Patience: patience, Progress: func(Progress) {
			if chunks--; chunks <= 0 {
				cancel()
			}
		}})
		cancel()
		// Quotas are counted before a run starts, so an interruption may leave its state as it was.
		if err != nil && (!errors.Is(err, context.Canceled) || got.State != store.Stopped && opt.Quotas == nil) {
			t.Fatalf("interrupted run is %s: %v", got.State, err)
		}
	}
}

// TestQuotasAndDuplicates: what the database has already is not counted towards
// a quota, and what a full quota turns away is no duplicate.
func TestQuotasAndDuplicates(t *testing.T) {
	opt := options(t, 4, "none", 4)
	opt.Quotas = quotas(t, "1.0-20.0=5")
	whole, run := computeAll(t, opt, 5, 1000, 2)
	if len(rows(t, whole)) != 5 || run.Duplicates == 0 {
		t.Skipf("the sample has no duplicates: %+v", run)
	}
	// The same puzzles, already there by another run.
	all := options(t, 4, "none", 4)
	db := open(t)
	if _, err := Generate(t.Context(), db, begin(t, db, all, 3), Config{Options: all, Workers: 2, Patience: 1000}); err != nil {
		t.Fatal(err)
	}
	again, err := Generate(t.Context(), db, begin(t, db, opt, 5), Config{Options: opt, Workers: 2, Patience: 1000})
	if err != nil || again.Accepted != 5 || again.Duplicates <= run.Duplicates {
		t.Errorf("%+v, %v; alone %+v", again, err, run)
	}
}

func TestQuotaProgress(t *testing.T) {
	opt := options(t, 6, "none", 0)
	opt.Quotas = quotas(t, "1.0-1.2=30,2.0-2.4=20")
	db := open(t)
	last := Progress{Quotas: []int64{0, 0}}
	_, err := Generate(t.Context(), db, begin(t, db, opt, 50), Config{Options: opt, Workers: 2, Progress: func(p Progress) {
		for i, n := range p.Quotas {
			if n < last.Quotas[i] || n > opt.Quotas[i].Count {
				t.Errorf("after %+v came %+v", last, p)
			}
		}
		last = p
	}})
	if err != nil || last.Accepted != 50 || !reflect.DeepEqual(last.Quotas, []int64{30, 20}) {
		t.Errorf("ended at %+v, %v", last, err)
	}
}

func TestTargetsRoundTrip(t *testing.T) {
	for _, k := range targets {
		opt := k.make(t)
		must(t, opt.Settle())
		text := EncodeOptions(opt)
		got, err := DecodeOptions(text)
		got.Predictor = nil
		if err != nil || !reflect.DeepEqual(got, opt) || EncodeOptions(got) != text {
			t.Errorf("%s: %s became %+v, %v", k.name, text, got, err)
		}
	}
	plain := options(t, 9, "none", 0)
	if got, want := EncodeOptions(plain), `{"size":9,"symmetry":"none","grids":"uniform"}`; got != want {
		t.Errorf("a run without wishes is stored as %s, not as %s", got, want)
	}
	for _, bad := range []string{`"size":5`, `"symmetry":"round"`, `"grids":"odd"`, `"sampling":"odd"`, `"rating":"hard"`, `"pattern":"##"`, `"pattern":"#..............."`, `"quotas":[{"rating":"5.0-4.0","count":3}]`, `"colour":"red"`} {
		if _, err := DecodeOptions(`{"size":9,"symmetry":"none","grids":"any",` + bad + `}`); err == nil {
			t.Errorf("%s was accepted", bad)
		}
	}
}

// TestReplayWithQuotas: a run with quotas, whose rows depend on what was full
// when, comes out again, with the database and by its manifest alone.
func TestReplayWithQuotas(t *testing.T) {
	opt := options(t, 9, "none", 0)
	opt.Quotas = quotas(t, "1.0-2.0=6,2.1-3.0=4")
	opt.Quotas[0].Clues = grade.Span{From: 30, To: 30}
	db := open(t)
	run, err := db.BeginRun(t.Context(), store.Run{
		Command: Command, Options: EncodeOptions(opt), Seed: 4, Version: "test", Target: generate.Total(opt.Quotas),
	})
	must(t, err)
	if run, err = Generate(t.Context(), db, run, Config{Options: opt, Workers: 2}); err != nil || run.Accepted != 10 {
		t.Fatalf("%d accepted, %v", run.Accepted, err)
	}
	r, err := Verify(t.Context(), db, run, Config{Options: opt, Workers: 2})
	if err != nil || r.Wrong != 0 || r.Rows != 10 {
		t.Errorf("%+v, %v", r, err)
	}
	m := manifest(t, db, run)
	if r, err = m.Verify(t.Context(), Config{Options: opt, Workers: 1}); err != nil || r.Wrong != 0 || r.Rows != 10 {
		t.Errorf("by the manifest: %+v, %v", r, err)
	}
}
