package predict

import (
	"math"
	"slices"

	"gradoku/board"
	"gradoku/grade"
)

// MetricsVersion is raised if a metric or a feature changes its meaning without a new
// grader: models fitted before are then refused.
const MetricsVersion = 1

// Metric is a number computed only from a puzzle.
type Metric struct {
	Key    string // short, for files and tables
	Name   string // for people, as it is studied
	Plain  string // what it counts, with the unit, as axes call it
	About  string // what it is, in one line
	Source string // who proposed it, "" if it is common
	// Log says that the metric is studied as ln(1 + value), since its values
	// spread over powers of ten.
	Log bool

	Of func(*Subject) float64 // NaN when unknown
}

// Subject is one puzzle with everything computed about it.
type Subject struct {
	Puzzle board.Grid // its canonical form
	Grade  grade.Grade
	Human  grade.Measures
	Nodes  map[string]float64 // search nodes by solver, for a study that counts them
	Times  []float64          // of simulated solves, for a study that makes them, see [grade.Person]
}

// SubjectOf computes a proper puzzle with the given number of random solves from a seed. Everything is computed from the canonical form, so that
// all images of a puzzle give the same values: a rater takes the first of two equal
// steps, and one everyday puzzle in five hundred, but seven in a hundred of those rated
// 8 and more, have two images with different ratings. It
// reports false when the puzzle has no canonical form, see [grade.Grader.Canonical].
func SubjectOf(graders *grade.Graders, p *board.Grid, runs int, seed uint64) (Subject, bool) {
	form, ok := graders.Of(p.Geometry()).Canonical(p)
	if !ok {
		return Subject{}, false
	}
	gr := graders.Of(form.Geometry()) // a jigsaw may have another layout
	return Subject{Puzzle: form, Grade: gr.Grade(&form), Human: gr.Measure(&form, runs, seed)}, true
}

const (
	paper    = "Mathematical models in Sudoku (author unknown, 2012 or later)"
	pelanek  = "Radek Pelánek, arXiv:1403.7373 (2014)"
	explorer = "Nicolas Juillerat, Sudoku Explainer 1.2.1 (2006-2010)"
)

// metrics is the table, in the order of the report: first what is printed, then what
// a person does, then what a rater and a machine do.
var metrics = []Metric{
	{"clues", "clues", "clues", "digits given", "", false, func(s *Subject) float64 { return float64(s.Puzzle.Clues()) }},
	{"blanks", "blank count", "blank count (cells)", "cells to be filled", paper, false, func(s *Subject) float64 { return float64(s.Grade.Blanks) }},
	{"freedom", "blank freedom", "blank freedom F", "blanks in the row, column and box of each blank, summed", paper, false, func(s *Subject) float64 { return float64(s.Grade.Freedom) }},
	{"x", "blank level X", "blank level X", "the blank count in five levels, borders as printed", paper, false, func(s *Subject) float64 { return float64(s.Grade.X) }},
	{"y", "freedom level Y", "freedom level Y", "the blank freedom in five levels, borders as printed", paper, false, func(s *Subject) float64 { return float64(s.Grade.Y) }},
	{"letter_printed", "letter, printed borders", "letter, printed borders (A = 1)", "A = 1 to I = 9, from X + Y", paper, false, func(s *Subject) float64 { return float64(s.Grade.LetterPrinted - 'A' + 1) }},
	{"letter_fitted", "letter, fitted borders", "letter, fitted borders (A = 1)", "A = 1 to I = 9, borders that give the paper's tables", paper, false, func(s *Subject) float64 { return float64(s.Grade.LetterFitted - 'A' + 1) }},
	{"scan", "scan effort S", "scan effort S (cells)", "cells looked over for each cell found, in waves of singles; its weights were chosen on 1,533 puzzles of synnwang/sudoku_dataset_difficulty", "this project", false, func(s *Subject) float64 { return tenth(s.Grade.Scan) }},
	{"scan_fills", "scan effort, fills", "scan effort, fills (cells)", "the same with one cell filled at a time, a mean over random solves", "this project", false, func(s *Subject) float64 { return s.Human.Scan }},
	{"dependency", "dependency", "dependency (cells)", "cells that singles can fill at a time, over the first 25 random fills", pelanek, false, func(s *Subject) float64 { return s.Human.Dependency }},
	{"dependency_hidden", "dependency, hidden singles", "dependency, hidden singles (cells)", "the same, hidden singles only", pelanek, false, func(s *Subject) float64 { return s.Human.DependencyHidden }},
	{"refutation", "ln(1 + refutation sum)", "refutation sum (singles)", "singles that refute the wrong candidates where singles end", pelanek, true, func(s *Subject) float64 { return s.Human.Refutation }},
	{"rounds", "rounds of singles", "rounds of singles", "all singles at once, again and again", "", false, func(s *Subject) float64 { return float64(s.Human.Rounds) }},
	{"left", "blanks that singles leave", "blanks that singles leave (cells)", "0 for a puzzle that singles solve", "", false, func(s *Subject) float64 { return float64(s.Human.Left) }},
	{"er", "rating ER", "rating ER", "the hardest step", explorer, false, func(s *Subject) float64 { return tenth(s.Grade.Rating) }},
	{"ep", "pearl EP", "pearl EP", "the hardest step up to the first digit", explorer, false, func(s *Subject) float64 { return tenth(s.Grade.Pearl) }},
	{"ed", "diamond ED", "diamond ED", "the first step", explorer, false, func(s *Subject) float64 { return tenth(s.Grade.Diamond) }},
	{"hardest", "hardest technique", "hardest technique (place in the table)", "its place in the table of techniques, from 1", explorer, false, hardestOf},
	{"steps", "steps", "steps", "of the solution that the rater finds", explorer, false, func(s *Subject) float64 { n, _, _ := stepsOf(s); return n }},
	{"steps15", "steps rated 1.5 or more", "steps rated 1.5 or more", "steps that are more than a last blank or a single in a box", explorer, false, func(s *Subject) float64 { _, n, _ := stepsOf(s); return n }},
	{"score", "ln(1 + technique score)", "technique score", "ratings of all steps, summed", explorer, true, func(s *Subject) float64 { _, _, n := stepsOf(s); return n }},
}

// ScanDisclosure must be given wherever a figure of the scan effort is quoted.
const ScanDisclosure = "The weights of scan effort S were chosen on the 1,533 puzzles of synnwang/sudoku_dataset_difficulty: on these, no figure of S is of unseen puzzles."

// tenth turns tenths into a number, 0 into unknown.
func tenth(n int) float64 {
	if n == 0 {
		return math.NaN()
	}
	return float64(n) / 10
}

func hardestOf(s *Subject) float64 {
	if i := slices.IndexFunc(techniqueTable, func(t grade.Technique) bool { return t.ID == s.Grade.Hardest }); i >= 0 {
		return float64(i + 1)
	}
	return math.NaN()
}

// stepsOf counts the steps of a solution, those rated 1.5 or more, and adds up
// their techniques' ratings.
func stepsOf(s *Subject) (all, more, score float64) {
	tenths := 0.0 // whole numbers, so that equal sums are equal to the last bit
	for i, t := range techniqueTable {
		n := float64(s.Grade.Uses[i])
		all += n
		tenths += n * float64(t.Rating)
		if t.Rating >= 15 {
			more += n
		}
	}
	return all, more, tenths / 10
}

// techniqueTable is read for every puzzle.
var techniqueTable = grade.Techniques()

// Metrics returns the table of metrics; the caller may change its copy.
func Metrics() []Metric { return slices.Clone(metrics) }

// Value returns the metric as it is studied.
func (m *Metric) Value(s *Subject) float64 {
	v := m.Of(s)
	if m.Log {
		return math.Log1p(v)
	}
	return v
}
