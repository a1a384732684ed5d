package grade

import "gradoku/board"

// BeyondSingles are measures of how far beyond singles a puzzle is. They take milliseconds,
// a [Grade] tenths of a millisecond.
type BeyondSingles struct {
	// Backdoor is how many true digits, placed in the cells that help most, let singles
	// solve the rest; MaxBackdoor + 1 stands for more than MaxBackdoor (Ryan Williams,
	// Carla Gomes and Bart Selman, Backdoors to Typical Case Complexity, IJCAI 2003).
	Backdoor int
	// Trial is the depth of trial and error: 0 if singles solve the puzzle, 1 if it is
	// enough to strike out candidates from which singles lead to a contradiction, else
	// 2, which means 2 or more (Denis Berthier, Constraint Resolution Theories, 2011:
	// T&E(0), T&E(1)).
	Trial int
}

// MaxBackdoor is the largest backdoor that is looked for.
const MaxBackdoor = 2

// BeyondSingles measures a proper puzzle of the grader's size; another size panics. Both
// figures are the same for all images of a puzzle.
func (gr *Grader) BeyondSingles(p *board.Grid) BeyondSingles {
	if !gr.begin(p) {
		return BeyondSingles{}
	}
	gr.state.rounds()
	closed := gr.state
	d := BeyondSingles{Backdoor: gr.backdoor(&closed)}
	switch {
	case closed.blanks == 0:
	case gr.trialSolves(closed):
		d.Trial = 1
	default:
		d.Trial = 2
	}
	return d
}

// backdoor tries one cell of the board at which singles end, then two.
func (gr *Grader) backdoor(closed *state) int {
	if closed.blanks == 0 {
		return 0
	}
	best := MaxBackdoor + 1
	var blanks []board.Cell
	for i := range closed.geo.Cells {
		if c := board.Cell(i); closed.cand[c] != 0 {
			blanks = append(blanks, c)
		}
	}
	for i, c := range blanks {
		one := *closed
		one.place(c, gr.solution.digit[c])
		if one.rounds(); one.blanks == 0 {
			return 1
		}
		if best == 2 || gr.stopped() {
			continue
		}
		for _, other := range blanks[:i] {
			if !one.cand[other].Has(gr.solution.digit[other]) {
				continue // filled by now
			}
			two := one
			two.place(other, gr.solution.digit[other])
			if two.rounds(); two.blanks == 0 {
				best = 2
				break
			}
		}
	}
	return best
}

// trialSolves repeatedly strikes out every candidate from which singles lead to a
// contradiction, and reports whether that solves s.
func (gr *Grader) trialSolves(s state) bool {
	for struck := true; struck && s.blanks > 0 && !gr.stopped(); {
		struck = false
		for i := range s.geo.Cells {
			c := board.Cell(i)
			for d := range s.cand[c].All() {
				if d == gr.solution.digit[c] || !s.cand[c].Has(d) {
					continue
				}
				trial := s
				trial.place(c, d)
				if trial.rounds(); trial.dead() {
					s.remove(c, d)
					struck = true
				}
			}
		}
		s.rounds()
	}
	return s.blanks == 0
}

// Choice is what could be placed before a step.
type Choice struct {
	Blanks           int
	Box, Line, Naked []Candidate // hidden singles of a box or last blanks; of a line only; naked only
}

// PathChoices is like [Grader.Path] and also returns, for each step, what could be
// placed.
func (gr *Grader) PathChoices(p *board.Grid) (Grade, []Step, []Choice) {
	var steps []Step
	var choices []Choice
	g := gr.grade(p, func(row int) {
		steps = append(steps, gr.step(row))
		var w visibleSingles
		gr.state.look(&w)
		c := Choice{Blanks: gr.state.blanks}
		for k, list := range []*[]Candidate{&c.Box, &c.Line, &c.Naked} {
			for cell := range w.classes[k].set.All() {
				*list = append(*list, Candidate{cell, w.digit[cell]})
			}
		}
		choices = append(choices, c)
	})
	return g, steps, choices
}

// Wave is what is placed together: every cell that is a single at that moment, in the
// class of the easiest technique that shows it, or, if no cell is a single, only the
// rater's next step.
type Wave struct {
	Blanks                 int         // before the wave
	Full, Box, Line, Naked []Candidate // last blanks of a house; hidden singles of a box; of a line only; naked only
	Step                   *Step       // if the four are empty
}

// Waves solves a proper puzzle of the grader's size in waves; another size panics. Waves
// of singles take every single, so order does not matter. If the rater's budget runs out,
// the waves end.
func (gr *Grader) Waves(p *board.Grid) []Wave {
	s := &gr.state
	gr.mustFit(p)
	if !s.load(p) {
		return nil
	}
	s.limit(gr.Budget, gr.Stop)
	var waves []Wave
	for s.blanks > 0 {
		var seen visibleSingles
		s.look(&seen)
		w := Wave{Blanks: s.blanks}
		lists := [len(seen.classes)]*[]Candidate{&w.Box, &w.Line, &w.Naked}
		for k, class := range seen.classes {
			for c := range class.set.All() {
				list := lists[k]
				if s.last&s.houseBits[c] != 0 {
					list = &w.Full
				}
				*list = append(*list, Candidate{c, seen.digit[c]})
			}
		}
		if seen.classes[0].cells+seen.classes[1].cells+seen.classes[2].cells > 0 {
			waves = append(waves, w)
			if s.fillAll(&seen) == 0 {
				return waves // no solution
			}
			continue
		}
		row, ok := gr.find(ratingRows)
		if !ok {
			return waves
		}
		step := gr.step(row)
		w.Step = &step
		if waves = append(waves, w); row == lastResort {
			return waves
		}
		gr.apply()
	}
	return waves
}
