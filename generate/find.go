package generate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/ordered"
	"gradoku/solve"
)

// Found is a puzzle that meets a target, or the best that a try produced.
type Found struct {
	ProperPuzzle
	Index uint64      // the try
	Grade grade.Grade // complete if the puzzle is wanted
	// Quota is the puzzle's place in the target's quotas, 0 without quotas, and -1
	// when the puzzle is not wanted.
	Quota int

	tooHard bool // too hard for all quotas: its grade was cut short
}

// One makes one puzzle that meets the target: the first of [Stream].
func One(ctx context.Context, t Target, seed uint64) (Found, error) {
	for found, err := range Stream(ctx, t, seed, 1) {
		return found, err
	}
	return Found{}, ErrExhausted // for the compiler: a stream yields at least a puzzle or an error
}

// OfLevel makes one 9x9 puzzle of a level, such as "hard"; the same seed gives the same
// puzzle. [One] knows other sizes and targets, [grade.Levels] lists the levels.
func OfLevel(level string, seed uint64) (Found, error) {
	var t Target
	if err := t.Level.UnmarshalText([]byte(level)); err != nil {
		return Found{}, err
	}
	return One(context.Background(), t, seed)
}

// ErrExhausted ends a search that has found nothing for too long.
var ErrExhausted = errors.New("gave up")

// Stream yields the puzzles of a seed that meet the target, in the order of their tries:
// without end, or until the quotas are full. What it yields depends only on target and seed,
// not on the number of workers (less than one counts as one). Unless the target asks for
// walks, a sample decides whether to walk ([Target.ChooseSearch]).
//
// An error comes last: a *Contradiction when no puzzle can meet the target,
// ErrExhausted after [Target.Patience] tries in a row without success, or the cause
// of the end of ctx. A puzzle may be yielded again, as it is or as an isomorph;
// [board.Canonicalizer] detects that.
func Stream(ctx context.Context, t Target, seed uint64, workers int) iter.Seq2[Found, error] {
	return func(yield func(Found, error) bool) {
		if err := find(ctx, t, seed, workers, func(f Found) bool { return yield(f, nil) }); err != nil {
			yield(Found{}, err)
		}
	}
}

func find(ctx context.Context, t Target, seed uint64, workers int, yield func(Found) bool) error {
	if err := t.Check(); err != nil {
		return err
	}
	workers = max(workers, 1)
	t.Quotas = slices.Clone(t.Quotas)
	if !t.Walks() {
		if err := t.ChooseSearch(ctx, workers, nil); err != nil {
			return err
		}
	}
	filled := new(FilledQuotas)
	var work []ordered.Worker[ordered.Range, []Found]
	for range workers {
		f, err := NewFinder(t, seed, filled)
		if err != nil {
			return err
		}
		work = append(work, func(ctx context.Context, tries ordered.Range) ([]Found, error) {
			var all []Found
			err := f.FindIn(ctx, tries, func(_ int64, found Found) { all = append(all, found) })
			return all, err
		})
	}
	room, left, fruitless := NewRoom(t.Quotas, filled), Total(t.Quotas), int64(0)
	for tries, err := range ordered.Map(ctx, ordered.Ranges(0, math.MaxInt64, t.Chunk()), work) {
		if err != nil {
			return err
		}
		for _, found := range tries {
			if !room.For(found.Quota) {
				if fruitless++; fruitless == t.Patience() {
					return fmt.Errorf("%w after %d attempts in a row without a puzzle that meets the target", ErrExhausted, fruitless)
				}
				continue
			}
			fruitless = 0
			if !yield(found) {
				return nil
			}
			room.Take(found.Quota)
			if left--; left == 0 && len(t.Quotas) > 0 {
				return nil
			}
		}
	}
	return nil
}

// Finder computes the tries of a seed: it makes the puzzle of each, grades it as far
// as the target needs, walks from there if the target says so, and proves the result
// a second time. It is a workspace: use one per goroutine.
type Finder struct {
	seed       uint64
	verify     solve.Solver
	graders    grade.Graders
	matchers   []*grade.Matcher // one for each quota combined with the target; without quotas, one for the target
	strategies []*clueStrategy  // tries use them in turn
	filled     *FilledQuotas
	people     []*grade.Selection    // of each matcher, which does not check the path for people
	wanted     grade.Span            // minutes, which no matcher checks
	minutes    func(*board.Grid) int // nil if the target has no condition on minutes
}

// clueStrategy is how tries are made for the quotas with the same number of clues. The puzzle
// of such a try counts only for these quotas. So tries whose quotas are full can be
// skipped, and the result does not depend on when a finder learned that they are
// full.
type clueStrategy struct {
	generator *Generator
	serves    []int // the places of its quotas; 0 without quotas
	goals     []int // those of them that walks aim at
}

// NewFinder returns a Finder. It does not search for quotas that are full according
// to filled, which may be nil. The error says which part of the target cannot be met.
func NewFinder(t Target, seed uint64, filled *FilledQuotas) (*Finder, error) {
	geo, err := t.geometry()
	if err = cmp.Or(err, t.checkQuotas()); err != nil {
		return nil, err
	}
	if filled == nil {
		filled = new(FilledQuotas)
	}
	f := &Finder{
		seed: seed, verify: solve.Verifier(geo),
		filled: filled, wanted: t.Minutes,
	}
	if t.Minutes != (grade.Span{}) {
		if t.Predictor == nil {
			return nil, errors.New("the target asks for minutes, but there is no model here to predict them")
		}
		f.minutes = t.Predictor()
	}
	if err := f.match(&t); err != nil {
		return nil, err
	}
	for _, clues := range t.ways() {
		w, err := newClueStrategy(&t, clues)
		if err != nil {
			return nil, err
		}
		f.strategies = append(f.strategies, w)
	}
	return f, nil
}

// Key returns the key of a puzzle that was just found.
func (f *Finder) Key(found *Found) [16]byte {
	return f.graders.Of(found.Grid.Geometry()).Key(&found.Grid, &found.Solution)
}

// match prepares what a finder compares with grades.
func (f *Finder) match(t *Target) error {
	geo := t.Shape().Geometry
	if len(t.Quotas) == 0 {
		m, err := grade.NewMatcher(geo, t.Selection)
		f.matchers, f.people = append(f.matchers, m), append(f.people, &t.Selection)
		return err
	}
	for _, q := range t.Quotas {
		wanted := q.Of(t.Selection)
		m, err := grade.NewMatcher(geo, wanted)
		if err != nil {
			return fmt.Errorf("quota %s: %w", q.Name(), errors.Unwrap(err)) // without the field, which the quota is
		}
		f.matchers, f.people = append(f.matchers, m), append(f.people, &wanted)
	}
	return nil
}

// newClueStrategy returns the strategy of the quotas that name this number of clues.
func newClueStrategy(t *Target, clues grade.Span) (*clueStrategy, error) {
	opt := t.Shape()
	opt.Clues = cmp.Or(clues, opt.Clues)
	generator, err := New(opt)
	if err != nil {
		return nil, err
	}
	w := &clueStrategy{generator: generator}
	if len(t.Quotas) == 0 {
		w.serves = []int{0}
		if t.Walk {
			w.goals = w.serves
		}
	}
	for i, q := range t.Quotas {
		if q.Clues != clues {
			continue
		}
		w.serves = append(w.serves, i)
		if q.Walk {
			w.goals = append(w.goals, i)
		}
	}
	return w, nil
}

// Find computes one try. An error is the cause of the end of ctx, or means a
// bug in gradoku: two of its solvers disagree.
func (f *Finder) Find(ctx context.Context, index uint64) (Found, error) {
	found, err := f.find(ctx, index)
	if err != nil || found.Quota < 0 {
		return found, err
	}
	proved, err := f.prove(ctx, &found.ProperPuzzle)
	if err != nil {
		err = fmt.Errorf("seed %d, index %d: %w", f.seed, index, err)
	}
	if !proved {
		found.Quota = -1
	}
	return found, err
}

// find is Find without the second proof. The grid of what it finds is the zero Grid
// when the try made no puzzle.
func (f *Finder) find(ctx context.Context, index uint64) (Found, error) {
	w := f.strategies[index%uint64(len(f.strategies))]
	found, err := f.rated(ctx, w, index)
	if err == nil && found.Quota >= 0 {
		found.Quota = f.suited(w, &found)
	}
	return found, err
}

// suited returns the quota that takes a puzzle whose grade one of them accepts, -1 if none
// does: the path for people and the minutes come last, since a prediction takes as long as some
// fifty puzzles.
func (f *Finder) suited(w *clueStrategy, found *Found) int {
	p, quota := &found.Grid, found.Quota
	if slices.ContainsFunc(f.people, (*grade.Selection).ForPeople) {
		path := f.graders.Of(p.Geometry()).Human(p)
		at := slices.IndexFunc(w.serves, func(i int) bool { return f.matchers[i].Matches(&found.Grade) && f.people[i].MatchesPeople(&path) })
		if at < 0 {
			return -1
		}
		quota = w.serves[at]
	}
	if f.minutes != nil && !f.wanted.Has(f.minutes(p)) {
		return -1
	}
	return quota
}

// rated computes a try as far as its grade says whether it is wanted.
func (f *Finder) rated(ctx context.Context, w *clueStrategy, index uint64) (Found, error) {
	found := Found{Index: index, Quota: -1}
	if !slices.ContainsFunc(w.serves, f.open) {
		return found, nil
	}
	var err error
	found.ProperPuzzle, err = w.generator.TryUntil(ctx, f.seed, index)
	if miss := (*Miss)(nil); errors.As(err, &miss) {
		return found, context.Cause(ctx) // so that callers with a hundred thousand tries need not check
	}
	if err != nil {
		return found, err
	}
	grader := f.graders.Of(found.Grid.Geometry())
	grader.Stop = func() bool { return ctx.Err() != nil } // a grade can take seconds
	quota := -1
	if f.matchers[0].MatchesClues(&found.Grid) { // all matchers have the same letters
		g, ok := grader.GradeWithin(&found.Grid, f.limits(w))
		if found.Grade, found.tooHard = g, !ok; ok {
			quota = f.quotaFor(w, &g)
		}
	}
	switch {
	case ctx.Err() != nil: // the grade may have been cut short
		return found, context.Cause(ctx)
	case quota >= 0 && !f.open(quota):
		return found, nil // the quota would reject it too
	case quota >= 0 || len(w.goals) == 0:
		found.Quota = quota
		return found, nil
	}
	return f.walk(ctx, w, found)
}

// quotaFor returns the place of a quota that accepts a grade, an open one if there is one, or -1.
func (f *Finder) quotaFor(w *clueStrategy, g *grade.Grade) int {
	quota := -1
	for _, i := range w.serves {
		if f.matchers[i].Matches(g) {
			if quota = i; f.open(i) {
				break
			}
		}
	}
	return quota
}

// open reports whether a quota takes more puzzles, or there are no quotas.
func (f *Finder) open(quota int) bool { return !f.filled.has(quota) }

// limits returns the limits outside which no open quota of a strategy takes a puzzle. If tries
// walk, they are the limits of all quotas: whether a try walks must not depend on when its
// finder learned that a quota is full.
func (f *Finder) limits(w *clueStrategy) grade.Limits {
	l := f.matchers[w.serves[0]].Limits()
	top := 0
	for _, i := range w.serves {
		if len(w.goals) > 0 || f.open(i) {
			top = max(top, cmp.Or(f.matchers[i].Limits().Ceiling, grade.NoCeiling))
		}
	}
	if l.Ceiling = 0; top < grade.NoCeiling {
		l.Ceiling = max(top, 1)
	}
	return l
}

// walkSteps limits one walk. Towards a rating of 9.2, which random puzzles hardly
// ever have, two walks of nine arrived within 400 steps and five within 1600: a
// new start is at least as good as more steps.
const walkSteps = 400

// walk changes the puzzle of a try in small steps that never lead further away from
// the target, until it is wanted. If there are several goals, the index of the try
// selects one. The outcome depends only on seed and index. Skipping the walk of a
// full quota does not matter, because its result would not be wanted.
func (f *Finder) walk(ctx context.Context, w *clueStrategy, at Found) (Found, error) {
	k := at.Index / uint64(len(f.strategies)) % uint64(len(w.goals))
	quota := w.goals[k]
	if !f.open(quota) {
		return at, nil
	}
	goal, grader := f.matchers[quota], f.graders.Of(at.Grid.Geometry())
	at.Grade, _ = grader.GradeWithin(&at.Grid, grade.Limits{RatingOnly: !goal.Scans()})
	away := distance(goal, &at.Grid, &at.Grade)
	rejected := map[board.Grid]bool{} // further from the goal than the puzzle reached then, so than every later one too
	for range walkSteps {
		if ctx.Err() != nil {
			return at, context.Cause(ctx)
		}
		if away == 0 {
			if at.Quota = quota; !goal.Scans() {
				grader.AddScan(&at.Grade, &at.Grid)
			}
			return at, nil
		}
		next, ok := w.generator.Near(&at.ProperPuzzle)
		if !ok || rejected[next.Grid] {
			continue
		}
		// A puzzle harder than both the goal and the current one is further away.
		limits := grade.Limits{Ceiling: goal.Limits().Ceiling, RatingOnly: !goal.Scans()}
		if limits.Ceiling > 0 {
			limits.Ceiling = max(limits.Ceiling, at.Grade.Rating)
		}
		g, ok := grader.GradeWithin(&next.Grid, limits)
		if d := distance(goal, &next.Grid, &g); ok && d <= away {
			at.ProperPuzzle, at.Grade, away = next, g, d
		} else {
			rejected[next.Grid] = true
		}
	}
	return at, nil
}

// awayForLetter is the distance of an unwanted letter, in tenths of rating.
const awayForLetter = 10

// distance is how far a puzzle is from a goal.
func distance(goal *grade.Matcher, p *board.Grid, g *grade.Grade) int {
	away := goal.Distance(g)
	if !goal.MatchesClues(p) {
		away += awayForLetter
	}
	return away
}

// secondProofBudget limits the second proof. Only a 16x16 ever reaches it.
const secondProofBudget = 2_000_000

// prove solves the puzzle again with a solver that shares no code with the
// generator's. It reports false if that took too long: the first proof, made clue
// by clue, still holds, but a puzzle without a second proof is not accepted.
func (f *Finder) prove(ctx context.Context, p *ProperPuzzle) (bool, error) {
	r, err := solve.Run(ctx, f.verify, &p.Grid, solve.Options{Limit: 2, Budget: secondProofBudget})
	switch {
	case err != nil:
		return false, err
	case r.Status == solve.Canceled:
		return false, context.Cause(ctx)
	case r.Status == solve.BudgetSpent && r.Solutions < 2:
		return false, nil
	case !r.Unique() || r.First != p.Solution:
		return false, fmt.Errorf("solver %s does not confirm that %v has only the solution %v",
			f.verify.Name, p.Grid, p.Solution)
	}
	return true, nil
}
