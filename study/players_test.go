package study

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/stat"

	"gradoku/board"
	"gradoku/corpus"
)

// trial is made of people and puzzles whose levels are known.
type trial struct {
	level map[board.Grid]float64 // of each puzzle, beside the mean of all
	items []Item
}

// newTrial makes 60 puzzles and 80 players. Slow players take the harder half of the
// puzzles three times as often, and one time in twenty the puzzle is left lying open.
func newTrial(seed uint64) trial {
	rng := rand.New(rand.NewPCG(seed, 9))
	t := trial{level: map[board.Grid]float64{}}
	var puzzles []board.Grid
	mean := 0.0
	for i := range 60 {
		p := board.NewGrid(board.Nine())
		p.Set(board.Cell(i), 1)
		puzzles = append(puzzles, p)
		t.level[p] = 0.5 * rng.NormFloat64()
		mean += t.level[p] / 60
	}
	for p := range t.level {
		t.level[p] -= mean
	}
	for who := range 80 {
		pace := 0.6 * rng.NormFloat64()
		for _, p := range puzzles {
			if often := 0.3; t.level[p] > 0 == (pace > 0) && rng.Float64() > often || t.level[p] > 0 != (pace > 0) && rng.Float64() > often/3 {
				continue
			}
			y := 6 + t.level[p] + pace + 0.3*rng.NormFloat64()
			if rng.Float64() < 0.05 {
				y += 2 + 2*rng.Float64()
			}
			t.items = append(t.items, Item{Puzzle: p, Labels: []corpus.Field{
				{Name: "who", Value: "p" + strconv.Itoa(who)}, {Name: "seconds", Value: fmt.Sprint(math.Exp(y))},
			}})
		}
	}
	return t
}

func (t trial) each(yield func(Item, error) bool) {
	for _, item := range t.items {
		if !yield(item, nil) {
			return
		}
	}
}

// TestTrimFindsTheLevels: against the truth the label is nearer than plain means, which
// confound puzzles with those who chose them, and its standard errors are as large as its
// errors are.
func TestTrimFindsTheLevels(t *testing.T) {
	var z []float64
	for seed := range uint64(5) {
		world := newTrial(seed)
		opt := DefaultTrim
		opt.Player, opt.Time = "who", "seconds"
		got, err := Trim(world.each, opt)
		if err != nil {
			t.Fatal(err)
		}
		sums, n := map[board.Grid]float64{}, map[board.Grid]float64{}
		for _, item := range world.items {
			v, _ := strconv.ParseFloat(item.Labels[1].Value, 64)
			sums[item.Puzzle] += v
			n[item.Puzzle]++
		}
		var truth, label, plain, weak []float64
		for _, p := range got.Puzzles {
			truth, label, plain = append(truth, world.level[p.Puzzle]), append(label, math.Log(p.Time)), append(plain, math.Log(sums[p.Puzzle]/n[p.Puzzle]))
			weak = append(weak, p.Error)
		}
		r, rPlain := stat.Correlation(truth, label, nil), stat.Correlation(truth, plain, nil)
		if r < 0.92 || r < rPlain+0.1 || len(got.Puzzles) != 60 {
			t.Errorf("seed %d: r %.3f with the truth, of plain means %.3f; %d puzzles", seed, r, rPlain, len(got.Puzzles))
		}
		shift := stat.Mean(label, nil) - stat.Mean(truth, nil)
		for i := range label {
			z = append(z, (label[i]-shift-truth[i])/weak[i])
		}
	}
	if sd := stat.StdDev(z, nil); sd < 0.85 || sd > 1.15 {
		t.Errorf("errors are %.2f standard errors wide", sd)
	}
}

// TestTrimByHand: two players of whom one takes twice as long, without chance.
func TestTrimByHand(t *testing.T) {
	items := func(yield func(Item, error) bool) {
		for i := range 6 {
			p := board.NewGrid(board.Nine())
			p.Set(board.Cell(i), 1)
			for who, factor := range []float64{1, 2} {
				if i == who {
					continue
				}
				item := Item{Puzzle: p, Labels: []corpus.Field{{Name: "player", Value: fmt.Sprint(who)}, {Name: "time", Value: fmt.Sprint(factor * float64(100+i))}}}
				for range 2 { // the second counts as solved before
					if !yield(item, nil) {
						return
					}
				}
			}
		}
		alone := board.NewGrid(board.Nine())
		alone.Set(70, 1)
		yield(Item{Puzzle: alone, Labels: []corpus.Field{{Name: "player", Value: "new"}, {Name: "time", Value: "3"}}}, nil)
		yield(Item{Puzzle: alone, Labels: []corpus.Field{{Name: "player", Value: "NA"}, {Name: "time", Value: "3"}}}, nil)
		yield(Item{Puzzle: alone, Labels: []corpus.Field{{Name: "player", Value: "1"}, {Name: "time", Value: "0"}}}, nil)
	}
	got, err := Trim(items, TrimOptions{Player: "player", Time: "time", Fraction: 0.1, Least: 2})
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range got.Puzzles {
		if want := math.Sqrt2 * float64(100+i); math.Abs(p.Time-want) > 1e-6 || p.Error > 1e-6 {
			t.Errorf("puzzle %d: %v ± %v, want %v", i, p.Time, p.Error, want)
		}
	}
	want := map[string]int{"a puzzle that the player had solved before": 10, "of players with fewer than 2 puzzles": 1, "without a player": 1, "without a positive time": 1}
	if fmt.Sprint(got.LeftOut) != fmt.Sprint(want) || got.Players != 2 || got.Rows != 10 {
		t.Errorf("%+v", got)
	}
}

func TestTrimRefuses(t *testing.T) {
	world := newTrial(1)
	for _, c := range []struct {
		opt  TrimOptions
		want string
	}{
		{TrimOptions{Player: "name", Time: "seconds", Least: 2}, `no puzzle has a label "name"`},
		{TrimOptions{Player: "who", Time: "minutes", Least: 2}, `no puzzle has a label "minutes"`},
		{TrimOptions{Player: "who", Time: "seconds", Least: 90}, "no player has times for 90 puzzles"},
	} {
		if _, err := Trim(world.each, c.opt); err == nil || err.Error() != c.want {
			t.Errorf("%+v: %v, want %s", c.opt, err, c.want)
		}
	}
	broken := errors.New("broken")
	if _, err := Trim(func(yield func(Item, error) bool) { yield(Item{}, broken) }, DefaultTrim); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

// TestTrimKeepsWhatHangsTogether: players without a common puzzle cannot be compared.
func TestTrimKeepsWhatHangsTogether(t *testing.T) {
	items := func(yield func(Item, error) bool) {
		for i := range 12 {
			for who := range 6 {
				if (i < 9) != (who < 4) {
					continue
				}
				p := board.NewGrid(board.Nine())
				p.Set(board.Cell(i), 1)
				if !yield(Item{Puzzle: p, Labels: []corpus.Field{{Name: "player", Value: fmt.Sprint(who)}, {Name: "time", Value: fmt.Sprint(50 + i*who + i%3)}}}, nil) {
					return
				}
			}
		}
	}
	got, err := Trim(items, TrimOptions{Player: "player", Time: "time", Least: 2})
	if err != nil || len(got.Puzzles) != 9 || got.Players != 4 || got.LeftOut["of players whom no common puzzle links to the others"] != 6 {
		t.Errorf("%+v, %v", got, err)
	}
}
