package api

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"gradoku/board"
	"gradoku/draw"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/hint"
	"gradoku/solve"
)

// Engine answers questions. It is a workspace that grows with the sizes used: use
// one per goroutine. The zero value is ready.
type Engine struct {
	// Predictor is that of a [generate.Target]; without one nobody can ask for minutes.
	Predictor func() func(*board.Grid) int
	// Patience is how long to search for a puzzle of up to 9x9 when the request gives no number
	// of attempts; 0 for as many as the request deserves, whatever the time.
	Patience time.Duration
	// Read reads the puzzle, or the saved game, of a text that is no grid, such as a link, by the
	// file formats of the host; nil for a host without them.
	Read func(text string) (hint.Position, error)

	prover  solve.Prover
	graders grade.Graders
	canon   board.Canonicalizer
	search  search
	hinter  hint.Hinter
}

// ParseRequest asks to read a puzzle.
type ParseRequest struct {
	Text string `json:"text" jsonschema:"a puzzle on one line or several, with a frame or without, or MATLAB's list of clues; the server and gradoku ask read every format of gradoku list formats, such as links"`
	Form string `json:"form,omitempty" jsonschema:"also write it as text: line (. for a blank), zeros (0 for a blank), rows (a line for each row), framed (with lines between the boxes)"`
}

// Parsed is a puzzle that was read.
type Parsed struct {
	Puzzle string `json:"puzzle" jsonschema:"row by row on one line, . for a blank"`
	Size   int    `json:"size" jsonschema:"the number of digits: 9 for 9x9"`
	Clues  int    `json:"clues"`
	Text   string `json:"text,omitempty" jsonschema:"the puzzle in the form that was asked for"`
}

// Parse reads a puzzle in any of the usual notations, and writes it in a form if one is
// named. It does not check the rules of Sudoku: [Engine.Check] does.
func (e *Engine) Parse(_ context.Context, r ParseRequest) (*Parsed, error) {
	p, err := e.read(r.Text)
	if err != nil {
		return nil, err
	}
	answer := &Parsed{Puzzle: p.String(), Size: p.Geometry().Size, Clues: p.Clues()}
	for _, f := range forms {
		if f.name == r.Form {
			answer.Text = f.write(&p)
		}
	}
	if r.Form != "" && answer.Text == "" {
		return nil, badRequest("there is no form %q: use line, zeros, rows or framed", r.Form)
	}
	return answer, nil
}

// longest is the maximum length of a text: a 16x16 puzzle with frames, spaces and
// titles is a fraction of it.
const longest = 1 << 16

// position reads a puzzle, or a saved game.
func (e *Engine) position(text string) (hint.Position, error) {
	if len(text) > longest {
		return hint.Position{}, &Error{CodeMalformed, fmt.Sprintf("the text has %d bytes, more than any puzzle", len(text))}
	}
	if text == "" {
		return hint.Position{}, &Error{CodeMalformed, "the puzzle is missing"}
	}
	p, err := board.Parse(text)
	if err == nil {
		return hint.Position{Givens: p}, nil
	}
	if m, other := board.ParseMatrix(text); other == nil {
		return hint.Position{Givens: m}, nil
	}
	if e.Read != nil {
		return e.Read(text)
	}
	return hint.Position{}, err
}

// read reads a puzzle of clues only.
func (e *Engine) read(text string) (board.Grid, error) {
	p, err := e.position(text)
	if err == nil && p.Marks != nil {
		if _, within, _ := p.Prove(&e.prover); within != nil {
			err = &Error{CodeSeveral, "several solutions: the candidates are part of the puzzle (a sukaku), and only solve, grade and hint take them"}
		}
	}
	return p.Givens, err
}

// forms are the text formats of a puzzle.
var forms = [...]struct {
	name  string
	write func(p *board.Grid) string
}{
	{"line", func(p *board.Grid) string { return p.String() }},
	{"zeros", func(p *board.Grid) string { return strings.ReplaceAll(p.String(), ".", "0") }},
	{"rows", func(p *board.Grid) string {
		text := p.String()
		_, cells := board.CutVariant(text)
		rows := strings.TrimSuffix(text, cells) // the variant
		for size := p.Geometry().Size; cells != ""; cells = cells[size:] {
			rows += cells[:size] + "\n"
		}
		return rows
	}},
	{"framed", (*board.Grid).Framed},
}

// MeasuresWish asks for the parts of a grade that few readers want.
type MeasuresWish struct {
	Measures bool `json:"measures,omitempty" query:"measures" doc:"Also return x, y, the letters, pearl and diamond"`
}

// GradeRequest asks how hard a puzzle is.
type GradeRequest struct {
	Puzzle string `json:"puzzle"`
	Ladder string `json:"technique_order,omitempty" jsonschema:"se (the rating, the default) or human (named patterns before chains)"`
	Steps  bool   `json:"steps,omitempty" jsonschema:"also return the steps"`
	Budget int64  `json:"budget,omitempty" jsonschema:"end after this many units of work and return a lower bound; 25000000, the default, is about a second"`
	MeasuresWish
}

// Grade rates a puzzle by the ladder that the request names. The answer is a *Graded
// or, for the human ladder, a *HumanGraded.
func (e *Engine) Grade(ctx context.Context, r GradeRequest) (any, error) {
	human, err := isHuman(r.Ladder)
	if err != nil {
		return nil, err
	}
	if r.Budget < 0 {
		return nil, badRequest("the budget is %d; it must not be negative", r.Budget)
	}
	p, err := e.position(r.Puzzle)
	if err != nil {
		return nil, err
	}
	puzzle := p.Givens
	solution, within, err := e.prove(ctx, &p)
	if err != nil {
		return nil, err
	}
	grader := e.grader(ctx, puzzle.Geometry(), r.Budget)
	if human {
		path := grader.HumanOn(cmp.Or(within, new(board.NewBoard(&puzzle))))
		return new(HumanOf(&puzzle, &solution, &path, r.Steps)), context.Cause(ctx) // the end of ctx cuts a grade short
	}
	answer := &Graded{Puzzle: puzzle.String(), Solution: solution.String()}
	var g grade.Grade
	var path []grade.Step
	switch {
	case within != nil:
		g, path = grader.PathOn(within)
	case r.Steps:
		g, path = grader.Path(&puzzle)
	default:
		g = grader.Grade(&puzzle)
	}
	if answer.Grade = GradeOf(&puzzle, &g, r.Measures); r.Steps {
		answer.Steps = StepsOf(puzzle.Geometry(), path, false)
	}
	return answer, context.Cause(ctx)
}

// isHuman reads the name of a ladder.
func isHuman(name string) (bool, error) {
	l, err := grade.LadderByName(cmp.Or(name, grade.RatingLadder))
	if err != nil {
		return false, badRequest("%v", err)
	}
	return l.Name == grade.HumanLadder, nil
}

func (e *Engine) grader(ctx context.Context, geo *board.Geometry, budget int64) *grade.Grader {
	g := e.graders.Of(geo)
	g.Budget, g.Stop = cmp.Or(budget, grade.DefaultBudget), func() bool { return ctx.Err() != nil }
	return g
}

// proper reads a puzzle and proves that it has exactly one solution.
func (e *Engine) proper(ctx context.Context, text string) (puzzle, solution board.Grid, err error) {
	if puzzle, err = e.read(text); err != nil {
		return puzzle, solution, err
	}
	solution, _, err = e.prove(ctx, &hint.Position{Givens: puzzle})
	return puzzle, solution, err
}

// prove is [hint.Position.Prove].
func (e *Engine) prove(ctx context.Context, p *hint.Position) (board.Grid, *board.Board, error) {
	e.prover.Stop = func() bool { return ctx.Err() != nil }
	solution, within, err := p.Prove(&e.prover)
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return solution, within, err
}

// HintRequest asks for the next step in a position.
type HintRequest struct {
	hint.Query
	SVG bool `json:"svg,omitempty" jsonschema:"also draw the hint"`
}

// Hint returns the next step in a position, or what is wrong with it.
func (e *Engine) Hint(ctx context.Context, r HintRequest) (*hint.Hint, error) {
	if len(r.Puzzle)+len(r.State)+len(r.Candidates)+len(r.Corners) > longest {
		return nil, &Error{CodeMalformed, "the texts are longer than any position"}
	}
	position, err := e.position(r.Puzzle)
	if err == nil {
		state, candidates := position.Texts()
		r.Puzzle, r.State, r.Candidates = position.Givens.String(), cmp.Or(r.State, state), cmp.Or(r.Candidates, candidates)
		position, err = r.Position()
	}
	if err == nil {
		e.hinter.Stop = func() bool { return ctx.Err() != nil }
		var told hint.Hint
		if told, err = e.hinter.Next(position, r.Wanted); err == nil {
			if err := context.Cause(ctx); err != nil || !r.SVG {
				return &told, err
			}
			var picture strings.Builder
			if err := draw.Hint(&position, &told).SVG(&picture, 0); err != nil {
				return nil, fmt.Errorf("drawing: %w", err)
			}
			told.SVG = picture.String()
			return &told, nil
		}
	}
	if CodeOf(err) == CodeOther { // unknown names in the options, or digits that contradict the givens
		err = &Error{CodeRequest, err.Error()}
	}
	return nil, err
}

// SolveRequest asks for solutions.
type SolveRequest struct {
	Puzzle string `json:"puzzle"`
	Limit  int    `json:"limit,omitempty" jsonschema:"return all solutions up to this number, at most 10000; by default one solution is returned, and whether it is unique"`
	Budget int64  `json:"budget,omitempty" jsonschema:"end after this many search nodes"`
}

const mostSolutions = 10_000

// Solve returns the solutions of a puzzle, proper or not.
func (e *Engine) Solve(ctx context.Context, r SolveRequest) (*Solved, error) {
	if r.Limit < 0 || r.Limit > mostSolutions {
		return nil, badRequest("the limit is %d; it must be from 0 to %d", r.Limit, mostSolutions)
	}
	if r.Budget < 0 {
		return nil, badRequest("the budget is %d; it must not be negative", r.Budget)
	}
	game, err := e.position(r.Puzzle)
	if err != nil {
		return nil, err
	}
	p := game.Givens
	solver := solve.Default(p.Geometry())
	answer := &Solved{Puzzle: p.String(), Solver: solver.Name}
	opt := solve.Options{Limit: 2, Budget: solve.ProofBudget}
	if game.Marks != nil {
		_, opt.Within, _ = e.prove(ctx, &game) // how many solutions there are is found below
	}
	if r.Budget > 0 {
		opt.Budget = r.Budget
	}
	if r.Limit > 0 {
		opt.Limit = r.Limit
		opt.Each = func(g *board.Grid) bool {
			answer.All = append(answer.All, g.String())
			return true
		}
	}
	found, err := solve.Run(ctx, solver, &p, opt)
	if err == nil && found.Status == solve.Canceled {
		err = context.Cause(ctx)
	}
	if err != nil {
		return nil, err
	}
	answer.Solutions, answer.Status, answer.Unique = found.Solutions, found.Status.String(), found.Unique()
	answer.Solution = found.First.String()
	answer.Nodes, answer.Guesses = found.Stats.Nodes, found.Stats.Guesses
	return answer, nil
}

// PuzzleRequest names a puzzle.
type PuzzleRequest struct {
	Puzzle string `json:"puzzle"`
}

// Canonical brings a proper puzzle to its canonical form.
func (e *Engine) Canonical(ctx context.Context, r PuzzleRequest) (*Canonical, error) {
	puzzle, solution, err := e.proper(ctx, r.Puzzle)
	if err != nil {
		return nil, err
	}
	way := e.canon.Transform(&puzzle, &solution)
	form := way.Apply(&puzzle)
	return new(CanonicalOf(&puzzle, &form, e.canon.KeyOf(&form), &way)), nil
}

// MinimalRequest asks to reduce a puzzle to a minimal one.
type MinimalRequest struct {
	Puzzle string `json:"puzzle"`
	Seed   *int64 `json:"seed,omitempty" jsonschema:"remove clues in a random order given by this seed; by default row by row"`
}

// Minimal removes redundant clues.
func (e *Engine) Minimal(ctx context.Context, r MinimalRequest) (*Minimized, error) {
	if r.Seed != nil && *r.Seed < 0 {
		return nil, badRequest("the seed is %d; it must not be negative", *r.Seed)
	}
	puzzle, _, err := e.proper(ctx, r.Puzzle)
	if err != nil {
		return nil, err
	}
	var minimal board.Grid
	var unproved int
	if m := generate.NewMinimizer(puzzle.Geometry()); r.Seed == nil {
		minimal, unproved = m.InOrder(&puzzle)
	} else {
		minimal, unproved = m.Shuffled(&puzzle, uint64(*r.Seed), 1) // 1 is the number of the first line, as on the command line
	}
	return new(MinimizedOf(&puzzle, &minimal, unproved)), nil
}

// MorphRequest asks for isomorphic copies.
type MorphRequest struct {
	Puzzle string `json:"puzzle"`
	Count  int    `json:"count,omitempty" jsonschema:"how many copies, at most 1000; 1 by default"`
	Seed   int64  `json:"seed,omitempty" jsonschema:"random seed, from 0"`
}

const mostCopies = 1000

// Morphed holds isomorphic copies of a puzzle, each as hard as the puzzle.
type Morphed struct {
	Puzzle string `json:"puzzle"`
	Copies []Copy `json:"copies" jsonschema:"the copies; fewer than requested if the puzzle has no more isomorphs"`
}

// Copy is an isomorphic copy.
type Copy struct {
	Puzzle    string `json:"puzzle"`
	Transform string `json:"transform" jsonschema:"how to get from the puzzle to the copy"`
}

// Morph makes isomorphic copies of a puzzle: relabelled, reordered, transposed.
func (e *Engine) Morph(_ context.Context, r MorphRequest) (*Morphed, error) {
	switch {
	case r.Count < 0 || r.Count > mostCopies:
		return nil, badRequest("the count is %d; it must be from 1 to %d", r.Count, mostCopies)
	case r.Seed < 0:
		return nil, badRequest("the seed is %d; it must not be negative", r.Seed)
	}
	puzzle, err := e.read(r.Puzzle)
	if err != nil {
		return nil, err
	}
	if err := puzzle.Check(); err != nil {
		return nil, &Error{CodeNone, "no solution: " + err.Error()}
	}
	answer := &Morphed{Puzzle: puzzle.String(), Copies: []Copy{}}
	for _, t := range generate.NewMorpher().Morphs(&puzzle, max(r.Count, 1), uint64(r.Seed), 0) {
		image := t.Apply(&puzzle)
		answer.Copies = append(answer.Copies, Copy{image.String(), t.String()})
	}
	return answer, nil
}

// DrawRequest asks for a picture.
type DrawRequest struct {
	Puzzle      string `json:"puzzle"`
	Candidates  bool   `json:"candidates,omitempty" jsonschema:"show the candidates in the blanks"`
	Singles     bool   `json:"singles,omitempty" jsonschema:"show the candidates, and emphasise those that are the only one in their cell"`
	Coordinates bool   `json:"coordinates,omitempty" jsonschema:"label the rows r1, r2, ... and the columns c1, c2, ... in the margins"`
	Solution    bool   `json:"solution,omitempty" jsonschema:"show the solution's digits in the blanks"`
	Step        int    `json:"step,omitempty" jsonschema:"show this step of the solution path, from 1"`
	Ladder      string `json:"technique_order,omitempty" jsonschema:"the technique order of the solution path: se (the default) or human"`
	Width       int    `json:"width,omitempty" jsonschema:"width in pixels"`
}

const widest = 100_000

// Drawn is a picture.
type Drawn struct {
	Title string `json:"title" jsonschema:"what the picture shows, in words"`
	SVG   string `json:"svg"`
}

// Draw draws a puzzle, its solution or one step of the solution path. Only the last
// two need a proper puzzle.
func (e *Engine) Draw(ctx context.Context, r DrawRequest) (*Drawn, error) {
	human, err := isHuman(r.Ladder)
	switch {
	case err != nil:
		return nil, err
	case r.Step < 0:
		return nil, badRequest("the step is %d; steps count from 1", r.Step)
	case r.Width < 0 || r.Width > widest:
		return nil, badRequest("the width is %d; it must be from 1 to %d pixels", r.Width, widest)
	case r.Solution && (r.Step > 0 || r.Candidates || r.Singles):
		return nil, badRequest("the solution fills all blanks, so there are no candidates and no step to show: draw two pictures")
	}
	puzzle, err := e.read(r.Puzzle)
	if err != nil {
		return nil, err
	}
	opt := draw.Options{Candidates: r.Candidates || r.Singles, Singles: r.Singles, Coordinates: r.Coordinates}
	if r.Solution || r.Step > 0 {
		solution, _, err := e.prove(ctx, &hint.Position{Givens: puzzle})
		if err != nil {
			return nil, err
		}
		if r.Solution {
			opt.Solution = &solution
		}
	}
	if r.Step > 0 {
		var path []grade.Step
		if g := e.grader(ctx, puzzle.Geometry(), 0); human {
			path = g.Human(&puzzle).Steps
		} else {
			_, path = g.Path(&puzzle)
		}
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		if r.Step > len(path) {
			return nil, badRequest("the step is %d, but the solution path has %d", r.Step, len(path))
		}
		opt.Path = path[:r.Step]
	}
	page := draw.New(&puzzle, opt)
	var svg strings.Builder
	if err := page.SVG(&svg, r.Width); err != nil {
		return nil, fmt.Errorf("drawing: %w", err)
	}
	return &Drawn{page.Title, svg.String()}, nil
}
