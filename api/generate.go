package api

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"gradoku/board"
	"gradoku/generate"
)

// GenerateRequest asks for a puzzle. Lists are texts with commas, as on the command
// line.
type GenerateRequest struct {
	Size           int    `json:"size,omitempty" jsonschema:"digits in a row; 9 by default"`
	Level          string `json:"level,omitempty" jsonschema:"only these levels, as hard or medium,hard"`
	Rating         string `json:"rating,omitempty" jsonschema:"only ratings in this range, as 4.0-4.6"`
	Letter         string `json:"letter,omitempty" jsonschema:"only these letters, as E-G"`
	Scheme         string `json:"scheme,omitempty" jsonschema:"which letters: printed (the default) or fitted"`
	Technique      string `json:"technique,omitempty" jsonschema:"only puzzles whose path needs these techniques, as xy-wing"`
	OnlyTechniques string `json:"only_techniques,omitempty" jsonschema:"only puzzles whose path uses no technique but these"`
	Symmetry       string `json:"symmetry,omitempty" jsonschema:"of the clues, of gradoku list symmetries; none by default"`
	Clues          string `json:"clues,omitempty" jsonschema:"how many clues: 30, 22-25 or -23"`
	Minimal        bool   `json:"minimal,omitempty" jsonschema:"only puzzles none of whose clues can be dropped; always so without symmetry and clues"`
	Pattern        string `json:"pattern,omitempty" jsonschema:"clues in exactly these cells: . and 0 are blanks, all else are clues"`

	Seed  *int64 `json:"seed,omitempty" jsonschema:"from 0; drawn at random by default"`
	From  int64  `json:"from,omitempty" jsonschema:"the try to begin with: for the next puzzle of a seed, one above the index of the last"`
	Tries int64  `json:"tries,omitempty" jsonschema:"give up after so many tries; by default where success is unlikely"`
}

// Generated is a new puzzle.
type Generated struct {
	Puzzle   string `json:"puzzle"`
	Solution string `json:"solution"`
	Seed     int64  `json:"seed" jsonschema:"of the search: the same request with this seed finds the same puzzle"`
	Index    int64  `json:"index" jsonschema:"the try that found it"`
	Size     int    `json:"size"`
	Symmetry string `json:"symmetry" jsonschema:"of the clue pattern, of gradoku list symmetries"`
	Minimal  bool   `json:"minimal" jsonschema:"whether it is known to be minimal"`
	Grade
}

// search is the last search of an engine. A sample of tries comes before a search,
// and a caller who asks for one puzzle after another pays for it once.
type search struct {
	asked  GenerateRequest // without seed and place
	target generate.Target
	seed   int64
	finder *generate.Finder
}

// Generate makes a puzzle: the first from the place that the request names. The same
// request with the same seed gives the same puzzle, here and on the command line.
func (e *Engine) Generate(ctx context.Context, r GenerateRequest) (*Generated, error) {
	seed := rand.Int64N(1 << 53) // JSON holds integers up to here exactly
	if r.Seed != nil {
		seed = *r.Seed
	}
	if seed < 0 || r.From < 0 || r.Tries < 0 {
		return nil, badRequest("seed, from and tries must not be negative")
	}
	if err := e.prepare(ctx, r, seed); err != nil {
		return nil, err
	}
	tries := r.Tries
	if tries == 0 {
		tries = e.search.target.Patience()
	}
	for i := range tries {
		found, err := e.search.finder.Find(ctx, uint64(r.From+i))
		if err != nil {
			return nil, err
		}
		if found.Quota < 0 {
			continue
		}
		geo := found.Grid.Geometry()
		return &Generated{
			Puzzle: found.Grid.String(), Solution: found.Solution.String(), Seed: seed, Index: r.From + i, Size: geo.Size,
			Symmetry: board.SymmetryOf(found.Grid.ClueSet(), geo).Name, Minimal: found.Minimal,
			Grade: GradeOf(found.Grid.Clues(), &found.Grade),
		}, nil
	}
	return nil, fmt.Errorf("%w: no puzzle of the kind asked for in tries %d to %d of seed %d", generate.ErrExhausted, r.From, r.From+tries-1, seed)
}

// prepare makes the finder of a request, unless the last request had the same.
func (e *Engine) prepare(ctx context.Context, r GenerateRequest, seed int64) error {
	r.Seed, r.From, r.Tries = nil, 0, 0
	s := &e.search
	if s.finder == nil || s.asked != r {
		t, err := r.target()
		if err != nil {
			return err
		}
		if err := t.ChooseSearch(ctx, generate.SearchAuto, 1, nil); err != nil {
			return targetError(err)
		}
		*s = search{asked: r, target: t, seed: -1}
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

// targetError makes a contradiction an error of the request.
func targetError(err error) error {
	if c, ok := errors.AsType[*generate.Contradiction](err); ok {
		return &Error{CodeRequest, c.Error()}
	}
	return err
}

// target reads a request.
func (r *GenerateRequest) target() (t generate.Target, err error) {
	if len(r.Pattern) > longest {
		return t, badRequest("the pattern has %d characters, more than any puzzle", len(r.Pattern))
	}
	words := generate.Words{
		Size: r.Size, Symmetry: r.Symmetry, Pattern: r.Pattern, Clues: r.Clues, Rating: r.Rating, Level: r.Level, Letter: r.Letter,
		Scheme: r.Scheme, Technique: r.Technique, OnlyTechniques: r.OnlyTechniques, Minimal: r.Minimal,
	}
	if t, err = words.Target(); err == nil {
		err = t.Check()
	}
	if wrong, ok := errors.AsType[*generate.WordError](err); ok {
		switch wrong.Word { // the others are named by what is wrong
		case "pattern", "clues", "rating", "letter":
			err = fmt.Errorf("the %s: %w", wrong.Word, err)
		}
	}
	if err != nil {
		return t, &Error{CodeRequest, err.Error()}
	}
	return t, nil
}
