package study

import (
	"context"
	"math"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/solve"
)

// Metric is a number that is worked out from a puzzle alone.
type Metric struct {
	Key    string // short, for files and tables
	Name   string // for people, as it is studied
	Plain  string // what it counts, with the unit, as axes call it
	About  string // what it is, in one line
	Source string // who proposed it, "" for what everybody counts
	// Log says that the metric is studied as ln(1 + value), since its values
	// spread over powers of ten.
	Log bool

	of func(*subject) float64
}

// subject is one puzzle with all that was worked out about it.
type subject struct {
	puzzle board.Grid
	grade  grade.Grade
	human  grade.Measures
	nodes  map[string]float64 // search nodes by solver
}

const (
	paper    = "Mathematical models in Sudoku (author unknown, 2012 or later)"
	pelanek  = "Radek Pelánek, arXiv:1403.7373 (2014)"
	explorer = "Nicolas Juillerat, Sudoku Explainer 1.2.1 (2006-2010)"
)

// metrics is the table, in the order of the report: what is printed first, then
// what a person does, then what a rater and what a machine does.
var metrics = []Metric{
	{"clues", "clues", "clues", "digits given", "", false, func(s *subject) float64 { return float64(s.puzzle.Clues()) }},
	{"blanks", "blank count", "blank count (cells)", "cells to be filled", paper, false, func(s *subject) float64 { return float64(s.grade.Blanks) }},
	{"freedom", "blank freedom", "blank freedom F", "blanks in the row, column and box of each blank, summed", paper, false, func(s *subject) float64 { return float64(s.grade.Freedom) }},
	{"x", "blank level X", "blank level X", "the blank count in five levels, borders as printed", paper, false, func(s *subject) float64 { return float64(s.grade.X) }},
	{"y", "freedom level Y", "freedom level Y", "the blank freedom in five levels, borders as printed", paper, false, func(s *subject) float64 { return float64(s.grade.Y) }},
	{"letter_printed", "letter, printed borders", "letter, printed borders (A = 1)", "A = 1 to I = 9, from X + Y", paper, false, func(s *subject) float64 { return float64(s.grade.LetterPrinted - 'A' + 1) }},
	{"letter_fitted", "letter, fitted borders", "letter, fitted borders (A = 1)", "A = 1 to I = 9, borders that give the paper's tables", paper, false, func(s *subject) float64 { return float64(s.grade.LetterFitted - 'A' + 1) }},
	{"scan", "scan effort S", "scan effort S (cells)", "cells looked over for each cell found, in waves of singles", "this project", false, func(s *subject) float64 { return tenth(s.grade.Scan) }},
	{"dependency", "dependency", "dependency (cells)", "cells that singles can fill at a time, over the first 25 random fills", pelanek, false, func(s *subject) float64 { return s.human.Dependency }},
	{"dependency_hidden", "dependency, hidden singles", "dependency, hidden singles (cells)", "the same, hidden singles only", pelanek, false, func(s *subject) float64 { return s.human.DependencyHidden }},
	{"refutation", "ln(1 + refutation sum)", "refutation sum (singles)", "singles that refute the wrong candidates where singles end", pelanek, true, func(s *subject) float64 { return s.human.Refutation }},
	{"rounds", "rounds of singles", "rounds of singles", "all singles at once, again and again", "", false, func(s *subject) float64 { return float64(s.human.Rounds) }},
	{"left", "blanks that singles leave", "blanks that singles leave (cells)", "0 for a puzzle that singles solve", "", false, func(s *subject) float64 { return float64(s.human.Left) }},
	{"er", "rating ER", "rating ER", "the hardest step", explorer, false, func(s *subject) float64 { return tenth(s.grade.Rating) }},
	{"ep", "pearl EP", "pearl EP", "the hardest step up to the first digit", explorer, false, func(s *subject) float64 { return tenth(s.grade.Pearl) }},
	{"ed", "diamond ED", "diamond ED", "the first step", explorer, false, func(s *subject) float64 { return tenth(s.grade.Diamond) }},
	{"hardest", "hardest technique", "hardest technique (place in the table)", "its place in the table of techniques, from 1", explorer, false, hardestOf},
	{"steps", "steps", "steps", "of the solution that the rater finds", explorer, false, func(s *subject) float64 { n, _, _ := stepsOf(s); return n }},
	{"steps15", "steps rated 1.5 or more", "steps rated 1.5 or more", "steps that are more than a last blank or a single in a box", explorer, false, func(s *subject) float64 { _, n, _ := stepsOf(s); return n }},
	{"score", "ln(1 + technique score)", "technique score", "ratings of all steps, summed", explorer, true, func(s *subject) float64 { _, _, n := stepsOf(s); return n }},
}

// tenth turns tenths into a number, 0 into unknown.
func tenth(n int) float64 {
	if n == 0 {
		return math.NaN()
	}
	return float64(n) / 10
}

func hardestOf(s *subject) float64 {
	for i, t := range techniqueTable {
		if t.ID == s.grade.Hardest {
			return float64(i + 1)
		}
	}
	return math.NaN()
}

// stepsOf counts the steps of a solution, those rated 1.5 or more, and adds up
// their techniques' ratings.
func stepsOf(s *subject) (all, more, score float64) {
	for i, t := range techniqueTable {
		n := float64(s.grade.Uses[i])
		all += n
		score += n * float64(t.Rating) / 10
		if t.Rating >= 15 {
			more += n
		}
	}
	return all, more, score
}

// techniqueTable is read for every puzzle.
var techniqueTable = grade.Techniques()

// nodeSolvers are the solvers whose search nodes are metrics.
var nodeSolvers = solve.Solvers()

// Metrics returns the table of metrics, the solvers' nodes last.
func Metrics() []Metric {
	all := append([]Metric(nil), metrics...)
	for _, s := range nodeSolvers {
		all = append(all, Metric{
			"nodes_" + s.Name, "ln(1 + nodes of " + s.Name + ")", "search nodes of " + s.Name, "states that the solver looks at up to its proof", s.Source, true,
			func(x *subject) float64 { return x.nodes[s.Name] },
		})
	}
	return all
}

// value returns the metric as it is studied.
func (m *Metric) value(s *subject) float64 {
	v := m.of(s)
	if m.Log {
		return math.Log1p(v)
	}
	return v
}

// measurer measures puzzles of any size, one at a time.
type measurer struct {
	graders grade.Graders
	runs    int
	seed    uint64
}

// measure works everything out; the puzzle must be proper. When ctx ends it comes
// back soon, with figures that are of no use.
func (m *measurer) measure(ctx context.Context, p *board.Grid) subject {
	gr := m.graders.Of(p.Geometry())
	gr.Stop = func() bool { return ctx.Err() != nil }
	s := subject{puzzle: *p, nodes: map[string]float64{}}
	s.grade = gr.Grade(p)
	s.human = gr.Measure(p, m.runs, m.seed)
	for _, solver := range nodeSolvers {
		s.nodes[solver.Name] = math.NaN()
		if solver.Takes(p.Geometry()) {
			s.nodes[solver.Name] = float64(solver.Solve(ctx, p, solve.Options{Limit: 2, Budget: nodeBudget}).Stats.Nodes)
		}
	}
	return s
}

// nodeBudget bounds a solver's search for its node count.
const nodeBudget = 1_000_000
