package grade

import (
	"math/bits"
	"math/rand/v2"

	"gradoku/board"
)

// Person is a simulated player, who turns from house to house, sees some of the
// singles there, forgets, tires, makes slips, and knows some techniques. It gives a
// distribution of times where [Measures] gives means.
//
//	until solved:
//	  turn to a house: with Follow to one of the last cell filled, else to any;
//	    one that was looked at and has not been filled since is passed over with Memory
//	  look at it: a unit of time for each blank
//	  write each single that is seen: a last blank or a hidden single of the box for
//	    sure, a hidden single of a line with Line, a naked single with Naked
//	  a written digit is wrong with Slip: what was done since a random earlier one is
//	    done again
//	  no single anywhere: Stuck units for each blank on the board, then strike out as
//	    scan effort S does, by locked candidates, pairs or triplets, of which this
//	    person knows the first none to three; else Guess units for each blank, and the
//	    true digit of one of the cells with the fewest candidates
//
// Every unit takes 1 + Fatigue · t times as long after t thousand units. That people
// take the available singles one at a time is Pelánek's model (Radek Pelánek, Difficulty
// Rating of Sudoku Puzzles by a Computational Model, FLAIRS 2011); that they look
// locally is in his data. Looking house by house, memory, slips and fatigue are
// assumptions of this project; the only evidence for them is how well mean times are
// predicted (STUDIES.md). Whether the spread of the simulated times is that of people is
// unknown, since no known public file has individual times.
type Person struct {
	Line, Naked    float64
	Follow, Memory float64
	Slip, Fatigue  float64
	Stuck, Guess   float64
}

// anybody has those of the tried constants that fit the times of 767 puzzles best, see
// TestPersonIsFitted in package study.
var anybody = Person{Line: 0.5, Naked: 0.05, Follow: 0.1, Memory: 0.2, Slip: 0.01, Fatigue: 0.03, Stuck: 5, Guess: 10}

// Anybody returns the person with the constants that were fitted.
func Anybody() Person { return anybody }

// Simulate has a proper puzzle of the grader's size solved the given number of times,
// and returns the durations in units of a cell looked at; nil for an improper puzzle,
// or if Stop ends it. The random stream depends on the seed and the puzzle: if the
// canonical form is simulated, all images of a puzzle have the same times.
func (gr *Grader) Simulate(p *board.Grid, who Person, solves int, seed uint64) []float64 {
	if !gr.begin(p) {
		return nil
	}
	rng, times := streamOf(p, seed), make([]float64, solves)
	for i := range times {
		if gr.stopped() {
			return nil
		}
		gr.state = gr.start
		times[i] = gr.simulate(&who, rng)
	}
	return times
}

// simulate is one solve.
func (gr *Grader) simulate(who *Person, rng *rand.Rand) float64 {
	s := &gr.state
	known := rng.IntN(strikeKinds + 1)
	var looked [board.MaxHouses]uint8 // how many blanks each house had when it was last looked at
	var written [board.MaxCells]float64
	n, last, time := 0, board.Cell(0), 0.0
	spend := func(units float64) { time += units * (1 + who.Fatigue*time/1000) }
	write := func(c board.Cell, d board.Digit) {
		s.place(c, d)
		last, written[n] = c, time
		n++
		if rng.Float64() < who.Slip {
			spend(time - written[rng.IntN(n)])
		}
	}
	for s.blanks > 0 {
		if s.hidden == 0 && s.by[1].Empty() {
			spend(who.Stuck * float64(s.blanks))
			if gr.strike(known) {
				continue
			}
			spend(who.Guess * float64(s.blanks))
			s.settle()
			k := 2
			for k < s.geo.Size && s.by[k].Empty() {
				k++
			}
			c := anyOf(s.by[k], rng)
			write(c, gr.solution.digit[c])
			continue
		}
		h := rng.IntN(s.geo.Houses)
		if n > 0 && rng.Float64() < who.Follow {
			h = int(s.houses[last][rng.IntN(3)])
		}
		if s.empty[h] == 0 || looked[h] == s.empty[h] && rng.Float64() < who.Memory {
			continue
		}
		looked[h] = s.empty[h]
		spend(float64(s.empty[h]))
		sure := (s.boxes|s.last)>>h&1 != 0
		for m := s.cnt[h][1]; m != 0; m &= m - 1 {
			d := m.First()
			if at := s.pos[h][d]; at != 0 && (sure || rng.Float64() < who.Line) {
				write(s.cells[h][bits.TrailingZeros16(at)], d)
			}
		}
		for _, c := range s.cells[h][:s.geo.Size] {
			if s.by[1].Has(c) && rng.Float64() < who.Naked {
				write(c, s.cand[c].First())
			}
		}
	}
	return time
}
