package study

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/stat"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/boardtest"
	"gradoku/internal/rank"
)

// TestSimulatedTimesAreInvariant: a disguise changes neither metric of the simulation.
func TestSimulatedTimesAreInvariant(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	measure := measurer(t.Context(), 3, 1, false)
	for _, text := range []string{
		"950624003038007061000000050360209008100000006500108072070000000610900830400856097",
		"000000023030050040000003700000302650050040072007600000008500960540180200900060001",
		"600000004050009800000003570003060280802094000000000000080042000001000020500010008",
	} {
		p, err := board.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		first, err := measure(t.Context(), Item{Puzzle: p})
		if err != nil || len(first.Times) != 3*simulatedSolves {
			t.Fatalf("%d times, %v", len(first.Times), err)
		}
		for range 20 {
			image := board.RandomTransform(board.Nine(), rng).Apply(&p)
			if other, err := measure(t.Context(), Item{Puzzle: image}); err != nil || !slices.Equal(other.Times, first.Times) {
				t.Errorf("%v: %v, its image %v: %v, %v", &p, first.Times, &image, other.Times, err)
			}
		}
	}
}

func TestSimulatedMetrics(t *testing.T) {
	if v := simulatedTime([]float64{1, 4, 16}); math.Abs(v-4) > 1e-12 {
		t.Errorf("%v", v)
	}
	if v := simulatedSpread([]float64{2, 2, 2, 8, 8, 8}); math.Abs(v-math.Log(4)) > 1e-12 {
		t.Errorf("%v", v)
	}
	if !math.IsNaN(simulatedTime(nil)) || !math.IsNaN(simulatedSpread([]float64{1, 2, 3})) {
		t.Error("figures of nothing")
	}
}

// TestPersonIsFitted: the constants of the simulated person are the best of some drawn
// from a grid, or as good as these puzzles can tell. Out of fold, with the constants
// chosen on nine blocks of ids and tried on the tenth, it predicts as STUDIES.md says.
func TestPersonIsFitted(t *testing.T) {
	if !*boardtest.Long {
		t.Skip("run with -args -long")
	}
	type puzzle struct {
		form board.Grid
		id   float64
		y    float64
	}
	var puzzles []puzzle
	gr := grade.NewGrader(board.Nine())
	for item, err := range itemsOf(dataFile(t, "human/cloudsudoku-dev.tsv"), 1<<30) {
		if err != nil {
			t.Fatal(err)
		}
		var p puzzle
		for _, f := range item.Labels {
			v, _ := strconv.ParseFloat(f.Value, 64)
			switch f.Name {
			case "id":
				p.id = v
			case "mean_seconds":
				p.y = math.Log(v)
			}
		}
		p.form, _ = gr.Canonical(&item.Puzzle)
		puzzles = append(puzzles, p)
	}
	slices.SortFunc(puzzles, func(a, b puzzle) int { return cmp.Compare(a.id, b.id) })
	n := len(puzzles)
	y, block, late := make([]float64, n), make([]int, n), make([]bool, n)
	for i, p := range puzzles {
		y[i], block[i], late[i] = p.y, i*10/n, p.id > 10_000
	}
	y = clipped(y)
	people := []grade.Person{grade.Anybody()}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 59 {
		of := func(list ...float64) float64 { return list[rng.IntN(len(list))] }
		people = append(people, grade.Person{
			Line: of(0.2, 0.3, 0.5, 0.7, 1), Naked: of(0.02, 0.05, 0.1, 0.2), Follow: of(0, 0.1, 0.2, 0.4), Memory: of(0, 0.2, 0.5),
			Slip: of(0, 0.01, 0.03), Fatigue: of(0, 0.03, 0.1), Stuck: of(2, 5, 10, 20), Guess: of(5, 10, 20),
		})
	}
	// within is r inside the two populations of the app, apart from one block.
	within := func(x []float64, except int) float64 {
		var a, b []float64
		for _, side := range []bool{false, true} {
			var xs, ys []float64
			for i := range x {
				if late[i] == side && block[i] != except {
					xs, ys = append(xs, x[i]), append(ys, y[i])
				}
			}
			mx, my := stat.Mean(xs, nil), stat.Mean(ys, nil)
			for i := range xs {
				a, b = append(a, xs[i]-mx), append(b, ys[i]-my)
			}
		}
		return stat.Correlation(a, b, nil)
	}
	times := make([][]float64, len(people))
	for k, who := range people {
		for i := range puzzles {
			times[k] = append(times[k], math.Log(simulatedTime(gr.Simulate(&puzzles[i].form, who, 60, 1))))
		}
	}
	best := 0
	for k := range people {
		if within(times[k], -1) > within(times[best], -1) {
			best = k
		}
	}
	unseen := make([]float64, n)
	for out := range 10 {
		chosen := 0
		for k := range people {
			if within(times[k], out) > within(times[chosen], out) {
				chosen = k
			}
		}
		// The scale of the times differs from person to person.
		var xs, ys []float64
		for i := range n {
			if block[i] != out {
				xs, ys = append(xs, times[chosen][i]), append(ys, y[i])
			}
		}
		alpha, beta := stat.LinearRegression(xs, ys, nil, false)
		for i := range n {
			if block[i] == out {
				unseen[i] = alpha + beta*times[chosen][i]
			}
		}
	}
	r, rho := stat.Correlation(unseen, y, nil), rank.Correlation(unseen, y)
	t.Logf("within the populations r is %.3f, of the best person %.3f: %+v; out of fold r %.3f, ρ %.3f, in all r %.3f, ρ %.3f",
		within(times[0], -1), within(times[best], -1), people[best], r, rho, stat.Correlation(times[0], y, nil), rank.Correlation(times[0], y))
	if within(times[0], -1) < within(times[best], -1)-0.01 || r < 0.61 || rho < 0.66 {
		t.Error("the constants are to be fitted anew")
	}
}
