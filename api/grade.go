package api

import (
	"gradoku/board"
	"gradoku/grade"
	"gradoku/hint"
)

// Grade is a puzzle's grade by the rating; everything but the clues is null if
// there is no grade.
type Grade struct {
	Clues   int     `json:"clues" jsonschema:"number of clues"`
	Blanks  *int    `json:"blanks" jsonschema:"blank count N"`
	Freedom *int    `json:"freedom" jsonschema:"blank freedom F"`
	Scan    *Tenths `json:"scan" jsonschema:"scan effort"`
	*Measures
	Rating     *Tenths `json:"rating" jsonschema:"the rating on Sudoku Explainer's scale (ER); null if no technique was needed"`
	AtLeast    *bool   `json:"at_least" jsonschema:"whether the rating is a lower bound because the budget ran out"`
	Hardest    *string `json:"hardest" jsonschema:"id of the technique that determines the rating"`
	Level      *string `json:"level" jsonschema:"id of the difficulty level, one of gradoku list levels"`
	Solved     *bool   `json:"solved_by_logic" jsonschema:"whether the known techniques solve it"`
	Techniques Counts  `json:"techniques" jsonschema:"how often each technique was used, by id"`
}

// Measures are the parts of a grade that few readers want; the first four are for classical puzzles.
type Measures struct {
	X             *int    `json:"x" required:"false" jsonschema:"class of the blank count"`
	Y             *int    `json:"y" required:"false" jsonschema:"class of the blank freedom"`
	LetterPrinted *string `json:"letter_printed" required:"false" jsonschema:"difficulty letter A to I, by the class limits that the source prints; null for a variant"`
	LetterFitted  *string `json:"letter_fitted" required:"false" jsonschema:"difficulty letter A to I, by the class limits that reproduce the source's tables; null for a variant"`
	Pearl         *Tenths `json:"pearl" required:"false" jsonschema:"the rating up to the first placement (EP)"`
	Diamond       *Tenths `json:"diamond" required:"false" jsonschema:"the rating of the first step (ED)"`
}

// GradeOf describes the grade of a puzzle, with its measures or without; g is nil if there is none. Letters are for
// classical puzzles of clues.
func GradeOf(p *board.Grid, g *grade.Grade, measures bool) Grade {
	all := Grade{Clues: p.Clues()}
	if measures {
		all.Measures = &Measures{}
	}
	if g == nil {
		return all
	}
	if measures {
		all.Pearl, all.Diamond = NullIfZero(g.Pearl), NullIfZero(g.Diamond)
		if g.X > 0 && p.Geometry().Classical() {
			all.X, all.Y, all.LetterPrinted, all.LetterFitted = &g.X, &g.Y, new(string(rune(g.LetterPrinted))), new(string(rune(g.LetterFitted)))
		}
	}
	all.Blanks, all.Freedom, all.Scan, all.Rating, all.AtLeast = &g.Blanks, &g.Freedom, NullIfZero(g.Scan), NullIfZero(g.Rating), &g.AtLeast
	all.Hardest, all.Level, all.Solved, all.Techniques = NullIfEmpty(g.Hardest), NullIfEmpty(g.Level), &g.SolvedByLogic, TechniquesOf(g)
	return all
}

// TechniquesOf are the techniques that a grade used, in the order of the table; not
// nil.
func TechniquesOf(g *grade.Grade) Counts {
	counts := make(Counts, 0, 8)
	for i := range techniques {
		if g.Uses[i] > 0 {
			counts = append(counts, Count{ID: techniques[i].ID, Uses: int(g.Uses[i])})
		}
	}
	return counts
}

// techniques is the table of package grade, which returns a new copy on each
// call.
var techniques = grade.Techniques()

// Step is one deduction.
type Step struct {
	Technique  string   `json:"technique" jsonschema:"id of the technique, one of gradoku list techniques"`
	Rating     float64  `json:"rating,omitempty" jsonschema:"absent for a named pattern, which has none"`
	Score      int      `json:"score,omitempty" jsonschema:"score in the technique order for people"`
	Text       string   `json:"text" jsonschema:"the step in words"`
	Placement  string   `json:"placement,omitempty" jsonschema:"the digit placed, such as r4c7=5"`
	Eliminated []string `json:"eliminated,omitempty" jsonschema:"the candidates eliminated, such as r4c7=5"`
	Chains     []string `json:"chains,omitempty" jsonschema:"its chains in the notation of the founding paper"`
}

// StepsOf describes the steps of a path; not nil. scores says whether to include
// scores, for a path of the human ladder.
func StepsOf(geo *board.Geometry, path []grade.Step, scores bool) []Step {
	steps := make([]Step, len(path))
	for i, s := range path {
		steps[i] = Step{Technique: s.Technique, Rating: float64(s.Rating) / 10, Text: hint.Sentence(geo, &s)}
		if scores {
			steps[i].Score = s.Score
		}
		if s.Place.Digit != 0 {
			steps[i].Placement = digitAt(geo, s.Place.Cell, s.Place.Digit)
		}
		for _, c := range s.Chains {
			steps[i].Chains = append(steps[i].Chains, c.Implication().Notation(geo))
		}
		for _, e := range s.Eliminate {
			steps[i].Eliminated = append(steps[i].Eliminated, digitAt(geo, e.Cell, e.Digit))
		}
	}
	return steps
}

// digitAt writes a digit in a cell: r4c7=5.
func digitAt(geo *board.Geometry, c board.Cell, d board.Digit) string {
	return geo.CellName(c) + "=" + d.String()
}

// Graded is a puzzle with its grade by the rating.
type Graded struct {
	Puzzle   string `json:"puzzle"`
	Solution string `json:"solution"`
	Grade
	Steps []Step `json:"steps,omitzero" jsonschema:"if requested: how the puzzle is solved"`
}

// HumanGraded is a puzzle with its grade by the human ladder.
type HumanGraded struct {
	Puzzle     string  `json:"puzzle"`
	Solution   string  `json:"solution"`
	Ladder     string  `json:"technique_order" jsonschema:"human"`
	Clues      int     `json:"clues"`
	Score      int     `json:"score" jsonschema:"the sum of the scores of the steps"`
	AtLeast    bool    `json:"at_least" jsonschema:"whether the score is a lower bound because the budget ran out"`
	Hardest    *string `json:"hardest" jsonschema:"id of the hardest technique"`
	Solved     bool    `json:"solved_by_logic"`
	Techniques Counts  `json:"techniques" jsonschema:"how often each technique was used, by id"`
	Steps      []Step  `json:"steps,omitzero" jsonschema:"with --steps: how the puzzle is solved"`
}

// HumanOf describes the grade of a proper puzzle by the human ladder. steps says
// whether to list its steps.
func HumanOf(puzzle, solution *board.Grid, h *grade.HumanPath, steps bool) HumanGraded {
	uses := map[string]int{}
	for _, s := range h.Steps {
		uses[s.Technique]++
	}
	counts := Counts{}
	for _, t := range grade.Ladders()[1].Techniques() {
		if uses[t.ID] > 0 {
			counts = append(counts, Count{ID: t.ID, Uses: uses[t.ID]})
		}
	}
	r := HumanGraded{
		Puzzle: puzzle.String(), Solution: solution.String(), Ladder: "human", Clues: puzzle.Clues(), Score: h.Score, AtLeast: h.AtLeast,
		Hardest: NullIfEmpty(h.Hardest), Solved: h.Solved, Techniques: counts,
	}
	if steps {
		r.Steps = StepsOf(puzzle.Geometry(), h.Steps, true)
	}
	return r
}
