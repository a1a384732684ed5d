package api

import (
	"context"
	"fmt"
	"slices"

	"gradoku/hint"
)

// Question is a row of the table of questions.
type Question struct {
	Name    string // name of the command, the path and the function
	Doc     string // one line of documentation
	Request any    // the zero request
	Answers []any  // zero values of the possible answers

	// Ask calls decode with a pointer to a struct like Request, and answers the
	// request. An error of decode is returned unchanged.
	Ask func(ctx context.Context, e *Engine, decode func(request any) error) (answer any, err error)
}

// ask turns a method into a row's Ask.
func ask[R, A any](method func(*Engine, context.Context, R) (A, error)) func(context.Context, *Engine, func(any) error) (any, error) {
	return func(ctx context.Context, e *Engine, decode func(any) error) (any, error) {
		var r R
		if err := decode(&r); err != nil {
			return nil, err
		}
		answer, err := method(e, ctx, r)
		if err != nil {
			return nil, err
		}
		return answer, nil
	}
}

// questions is the table of questions.
var questions = [...]Question{
	{Name: "parse", Doc: "parse a puzzle in any of the usual notations, and write it in another", Request: ParseRequest{}, Answers: []any{Parsed{}}, Ask: ask((*Engine).Parse)},
	{Name: "check", Doc: "check a grid for errors", Request: CheckRequest{}, Answers: []any{Checked{}}, Ask: ask((*Engine).Check)},
	{Name: "solve", Doc: "solve a puzzle, or find all its solutions", Request: SolveRequest{}, Answers: []any{Solved{}}, Ask: ask((*Engine).Solve)},
	{Name: "grade", Doc: "rate how hard a puzzle is, with the steps that solve it if wanted", Request: GradeRequest{}, Answers: []any{Graded{}, HumanGraded{}}, Ask: ask((*Engine).Grade)},
	{Name: "hint", Doc: "show the next step in a position, or what is wrong with it", Request: HintRequest{}, Answers: []any{hint.Hint{}}, Ask: ask((*Engine).Hint)},
	{Name: "generate", Doc: "generate a puzzle", Request: GenerateRequest{}, Answers: []any{Generated{}}, Ask: ask((*Engine).Generate)},
	{Name: "canonical", Doc: "compute the canonical form, which is the same for all isomorphic puzzles", Request: PuzzleRequest{}, Answers: []any{Canonical{}}, Ask: ask((*Engine).Canonical)},
	{Name: "minimal", Doc: "remove redundant clues", Request: MinimalRequest{}, Answers: []any{Minimized{}}, Ask: ask((*Engine).Minimal)},
	{Name: "morph", Doc: "make isomorphic copies of a puzzle", Request: MorphRequest{}, Answers: []any{Morphed{}}, Ask: ask((*Engine).Morph)},
	{Name: "list", Doc: "list the levels, techniques, symmetries, sizes and languages", Request: ListRequest{}, Answers: []any{Lists{}}, Ask: ask((*Engine).List)},
	{Name: "draw", Doc: "draw a puzzle, its solution or a step as SVG", Request: DrawRequest{}, Answers: []any{Drawn{}}, Ask: ask((*Engine).Draw)},
}

// Questions returns a copy of the table of questions.
func Questions() []Question { return slices.Clone(questions[:]) }

// QuestionByName returns the question of that name; the error lists the names.
func QuestionByName(name string) (Question, error) {
	names := ""
	for _, q := range questions {
		if q.Name == name {
			return q, nil
		}
		names += ", " + q.Name
	}
	return Question{}, &Error{CodeRequest, fmt.Sprintf("there is no question %q: ask for one of %s", name, names[2:])}
}
