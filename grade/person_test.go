package grade

import (
	"math"
	"slices"
	"testing"

	"gradoku/board"
)

// mean is that of some numbers.
func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// TestSimulateByHand: a last blank is seen at the first look at a house of it, which has
// one blank, whoever looks; nothing is there to be looked at before.
func TestSimulateByHand(t *testing.T) {
	p := parse(t, ".234341221434321")
	for _, time := range NewGrader(p.Geometry()).Simulate(&p, Person{Line: 0.5, Naked: 0.1, Follow: 0.5, Memory: 0.5}, 20, 1) {
		if time != 1 {
			t.Errorf("%v", time)
		}
	}
	p = parse(t, "11..............")
	if times := NewGrader(p.Geometry()).Simulate(&p, Anybody(), 2, 1); times != nil {
		t.Errorf("clues that contradict each other: %v", times)
	}
}

// TestSimulateFollowsItsConstants: who sees more is quicker; slips, fatigue and being
// stuck cost time; the same seed gives the same times, and another others.
func TestSimulateFollowsItsConstants(t *testing.T) {
	gr := NewGrader(board.Nine())
	easy, hard := parse(t, table6[1]), parse(t, inkala)
	const solves = 300
	typical := func(p *board.Grid, change func(*Person)) float64 {
		who := Anybody()
		change(&who)
		return mean(gr.Simulate(p, who, solves, 3))
	}
	same := func(*Person) {}
	base := typical(&easy, same)
	for name, c := range map[string]struct {
		change func(*Person)
		factor float64 // at least, or, below 1, at most
	}{
		"sees lines":  {func(p *Person) { p.Line, p.Naked = 1, 1 }, 0.98},
		"sees little": {func(p *Person) { p.Line, p.Naked = 0.05, 0.01 }, 1.1},
		"slips":       {func(p *Person) { p.Slip = 0.1 }, 1.1},
		"tires":       {func(p *Person) { p.Fatigue = 2 }, 1.1},
	} {
		if got := typical(&easy, c.change) / base; c.factor > 1 && got < c.factor || c.factor < 1 && got > c.factor {
			t.Errorf("%s: %.3f times as long", name, got)
		}
	}
	if deep := typical(&hard, same); deep < 3*base || typical(&hard, func(p *Person) { p.Guess = 0 }) > deep {
		t.Errorf("a hard puzzle takes %.0f, an easy one %.0f", deep, base)
	}
	one, two := gr.Simulate(&easy, Anybody(), 5, 1), gr.Simulate(&easy, Anybody(), 5, 1)
	if other := gr.Simulate(&easy, Anybody(), 5, 2); !slices.Equal(one, two) || slices.Equal(one, other) {
		t.Errorf("%v, %v, %v", one, two, other)
	}
	for _, x := range one {
		if !(x > 0) || math.IsInf(x, 0) {
			t.Errorf("%v", x)
		}
	}
	gr.Stop = func() bool { return true }
	if times := gr.Simulate(&easy, Anybody(), 5, 1); times != nil {
		t.Errorf("stopped: %v", times)
	}
}
