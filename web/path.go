package web

import (
	"context"
	"sync"

	"gradoku/board"
	"gradoku/grade"
)

// way is how a puzzle is solved, by both ladders.
type way struct {
	Puzzle board.Grid
	Grade  grade.Grade
	Rating []grade.Step // by the rating
	Human  grade.HumanPath
}

// steps returns the path of a ladder by its name, the first of grade.Ladders when it
// is unknown.
func (p *way) steps(ladder string) []grade.Step {
	if ladder == "human" {
		return p.Human.Steps
	}
	return p.Rating
}

// paths keeps the ways of puzzles that were looked at, since each step is a request
// of its own. Each may hold some hundred steps with their chains.
type paths struct {
	mu    sync.Mutex
	known map[board.Grid]*way
}

const pathsKept = 100

// wayOf solves a proper puzzle, at the expense of a client, or knows how.
func (s *Server) wayOf(ctx context.Context, client string, puzzle board.Grid) (*way, error) {
	s.paths.mu.Lock()
	p := s.paths.known[puzzle]
	s.paths.mu.Unlock()
	if p != nil {
		return p, nil
	}
	err := s.work.do(ctx, client, func() error {
		gr := grade.NewGrader(puzzle.Geometry())
		gr.Stop = func() bool { return ctx.Err() != nil }
		p = &way{Puzzle: puzzle}
		p.Grade, p.Rating = gr.Path(&puzzle)
		p.Human = gr.Human(&puzzle)
		return ctx.Err() // what Stop has cut short is not kept
	})
	if err != nil {
		return nil, err
	}
	s.paths.mu.Lock()
	defer s.paths.mu.Unlock()
	if len(s.paths.known) >= pathsKept || s.paths.known == nil {
		s.paths.known = map[board.Grid]*way{}
	}
	s.paths.known[puzzle] = p
	return p, nil
}
