package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"gradoku/board"
	"gradoku/generate"
	"gradoku/internal/lean"
)

// GenerateRequest asks for a puzzle. Lists are texts separated by commas, as on the
// command line.
type GenerateRequest struct {
	generate.Request
	Seed  *int64 `json:"seed,omitempty" doc:"random seed, from 0; chosen at random by default"`
	From  int64  `json:"from,omitempty" doc:"the first attempt: for the next puzzle of a seed, the last puzzle's index plus 1"`
	Tries int64  `json:"attempts,omitempty" doc:"give up after this many attempts; by default when success has become unlikely, and up to 9x9 after two seconds"`
	MeasuresWish
}

// Generated is a new puzzle.
type Generated struct {
	Puzzle   string `json:"puzzle"`
	Solution string `json:"solution"`
	Key      string `json:"key" jsonschema:"the key of its canonical form, the same for all isomorphic puzzles"`
	Seed     int64  `json:"seed" jsonschema:"seed of the search: the same request with this seed finds the same puzzle"`
	Index    int64  `json:"index" jsonschema:"number of the attempt that found it"`
	Size     int    `json:"size"`
	Symmetry string `json:"symmetry" jsonschema:"symmetry of the clue pattern, one of gradoku list symmetries"`
	Minimal  bool   `json:"minimal" jsonschema:"whether it is known to be minimal"`
	Grade
}

// search is the last search of an engine.
type search struct {
	asked  string // the request as JSON
	seed   int64
	finder *generate.Finder
	// plans are targets by request. A search may start with a sample of attempts; callers that
	// ask for puzzles of a few kinds pay for it only once.
	plans map[string]generate.Target
}

const mostPlans = 64

// Patience is an [Engine.Patience] for somebody who waits for the answer: puzzles that are not
// very rare take a fraction of it.
const Patience = 2 * time.Second

// Generate makes a puzzle: the first one found, starting at the attempt that the
// request names. The same request with the same seed gives the same puzzle, here and on
// the command line. When the time of ctx is over, the request is exhausted.
func (e *Engine) Generate(ctx context.Context, r GenerateRequest) (*Generated, error) {
	found, err := e.generate(ctx, r)
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("%w: no puzzle meets the request in the time that there is; ask for less", generate.ErrExhausted)
	}
	return found, err
}

func (e *Engine) generate(ctx context.Context, r GenerateRequest) (*Generated, error) {
	seed := generate.NewSeed()
	if r.Seed != nil {
		seed = *r.Seed
	}
	if seed < 0 || r.From < 0 || r.Tries < 0 {
		return nil, badRequest("seed, from and attempts must not be negative")
	}
	target, err := e.prepare(ctx, &r.Request, seed)
	if c, ok := errors.AsType[*generate.Contradiction](err); ok {
		err = &Error{CodeRequest, c.Error()}
	}
	if err != nil {
		return nil, err
	}
	tries := cmp.Or(r.Tries, target.Patience())
	began, hurries := time.Now(), e.Patience > 0 && r.Tries == 0 && target.Shape().Geometry.Size <= 9
	for i := range tries {
		if hurries && i > 0 && time.Since(began) > e.Patience {
			tries = i
			break
		}
		found, err := e.search.finder.Find(ctx, uint64(r.From+i))
		if err != nil {
			return nil, err
		}
		if found.Quota < 0 {
			continue
		}
		geo := found.Grid.Geometry()
		return &Generated{
			Key: fmt.Sprintf("%x", e.canon.Key(&found.Grid, &found.Solution)), Puzzle: found.Grid.String(), Solution: found.Solution.String(), Seed: seed, Index: r.From + i, Size: geo.Size,
			Symmetry: board.SymmetryOf(found.Grid.ClueSet(), geo).Name, Minimal: found.Minimal,
			Grade: GradeOf(&found.Grid, &found.Grade, r.Measures),
		}, nil
	}
	return nil, fmt.Errorf("%w: no puzzle meets the request in %d attempts of seed %d; ask for less, or continue from %d", generate.ErrExhausted, tries, seed, r.From+tries)
}

// prepare returns the target of a request, for which it has chosen a way to search. It also makes the
// finder, unless the last search had the same request and seed.
func (e *Engine) prepare(ctx context.Context, r *generate.Request, seed int64) (generate.Target, error) {
	s, asked := &e.search, string(lean.Append(nil, r))
	t, planned := s.plans[asked]
	if !planned {
		var err error
		if t, err = r.Target(); err == nil {
			t.Predictor = e.Predictor
			err = t.Check()
		}
		if err == nil {
			err = t.ChooseSearch(ctx, 1, nil)
		}
		if err != nil {
			return t, err
		}
		if len(s.plans)%mostPlans == 0 {
			s.plans = map[string]generate.Target{}
		}
		s.plans[asked] = t
	}
	if s.finder != nil && s.asked == asked && s.seed == seed {
		return t, nil
	}
	finder, err := generate.NewFinder(t, uint64(seed), nil)
	s.asked, s.seed, s.finder = asked, seed, finder
	return t, err
}
