package grade

import (
	"cmp"
	"fmt"
	"slices"

	"gradoku/board"
	"gradoku/solve"
)

// lastResort is the row of the table for puzzles that nothing solves.
const lastResort = len(techniques) - 1

// hiddenRows is the last row of the hidden singles, which come first.
const hiddenRows = 2

// MaxTechniques is the capacity of [Grade.Uses], more than there are techniques.
const MaxTechniques = 96

// Grade is all that is known about the difficulty of one puzzle.
type Grade struct {
	Blanks, Freedom int // see Metrics

	// X is the blank level and Y the freedom level, both 1 to 5 and both by [Printed]; for
	// those of [Fitted] call its methods. The letters are 'A' to 'I', one for each scheme.
	X, Y                        int
	LetterPrinted, LetterFitted byte

	// Scan is the scan effort S in tenths, which predicts solving times best: see
	// the function scan. It is the same for all images of a puzzle. It is 0 for a full grid and where there is no solution.
	Scan int

	// Rating, Pearl and Diamond are in tenths: 26 is 2.6. Each is 0 if it is unknown:
	// Pearl if no digit was placed, all three if there was no step. Pearl and
	// Diamond, unless 0, are final even if the puzzle was not solved.
	Rating, Pearl, Diamond int

	// AtLeast says that the budget, or Stop, ended the search for a step: Rating is
	// then the highest rating so far, or the lowest rating of the technique that
	// was being tried, if higher. The puzzle's true rating is not below it.
	AtLeast bool

	Hardest string // ID of the technique of the highest rated step, the first of several; "" without a step
	Level   string // by ID, see Levels; "" for a full grid, or without Scan

	// SolvedByLogic reports whether the techniques of the table reach the solution. A
	// full grid is solved. A puzzle that they do not solve, usually an improper one,
	// is rated 20.0, the last resort of the scale.
	SolvedByLogic bool

	// Uses counts the steps of each technique, by its index in Techniques(). It
	// is an array so that a Grade is a plain value and costs no allocation.
	Uses [MaxTechniques]uint16
}

// Grader grades puzzles of one size. It is a workspace for reuse, so it must not be
// shared between goroutines.
type Grader struct {
	// Budget limits the work of one Grade, counted in candidates that the dynamic
	// chain searches record, so that the result is the same on every machine.
	// NewGrader sets DefaultBudget; 0 is no limit.
	Budget int64

	// Stop, unless nil, is asked every millisecond or so of such a search whether to
	// end it. If its answer depends on a clock, so do grades.
	Stop func() bool

	limits   Limits // of GradeWithin, else none
	ladder   []int  // the rows of the table, as the rating tries them
	rows     []int  // the same, or those up to the last within the limits
	exceeded bool   // the last puzzle was not within the limits

	ratingOnly bool // leave out the scan effort, or measure it afterwards
	loaded     bool // no digit appears twice in a house of the last puzzle

	state state
	start state // the state of the puzzle before the first step
	found finding
	// For the scan effort, and for measures.
	solution solution
	solver   *solve.Searcher // for solutions of 9x9 and of variants, made when first needed
	canon    board.Canonicalizer
	stuck    []*state // boards where only a true digit helped, by the number placed; kept from puzzle to puzzle
	struck   []loss   // what a round of strikes eliminates
}

// DefaultBudget is about a second of work. It is ten times what puzzles up to
// level 2 of the nested chains need (about 10.7), and enough for most at level 3;
// some of the hardest known, 11.7 to 11.9, take up to 130 million.
const DefaultBudget = 25_000_000

// NewGrader returns a grader for puzzles of the given size; it panics if g is nil.
func NewGrader(g *board.Geometry) *Grader {
	g = cmp.Or(g, board.Nine())
	return &Grader{
		Budget: DefaultBudget,
		ladder: rowsFor(g),
		rows:   rowsFor(g),
		state:  state{layout: newLayout(g), chains: new(chains)},
		found: finding{
			cells:  make([]board.Cell, 0, board.MaxHouses),
			houses: make([]board.House, 0, board.MaxHouses),
			lost:   make([]loss, 0, board.MaxCells),
		},
	}
}

// Rate grades a puzzle from anywhere, of any size. The error says that it is not proper:
// that it has no solution, or several. A [Grader] does the same in a loop, for puzzles that
// are known to be proper.
func Rate(p *board.Grid) (Grade, error) {
	if _, err := solve.Solution(p); err != nil {
		return Grade{}, err
	}
	return NewGrader(p.Geometry()).Grade(p), nil
}

// Grade grades a proper puzzle of the grader's size; another size panics. It does not
// allocate, except for the workspace of the chain searches when the first puzzle
// needs them.
func (gr *Grader) Grade(p *board.Grid) Grade { return gr.grade(p, nil) }

// Path is like Grade and also returns the steps, in order.
func (gr *Grader) Path(p *board.Grid) (Grade, []Step) {
	var steps []Step
	g := gr.grade(p, func(row int) { steps = append(steps, gr.step(row)) })
	return g, steps
}

// PathOn is Path for a board of the grader's size with exactly one solution within its
// candidates. They are taken as they are, as the original does; there is no scan effort, no
// level and no letter, which are of clues.
func (gr *Grader) PathOn(b *board.Board) (Grade, []Step) {
	var g Grade
	var steps []Step
	gr.mustFit(&b.Grid)
	gr.state.loadBoard(b)
	g.Blanks, g.Freedom = Metrics(&b.Grid)
	gr.run(&g, func(row int) { steps = append(steps, gr.step(row)) })
	return g, steps
}

// grade measures and rates. note, unless nil, is called with the technique's row for
// each step found, before it is applied.
func (gr *Grader) grade(p *board.Grid, note func(row int)) Grade {
	s := &gr.state
	gr.mustFit(p)
	g := measure(p)
	if gr.loaded = s.load(p); gr.loaded {
		gr.start = *s // a copy is much cheaper than loading again
		if !gr.ratingOnly {
			g.Scan = gr.scan(p)
			*s = gr.start
		}
		gr.run(&g, note)
	} else {
		g.giveUp(note)
	}
	if !gr.ratingOnly {
		g.Level = LevelOf(gr.state.geo.Size, g.Rating, g.Scan)
	}
	return g
}

// measure fills in the part of a grade that needs no solving.
func measure(p *board.Grid) Grade {
	var g Grade
	geo := p.Geometry()
	g.Blanks, g.Freedom = Metrics(p)
	g.X, g.Y = Printed.LevelX(geo, g.Blanks), Printed.LevelY(geo, g.Freedom)
	g.LetterPrinted = Printed.Letter(geo, g.Blanks, g.Freedom)
	g.LetterFitted = Fitted.Letter(geo, g.Blanks, g.Freedom)
	return g
}

// mustFit panics on a puzzle of another size.
func (gr *Grader) mustFit(p *board.Grid) {
	if geo := gr.state.geo; p.Geometry() != geo {
		panic(fmt.Sprintf("grade: a puzzle of another size was given to a grader for %dx%d", geo.Size, geo.Size))
	}
}

// run is the rating loop: the first technique that finds anything, its first
// step, then from the top again. It fills in the figures of the rating.
func (gr *Grader) run(g *Grade, note func(row int)) {
	gr.state.limit(gr.Budget, gr.Stop)
	for gr.state.blanks > 0 {
		row, ok := gr.find(gr.rows)
		if gr.exceeded {
			return
		}
		if !ok {
			g.AtLeast = true
			g.Rating = max(g.Rating, techniques[row].Rating)
			return
		}
		if row == lastResort {
			g.giveUp(note)
			return
		}
		g.Uses[row]++
		rating := gr.found.rating
		if rating > g.Rating {
			g.Rating, g.Hardest = rating, techniques[row].ID
		}
		if g.Diamond == 0 {
			g.Diamond = rating
		}
		if g.Pearl == 0 && gr.found.digit != 0 {
			g.Pearl = g.Rating
		}
		if note != nil {
			note(row)
		}
		gr.apply()
	}
	g.SolvedByLogic = true
}

// giveUp records that there is no step. As in the original, Pearl and Diamond
// keep their values.
func (g *Grade) giveUp(note func(row int)) {
	g.Uses[lastResort]++
	g.Rating, g.Hardest = techniques[lastResort].Rating, techniques[lastResort].ID
	if note != nil {
		note(lastResort)
	}
}

// ratingRows are the rows of the table that have a finder, in its order.
var ratingRows = func() (rows []int) {
	for row := range techniques {
		if techniques[row].find != nil {
			rows = append(rows, row)
		}
	}
	return rows
}()

// rowsFor returns the rows that can be the next step on a board of a geometry. On 9x9 with boxes, a
// direct claiming never is: a direct pointing or a hidden single comes first, because the other two
// boxes of the band have the digit in the same two rows.
func rowsFor(g *board.Geometry) []int {
	if g.Size != 9 || g.Variant.Jigsaw() {
		return ratingRows
	}
	return slices.DeleteFunc(slices.Clone(ratingRows), func(row int) bool { return techniques[row].ID == "direct-claiming" })
}

// find fills gr.found with the next step by the given rows and returns its row: the
// last one of the table when no row finds anything. It reports false when the budget
// ran out in the search of that row. It sets gr.exceeded when there is no next step
// within the limits.
func (gr *Grader) find(rows []int) (row int, ok bool) {
	gr.found.reset()
	for _, row := range rows {
		if row > hiddenRows {
			gr.state.settle()
		}
		if technique(row).find(&gr.state, &gr.found) {
			row += gr.found.variant
			if gr.found.rating == 0 {
				gr.found.rating = technique(row).Rating
			}
			gr.exceeded = !gr.limits.allow(row, gr.found.rating)
			return row, true
		}
		if gr.state.chains.budget.out {
			return row, false
		}
	}
	gr.found.rating = techniques[lastResort].Rating
	gr.exceeded = !gr.limits.allow(lastResort, gr.found.rating)
	return lastResort, true
}

// apply makes the step in gr.found.
func (gr *Grader) apply() {
	gr.state.chains.loaded = false
	for _, l := range gr.found.lost {
		for m := l.digits; m != 0; m &= m - 1 {
			gr.state.remove(l.cell, m.First())
		}
	}
	if gr.found.digit != 0 {
		gr.state.place(gr.found.cell, gr.found.digit)
	}
}

// Limits end grading as soon as the puzzle turns out to be unwanted. A puzzle is
// within them when no step of its path is rated above Ceiling and every step is of a
// technique in Only. That saves most of the time in a search for easy puzzles among
// random ones: those that are too hard are out before the chain searches begin, which
// cost more than all the rest.
type Limits struct {
	Ceiling int   // tenths; 0: none
	Only    *Rows // nil: every technique

	// RatingOnly leaves the scan effort at 0 and the level open, for callers that compare
	// many puzzles and keep few: see [Grader.AddScan].
	RatingOnly bool
}

// Rows is a set of techniques, by their index in Techniques().
type Rows [MaxTechniques]bool

// GradeWithin is Grade for callers that want only puzzles within the limits. If it
// reports false, the puzzle is not within them, and the grade has only the blanks,
// the freedom and the letters.
func (gr *Grader) GradeWithin(p *board.Grid, l Limits) (Grade, bool) {
	// The table's ratings ascend, and a row's is the lowest of its steps'.
	n := len(techniques)
	for n > 0 && !l.allow(n-1, techniques[n-1].Rating) {
		n--
	}
	end, _ := slices.BinarySearch(gr.ladder, n)
	gr.limits, gr.exceeded, gr.rows, gr.ratingOnly = l, false, gr.ladder[:end], true
	g := gr.grade(p, nil)
	gr.limits, gr.rows, gr.ratingOnly = Limits{}, gr.ladder, false
	if gr.exceeded || l.RatingOnly {
		return g, !gr.exceeded
	}
	if gr.loaded {
		gr.state = gr.start
		g.Scan = gr.scan(p)
	}
	g.Level = LevelOf(gr.state.geo.Size, g.Rating, g.Scan)
	return g, true
}

// AddScan adds the scan effort and the level to the grade of a puzzle that was graded
// without them, see [Limits].
func (gr *Grader) AddScan(g *Grade, p *board.Grid) {
	gr.mustFit(p)
	if gr.state.load(p) {
		gr.start = gr.state
		g.Scan = gr.scan(p)
	}
	g.Level = LevelOf(gr.state.geo.Size, g.Rating, g.Scan)
}

// allow reports whether a step is within the limits.
func (l Limits) allow(row, rating int) bool {
	return (l.Ceiling == 0 || rating <= l.Ceiling) && (l.Only == nil || l.Only[row])
}

// Graders are the graders of one worker, one for each size that it needs. The zero
// value is ready.
type Graders struct{ sizes map[*board.Geometry]*Grader }

// Of returns the grader of a geometry, created when first needed, with the budget and
// the stop that were last set. The layouts of jigsaws of one size share a grader, which
// grades those of the layout that was asked for last.
func (g *Graders) Of(geo *board.Geometry) *Grader {
	key := geo
	if geo.Variant.Jigsaw() {
		key, _ = geo.Variant.AnyLayout().On(geo.Size) // it exists on this size
	}
	gr := g.sizes[key]
	if gr == nil {
		if g.sizes == nil {
			g.sizes = map[*board.Geometry]*Grader{}
		}
		gr = NewGrader(geo)
		g.sizes[key] = gr
	}
	gr.turn(geo)
	return gr
}

// turn makes the grader one of another layout of the same size.
func (gr *Grader) turn(geo *board.Geometry) {
	if gr.state.geo != geo {
		gr.state.layout, gr.solver = newLayout(geo), nil
	}
}
