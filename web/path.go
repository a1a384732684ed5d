package web

import (
	"context"
	"errors"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"gradoku/board"
	"gradoku/grade"
)

// way holds the paths that solve a puzzle, one for each ladder.
type way struct {
	Puzzle board.Grid
	Grade  grade.Grade
	Rating []grade.Step // the path by the rating's ladder
	Human  grade.HumanPath
}

// steps returns the path of a ladder by its name, the first of grade.Ladders when it
// is unknown.
func (p *way) steps(ladder string) []grade.Step {
	if ladder == grade.HumanLadder {
		return p.Human.Steps
	}
	return p.Rating
}

// paths caches the ways of recently viewed puzzles, since each step is a separate request.
// Each way can have several hundred steps with their chains.
type paths struct {
	mu      sync.Mutex
	known   map[board.Grid]*way
	solving singleflight.Group // of wayWithin
}

const pathsKept = 100

// wayOf returns the way of a proper puzzle, from the cache or by solving it. The client's
// work budget pays for solving.
func (s *Server) wayOf(ctx context.Context, puzzle board.Grid) (*way, error) {
	s.paths.mu.Lock()
	p := s.paths.known[puzzle]
	s.paths.mu.Unlock()
	if p != nil {
		return p, nil
	}
	err := s.work.do(ctx, func(ctx context.Context) error {
		gr := grade.NewGrader(puzzle.Geometry())
		gr.Stop = func() bool { return ctx.Err() != nil }
		p = &way{Puzzle: puzzle}
		p.Grade, p.Rating = gr.Path(&puzzle)
		p.Human = gr.Human(&puzzle)
		return ctx.Err() // a path that Stop has cut short is not cached
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

// wayWithin is wayOf for a page that can be shown without the way: it returns nil if solving
// takes longer than patience. Solving goes on at the client's cost, so that the way is there
// when the client looks again.
func (s *Server) wayWithin(ctx context.Context, puzzle board.Grid, patience time.Duration) (*way, error) {
	paid := false
	done := s.paths.solving.DoChan(puzzle.String(), func() (_ any, err error) {
		paid = true
		defer func() {
			if r := recover(); r != nil {
				s.log.Error("solving a puzzle panicked", "puzzle", puzzle.String(), "panic", r)
				err = errors.New("the grader panicked")
			}
		}()
		return s.wayOf(context.WithoutCancel(ctx), puzzle)
	})
	select {
	case out := <-done:
		if out.Err != nil && !paid { // it was the work of another client
			return s.wayOf(ctx, puzzle)
		}
		p, _ := out.Val.(*way)
		return p, out.Err
	case <-time.After(patience):
		return nil, nil
	}
}
