package api

import (
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
	target generate.Target
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
	if err := e.prepare(ctx, r.Request, seed); err != nil {
		return nil, err
	}
	tries := r.Tries
	if tries == 0 {
		tries = e.search.target.Patience()
	}
	began, hurries := time.Now(), e.Patience > 0 && r.Tries == 0 && e.search.target.Shape().Geometry.Size <= 9
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

// prepare makes the finder for a request, unless the last request had the same one.
func (e *Engine) prepare(ctx context.Context, r generate.Request, seed int64) error {
	s := &e.search
	if asked := string(lean.Append(nil, r)); s.finder == nil || s.asked != asked {
		t, err := e.plan(ctx, asked, &r)
		if err != nil {
			return targetError(err)
		}
		s.asked, s.target, s.seed = asked, t, -1
	}
	if s.seed == seed {
		return nil
	}
	finder, err := generate.NewFinder(s.target, uint64(seed), nil)
	if err != nil {
		return targetError(err)
	}
	s.seed, s.finder = seed, finder
	return nil
}

// plan returns the target of a request, asked in JSON, with the decision how to search for it.
func (e *Engine) plan(ctx context.Context, asked string, r *generate.Request) (generate.Target, error) {
	if t, ok := e.search.plans[asked]; ok {
		return t, nil
	}
	t, err := r.Target()
	if err == nil {
		t.Predictor = e.Predictor
		err = t.Check()
	}
	if err == nil {
		err = t.ChooseSearch(ctx, 1, nil)
	}
	if err == nil {
		if len(e.search.plans)%mostPlans == 0 {
			e.search.plans = map[string]generate.Target{}
		}
		e.search.plans[asked] = t
	}
	return t, err
}

// targetError turns an error about the target into an error of the request.
func targetError(err error) error {
	if c, ok := errors.AsType[*generate.Contradiction](err); ok {
		return &Error{CodeRequest, c.Error()}
	}
	return err
}
