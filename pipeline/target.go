package pipeline

import (
	"fmt"
	"slices"
	"sync/atomic"

	"gradoku/board"
	"gradoku/grade"
)

// Quota is a wish for so many puzzles with ratings in a range.
type Quota struct {
	Range grade.Range
	Count int64
	Walk  bool // random puzzles seldom have such ratings: walk towards them
}

// Name is what the quota is called: its level, if it is all of one, else its
// range.
func (q Quota) Name() string { return RangeName(q.Range) }

// RangeName is the name of the level that the range is, else the range.
func RangeName(r grade.Range) string {
	for _, l := range grade.Levels() {
		if l.Range() == r {
			return l.Name
		}
	}
	return r.String()
}

// Wanted is how many puzzles the quotas want together, 0 without quotas.
func (o *Options) Wanted() int64 {
	var n int64
	for _, q := range o.Quotas {
		n += q.Count
	}
	return n
}

// Walks reports whether some tries walk.
func (o *Options) Walks() bool {
	return o.Walk || slices.ContainsFunc(o.Quotas, func(q Quota) bool { return q.Walk })
}

// Targeted reports whether a puzzle may be rejected for its grade.
func (o *Options) Targeted() bool { return !o.Criteria.None() || len(o.Quotas) > 0 }

// target decides, for one worker, which puzzles a run wants and how far others
// are from it.
type target struct {
	quotas  []Quota
	matcher *grade.Matcher   // of the wish, with the ranges of all quotas
	goals   []*grade.Matcher // what walks go to: quotas' own, or the wish
	class   []int            // of goals[i]: the place in quotas
	full    *filledQuotas
}

// newTarget reads the target of a run. The error says what in it cannot be met.
func newTarget(opt *Options, full *filledQuotas) (*target, error) {
	if err := checkQuotas(opt); err != nil {
		return nil, err
	}
	t := &target{quotas: opt.Quotas, full: full}
	wish := opt.Criteria
	for i, q := range opt.Quotas {
		wish.Ratings = append(wish.Ratings, q.Range)
		own := opt.Criteria
		own.Ratings = []grade.Range{q.Range}
		j, err := grade.NewMatcher(own)
		if err != nil {
			return nil, fmt.Errorf("quota %s: %w", q.Name(), err)
		}
		if q.Walk {
			t.goals, t.class = append(t.goals, j), append(t.class, i)
		}
	}
	var err error
	if t.matcher, err = grade.NewMatcher(wish); err != nil {
		return nil, err
	}
	if len(opt.Quotas) == 0 && opt.Walk {
		t.goals, t.class = []*grade.Matcher{t.matcher}, []int{0}
	}
	return t, nil
}

// maxQuotas is how many quotas a fullness has room for.
const maxQuotas = 64

func checkQuotas(opt *Options) error {
	if len(opt.Quotas) > maxQuotas {
		return fmt.Errorf("%d quotas are more than %d", len(opt.Quotas), maxQuotas)
	}
	if len(opt.Quotas) > 0 && len(opt.Criteria.Ratings) > 0 {
		return fmt.Errorf("the quotas say which ratings are wanted; a range of ratings besides them has no meaning")
	}
	for i, q := range opt.Quotas {
		for _, p := range opt.Quotas[:i] {
			if !p.Range.Intersect(q.Range).Empty() {
				return fmt.Errorf("quotas %s and %s overlap: a puzzle must belong to one of them", p.Name(), q.Name())
			}
		}
		if q.Count < 1 {
			return fmt.Errorf("quota %s wants %d puzzles; it must want at least 1", q.Name(), q.Count)
		}
	}
	return nil
}

// filledQuotas tells workers which quotas are full, as a set of bits. A quota that
// is full stays so: a worker that skips what could only go there changes nothing
// of what is saved, however late it learns of it.
type filledQuotas struct{ atomic.Uint64 }

// set reads what room is left.
func (f *filledQuotas) set(room []int64) {
	var bits uint64
	for i, left := range room {
		if left <= 0 {
			bits |= 1 << i
		}
	}
	f.Store(bits)
}

func (f *filledQuotas) has(class int) bool { return f.Load()>>class&1 != 0 }

// limits are those outside of which no quota that is still open takes a puzzle.
// Where tries walk they are those of all quotas: whether a try walks must not
// depend on when its worker learned that a quota is full.
func (t *target) limits() grade.Limits {
	l := t.matcher.Limits()
	if len(t.quotas) == 0 || len(t.goals) > 0 {
		return l
	}
	top := 0
	for i, q := range t.quotas {
		if !t.full.has(i) {
			top = max(top, q.Range.To)
		}
	}
	if top < grade.NoCeiling {
		l.Ceiling = max(top, 1)
	}
	return l
}

// look grades a puzzle as far as needed to tell its class: its place in the
// quotas, full or not, 0 if there are none, -1 for a puzzle that is not wanted.
func (t *target) look(gr *grade.Grader, p *board.Grid) (grade.Grade, int) {
	if !t.matcher.MatchesLetter(p) {
		return grade.Grade{}, -1
	}
	g, ok := gr.GradeWithin(p, t.limits())
	if !ok || !t.matcher.Matches(&g) {
		return g, -1
	}
	return g, t.classOf(&g)
}

// classOf is the class of a grade that the wish takes.
func (t *target) classOf(g *grade.Grade) int {
	if len(t.quotas) == 0 {
		return 0
	}
	return slices.IndexFunc(t.quotas, func(q Quota) bool { return q.Range.Has(g.Rating) })
}
