package api

import (
	"context"
	"fmt"
	"slices"

	"gradoku/hint"
)

// Question is a row of the table of questions.
type Question struct {
	Name    string // of the command, the path and the function
	Doc     string // what is asked for
	Request any    // the zero request
	Answers []any  // the zero answers, of which it gives one

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

// questions lists what can be asked.
var questions = [...]Question{
	{Name: "parse", Doc: "read a puzzle as people write it", Request: ParseRequest{}, Answers: []any{Parsed{}}, Ask: ask((*Engine).Parse)},
	{Name: "format", Doc: "write a puzzle as text", Request: FormatRequest{}, Answers: []any{Formatted{}}, Ask: ask((*Engine).Format)},
	{Name: "check", Doc: "tell what is wrong with a grid", Request: CheckRequest{}, Answers: []any{Checked{}}, Ask: ask((*Engine).Check)},
	{Name: "solve", Doc: "tell the solution of a puzzle, or all", Request: SolveRequest{}, Answers: []any{Solved{}}, Ask: ask((*Engine).Solve)},
	{Name: "grade", Doc: "tell how hard a puzzle is", Request: GradeRequest{}, Answers: []any{Graded{}, HumanGraded{}}, Ask: ask((*Engine).Grade)},
	{Name: "path", Doc: "tell how hard a puzzle is, and the steps that solve it", Request: GradeRequest{}, Answers: []any{Graded{}, HumanGraded{}}, Ask: ask((*Engine).Path)},
	{Name: "hint", Doc: "tell the next step for a position, or what is wrong in it", Request: HintRequest{}, Answers: []any{hint.Hint{}}, Ask: ask((*Engine).Hint)},
	{Name: "generate", Doc: "make a new puzzle", Request: GenerateRequest{}, Answers: []any{Generated{}}, Ask: ask((*Engine).Generate)},
	{Name: "canonical", Doc: "bring a puzzle to the form that is the same for all that are alike", Request: PuzzleRequest{}, Answers: []any{Canonical{}}, Ask: ask((*Engine).Canonical)},
	{Name: "minimal", Doc: "take out clues that are not needed", Request: MinimalRequest{}, Answers: []any{Minimized{}}, Ask: ask((*Engine).Minimal)},
	{Name: "morph", Doc: "make disguised copies of a puzzle", Request: MorphRequest{}, Answers: []any{Morphed{}}, Ask: ask((*Engine).Morph)},
	{Name: "draw", Doc: "draw a puzzle, its solution or a step as SVG", Request: DrawRequest{}, Answers: []any{Drawn{}}, Ask: ask((*Engine).Draw)},
}

// Questions returns the table of what can be asked.
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
