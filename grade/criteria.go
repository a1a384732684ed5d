package grade

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gradoku/board"
)

// Criteria says what the grade of a puzzle must be. The zero Criteria takes every
// grade. Ratings are known ratings only: not those that the budget left at "at
// least".
type Criteria struct {
	Ratings []Range  // the rating is in one of these; none: any
	Levels  []string // the level is one of these, by name; none: any
	Letters string   // the letter is one of these, A to I; "": any
	Scheme  string   // of Letters: the name of a scheme of Schemes()
	Uses    []string // techniques, by ID, that the path has, every one of them
	Only    []string // techniques, by ID: the path has no others; none: any
}

// None reports whether the criteria take every grade.
func (c *Criteria) None() bool {
	return len(c.Ratings) == 0 && len(c.Levels) == 0 && c.Letters == "" && len(c.Uses) == 0 && len(c.Only) == 0
}

// WithoutLevels returns criteria that say the same by ratings alone: the parts of the
// levels' ratings that the criteria allow. The error says that there are none, or
// that [Beyond] was asked for, which means an unknown rating.
func (c Criteria) WithoutLevels() (Criteria, error) {
	if len(c.Levels) == 0 {
		return c, nil
	}
	ratings, names := c.Ratings, strings.ToLower(strings.Join(c.Levels, ","))
	if len(ratings) == 0 {
		ratings = []Range{{0, NoCeiling}}
	}
	var both []Range
	for _, r := range ratings {
		for _, name := range c.Levels {
			i := slices.IndexFunc(levels[:], func(l Level) bool { return l.Name == name })
			if i < 0 && name != Beyond {
				return c, fmt.Errorf("there is no level %q: use %s", name, strings.Join(LevelNames(), ", "))
			}
			if i < 0 {
				return c, fmt.Errorf("%s cannot be asked for: it means that the rating is not known", name)
			}
			if part := r.Intersect(levels[i].Range()); !part.Empty() {
				both = append(both, part)
			}
		}
	}
	if len(both) == 0 {
		var texts []string
		for _, r := range ratings {
			texts = append(texts, r.String())
		}
		return c, fmt.Errorf("no rating is in %s and of level %s", strings.Join(texts, ","), names)
	}
	c.Ratings, c.Levels = both, nil
	return c, nil
}

// Always is the technique that every path ends with. A list of the techniques that a
// path may use need not name it.
const Always = "full-house"

// Matcher is Criteria made ready to compare many grades of one size with.
type Matcher struct {
	criteria Criteria // without levels
	scheme   Scheme
	uses     []int // rows
	only     *Rows
}

// NewMatcher returns a Matcher, or says what in the criteria no grade can meet.
func NewMatcher(c Criteria) (*Matcher, error) {
	c, err := c.WithoutLevels()
	if err != nil {
		return nil, err
	}
	m := &Matcher{criteria: c}
	if c.Letters != "" {
		if m.scheme, err = SchemeByName(c.Scheme); err != nil {
			return nil, err
		}
	}
	for _, id := range c.Uses {
		row, err := rowNamed(id)
		if err != nil {
			return nil, err
		}
		m.uses = append(m.uses, row)
	}
	if len(c.Only) > 0 {
		m.only = new(Rows)
		for _, id := range append([]string{Always}, c.Only...) {
			row, err := rowNamed(id)
			if err != nil {
				return nil, err
			}
			m.only[row] = true
		}
	}
	return m, m.contradiction()
}

// rowNamed returns the row of a technique in the table.
func rowNamed(id string) (int, error) {
	i := slices.IndexFunc(techniques[:], func(t Technique) bool { return t.ID == id })
	if i < 0 {
		return 0, fmt.Errorf("there is no technique %q", id)
	}
	return i, nil
}

// contradiction says why no grade can meet the criteria, if the table alone shows it.
func (m *Matcher) contradiction() error {
	if top, least := m.ceiling(), levels[0].From; len(m.criteria.Ratings) > 0 && top > 0 && top < least {
		return fmt.Errorf("no puzzle is rated up to %s: the scale begins at %s", decimal(top), decimal(least))
	}
	for _, row := range m.uses {
		t := &techniques[row]
		if m.only != nil && !m.only[row] {
			return fmt.Errorf("technique %s is asked for but not among the only ones allowed", t.ID)
		}
		if top := m.ceiling(); top > 0 && t.Rating > top {
			return fmt.Errorf("technique %s is rated %s at least, above the highest rating asked for, %s", t.ID, decimal(t.Rating), decimal(top))
		}
	}
	return nil
}

// ceiling is the highest rating asked for, 0 when there is no highest.
func (m *Matcher) ceiling() int {
	top := 0
	for _, r := range m.criteria.Ratings {
		top = max(top, r.To)
	}
	if top >= NoCeiling {
		return 0
	}
	return top
}

// Limits returns the limits outside which no puzzle meets the criteria.
func (m *Matcher) Limits() Limits { return Limits{Ceiling: m.ceiling(), Only: m.only} }

// MatchesLetter reports whether the clues of a puzzle, whatever its rating, give one
// of the letters asked for.
func (m *Matcher) MatchesLetter(p *board.Grid) bool {
	if m.criteria.Letters == "" {
		return true
	}
	blanks, freedom := Metrics(p)
	return strings.IndexByte(m.criteria.Letters, m.scheme.Letter(p.Geometry(), blanks, freedom)) >= 0
}

// Matches reports whether a grade meets the criteria, apart from the letter: see
// MatchesLetter.
func (m *Matcher) Matches(g *Grade) bool {
	has := func(r Range) bool { return r.Has(g.Rating) }
	if len(m.criteria.Ratings) > 0 && (g.AtLeast || !slices.ContainsFunc(m.criteria.Ratings, has)) {
		return false
	}
	for _, row := range m.uses {
		if g.Uses[row] == 0 {
			return false
		}
	}
	if m.only == nil {
		return true
	}
	for row, n := range g.Uses {
		if n > 0 && !m.only[row] {
			return false
		}
	}
	return !g.AtLeast
}

// Distance returns how far a grade is from meeting the criteria, apart from letters:
// 0 when it does. The unit is a tenth of rating. A missing technique counts as much
// as the rating is below the technique's, and a step more: what is at least as hard
// has a chance to need it. So does every step of a technique that is not allowed.
func (m *Matcher) Distance(g *Grade) int {
	if m.Matches(g) {
		return 0
	}
	away := 0
	if len(m.criteria.Ratings) > 0 {
		away = NoCeiling
		for _, r := range m.criteria.Ratings {
			away = min(away, r.Distance(g.Rating))
		}
	}
	for _, row := range m.uses {
		if g.Uses[row] == 0 {
			away += missing + max(techniques[row].Rating-g.Rating, 0)
		}
	}
	if m.only != nil {
		for row, n := range g.Uses {
			if n > 0 && !m.only[row] {
				away += missing * int(n)
			}
		}
	}
	return max(away, 1)
}

// missing is what a missing technique, or one too many, counts for.
const missing = 5

// What follows reads criteria as people write them.

// ParseRatings reads ranges of ratings with commas between, such as "4.0-4.6,7.5-".
// A rating alone is a range too, and an open end is the end of the scale.
func ParseRatings(list string) ([]Range, error) {
	var ranges []Range
	for part := range strings.SplitSeq(list, ",") {
		from, to, err := ParseSpan(strings.TrimSpace(part), ParseRating)
		if err != nil {
			return nil, err
		}
		if to == 0 {
			to = NoCeiling
		}
		ranges = append(ranges, Range{from, to})
	}
	return ranges, nil
}

// ParseSpan reads "22-25", "22-", "-25" or "22"; number reads the ends, which must be
// above 0. An open end is returned as 0.
func ParseSpan(s string, number func(string) (int, error)) (from, to int, err error) {
	first, last, isRange := strings.Cut(s, "-")
	if !isRange {
		last = first
	}
	if first == "" && last == "" {
		return 0, 0, fmt.Errorf("%q is not a range such as 3-5, 3- or -5", s)
	}
	if first != "" {
		if from, err = number(first); err != nil {
			return 0, 0, err
		}
	}
	if last != "" {
		if to, err = number(last); err != nil {
			return 0, 0, err
		}
	}
	if first != "" && last != "" && from > to {
		return 0, 0, fmt.Errorf("the range %q ends before it begins", s)
	}
	return from, to, nil
}

// ParseWhole reads a whole number above 0.
func ParseWhole(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%q is not a whole number above 0", s)
	}
	return n, nil
}

// ParseRating reads a rating such as 4.2, in tenths.
func ParseRating(s string) (int, error) {
	whole, frac, _ := strings.Cut(s, ".")
	if len(frac) == 0 {
		frac = "0"
	}
	n, err := strconv.Atoi(whole + frac)
	if err != nil || len(frac) != 1 || n < 1 || n > 200 {
		return 0, fmt.Errorf("%q is not a rating from 0.1 to 20.0 with at most one decimal", s)
	}
	return n, nil
}

// LevelNames returns the names of all levels, from easy to hard, and [Beyond].
func LevelNames() []string {
	var names []string
	for _, l := range levels {
		names = append(names, l.Name)
	}
	return append(names, Beyond)
}

// ParseLevels reads names of levels, Beyond among them, with commas between, in
// upper or lower case.
func ParseLevels(list string) ([]string, error) {
	all := LevelNames()
	var names []string
	for text := range strings.SplitSeq(list, ",") {
		i := slices.IndexFunc(all, func(name string) bool { return strings.EqualFold(name, strings.TrimSpace(text)) })
		if i < 0 {
			return nil, fmt.Errorf("there is no level %q", text)
		}
		names = append(names, all[i])
	}
	return names, nil
}

// ParseLetters reads "E-G", "EFG" or "e,g" as a set of letters in order.
func ParseLetters(text string) (string, error) {
	has := map[byte]bool{}
	for part := range strings.SplitSeq(strings.ToUpper(text), ",") {
		part = strings.TrimSpace(part)
		if from, to, isRange := strings.Cut(part, "-"); isRange {
			if len(from) != 1 || len(to) != 1 || from > to {
				return "", fmt.Errorf("%q is not a range of letters such as E-G", part)
			}
			part = ""
			for l := from[0]; l <= to[0]; l++ {
				part += string(rune(l))
			}
		}
		for _, l := range []byte(part) {
			if l < 'A' || l > 'I' {
				return "", fmt.Errorf("there is no letter %q, only A to I", l)
			}
			has[l] = true
		}
	}
	var letters []byte
	for l := byte('A'); l <= 'I'; l++ {
		if has[l] {
			letters = append(letters, l)
		}
	}
	if len(letters) == 0 {
		return "", errors.New("there is no letter")
	}
	return string(letters), nil
}

// ParseTechniques reads techniques by ID, with commas between, each once and in one
// order, so that equal lists are equal.
func ParseTechniques(list string) ([]string, error) {
	var ids []string
	for id := range strings.SplitSeq(list, ",") {
		if id = strings.ToLower(strings.TrimSpace(id)); id == "" || slices.Contains(ids, id) {
			continue
		}
		if _, err := rowNamed(id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids, nil
}
