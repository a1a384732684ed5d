package web

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"gradoku/api"
	"gradoku/grade"
	"gradoku/internal/text"
	"gradoku/store"
	"gradoku/task"
)

// counter caches counts. Counting a million puzzles takes seconds, so it is done once for
// all clients. A count is repeated only after puzzles were added or a minute has passed (a
// regrade adds no puzzles).
type counter struct {
	mu       sync.Mutex
	known    map[string]counted
	counting atomic.Bool // whether all puzzles are being counted in the background
}

type counted struct {
	store.Facets
	variants []store.Count // in the whole database

	last int64 // the last puzzle in the database at that time
	at   time.Time
	took time.Duration
}

const (
	countsKept = 200
	countsHold = time.Minute
	// A count of a growing database is used for at least countsRest, and for at least
	// countsShare times as long as it took.
	countsRest  = 5 * time.Second
	countsShare = 20
)

// countOf counts the puzzles of a selection. The counts of all puzzles may be old. Any other
// count is paid for by the request and ends with it. Counts are made in turn, so requests for
// the same count find it when their turn comes. A count that is not needed is made only if no
// request would wait for it.
func (s *Server) countOf(ctx context.Context, sel *store.Selection, f store.Filter, needed bool) (counted, error) {
	name := valuesOf(sel).Encode()
	if name == "" {
		if c, ok, err := s.all(ctx); ok || err != nil {
			return c, err
		}
	}
	c, fresh, err := s.known(ctx, name)
	if err != nil || fresh {
		return c, err
	}
	if !needed && s.slow.busy() {
		return c, errWork
	}
	err = s.slow.do(ctx, func(ctx context.Context) (err error) {
		if c, fresh, err = s.known(ctx, name); err == nil && !fresh {
			err = s.count(ctx, name, f, &c)
		}
		return err
	})
	return c, err
}

// all returns the counts of all puzzles, which may be old, and does not wait. If they are
// old, it starts to count again; if there are none yet, ok is false.
func (s *Server) all(ctx context.Context) (c counted, ok bool, err error) {
	c, fresh, err := s.known(ctx, "")
	if err == nil && !fresh && s.counts.counting.CompareAndSwap(false, true) {
		s.ahead.Go(func() {
			defer s.counts.counting.Store(false)
			again := c
			if err := s.count(s.life, "", store.Filter{Classical: true}, &again); err != nil && s.life.Err() == nil {
				s.log.Warn("the puzzles could not be counted", "error", err)
			}
		})
	}
	return c, !c.at.IsZero(), err
}

// known returns the last count, and whether it is new enough.
func (s *Server) known(ctx context.Context, name string) (c counted, fresh bool, err error) {
	var last int64
	err = s.lookUp(ctx, s.quick, func(ctx context.Context, db *store.DB) (err error) { last, err = db.LastPuzzle(ctx); return err })
	if err != nil {
		return c, false, err
	}
	s.counts.mu.Lock()
	defer s.counts.mu.Unlock()
	c, ok := s.counts.known[name]
	age := time.Since(c.at)
	fresh = ok && (age < max(countsRest, countsShare*c.took) || c.last == last && age < countsHold)
	c.last = last
	return c, fresh, nil
}

// count counts the puzzles of a filter and keeps the count. c.last is set.
func (s *Server) count(ctx context.Context, name string, f store.Filter, c *counted) error {
	began := time.Now()
	err := s.db.use(ctx, func(db *store.DB) (err error) {
		if c.Facets, err = db.Facets(ctx, f); err == nil {
			c.variants, err = db.Variants(ctx)
		}
		return err
	})
	if err != nil {
		return err
	}
	c.at, c.took = time.Now(), time.Since(began)
	s.counts.mu.Lock()
	defer s.counts.mu.Unlock()
	if len(s.counts.known) >= countsKept { // those of all puzzles stay
		maps.DeleteFunc(s.counts.known, func(name string, _ counted) bool { return name != "" })
	}
	s.counts.known[name] = *c
	return nil
}

// Tally is a value and the number of puzzles that have it.
type Tally[T any] struct {
	Value   T     `json:"value"`
	Puzzles int64 `json:"puzzles"`
}

func tallies[K cmp.Ordered, V any](counts map[K]int64, value func(K) V) []Tally[V] {
	list := []Tally[V]{}
	for _, k := range slices.Sorted(maps.Keys(counts)) {
		list = append(list, Tally[V]{value(k), counts[k]})
	}
	return list
}

// Stats describe a database, or a selection of its puzzles.
type Stats struct {
	Version    string              `json:"version" doc:"Of gradoku"`
	Grader     int                 `json:"grader" doc:"Version of the grader whose grades are given"`
	Puzzles    int64               `json:"puzzles"`
	Graded     int64               `json:"graded" doc:"Puzzles with a grade of that grader"`
	Counted    time.Time           `json:"counted" doc:"When they were counted, at most a few minutes ago"`
	Levels     []Tally[string]     `json:"levels" nullable:"false" doc:"By level, from easy to hard; an empty name stands for puzzles without a level"`
	Ratings    []Tally[api.Tenths] `json:"ratings" nullable:"false"`
	Sizes      []Tally[int]        `json:"sizes" nullable:"false"`
	Clues      []Tally[int]        `json:"clues" nullable:"false"`
	Symmetries []Tally[string]     `json:"symmetries" nullable:"false"`
	Variants   []Tally[string]     `json:"variants" nullable:"false" doc:"Puzzles of variants in the whole database; a selection without variant or run leaves them out"`
	Hardest    []Tally[string]     `json:"hardest" nullable:"false" doc:"By the technique that set the rating, in the order of gradoku list techniques"`
}

// inTable lists counts in the order of a table; those without a name come last.
func inTable(counts map[string]int64, table []string) []Tally[string] {
	list := []Tally[string]{}
	for _, name := range append(table, "") {
		if n := counts[name]; n > 0 {
			list = append(list, Tally[string]{name, n})
		}
	}
	return list
}

func same[T any](v T) T { return v }

func (s *Server) statsOf(c counted) Stats {
	stats := Stats{
		Version: s.opt.Version, Grader: grade.Version, Puzzles: c.Puzzles, Graded: c.Graded, Counted: c.at.UTC(),
		Levels: inTable(c.Levels, grade.LevelIDs()), Hardest: inTable(c.Hardest, text.Each(grade.Techniques(), func(t grade.Technique) string { return t.ID })),
		Ratings: tallies(c.Ratings, func(n int) api.Tenths { return api.Tenths(n) }),
		Sizes:   tallies(c.Sizes, same[int]), Clues: tallies(c.Clues, same[int]),
		Symmetries: tallies(c.Symmetries, same[string]),
		Variants:   []Tally[string]{},
	}
	for _, v := range c.variants {
		stats.Variants = append(stats.Variants, Tally[string]{v.Name, v.Rows})
	}
	return stats
}

type (
	statsInput  struct{ store.Selection }
	statsOutput struct{ Body Stats }
	runsOutput  struct {
		Body struct {
			Runs []task.RunRecord `json:"runs" nullable:"false"`
		}
	}
	runInput struct {
		ID int64 `path:"id" minimum:"1"`
	}
	runOutput struct{ Body task.RunRecord }
)

func (s *Server) overviewRoutes() {
	answer(s, reading("/v1/stats", "stats", "Statistics of the puzzles",
		"Counts of the puzzles of a selection, by level, rating, size, clues, symmetry and hardest technique."),
		func(ctx context.Context, in *statsInput) (*statsOutput, error) {
			f, err := s.filterOf(ctx, &in.Selection)
			var c counted
			if err == nil {
				c, err = s.countOf(ctx, &in.Selection, f, true)
			}
			if err != nil {
				return nil, atCondition(err, in.Where.Text)
			}
			return &statsOutput{s.statsOf(c)}, nil
		})
	read(s, s.slow, "/v1/runs", "list-runs", "All runs", "The runs of the database, oldest first.",
		func(ctx context.Context, db *store.DB, _ *struct{}) (*runsOutput, error) {
			out := &runsOutput{}
			out.Body.Runs = []task.RunRecord{}
			runs, err := db.Runs(ctx)
			for _, r := range runs {
				out.Body.Runs = append(out.Body.Runs, task.RecordOf(r))
			}
			return out, err
		})
	read(s, s.slow, "/v1/runs/{id}", "get-run", "One run", "A run with its counters.",
		func(ctx context.Context, db *store.DB, in *runInput) (*runOutput, error) {
			r, err := db.Run(ctx, in.ID)
			return &runOutput{task.RecordOf(r)}, err
		})
}

// ended reports whether an error only says that the client disconnected.
func ended(ctx context.Context, err error) bool {
	return ctx.Err() != nil || errors.Is(err, context.Canceled) || errors.Is(err, http.ErrAbortHandler)
}
