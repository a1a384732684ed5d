package api

import (
	"context"
	"errors"

	"gradoku/board"
	"gradoku/generate"
	"gradoku/hint"
	"gradoku/solve"
)

// CheckRequest asks what is wrong with a grid.
type CheckRequest struct {
	Puzzle string `json:"puzzle"`
	Quick  bool   `json:"quick,omitempty" jsonschema:"do not look for redundant clues"`
}

// Checked reports whether a puzzle is proper, and if not, why.
type Checked struct {
	Puzzle     string      `json:"puzzle"`
	Clues      int         `json:"clues"`
	Symmetry   string      `json:"symmetry" jsonschema:"symmetry of the clue pattern, one of gradoku list symmetries"`
	Proper     bool        `json:"proper" jsonschema:"whether there is exactly one solution"`
	Fault      *Code       `json:"fault" jsonschema:"why it is not proper: none, several or unproved; null if it is"`
	Text       string      `json:"text" jsonschema:"the verdict in words"`
	Duplicates []Duplicate `json:"duplicates" jsonschema:"digits that a house contains more than once"`
	Solution   *string     `json:"solution" jsonschema:"the solution, or one of several"`
	Differ     []string    `json:"differ" jsonschema:"if there are several solutions: the cells in which two of them differ, such as r1c2"`
	Minimal    *bool       `json:"minimal" jsonschema:"whether every clue is needed; null if this is unknown or was not requested"`
	Needless   []string    `json:"needless" jsonschema:"the clues that can be removed one at a time, such as r1c2=5"`
	Unproved   int         `json:"unproved,omitempty" jsonschema:"number of clues for which the proof is too hard"`
}

// Duplicate is a digit that a house contains more than once.
type Duplicate struct {
	House string   `json:"house" jsonschema:"the house in words: row 3"`
	Digit string   `json:"digit"`
	Cells []string `json:"cells" jsonschema:"cells such as r1c2"`
}

// Check returns what is wrong with a grid: duplicate digits, no solution, several
// solutions, redundant clues.
func (e *Engine) Check(ctx context.Context, r CheckRequest) (*Checked, error) {
	p, err := e.read(r.Puzzle)
	if err != nil {
		return nil, err
	}
	geo := p.Geometry()
	answer := &Checked{
		Puzzle: p.String(), Clues: p.Clues(), Symmetry: board.SymmetryOf(p.ClueSet(), geo).Name,
		Text: "the puzzle has exactly one solution", Duplicates: duplicates(&p), Differ: []string{}, Needless: []string{},
	}
	solution, _, err := e.prove(ctx, &hint.Position{Givens: p})
	switch code := CodeOf(err); {
	case err == nil:
		answer.Proper, answer.Solution = true, new(solution.String())
	case code == CodeNone || code == CodeUnproved || code == CodeSeveral:
		answer.Fault, answer.Text = &code, err.Error()
		if errors.Is(err, solve.ErrSeveral) {
			return answer, answer.showTwo(ctx, &p)
		}
		return answer, nil
	default:
		return nil, err
	}
	if r.Quick {
		return answer, nil
	}
	needless, unproved := generate.NewMinimizer(geo).Redundant(&p)
	answer.Needless, answer.Unproved = clueNames(&p, needless), unproved
	if unproved == 0 || !needless.Empty() {
		answer.Minimal = new(needless.Empty())
	}
	return answer, nil
}

// showTwo records where two solutions of a puzzle differ.
func (c *Checked) showTwo(ctx context.Context, p *board.Grid) error {
	var two []board.Grid
	_, err := solve.Run(ctx, solve.Default(p.Geometry()), p, solve.Options{Limit: 2, Budget: solve.ProofBudget, Each: func(g *board.Grid) bool {
		two = append(two, *g)
		return true
	}})
	if err != nil || len(two) < 2 {
		return err
	}
	c.Solution = new(two[0].String())
	for i, d := range two[0].Digits() {
		if two[1].At(board.Cell(i)) != d {
			c.Differ = append(c.Differ, p.Geometry().CellName(board.Cell(i)))
		}
	}
	return nil
}

// duplicates lists the digits that a house contains more than once; not nil.
func duplicates(p *board.Grid) []Duplicate {
	geo, list := p.Geometry(), []Duplicate{}
	for h := range geo.Houses {
		house := board.House(h)
		for d := range geo.All.All() {
			var cells []string
			for _, c := range geo.HouseCells(house) {
				if p.At(c) == d {
					cells = append(cells, geo.CellName(c))
				}
			}
			if len(cells) > 1 {
				list = append(list, Duplicate{geo.HouseWords(house), d.String(), cells})
			}
		}
	}
	return list
}
