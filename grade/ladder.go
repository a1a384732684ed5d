package grade

import (
	"fmt"
	"slices"
	"strings"

	"gradoku/board"
)

// Ladder is an order in which techniques are tried.
type Ladder struct {
	Name, Doc string
	list      func() []Technique
	rows      []int // those that have a finder, in the order in which they are tried
	whole     bool  // sets are also looked for where the complement is smaller
}

// The names of the ladders.
const (
	RatingLadder = "se"
	HumanLadder  = "human"
)

// ladders lists them, the default first.
var ladders = [...]Ladder{
	{RatingLadder, "the rating: the scale of Sudoku Explainer, in its order", Techniques, ratingRows, false},
	{HumanLadder, "the path a person is shown: named patterns before chains, in HoDoKu's order and with the scores of its techniques", humanTechniques, humanRows, false},
}

// Ladders returns the ladders, the default first.
func Ladders() []Ladder { return slices.Clone(ladders[:]) }

// LadderByName returns a ladder; the error lists them.
func LadderByName(name string) (Ladder, error) {
	var names []string
	for _, l := range ladders {
		if l.Name == name {
			return l, nil
		}
		names = append(names, l.Name)
	}
	return Ladder{}, fmt.Errorf("there is no technique order %q: use %s", name, strings.Join(names, " or "))
}

// Techniques returns what is on the ladder, in the order in which it is tried.
func (l Ladder) Techniques() []Technique { return l.list() }

// ForHints returns the ladder as hints follow it. People see a hidden single before a naked
// one, so naked singles come after all hidden ones. And a set is found under its own name,
// even where its complement is smaller and comes later, or is not known to the player.
func (l Ladder) ForHints() Ladder {
	l.rows, l.whole = slices.Clone(l.rows), true
	is := func(id string) int {
		return slices.IndexFunc(l.rows, func(row int) bool { return technique(row).ID == id })
	}
	if naked, line := is("naked-single"), is("hidden-single-line"); naked < line {
		row := l.rows[naked]
		l.rows = slices.Insert(slices.Delete(l.rows, naked, naked+1), line, row)
	}
	return l
}

// sharing returns the rows that share a search: the row that has it, and the rows without
// one after it.
func sharing(first int) []int {
	rows := []int{first}
	for row := first + 1; row < len(techniques)+len(patterns) && row != lastResort && technique(row).find == nil; row++ {
		rows = append(rows, row)
	}
	return rows
}

// Next returns the first step of a ladder on a board, by allowed techniques; nil
// allows all. It reports false if there is none, or the budget ran out. allowed is
// called for a technique with the rating of its easiest steps, and then with that of a
// step.
func (gr *Grader) Next(b *board.Board, l Ladder, allowed func(t Technique, rating int) bool) (Step, bool) {
	return gr.NextThat(b, l, allowed, func(*Step) bool { return true })
}

// NextThat is Next for a step that must fit as well. Of the techniques with several
// assumptions only the best step is tried.
func (gr *Grader) NextThat(b *board.Board, l Ladder, allowed func(t Technique, rating int) bool, fits func(*Step) bool) (Step, bool) {
	allows := func(row, rating int) bool {
		return row != lastResort && (allowed == nil || allowed(*technique(row), rating))
	}
	gr.state.loadBoard(b)
	gr.state.limit(gr.Budget, gr.Stop)
	gr.found.whole = l.whole
	defer func() { gr.found.whole = false }()
	for _, first := range l.rows {
		if !slices.ContainsFunc(sharing(first), func(row int) bool { return allows(row, technique(row).Rating) }) {
			continue
		}
		row, ok := gr.find([]int{first})
		if !ok {
			return Step{}, false
		}
		if row == lastResort {
			continue
		}
		if allows(row, gr.found.rating) {
			if step := gr.step(row); fits(&step) {
				return step, true
			}
		}
		// Another row that shares the search may have an easier step, or one that is
		// allowed and fits.
		var step Step
		var found bool
		gr.list(first, func(row int) {
			if !found && allows(row, gr.found.rating) {
				step = gr.step(row)
				found = fits(&step)
			}
		})
		if found {
			return step, true
		}
	}
	return Step{}, false
}

// Until solves a proper puzzle by a ladder up to the first moment at which a technique
// makes the next step, and returns the board there. It reports false if the technique
// is never next, and returns an error for an unknown ID or another size.
func (gr *Grader) Until(p *board.Grid, l Ladder, id string) (board.Board, bool, error) {
	want, err := rowByID(id)
	if err != nil {
		return board.Board{}, false, err
	}
	s := &gr.state
	if p.Geometry() != s.geo {
		return board.Board{}, false, fmt.Errorf("a puzzle of another size was given to a grader for %dx%d", s.geo.Size, s.geo.Size)
	}
	if !s.load(p) {
		return board.Board{}, false, nil
	}
	s.limit(gr.Budget, gr.Stop)
	gr.found.whole = l.whole
	defer func() { gr.found.whole = false }()
	grid := *p
	for s.blanks > 0 {
		row, ok := gr.find(l.rows)
		if !ok || row == lastResort {
			break
		}
		if row == want {
			b := board.NewBoard(&grid)
			for i := range s.geo.Cells {
				if c := board.Cell(i); grid.At(c) == 0 {
					b.SetCandidates(c, s.cand[c])
				}
			}
			return b, true, nil
		}
		if gr.found.digit != 0 {
			grid.Set(gr.found.cell, gr.found.digit)
		}
		gr.apply()
	}
	return board.Board{}, false, nil
}
