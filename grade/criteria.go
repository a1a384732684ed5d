package grade

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gradoku/board"
)

// Range is an interval of ratings, in tenths, both ends included. To is
// [NoCeiling] when it is open above.
type Range struct{ From, To int }

// NoCeiling is the end of a Range that is open above.
const NoCeiling = noLimit

// Range returns the ratings of a level.
func (l Level) Range() Range { return Range{l.From, l.To} }

// Has reports whether a rating is in the range.
func (r Range) Has(rating int) bool { return r.From <= rating && rating <= r.To }

// Empty reports whether no rating is in the range.
func (r Range) Empty() bool { return r.From > r.To }

// Intersect returns the ratings that are in both.
func (r Range) Intersect(s Range) Range { return Range{max(r.From, s.From), min(r.To, s.To)} }

// Distance is by how much a rating misses the range, in tenths.
func (r Range) Distance(rating int) int { return max(r.From-rating, rating-r.To, 0) }

// String writes the range as [ParseRange] reads it: "4.0-4.6", "7.5-".
func (r Range) String() string {
	s := fmt.Sprintf("%d.%d-", r.From/10, r.From%10)
	if r.To >= NoCeiling {
		return s
	}
	return s + fmt.Sprintf("%d.%d", r.To/10, r.To%10)
}

// ParseRange reads what String writes.
func ParseRange(s string) (Range, error) {
	from, to, ok := strings.Cut(s, "-")
	r := Range{To: NoCeiling}
	var err error
	if r.From, err = parseTenths(from); err == nil && to != "" {
		r.To, err = parseTenths(to)
	}
	if !ok || err != nil || r.Empty() {
		return Range{}, fmt.Errorf("%q is not a range of ratings such as 4.0-4.6", s)
	}
	return r, nil
}

func parseTenths(s string) (int, error) {
	whole, tenth, _ := strings.Cut(s, ".")
	if len(tenth) != 1 {
		return 0, strconv.ErrSyntax
	}
	return strconv.Atoi(whole + tenth)
}

// Criteria says what the grade of a puzzle must be. The zero Criteria takes every grade.
// A wish about ratings takes known ratings only: not those that the budget left
// at "at least".
type Criteria struct {
	Ratings []Range  // the rating is in one of these; none: any
	Letters string   // the letter is one of these, A to I; "": any
	Scheme  string   // of Letters: the name of a scheme of Schemes()
	Uses    []string // techniques, by ID, that the path has, every one of them
	Only    []string // techniques, by ID, besides which the path has none; none: any
}

// None reports whether the wish takes every grade.
func (w *Criteria) None() bool {
	return len(w.Ratings) == 0 && w.Letters == "" && len(w.Uses) == 0 && len(w.Only) == 0
}

// always is what every path ends with: whoever names the techniques that a path
// may use need not name it.
const always = "full-house"

// Matcher is a Wish made ready to judge many grades of one size.
type Matcher struct {
	criteria Criteria
	scheme   Scheme
	uses     []int // rows
	only     *Rows
}

// NewMatcher returns a judge, or says what in the wish no grade can fulfil.
func NewMatcher(w Criteria) (*Matcher, error) {
	j := &Matcher{criteria: w}
	if w.Letters != "" {
		var err error
		if j.scheme, err = SchemeByName(w.Scheme); err != nil {
			return nil, err
		}
	}
	for _, id := range w.Uses {
		row, err := rowNamed(id)
		if err != nil {
			return nil, err
		}
		j.uses = append(j.uses, row)
	}
	if len(w.Only) > 0 {
		j.only = new(Rows)
		for _, id := range append([]string{always}, w.Only...) {
			row, err := rowNamed(id)
			if err != nil {
				return nil, err
			}
			j.only[row] = true
		}
	}
	return j, j.contradiction()
}

// rowNamed returns the row of a technique in the table.
func rowNamed(id string) (int, error) {
	i := slices.IndexFunc(techniques[:], func(t Technique) bool { return t.ID == id })
	if i < 0 {
		return 0, fmt.Errorf("there is no technique %q", id)
	}
	return i, nil
}

// contradiction says why no grade can fulfil the wish, if that can be told from
// the table alone.
func (j *Matcher) contradiction() error {
	if top, least := j.ceiling(), levels[0].From; len(j.criteria.Ratings) > 0 && top > 0 && top < least {
		return fmt.Errorf("no puzzle is rated up to %d.%d: the scale begins at %d.%d", top/10, top%10, least/10, least%10)
	}
	for _, row := range j.uses {
		t := &techniques[row]
		if j.only != nil && !j.only[row] {
			return fmt.Errorf("technique %s is asked for but not among the only ones allowed", t.ID)
		}
		if top := j.ceiling(); top > 0 && t.Rating > top {
			return fmt.Errorf("technique %s is rated %d.%d at least, above the highest rating asked for, %d.%d",
				t.ID, t.Rating/10, t.Rating%10, top/10, top%10)
		}
	}
	return nil
}

// ceiling is the highest rating wished for, 0 when there is no highest.
func (j *Matcher) ceiling() int {
	top := 0
	for _, r := range j.criteria.Ratings {
		top = max(top, r.To)
	}
	if top >= NoCeiling {
		return 0
	}
	return top
}

// Limits returns the limits outside of which no puzzle fulfils the wish.
func (j *Matcher) Limits() Limits { return Limits{Ceiling: j.ceiling(), Only: j.only} }

// MatchesLetter reports whether the clues of a puzzle, wherever its rating may be, give
// one of the letters wished for.
func (j *Matcher) MatchesLetter(p *board.Grid) bool {
	if j.criteria.Letters == "" {
		return true
	}
	blanks, freedom := Metrics(p)
	return strings.IndexByte(j.criteria.Letters, j.scheme.Letter(p.Geometry(), blanks, freedom)) >= 0
}

// Matches reports whether a grade fulfils the wish; its letter is the business of
// Looks.
func (j *Matcher) Matches(g *Grade) bool {
	return j.rated(g) && j.used(g)
}

func (j *Matcher) rated(g *Grade) bool {
	return len(j.criteria.Ratings) == 0 || !g.AtLeast &&
		slices.ContainsFunc(j.criteria.Ratings, func(r Range) bool { return r.Has(g.Rating) })
}

func (j *Matcher) used(g *Grade) bool {
	for _, row := range j.uses {
		if g.Uses[row] == 0 {
			return false
		}
	}
	if j.only == nil {
		return true
	}
	for row, n := range g.Uses {
		if n > 0 && !j.only[row] {
			return false
		}
	}
	return !g.AtLeast
}

// Distance is how far a grade is from fulfilling the wish, letters apart: 0 when it
// does. The unit is a tenth of rating. A technique that is missing counts as far
// as the rating is below the technique's, and a step more: what is at least as
// hard has a chance to need it. So does every step of a technique that is not
// allowed.
func (j *Matcher) Distance(g *Grade) int {
	if j.Matches(g) {
		return 0
	}
	away := 0
	if len(j.criteria.Ratings) > 0 {
		away = NoCeiling
		for _, r := range j.criteria.Ratings {
			away = min(away, r.Distance(g.Rating))
		}
	}
	for _, row := range j.uses {
		if g.Uses[row] == 0 {
			away += missing + max(techniques[row].Rating-g.Rating, 0)
		}
	}
	if j.only != nil {
		for row, n := range g.Uses {
			if n > 0 && !j.only[row] {
				away += missing * int(n)
			}
		}
	}
	return max(away, 1)
}

// missing is what a technique that is missing, or one too many, counts for.
const missing = 5
