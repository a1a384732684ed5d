package grade

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gradoku/board"
)

// Conditions are what a user asks of a grade: on the command line, in a form, in a
// query or in a request. Empty fields restrict nothing. The type of each field parses
// itself, and its tags are all that the flag, the form and the documentation need: see
// package internal/bind.
type Conditions struct {
	Rating          RatingSet    `query:"rating" json:"rating,omitzero" maxLength:"200" doc:"only ratings in this range, for example 4.0-4.6; several with commas" example:"4.0-4.6"`
	Level           LevelSet     `query:"level" list:"," json:"level,omitzero" maxLength:"200" doc:"only these levels, for example hard or medium,hard" example:"medium,hard"`
	Letter          LetterSet    `query:"letter" json:"letter,omitzero" maxLength:"40" doc:"only these letters by the printed borders, for example E-G or EFG" example:"E-G"`
	Technique       TechniqueSet `query:"technique" list:"," json:"technique,omitzero" maxLength:"1000" doc:"only puzzles whose path needs this technique, for example xy-wing: at some point nothing before it in the table helps; several with commas: all of them" example:"xy-wing"`
	OnlyTechniques  TechniqueSet `query:"only-techniques" list:"," json:"only_techniques,omitzero" maxLength:"4000" doc:"only puzzles whose path uses no technique but these, named with commas; the last cell of a house needs no mention" example:"naked-single,hidden-single-box"`
	PeopleTechnique PeopleSet    `query:"people-technique" list:"," json:"people_technique,omitzero" maxLength:"1000" doc:"only puzzles whose path for people has this technique, for example skyscraper; several with commas: all of them" example:"skyscraper"`
	Minutes         Span         `query:"minutes" json:"minutes,omitzero" maxLength:"40" doc:"only 9x9 puzzles whose predicted solving time in minutes is in this range, for example 10-15" example:"10-15"`
}

// Criteria returns what the conditions ask for.
func (c *Conditions) Criteria() Criteria {
	return Criteria{
		Ratings: c.Rating.Ranges, Levels: c.Level.IDs, Letters: c.Letter.Letters,
		Uses: c.Technique.IDs, Only: c.OnlyTechniques.IDs,
		People: c.PeopleTechnique.IDs, Minutes: c.Minutes,
	}
}

// Criteria says what the grade of a puzzle must be. The zero Criteria accepts
// every grade. Ratings are known ratings only, not lower bounds left by the
// budget; a level is always known.
type Criteria struct {
	Ratings []Range  // the rating is in one of these; none: any
	Levels  []string // the level is one of these, by ID; none: any
	Letters string   // the letter as [Printed] is one of these, A to I; "": any
	Uses    []string // techniques, by ID, all of which the path has
	Only    []string // techniques, by ID: the path has no others; none: any

	People  []string `json:",omitempty"` // techniques, by ID, all of which the path for people has
	Minutes Span     `json:",omitzero"`  // that people need; only package predict knows them
}

// None reports whether the criteria accept every grade.
func (c *Criteria) None() bool {
	return len(c.Ratings) == 0 && len(c.Levels) == 0 && c.Letters == "" && len(c.Uses) == 0 && len(c.Only) == 0 &&
		len(c.People) == 0 && c.Minutes == (Span{})
}

// MatchesPeople reports whether a path for people has the techniques asked for.
func (c *Criteria) MatchesPeople(path *HumanPath) bool {
	for _, id := range c.People {
		if !slices.ContainsFunc(path.Steps, func(s Step) bool { return s.Technique == id }) {
			return false
		}
	}
	return true
}

// Words describes the criteria in words, each part after a comma: ", of level Hard, needing
// xy-wing".
func (c *Criteria) Words() string {
	var b strings.Builder
	if len(c.Levels) > 0 {
		var labels []string
		for _, id := range c.Levels {
			labels = append(labels, LevelLabel(id))
		}
		b.WriteString(", of level " + strings.Join(labels, " or "))
	}
	if len(c.Ratings) > 0 {
		var names []string
		for _, r := range c.Ratings {
			names = append(names, r.String())
		}
		b.WriteString(", rated " + strings.Join(names, " or "))
	}
	if c.Letters != "" {
		fmt.Fprintf(&b, ", letter %s", c.Letters)
	}
	if len(c.Uses) > 0 {
		b.WriteString(", needing " + strings.Join(c.Uses, " and "))
	}
	if len(c.Only) > 0 {
		b.WriteString(", using only " + strings.Join(c.Only, ", "))
	}
	if len(c.People) > 0 {
		b.WriteString(", with " + strings.Join(c.People, " and ") + " for people")
	}
	if c.Minutes != (Span{}) {
		fmt.Fprintf(&b, ", of about %v minutes", c.Minutes)
	}
	return b.String()
}

// Always is the technique that every path ends with. A list of the techniques that a
// path may use need not name it.
const Always = "full-house"

// Matcher is Criteria prepared for comparison with many grades of one size.
type Matcher struct {
	geo      *board.Geometry
	criteria Criteria
	levels   []int // places in the table; none: any
	uses     []int // rows
	only     *Rows
}

// NewMatcher returns a Matcher, or says what in the criteria no grade can meet.
func NewMatcher(g *board.Geometry, c Criteria) (m *Matcher, err error) {
	m = &Matcher{geo: g, criteria: c}
	for _, id := range c.Levels {
		level := levelRank(id)
		if level < 0 {
			return nil, fmt.Errorf("there is no level %q: use %s", id, strings.Join(LevelIDs(), ", "))
		}
		m.levels = append(m.levels, level)
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
	if top, least := m.ceiling(), techniques[0].Rating; top > 0 && top < least {
		return fmt.Errorf("no puzzle is rated up to %s: the scale begins at %s", decimal(top), decimal(least))
	}
	if !m.anyRating() {
		return fmt.Errorf("no puzzle of level %s is rated %s", strings.Join(m.criteria.Levels, ","), RatingSet{m.criteria.Ratings})
	}
	for _, row := range m.uses {
		t := &techniques[row]
		if m.only != nil && !m.only[row] {
			return fmt.Errorf("technique %s is asked for but is not among the allowed ones", t.ID)
		}
		if top := m.ceiling(); top > 0 && t.Rating > top {
			return fmt.Errorf("technique %s is rated at least %s, above the highest rating asked for, %s", t.ID, decimal(t.Rating), decimal(top))
		}
	}
	return nil
}

// anyRating reports whether a rating asked for can be that of a level asked for.
func (m *Matcher) anyRating() bool {
	if len(m.criteria.Ratings) == 0 || len(m.levels) == 0 {
		return true
	}
	for _, level := range m.levels {
		possible := levels[level].Ratings()
		if slices.ContainsFunc(m.criteria.Ratings, func(r Range) bool { return !r.Intersect(possible).Empty() }) {
			return true
		}
	}
	return false
}

// ceiling is the highest rating asked for, 0 when there is no highest.
func (m *Matcher) ceiling() int {
	top := NoCeiling
	if len(m.criteria.Ratings) > 0 {
		top = slices.MaxFunc(m.criteria.Ratings, func(a, b Range) int { return a.To - b.To }).To
	}
	if len(m.levels) > 0 {
		top = min(top, levels[slices.Max(m.levels)].MaxRating)
	}
	if top >= NoCeiling {
		return 0
	}
	return top
}

// Scans reports whether the criteria depend on the scan effort, as levels do.
func (m *Matcher) Scans() bool { return len(m.levels) > 0 }

// TooHard reports whether a puzzle is harder than all that is asked for.
func (m *Matcher) TooHard(g *Grade) bool {
	if top := m.ceiling(); top > 0 && g.Rating > top {
		return true
	}
	if len(m.levels) > 0 {
		return levelRank(g.Level) > slices.Max(m.levels)
	}
	return g.AtLeast
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
	return strings.IndexByte(m.criteria.Letters, Printed.Letter(p.Geometry(), blanks, freedom)) >= 0
}

// Matches reports whether a grade meets the criteria, apart from the letter: see
// MatchesLetter.
func (m *Matcher) Matches(g *Grade) bool {
	has := func(r Range) bool { return r.Has(g.Rating) }
	if len(m.criteria.Ratings) > 0 && (g.AtLeast || !slices.ContainsFunc(m.criteria.Ratings, has)) {
		return false
	}
	if len(m.levels) > 0 && !slices.Contains(m.criteria.Levels, g.Level) {
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
// 0 when it does. The unit is a tenth of rating, and a scan effort beyond the limits of a
// level counts as so many tenths as levels have on the way. A missing technique counts as the
// difference by which the rating is below the technique's, plus the constant
// missing: a puzzle that is at least as hard may need it. So does every step of a
// technique that is not allowed.
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
	if len(m.levels) > 0 {
		least := math.MaxInt
		for _, level := range m.levels {
			least = min(least, m.awayFrom(level, g))
		}
		away += least
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

// awayFrom returns how far a grade is from a level: how far it is above the limits, else how
// far it is from being too hard for the level below, by its rating or by its scan effort.
func (m *Matcher) awayFrom(level int, g *Grade) int {
	scanTenths := func(effort int) int { // the tenths of rating that an effort stands for
		return (max(effort, 0)*81/m.geo.Cells + scanPerTenth - 1) / scanPerTenth
	}
	at := &levels[level]
	above := max(g.Rating-at.MaxRating, 0)
	if at.MaxScan > 0 {
		above += scanTenths(g.Scan - at.ScanLimit(m.geo.Size))
	}
	if above > 0 || level == 0 {
		return above
	}
	easier := &levels[level-1]
	below := max(easier.MaxRating+1-g.Rating, 0)
	if easier.MaxScan > 0 {
		below = min(below, scanTenths(easier.ScanLimit(m.geo.Size)+1-g.Scan))
	}
	return below
}

// scanPerTenth is the scan effort on 9x9, in tenths, that counts as a tenth of rating: from
// Gentle to Hard the limits of S rise by 650, and those of ratings by 3.2.
const scanPerTenth = 200

// missing is how much a missing technique, or one too many, counts.
const missing = 5
